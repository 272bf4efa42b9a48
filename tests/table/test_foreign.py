"""What strangers bring (records, card files, scenarios) can hang or break their own table at most."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import pytest

import knaves
from knaves.core.errors import BadSave, BadSetup, KnavesError
from knaves.core.save import File, _digest, _trail, read
from knaves.core.step import Answer
from knaves.table import Refused, SeatPlan, TablePlan, TooMuch
from knaves.table.errors import Overrun
from knaves.table.house import budget as budgets
from knaves.table.house import worker as workers
from knaves.table.house.worker import Worker
from knaves.table.house.workshop import QUEUE_MOST, Workshop
from tests.patience import PATIENCE, meanwhile
from tests.table.kit import ANN, BOB, BOT, open_hall, played, refuses, sit
from tests.table.toy import Turn, Yard, toy

__all__ = ["toy"]

SCENE: dict[str, object] = {"coins": [9, 1]}


def rewritten(data: bytes, change: Callable[[File], None]) -> bytes:
    """The same file with something else in it, and a digest that fits."""
    file = read(data)
    change(file)
    file.trail = _trail(file)
    file.digest = _digest(file)
    return msgspec.json.encode(file)


def without_answers(file: File) -> None:
    file.log = None
    file.state["bag"] = 2**40


def with_a_great_bag(file: File) -> None:
    file.state["bag"] = 2**40


@played
async def test_a_position_of_a_stranger_is_never_put_on_a_table() -> None:
    data = knaves.start("syndicate", seats=3, seed=1).save()
    async with open_hall() as hall:
        await refuses(
            hall.import_game(rewritten(data, without_answers), (BOT, BOT, BOT)), BadSave, "position only"
        )
        await refuses(hall.import_game(rewritten(data, with_a_great_bag), (BOT, BOT, BOT)), BadSave)
        assert not await hall.storage.heads(("lobby", "running", "over"))
        await hall.import_game(data, (ANN, BOT, BOT))


@played
async def test_a_crowd_is_no_reason_to_end_a_process() -> None:
    """Together they take longer than one may, and each is answered in its turn; one that hangs is ended as ever."""
    worker = Worker("tests.table.jobs:odd", 2.0)
    try:
        asked = [asyncio.create_task(worker.call("linger")) for _ in range(12)]
        assert await asyncio.gather(*asked) == ["linger"] * 12
        pid = worker.pid
        hangs = [asyncio.create_task(worker.call(job)) for job in ("linger", "spin", "linger")]
        ends = await asyncio.gather(*hangs, return_exceptions=True)
        assert ends[0] == "linger" and isinstance(ends[1], Overrun) and isinstance(ends[2], Overrun)
        assert await worker.call("well") == "well" and worker.pid != pid
    finally:
        await worker.close()


@pytest.mark.parametrize("job", ["spin", "hoard", "die"])
@played
async def test_work_that_does_not_end_is_ended_and_the_next_is_done(job: str) -> None:
    worker = Worker("tests.table.jobs:odd", 1.5)
    try:
        assert await worker.call("fine") == "fine"
        await refuses(worker.call(job), Overrun)
        assert await worker.call("fine again") == "fine again"
        refused = await refuses(worker.call("refuse"))
        assert isinstance(refused, Refused) and refused.clause == "clause.1"
    finally:
        await worker.close()


def nested(depth: int) -> object:
    """Deeper than can be sent, not too deep to be read."""
    found: object = 1
    for _ in range(depth):
        found = [found]
    return found


@played
async def test_what_cannot_be_sent_leaves_no_gap_in_the_row() -> None:
    """Nobody gets the answer to another one's question, and nobody waits for one that goes elsewhere."""
    worker = Worker("tests.table.jobs:odd", PATIENCE / 2)
    try:
        assert await worker.call("fine") == "fine"
        pid = worker.pid
        await refuses(worker.call(nested(5_000)), Overrun)
        assert [*await asyncio.gather(worker.call("one"), worker.call("two"))] == ["one", "two"]
        assert worker.pid == pid
    finally:
        await worker.close()


@played
async def test_a_scenario_nested_deeply_is_refused() -> None:
    async with open_hall() as hall:
        deep = TablePlan("_template", (ANN, BOT), scenario={"coins": nested(5_000)})
        await refuses(hall.create(deep, "eve"), TooMuch, "more time or memory")
        await hall.create(TablePlan("_template", (ANN, BOT), scenario=SCENE), "eve")


@played
async def test_a_helper_that_does_not_come_up_in_time_is_not_heard_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = Worker("tests.table.jobs:odd", PATIENCE)
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr(workers, "START", 0.0)
            await refuses(worker.call("fine"), Overrun)
        assert await worker.call("fine") == "fine"
    finally:
        await worker.close()


@played
async def test_openings_of_one_guest_do_not_block_the_others() -> None:
    workshop = Workshop(PATIENCE, "tests.table.jobs:slow")
    async with open_hall(workshop=workshop) as hall:
        slow = TablePlan("_template", (ANN, BOT), scenario=SCENE, seed="slow")
        fine = TablePlan("_template", (ANN, BOT), scenario=SCENE)
        stuck = [asyncio.create_task(hall.create(slow, "eve")) for _ in range(QUEUE_MOST)]
        await meanwhile("they do not come so far", lambda: workshop._queued["eve"] == QUEUE_MOST)
        await refuses(hall.create(slow, "eve"), TooMuch)
        await hall.create(fine, "bob")
        await hall.create(TablePlan("_template", (ANN, BOT)), "eve")  # nothing of a stranger's in it
        assert not any(task.done() for task in stuck)
        await meanwhile("nobody works on it", lambda: [one for one in workshop._all if one._wanted])
        for worker in workshop._all:
            worker._kill()
        done, _ = await asyncio.wait(stuck, return_when=asyncio.FIRST_COMPLETED)  # whose turn it was
        await refuses(done.pop(), TooMuch, "more time or memory")
        for task in stuck:
            task.cancel()
        await asyncio.gather(*stuck, return_exceptions=True)


@played
async def test_a_table_that_cannot_be_woken_in_time_rests_alone(tmp_path: object) -> None:
    file = f"{tmp_path}/tables.sqlite"
    async with open_hall(file) as hall:
        table, (ann,), _ = await sit(hall, "_template", ANN, BOT, scenario=SCENE)
        other, _, _ = await sit(hall, "_template", ANN, BOT)
    async with open_hall(file, resume=False, workshop=Workshop(0.5, "tests.table.jobs:slow")) as hall:
        asleep = await hall.table(table.id)
        assert asleep.status == "frozen" and "more time or memory" in asleep.page(ann.token).notice
        assert (await hall.table(other.id)).status == "running"
    async with open_hall(file) as hall:  # what was too slow that day may be fast enough today
        assert (await hall.table(table.id)).status == "running"


@played
async def test_a_table_that_took_the_server_with_it_twice_is_let_be(tmp_path: object) -> None:
    file = f"{tmp_path}/tables.sqlite"
    async with open_hall(file) as hall:
        table, (ann,), _ = await sit(hall, "_template", ANN, BOT, scenario=SCENE)
        other, _, _ = await sit(hall, "_template", ANN, BOT)
    for count, status in enumerate(("running", "frozen", "frozen")):
        async with open_hall(file, resume=False) as hall:
            await hall.storage.mark(table.id)  # as a server leaves it that dies now
            if count:
                await hall.storage.mark(table.id)
            awake = await hall.table(table.id)
            assert awake.status == status
            assert (await hall.table(other.id)).status == "running"
        if status == "frozen":
            assert "stopped twice" in awake.page(ann.token).notice


@played
async def test_a_move_that_does_not_end_stops_its_table_alone(
    toy: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    spun: list[Answer] = []

    def spin(turn: Turn, s: Yard) -> None:
        answer: Answer = turn.answer
        spun.append(answer)
        while answer[0] == "dig":
            pass
        turn.go("choose")

    monkeypatch.setattr(budgets, "SECONDS", 0.3)
    file = f"{tmp_path}/tables.sqlite"
    async with open_hall(file) as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        other, (cy, _dee), _ = await sit(hall, toy, ANN, BOB)
        monkeypatch.setattr(Turn, "code", (Turn.code[0], spin, None))
        seq = table.book.seq
        await refuses(table.answer(ann.token, 0, ("dig",), seq), Refused, "more time")
        assert table.status == "broken" and table.book.seq == seq + 1
        await other.answer(cy.token, 0, ("pass",), other.book.seq)
        assert other.status == "running"
        assert cy.page.status == "broken"  # what can be undone cannot be found out in time
        before = len(spun)
        assert cy.page.notice and len(spun) == before, "that is tried once"
    async with open_hall(file) as hall:
        assert (await hall.table(table.id)).status == "broken"


@pytest.mark.parametrize("text", [
    "[card]\nx = " + "[" * 5000 + "]" * 5000,
    "x = " + "9" * 5000 + "\n",
    "[[card]]\ncopies = 20000060\n[[card]]\ncopies = -20000000\n",
    "x" * 200_000 + "\n",
], ids=["nested", "digits", "copies", "long"])  # fmt: skip
@played
async def test_card_files_are_refused_in_words(text: str) -> None:
    async with open_hall() as hall:
        for game in ("syndicate", "villagers"):
            plan = TablePlan(game, (ANN, SeatPlan("bot"), SeatPlan("bot")), options={"cards": text})
            error = await refuses(hall.create(plan), KnavesError)
            assert str(error).endswith(".")


@played
async def test_scenarios_beyond_the_board_are_refused_in_words() -> None:
    async with open_hall() as hall:
        scenes: tuple[dict[str, object], ...] = (
            {"places": {"corp": 10**6}},
            {"places": [10**6] * 9},
            {"coins": [2**63] * 3},
            {"x": [[[]]]},
        )
        for words in scenes:
            plan = TablePlan("new_angeles", (ANN, BOT, BOT, BOT), scenario=words)
            await refuses(hall.create(plan), KnavesError)
        plan = TablePlan("_template", (ANN, BOT), scenario={"coins": "many"})
        await refuses(hall.create(plan), KnavesError)
        await refuses(hall.create(TablePlan("_template", (ANN,) * 9, scenario=SCENE)), BadSetup)


def test_how_many_play_is_read_without_the_rest() -> None:
    from knaves.table.house.table_openings import seats_of

    data = knaves.start("villagers", seats=4, seed=1).save()
    assert seats_of(data) == 4
    for bad in (b"", b"{}", b"[" * 100_000, data[:-40], b'{"game":"villagers","seats":99}'):
        with pytest.raises(KnavesError):
            seats_of(bad)
