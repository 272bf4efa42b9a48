"""A table's pen: checks, writes, and only then lets it happen. The log's number decides between two clicks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import ParamSpec, Protocol, TypeVar

import msgspec

from knaves.core.errors import KnavesError, Refused, RuleBug
from knaves.table.bots.thinkers import Thinkers
from knaves.table.errors import Conflict, NoTable, Unreachable
from knaves.table.house.budget import Spent, within
from knaves.table.house.meter import Meter
from knaves.table.house.side_work import SideWork
from knaves.table.log import records as r
from knaves.table.log.storage import Row, Snapshot, Storage
from knaves.table.people.table_plan import Status
from knaves.table.state.book import Book
from knaves.table.state.progress import Progress, Trial

log = logging.getLogger("knaves.table")
P = ParamSpec("P")
T = TypeVar("T")

Draft = list[r.AnyRecord | tuple[r.Answered, Trial]]
"""What is to be written: records, an answer with its trial."""
KEEP_EVERY = 64
"""A snapshot is kept so many records apart."""

WRONG = "A rule of this game went wrong. The table stopped before that answer; its record is kept."
AWAY = "What another server has written could not be read just now, so nothing happened here. Try again."
SPENT = "That answer took more time than one table gets, so the table stopped before it. Its record is kept."


class Services(Protocol):
    """What a table needs of the house it stands in."""

    storage: Storage
    meter: Meter
    thinkers: Thinkers
    pace: float

    def now(self) -> float: ...

    async def apart(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Long work outside the loop."""

    async def here(self, table: str, seat: int) -> bool:
        """Has somebody this seat's page open, wherever?"""

    def wake(self, deadline: float) -> None:
        """A clock may run out then."""


class Changes:
    """A subscriber: learns that something changed. Many changes while it is busy are one."""

    def __init__(self, writer: Writer, seats: tuple[int, ...]) -> None:
        self._writer = writer
        self.seats = seats  # whose private records concern it
        self._event = asyncio.Event()
        self._event.set()

    def tell(self) -> None:
        self._event.set()

    def __aiter__(self) -> Changes:
        return self

    async def __anext__(self) -> int:
        await self._event.wait()
        self._event.clear()
        return self._writer.book.seq


class Writer:
    """Writes the records of one table and lets them happen. `Table`, its seating and its driver say which."""

    def __init__(self, id: str, book: Book, progress: Progress | None, services: Services) -> None:
        self.id = id
        self.services = services
        self.awake = progress  # None: frozen
        self._book = book
        self._lock = asyncio.Lock()
        self._subscribers: set[Changes] = set()
        self._followers: list[Callable[[bool], None]] = []
        self._kept = book.written
        self._aside = SideWork()

    @property
    def book(self) -> Book:
        return self._book if self.awake is None else self.awake.book

    @property
    def progress(self) -> Progress:
        if self.awake is None:
            raise Refused(self._book.notice)
        return self.awake

    @property
    def status(self) -> Status:
        return self.book.status

    @property
    def busy(self) -> bool:
        """Somebody follows what happens, or it is writing."""
        return bool(self._subscribers) or self._lock.locked()

    # -- being told -----------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def changes(self, seats: tuple[int, ...] = ()) -> AsyncIterator[Changes]:
        """`async with table.changes() as changes: async for seq in changes: …`; the first comes at once. What only one
        seat may know of is told to whoever follows for it."""
        one = Changes(self, seats)
        self._subscribers.add(one)
        try:
            yield one
        finally:
            self._subscribers.discard(one)

    def follow(self, then: Callable[[bool], None]) -> None:
        """Calls this after everything that was written. True: by this process."""
        self._followers.append(then)

    def _changed(self, records: Sequence[r.AnyRecord], here: bool = True) -> None:
        """Tells whom it concerns."""
        lesson = self.book.lesson
        learner = lesson.seat if lesson is not None else -1
        private = {getattr(record, "seat", learner) for record in records if isinstance(record, r.PRIVATE)}
        if any(isinstance(record, r.Reported) for record in records):
            private |= set(self.book.host_seats())
        public = not all(isinstance(record, r.PRIVATE) for record in records)
        for one in self._subscribers:
            if public or private & set(one.seats):
                one.tell()
        for then in self._followers:
            then(here)

    # -- writing --------------------------------------------------------------------------------------

    async def commit(self, make: Callable[[], Draft]) -> None:
        """Writes what `make` drafts from the present state, or raises what `make` raises. Not to be cut short:
        whoever clicked may go away meanwhile."""
        task = asyncio.ensure_future(self._write(make))
        await asyncio.shield(task)

    async def _write(self, make: Callable[[], Draft]) -> None:
        progress, bug = self.progress, None
        async with self._lock:
            while True:
                try:
                    with within():
                        made = make()
                except RuleBug as error:
                    log.error("table %s: %s", self.id, error)
                    made, bug = [self._broke(error)], error
                except Spent:
                    log.error("table %s took too long and was stopped", self.id)
                    bug = RuleBug("it took too long")
                    made = [self._broke(bug, SPENT)]
                if not made:
                    return
                draft = [one if isinstance(one, tuple) else (one, None) for one in made]
                if progress.book.status == "frozen":
                    raise Refused(progress.book.notice)  # whoever runs the server lets it rest
                rules, seq = progress.position.game.about.version, progress.book.written
                rows = [Row(seq + n, rules, r.encode(record)) for n, (record, _) in enumerate(draft, 1)]
                status: Status = progress.book.status
                for record, trial in draft:
                    after = progress.status_after(record, trial)
                    status = after if after != progress.book.status else status
                try:
                    await self.services.storage.append(self.id, rows, status, draft[-1][0].at)
                except Conflict:
                    if found := await self._read_on():
                        self._changed(found, here=False)  # there may be nothing left to write after that
                    continue
                except NoTable:  # removed meanwhile; the hall will hear of it
                    raise
                except Exception as error:
                    why = error.__cause__ or error
                    away = isinstance(error, Unreachable)  # many tables say so, again and again
                    log.error("table %s could not be written: %s", self.id, why, exc_info=not away)
                    raise Refused("It could not be written down, so it did not happen. Try again.") from error
                break
            for row, (record, trial) in zip(rows, draft, strict=True):
                progress.advance(row.seq, record, trial)
                if isinstance(record, r.Answered):
                    self.services.meter.moved(progress.book.opened.game, record.by)
        self._after(progress, [record for record, _ in draft])
        if bug is not None:
            raise Refused(progress.book.notice) from bug

    async def stop(self, bug: RuleBug, why: str = WRONG) -> None:
        """The table cannot go on: a rule is broken."""
        await self.commit(lambda: [self._broke(bug, why)] if self.status == "running" else [])

    def _broke(self, bug: RuleBug, why: str = WRONG) -> r.Broke:
        return r.Broke(at=self.services.now(), why=why, record=bug.record.decode() or str(bug))

    def _after(self, progress: Progress, records: list[r.AnyRecord]) -> None:
        if progress.book.written - self._kept >= KEEP_EVERY:
            kept = self._snapshot(progress)
            self.spawn(lambda: self.services.storage.keep(self.id, kept))
        self._changed(records)

    def _snapshot(self, progress: Progress) -> Snapshot:
        self._kept = progress.book.written
        body = msgspec.json.encode(progress.keep())
        return Snapshot(progress.book.written, progress.position.game.about.version, body)

    async def keep(self) -> None:
        """A snapshot of a game that goes on, if there is none of this moment."""
        progress = self.awake
        if progress is None or progress.book.status != "running" or progress.book.written == self._kept:
            return
        try:
            await self.services.storage.keep(self.id, self._snapshot(progress))
        except Exception:  # the log is the truth
            log.exception("table %s: no snapshot could be kept", self.id)

    async def read_on(self, row: Row | None = None) -> None:
        """Follows what another process has written: this record, if it is the next one; else whatever is there."""
        async with self._lock:
            if row is not None and row.seq <= self.book.written:
                return  # read with another one meanwhile
            found = await self._read_on(
                [row] if row is not None and row.seq == self.book.written + 1 else None
            )
        if found:
            self._changed(found, here=False)

    async def _read_on(self, rows: list[Row] | None = None) -> list[r.AnyRecord]:
        progress = self.progress
        if rows is None:
            try:
                rows = await self.services.storage.read(self.id, progress.book.written)
            except Exception as error:  # the storage is away for a while; nothing is wrong with the table
                raise Refused(AWAY) from error
        records: list[r.AnyRecord] = []
        try:
            for row in rows:
                records.append(r.decode(row.body))
                progress.advance(row.seq, records[-1])
        except Exception as error:  # written by a process with other rules, perhaps
            log.exception("table %s cannot be read on", self.id)
            self._book, self.awake = progress.book, None
            self._book.status = "frozen"
            self._book.notice = "Another server has written what this one cannot read. The log is kept."
            raise Refused(self._book.notice) from error
        return records

    def forget(self, why: str) -> None:
        """The table is there no more: whoever looks at it is told."""
        book = self.book
        self._book, self.awake = book, None
        book.status, book.notice = "frozen", why
        for one in self._subscribers:
            one.tell()

    # -- work on the side -----------------------------------------------------------------------------

    def spawn(self, work: Callable[[], Coroutine[object, object, None]]) -> asyncio.Task[None]:
        return self._aside.start(self._quietly(work))

    async def _quietly(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        """What fails here fails for this table alone."""
        try:
            await work()
        except (Refused, KnavesError):
            log.info("table %s: work on the side was refused", self.id)
        except Exception:
            log.exception("table %s: work on the side failed", self.id)

    async def rest(self) -> None:
        """Ends all work on the side."""
        await self._aside.end()
