"""The yardstick: the advice of every game as it stood when bots began to be measured, frozen.

Figures of today and of next year can be compared only if somebody in them never changes. So nothing in these folders
is improved, not even where it is foolish; the living advice is in `games/<game>/bot`, and shared with it is only what
has one right answer (how dice are best placed). What may be done here: follow a view that calls a thing by another
name, so that the answers stay the same. `tests/bots/test_rules1.py` keeps answers that were recorded on the day of
freezing and asks for them again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from random import Random
from typing import cast

from knaves.core.errors import BadSetup
from knaves.core.game import View
from knaves.core.step import Option

Advise = Callable[[View, Sequence[Option], Random], Option]


def has_frozen(game: str) -> bool:
    return files(__name__).joinpath(game, "advice.py").is_file()


@cache
def frozen(game: str) -> Advise:
    """The frozen advice of a game. Raises BadSetup for a game that came later and has none."""
    if not has_frozen(game):
        raise BadSetup(f"There is no frozen advice for {game!r}: only games of the first day have a rules1.")
    return cast(Advise, import_module(f"{__name__}.{game}.advice").advise)
