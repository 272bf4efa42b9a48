"""Measuring the engine: uniformly random games on one core, beside a peer in the same run.

By processor time, so that others on the machine count as little as can be.
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
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple, TypeVar

import knaves
from knaves.core.beat import play_randomly

PLIES = 10
RUNS = 5
T = TypeVar("T")


class Rate(NamedTuple):
    decisions: float  # a second
    games: float


class Speed(NamedTuple):
    decisions: float  # a second; with at least two legal answers
    games: float  # a second
    clone: float  # microseconds
    imagine: float = 0.0
    view: float = 0.0
    kilobytes: float = 0.0  # of one running game
    applied: float = 0.0  # decisions a second through `Position.apply`, as a person's answers come
    searches: float = 0.0  # a second: imagine a world, ten random decisions, look at the scores
    encode: float = 0.0  # microseconds: what a seat may know as numbers


def measure(game: str, seats: int, seconds: float, **options: object) -> Speed:
    def begin(number: int) -> knaves.Position:
        return knaves.start(game, seats=seats, seed=number, **options)

    played, rng = best_rate(begin, play_randomly, seconds), Random(1)
    steps = int(played.decisions / played.games) // 2
    middle = half_way(game, seats, steps, **options)
    return Speed(
        played.decisions,
        played.games,
        best_of(lambda: middle.clone(), 2000),
        best_of(lambda: middle.imagine(0, rng), 300),
        best_of(lambda: middle.view(0), 300),
        memory(game, seats, steps, **options),
        best_rate(begin, apply_randomly, seconds / 2).decisions,
        1e6 / best_of(lambda: search(middle, rng), 100),
        best_of(lambda: middle.game.encode(middle.state, 0), 300),
    )


def best_rate(begin: Callable[[int], T], play: Callable[[T, Random], int], seconds: float) -> Rate:
    """How fast whole games are played: the best of several runs over the same games, so that a busy machine counts as
    little as can be."""
    best = Rate(0.0, 0.0)
    for _ in range(RUNS):
        rng, decisions, games, spent = Random(1), 0, 0, 0.0
        while spent < seconds / RUNS:
            one = begin(games)
            start = process_time()
            decisions += play(one, rng)
            spent += process_time() - start
            games += 1
        best = max(best, Rate(decisions / spent, games / spent))
    return best


def apply_randomly(position: knaves.Position, rng: Random) -> int:
    """A random game in which every answer is checked and can be rolled back. Returns the number of decisions."""
    decisions = 0
    while (ask := position.ask()) is not None:
        seat = ask.seats[0]
        answers = ask.options(seat)
        position.apply(seat, answers[int(rng.random() * len(answers))])
        decisions += len(answers) > 1
    return decisions


def search(position: knaves.Position, rng: Random) -> int:
    """One iteration of a search ten plies deep, as bots do it."""
    world = position.imagine(0, rng)
    random = rng.random
    for _ in range(PLIES):
        choice = world.choice
        if choice is None:
            break
        seat = choice.seat if choice.each is None else next(s for s in choice.each if s not in world.sealed)
        answers = choice.answers_of(seat) or []
        world.take(seat, answers[int(random() * len(answers))])
    return world.result.scores[0] if world.result is not None else 0


def measure_plain(games: Sequence[str], seconds: float) -> dict[str, Speed]:
    """The figures of the plain build, where the compiled one runs: in a process of its own, on a copy of the source."""
    with tempfile.TemporaryDirectory() as aside:
        package = Path(knaves.__file__).parent
        shutil.copytree(package, Path(aside) / "knaves", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        out = Path(aside) / "figures.json"
        words = ["bench", *games, "--seconds", str(seconds), "--no-peer", "--json", str(out)]
        command = [sys.executable, "-c", f"from knaves.cli import main; main({words!r})"]
        subprocess.run(
            command, env={**os.environ, "PYTHONPATH": aside}, check=True, stdout=subprocess.DEVNULL
        )
        return {game: Speed(**row) for game, row in json.loads(out.read_text("utf-8")).items()}


def half_way(game: str, seats: int, steps: int, **options: object) -> knaves.Position:
    """A random game after so many answers."""
    position = knaves.start(game, seats=seats, seed=1, **options)
    rng = Random(1)
    for _ in range(steps):
        ask = position.ask()
        if ask is None:
            break
        seat = ask.seats[0]
        before = position.clone()
        position.apply(seat, rng.choice(ask.options(seat)))
        if position.ask() is None:
            return before
    return position


def best_of(call: object, times: int) -> float:
    """Microseconds of a call: the best of seven runs, so that a busy machine does not count."""
    assert callable(call)
    best = float("inf")
    for _ in range(7):
        start = process_time()
        for _ in range(times):
            call()
        best = min(best, process_time() - start)
    return best / times * 1e6


def memory(game: str, seats: int, steps: int, **options: object) -> float:
    """Kilobytes that one more running game takes, its log among them."""
    half_way(game, seats, steps, **options)  # static data is loaded now
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = half_way(game, seats, steps, **options)
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert kept is not None
    return size / 1000


def measure_catanatron(seconds: float) -> Speed | None:
    """The same for catanatron: four random players, `game.copy()`. None if it is not installed."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def begin(number: int) -> Game:
        return Game([RandomPlayer(color) for color in colors], seed=number)

    def play(game: Game, _: Random) -> int:
        game.play()
        return len(game.state.actions)

    played, middle = best_rate(begin, play, seconds), begin(1)
    for _ in range(int(played.decisions / played.games) // 2):
        middle.play_tick()
    return Speed(played.decisions, played.games, best_of(lambda: middle.copy(), 200))
