"""How late the event loop is while bots think:  python scripts/lateness.py [--tables 20] [--seconds 10] [--level LEVEL]

Opens tables at which every other seat is a bot of this level, and measures how late a timer of the server's loop rings:
first while nobody thinks, then while all of them do. Also: how many answers the bots gave, and how often one had to be
answered for. `--level ponders`: bots that do nothing but think for as long as they may.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from knaves.bots import LEVELS, FairBot, Level
from knaves.table import Hall, SeatPlan, Table, TablePlan
from knaves.table.bots.deep import Deep, Thought, think
from knaves.table.bots.thinkers import Thinkers

STEP = 0.01


def ponder(request: object) -> object:
    """In the process: thinks for its whole budget, then answers as the usual bot."""
    told = cast(Thought, request)
    until = time.perf_counter() + told.budget
    while time.perf_counter() < until:
        sum(range(1000))
    return think(told._replace(level="fair"))


async def lateness(seconds: float) -> list[float]:
    """Of a timer that should ring every hundredth of a second, in milliseconds, sorted."""
    loop = asyncio.get_running_loop()
    found = []
    until = loop.time() + seconds
    while (due := loop.time() + STEP) < until:
        await asyncio.sleep(STEP)
        found.append(1000 * (loop.time() - due))
    return sorted(found)


def told(what: str, row: Sequence[float]) -> None:
    marks = [row[int(share * (len(row) - 1))] for share in (0.5, 0.95, 0.99)]
    print(f"{what:42} p50 {marks[0]:6.1f}  p95 {marks[1]:6.1f}  p99 {marks[2]:6.1f} ms")


async def answer(table: Table, token: str) -> None:
    """The person of a table: the first answer on offer, at once."""
    async with table.changes() as changes:
        async for _ in changes:
            ask = table.page(token, 0).ask
            if ask is not None and ask.yours:
                await table.answer(token, 0, ask.options[0].option, ask.seq)


async def measure(tables: int, seconds: float, processes: int | None, level: str) -> None:
    LEVELS["ponders"] = Level("ponders", "Thinks as long as it may.", FairBot, "worlds")
    deep = Deep(processes, "scripts.lateness:ponder") if level == "ponders" else Deep(processes)
    thinkers = Thinkers(deep=deep)
    hall = await Hall.open(":memory:", thinkers=thinkers, timer=False)
    try:
        await asyncio.gather(*(one.start() for one in deep._all))
        await asyncio.sleep(1)
        told(f"idle (load {os.getloadavg()[0]:.1f})", await lateness(seconds))
        seats = (SeatPlan("person", "Ann"), *(SeatPlan("bot", level=level) for _ in range(3)))
        plans = [TablePlan("villagers", seats, seed=number) for number in range(tables)]
        opened = [await hall.create(plan) for plan in plans]
        found = [await hall.table(ticket.table) for ticket in opened]
        people = [
            asyncio.create_task(answer(table, ticket.token))
            for table, ticket in zip(found, opened, strict=True)
        ]
        before = sum(len(table.book.played) for table in found)
        begun = time.monotonic()
        row = await lateness(seconds)
        answers = sum(len(table.book.played) for table in found) - before
        told(f"{tables} tables of {level} bots, {deep.processes} processes", row)
        rate = answers / (time.monotonic() - begun)
        for person in people:
            person.cancel()
        await asyncio.gather(*people, return_exceptions=True)
        print(f"{answers} answers, {rate:.1f} a second; {thinkers.late} had to be answered for")
    finally:
        await hall.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--level", default="ruthless")
    given = parser.parse_args()
    asyncio.run(measure(given.tables, given.seconds, given.processes, given.level))
