"""A bot that thinks: what becomes of each answer in worlds that the seat can imagine, and what that is worth.

All answers are tried in the same worlds with the same dice. Each is played on by the game's advice to where it has
landed (`Game.stage`), and the position there is judged by the learned value. Answers that fall clearly behind are
dropped round by round. The advised answer is left only for one that is better by more than chance (`SURE`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from knaves.bots.rollout import play_on
from knaves.bots.values import Value
from knaves.core.game import Game, Outlook
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import Option
from knaves.core.turns import HOLD

SURE = 1.5
BEHIND = 2.0  # standard errors behind the best: dropped


class Depth(NamedTuple):
    """How long a level thinks."""

    worlds: tuple[int, ...]  # in each round, of those answers that are still in
    seconds: float  # of processor time; no round begins after half of it
    answers: int = 24  # looked at, at most
    stages: int = 1  # to be played to their end


SHARP = Depth((3, 5), 0.05, 12)
RUTHLESS = Depth((4, 6, 10, 16, 24), 0.8)


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

    def choose(self, first: Position, seat: int, options: Sequence[Option]) -> Option:
        """`first`: a world the seat can imagine. More are imagined from it."""
        if len(options) == 1:
            return options[0]
        advised, judged = self.judge(first, seat, options)
        self.advised = advised
        if not judged:
            return advised
        best = max(judged, key=lambda one: one.mean)
        incumbent = next(one for one in judged if one.option == advised)
        gain, error = difference(best.chances, incumbent.chances)
        return best.option if gain > SURE * error and gain > 1e-6 else advised

    def judge(self, first: Position, seat: int, options: Sequence[Option]) -> tuple[Option, list[Judged]]:
        """The advised answer, and all answers that stayed in to the last round; none where there is one to look at."""
        began = time.thread_time()
        game, rng, state = self.game, self.rng, first.state
        advised = game.advise_state(state, seat, options, rng)
        tried = [o for o in options if o != advised and not game.pointless(state, seat, o)]
        if not tried:
            return advised, []
        if len(tried) >= self.depth.answers:
            tried = rng.sample(tried, self.depth.answers - 1)
        alive = [Judged(option, []) for option in (advised, *tried)]
        world = first
        for worlds in self.depth.worlds:
            tries = []
            for _ in range(worlds):
                tries.append((world, rng.getrandbits(48)))
                world = first.imagine(seat, rng)
            self.look(alive, tries, seat)
            alive = [alive[0], *still_in(alive)]
            if len(alive) == 1 or time.thread_time() - began > self.depth.seconds / 2:
                break
        return advised, alive

    def look(self, alive: list[Judged], tries: list[tuple[Position, int]], seat: int) -> None:
        """Every answer in every one of these worlds."""
        ends: list[tuple[int, int]] = []
        outlooks: list[Outlook] = []
        found: list[list[float]] = [[0.0] * len(tries) for _ in alive]
        for number, (world, luck) in enumerate(tries):
            for at, one in enumerate(alive):
                end = landed(world, seat, one.option, Random(luck), self.depth.stages)
                result = end.state.result
                if result is None:
                    ends.append((at, number))
                    outlooks.append(self.game.outlook(end.state))
                elif seat in result.winners:
                    found[at][number] = 1 / len(result.winners) if self.game.one_winner else 1.0
        for (at, number), chances in zip(ends, self.value.chances(outlooks), strict=True):
            found[at][number] = chances[seat]
        for one, row in zip(alive, found, strict=True):
            one.chances.extend(row)


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
    """Without the first (the advised answer): those not clearly behind the best."""
    best = max(alive, key=lambda one: one.mean)
    found = []
    for one in alive[1:]:
        gap, error = difference(best.chances, one.chances)
        if one is best or gap <= BEHIND * error:
            found.append(one)
    if len(found) > 1:  # the better half, at most
        found.sort(key=lambda one: -one.mean)
        found = found[: (len(alive) + 1) // 2]
    if best is alive[0]:  # nothing has to be better than what is advised for sure: stop early
        found = [one for one in found if one.mean >= best.mean - 2 * difference(best.chances, one.chances)[1]]
    return found


def difference(better: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """How much better in the same worlds, on average, and the standard error of that."""
    gaps = [a - b for a, b in zip(better, other, strict=True)]
    count = len(gaps)
    mean = sum(gaps) / count
    if count < 2:
        return mean, 1.0
    spread = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    return mean, sqrt(spread / count)
