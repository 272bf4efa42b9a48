"""How a table that sleeps is read from the log again, and what becomes of one that would take the server with it."""

from __future__ import annotations

import contextlib
import logging

import msgspec

from knaves.core.errors import KnavesError
from knaves.table.house import table_openings
from knaves.table.house.long_work import Desk
from knaves.table.house.workshop import Workshop
from knaves.table.log import records as r
from knaves.table.log.storage import Storage
from knaves.table.state.book import Book
from knaves.table.state.progress import Progress

log = logging.getLogger("knaves.table")

MARKS_MOST = 2
LET_BE = "The server stopped twice while it woke this table, so the table rests. Its log is kept."
TOO_LONG = (
    "This game takes more time or memory than one table gets here, so the table rests. Its log is kept."
)


class Waking:
    """A table with cards, a scenario or a record of strangers is marked until it has come to rest: if the server died
    with it twice, it is not touched again."""

    def __init__(self, storage: Storage, workshop: Workshop, desk: Desk) -> None:
        self._storage = storage
        self._workshop = workshop
        self._desk = desk
        self._marked: set[str] = set()

    async def read(self, id: str) -> tuple[Book, Progress | None]:
        """The table with this id; without progress if it must rest."""
        opened = await self._opened(id)
        if opened is not None and table_openings.is_foreign(opened):
            return await self._foreign(id, opened)
        if (kept := await self._storage.snapshot(id)) is not None:
            rows = await self._storage.read(id, kept.seq)
            with contextlib.suppress(KnavesError):  # a snapshot that cannot be read: the log is the truth
                book, progress = await self._desk.do(table_openings.rebuild, kept, rows)
                if progress is not None:
                    return book, progress
        return await self._desk.do(table_openings.rebuild, None, await self._storage.read(id), kept)

    async def _opened(self, id: str) -> r.Opened | None:
        """The first record of a table; None if it cannot be read."""
        try:
            first = r.decode((await self._storage.read(id, 0, 1))[0].body)
        except (msgspec.DecodeError, IndexError):
            return None
        return first if isinstance(first, r.Opened) else None

    async def _foreign(self, id: str, opened: r.Opened) -> tuple[Book, Progress | None]:
        if await self.mark(id) >= MARKS_MOST:
            return table_openings.frozen(opened, await self._storage.read(id), LET_BE), None
        rows = await self._storage.read(id)
        try:
            book, kept = await self._workshop.rebuild(None, rows)
            if kept is None:
                return book, None
            progress = await self._desk.do(table_openings.restore, kept)
            return progress.book, progress
        except KnavesError as error:
            log.warning("table %s rests: %s", id, error)
            return table_openings.frozen(opened, rows, TOO_LONG), None

    def is_marked(self, id: str) -> bool:
        return id in self._marked

    async def mark(self, id: str) -> int:
        """How often it was marked, with this time."""
        times = await self._storage.mark(id)
        if times < MARKS_MOST:
            self._marked.add(id)
        return times

    async def unmark(self, id: str) -> None:
        self._marked.discard(id)
        await self._storage.unmark(id)

    async def close(self) -> None:
        for table in list(self._marked):
            await self.unmark(table)
