"""Storage in one SQLite file: one writer thread that commits whatever has come in meanwhile in one go."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence, Set
from typing import NamedTuple, TypeVar

from knaves.core.errors import KnavesError
from knaves.table.errors import REMOVED, Conflict, NoTable, Unreachable
from knaves.table.log.filelock import FileLock
from knaves.table.log.storage import Closing, Head, Key, Listed, OpenPage, Row, Snapshot, Told

T = TypeVar("T")
BATCH = 512
WATCH = 1.0
"""So often the server looks whether somebody else has written, in seconds."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, game TEXT NOT NULL, status TEXT NOT NULL, listed INTEGER NOT NULL,
  created REAL NOT NULL, updated REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tables_by_status ON tables (status, updated);
CREATE TABLE IF NOT EXISTS log (
  tbl TEXT NOT NULL, seq INTEGER NOT NULL, rules TEXT NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (tbl, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
  tbl TEXT NOT NULL, seq INTEGER NOT NULL, rules TEXT NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (tbl, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS marks (tbl TEXT PRIMARY KEY, times INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS keys (
  lock TEXT NOT NULL, tbl TEXT NOT NULL, sealed BLOB NOT NULL, until REAL NOT NULL,
  PRIMARY KEY (lock, tbl)) WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS log_of_none BEFORE INSERT ON log
  WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.tbl) BEGIN SELECT RAISE(ABORT, 'removed'); END;
CREATE TRIGGER IF NOT EXISTS snapshots_of_none BEFORE INSERT ON snapshots
  WHEN NOT EXISTS (SELECT 1 FROM tables WHERE id = NEW.tbl) BEGIN SELECT RAISE(IGNORE); END;
"""
# A table may be removed while somebody answers, or a snapshot is made: nothing comes after that.


LogRow = tuple[str, int, str, bytes]  # of the log


class _SqliteJob(NamedTuple):
    work: Callable[[sqlite3.Connection], object]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]
    lines: Sequence[LogRow]  # if it adds these to the log and does nothing else


_Result = tuple[_SqliteJob, BaseException | None]


def _connect(path: str) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")  # an acknowledged answer survives the loss of power
    db.execute("PRAGMA busy_timeout=30000")
    return db


def _identity(path: str) -> tuple[int, int]:
    """Which file it is, whatever its name."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


class SqliteStorage:
    """See `Storage`. One server has the file; for several, use PostgreSQL. `alone` is False for tests of what happens
    if two have it all the same."""

    def __init__(self, path: str, alone: bool = True) -> None:
        self._path, self._memory = path, path == ":memory:"
        self._lock = FileLock(path) if alone and not self._memory else None
        if self._lock is not None and not self._lock.take():
            raise KnavesError(
                f"Another server{self._lock.by()} has the tables in {path!r} open: stop it, or take another file."
            )
        try:
            self._writer = _connect(path)
            self._writer.executescript(SCHEMA)
            self._reader = self._writer if self._memory else _connect(path)
        except sqlite3.Error as error:
            if self._lock is not None:
                self._lock.undo()
            raise KnavesError(f"The file {path!r} cannot be used for tables: {error}.") from None
        self._identity = (0, 0) if self._memory else _identity(path)
        self._reading = threading.Lock()
        self._jobs: queue.SimpleQueue[_SqliteJob | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="knaves-writer", daemon=True)
        self._thread.start()
        self._closed = False
        self._watching: asyncio.Task[None] | None = None
        self._listed = Listed()

    # -- the writer thread ----------------------------------------------------------------------------

    def _write(self) -> None:
        job = self._jobs.get()
        while job is not None:
            batch, last = [job], False
            while len(batch) < BATCH:
                try:
                    more = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit(batch)
            if last:
                return
            job = self._jobs.get()

    def _commit(self, batch: list[_SqliteJob]) -> None:
        with self._reading if self._memory else threading.Lock():
            results = self._nowhere(batch) or self._at_once(batch) or self._one_by_one(batch)
        for loop in {job.loop for job in batch}:
            with contextlib.suppress(RuntimeError):  # the loop may be closed by now: nobody waits any more
                loop.call_soon_threadsafe(_settle, [pair for pair in results if pair[0].loop is loop])

    def _nowhere(self, batch: list[_SqliteJob]) -> list[_Result]:
        """What is written into a file that somebody has moved away or replaced would be lost."""
        try:
            self._check_there()
        except Unreachable as error:
            return [(job, error) for job in batch]
        return []

    def _check_there(self) -> None:
        if self._memory:
            return
        with contextlib.suppress(OSError):
            if _identity(self._path) == self._identity:
                return
        raise Unreachable(
            "The file of this server's tables was moved away or replaced: whoever runs it puts it back."
        )

    def _at_once(self, batch: list[_SqliteJob]) -> list[_Result]:
        """Answers of many tables by one statement. Between two statements this thread may have to wait until the loop
        lets it go on: with one, that happens once. Nothing, if it is more than that, or if one of them is too late."""
        if not all(job.lines for job in batch):
            return []
        lines = [line for job in batch for line in job.lines]
        sql = "INSERT INTO log VALUES " + ",".join(["(?,?,?,?)"] * len(lines))
        try:
            self._writer.execute(sql, [value for line in lines for value in line])
        except Exception:  # each by itself says what was wrong with it
            return []
        return [(job, None) for job in batch]

    def _one_by_one(self, batch: list[_SqliteJob]) -> list[_Result]:
        results: list[_Result] = []
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            for job in batch:
                self._writer.execute("SAVEPOINT job")
                try:
                    job.work(self._writer)
                except (sqlite3.IntegrityError, Conflict) as error:
                    self._writer.execute("ROLLBACK TO job")
                    results.append((job, NoTable(REMOVED) if str(error) == "removed" else Conflict()))
                except sqlite3.Error:
                    raise
                except Exception as error:  # it fails alone: the writer lives on, as all tables wait for it
                    self._writer.execute("ROLLBACK TO job")
                    results.append((job, error))
                else:
                    results.append((job, None))
                self._writer.execute("RELEASE job")
            self._writer.execute("COMMIT")
        except sqlite3.Error as error:  # disk full or gone: nobody is told that anything was written
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
            results = [(job, error) for job in batch]
        return results

    async def _do(self, work: Callable[[sqlite3.Connection], object], lines: Sequence[LogRow] = ()) -> None:
        if self._closed:
            raise KnavesError("The storage is closed.")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._jobs.put(_SqliteJob(work, loop, done, lines))
        try:
            await done
        except sqlite3.Error as error:
            raise Unreachable from error

    async def _look(self, sql: str, *args: object) -> list[tuple[object, ...]]:
        def look() -> list[tuple[object, ...]]:
            with self._reading:
                if self._closed:
                    raise KnavesError("The storage is closed.")
                self._check_there()
                return self._reader.execute(sql, args).fetchall()

        try:
            return await asyncio.to_thread(look)
        except sqlite3.Error as error:
            raise Unreachable from error

    # -- the interface --------------------------------------------------------------------------------

    async def create(self, head: Head, rows: Sequence[Row]) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO tables VALUES (?,?,?,?,?,?)", head)
            db.executemany("INSERT INTO log VALUES (?,?,?,?)", [(head.table, *row) for row in rows])

        await self._do(work)

    async def append(self, table: str, rows: Sequence[Row], status: str, at: float) -> None:
        lines = [(table, *row) for row in rows]
        stands = self._listed.stands(table, status, at)

        def work(db: sqlite3.Connection) -> None:
            db.executemany("INSERT INTO log VALUES (?,?,?,?)", lines)
            if not stands:
                db.execute("UPDATE tables SET status=?, updated=? WHERE id=?", (status, at, table))

        await self._do(work, lines if stands else ())
        if not stands:
            self._listed.wrote(table, status, at)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        sql = "SELECT seq, rules, body FROM log WHERE tbl=? AND seq>? ORDER BY seq LIMIT ?"
        limit = -1 if most is None else most
        return [Row(*row) for row in await self._look(sql, table, after, limit)]  # type: ignore[arg-type]  # as in SCHEMA

    async def head(self, table: str) -> Head | None:
        rows = await self._look("SELECT * FROM tables WHERE id=?", table)
        return _head(rows[0]) if rows else None

    async def heads(
        self, status: Sequence[str], listed: bool | None = None, most: int | None = None
    ) -> list[Head]:
        marks = ",".join("?" * len(status))
        also = "" if listed is None else " AND listed=?"
        sql = f"SELECT * FROM tables WHERE status IN ({marks}){also} ORDER BY updated DESC LIMIT ?"
        flag = () if listed is None else (int(listed),)
        found = await self._look(sql, *status, *flag, -1 if most is None else most)
        return [_head(row) for row in found]

    async def count(self, status: Sequence[str]) -> int:
        marks = ",".join("?" * len(status))
        rows = await self._look(f"SELECT count(*) FROM tables WHERE status IN ({marks})", *status)
        return int(str(rows[0][0]))

    async def keep(self, table: str, snapshot: Snapshot) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT OR REPLACE INTO snapshots VALUES (?,?,?,?)", (table, *snapshot))
            db.execute("DELETE FROM snapshots WHERE tbl=? AND seq<?", (table, snapshot.seq))

        await self._do(work)

    async def snapshot(self, table: str) -> Snapshot | None:
        sql = "SELECT seq, rules, body FROM snapshots WHERE tbl=? ORDER BY seq DESC LIMIT 1"
        rows = await self._look(sql, table)
        return Snapshot(*rows[0]) if rows else None  # type: ignore[arg-type]  # as in SCHEMA

    async def mark(self, table: str) -> int:
        before = 0

        def work(db: sqlite3.Connection) -> None:
            nonlocal before
            found = db.execute("SELECT times FROM marks WHERE tbl=?", (table,)).fetchone()
            before = found[0] if found else 0
            db.execute("INSERT OR REPLACE INTO marks VALUES (?,?)", (table, before + 1))

        await self._do(work)
        return before

    async def unmark(self, table: str) -> None:
        await self._do(lambda db: db.execute("DELETE FROM marks WHERE tbl=?", (table,)))

    async def put_key(self, lock: str, key: Key) -> None:
        await self._do(lambda db: db.execute("INSERT OR REPLACE INTO keys VALUES (?,?,?,?)", (lock, *key)))

    async def keys(self, lock: str) -> list[Key]:
        rows = await self._look("SELECT tbl, sealed, until FROM keys WHERE lock=?", lock)
        return [Key(*row) for row in rows]  # type: ignore[arg-type]  # as in SCHEMA

    async def drop_keys(self, lock: str) -> bool:
        dropped = 0

        def work(db: sqlite3.Connection) -> None:
            nonlocal dropped
            dropped = db.execute("DELETE FROM keys WHERE lock=?", (lock,)).rowcount

        await self._do(work)
        return dropped > 0

    async def forget_keys(self, now: float) -> None:
        await self._do(lambda db: db.execute("DELETE FROM keys WHERE until < ?", (now,)))

    async def sitting(self, pages: Set[OpenPage]) -> None:
        """There is no other process that would ask."""

    async def open_elsewhere(self, table: str) -> list[OpenPage]:
        return []

    async def close_elsewhere(self, page: str, secret: str) -> None:
        """There is no page elsewhere."""

    def listen_for_closing(self, closing: Closing) -> None:
        """There is nobody who would call."""

    async def old(self, status: Sequence[str], before: float) -> list[str]:
        marks = ",".join("?" * len(status))
        sql = f"SELECT id FROM tables WHERE status IN ({marks}) AND updated < ?"
        return [str(row[0]) for row in await self._look(sql, *status, before)]

    async def remove(self, table: str) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM tables WHERE id=?", (table,))
            for name in ("log", "snapshots", "marks", "keys"):
                db.execute(f"DELETE FROM {name} WHERE tbl=?", (table,))

        await self._do(work)

    def listen(self, told: Told) -> None:
        """Nobody else serves these tables; but whoever runs the server may write (`knaves freeze`)."""
        if not self._memory:
            self._watching = asyncio.ensure_future(self._watch(told))

    async def _watch(self, told: Told) -> None:
        known = -1
        while not self._closed:
            with contextlib.suppress(Unreachable, KnavesError):  # the file may be away for a while
                if (version := await self._version()) != known:
                    if known >= 0:
                        told("", 0)
                    known = version
            await asyncio.sleep(WATCH)

    async def _version(self) -> int:
        """Another number if somebody else has written."""
        version = 0

        def work(db: sqlite3.Connection) -> None:
            nonlocal version
            version = db.execute("PRAGMA data_version").fetchone()[0]

        await self._do(work)
        return version

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        self._jobs.put(None)
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        self._thread.join()
        with self._reading:  # somebody may still be reading, though nobody waits for it
            self._reader.close()
            self._writer.close()
        if self._lock is not None:
            self._lock.release()


def _settle(results: list[_Result]) -> None:
    for job, error in results:
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(error)


def _head(row: tuple[object, ...]) -> Head:
    table, game, status, listed, created, updated = row
    return Head(str(table), str(game), str(status), bool(listed), float(str(created)), float(str(updated)))
