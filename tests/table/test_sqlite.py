"""Tables in one SQLite file: what is written is there, one of two rivals wins, and what fails is told to who waits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from knaves.core.errors import KnavesError
from knaves.table.errors import REMOVED, Conflict, NoTable, Unreachable
from knaves.table.log import sqlite as module
from knaves.table.log.sqlite import SqliteStorage
from knaves.table.log.storage import REFRESH, Head, Key, Listed, OpenPage, Row, Snapshot
from tests.patience import PATIENCE, meanwhile
from tests.table.kit import played

ANNS = Head("ann", "toy", "lobby", True, 1.0, 1.0)
BOBS = Head("bob", "toy", "running", False, 2.0, 5.0)


@asynccontextmanager
async def shelf(path: str | Path = ":memory:") -> AsyncIterator[SqliteStorage]:
    storage = SqliteStorage(str(path))
    try:
        yield storage
    finally:
        await storage.close()


@played
async def test_the_list_of_tables_by_status_the_newest_first(tmp_path: Path) -> None:
    for path in (":memory:", tmp_path / "tables.sqlite"):
        async with shelf(path) as storage:
            cys = Head("cy", "toy", "running", True, 2.0, 9.0)
            for head in (ANNS, BOBS, cys):
                await storage.create(head, [Row(1, "1", b"")])
            assert await storage.head("ann") == ANNS and await storage.head("eve") is None
            assert await storage.heads(("running",)) == [cys, BOBS]
            assert await storage.heads(("running", "lobby")) == [cys, BOBS, ANNS]
            assert await storage.heads(("running", "lobby"), True) == [cys, ANNS]
            assert await storage.heads(("running", "lobby"), False) == [BOBS]
            assert await storage.heads(("running", "lobby"), True, 1) == [cys]
            assert await storage.heads(("running",), most=1) == [cys]
            assert [
                await storage.count(status) for status in (("running",), ("running", "lobby"), ("over",))
            ] == [2, 3, 0]
            assert sorted(await storage.old(("running", "lobby"), 9.0)) == ["ann", "bob"]
            assert await storage.old(("running",), 5.0) == []
            await storage.sitting({OpenPage("p", "ann", (0,), "Firefox on a phone", 1.0)})
            assert not await storage.open_elsewhere("ann"), "there is no other process"


@played
async def test_a_log_is_added_to_and_read_from_anywhere() -> None:
    async with shelf() as storage:
        rows = [Row(n, str(n), f"{n}".encode()) for n in (1, 2, 3, 4)]
        await storage.create(ANNS, rows[:1])
        await storage.append("ann", rows[1:], "running", 7.0)
        assert await storage.read("ann") == rows and await storage.read("ann", 2) == rows[2:]
        assert await storage.read("ann", 1, 2) == rows[1:3] and await storage.read("ann", most=0) == []
        assert await storage.read("bob") == []
        assert await storage.head("ann") == ANNS._replace(status="running", updated=7.0)


@played
async def test_the_list_is_written_when_it_says_something_new() -> None:
    async with shelf() as storage:
        await storage.create(ANNS, [Row(1, "1", b"")])
        for seq, (status, at, listed) in enumerate(
            (
                ("running", 10.0, ("running", 10.0)),
                ("running", 10.0 + REFRESH - 1, ("running", 10.0)),
                ("running", 10.0 + REFRESH, ("running", 10.0 + REFRESH)),
                ("over", 11.0 + REFRESH, ("over", 11.0 + REFRESH)),
            ),
            2,
        ):
            await storage.append("ann", [Row(seq, "1", b"")], status, at)
            head = await storage.head("ann")
            assert head is not None and (head.status, head.updated) == listed
        assert len(await storage.read("ann")) == 5


def test_what_stands_in_the_list_is_remembered_for_so_many_tables() -> None:
    """And how long ago: it says when a table was last played."""
    listed = Listed()
    assert not listed.stands("ann", "running", 5.0)
    listed.wrote("ann", "running", 5.0)
    assert listed.stands("ann", "running", 5.0 + REFRESH - 1)
    assert not listed.stands("ann", "running", 5.0 + REFRESH) and not listed.stands("ann", "over", 5.0)
    for number in range(10_000):
        listed.wrote(f"table {number}", "running", 5.0)
    assert listed.stands("ann", "running", 5.0)
    listed.wrote("bob", "running", 5.0)
    assert not listed.stands("ann", "running", 5.0) and listed.stands("bob", "running", 5.0)


@played
async def test_of_two_who_write_the_same_number_one_is_too_late() -> None:
    async with shelf() as storage:
        await storage.create(ANNS, [Row(1, "1", b"first")])
        for _ in range(2):  # the list of tables is written, and stands
            with pytest.raises(Conflict):
                await storage.append("ann", [Row(9, "1", b"x"), Row(1, "1", b"second")], "running", 9.0)
            storage._listed.wrote("ann", "running", 9.0)
        assert await storage.read("ann") == [Row(1, "1", b"first")] and await storage.head("ann") == ANNS
        with pytest.raises(Conflict):
            await storage.create(ANNS, [Row(1, "1", b"x")])
        results = await asyncio.gather(
            *(storage.append("ann", [Row(seq, "1", b"x")], "running", 9.0) for seq in (2, 2, 3)),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Conflict) for one in results) == 1 and results[2] is None
        assert [row.seq for row in await storage.read("ann")] == [1, 2, 3]


@played
async def test_snapshots_marks_and_keys() -> None:
    async with shelf() as storage:
        for head in (ANNS, BOBS):
            await storage.create(head, [Row(1, "1", b"")])
        for n in (4, 2):
            await storage.keep("ann", Snapshot(n, "1", f"{n}".encode()))
        await storage.keep("bob", Snapshot(1, "1", b"b"))
        assert await storage.snapshot("ann") == Snapshot(4, "1", b"4"), "the newest"
        await storage.keep("ann", Snapshot(4, "2", b"again"))
        assert await storage.snapshot("ann") == Snapshot(4, "2", b"again")
        assert (
            await storage.snapshot("bob") == Snapshot(1, "1", b"b") and await storage.snapshot("cy") is None
        )
        kept = await storage._look("SELECT count(*) FROM snapshots WHERE tbl='ann'")
        assert kept == [(1,)], "older ones go"
        assert [await storage.mark("ann") for _ in range(3)] == [0, 1, 2] and await storage.mark("bob") == 0
        await storage.unmark("ann")
        assert await storage.mark("ann") == 0 and await storage.mark("bob") == 1
        one, two, other = Key("ann", b"1", 5.0), Key("bob", b"2", 9.0), Key("ann", b"3", 5.0)
        for lock, key in (("x", one), ("x", two), ("y", other), ("x", one)):
            await storage.put_key(lock, key)
        assert sorted(await storage.keys("x")) == [one, two]
        await storage.forget_keys(5.0)
        assert len(await storage.keys("x")) == 2
        await storage.forget_keys(5.1)
        assert await storage.keys("x") == [two] and await storage.keys("y") == []
        assert [await storage.drop_keys("x") for _ in range(2)] == [True, False]


@played
async def test_nothing_is_left_of_a_table_that_is_removed() -> None:
    async with shelf() as storage:
        for head in (ANNS, BOBS):
            await storage.create(head, [Row(1, "1", b"")])
            await storage.keep(head.table, Snapshot(1, "1", b""))
            await storage.mark(head.table)
            await storage.put_key("x", Key(head.table, b"", 9.0))
        await storage.remove("ann")
        assert await storage.head("ann") is None and await storage.read("ann") == []
        assert await storage.snapshot("ann") is None and await storage.mark("ann") == 0
        assert await storage.head("bob") and await storage.read("bob") and await storage.snapshot("bob")
        assert [key.table for key in await storage.keys("x")] == ["bob"] and await storage.mark("bob") == 1
        for _ in range(2):  # an answer that comes too late hears why, whether or not the list would change
            with pytest.raises(NoTable, match=REMOVED):
                await storage.append("ann", [Row(2, "1", b"")], "running", 9.0)
            storage._listed.wrote("ann", "running", 9.0)


@played
async def test_a_full_disk_is_told_to_all_who_wait_and_nothing_is_half_written() -> None:
    async with shelf() as storage:
        await storage.create(ANNS, [Row(1, "1", b"")])

        def full(db: sqlite3.Connection) -> None:
            db.execute("UPDATE tables SET status='lost'")
            raise sqlite3.OperationalError("disk full")

        good = storage._do(lambda db: db.execute("UPDATE tables SET game='lost'"))
        results = await asyncio.gather(good, storage._do(full), return_exceptions=True)
        assert all(
            isinstance(one, Unreachable) and isinstance(one.__cause__, sqlite3.OperationalError)
            for one in results
        )
        head = await storage.head("ann")
        assert head is not None and head.status == "lobby"
        await storage.append("ann", [Row(2, "1", b"")], "running", 3.0)
        assert len(await storage.read("ann")) == 2


@played
async def test_what_cannot_be_written_is_told_to_who_wanted_it_and_the_writer_lives_on() -> None:
    async with shelf() as storage:
        await storage.create(ANNS, [Row(1, "1", b"")])
        huge, fine = Row(2**70, "1", b""), Row(2, "1", b"fine")
        for listed in (False, True):  # the list of tables is written, too; or only the log
            results = await asyncio.gather(
                storage.append("ann", [huge], "running", 3.0),
                storage.append("ann", [fine], "running", 3.0),
                storage._do(lambda db: 1 / 0),
                return_exceptions=True,
            )
            told = [type(one) for one in results]
            assert told == [OverflowError, Conflict if listed else type(None), ZeroDivisionError]
        assert [row.seq for row in await storage.read("ann")] == [1, 2]


@played
async def test_many_wait_for_few_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    async with shelf() as storage:
        await storage.create(ANNS, [Row(1, "1", b"")])
        storage._listed.wrote("ann", "running", 1.0)
        sizes: list[tuple[int, bool]] = []
        plain = storage._commit

        def commit(batch: list[module._SqliteJob]) -> None:
            sizes.append((len(batch), all(job.lines for job in batch)))
            plain(batch)

        monkeypatch.setattr(storage, "_commit", commit)
        monkeypatch.setattr(module, "BATCH", 10)
        with storage._reading:  # the writer of a file in memory waits for its readers
            jobs = [
                asyncio.ensure_future(storage.append("ann", [Row(seq, "1", b"")], "running", 2.0))
                for seq in range(2, 32)
            ]
            await asyncio.sleep(0)
        await asyncio.gather(*jobs)
        assert sum(size for size, _ in sizes) == 30 and max(size for size, _ in sizes) == 10
        assert all(lines for _, lines in sizes) and len(await storage.read("ann")) == 31


@played
async def test_answers_of_many_tables_are_one_statement() -> None:
    """But for those that change more than the log; and one nobody waits for any more holds up no other."""
    async with shelf() as storage:
        for head in (ANNS, BOBS):
            await storage.create(head, [Row(1, "1", b"")])
            storage._listed.wrote(head.table, "running", 1.0)

        async def done(*answers: tuple[str, int, str], dropped: int = -1) -> list[str]:
            """What the database was told."""
            told: list[str] = []
            with storage._reading:  # the writer of a file in memory waits for its readers
                before = asyncio.ensure_future(storage.unmark("ann"))
                await asyncio.sleep(0)
                await meanwhile("nobody writes", storage._jobs.empty)  # the others will be taken up together
                jobs = [
                    asyncio.ensure_future(storage.append(table, [Row(seq, "1", b"")], status, 2.0))
                    for table, seq, status in answers
                ]
                await asyncio.sleep(0)
                if dropped >= 0:
                    jobs[dropped].cancel()
                storage._writer.set_trace_callback(told.append)
            await asyncio.gather(before, *jobs, return_exceptions=True)
            storage._writer.set_trace_callback(None)
            said = dict.fromkeys(told)  # a trigger says it again
            return [line.split()[0] for line in said if line.startswith(("INSERT", "UPDATE"))]

        assert await done(("ann", 2, "running"), ("bob", 2, "running")) == ["INSERT"]
        assert await done(("ann", 3, "running"), ("bob", 3, "over")) == ["INSERT", "INSERT", "UPDATE"]
        await done(("ann", 4, "running"), ("bob", 4, "over"), ("ann", 5, "running"), dropped=0)
        for table, last in (("ann", 5), ("bob", 4)):
            assert [row.seq for row in await storage.read(table)] == [*range(1, last + 1)]


@played
async def test_a_closed_shelf_says_so(tmp_path: Path) -> None:
    storage = SqliteStorage(str(tmp_path / "tables.sqlite"))
    with pytest.raises(
        KnavesError, match=r"Another server.* has the tables in .* open: stop it, or take another"
    ):
        SqliteStorage(str(tmp_path / "tables.sqlite"))
    await storage.close()
    await storage.close()
    for late in (storage.read("ann"), storage.unmark("ann")):
        with pytest.raises(KnavesError, match=r"^The storage is closed\.$"):
            await late
    with pytest.raises(KnavesError, match=r"^The file .* cannot be used for tables: unable to open"):
        SqliteStorage(str(tmp_path / "no" / "where.sqlite"), alone=False)
    await SqliteStorage(str(tmp_path / "tables.sqlite")).close()


def test_nothing_is_left_beside_a_file_that_holds_no_tables(tmp_path: Path) -> None:
    (tmp_path / "notes.toml").write_text("a = 1\n")
    with pytest.raises(KnavesError, match="file is not a database"):
        SqliteStorage(str(tmp_path / "notes.toml"))
    assert [path.name for path in tmp_path.iterdir()] == ["notes.toml"]


@played
async def test_what_is_written_is_safe_from_a_loss_of_power(tmp_path: Path) -> None:
    async with shelf(tmp_path / "tables.sqlite") as storage:
        found = {
            name: await storage._look(f"PRAGMA {name}")
            for name in ("journal_mode", "synchronous", "busy_timeout")
        }
        assert found == {"journal_mode": [("wal",)], "synchronous": [(2,)], "busy_timeout": [(30000,)]}


@played
async def test_what_somebody_else_writes_into_the_file_is_heard_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WATCH", 0.001)
    heard: list[tuple[str, Row | int]] = []
    event = asyncio.Event()

    def told(table: str, row: Row | int) -> None:
        heard.append((table, row))
        event.set()

    async with shelf(tmp_path / "tables.sqlite") as storage:
        storage.listen(told)
        await storage.create(ANNS, [Row(1, "1", b"")])
        await asyncio.sleep(0.02)
        assert heard == [], "what we write ourselves is no news"
        other = SqliteStorage(str(tmp_path / "tables.sqlite"), alone=False)
        await other.append("ann", [Row(2, "1", b"")], "running", 3.0)
        await asyncio.wait_for(event.wait(), PATIENCE)
        await other.close()
        assert heard[0] == ("", 0)
    in_memory = SqliteStorage(":memory:")
    in_memory.listen(told)
    assert in_memory._watching is None
    await in_memory.close()


@played
async def test_one_file_has_one_server_by_whatever_name(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "tables.sqlite")
    async with shelf(tmp_path / "tables.sqlite"):
        with pytest.raises(KnavesError, match="Another server"):
            SqliteStorage(str(tmp_path / "link.sqlite"))
    async with shelf(tmp_path / "link.sqlite"):
        with pytest.raises(KnavesError, match="Another server"):
            SqliteStorage(str(tmp_path / "tables.sqlite"))
    assert {one.name for one in tmp_path.iterdir()} == {"link.sqlite", "tables.sqlite", "tables.sqlite.lock"}


@played
async def test_nothing_is_written_into_a_file_that_was_moved_away(tmp_path: Path) -> None:
    """It would be acknowledged and lost."""
    file, away = tmp_path / "tables.sqlite", tmp_path / "elsewhere.sqlite"
    async with shelf(file) as storage:
        await storage.create(ANNS, [Row(1, "1", b"")])
        file.rename(away)
        for _ in range(2):
            with pytest.raises(Unreachable, match="moved away or replaced"):
                await storage.append("ann", [Row(2, "1", b"x")], "lobby", 2.0)
            with pytest.raises(Unreachable, match="moved away or replaced"):
                await storage.count(("lobby",))  # so /healthz says it too
            file.write_bytes(b"another file")
        away.rename(file)
        await storage.append("ann", [Row(2, "1", b"x")], "lobby", 2.0)
        assert len(await storage.read("ann")) == 2 and await storage.count(("lobby",)) == 1


@played
async def test_what_others_write_is_noticed_also_after_the_file_was_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`knaves freeze` an hour after a disk was full."""
    monkeypatch.setattr(module, "WATCH", 0.01)
    file, away, told = tmp_path / "tables.sqlite", tmp_path / "elsewhere.sqlite", list[str]()
    async with shelf(file) as storage:
        await storage.create(ANNS, [Row(1, "1", b"")])
        storage.listen(lambda table, news: told.append(table))
        await asyncio.sleep(0.1)
        file.rename(away)
        await asyncio.sleep(0.1)
        away.rename(file)
        assert told == []
        other = SqliteStorage(str(file), alone=False)
        await other.append("ann", [Row(2, "1", b"")], "frozen", 2.0)
        await other.close()
        await meanwhile("nobody notices", lambda: told)
