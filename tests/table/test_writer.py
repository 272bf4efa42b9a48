"""A table's pen on paper: what is written before it happens, who is told, and what becomes of it when writing fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import cast

import msgspec
import pytest

from knaves.core.errors import RuleBug
from knaves.table import Refused
from knaves.table.errors import Conflict
from knaves.table.house.budget import Spent
from knaves.table.log import records as r
from knaves.table.log import writer as module
from knaves.table.log.storage import Row, Snapshot
from knaves.table.log.writer import KEEP_EVERY, SPENT, WRONG, Changes, Draft, Services, Writer
from knaves.table.state.book import KeptTable
from knaves.table.state.progress import Progress, Trial
from tests.table.kit import played
from tests.table.toy import toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


class Paper:
    """A storage that keeps what it is given in a list, unless it is told to fail."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.lists: list[tuple[str, str, float]] = []
        self.kept: list[tuple[str, Snapshot]] = []
        self.fails: list[Exception] = []
        self.unread: list[Exception] = []

    async def append(self, table: str, rows: Sequence[Row], status: str, at: float) -> None:
        await asyncio.sleep(0)
        if self.fails:
            raise self.fails.pop(0)
        self.rows += rows
        self.lists.append((table, status, at))

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[Row]:
        if self.unread:
            raise self.unread.pop(0)
        return [row for row in self.rows if row.seq > after]

    async def keep(self, table: str, snapshot: Snapshot) -> None:
        if self.fails:
            raise self.fails.pop(0)
        self.kept.append((table, snapshot))


class House:
    """What a writer needs of a house."""

    def __init__(self) -> None:
        self.storage, self.meter, self.moves = Paper(), self, list[tuple[str, str]]()

    def now(self) -> float:
        return 77.0

    def moved(self, game: str, by: str) -> None:
        self.moves.append((game, by))


def pen() -> tuple[Writer, House, Log]:
    house, log = House(), Log()
    return Writer("t1", log.book, log.progress, cast(Services, house)), house, log


def said(text: str, at: float = 20.0) -> Draft:
    return [r.Said(at=at, seat=0, text=text)]


@played
async def test_what_is_drafted_is_written_and_then_happens() -> None:
    writer, house, log = pen()
    trial = Trial(log.progress.position, 0, ("end",))
    before = log.progress.position
    await writer.commit(lambda: [*said("so"), (trial.record(21.0, "person"), trial)])
    assert [(row.seq, row.rules, r.decode(row.body)) for row in house.storage.rows] == [
        (3, "1", r.Said(at=20.0, seat=0, text="so")),
        (4, "1", trial.record(21.0, "person")),
    ]
    assert house.storage.lists == [("t1", "over", 21.0)] and house.moves == [("toy", "person")]
    assert log.progress.position is trial.position is not before and writer.book.written == 4
    assert (writer.status, writer.id, writer.progress) == ("over", "t1", log.progress)
    await writer.commit(list)
    assert len(house.storage.rows) == 2, "nothing was drafted"


@played
async def test_a_table_is_listed_as_its_last_change_leaves_it() -> None:
    writer, house, log = pen()
    trial = Trial(log.progress.position, 0, ("end",))
    await writer.commit(lambda: [(trial.record(20.0, "person"), trial), *said("well played", 21.0)])
    assert house.storage.lists == [("t1", "over", 21.0)], "what is said after the end does not begin it again"
    asleep = Writer("t1", log.book, None, cast(Services, house))
    assert asleep.book is log.book and asleep.status == "over"


@played
async def test_whoever_was_slower_reads_on_and_checks_again() -> None:
    writer, house, log = pen()
    other = Row(3, "1", r.encode(r.Said(at=19.0, seat=1, text="first")))
    house.storage.rows.append(other)
    house.storage.fails.append(Conflict("taken"))
    drafted: list[int] = []

    def make() -> Draft:
        drafted.append(writer.book.written)
        return said("second")

    await writer.commit(make)
    assert drafted == [2, 3] and [row.seq for row in house.storage.rows] == [3, 4]
    assert [one.text for one in log.book.told if one.kind == "chat"] == ["first", "second"]


@played
async def test_what_was_read_by_whoever_was_slower_is_told() -> None:
    """Two servers let the same bot answer: the slower one has nothing left to write, but its pages have news."""
    writer, house, _ = pen()
    followed: list[bool] = []
    writer.follow(followed.append)
    async with writer.changes((0,)) as ann:
        await anext(ann)
        house.storage.rows.append(Row(3, "1", r.encode(r.Said(at=19.0, seat=1, text="first"))))
        house.storage.fails.append(Conflict("taken"))
        await writer.commit(lambda: said("first") if writer.book.written == 2 else [])
        assert await heard(ann) and followed == [False]
        house.storage.fails.append(Conflict("for nothing"))
        await writer.commit(lambda: said("again") if not house.storage.fails else said("once"))
        assert followed == [False, True]


@played
async def test_what_cannot_be_written_did_not_happen(caplog: pytest.LogCaptureFixture) -> None:
    writer, house, log = pen()
    house.storage.fails.append(OSError("disk full"))
    with pytest.raises(Refused, match=r"^It could not be written down, so it did not happen\. Try again\.$"):
        await writer.commit(lambda: said("lost"))
    assert log.book.written == 2 and "table t1 could not be written" in caplog.text and not writer.busy
    with pytest.raises(Refused, match="no"):
        await writer.commit(lambda: (_ for _ in ()).throw(Refused("no")))
    await writer.commit(lambda: said("kept"))
    assert log.book.written == 3


@played
async def test_a_broken_rule_stops_the_table_and_keeps_the_record(caplog: pytest.LogCaptureFixture) -> None:
    for error, why, record in (
        (RuleBug("odd", b"so far"), WRONG, "so far"),
        (RuleBug("odd", b""), WRONG, "odd"),
        (Spent(), SPENT, "it took too long"),
    ):
        writer, house, log = pen()

        def make(error: BaseException = error) -> Draft:
            raise error

        with pytest.raises(Refused, match=why[:40]):
            await writer.commit(make)
        assert r.decode(house.storage.rows[0].body) == r.Broke(at=77.0, why=why, record=record)
        assert house.storage.lists == [("t1", "broken", 77.0)] and log.book.status == "broken"
        assert "table t1" in caplog.text
        caplog.clear()


@played
async def test_a_table_is_stopped_once() -> None:
    writer, house, log = pen()
    await writer.stop(RuleBug("odd", b"so far"), "Why not.")
    assert (log.book.status, log.book.notice) == ("broken", "Why not.")
    await writer.stop(RuleBug("odd", b"so far"))
    assert len(house.storage.rows) == 1
    usual, _, second = pen()
    await usual.stop(RuleBug("odd", b"so far"))
    assert second.book.notice == WRONG


@played
async def test_a_snapshot_is_kept_now_and_then_and_when_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    writer, house, log = pen()
    for n in range(KEEP_EVERY - 1):
        await writer.commit(lambda n=n: said(str(n)))  # type: ignore[misc]
    await asyncio.sleep(0)
    assert house.storage.kept == []
    await writer.commit(lambda: said("one more"))
    await asyncio.sleep(0)
    ((table, snapshot),) = house.storage.kept
    assert (table, snapshot.seq, snapshot.rules) == ("t1", KEEP_EVERY + 2, "1")
    assert Progress.restore(msgspec.json.decode(snapshot.body, type=KeptTable)).book.written == KEEP_EVERY + 2
    await writer.keep()
    assert len(house.storage.kept) == 1, "there is one of this moment"
    await writer.commit(lambda: said("and more"))
    house.storage.fails.append(OSError("disk full"))
    await writer.keep()
    assert len(house.storage.kept) == 1 and "table t1: no snapshot could be kept" in caplog.text
    await writer.commit(lambda: said("again"))
    await writer.keep()
    table, snapshot = house.storage.kept[1]
    assert (table, snapshot.seq) == ("t1", log.book.written)
    log.book.status = "over"
    log.book.written += 1
    await writer.keep()
    writer.awake = None
    await writer.keep()
    assert len(house.storage.kept) == 2


async def heard(changes: Changes) -> bool:
    """Is there anything new? Counted in turns of the loop: a clock may run while the test does not."""
    coming = asyncio.ensure_future(anext(changes))
    for _ in range(20):
        await asyncio.sleep(0)
    if coming.done():
        return coming.result() >= 0
    coming.cancel()
    with suppress(asyncio.CancelledError):
        await coming
    return False


@played
async def test_whom_a_record_concerns_is_told() -> None:
    writer, _, log = pen()
    followed: list[bool] = []
    writer.follow(followed.append)
    async with writer.changes((0,)) as ann, writer.changes((1,)) as bob, writer.changes() as guest:
        everybody = (ann, bob, guest)
        assert [await anext(one) for one in everybody] == [2, 2, 2], "the first comes at once"
        assert [await heard(one) for one in everybody] == [False] * 3 and writer.busy
        await writer.commit(lambda: said("hello"))
        assert [await heard(one) for one in everybody] == [True] * 3
        await writer.commit(lambda: [r.Muted(at=21.0, seat=1, target=0, on=True)])
        assert [await heard(one) for one in everybody] == [False, True, False]
        await writer.commit(lambda: [r.Reported(at=22.0, seat=1, target=2, text="x")])
        assert [await heard(one) for one in everybody] == [True, True, False], "the host reads it, too"
        await writer.commit(lambda: [r.Muted(at=21.0, seat=1, target=0, on=False), *said("so")])
        assert [await heard(one) for one in everybody] == [True] * 3
    assert followed == [True] * 4 and not writer.busy
    learning = Log(lesson=1)
    writer = Writer("t2", learning.book, learning.progress, cast(Services, House()))
    async with writer.changes((0,)) as ann, writer.changes((1,)) as bob:
        assert await heard(ann) and await heard(bob)
        await writer.commit(lambda: [r.Hinted(at=20.0, hint="dig")])
        assert (await heard(ann), await heard(bob)) == (False, True), "the learner alone"
    assert log.book.written == 6 + 1


@played
async def test_what_another_process_wrote_is_read() -> None:
    writer, house, log = pen()
    followed: list[bool] = []
    writer.follow(followed.append)
    rows = [Row(n, "1", r.encode(r.Said(at=20.0, seat=1, text=str(n)))) for n in (3, 4, 5)]
    house.storage.rows = rows[:]
    await writer.read_on(rows[0])
    assert (log.book.written, followed) == (3, [False]), "the next one"
    await writer.read_on(rows[0])
    assert (log.book.written, followed) == (3, [False]), "it was read before"
    await writer.read_on(rows[2])
    assert (log.book.written, followed) == (5, [False] * 2), "one is missing: all that is there"
    await writer.read_on()
    assert (log.book.written, followed) == (5, [False] * 2)


@played
async def test_a_log_that_cannot_be_read_rests_the_table(caplog: pytest.LogCaptureFixture) -> None:
    writer, house, log = pen()
    house.storage.rows = [Row(3, "9", b'{"what":"riddle"}')]
    with pytest.raises(Refused, match="Another server has written what this one cannot read"):
        await writer.read_on()
    assert writer.awake is None and writer.book is log.book and writer.status == "frozen"
    assert "table t1 cannot be read on" in caplog.text
    with pytest.raises(Refused, match="cannot read"):
        await writer.commit(lambda: said("x"))


@played
async def test_a_table_that_is_gone_says_so() -> None:
    writer, _, log = pen()
    async with writer.changes() as guest:
        assert await heard(guest)
        writer.forget("It is over.")
        assert await heard(guest)
    assert (writer.awake, writer.status, writer.book) == (None, "frozen", log.book)
    with pytest.raises(Refused, match=r"^It is over\.$"):
        _ = writer.progress


@played
async def test_work_on_the_side_fails_alone_and_ends_with_the_table(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger=module.log.name)
    writer, _, _ = pen()

    async def fail(error: Exception) -> None:
        raise error

    await writer.spawn(lambda: fail(Refused("no")))
    assert "table t1: work on the side was refused" in caplog.text
    await writer.spawn(lambda: fail(OSError("odd")))
    assert "table t1: work on the side failed" in caplog.text
    long = writer.spawn(lambda: asyncio.sleep(100))
    await asyncio.sleep(0)
    await writer.rest()
    assert long.cancelled() and writer._aside.tasks == set()


@played
async def test_a_storage_that_goes_away_between_two_writers_is_told_and_the_table_goes_on() -> None:
    """A bot would take anything but a refusal for a broken rule, and the table would rest for good."""
    writer, house, log = pen()
    house.storage.fails.append(Conflict("taken"))
    house.storage.unread.append(ConnectionResetError("gone"))
    before = writer.book.written
    with pytest.raises(Refused, match="could not be read just now, so nothing happened here"):
        await writer.commit(lambda: said("me"))
    assert writer.awake is log.progress and writer.book.written == before
    await writer.commit(lambda: said("me again"))
    assert writer.book.told[-1].text == "me again"
