"""A bot that thinks: what becomes of each answer in worlds that the seat can imagine, and what that is worth.

All answers are tried in the same worlds with the same dice. Each is played on by the game's advice to where it has
landed (`Game.stage`), and the position there is judged by the learned value. Answers that fall clearly behind are
dropped round by round. The advised answer is left only for one that is better by more than chance (`Depth.sure`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from random import Random
from typing import NamedTuple

from knaves.bots.rollout import play_on
from knaves.bots.values import Value
from knaves.core.game import Game, ValueInputs
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import Option
from knaves.core.turns import HOLD

BEHIND = 2.0  # standard errors behind the best: dropped
LEAST = 1e-6  # a gain below this is none
LITTLE = 0.0003  # of a chance to win: where more worlds are worth no more than that, none are looked at
ENOUGH = 5  # worlds, before that is believed
AT_LEAST = 2  # worlds, however little time there is
DRAWN = 4  # worlds to choose from by how likely they are
FIRST = 0.25  # of the time goes to the first world: answers that it does not reach are not looked at
ASIDE = 0.2  # of the time goes to a chance to interject that the advice lets pass
FEW = 3  # answers are looked at, however little time there is


class Depth(NamedTuple):
    """How long a level thinks."""

    worlds: tuple[int, ...]  # in each round, of those answers that are still in
    seconds: float  # of processor time; on a slow machine fewer worlds are looked at
    answers: int = 24  # looked at, at most
    sure: float = 1.0  # standard errors by which another answer must beat the advised one
    further: bool = False  # looks past where an answer has landed, where that is worth its time


SHARP = Depth((2, 3, 5, 8, 12), 0.018, 8)
RUTHLESS = Depth((4, 6, 10, 20, 40), 0.3, 12, further=True)


class Judged(NamedTuple):
    """An answer, and how likely the seat is to win after it: in each world that was looked at."""

    option: Option
    chances: list[float]

    @property
    def mean(self) -> float:
        return sum(self.chances) / len(self.chances)


class Planner:
    """Thinks about one decision at a time; remembers nothing."""

    def __init__(self, game: Game[State], value: Value, depth: Depth, rng: Random) -> None:
        self.game = game
        self.value = value
        self.depth = depth
        self.rng = rng
        self.stages = game.stages_ahead + game.stages_further * depth.further

    def choose(self, first: Position, seat: int, options: Sequence[Option]) -> Option:
        """`first`: a world the seat can imagine. More are imagined from it."""
        return self.pick(self.judge(first, seat, options)).option

    def pick(self, judged: Sequence[Judged]) -> Judged:
        """The best of them, if it is surely better than the advised one."""
        advised = judged[0]
        best = max(judged, key=lambda one: one.mean)
        gain, error = difference(best.chances, advised.chances)
        return best if gain > max(self.depth.sure * error, LEAST) else advised

    def judge(self, first: Position, seat: int, options: Sequence[Option]) -> list[Judged]:
        """The advised answer, then all that stayed in to the last round; alone where no other is worth a look."""
        begun = time.thread_time()
        game, rng, state = self.game, self.rng, first.state
        advised = game.advise_state(state, seat, options, rng)
        seconds = self.depth.seconds * (ASIDE if advised == HOLD else 1.0)
        until, soon = begun + seconds, begun + FIRST * seconds
        others = [o for o in options if o != advised and not game.pointless(state, seat, o)]
        if len(others) >= FEW:
            others = [*game.promising(state, seat, others, rng)[: self.depth.answers - 1]]
        alive = [Judged(option, [0.0] if not others else []) for option in (advised, *others)]
        for worlds in self.depth.worlds if others else ():
            seen = self.look(alive, first, seat, worlds, until, soon)
            alive = [alive[0], *still_in(alive)]
            if len(alive) == 1 or seen < worlds or settled(self.pick(alive), alive):
                break
        return alive

    def look(
        self, alive: list[Judged], first: Position, seat: int, worlds: int, until: float, soon: float
    ) -> int:
        """Every answer in so many worlds more, the same for all; fewer, but two in all, if time runs out: how many.
        Answers that the first world of all does not reach `soon` are dropped."""
        ends: list[tuple[int, int, Position]] = []
        all_inputs: list[ValueInputs] = []
        found: list[list[float]] = []
        for number in range(worlds):
            if len(alive[0].chances) + number >= AT_LEAST and time.thread_time() > until:
                break
            world, luck = likely_world(self.game, first, seat, self.rng), self.rng.getrandbits(48)
            row = [0.0] * len(alive)
            for at, one in enumerate(alive):
                if at >= FEW and not alive[0].chances and not found and time.thread_time() > soon:
                    del alive[at:]
                    break
                end = landed(world, seat, one.option, Random(luck), self.stages)
                result = end.state.result
                if result is None:
                    ends.append((number, at, end))
                    all_inputs.append(self.game.value_inputs(end.state))
                elif seat in result.winners:
                    row[at] = 1 / len(result.winners) if self.game.one_winner else 1.0
            found.append(row)
        for (number, at, end), chances in zip(ends, self.value.chances(all_inputs), strict=True):
            found[number][at] = self.worth(end, chances, seat)
        for at, one in enumerate(alive):
            one.chances.extend(row[at] for row in found)
        return len(found)

    def worth(self, end: Position, chances: Sequence[float], seat: int) -> float:
        """What an end is worth to this seat, with everybody's chance to win there."""
        return chances[seat]


def likely_world(game: Game[State], first: Position, seat: int, rng: Random) -> Position:
    """A world; where some go better with what the others have done, one of a few by how well."""
    world = first.imagine(seat, rng)
    weight = game.likelihood(world.state, seat)
    if weight == 1.0:
        return world
    drawn = [(weight, world)]
    for _ in range(DRAWN - 1):
        world = first.imagine(seat, rng)
        drawn.append((game.likelihood(world.state, seat), world))
    return rng.choices([one for _, one in drawn], [weight for weight, _ in drawn])[0]


def landed(world: Position, seat: int, option: Option, rng: Random, stages: int) -> Position:
    """The world after this answer, played on to where it has landed."""
    end = world.clone()
    if option == HOLD:
        play_on(end, rng, seat + 1, stages)
    else:
        end.take(seat, option)
        play_on(end, rng, 0, stages)
    return end


def still_in(alive: list[Judged]) -> list[Judged]:
    """Of all but the first, the better half of those that are not clearly behind the best."""
    best = max(alive, key=lambda one: one.mean)
    found = []
    for one in alive[1:]:
        gap, error = difference(best.chances, one.chances)
        if one is best or gap <= BEHIND * error:
            found.append(one)
    found.sort(key=lambda one: -one.mean)
    return found[: (len(alive) + 1) // 2]


def settled(pick: Judged, alive: Sequence[Judged]) -> bool:
    """Is hardly anything lost, as far as can be known, if this one is taken and another one is really better?"""
    if len(pick.chances) < ENOUGH:
        return False
    return all(regret(*difference(pick.chances, one.chances)) <= LITTLE for one in alive if one is not pick)


def regret(ahead: float, error: float) -> float:
    """How much is lost on average, if what is so far ahead, give or take so much, is taken though it is behind."""
    if not error:
        return max(0.0, -ahead)
    away = ahead / error
    return error * (exp(-away * away / 2) / sqrt(2 * pi) - away * erfc(away / sqrt(2)) / 2)


def difference(better: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """How much better in the same worlds, on average, and the standard error of that: the larger the fewer worlds,
    because a few that agree by chance say little about the spread."""
    gaps = [a - b for a, b in zip(better, other, strict=True)]
    count = len(gaps)
    mean = sum(gaps) / count
    if count < 2:
        return mean, 1.0
    spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    return mean, sqrt(spread / count * (count + 1) / (count - 1))
