"""Five villain board games on one engine.

```python
import knaves

pos = knaves.start("villagers", seats=4, seed=7)
while (ask := pos.ask()) is not None:
    seat = ask.seats[0]
    pos.apply(seat, ask.options(seat)[0])
print(pos.result)
```
"""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import step as _step
from knaves.core.ask import Ask, WhyNot
from knaves.core.cards import own_or_house
from knaves.core.dice import new_seed
from knaves.core.errors import (
    BadCards,
    BadSave,
    BadScenario,
    BadSetup,
    KnavesError,
    Refused,
    RuleBug,
)
from knaves.core.position import Position
from knaves.core.save import load as _load
from knaves.core.start import arrange, begin
from knaves.core.state import Result
from knaves.core.step import Option, Shape
from knaves.core.words import Event
from knaves.games import GAMES, find

__version__ = "0.1.0"
BUILD = "plain" if (_step.__file__ or "").endswith(".py") else "compiled"
"""Which build of the engine runs: plain Python, or machine code (`make compiled`)."""

__all__ = [
    "BUILD",
    "GAMES",
    "Ask",
    "BadCards",
    "BadSave",
    "BadScenario",
    "BadSetup",
    "Event",
    "KnavesError",
    "Option",
    "Position",
    "Refused",
    "Result",
    "RuleBug",
    "Shape",
    "WhyNot",
    "load",
    "scenario",
    "start",
]


def start(game: str, *, seats: int, seed: int | str | None = None, **options: object) -> Position:
    """A new game at its first decision. The same arguments and answers give the same game everywhere.

    Without a seed one is drawn. Options are those of the game's `game.toml`; one of kind `cards` takes the text of a
    card file, or its path. Raises BadSetup or BadCards.
    """
    rules = find(game)
    for setting in rules.about.option:
        own = options.get(setting.name)
        if setting.kind == "cards" and isinstance(own, str):
            options[setting.name] = own_or_house(own, "", "")[0]  # here a file may be named
    return begin(rules, seats, new_seed() if seed is None else seed, options)


def load(data: bytes | str) -> Position:
    """The position that `Position.save` gave. Raises BadSave if it is damaged, or of another version of the rules."""
    return _load(data, find)


def scenario(words: Mapping[str, object]) -> Position:
    """A constructed position: `{"game": …, "seats": …, "seed": …, "options": {…}, "set": {…}}`.

    `set` has the words of the game, which its README lists. Raises BadScenario, in a sentence that names what would do.
    """
    if not isinstance(words, Mapping):
        raise BadScenario("A scenario is a table of words.")
    game, seats, seed = words.get("game"), words.get("seats"), words.get("seed", 0)
    if not isinstance(game, str) or not isinstance(seats, int) or not isinstance(seed, int | str):
        raise BadScenario("A scenario names its game, its number of seats and, if it likes, a seed.")
    return arrange(find(game), words, seats, seed)
