"""What strangers bring to a server's tables, and how the server itself begins and ends."""

from __future__ import annotations

import asyncio

import pytest

import knaves
from knaves.core.errors import BadSave, BadSetup
from knaves.table import Clock, Hall, SeatPlan, TablePlan
from knaves.table.house import hall as halls
from knaves.table.house import table_openings
from knaves.table.house.workshop import Workshop
from knaves.table.log.postgres import PostgresStorage
from knaves.table.log.sqlite import SqliteStorage
from tests.patience import meanwhile
from tests.table.kit import ANN, BOB, BOT, Watch, open_hall, played, refuses, sit
from tests.table.test_hall import asleep
from tests.table.toy import toy

__all__ = ["toy"]

GAME = "_template"
RICH: dict[str, object] = {"coins": [9, 1]}


@played
async def test_a_strangers_table_that_slept_is_woken_in_the_workshop() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(GAME, (ANN, BOB), scenario=RICH))
        table = await hall.table(ticket.table)
        await hall._come_to_rest(table.id)
        await asleep(hall, table)
        again = await hall.table(table.id)
        assert again is not table and again.progress.position == table.progress.position


@played
async def test_a_table_has_come_to_rest_when_its_bots_have(monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, GAME, ANN, BOT)
        waited: list[bool] = []

        async def idle() -> None:
            waited.append(hall._waking.is_marked(table.id))

        monkeypatch.setattr(table, "idle", idle)
        await hall._waking.mark(table.id)
        await hall._come_to_rest(table.id)
        assert waited == [True] and not hall._waking.is_marked(table.id)
        await hall._come_to_rest("nobody")


@played
async def test_what_strangers_bring_is_opened_for_each_of_them_in_the_workshop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_hall() as hall:
        asked: list[str] = []

        async def open_plan(guest: str, plan: TablePlan, now: float) -> None:
            asked.append(guest)
            raise BadSetup("Not today.")

        monkeypatch.setattr(hall.workshop, "open_plan", open_plan)
        await refuses(hall.create(TablePlan(GAME, (ANN, BOB), scenario=RICH)), BadSetup, "Not today")
        await refuses(hall.create(TablePlan(GAME, (ANN, BOB), scenario=RICH), "eve"), BadSetup, "Not today")
        cards = TablePlan("villagers", (ANN, BOB), options={"cards": "[[card]]\n"})
        await refuses(hall.create(cards, "bob"), BadSetup, "Not today")
        await hall.create(TablePlan(GAME, (ANN, BOB)), "eve")
        assert asked == ["", "eve", "bob"]


@played
async def test_a_strangers_table_opens_where_it_is_told_to() -> None:
    async with open_hall() as hall:
        made = table_openings.from_plan(TablePlan(GAME, (ANN, BOB), scenario=RICH), hall.now())
        assert (await hall._open(made, "there")).table == "there"


@played
async def test_a_fork_has_what_came_before_its_moment_and_no_more(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        await ann.do("peek")
        await ann.do("end")
        ticket = await hall.fork(table.id, bob.token, table.book.played[0].seq, (ANN, BOB))
        assert [one.option for one in (await hall.table(ticket.table)).book.played] == [("dig",)]


@played
async def test_a_table_can_be_forgotten_twice() -> None:
    """By who removed it, and by what the database tells of it."""
    async with open_hall() as hall:
        table, _, _ = await sit(hall, GAME, ANN, BOT)
        hall._forget(table)
        hall._forget(table)
        assert hall.awake == 0


@played
async def test_the_clock_of_a_table_that_wakes_is_watched(toy: str) -> None:
    async with open_hall(now=Watch()) as hall:
        table, _, _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 60))
        due = table.seating.deadline()
        await asleep(hall, table)
        await hall.tick()
        assert hall._next == float("inf")
        await hall.table(table.id)
        assert hall._next == due


@played
async def test_a_server_begins_alone_and_with_what_was_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, bool]] = []

    async def connect(db: str, alone: bool = True) -> SqliteStorage:
        told.append((db, alone))
        return SqliteStorage(db, alone)

    monkeypatch.setattr(halls, "connect", connect)
    for hall in (
        await Hall.open(":memory:", timer=False),
        await Hall.open(":memory:", timer=False, alone=False),
    ):
        assert hall._resuming is not None
        await hall.close()
    assert told == [(":memory:", True), (":memory:", False)]


@played
async def test_a_database_is_known_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect(address: str) -> str:
        return f"at {address}"

    monkeypatch.setattr(PostgresStorage, "connect", connect)
    for address in ("postgresql://a/b", "postgres://a/b"):
        found: object = await halls.connect(address)
        assert found == f"at {address}"
    storage = await halls.connect(":memory:")
    assert isinstance(storage, SqliteStorage)
    await storage.close()


@played
async def test_without_grace_time_alone_gives_none() -> None:
    hall = await Hall.open(":memory:", now=(watch := Watch()), timer=False, grace=0.0)
    begun = hall._grace
    watch.time += 5
    hall._not_before(0.0)
    assert hall._grace == begun
    await hall.close()


@played
async def test_a_table_that_cannot_be_kept_in_time_does_not_hold_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(halls, "KEEPING", 0.01)
    hall = await Hall.open(":memory:", timer=False, grace=0.0)
    table, _, _ = await sit(hall, GAME, ANN, BOT)
    never = asyncio.Event()
    monkeypatch.setattr(table.writer, "keep", never.wait)
    await hall.close()
    await meanwhile("work goes on", lambda: not hall._aside.tasks)


@played
async def test_a_strangers_table_is_marked_until_it_has_come_to_rest() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(GAME, (ANN, BOT), scenario={"coins": [9, 1]}))
        table = await hall.table(ticket.table)
        assert table.progress.position.state.coins[0] >= 9  # type: ignore[attr-defined]
        assert hall._waking.is_marked(ticket.table)
        other = await hall.create(TablePlan(GAME, (ANN, BOT), scenario={"coins": [9, 1]}))
        assert ticket.table != other.table
        await meanwhile("it does not come to rest", lambda: not hall._waking.is_marked(ticket.table))
        made = table_openings.from_plan(TablePlan(GAME, (ANN, BOT), scenario={"coins": [9, 1]}), hall.now())
        again = await hall._open(made)
        assert (await hall.table(again.table)).book.opened == made.opened


@played
async def test_a_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    data = knaves.start(GAME, seats=2, seed=1).save()
    async with open_hall() as hall:
        ticket = await hall.import_game(data, (ANN, BOT), "eve")
        assert (await hall.table(ticket.table)).book.opened.fork_of == table_openings.FILE
        monkeypatch.setattr(table_openings, "FILE_MOST", len(data) - 1)
        await refuses(hall.import_game(data, (ANN, BOT)), BadSave, "^The file is too large for a saved game")


@played
async def test_files_are_opened_for_each_guest_in_the_workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    data = knaves.start(GAME, seats=2, seed=1).save()
    async with open_hall() as hall:
        asked: list[tuple[str, bytes]] = []

        async def open_file(guest: str, file: bytes, seats: tuple[SeatPlan, ...], now: float) -> None:
            assert seats == (ANN, BOT) and now == hall.now()
            asked.append((guest, file))
            raise BadSave("Not today.")

        monkeypatch.setattr(hall.workshop, "open_file", open_file)
        await refuses(hall.import_game(data, (ANN, BOT)), BadSave, "Not today")
        await refuses(hall.import_game(data, (ANN, BOT), "eve"), BadSave, "Not today")
        assert asked == [("", data), ("eve", data)]


@played
async def test_a_server_looks_at_what_strangers_bring_where_it_was_told_to() -> None:
    workshop = Workshop()
    async with open_hall(workshop=workshop) as hall:
        assert hall.workshop is workshop
        code = (await hall.keyring.carry("there", "secret")).code
        assert [one.secret for one in await hall.keyring.open(code)] == ["secret"]


@played
async def test_a_server_opens_the_games_it_was_told_to() -> None:
    hall = await Hall.open(":memory:", timer=False, games=("syndicate",))
    await refuses(hall.create(TablePlan(GAME, (ANN, BOT))), BadSetup, "there are: syndicate")
    await hall.close()


@played
async def test_a_table_that_takes_the_server_with_it_no_more_is_marked_no_more(toy: str) -> None:
    """It woke, and came to rest: that it did not the last time is forgotten."""
    async with open_hall() as hall:
        table, _, _ = await sit(hall, toy, ANN, BOB)
        await asleep(hall, table)
        await hall._waking.mark(table.id)
        await hall.table(table.id)
        await meanwhile("it is marked for ever", lambda: not hall._waking.is_marked(table.id))
