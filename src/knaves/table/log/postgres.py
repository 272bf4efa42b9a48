"""Storage in PostgreSQL, for several server processes at one set of tables.

The primary key (table, seq) is the arbiter. Whoever has written says so with NOTIFY; the others read on.
"""

from __future__ import annotations

import asyncio
import functools
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence, Set
from contextlib import asynccontextmanager
from typing import Any, NamedTuple, ParamSpec, TypeVar

from knaves.core.errors import KnavesError
from knaves.table.errors import REMOVED, Conflict, NoTable, Unreachable
from knaves.table.log.storage import SITTING, Closing, Head, Key, Listed, OpenPage, Row, Snapshot, Told

try:
    import asyncpg
except ModuleNotFoundError as missing:  # pragma: no cover
    raise KnavesError("For PostgreSQL install the extra: pip install 'knaves[postgres]'.") from missing

CHANNEL = "knaves"
CLOSING = "knaves_closing"
BATCH = 500
GONE = 2**31 - 1
"""The number that is told of a table that was removed: higher than any record's."""
ANSWER = 10.0
"""So many seconds the database has for what it is asked: one that hangs is as good as gone, and nobody waits for it."""
STILL_THERE = 20.0
"""So often the connection that listens is asked for a word, in seconds: nothing else shows that its line is dead."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS knaves_tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL, listed BOOLEAN NOT NULL,
  created DOUBLE PRECISION NOT NULL, updated DOUBLE PRECISION NOT NULL);
CREATE INDEX IF NOT EXISTS knaves_tables_by_status ON knaves_tables (status, updated);
CREATE TABLE IF NOT EXISTS knaves_log (
  tbl TEXT NOT NULL, seq INTEGER NOT NULL, rules TEXT NOT NULL, body BYTEA NOT NULL,
  PRIMARY KEY (tbl, seq));
CREATE TABLE IF NOT EXISTS knaves_snapshots (
  tbl TEXT PRIMARY KEY, seq INTEGER NOT NULL, rules TEXT NOT NULL, body BYTEA NOT NULL);
CREATE TABLE IF NOT EXISTS knaves_marks (tbl TEXT PRIMARY KEY, times INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS knaves_keys (
  lock TEXT NOT NULL, tbl TEXT NOT NULL, sealed BYTEA NOT NULL, until DOUBLE PRECISION NOT NULL,
  PRIMARY KEY (lock, tbl));
DROP TABLE IF EXISTS knaves_sitting;
CREATE UNLOGGED TABLE IF NOT EXISTS knaves_pages (
  id TEXT PRIMARY KEY, tbl TEXT NOT NULL, seats INTEGER[] NOT NULL, device TEXT NOT NULL,
  since DOUBLE PRECISION NOT NULL, server TEXT NOT NULL, heard TIMESTAMPTZ NOT NULL);
CREATE INDEX IF NOT EXISTS knaves_pages_by_table ON knaves_pages (tbl);
"""

# One record each of many tables: one round trip, one commit. A commit that notifies waits for all others that do, so
# whatever has come in meanwhile goes together. Whoever hears of a record hears the record, too, and need not ask for it
# (a notice may have 8,000 bytes). Sorted by the caller: two servers cannot wait for each other in a ring. Who writes
# waits for whoever is just removing the table, and writes nothing for one that has gone.
TOGETHER = """
WITH there AS MATERIALIZED (SELECT id FROM knaves_tables WHERE id = ANY($1::text[]) FOR KEY SHARE),
rows AS (
  INSERT INTO knaves_log (tbl, seq, rules, body)
  SELECT new.* FROM unnest($1::text[], $2::int[], $3::text[], $4::bytea[]) AS new (tbl, seq, rules, body)
  JOIN there ON there.id = new.tbl
  ON CONFLICT DO NOTHING RETURNING tbl, seq, rules, body)
SELECT tbl, seq, pg_notify('knaves', concat_ws(' ', $5::text, tbl, seq,
  CASE WHEN octet_length(body) < 7000 THEN concat_ws(' ', rules, convert_from(body, 'UTF8')) END)) FROM rows
"""

# Several records of one table, all or none, and its place in the list of tables.
APPEND = """
WITH there AS MATERIALIZED (SELECT id FROM knaves_tables WHERE id = $1 FOR KEY SHARE),
rows AS (
  INSERT INTO knaves_log (tbl, seq, rules, body)
  SELECT there.id, new.* FROM there, unnest($2::int[], $3::text[], $4::bytea[]) AS new RETURNING seq),
head AS (UPDATE knaves_tables SET status = $5, updated = $6 WHERE id = $1)
SELECT pg_notify('knaves', $7 || ' ' || $1 || ' ' || max(seq)) FROM rows HAVING count(*) > 0
"""

ARRIVE = """
INSERT INTO knaves_pages (id, tbl, seats, device, since, server, heard) VALUES ($1, $2, $3, $4, $5, $6, now())
ON CONFLICT (id) DO UPDATE SET seats = $3, heard = now()
"""


class _PostgresJob(NamedTuple):
    table: str
    row: Row
    done: asyncio.Future[None]


P = ParamSpec("P")
T = TypeVar("T")


def _or_unreachable(ask: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """What the database cannot do just now is told as such."""

    @functools.wraps(ask)
    async def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await ask(*args, **kwargs)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise Unreachable from error

    return asked


class PostgresStorage:
    """See `Storage`."""

    def __init__(self, url: str, pool: asyncpg.Pool) -> None:
        self._url, self._pool, self._me = url, pool, secrets.token_hex(8)
        self._ear: asyncpg.Connection | None = None
        self._told: Told | None = None
        self._closed = False
        self._mending: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._waiting: list[_PostgresJob] = []
        self._flushing: asyncio.Task[None] | None = None
        self._listed = Listed()
        self._closing: Closing | None = None
        self._sitting: frozenset[OpenPage] = frozenset()

    @classmethod
    async def connect(cls, url: str, connections: int = 8) -> PostgresStorage:
        try:
            pool = await asyncpg.create_pool(url, min_size=1, max_size=connections, timeout=ANSWER)
            async with pool.acquire() as db, db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock(4857219)")  # for processes that start together
                await db.execute(SCHEMA)
            storage = cls(url, pool)
            await storage._listen()
            storage._asking = asyncio.ensure_future(storage._ask_the_ear())
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise KnavesError(f"The database cannot be reached: {error}.") from None
        return storage

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[asyncpg.pool.PoolConnectionProxy]:
        """A connection that is cut if what is asked on it is not answered in time."""
        db = await self._pool.acquire(timeout=ANSWER)
        cut = asyncio.get_running_loop().call_later(ANSWER, db.terminate)
        try:
            yield db
        finally:
            cut.cancel()
            await self._pool.release(db, timeout=ANSWER)

    async def _fetch(self, sql: str, *args: object) -> list[asyncpg.Record]:
        async with self._line() as db:
            found: list[asyncpg.Record] = await db.fetch(sql, *args)
        return found

    async def _execute(self, sql: str, *args: object) -> str:
        async with self._line() as db:
            done: str = await db.execute(sql, *args)
        return done

    async def _listen(self) -> None:
        self._ear = await asyncpg.connect(self._url, timeout=ANSWER, command_timeout=ANSWER)
        await self._ear.add_listener(CHANNEL, self._hear)
        await self._ear.add_listener(CLOSING, self._hear_of_closing)
        self._ear.add_termination_listener(self._deaf)

    async def _ask_the_ear(self) -> None:
        while not self._closed:
            await asyncio.sleep(STILL_THERE)
            if (ear := self._ear) is not None and not ear.is_closed():
                try:
                    await ear.execute("SELECT 1", timeout=ANSWER)
                except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                    ear.terminate()  # and it is deaf

    def _deaf(self, _connection: object) -> None:
        """The connection that listens has gone: make another, and let everybody look for what was missed."""
        if not self._closed:
            self._mending = asyncio.ensure_future(self._mend())

    async def _mend(self) -> None:
        while not self._closed:
            try:
                await self._listen()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(1.0)
                continue
            if self._told is not None:
                self._told("", 0)
            return

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        me, table, seq, *record = str(payload).split(" ", 4)
        if self._told is None or me == self._me:
            return
        self._told(table, Row(int(seq), record[0], record[1].encode()) if record else int(seq))

    def _hear_of_closing(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        page, secret = str(payload).split(" ", 1)
        if self._closing is not None:
            self._closing(page, secret)

    @_or_unreachable
    async def create(self, head: Head, rows: Sequence[Row]) -> None:
        try:
            async with self._line() as db, db.transaction():
                await db.execute("INSERT INTO knaves_tables VALUES ($1,$2,$3,$4,$5,$6)", *head)
                await db.executemany(
                    "INSERT INTO knaves_log VALUES ($1,$2,$3,$4)", [(head.table, *row) for row in rows]
                )
        except asyncpg.UniqueViolationError:
            raise Conflict from None

    @_or_unreachable
    async def append(self, table: str, rows: Sequence[Row], status: str, at: float) -> None:
        if len(rows) == 1 and self._listed.stands(table, status, at):
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(_PostgresJob(table, rows[0], done))
            if self._flushing is None or self._flushing.done():
                self._flushing = asyncio.ensure_future(self._flush())
            try:
                await done
            except Conflict:
                if await self.head(table) is None:
                    raise NoTable(REMOVED) from None
                raise
            return
        seqs = [row.seq for row in rows]
        rules, bodies = [row.rules for row in rows], [row.body for row in rows]
        try:
            written = await self._fetch(APPEND, table, seqs, rules, bodies, status, at, self._me)
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
            raise Conflict from None
        if not written:
            raise NoTable(REMOVED)
        self._listed.wrote(table, status, at)

    async def _flush(self) -> None:
        """Writes what waits, together, until nothing waits."""
        while self._waiting:
            jobs = sorted(self._waiting[:BATCH], key=lambda job: job.table)
            self._waiting = self._waiting[BATCH:]
            try:
                written = await self._fetch(
                    TOGETHER,
                    [job.table for job in jobs],
                    [job.row.seq for job in jobs],
                    [job.row.rules for job in jobs],
                    [job.row.body for job in jobs],
                    self._me,
                )
            except asyncpg.DeadlockDetectedError:  # read on and try again
                written = []
            except Exception as error:
                for job in jobs:
                    _settle(job.done, error)
                continue
            won = {(row[0], row[1]) for row in written}
            for job in jobs:
                _settle(job.done, None if (job.table, job.row.seq) in won else Conflict())

    @_or_unreachable
    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        sql = "SELECT seq, rules, body FROM knaves_log WHERE tbl=$1 AND seq>$2 ORDER BY seq LIMIT $3"
        return [Row(row[0], row[1], bytes(row[2])) for row in await self._fetch(sql, table, after, most)]

    @_or_unreachable
    async def head(self, table: str) -> Head | None:
        rows = await self._fetch("SELECT * FROM knaves_tables WHERE id=$1", table)
        return Head(*rows[0]) if rows else None

    @_or_unreachable
    async def heads(
        self, status: Sequence[str], listed: bool | None = None, most: int | None = None
    ) -> list[Head]:
        sql = (
            "SELECT * FROM knaves_tables WHERE status = ANY($1) AND ($2::boolean IS NULL OR listed = $2) "
            "ORDER BY updated DESC LIMIT $3"
        )
        return [Head(*row) for row in await self._fetch(sql, list(status), listed, most)]

    @_or_unreachable
    async def count(self, status: Sequence[str]) -> int:
        rows = await self._fetch("SELECT count(*) FROM knaves_tables WHERE status = ANY($1)", list(status))
        return int(rows[0][0])

    @_or_unreachable
    async def keep(self, table: str, snapshot: Snapshot) -> None:
        sql = (
            "INSERT INTO knaves_snapshots SELECT id, $2::int, $3, $4::bytea "
            "FROM (SELECT id FROM knaves_tables WHERE id = $1 FOR KEY SHARE) AS there "
            "ON CONFLICT (tbl) DO UPDATE "
            "SET seq=$2, rules=$3, body=$4 WHERE knaves_snapshots.seq < $2"
        )
        await self._execute(sql, table, *snapshot)

    @_or_unreachable
    async def snapshot(self, table: str) -> Snapshot | None:
        sql = "SELECT seq, rules, body FROM knaves_snapshots WHERE tbl=$1"
        rows = await self._fetch(sql, table)
        return Snapshot(rows[0][0], rows[0][1], bytes(rows[0][2])) if rows else None

    @_or_unreachable
    async def mark(self, table: str) -> int:
        sql = (
            "INSERT INTO knaves_marks VALUES ($1, 1) ON CONFLICT (tbl) DO UPDATE "
            "SET times = knaves_marks.times + 1 RETURNING times - 1"
        )
        rows = await self._fetch(sql, table)
        return int(rows[0][0])

    @_or_unreachable
    async def unmark(self, table: str) -> None:
        await self._execute("DELETE FROM knaves_marks WHERE tbl=$1", table)

    @_or_unreachable
    async def put_key(self, lock: str, key: Key) -> None:
        sql = (
            "INSERT INTO knaves_keys VALUES ($1,$2,$3,$4) ON CONFLICT (lock, tbl) DO UPDATE "
            "SET sealed=$3, until=$4"
        )
        await self._execute(sql, lock, *key)

    @_or_unreachable
    async def keys(self, lock: str) -> list[Key]:
        sql = "SELECT tbl, sealed, until FROM knaves_keys WHERE lock=$1"
        return [Key(row[0], bytes(row[1]), row[2]) for row in await self._fetch(sql, lock)]

    @_or_unreachable
    async def drop_keys(self, lock: str) -> bool:
        dropped: str = await self._execute("DELETE FROM knaves_keys WHERE lock=$1", lock)
        return dropped != "DELETE 0"

    @_or_unreachable
    async def forget_keys(self, now: float) -> None:
        await self._execute("DELETE FROM knaves_keys WHERE until < $1", now)

    @_or_unreachable
    async def sitting(self, pages: Set[OpenPage]) -> None:
        came, gone = pages - self._sitting, self._sitting - pages
        async with self._line() as db, db.transaction():
            known = await db.execute("UPDATE knaves_pages SET heard = now() WHERE server=$1", self._me)
            if known != f"UPDATE {len(self._sitting)}":  # the others have not heard of us for a while
                came = pages
            await db.execute("DELETE FROM knaves_pages WHERE id = ANY($1)", [page.id for page in gone])
            await db.executemany(ARRIVE, [(*page, self._me) for page in sorted(came)])
            await db.execute(
                "DELETE FROM knaves_pages WHERE heard < now() - make_interval(secs => $1)", SITTING
            )
        self._sitting = frozenset(pages)

    @_or_unreachable
    async def open_elsewhere(self, table: str) -> list[OpenPage]:
        sql = (
            "SELECT id, tbl, seats, device, since FROM knaves_pages WHERE tbl=$1 AND server<>$2 "
            "AND heard > now() - make_interval(secs => $3)"
        )
        rows = await self._fetch(sql, table, self._me, SITTING)
        return [OpenPage(row[0], row[1], tuple(row[2]), row[3], row[4]) for row in rows]

    @_or_unreachable
    async def close_elsewhere(self, page: str, secret: str) -> None:
        await self._execute("SELECT pg_notify($1, $2)", CLOSING, f"{page} {secret}")

    @_or_unreachable
    async def old(self, status: Sequence[str], before: float) -> list[str]:
        sql = "SELECT id FROM knaves_tables WHERE status = ANY($1) AND updated < $2"
        return [row[0] for row in await self._fetch(sql, list(status), before)]

    @_or_unreachable
    async def remove(self, table: str) -> None:
        async with self._line() as db, db.transaction():
            await db.execute("DELETE FROM knaves_tables WHERE id=$1", table)
            for name in ("log", "snapshots", "marks", "keys"):
                await db.execute(f"DELETE FROM knaves_{name} WHERE tbl=$1", table)
            await db.execute("SELECT pg_notify('knaves', $1)", f"{self._me} {table} {GONE}")

    def listen(self, told: Told) -> None:
        self._told = told

    def listen_for_closing(self, closing: Closing) -> None:
        self._closing = closing

    async def close(self) -> None:
        self._closed, self._told = True, None
        for task in (self._mending, self._asking):
            if task is not None:
                task.cancel()
        if self._flushing is not None:
            await asyncio.wait([self._flushing], timeout=5)
        if self._ear is not None:
            await self._ear.close()
        try:
            async with asyncio.timeout(5):
                if self._sitting:
                    await self.sitting(frozenset())
                await self._pool.close()
        except (Unreachable, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            self._pool.terminate()


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
