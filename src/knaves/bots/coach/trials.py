"""What becomes of answers, in the same worlds for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from knaves.core.beat import play
from knaves.core.position import Position
from knaves.core.step import Option


class Outcome(NamedTuple):
    """How one imagined game ended."""

    wins: tuple[float, ...]  # by seat; a shared win in parts
    scores: tuple[int, ...]


class Unfinished(Exception):
    """More decisions than the game can have."""


def play_out(world: Position, rng: Random) -> Outcome:
    """Plays an imagined world to its end, every seat by the game's advice."""
    game = world.game
    asked, longest = 0, game.about.longest

    def choose(position: Position, seat: int, options: Sequence[Option]) -> Option:
        nonlocal asked
        asked += 1
        if asked > longest:
            raise Unfinished
        return game.advise(position.view(seat), options, rng)

    try:
        play(world, choose)
    except Unfinished:
        return Outcome((0.0,) * world.seats, (0,) * world.seats)
    result = world.result
    assert result is not None
    part = 1 / len(result.winners) if result.winners else 0.0
    return Outcome(tuple(part if s in result.winners else 0.0 for s in range(world.seats)), result.scores)


class Difference(NamedTuple):
    """How much more often one answer wins than another, and the error of that (one standard deviation)."""

    mean: float
    error: float


class Trial(NamedTuple):
    """One answer in all worlds so far."""

    option: Option
    outcomes: list[Outcome]

    def chance(self, seat: int) -> float:
        return sum(one.wins[seat] for one in self.outcomes) / len(self.outcomes)

    def score(self, seat: int) -> float:
        return sum(one.scores[seat] for one in self.outcomes) / len(self.outcomes)


def difference(better: Trial, other: Trial, seat: int, after: int = 0) -> Difference:
    """Paired, world by world. `after`: without so many first worlds, by which an answer was chosen."""
    pairs = zip(better.outcomes[after:], other.outcomes[after:], strict=False)
    rows = [one.wins[seat] - two.wins[seat] for one, two in pairs]
    if better is other:
        return Difference(0.0, 0.0)
    count = len(rows)
    if count < 2:
        return Difference(sum(rows), 1.0)
    mean = sum(rows) / count
    # as if one world more had gone the other way: a few equal worlds do not prove equality
    spread = (sum((row - mean) ** 2 for row in rows) + 1.0) / (count - 1)
    return Difference(mean, sqrt(spread / count))


class Trials:
    """The answers of one decision, tried in worlds of its seat. The same number, the same world."""

    def __init__(self, position: Position, seat: int, options: Sequence[Option], seed: str) -> None:
        self.position = position
        self.seat = seat
        self.seed = seed
        self.trials = [Trial(option, []) for option in options]

    def more(self, worlds: int, of: Sequence[Trial] | None = None) -> None:
        """Tries all answers, or some, in so many worlds more than they have."""
        for trial in self.trials if of is None else of:
            for number in range(len(trial.outcomes), len(trial.outcomes) + worlds):
                world = self.position.imagine(self.seat, Random(f"{self.seed} {number}"))
                world.take(self.seat, trial.option)
                trial.outcomes.append(play_out(world, Random(f"{self.seed} play {number}")))

    def of(self, option: Option) -> Trial:
        return next(trial for trial in self.trials if trial.option == option)
