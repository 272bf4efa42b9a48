"""All tables of one server: opens, finds and resumes them, keeps their clocks, and tells them what others wrote."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import ParamSpec, TypeVar

from knaves.core.errors import BadSave, BadSetup, KnavesError, Refused
from knaves.core.position import Position
from knaves.games import GAMES, about
from knaves.table.bots.thinkers import Thinkers
from knaves.table.errors import REMOVED, Conflict, Forbidden, NoTable, TooMuch, Unreachable
from knaves.table.house import table_openings
from knaves.table.house.clock import HouseClock
from knaves.table.house.long_work import Desk
from knaves.table.house.meter import Meter
from knaves.table.house.reading_back import Waking
from knaves.table.house.side_work import SideWork
from knaves.table.house.table_openings import Opening
from knaves.table.house.workshop import Workshop
from knaves.table.log import records as r
from knaves.table.log.sqlite import SqliteStorage
from knaves.table.log.storage import Head, Row, Storage
from knaves.table.log.writer import Draft
from knaves.table.pages.log_reader import answers_at
from knaves.table.people.keyring import Keyring
from knaves.table.people.table_plan import STATUSES, SeatPlan, Status, Summary, TablePlan, Ticket
from knaves.table.people.tokens import new_id
from knaves.table.state.book import Seat
from knaves.table.state.progress import Progress
from knaves.table.table import Table

log = logging.getLogger("knaves.table")
P = ParamSpec("P")
T = TypeVar("T")

LOADED_MOST = 2000
TABLES_MOST = 20_000
"""So many games may go on or wait for players at a time."""
GRACE = 30.0
"""Nobody loses his seat to the clock within so many seconds after a restart."""


async def connect(db: str, alone: bool = True) -> Storage:
    """The storage in this SQLite file, or in this PostgreSQL database."""
    if db.startswith(("postgresql://", "postgres://")):
        from knaves.table.log.postgres import PostgresStorage  # asyncpg is an extra

        return await PostgresStorage.connect(db)
    return SqliteStorage(db, alone)


KEEPING = 3.0
"""So long the tables that go on are kept when the server ends."""
AGAIN = 2.0
"""So many seconds after the storage was away it is asked again."""
MARKED = 5.0
"""Seconds after which a table that woke does not count as one that takes the server with it."""


class Hall:
    """See `Hall.open`."""

    def __init__(
        self,
        storage: Storage,
        thinkers: Thinkers,
        now: Callable[[], float] | None = None,
        pace: float = 0.0,
        grace: float = GRACE,
        workshop: Workshop | None = None,
    ) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.pace = pace
        self.games: Sequence[str] | None = None  # that may be opened here; None: any
        self._clock = HouseClock()
        self._now = now or self._clock
        self._grace_seconds = grace
        self._grace = self._now() + grace
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._aside = SideWork()
        self._alarm = asyncio.Event()
        self._next = float("inf")
        self._resuming: asyncio.Task[None] | None = None
        self._desk = Desk()
        self.meter = Meter()
        self.presence: Callable[[str, int], bool] = lambda table, seat: False
        self.listing = True  # tables may be listed for everybody
        self._awakening: list[Callable[[Table], None]] = []
        self.tables_most = TABLES_MOST
        self.workshop = workshop or Workshop()
        self.keyring = Keyring(storage, self.now)
        self._missed: set[str] = set()  # tables of which there may be more to read
        self._waking = Waking(storage, self.workshop, self._desk)
        for game in GAMES:
            about(game)

    @classmethod
    async def open(
        cls,
        db: str = "knaves.sqlite",
        *,
        now: Callable[[], float] | None = None,
        pace: float = 0.0,
        cap: float = 2.0,
        timer: bool = True,
        resume: bool = True,
        grace: float = GRACE,
        thinkers: Thinkers | None = None,
        games: Sequence[str] | None = None,
        alone: bool = True,
        storage: Storage | None = None,
        processes: int | None = None,
        workshop: Workshop | None = None,
    ) -> Hall:
        """The tables in this SQLite file, or in this PostgreSQL database ("postgresql://…").

        Every table that was going on goes on, bots included. `timer=False`: whoever opened the hall calls `tick`.
        `games`: those that may be opened here (None: any). `processes`: see `Thinkers`. `storage`: one that is
        connected already. `workshop`: where what strangers bring is looked at."""
        storage = storage or await connect(db, alone)
        hall = cls(storage, thinkers or Thinkers(cap, processes=processes), now, pace, grace, workshop)
        hall.games = games
        storage.listen(hall._told)
        newest = await storage.heads(STATUSES, None, 1)
        hall._not_before(newest[0].updated if newest else 0.0)
        if resume:
            hall._resuming = hall._aside.start(hall._resume())
        if timer:
            hall._aside.start(hall._watch_clocks())
        return hall

    async def close(self) -> None:
        """Ends all work. What was acknowledged is on disk."""
        await self._aside.end()
        for table in self._tables.values():
            await table.rest()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(KEEPING):
                for table in self._tables.values():
                    await table.writer.keep()  # the next program may have other rules, and must show the same
        await self._waking.close()
        await self.storage.close()  # before the rest: another server may wait for it
        await self.thinkers.close()
        await self.workshop.close()
        self._desk.close()

    def now(self) -> float:
        return self._now()

    def _not_before(self, written: float) -> None:
        """Time goes on from what was written last, wherever the clock on the wall stands now."""
        self._clock.not_before(written)
        self._grace = (
            max(self._grace, self._now() + self._grace_seconds) if self._grace_seconds else self._grace
        )

    async def apart(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Long work outside the loop, one at a time, the guests in turn."""
        return await self._desk.do(work, *args, **kwargs)

    # -- finding tables -------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """The table with this id; loaded if it sleeps."""
        if id in self._tables:
            self._tables[id] = self._tables.pop(id)  # the one used last goes last
            return self._tables[id]
        if not 0 < len(id) <= 40 or not id.isprintable():  # no database is asked about what none can hold
            raise NoTable("There is no such table, or this link does not open it.")
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Table:
        if await self.storage.head(id) is None:
            raise NoTable("There is no such table, or this link does not open it.")
        try:
            book, progress = await self._waking.read(id)
        finally:
            if self._waking.is_marked(id):
                self._aside.start(self._come_to_rest(id))
        self._clock.not_before(book.updated)
        table = Table(id, book, progress, self)
        table.seating.grace = self._grace
        self._put_down(table)
        return table

    async def _come_to_rest(self, id: str) -> None:
        """Once its bots have played what there was to play, or after a while, a table is no danger to the house."""
        await asyncio.sleep(0)
        if (table := self._tables.get(id)) is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(MARKED):
                    await table.idle()
        await self._waking.unmark(id)

    def when_awake(self, then: Callable[[Table], None]) -> None:
        """Calls this with every table that wakes, and with those that are awake."""
        self._awakening.append(then)
        for table in self._tables.values():
            then(table)

    def _put_down(self, table: Table) -> None:
        self._tables[table.id] = table
        for then in self._awakening:
            then(table)
        self._make_room()
        table.driver.drive()
        if (deadline := table.seating.deadline()) is not None:
            self.wake(deadline)

    def _make_room(self) -> None:
        """Lets tables sleep that nobody looks at and that need nothing."""
        for table in list(self._tables.values())[: max(0, len(self._tables) - LOADED_MOST)]:
            if table.restful:
                del self._tables[table.id]

    async def summaries(
        self, status: Sequence[Status] = ("lobby", "running"), listed: bool | None = True, limit: int = 50
    ) -> list[Summary]:
        """Tables for a list, the newest first."""
        found: list[Summary] = []
        if listed and not self.listing:
            return found
        for head in await self.storage.heads(status, listed, limit):
            try:
                found.append((await self.table(head.table)).summary())
            except KnavesError:
                log.warning("table %s cannot be read", head.table)
        return found

    async def _resume(self) -> None:
        for head in await self.storage.heads(("running",)):
            try:
                await self.table(head.table)
            except Exception:
                log.exception("table %s cannot be resumed", head.table)

    async def resumed(self) -> None:
        """Waits until every table that was going on is awake, and bots have nothing to do."""
        if self._resuming is not None:
            await self._resuming
        for table in list(self._tables.values()):
            await table.idle()

    # -- new tables -----------------------------------------------------------------------------------

    async def create(self, plan: TablePlan, guest: str = "") -> Ticket:
        """Opens a table. Raises BadSetup (or BadCards, BadScenario) for a plan that cannot be. `guest`: whoever asks;
        the work of one guest does not keep others waiting."""
        self.check_game(plan.game)
        if plan.listed and not self.listing:
            raise BadSetup("This server lists no tables: send your friends the link.")
        await self._check_room(plan.seats)
        if plan.scenario is None and not table_openings.has_cards(plan.options):
            return await self._open(await self.apart(table_openings.from_plan, plan, self.now()))
        return await self._open_foreign(*await self.workshop.open_plan(guest, plan, self.now()))

    async def import_game(self, data: bytes, seats: tuple[SeatPlan, ...], guest: str = "") -> Ticket:
        """Opens a table with the game of a file: one that can be replayed."""
        if len(data) > table_openings.FILE_MOST:
            raise BadSave("The file is too large for a saved game.")
        self.check_game(table_openings.game_of(data))
        await self._check_room(seats)
        return await self._open_foreign(*await self.workshop.open_file(guest, data, seats, self.now()))

    def check_game(self, game: str) -> None:
        """BadSetup for a game that is not played here."""
        if self.games is not None and game not in self.games:
            raise BadSetup(f"There is no game called {game!r}; there are: {', '.join(self.games)}.")

    async def _check_room(self, seats: Sequence[SeatPlan | Seat]) -> None:
        """For one game more, and for the bots in it."""
        for seat in seats:
            self.thinkers.check(seat.level)
        if await self.storage.count(("lobby", "running")) >= self.tables_most:
            raise TooMuch("This house is full: so many games are going on that no more are begun.")

    async def fork(self, id: str, token: str, seq: int, seats: tuple[SeatPlan, ...]) -> Ticket:
        """Opens a table that goes on from a moment of this one: the real one after the end; before, one imagined by the
        seat that asks (nobody learns anything from it)."""
        table = await self.table(id)
        table.moment(token, seq)  # may this secret look at it, and is there such a moment?
        who = table.who(token)
        await self._check_room(seats)
        count = answers_at(table.book.played, seq)
        if table.status == "over":
            return await self._open(table_openings.from_moment(id, table.book, count, seats, self.now()))
        world = table.progress.back_to(count).imagine(who.seats[0] if who.seats else None, SystemRandom())
        made = table_openings.from_world(world, id, seats, self.now(), table.book.opened.pace)
        return await self._open(made)

    async def play_on(self, position: Position, seat: int, seats: tuple[SeatPlan, ...]) -> Ticket:
        """Opens a table that goes on from a puzzle: a world that its seat imagines, with dice of its own."""
        self.check_game(position.game.id)
        await self._check_room(seats)
        world = position.imagine(seat, SystemRandom())
        return await self._open(table_openings.from_world(world, table_openings.PUZZLE, seats, self.now()))

    async def rematch(self, id: str, token: str) -> str:
        """The table on which the same people play again; the first who asks opens it."""
        table = await self.table(id)
        asks = table.who(token).seats
        if not asks:
            raise Forbidden("Only people at the table can play again.")
        if table.status == "over" and await self.storage.head(table.book.rematch) is None:
            self.check_game(table.book.opened.game)
            await self._check_room(table.book.seats)

        def make() -> Draft:
            if table.status != "over":
                raise Refused("The game is not over yet.")
            if table.book.rematch:
                return []
            return [r.Rematched(at=self.now(), table=new_id())]

        await table.writer.commit(make)
        if await self.storage.head(table.book.rematch) is None:
            made = table_openings.again(table.book, self.now(), asks)
            try:
                await self._open(made, table.book.rematch)
            except Conflict:
                log.info("another process has opened the rematch of %s", id)
        return table.book.rematch

    async def _open(self, made: Opening, address: str = "") -> Ticket:
        if table_openings.is_foreign(made.opened):
            book, kept = await self.workshop.rebuild(None, made.rows())
            if kept is None:
                raise Refused(book.notice)
            return await self._open_foreign(made, kept, address)
        _, progress = await self.apart(table_openings.rebuild, None, made.rows())
        return await self._write_down(made, progress, address)

    async def _open_foreign(self, made: Opening, kept: bytes, address: str = "") -> Ticket:
        address = address or new_id()
        await self._waking.mark(address)
        try:
            return await self._write_down(made, await self.apart(table_openings.restore, kept), address)
        finally:
            self._aside.start(self._come_to_rest(address))

    async def _write_down(self, made: Opening, progress: Progress | None, address: str) -> Ticket:
        address = address or new_id()
        opened, now = made.opened, self.now()
        if progress is None:
            raise Refused("This table could not be opened.")
        head = Head(address, opened.game, progress.book.status, opened.listed, now, now)
        await self.storage.create(head, made.rows())
        if address not in self._tables:
            self._put_down(Table(address, progress.book, progress, self))
        return Ticket(address, made.token, opened.invite, opened.watch)

    # -- clocks ---------------------------------------------------------------------------------------

    async def here(self, table: str, seat: int) -> bool:
        """Has somebody this seat's page open, at this server or another one of the house?"""
        if self.presence(table, seat):
            return True
        return any(seat in page.seats for page in await self.storage.open_elsewhere(table))

    def wake(self, deadline: float) -> None:
        if deadline < self._next:
            self._next = deadline
            self._alarm.set()

    async def tick(self) -> None:
        """Looks at all clocks, now."""
        self._next = float("inf")
        now = self.now()
        for table in list(self._tables.values()):
            deadline = table.seating.deadline()
            if deadline is None:
                continue
            soon = now + 0.05
            if deadline <= now:
                try:
                    await table.seating.expire()
                except KnavesError:
                    log.warning("table %s: the clock could not be written", table.id)
                    soon = now + AGAIN
                deadline = table.seating.deadline()
            if deadline is not None:
                self._next = min(self._next, max(deadline, soon))

    async def _watch_clocks(self) -> None:
        while True:
            self._alarm.clear()
            left = min(3600.0, max(0.0, self._next - self.now()))
            try:
                async with asyncio.timeout(left):
                    await self._alarm.wait()
            except TimeoutError:
                await self.tick()

    # -- other processes ------------------------------------------------------------------------------

    def _told(self, id: str, news: Row | int) -> None:
        """Another process has written; "": it may have, to any table, for we did not hear for a while."""
        if not id:
            for one in self._tables.values():
                if one.writer.awake is not None:
                    self._aside.start(self._read_on(one))
            return
        table = self._tables.get(id)
        seq = news if isinstance(news, int) else news.seq
        if table is not None and table.book.written < seq and table.writer.awake is not None:
            self._aside.start(self._read_on(table, None if isinstance(news, int) else news))

    async def _read_on(self, table: Table, row: Row | None = None) -> None:
        """Where the storage is away, again until it is back: nobody would tell a second time."""
        while not await self._has_read_on(table, row) and table.id not in self._missed:
            self._missed.add(table.id)
            await asyncio.sleep(AGAIN)
            self._missed.discard(table.id)
            row = None

    async def _has_read_on(self, table: Table, row: Row | None) -> bool:
        try:
            if row is None and await self.storage.head(table.id) is None:
                self._forget(table)
            else:
                await table.writer.read_on(row)
        except (Unreachable, Refused) as error:
            log.warning("table %s: what another process wrote cannot be read: %s", table.id, error)
            return table.writer.awake is None
        except Exception:
            log.exception("table %s: what another process wrote cannot be read", table.id)
        return True

    # -- by and by ------------------------------------------------------------------------------------

    @property
    def awake(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def remove(self, id: str) -> None:
        """All there is of a table."""
        await self.storage.remove(id)
        if (table := self._tables.get(id)) is not None:
            self._forget(table)

    def _forget(self, table: Table) -> None:
        table.driver.rest()
        table.writer.forget(REMOVED)
        self._tables.pop(table.id, None)

    async def thin(self, finished: float = 0.0, lobby: float = 0.0, asleep: float = 0.0) -> int:
        """Removes tables that nobody has touched for so many seconds, by what became of them; 0 keeps them. And codes
        whose time is over."""
        await self.storage.forget_keys(self.now())
        removed = 0
        for statuses, seconds in (
            (("over",), finished),
            (("lobby",), lobby),
            (("running", "broken", "frozen"), asleep),
        ):
            for old in await self.storage.old(statuses, self.now() - seconds) if seconds else []:
                await self.remove(old)
                removed += 1
        return removed
