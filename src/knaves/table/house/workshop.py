"""Where games of strangers are set up: card files, scenarios and records that did not come from this house.

Such work has a deadline and a bound on its memory, in a process of its own. One guest's work is done one after the
other, and always leaves a process free for others.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import cast
from weakref import WeakValueDictionary

from knaves.core.card_check import Looked
from knaves.core.errors import BadSetup, KnavesError
from knaves.games import find
from knaves.table.errors import Overrun, TooMuch
from knaves.table.house import table_openings
from knaves.table.house.long_work import asking
from knaves.table.house.table_openings import Opening
from knaves.table.house.worker import Worker
from knaves.table.log.storage import Row, Snapshot
from knaves.table.people.table_plan import SeatPlan, TablePlan
from knaves.table.state.book import Book

SECONDS = 8.0
SHOWN = 1.0
"""A position that takes longer to be put down would keep all tables waiting."""
QUEUE_MOST = 4
WORKERS = 3
TOO_MUCH = "This game takes more time or memory than one table gets here, so it was not opened."

Job = tuple[str, tuple[object, ...]]


def work(job: object) -> object:
    """In the process: what a job asks for. What our own set-up does not expect of a stranger is refused in words."""
    name, args = cast(Job, job)  # as `Workshop` has sent it
    try:
        return JOBS[name](*args)
    except (KnavesError, MemoryError):
        raise
    except Exception as error:
        raise BadSetup(
            f"This cannot be set up: something in it is not as the game needs it ({type(error).__name__})."
        ) from None


def open_plan(plan: TablePlan, now: float) -> tuple[Opening, bytes]:
    return _kept(table_openings.from_plan(plan, now))


def open_file(data: bytes, seats: tuple[SeatPlan, ...], now: float) -> tuple[Opening, bytes]:
    return _kept(table_openings.from_file(data, seats, now))


def _kept(made: Opening) -> tuple[Opening, bytes]:
    book, kept = rebuild(None, made.rows())
    if kept is None:
        raise BadSetup(book.notice)
    return made, kept


def rebuild(snapshot: Snapshot | None, rows: list[Row]) -> tuple[Book, bytes | None]:
    """The table that its log tells of: its book, and a snapshot of all (None: frozen)."""
    book, progress = table_openings.rebuild(snapshot, rows)
    if progress is None:
        return book, None
    kept = table_openings.write_snapshot(progress.keep())
    begun = time.perf_counter()
    table_openings.restore(kept)
    if time.perf_counter() - begun > SHOWN:
        raise Overrun(TOO_MUCH)
    return book, kept


def look_at_cards(game: str, text: str) -> Looked:
    return find(game).look_through(text)


JOBS: dict[str, Callable[..., object]] = {
    "plan": open_plan,
    "file": open_file,
    "rebuild": rebuild,
    "cards": look_at_cards,
}


class Workshop:
    """The server's side."""

    def __init__(self, seconds: float = SECONDS, handler: str = "knaves.table.house.workshop:work") -> None:
        self._idle = [Worker(handler, seconds) for _ in range(WORKERS)]
        self._all = tuple(self._idle)
        self._free = asyncio.Semaphore(WORKERS)
        self._openings = asyncio.Semaphore(WORKERS - 1)
        self._guests: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._queued: Counter[str] = Counter()

    async def open_plan(self, guest: str, plan: TablePlan, now: float) -> tuple[Opening, bytes]:
        return await self._for(guest, ("plan", (plan, now)))  # type: ignore[return-value]  # see `JOBS`

    async def open_file(
        self, guest: str, data: bytes, seats: tuple[SeatPlan, ...], now: float
    ) -> tuple[Opening, bytes]:
        return await self._for(guest, ("file", (data, seats, now)))  # type: ignore[return-value]  # see `JOBS`

    async def look_at_cards(self, guest: str, game: str, text: str) -> Looked:
        """A guest's card file, row by row."""
        return await self._for(guest, ("cards", (game, text)))  # type: ignore[return-value]  # see `JOBS`

    async def rebuild(self, snapshot: Snapshot | None, rows: list[Row]) -> tuple[Book, bytes | None]:
        """The table that its log tells of; whoever called puts it down from the snapshot. However many one guest goes
        on from, or wakes: one after the other."""
        job: Job = ("rebuild", (snapshot, rows))
        guest = asking.get()
        return await (self._in_turn(guest, job) if guest else self._call(job))  # type: ignore[return-value]  # see `JOBS`

    async def _for(self, guest: str, job: Job) -> object:
        if self._queued[guest] >= QUEUE_MOST:
            raise TooMuch(
                "You are asking for several tables or card files at once: wait until they are there."
            )
        self._queued[guest] += 1
        try:
            return await self._in_turn(guest, job)
        except Overrun:
            raise Overrun(TOO_MUCH) from None
        finally:
            self._queued[guest] -= 1
            if not self._queued[guest]:
                del self._queued[guest]

    async def _in_turn(self, guest: str, job: Job) -> object:
        lock = self._guests.setdefault(guest, asyncio.Lock())
        async with lock, self._openings:
            return await self._call(job)

    async def _call(self, job: Job) -> object:
        async with self._free:
            worker = self._idle.pop()
            try:
                return await worker.call(job)
            finally:
                self._idle.append(worker)

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._all))
