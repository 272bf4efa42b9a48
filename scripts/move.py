"""What a move at a table costs, by its parts:  python -m scripts.move [GAME ...]

In one process and without a network: the answer, and for each of four seats its page, made and drawn. Processor time;
the same moves are played several times, in a fresh process each, and the least of each counts, so that others on the
machine count as little as can be. `make load` measures the same with servers and sockets.

The clocks of the threads are read, one by one: that of the process goes in ticks while a bound is set for a table.
"""

from __future__ import annotations

import argparse
import asyncio
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from random import Random
from threading import enumerate as threads
from time import clock_gettime, pthread_getcpuclockid
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table as Sheet

from knaves.games import GAMES
from knaves.table import Hall, SeatPlan, Table, TablePlan
from knaves.web import collector
from knaves.web.draw.rendering import drawn, read_all
from knaves.web.push.sockets import LINES

NAMES = ("Ann", "Bob", "Cyd", "Dan")
WARM = 10  # moves of each table before the first that counts


class Cost(NamedTuple):
    """Seconds of one move."""

    answer: float
    page: float
    draw: float


def spent() -> float:
    """Seconds of processor time so far."""
    return sum(clock_gettime(pthread_getcpuclockid(one.ident)) for one in threads() if one.ident is not None)


async def move(table: Table, token: str, rng: Random) -> Cost:
    times = [spent()]
    pages = [table.page(token, seat, lines=LINES, targets=0) for seat in range(len(NAMES))]
    times.append(spent())
    for page in pages:
        drawn(page, pushed=True)
    times.append(spent())
    seat, ask = next((seat, p.ask) for seat, p in enumerate(pages) if p.ask is not None and p.ask.yours)
    option = rng.choice(ask.options).option
    began = spent()
    await table.answer(token, seat, option, ask.seq)
    parts = [after - before for before, after in pairwise(times)]
    return Cost(spent() - began, *parts)


async def played(game: str, tables: int, moves: int) -> list[Cost]:
    """The same moves every time, in turn at each table."""
    read_all()
    collector.settle()
    hall = await Hall.open(":memory:", timer=False, pace=0.0)
    people = tuple(SeatPlan("person", name) for name in NAMES)
    opened = []
    for seed in range(tables):
        ticket = await hall.create(TablePlan(game, people, seed=seed))
        opened.append((await hall.table(ticket.table), ticket.token, Random(seed)))
    costs = []
    for number in range(WARM + moves):
        for table, token, rng in opened:
            if table.status == "running":
                cost = await move(table, token, rng)
                costs += [cost] if number >= WARM else []
    await hall.close()
    return costs


def run(game: str, tables: int, moves: int) -> list[Cost]:
    return asyncio.run(played(game, tables, moves))


def apart(game: str, tables: int, moves: int) -> list[Cost]:
    """In a process that has drawn nothing yet."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(run, game, tables, moves).result()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("games", nargs="*", default=list(GAMES))
    words.add_argument("--tables", type=int, default=4)
    words.add_argument("--moves", type=int, default=40)
    words.add_argument("--runs", type=int, default=4)
    given = words.parse_args()
    sheet = Sheet("game", "a move", *Cost._fields, title="milliseconds of processor time, four pages")
    for game in given.games:
        rounds = track(range(given.runs), description=game)
        runs = [apart(game, given.tables, given.moves) for _ in rounds]
        least = [[min(part) for part in zip(*same, strict=True)] for same in zip(*runs, strict=True)]
        means = [1000 * sum(column) / len(least) for column in zip(*least, strict=True)]
        sheet.add_row(game, *(f"{ms:.2f}" for ms in (sum(means), *means)))
    Console().print(sheet)


if __name__ == "__main__":
    main()
