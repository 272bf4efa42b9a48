"""What another server of the house wrote is read here, also where the tables were away just then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from knaves.core.errors import KnavesError, Refused
from knaves.table import Hall, NoTable, Table
from knaves.table.errors import REMOVED, Unreachable
from knaves.table.house import hall as halls
from knaves.table.log.storage import Head, Row
from tests.patience import meanwhile
from tests.table.kit import ANN, BOB, BOT, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]

GAME = "_template"
ROW = Row(9, "", b"")


class Away:
    """A storage that is away so often before it answers, and what a table then read."""

    def __init__(self, hall: Hall, table: Table, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = times
        self.slept: list[float] = []
        self.tried: list[Row | None] = []
        self.on_sleep: Callable[[], None] = lambda: None
        self._head = hall.storage.head
        self._pause = asyncio.sleep
        monkeypatch.setattr(hall.storage, "head", self.head)
        monkeypatch.setattr(table.writer, "read_on", self.read_on)
        monkeypatch.setattr(asyncio, "sleep", self.sleep)

    async def head(self, id: str) -> Head | None:
        if self.left:
            self.tried.append(None)
            self.left -= 1
            raise Unreachable()
        return await self._head(id)

    async def read_on(self, row: Row | None) -> None:
        self.tried.append(row)
        if self.left:
            self.left -= 1
            raise Unreachable()

    async def sleep(self, seconds: float) -> None:
        if seconds:
            self.slept.append(seconds)
            self.on_sleep()
        await self._pause(0)


@played
async def test_what_others_write_is_read_where_somebody_is_awake(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, GAME, ANN, BOB)
        other, _, _ = await sit(hall, GAME, ANN, BOB)
        read: list[tuple[Table, Row | None]] = []

        async def read_on(one: Table, row: Row | None = None) -> None:
            read.append((one, row))

        monkeypatch.setattr(hall, "_read_on", read_on)

        async def told(id: str, news: Row | int) -> list[tuple[Table, Row | None]]:
            read.clear()
            hall._told(id, news)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            return list(read)

        seq = table.book.written
        row = Row(seq + 1, "", b"")
        listened = table.writer.awake
        table.writer.awake = other.writer.awake = None
        assert await told(table.id, row) == [] and await told("", 0) == []  # they sleep
        table.writer.awake = listened
        assert await told(table.id, row) == [(table, row)]
        assert await told(table.id, seq + 1) == [(table, None)]
        assert await told(table.id, seq) == await told(table.id, row._replace(seq=seq)) == []
        assert await told("nobody", 99) == [] and await told("", 0) == [(table, None)]
        other.writer.awake = listened
        assert await told("", 0) == [(table, None), (other, None)]


@played
async def test_a_table_that_another_server_removed_is_forgotten(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, GAME, ANN, BOT)
        await hall.storage.remove(table.id)
        read: list[Row | None] = []

        async def read_on(row: Row | None) -> None:
            read.append(row)
            raise KnavesError("Not so.")

        with monkeypatch.context() as instead:
            instead.setattr(table.writer, "read_on", read_on)
            await hall._read_on(table, row := Row(9, "", b""))
        assert read == [row] and hall.awake == 1
        assert f"table {table.id}: what another process wrote cannot be read" in caplog.messages
        await hall._read_on(table)
        assert hall.awake == 0
        await refuses(hall.table(table.id), NoTable)
        assert ann.page.ask is None and ann.page.notice == REMOVED


@played
async def test_where_the_storage_is_away_it_is_asked_until_it_is_back(
    toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, toy, ANN, BOB)
        away = Away(hall, table, 3, monkeypatch)
        await hall._read_on(table, ROW)
        # what was told may be no longer the newest: afterwards all there is is read
        assert away.tried == [ROW, None, None, None] and away.slept == [halls.AGAIN] * 3
        says = f"table {table.id}: what another process wrote cannot be read: {Unreachable()}"
        assert caplog.messages == [says] * 3
        away.left = 1
        await hall._read_on(table, ROW)  # and another time it is asked again as well
        assert away.tried[4:] == [ROW, None]
        assert hall.awake == 1


@played
async def test_while_one_asks_again_nobody_else_does(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, toy, ANN, BOB)
        other, _, _ = await sit(hall, toy, ANN, BOB)
        away = Away(hall, table, 4, monkeypatch)
        more: list[asyncio.Task[None]] = []

        def tell() -> None:
            if not more:
                more.extend(asyncio.ensure_future(hall._read_on(one)) for one in (table, other))

        away.on_sleep = tell
        await hall._read_on(table)
        await asyncio.gather(*more)
        # the one who asks again at last reads; who was told meanwhile asked once; the other table has one of its own
        assert len(away.slept) == 3 and away.tried == [None] * 5
        assert hall.awake == 2


@played
async def test_a_table_that_fell_asleep_is_not_asked_for_again(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, toy, ANN, BOB)
        away = Away(hall, table, 9, monkeypatch)

        def falls_asleep() -> None:
            table.writer.awake = None

        away.on_sleep = falls_asleep
        await hall._read_on(table, ROW)
        assert away.tried == [ROW, None] and len(away.slept) == 1


@played
async def test_what_is_refused_is_read_again_too(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, toy, ANN, BOB)
        away = Away(hall, table, 0, monkeypatch)
        tried: list[Row | None] = []

        async def read_on(row: Row | None) -> None:
            tried.append(row)
            if len(tried) == 1:
                raise Refused("One moment.")

        monkeypatch.setattr(table.writer, "read_on", read_on)
        await hall._read_on(table, ROW)
        assert tried == [ROW, None] and away.slept == [halls.AGAIN]


@played
async def test_a_table_that_is_there_still_is_not_forgotten(toy: str) -> None:
    """Told of without a record: the log is asked, and what it holds is read."""
    async with open_hall() as hall:
        table, _, _ = await sit(hall, toy, ANN, BOB)
        hall._told("", 0)
        await meanwhile("nobody read", lambda: not hall._aside.tasks)
        assert hall.awake == 1 and not table.page(table.book.opened.watch).notice
