"""What a sensible hero would do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.step import Option
from knaves.games.arch_villain.views import CityView


def advise(v: CityView, options: Sequence[Option], rng: Random) -> Option:
    return rng.choice(list(options))
