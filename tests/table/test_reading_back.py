"""A table that slept is read again: from its snapshot, from its log, or not at all where it would end the server."""

from __future__ import annotations

import pytest

from knaves.core.errors import KnavesError
from knaves.table import Hall, Table, TablePlan
from knaves.table.house import table_openings
from knaves.table.house.reading_back import LET_BE, MARKS_MOST, TOO_LONG, Waking
from knaves.table.log.storage import Head, Row, Snapshot
from tests.table.kit import ANN, BOB, open_hall, played, sit
from tests.table.test_hall import asleep
from tests.table.toy import toy

__all__ = ["toy"]

RICH: dict[str, object] = {"coins": [9, 1]}


def waking(hall: Hall) -> Waking:
    return Waking(hall.storage, hall.workshop, hall._desk)


async def kept(hall: Hall, toy: str) -> tuple[Table, Snapshot]:
    """A table with a snapshot, and an answer that came after it."""
    table, (ann, _), _ = await sit(hall, toy, ANN, BOB)
    await ann.do("dig")
    await table.writer.keep()
    snapshot = await hall.storage.snapshot(table.id)
    assert snapshot is not None
    await ann.do("dig")
    await asleep(hall, table)
    return table, snapshot


@played
async def test_a_snapshot_and_what_came_after_it(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        table, snapshot = await kept(hall, toy)
        read: list[int] = []
        plain = hall.storage.read

        async def reading(id: str, after: int = 0, most: int | None = None) -> list[Row]:
            assert id == table.id
            read.append(after)
            return await plain(id, after, most)

        monkeypatch.setattr(hall.storage, "read", reading)
        book, progress = await waking(hall).read(table.id)
        assert progress is not None and progress.position == table.progress.position
        assert book.played == table.book.played and snapshot.seq in read


@played
async def test_a_snapshot_that_cannot_be_read_is_as_good_as_none(toy: str) -> None:
    async with open_hall() as hall:
        table, snapshot = await kept(hall, toy)
        await hall.storage.keep(table.id, snapshot._replace(body=b"{"))
        book, progress = await waking(hall).read(table.id)
        assert progress is not None and progress.position == table.progress.position
        assert book.status == "running" and len(book.played) == 2


@played
async def test_a_log_that_begins_with_nothing_known_rests() -> None:
    async with open_hall() as hall:
        for name, body in (("broken", b"{"), ("strange", b'{"type":"begun","at":1.0}')):
            head = Head(name, "toy", "running", True, 1.0, 1.0)
            await hall.storage.create(head, [Row(1, "", body)])
            with pytest.raises(KnavesError):
                await waking(hall).read(name)


@played
async def test_a_strangers_table_is_marked_and_touched_no_third_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (ANN, BOB), scenario=RICH))
        table = await hall.table(ticket.table)
        await hall._come_to_rest(table.id)
        await asleep(hall, table)
        one = waking(hall)
        book, progress = await one.read(table.id)
        assert progress is not None and progress.position == table.progress.position
        assert one.is_marked(table.id) and not one.is_marked("nobody")
        for _ in range(MARKS_MOST - 1):
            await waking(hall).read(table.id)  # the server died each time
        last = waking(hall)
        book, progress = await last.read(table.id)
        assert progress is None and (book.status, book.notice) == ("frozen", LET_BE)
        assert not last.is_marked(table.id) and [seat.name for seat in book.seats] == ["Ann", ""]
        await one.close()
        assert not one.is_marked(table.id) and await hall.storage.mark(table.id) == 0


@played
async def test_a_strangers_table_that_the_workshop_cannot_build_rests(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (ANN, BOB), scenario=RICH))

        async def fails(snapshot: object, rows: list[Row]) -> object:
            assert snapshot is None and len(rows) == 1
            raise KnavesError("It took too long.")

        monkeypatch.setattr(hall.workshop, "rebuild", fails)
        book, progress = await waking(hall).read(ticket.table)
        assert progress is None and (book.status, book.notice) == ("frozen", TOO_LONG)
        assert f"table {ticket.table} rests: It took too long." in caplog.messages

        async def nothing(snapshot: object, rows: list[Row]) -> object:
            return table_openings.frozen(opened, rows, "Other rules."), None

        opened = (await hall.table(ticket.table)).book.opened
        monkeypatch.setattr(hall.workshop, "rebuild", nothing)
        book, progress = await waking(hall).read(ticket.table)
        assert progress is None and book.notice == "Other rules."
