"""Storage in PostgreSQL, for several server processes at one set of tables.

The primary key (table, seq) is the arbiter. Whoever has written says so with NOTIFY; the others read on.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

from knaves.core.errors import KnavesError
from knaves.table.errors import Conflict
from knaves.table.storage import Head, Row, Snapshot, Told

try:
    import asyncpg
except ModuleNotFoundError as missing:  # pragma: no cover
    raise KnavesError("For PostgreSQL install the extra: pip install 'knaves[postgres]'.") from missing

CHANNEL = "knaves"

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
"""

# One statement, so one round trip and one commit: the records, the list of tables, and the notice.
APPEND = """
WITH rows AS (
  INSERT INTO knaves_log (tbl, seq, rules, body)
  SELECT $1, * FROM unnest($2::int[], $3::text[], $4::bytea[]) RETURNING seq),
head AS (UPDATE knaves_tables SET status = $5, updated = $6 WHERE id = $1)
SELECT pg_notify('knaves', $7 || ' ' || $1 || ' ' || max(seq)) FROM rows
"""


class PostgresStorage:
    """See `Storage`."""

    def __init__(self, url: str, pool: asyncpg.Pool) -> None:
        self._url, self._pool, self._me = url, pool, secrets.token_hex(8)
        self._ear: asyncpg.Connection | None = None
        self._told: Told | None = None
        self._closed = False
        self._mending: asyncio.Task[None] | None = None

    @classmethod
    async def connect(cls, url: str, connections: int = 8) -> PostgresStorage:
        try:
            pool = await asyncpg.create_pool(url, min_size=1, max_size=connections)
            async with pool.acquire() as db, db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock(4857219)")  # for processes that start together
                await db.execute(SCHEMA)
            storage = cls(url, pool)
            await storage._listen()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, ValueError) as error:
            raise KnavesError(f"The database cannot be reached: {error}.") from None
        return storage

    async def _listen(self) -> None:
        self._ear = await asyncpg.connect(self._url)
        await self._ear.add_listener(CHANNEL, self._hear)
        self._ear.add_termination_listener(self._deaf)

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
        me, table, seq = str(payload).split(" ")
        if self._told is not None and me != self._me:
            self._told(table, int(seq))

    async def create(self, head: Head, rows: Sequence[Row]) -> None:
        try:
            async with self._pool.acquire() as db, db.transaction():
                await db.execute("INSERT INTO knaves_tables VALUES ($1,$2,$3,$4,$5,$6)", *head)
                await db.executemany(
                    "INSERT INTO knaves_log VALUES ($1,$2,$3,$4)", [(head.table, *row) for row in rows]
                )
        except asyncpg.UniqueViolationError:
            raise Conflict from None

    async def append(self, table: str, rows: Sequence[Row], status: str, at: float) -> None:
        seqs = [row.seq for row in rows]
        rules, bodies = [row.rules for row in rows], [row.body for row in rows]
        try:
            await self._pool.execute(APPEND, table, seqs, rules, bodies, status, at, self._me)
        except asyncpg.UniqueViolationError:
            raise Conflict from None

    async def read(self, table: str, after: int = 0) -> list[Row]:
        sql = "SELECT seq, rules, body FROM knaves_log WHERE tbl=$1 AND seq>$2 ORDER BY seq"
        return [Row(row[0], row[1], bytes(row[2])) for row in await self._pool.fetch(sql, table, after)]

    async def head(self, table: str) -> Head | None:
        row = await self._pool.fetchrow("SELECT * FROM knaves_tables WHERE id=$1", table)
        return Head(*row) if row is not None else None

    async def heads(
        self, status: Sequence[str], listed: bool | None = None, most: int | None = None
    ) -> list[Head]:
        sql = (
            "SELECT * FROM knaves_tables WHERE status = ANY($1) AND ($2::boolean IS NULL OR listed = $2) "
            "ORDER BY updated DESC LIMIT $3"
        )
        return [Head(*row) for row in await self._pool.fetch(sql, list(status), listed, most)]

    async def keep(self, table: str, snapshot: Snapshot) -> None:
        sql = (
            "INSERT INTO knaves_snapshots VALUES ($1,$2,$3,$4) ON CONFLICT (tbl) DO UPDATE "
            "SET seq=$2, rules=$3, body=$4 WHERE knaves_snapshots.seq < $2"
        )
        await self._pool.execute(sql, table, *snapshot)

    async def snapshot(self, table: str) -> Snapshot | None:
        sql = "SELECT seq, rules, body FROM knaves_snapshots WHERE tbl=$1"
        row = await self._pool.fetchrow(sql, table)
        return Snapshot(row[0], row[1], bytes(row[2])) if row is not None else None

    def listen(self, told: Told) -> None:
        self._told = told

    async def close(self) -> None:
        self._closed, self._told = True, None
        if self._mending is not None:
            self._mending.cancel()
        if self._ear is not None:
            await self._ear.close()
        try:
            async with asyncio.timeout(5):
                await self._pool.close()
        except TimeoutError:
            self._pool.terminate()
