"""What becomes of answers, in the same worlds for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from knaves.bots.planner import likely_world
from knaves.bots.rollout import play_on
from knaves.bots.values import Value, value_of
from knaves.core.beat import Unfinished, play_bounded
from knaves.core.ending import win_shares
from knaves.core.game import Game, ValueInputs
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import Option

AHEAD = 2
"""So many turns or rounds (`Game.stage`) an answer is played on before the learned value judges it."""


class Outcome(NamedTuple):
    """How one imagined game ended, or how likely each seat is to win it."""

    wins: tuple[float, ...]  # by seat, see `win_shares`
    scores: tuple[int, ...] = ()  # of a game that was played to its end


def play_out(world: Position, rng: Random) -> Outcome:
    """Plays an imagined world to its end, every seat by the game's advice."""
    game = world.game
    try:
        play_bounded(world, lambda p, seat, options: game.advise_state(p.state, seat, options, rng))
    except Unfinished:
        return Outcome((0.0,) * world.seats, (0,) * world.seats)
    return ended(world)


def learned(game: Game[State], seats: int) -> Value | None:
    """The learned value of exactly such tables: another's would judge what it has never seen."""
    found = value_of(game, seats)
    return found if found is not None and found.weights.seats == seats else None


def landing(world: Position, rng: Random, value: Value | None, ahead: int = AHEAD) -> Outcome | ValueInputs:
    """Plays an imagined world on: to where the learned value can judge it, or to its end where there is none."""
    if value is None:
        return play_out(world, rng)
    play_on(world, rng, stages=ahead)
    return ended(world) if world.result is not None else world.game.value_inputs(world.state)


def outcomes(found: Sequence[Outcome | ValueInputs], value: Value | None) -> list[Outcome]:
    """What was found, with all of them judged at once."""
    all_inputs = [one for one in found if isinstance(one, ValueInputs)]
    judged = iter(value.chances(all_inputs) if value is not None and all_inputs else ())
    return [Outcome(tuple(next(judged))) if isinstance(one, ValueInputs) else one for one in found]


def ended(world: Position) -> Outcome:
    result = world.result
    assert result is not None
    wins = win_shares(result.winners, world.seats, world.game.one_winner)
    return Outcome(tuple(wins), result.scores)


class WinMargin(NamedTuple):
    """How much more often one answer wins than another, and the error of that (one standard deviation)."""

    mean: float
    error: float


class AnswerTrial(NamedTuple):
    """One answer in all worlds so far."""

    option: Option
    outcomes: list[Outcome]

    def chance(self, seat: int) -> float:
        return sum(one.wins[seat] for one in self.outcomes) / len(self.outcomes)


def difference(better: AnswerTrial, other: AnswerTrial, seat: int, after: int = 0) -> WinMargin:
    """Paired, world by world. `after`: without so many first worlds, by which an answer was chosen."""
    pairs = zip(better.outcomes[after:], other.outcomes[after:], strict=False)
    rows = [one.wins[seat] - two.wins[seat] for one, two in pairs]
    if better is other:
        return WinMargin(0.0, 0.0)
    count = len(rows)
    if count < 2:
        return WinMargin(sum(rows), 1.0)
    mean = sum(rows) / count
    # as if one world more had gone the other way: a few equal worlds do not prove equality
    other_way = 1.0 if all(row in (-1, 0, 1) for row in rows) else 0.02
    spread = (sum((row - mean) ** 2 for row in rows) + other_way) / (count - 1)
    return WinMargin(mean, sqrt(spread / count))


class Trials:
    """The answers of one decision, tried in worlds of its seat. The same number, the same world and the same dice."""

    def __init__(
        self, position: Position, seat: int, options: Sequence[Option], seed: str, ahead: int = AHEAD
    ) -> None:
        self.position = position
        self.seat = seat
        self.seed = seed
        self.ahead = ahead
        self.value = learned(position.game, position.seats)
        self.trials = [AnswerTrial(option, []) for option in options]

    def world(self, number: int) -> Position:
        game, rng = self.position.game, Random(f"{self.seed} {number}")
        return likely_world(game, self.position, self.seat, rng)

    def luck(self, number: int) -> Random:
        return Random(f"{self.seed} play {number}")

    def more(self, worlds: int, of: Sequence[AnswerTrial] | None = None) -> None:
        """Tries all answers, or some that have been tried equally often, in so many worlds more than they have."""
        chosen = self.trials if of is None else of
        first = len(chosen[0].outcomes)
        found: list[Outcome | ValueInputs] = []
        for number in range(first, first + worlds):
            world = self.world(number)
            for trial in chosen:
                tried = world.clone()
                tried.take(self.seat, trial.option)
                found.append(landing(tried, self.luck(number), self.value, self.ahead))
        for at, outcome in enumerate(outcomes(found, self.value)):
            chosen[at % len(chosen)].outcomes.append(outcome)

    def of(self, option: Option) -> AnswerTrial:
        return next(trial for trial in self.trials if trial.option == option)

    @property
    def worlds(self) -> int:
        """That were played, all answers together."""
        return sum(len(trial.outcomes) for trial in self.trials)
