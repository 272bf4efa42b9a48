"""For whoever runs a server: what tables there are, letting one rest, removing one, keeping a copy of all.

All of it works while the server runs: it looks every second whether somebody else has written.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import cyclopts
import msgspec
import rich
import rich.markup
from rich.table import Table as Grid

from knaves.core.errors import BadSetup
from knaves.core.words import counted, isolated
from knaves.table.errors import Conflict
from knaves.table.house.hall import connect
from knaves.table.log import records as r
from knaves.table.log.filelock import FileLock
from knaves.table.log.storage import Row, Storage
from knaves.table.pages.ago import ago
from knaves.table.people.table_plan import STATUSES

DB = Annotated[str, cyclopts.Parameter(help="Where games are kept: the same as of the server.")]
MOST = 1_000_000
WHY = "Ask whoever runs this server."


def _with(db: str, work: Callable[[Storage], Awaitable[None]]) -> None:
    if not db.startswith("postgres") and not Path(db).is_file():
        raise BadSetup(f"There is no file {db!r} with tables.")

    async def run() -> None:
        storage = await connect(db, alone=False)
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(run())


def tables(status: str = "", *, db: DB = "knaves.sqlite", most: int = 50) -> None:
    """List tables, the one played last first.

    Parameters
    ----------
    status
        Only these: lobby, running, over, broken or frozen.
    most
        So many.
    """
    if status and status not in STATUSES:
        raise BadSetup(f"A table is {', '.join(STATUSES[:-1])} or {STATUSES[-1]}, not {status!r:.30}.")
    if not 1 <= most <= MOST:
        raise BadSetup(f"From 1 to {MOST:,} tables are listed, not {most:.6g}.")

    async def work(storage: Storage) -> None:
        grid = Grid("table", "game", "status", "people", "moves", "touched", box=None)
        for head in await storage.heads((status,) if status else STATUSES, None, most):
            rows = await storage.read(head.table)
            people = [isolated(name) for name in _people(rows) if name]
            since = ago(max(0.0, time.time() - head.updated)).replace("for ", "") + " ago"
            moves = sum(b'"answered"' in row.body for row in rows)
            names = rich.markup.escape(", ".join(people))
            grid.add_row(
                head.table, head.game, head.status, names, str(moves), since.replace("now ago", "now")
            )
        rich.print(grid)

    _with(db, work)


def _people(rows: list[Row]) -> list[str]:
    seats: dict[int, str] = {}
    for record in _readable(rows):
        if isinstance(record, r.Opened):
            seats = {n: seat.name for n, seat in enumerate(record.seats) if seat.kind == "person"}
        elif isinstance(record, r.Sat):
            seats[record.seat] = record.name
        elif isinstance(record, r.Seated | r.Unseated):
            seats.pop(record.seat, None)
    return list(seats.values())


def _readable(rows: list[Row]) -> Iterator[r.AnyRecord]:
    """Of a damaged log what is whole."""
    for row in rows:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            yield r.decode(row.body)


def freeze(table: str, *, why: str = WHY, db: DB = "knaves.sqlite") -> None:
    """Let a table rest: nobody can play at it until `knaves thaw`. Its log is kept.

    Parameters
    ----------
    table
        As `knaves tables` calls it, and the address: /t/<table>.
    why
        What people at the table are told.
    """
    told = " ".join(why.split())[:200] or WHY
    _with(db, lambda storage: _write(storage, table, told))
    rich.print(f"{rich.markup.escape(table)} rests.")


def thaw(table: str, *, db: DB = "knaves.sqlite") -> None:
    """Let a frozen table go on."""
    _with(db, lambda storage: _write(storage, table, None))
    rich.print(f"{rich.markup.escape(table)} goes on.")


async def _write(storage: Storage, table: str, why: str | None) -> None:
    """That it rests, or (None) goes on as what it was: the next record, whatever the server writes meanwhile."""
    while True:
        head, rows = await storage.head(table), await storage.read(table)
        if head is None or not rows:
            raise BadSetup(f"There is no table {table!r:.40}; knaves tables lists them.")
        if (head.status == "frozen") == (why is not None):
            raise BadSetup(f"The table {table} {'does not rest' if why is None else 'rests already'}.")
        now = time.time()
        record = r.Thawed(at=now) if why is None else r.Frozen(at=now, why=why, before=head.status)
        row = Row(rows[-1].seq + 1, rows[-1].rules, r.encode(record))
        try:
            await storage.append(table, [row], _before(rows) if why is None else "frozen", now)
        except Conflict:
            continue
        return


def _before(rows: list[Row]) -> str:
    """What a table was before it was frozen; an earlier version did not write that down."""
    said, begun = "", False
    for record in _readable(rows):
        begun |= isinstance(record, r.Begun)
        said = record.before if isinstance(record, r.Frozen) else said
    return said or ("running" if begun else "lobby")


def remove(table: str, *, yes: bool = False, db: DB = "knaves.sqlite") -> None:
    """Remove a table with its whole log. It cannot be brought back but from a backup.

    Parameters
    ----------
    yes
        Really.
    """
    if not yes:
        raise BadSetup(f"This removes {table} for good: knaves remove {table} --yes does it.")

    async def work(storage: Storage) -> None:
        if await storage.head(table) is None:
            raise BadSetup(f"There is no table {table!r:.40}; knaves tables lists them.")
        await storage.remove(table)

    _with(db, work)
    rich.print(f"{rich.markup.escape(table)} is removed.")


# -- copies of all ----------------------------------------------------------------------------------------


def backup(file: str, *, db: DB = "knaves.sqlite") -> None:
    """Keep a copy of all tables, while the server runs.

    Parameters
    ----------
    file
        Where to; not there yet.
    """
    if db.startswith("postgres"):
        raise BadSetup(f"PostgreSQL keeps its own copies: pg_dump --format=custom --file={file} {db}")
    if not Path(db).is_file():
        raise BadSetup(f"There is no file {db!r} with tables.")
    if not Path(file).name:
        raise BadSetup("A backup needs the name of a file.")
    if Path(file).exists():
        raise BadSetup(f"{file!r} is there already: a backup overwrites nothing.")
    half = _free_name(f"{file}.half")
    try:
        with closing(sqlite3.connect(db, timeout=30)) as source, closing(sqlite3.connect(half)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            count = _count(copy, half)
        os.replace(half, file)
    except (sqlite3.Error, OSError) as error:
        raise BadSetup(f"No backup was made: {error}.") from None
    finally:
        Path(half).unlink(missing_ok=True)
    kept = counted(count, "table is", "tables are")
    rich.print(f"{kept} kept in {rich.markup.escape(file)}.")


def restore(file: str, *, db: DB = "knaves.sqlite", yes: bool = False) -> None:
    """Put a backup in the place of the tables. The server must be stopped.

    Parameters
    ----------
    file
        What `knaves backup` wrote.
    yes
        Replaces tables that are there; they are kept beside, with .before (.before-2 and so on) behind the name.
    """
    if db.startswith("postgres"):
        raise BadSetup(f"PostgreSQL reads its own copies: pg_restore --clean --dbname={db} {file}")
    if not Path(file).is_file():
        raise BadSetup(f"There is no file {file!r}.")
    if Path(db).is_dir():
        raise BadSetup(f"{db or '.'!r} is a folder; tables are kept in a file.")
    with closing(_open_copy(file)) as copy:
        count = _count(copy, file)
    db = os.path.realpath(db)  # where a link leads, as the server goes
    half, lock = _free_name(f"{db}.half"), FileLock(db)
    if not lock.take():
        raise BadSetup(f"A server{lock.by()} has these tables open: stop it first.")
    try:
        if Path(db).exists() and not yes:
            raise BadSetup(
                f"{db!r} has tables already: knaves restore … --yes keeps them beside and replaces them."
            )
        with closing(_open_copy(file)) as copied, closing(sqlite3.connect(half)) as fresh:
            copied.backup(fresh)
        before, there = _free_name(f"{db}.before"), Path(db).exists()
        for ending in ("", "-wal", "-shm"):
            if Path(db + ending).exists():
                os.replace(db + ending, before + ending)
        os.replace(half, db)
    except (sqlite3.Error, OSError) as error:
        raise BadSetup(f"The tables are not back: {error}.") from None
    finally:
        Path(half).unlink(missing_ok=True)
        lock.release()
    kept = f" What was there is kept in {before}." if there else ""
    print(f"{counted(count, 'table is', 'tables are')} back in {db}.{kept}")


def _free_name(wanted: str) -> str:
    """This one, or the first with a number behind it that nothing has."""
    names = itertools.chain([wanted], (f"{wanted}-{number}" for number in itertools.count(2)))
    return next(name for name in names if not Path(name).exists())


def _open_copy(file: str) -> sqlite3.Connection:
    """To read, and whatever signs are in its name."""
    try:
        return sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True)
    except sqlite3.Error as error:
        raise BadSetup(f"{file!r} cannot be read: {error}.") from None


def _count(copy: sqlite3.Connection, file: str) -> int:
    """How many tables a copy has; BadSetup if it is damaged or something else."""
    try:
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise BadSetup(f"{file!r} is damaged.")
        return int(copy.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error as error:
        raise BadSetup(f"{file!r} holds no tables: {error}.") from None


def settings() -> None:
    """Print a settings file to begin with: knaves settings > knaves.toml"""
    from knaves.web.settings import example

    print(example(), end="")
