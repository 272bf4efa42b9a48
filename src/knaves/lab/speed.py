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
from collections.abc import Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import knaves
from knaves.core.beat import play_randomly

PLIES = 10


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
    rng = Random(1)
    decisions = games = 0
    spent = 0.0
    while spent < seconds:
        position = knaves.start(game, seats=seats, seed=games, **options)
        start = process_time()
        decisions += play_randomly(position, rng)
        spent += process_time() - start
        games += 1
    middle = half_way(game, seats, decisions // games // 2, **options)
    return Speed(
        decisions / spent,
        games / spent,
        best_of(lambda: middle.clone(), 2000),
        best_of(lambda: middle.imagine(0, rng), 300),
        best_of(lambda: middle.view(0), 300),
        memory(game, seats, decisions // games // 2, **options),
        applied(game, seats, seconds / 4, **options),
        1e6 / best_of(lambda: search(middle, rng), 100),
        best_of(lambda: middle.game.encode(middle.state, 0), 300),
    )


def applied(game: str, seats: int, seconds: float, **options: object) -> float:
    """Decisions a second when every answer is checked and can be rolled back."""
    rng, decisions, games, spent = Random(2), 0, 0, 0.0

    while spent < seconds:
        position = knaves.start(game, seats=seats, seed=games, **options)
        start = process_time()
        while (ask := position.ask()) is not None:
            seat = ask.seats[0]
            answers = ask.options(seat)
            position.apply(seat, answers[int(rng.random() * len(answers))])
            decisions += len(answers) > 1
        spent += process_time() - start
        games += 1
    return decisions / spent


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
    decisions = games = 0
    spent = 0.0
    while spent < seconds:
        game = Game([RandomPlayer(color) for color in colors], seed=games)
        start = process_time()
        game.play()
        spent += process_time() - start
        decisions += len(game.state.actions)
        games += 1
    middle = Game([RandomPlayer(color) for color in colors], seed=1)
    for _ in range(decisions // games // 2):
        middle.play_tick()
    return Speed(decisions / spent, games / spent, best_of(lambda: middle.copy(), 200))
