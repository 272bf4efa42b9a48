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

    There is no way from here to the truth: what is kept is a world imagined for this seat when one is needed.
    """

    __slots__ = ("__position", "options", "seat")

    def __init__(self, position: Position, seat: int, options: Sequence[Option]) -> None:
        self.seat = seat
        self.options = options
        self.__position = position

    @property
    def view(self) -> View:
        return self.__position.view(self.seat)

    def imagine(self, rng: Random) -> Position:
        return self.__position.imagine(self.seat, rng)


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
