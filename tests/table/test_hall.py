"""All tables of one server: what is opened, found, woken, left to rest, thinned out, and told by other servers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import cast

import pytest

import knaves
from knaves.core.errors import BadSetup, KnavesError, Refused
from knaves.core.save import read
from knaves.table import Clock, Forbidden, Hall, NoTable, SeatPlan, Table, TablePlan, TooMuch
from knaves.table.bots.thinkers import Thinkers
from knaves.table.errors import REMOVED
from knaves.table.house import hall as halls
from knaves.table.house import table_openings
from knaves.table.log import records as r
from knaves.table.log.storage import Head, Row
from knaves.table.people.keyring import Keyring
from knaves.table.people.table_plan import STATUSES, Status
from tests.patience import meanwhile
from tests.table.kit import ANN, BOB, BOT, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]

GAME = "_template"


async def asleep(hall: Hall, table: Table) -> None:
    """Out of memory, and no trace of it but its log."""
    await table.rest()
    del hall._tables[table.id]


async def finished(hall: Hall, toy: str) -> tuple[Table, str, str]:
    """A game that Ann has ended; her secret, and the watchers'."""
    table, (ann, _), ticket = await sit(hall, toy, ANN, BOB)
    await ann.do("end")
    assert table.status == "over"
    return table, ann.token, ticket.watch


# -- finding ----------------------------------------------------------------------------------------------


@played
async def test_a_table_is_found_awake_asleep_or_not_at_all() -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, GAME, ANN, BOT)
        assert await hall.table(table.id) is table and hall.awake == 1
        await asleep(hall, table)
        assert hall.awake == 0
        one, other = await asyncio.gather(hall.table(table.id), hall.table(table.id))
        assert one is other and one is not table and one.book == table.book
        assert hall._loading == {} and one.seating.grace == hall._grace
        for nowhere in ("", "x" * 40, "x" * 41, "a\0b", "nobody"):
            await refuses(hall.table(nowhere), NoTable, "no such table")


@played
async def test_no_database_is_asked_for_what_is_no_id(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        asked: list[str] = []

        async def head(id: str) -> None:
            asked.append(id)

        monkeypatch.setattr(hall.storage, "head", head)
        for one in ("", "x", "x" * 40, "x" * 41, "a\n"):
            await refuses(hall.table(one), NoTable)
        assert asked == ["x", "x" * 40]


@played
async def test_the_tables_used_longest_ago_sleep_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        tables = [(await sit(hall, GAME, ANN, BOB))[0] for _ in range(3)]
        monkeypatch.setattr(halls, "LOADED_MOST", 3)
        await hall.table(tables[0].id)
        await sit(hall, GAME, ANN, BOB)
        assert tables[1].id not in hall._tables and hall.awake == 3
        monkeypatch.setattr(type(tables[0]), "restful", False)
        await sit(hall, GAME, ANN, BOB)
        assert hall.awake == 4  # somebody looks at each


@played
async def test_whoever_waits_for_tables_is_told_of_each() -> None:
    async with open_hall() as hall:
        first, _, _ = await sit(hall, GAME, ANN, BOT)
        told: list[str] = []
        hall.when_awake(lambda table: told.append(table.id))
        second, _, _ = await sit(hall, GAME, ANN, BOT)
        assert told == [first.id, second.id]


@played
async def test_lists_are_of_listed_tables_and_leave_out_what_cannot_be_read(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with open_hall(now=(watch := Watch())) as hall:
        tables: list[Table] = []
        for listed in (True, True, False):
            tables.append((await sit(hall, GAME, ANN, BOT, listed=listed))[0])
            watch.time += 1
        ids = [table.id for table in tables]
        assert [one.table for one in await hall.summaries()] == [ids[1], ids[0]]
        assert [one.table for one in await hall.summaries(listed=None)] == ids[::-1]
        assert [one.table for one in await hall.summaries(listed=False)] == [ids[2]]
        assert [one.table for one in await hall.summaries(limit=1)] == [ids[1]]
        assert await hall.summaries(("over",), None) == []
        broken = Head("broken", GAME, "running", True, 1.0, 1.0)
        await hall.storage.create(broken, [Row(1, "", b"{")])
        assert len(await hall.summaries()) == 2 and caplog.messages == ["table broken cannot be read"]
        hall.listing = False
        assert await hall.summaries() == [] and len(await hall.summaries(listed=False)) == 1
        await refuses(hall.create(TablePlan(GAME, (ANN, BOT), listed=True)), BadSetup, "lists no tables")
        await hall.create(TablePlan(GAME, (ANN, BOT)))


# -- opening ----------------------------------------------------------------------------------------------


@played
async def test_a_ticket_opens_what_was_written_down() -> None:
    async with open_hall(now=(watch := Watch())) as hall:
        ticket = await hall.create(TablePlan(GAME, (ANN, BOB), listed=True))
        assert hall.awake == 1 and isinstance(hall.keyring, Keyring)
        table = await hall.table(ticket.table)
        opened = table.book.opened
        assert (ticket.invite, ticket.watch) == (opened.invite, opened.watch) and table.who(
            ticket.token
        ).seats
        head = await hall.storage.head(ticket.table)
        assert head == Head(ticket.table, GAME, "lobby", True, watch.time, watch.time)
        assert opened.at == watch.time and [row.seq for row in await hall.storage.read(ticket.table)] == [1]
        other = await hall.create(TablePlan(GAME, (ANN, BOT)))
        assert (await hall.table(other.table)).status == "running" and other.table != ticket.table


@played
async def test_a_full_house_and_a_game_that_is_not_played_here() -> None:
    data = knaves.start(GAME, seats=2, seed=1).save()
    position = knaves.start(GAME, seats=2, seed=1)
    async with open_hall() as hall:
        hall.games = ("syndicate",)
        says = "no game called '_template'; there are: syndicate"
        await refuses(hall.create(TablePlan(GAME, (ANN, BOT))), BadSetup, says)
        await refuses(hall.import_game(data, (ANN, BOT)), BadSetup, says)
        await refuses(hall.play_on(position, 0, (ANN, BOT)), BadSetup, says)
        hall.games, hall.tables_most = (GAME,), 2
        for plan in (TablePlan(GAME, (ANN, BOB)), TablePlan(GAME, (ANN, BOT))):  # a lobby, and a running game
            ticket = await hall.create(plan)
        await refuses(hall.create(TablePlan(GAME, (ANN, BOT))), TooMuch, "full")
        await refuses(hall.import_game(data, (ANN, BOT)), TooMuch, "full")
        await refuses(hall.play_on(position, 0, (ANN, BOT)), TooMuch, "full")
        await refuses(hall.fork(ticket.table, ticket.token, 1, (ANN, BOT)), TooMuch, "full")
        hall.tables_most = 3
        await refuses(hall.create(TablePlan(GAME, (ANN, SeatPlan("bot", level="godlike")))), KnavesError)
        await hall.create(TablePlan(GAME, (ANN, BOT)))


@played
async def test_a_puzzle_goes_on_from_a_world_its_seat_imagines() -> None:
    position = knaves.start(GAME, seats=2, seed=1)
    async with open_hall() as hall:
        ticket = await hall.play_on(position, 0, (ANN, BOT))
        table = await hall.table(ticket.table)
        assert table.book.opened.fork_of == table_openings.PUZZLE and table.book.opened.at == hall.now()
        assert table.progress.position.view(0) == position.view(0) and position.seed == 1


# -- after a game -----------------------------------------------------------------------------------------


@played
async def test_a_fork_is_real_after_the_end_and_imagined_before(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB, pace="slow")
        await ann.do("dig")
        await ann.do("peek")
        imagined = await hall.table(
            (await hall.fork(table.id, ann.token, table.book.moved, (ANN, BOT))).table
        )
        assert imagined.book.opened.base and imagined.book.opened.fork_of == table.id
        assert imagined.book.opened.pace == "slow"
        assert imagined.progress.position.state.coins == [6, 5]  # type: ignore[attr-defined]
        hers, real_one = imagined.progress.position, table.progress.position
        top = real_one.state.deck[-1]  # type: ignore[attr-defined]
        assert hers.view(0) == real_one.view(0) and hers.state.face[top] == real_one.state.face[top]
        assert hers.state.seen[top] & 1
        watched = await hall.table((await hall.fork(table.id, ticket.watch, 1, (BOT, BOT))).table)
        assert watched.progress.position.state.coins == [5, 5]  # type: ignore[attr-defined]
        await refuses(hall.fork(table.id, "nobody's", 1, (ANN, BOT)), NoTable)
        await refuses(hall.fork(table.id, ann.token, 99, (ANN, BOT)), Refused)
        await ann.do("end")
        real = await hall.table(
            (await hall.fork(table.id, bob.token, table.book.played[0].seq, (ANN, BOT))).table
        )
        assert real.book.opened.fork_of == table.id and not real.book.opened.base
        assert [one.option for one in real.book.played][:1] == [
            ("dig",)
        ] and real.book.opened.at == hall.now()


@played
async def test_a_rematch_is_one_table_for_all(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        await refuses(hall.rematch(table.id, ann.token), Refused, "not over")
        await ann.do("end")
        await refuses(hall.rematch(table.id, ticket.watch), Forbidden, "Only people")
        first = await hall.rematch(table.id, ann.token)
        seq = table.book.written
        assert first == await hall.rematch(table.id, bob.token) == table.book.rematch
        assert table.book.written == seq and table.book.updated == hall.now()
        again = await hall.table(first)
        assert [seat.name for seat in again.book.seats] == [seat.name for seat in table.book.seats][::-1]
        assert again.book.opened.at == hall.now() and again.who(ann.token).seats == (1,)


@played
async def test_who_asks_for_a_rematch_sits_there_whoever_minded_his_chair(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.seating.leave(bob.token, 1)
        await ann.do("end")
        again = await hall.table(await hall.rematch(table.id, bob.token))
        assert again.who(bob.token).seats == (0,) and again.who(ann.token).seats == (1,)


@played
async def test_a_rematch_that_another_server_opens_at_once_is_that(
    toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "knaves.table")
    async with open_hall() as hall:
        table, ann, _ = await finished(hall, toy)
        address = await hall.rematch(table.id, ann)
        assert await hall.rematch(table.id, ann) == address
        assert not any("another process" in line for line in caplog.messages)

        async def none_yet(id: str) -> None:
            return None

        monkeypatch.setattr(hall.storage, "head", none_yet)
        assert await hall.rematch(table.id, ann) == address  # its first record is taken, and that is no fault
        assert caplog.messages[-1] == f"another process has opened the rematch of {table.id}"


@played
async def test_a_full_house_opens_no_rematch_but_shows_the_way_to_one(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        hall.tables_most = 0
        await refuses(
            hall.rematch(table.id, ann.token), Refused, "not over"
        )  # the true reason, not the house
        await ann.do("end")
        await refuses(hall.rematch(table.id, ann.token), TooMuch, "full")
        hall.games = ("syndicate",)
        await refuses(hall.rematch(table.id, ann.token), BadSetup, "no game called 'toy'")
        assert not table.book.rematch
        hall.games, hall.tables_most = None, 9
        address = await hall.rematch(table.id, ann.token)
        hall.games, hall.tables_most = ("syndicate",), 0
        assert await hall.rematch(table.id, bob.token) == address


@played
async def test_a_game_whose_rule_broke_is_kept_in_the_log(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _), _ = await sit(hall, toy, ANN, BOB)
        await refuses(ann.do("trip"), KnavesError)
        assert table.status == "broken"
        written = [r.decode(row.body) for row in await hall.storage.read(table.id)]
        broke = next(one for one in written if isinstance(one, r.Broke))
        assert read(broke.record).game == "toy"


# -- clocks -----------------------------------------------------------------------------------------------


@played
async def test_the_next_clock_is_looked_at_in_time(toy: str) -> None:
    async with open_hall(now=(watch := Watch())) as hall:
        assert hall._next == float("inf") and not hall._alarm.is_set()
        table, _, _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 60))
        due = table.seating.deadline()
        assert due is not None and hall._next <= due and hall._alarm.is_set()
        hall._alarm.clear()
        hall.wake(hall._next)
        hall.wake(hall._next + 1)
        assert not hall._alarm.is_set()
        hall.wake(hall._next - 1)
        assert hall._alarm.is_set()
        await hall.tick()
        assert hall._next == due and not table.book.seats[0].away
        watch.time = due - 0.01
        await hall.tick()
        assert hall._next == watch.time + 0.05 and not table.book.seats[0].away
        watch.time = due
        await hall.tick()
        assert table.book.seats[0].away and (hall._next == float("inf") or hall._next > watch.time)


@played
async def test_a_clock_that_cannot_be_written_stops_no_other(
    toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall(now=(watch := Watch())) as hall:
        one, _, _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 60))
        await sit(hall, toy, ANN, BOB)  # without a clock
        other, _, _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 60))

        async def fails() -> None:
            raise KnavesError("The disk is full.")

        monkeypatch.setattr(one.seating, "expire", fails)
        watch.time += 1000
        await hall.tick()
        assert other.book.seats[0].away and not one.book.seats[0].away
        assert hall._next == watch.time + halls.AGAIN
        assert f"table {one.id}: the clock could not be written" in caplog.messages


@played
async def test_clocks_are_watched_unless_whoever_opened_the_hall_does(toy: str) -> None:
    watch = Watch()
    hall = await Hall.open(":memory:", now=watch, grace=0.0)
    table, _, _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 60))
    for _ in range(2):  # each time anew
        await asyncio.sleep(0)
        assert not table.book.seats[0].away
        watch.time += 5
        hall._alarm.set()
    watch.time += 1000
    hall._alarm.set()
    await meanwhile("nobody looks at the clock", lambda: table.book.seats[0].away)
    await hall.close()
    assert not hall._aside.tasks


@played
async def test_bots_think_as_the_hall_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[object, object]] = []

    class Told(Thinkers):
        def __init__(self, cap: float = -1.0, *, processes: int | None = -1) -> None:
            told.append((cap, processes))
            super().__init__(cap)

    monkeypatch.setattr(halls, "Thinkers", Told)
    await (await Hall.open(":memory:", timer=False)).close()
    await (await Hall.open(":memory:", timer=False, cap=7.0, processes=1)).close()
    assert told == [(2.0, None), (7.0, 1)]


@played
async def test_nobody_loses_his_seat_just_after_a_start() -> None:
    watch = Watch()
    hall = await Hall.open(":memory:", now=watch, timer=False, grace=30.0)
    assert hall._grace == watch.time + 30 and hall.pace == 0.0 and hall.games is None
    hall._not_before(0.0)
    assert hall._grace == watch.time + 30
    watch.time += 5
    hall._not_before(0.0)
    assert hall._grace == watch.time + 30
    await hall.close()


@played
async def test_somebody_is_here_if_a_page_is_open_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    class Elsewhere:
        seats = (1,)

    async with open_hall() as hall:

        async def pages(table: str) -> Sequence[object]:
            return [Elsewhere()] if table == "far" else []

        monkeypatch.setattr(hall.storage, "open_elsewhere", pages)
        assert not await hall.here("near", 0)
        hall.presence = lambda table, seat: (table, seat) == ("near", 0)
        found = [await hall.here(table, seat) for table in ("near", "far") for seat in (0, 1)]
        assert found == [True, False, False, True]


# -- thinning out -----------------------------------------------------------------------------------------


@played
async def test_what_is_removed_is_gone_with_all_there_was() -> None:
    async with open_hall() as hall:
        awake, (ann,), _ = await sit(hall, GAME, ANN, BOT)
        sleeps, _, _ = await sit(hall, GAME, ANN, BOT)
        await asleep(hall, sleeps)
        for table in (awake, sleeps):
            await hall.remove(table.id)
            assert await hall.storage.head(table.id) is None
        assert hall.awake == 0
        assert ann.page.ask is None and ann.page.notice == REMOVED


@played
async def test_tables_are_thinned_by_what_became_of_them(toy: str) -> None:
    async with open_hall(now=(watch := Watch())) as hall:
        over, _, _ = await finished(hall, toy)
        lobby = await hall.create(TablePlan(GAME, (ANN, BOB)))
        running, _, _ = await sit(hall, GAME, ANN, BOT)
        ids = {over.id, lobby.table, running.id}
        watch.time += 100

        async def left() -> set[str]:
            return {head.table for head in await hall.storage.heads(STATUSES, None, 50)}

        assert await hall.thin() == 0 and await hall.thin(101, 101, 101) == 0 and await left() == ids
        assert await hall.thin(finished=50) == 1 and await left() == ids - {over.id}
        assert await hall.thin(lobby=50) == 1 and await left() == {running.id}
        assert await hall.thin(asleep=50) == 1 and await left() == set()
        for status in STATUSES:
            await hall.storage.create(Head(status, GAME, status, False, 1.0, 1.0), [Row(1, "", b"{")])
        assert await hall.thin(asleep=50) == 3 and await left() == {"lobby", "over"}


# -- the end, and the next beginning ----------------------------------------------------------------------


@played
async def test_tables_that_went_on_go_on(
    tmp_path: object, toy: str, caplog: pytest.LogCaptureFixture
) -> None:
    file = f"{tmp_path}/tables.sqlite"
    async with open_hall(file) as hall:
        running, _, _ = await sit(hall, GAME, ANN, BOT)
        over, _, _ = await finished(hall, toy)
        await hall.storage.create(Head("broken", GAME, "running", True, 1.0, 1.0), [Row(1, "", b"{")])
    async with open_hall(file) as hall:
        await hall.resumed()
        assert set(hall._tables) == {running.id}  # what cannot be read keeps no other asleep
        assert "table broken cannot be resumed" in caplog.messages
        assert (await hall.table(over.id)).status == "over"
    async with open_hall(file, resume=False) as hall:
        await hall.resumed()
        assert hall.awake == 0 and hall._resuming is None


@pytest.mark.parametrize("status", STATUSES)
@played
async def test_time_goes_on_from_what_was_written_last(tmp_path: object, status: Status) -> None:
    file = f"{tmp_path}/tables.sqlite"
    async with open_hall(file) as hall:  # far ahead of the clock on the wall
        await hall.storage.create(Head("ahead", GAME, status, False, 9e9, 9e9), [Row(1, "", b"{")])
    hall = await Hall.open(file, timer=False, resume=False)
    assert hall.now() >= 9e9
    await hall.close()


@played
async def test_work_that_is_over_is_not_kept() -> None:
    async with open_hall() as hall:
        done: list[int] = []

        async def work() -> None:
            done.append(Random(1).randrange(9))

        task = hall._aside.start(work())
        assert task in hall._aside.tasks
        await task
        await asyncio.sleep(0)
        assert len(done) == 1 and cast(object, task) not in hall._aside.tasks
        assert await hall.apart(max, 3, 7) == 7 and await hall.apart(sorted, [1, 2], reverse=True) == [2, 1]
