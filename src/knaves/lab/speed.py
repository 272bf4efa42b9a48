"""Measuring the engine: uniformly random games on one core, beside a peer in the same run.

By processor time, so that others on the machine count as little as can be. A machine's speed changes from second to
second: peer and game are measured in turn, in short slices, and what is compared is each slice with the one beside it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import process_time
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

import knaves
from knaves.core.beat import play_randomly

if TYPE_CHECKING:
    from catanatron import Game

PLIES = 10
SLICES = 15
MIDDLES = 8  # games that are looked at half way through: what a call costs differs much from step to step
COUNTED, LONGEST = 10, 50_000  # games and decisions of the peer that are looked at
T = TypeVar("T")


class Rate(NamedTuple):
    decisions: float  # a second
    games: float


class TimesPeer(NamedTuple):
    """So many times the peer, slice by slice: the median, and the quarters below and above it."""

    middle: float
    low: float
    high: float


class Speed(NamedTuple):
    decisions: float  # a second; with at least two legal answers. The best slice, as all that follows
    games: float  # a second
    clone: float  # microseconds
    imagine: float = 0.0
    view: float = 0.0
    kilobytes: float = 0.0  # of one running game
    applied: float = 0.0  # answers a second through `Position.apply`, as a person's come: all are counted
    searches: float = 0.0  # a second: imagine a world, ten random decisions, look at the scores
    encode: float = 0.0  # microseconds: what a seat may know as numbers
    times: TimesPeer | None = None  # the peer's decisions
    applied_times: TimesPeer | None = None  # likewise, through `Position.apply`
    clone_times: TimesPeer | None = None  # the peer's copy takes so much longer

    @classmethod
    def read(cls, row: dict[str, object]) -> Speed:
        """Of a file."""
        return msgspec.convert([row[name] for name in cls._fields], cls)


def measure(game: str, seats: int, seconds: float, peer: Peer | None = None, **options: object) -> Speed:
    def begin(number: int) -> knaves.Position:
        return knaves.start(game, seats=seats, seed=number, **options)

    piece = seconds / SLICES
    theirs, played, applied = list[Rate](), list[Rate](), list[Rate]()
    for _ in range(SLICES):
        if peer is not None:
            theirs.append(peer.play(piece))
        played.append(rate(begin, play_randomly, piece))
        applied.append(rate(begin, apply_randomly, piece))
    best, rng = max(played), Random(1)
    middles = [half_way(game, seats, number, **options) for number in range(MIDDLES)]
    copies = [(peer.copy() if peer else 0.0, of(middles[0].clone, 1000)) for _ in range(SLICES)]
    return Speed(
        best.decisions,
        best.games,
        min(own for _, own in copies),
        best_of(lambda one: one.imagine(0, rng), middles, 40),
        best_of(lambda one: one.view(0), middles, 40),
        memory(game, seats, **options),
        max(applied).decisions,
        1e6 / best_of(lambda one: search(one, rng), middles, 40),
        best_of(lambda one: one.game.encode(one.state, 0), middles, 40),
        spread([ours.decisions / other.decisions for ours, other in zip(played, theirs, strict=False)]),
        spread([ours.decisions / other.decisions for ours, other in zip(applied, theirs, strict=False)]),
        spread([other / own for other, own in copies]) if peer else None,
    )


def rate(begin: Callable[[int], T], play: Callable[[T, Random], int], seconds: float) -> Rate:
    """How fast whole games are played: one slice, the same games every time."""
    rng, decisions, games, spent = Random(1), 0, 0, 0.0
    while spent < seconds:
        one = begin(games)
        start = process_time()
        decisions += play(one, rng)
        spent += process_time() - start
        games += 1
    return Rate(decisions / spent, games / spent)


def spread(ratios: Sequence[float]) -> TimesPeer | None:
    if not ratios:
        return None
    low, middle, high = quantiles(ratios, n=4)
    return TimesPeer(middle, low, high)


def apply_randomly(position: knaves.Position, rng: Random) -> int:
    """A random game in which every answer is checked and can be rolled back. Returns how many there were: those without
    a choice count, as they do for the peer, because they too are asked for, checked and kept."""
    answered = 0
    while (ask := position.ask()) is not None:
        seat = ask.seats[0]
        answers = ask.options(seat)
        position.apply(seat, answers[int(rng.random() * len(answers))])
        answered += 1
    return answered


def search(position: knaves.Position, rng: Random) -> int:
    """One iteration of a search ten plies deep, as bots do it."""
    world = position.imagine(0, rng)
    random = rng.random
    for _ in range(PLIES):
        choice = world.choice
        if choice is None:
            break
        seat, answers = choice.seat, choice.options
        if choice.each is not None:
            seat = world.first_of(choice.each)
            answers = choice.each[seat]
        world.take(seat, answers[int(random() * len(answers))])
    return world.result.scores[0] if world.result is not None else 0


def measure_plain(games: Sequence[str], seconds: float, peer: bool) -> dict[str, Speed]:
    """The figures of the plain build, where the compiled one runs: in a process of its own, on a copy of the source."""
    with tempfile.TemporaryDirectory() as aside:
        package = Path(knaves.__file__).parent
        shutil.copytree(package, Path(aside) / "knaves", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        out = Path(aside) / "figures.json"
        words = ["bench", *games, "--seconds", str(seconds), "--json", str(out)]
        words += [] if peer else ["--no-peer"]
        command = [sys.executable, "-c", f"from knaves.cli import main; main({words!r})"]
        subprocess.run(
            command, env={**os.environ, "PYTHONPATH": aside}, check=True, stdout=subprocess.DEVNULL
        )
        return {game: Speed.read(row) for game, row in json.loads(out.read_text("utf-8")).items()}


def half_way(game: str, seats: int, seed: int, **options: object) -> knaves.Position:
    """A random game after half of its answers: the same position every time."""
    whole, half = (knaves.start(game, seats=seats, seed=seed, **options) for _ in range(2))
    apply_randomly(whole, Random(seed))
    answers = whole.log or []
    for seat, option in answers[: len(answers) // 2]:
        half.apply(seat, option)
    return half


def best_of(
    call: Callable[[knaves.Position], object], positions: Sequence[knaves.Position], times: int
) -> float:
    """Microseconds of a call, on average over the positions: of each the best of seven runs, so that a busy machine
    does not count."""
    best = [min(of(partial(call, one), times) for _ in range(7)) for one in positions]
    return sum(best) / len(best)


def of(call: Callable[[], object], times: int) -> float:
    """Microseconds of a call, in one run."""
    start = process_time()
    for _ in range(times):
        call()
    return (process_time() - start) / times * 1e6


def memory(game: str, seats: int, **options: object) -> float:
    """Kilobytes that one more running game takes, its log among them."""
    half_way(game, seats, 0, **options)  # static data is loaded now
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = half_way(game, seats, 0, **options)
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert kept is not None
    return size / 1000


class Peer:
    """Catanatron, four random players at Catan. ImportError if it is not installed."""

    def __init__(self) -> None:
        from catanatron import Color, Game, RandomPlayer

        colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

        def begin(number: int) -> Game:
            return Game([RandomPlayer(color) for color in colors], seed=number)

        self._begin = begin
        self._played: list[Rate] = []
        self._copied: list[float] = []
        answers: list[int] = []  # how many there were, by decision
        for number in range(COUNTED):
            game = self._begin(number)
            while game.winning_color() is None and len(answers) < LONGEST:
                answers.append(len(game.state.playable_actions))
                game.play_tick()
        self.chosen = sum(n > 1 for n in answers) / len(answers)  # of its decisions: two answers or more
        self._middle = self._begin(1)
        for _ in range(len(answers) // COUNTED // 2):
            self._middle.play_tick()

    def play(self, seconds: float) -> Rate:
        """One slice of whole games."""

        def play(game: Game, _: Random) -> int:
            game.play()
            return len(game.state.actions)

        self._played.append(rate(self._begin, play, seconds))
        return self._played[-1]

    def copy(self) -> float:
        """Microseconds of `game.copy()`, half way through a game."""
        self._copied.append(of(self._middle.copy, 100))
        return self._copied[-1]

    @property
    def speed(self) -> Speed:
        """The best of what was measured."""
        best = max(self._played)
        return Speed(best.decisions, best.games, min(self._copied))
