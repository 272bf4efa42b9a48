"""Players without a body. A bot gets an observation and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from knaves.core.errors import BadSetup
from knaves.core.game import Game, View
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import Option


class Observation:
    """What a seat may know, when it has to answer: its view, its options, and worlds it can imagine.

    There is no way from here to the truth: what is kept is the view, and a world imagined for this seat if the bot
    wants worlds (then it gives an `rng`).
    """

    __slots__ = ("_world", "options", "seat", "view")

    def __init__(
        self,
        position: Position,
        seat: int,
        options: Sequence[Option],
        rng: Random | None = None,
        looks: bool = True,
    ) -> None:
        self.seat = seat
        self.options = options
        self.view: View = position.view(seat) if looks else {}
        self._world = None if rng is None else position.imagine(seat, rng)

    def imagine(self, rng: Random) -> Position:
        """Another world that the seat cannot tell from the real one."""
        if self._world is None:
            raise ValueError("This observation was made without a world to imagine from.")
        return self._world.imagine(self.seat, rng)


class Bot(Protocol):
    def choose(self, seen: Observation) -> Option: ...


class RandomBot:
    """Uniform over verbs, then over the options of that verb."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, seen: Observation) -> Option:
        verbs = list(dict.fromkeys(option[0] for option in seen.options))
        verb = verbs[int(self.rng.random() * len(verbs))]
        options = [option for option in seen.options if option[0] == verb]
        return options[int(self.rng.random() * len(options))]


class RulesBot:
    """A page of priorities per game: what the game itself advises a beginner."""

    def __init__(self, game: Game[State], rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, seen: Observation) -> Option:
        return self.game.advise(seen.view, seen.options, self.rng)


LEVELS = ("random", "rules")


def make(level: str, game: Game[State], seed: int | str) -> Bot:
    """A bot of this level. The same seed gives the same answers to the same observations."""
    if level not in LEVELS:
        raise BadSetup(f"There is no bot called {level!r}; there are: {', '.join(LEVELS)}.")
    rng = Random(f"knaves bot {level} {seed}")
    return RandomBot(rng) if level == "random" else RulesBot(game, rng)
