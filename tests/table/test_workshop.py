"""The workshop's own part, without its processes: what a job is, whose turn it is, what a guest is told."""

from __future__ import annotations

import asyncio
import time
from typing import cast

import pytest

import knaves
from knaves.core.errors import BadSetup, KnavesError, Refused
from knaves.table import SeatPlan, TablePlan, TooMuch
from knaves.table.errors import Overrun
from knaves.table.house import table_openings, workshop
from knaves.table.house.long_work import asking
from knaves.table.house.worker import Worker
from knaves.table.house.workshop import QUEUE_MOST, TOO_MUCH, WORKERS, Job, Workshop, work
from knaves.table.log.storage import Row, Snapshot
from tests.patience import meanwhile
from tests.table.kit import ANN, BOT, played

GAME, NOW = "_template", 5.0
PLAN = TablePlan(GAME, (ANN, BOT), scenario={"coins": [9, 1]})


class Hand:
    """Stands for a process: does its work when it is told to, and writes down what came."""

    jobs: list[Job]

    def __init__(self) -> None:
        self.jobs, self.go = [], asyncio.Event()
        self.fails: Exception | None = None
        self.closed = False

    async def call(self, job: Job) -> object:
        self.jobs.append(job)
        await self.go.wait()
        if self.fails is not None:
            raise self.fails
        return work(job)

    async def close(self) -> None:
        self.closed = True


def staffed(ready: bool = True) -> tuple[Workshop, list[Hand]]:
    shop, hands = Workshop(), [Hand() for _ in range(WORKERS)]
    for hand in hands:
        if ready:
            hand.go.set()
    shop._idle = cast(list[Worker], list(hands))
    shop._all = tuple(shop._idle)
    return shop, hands


def busy(hands: list[Hand]) -> int:
    return sum(len(hand.jobs) for hand in hands)


# -- in the process ---------------------------------------------------------------------------------------


def test_a_plan_and_a_file_are_opened_and_kept() -> None:
    file = knaves.start(GAME, seats=2, seed="a seed").save()
    for job in (("plan", (PLAN, NOW)), ("file", (file, (ANN, BOT), NOW))):
        made, kept = cast(tuple[table_openings.Opening, bytes], work(job))
        assert made.opened.at == NOW and made.opened.game == GAME
        progress = table_openings.restore(kept)
        assert progress.book.opened == made.opened and progress.book.written == len(made.records)
        kept_here = Snapshot(len(made.records), made.rows()[0].rules, kept)
        for snapshot, rows in ((None, made.rows()), (kept_here, list[Row]())):
            book, again = cast(tuple[object, bytes], work(("rebuild", (snapshot, rows))))
            assert (book, again) == (progress.book, kept)


def test_what_cannot_be_rebuilt_is_refused_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table_openings.from_plan(PLAN, NOW)
    frozen = table_openings.frozen(made.opened, made.rows(), "A loose stone.")
    monkeypatch.setattr(table_openings, "rebuild", lambda *_: (frozen, None))
    assert work(("rebuild", (None, made.rows()))) == (frozen, None)
    with pytest.raises(BadSetup, match=r"^A loose stone\.$"):
        work(("plan", (PLAN, NOW)))


def test_a_position_that_takes_long_to_be_put_down_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    made = table_openings.from_plan(PLAN, NOW)
    for took, much in ((0.0, False), (workshop.SHOWN, False), (workshop.SHOWN + 0.25, True)):
        times = iter((100.0, 100.0 + took))
        monkeypatch.setattr(time, "perf_counter", lambda times=times: next(times))
        if much:
            with pytest.raises(Overrun) as refused:
                workshop.rebuild(None, made.rows())
            assert str(refused.value) == TOO_MUCH
        else:
            assert workshop.rebuild(None, made.rows())[1] is not None


def test_what_nobody_expected_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(error: BaseException) -> None:
        raise error

    monkeypatch.setitem(workshop.JOBS, "stumble", stumble)
    with pytest.raises(BadSetup, match=r"cannot be set up.*\(ZeroDivisionError\)"):
        work(("stumble", (ZeroDivisionError("a stone"),)))
    for error in (Refused("Not today.", "clause.1"), MemoryError()):
        with pytest.raises(type(error)) as raised:
            work(("stumble", (error,)))
        assert raised.value is error


# -- the server's side ------------------------------------------------------------------------------------


@played
async def test_jobs_come_back_as_what_was_asked_for() -> None:
    shop, hands = staffed()
    made, kept = await shop.open_plan("eve", PLAN, NOW)
    assert made.opened.at == NOW and table_openings.restore(kept).book.opened == made.opened
    file = knaves.start(GAME, seats=2, seed="a seed").save()
    seats = (SeatPlan("person", "Eve"), BOT)
    assert (await shop.open_file("eve", file, seats, NOW))[0].opened.seats[0].name == "Eve"
    book, again = await shop.rebuild(None, made.rows())
    assert (book.opened, again) == (made.opened, kept)
    looked = await shop.look_at_cards("eve", "villagers", "[[card]]\nid = 3\n")
    assert looked == workshop.look_at_cards("villagers", "[[card]]\nid = 3\n")
    assert busy(hands) == 4 and len(shop._idle) == WORKERS and not shop._queued
    await shop.close()
    assert all(hand.closed for hand in hands)


@played
async def test_one_guest_has_one_job_done_at_a_time_and_few_waiting() -> None:
    shop, hands = staffed(ready=False)
    eves = [shop.open_plan("eve", PLAN, NOW) for _ in range(QUEUE_MOST - 2)]
    file = knaves.start(GAME, seats=2, seed="a seed").save()
    other = shop.open_file("eve", file, (ANN, BOT), NOW), shop.look_at_cards("eve", "villagers", "")
    waiting = [asyncio.ensure_future(one) for one in (*eves, *other)]
    await meanwhile("nothing is done", lambda: busy(hands))
    await asyncio.sleep(0)
    assert busy(hands) == 1 and shop._queued["eve"] == QUEUE_MOST
    with pytest.raises(TooMuch, match="at once"):
        await shop.open_plan("eve", PLAN, NOW)
    bob = asyncio.create_task(shop.open_plan("bob", PLAN, NOW))
    await meanwhile("nothing is done for Bob", lambda: busy(hands) == 2)
    cy = asyncio.create_task(shop.open_plan("cy", PLAN, NOW))
    woken = asyncio.create_task(shop.rebuild(None, table_openings.from_plan(PLAN, NOW).rows()))
    await meanwhile("no process is left for a table that wakes", lambda: busy(hands) == WORKERS)
    assert sorted(job[0] for hand in hands for job in hand.jobs) == ["plan", "plan", "rebuild"]
    for hand in hands:
        hand.go.set()
    await asyncio.gather(*waiting, bob, cy, woken)
    assert not shop._queued and len(shop._idle) == WORKERS
    await shop.open_plan("eve", PLAN, NOW)


@played
async def test_what_one_guest_goes_on_from_keeps_no_other_waiting() -> None:
    """Forks, rematches, tables that wake: as many as he likes, one after the other."""
    shop, hands = staffed(ready=False)
    rows = table_openings.from_plan(PLAN, NOW).rows()
    asking.set("eve")
    eves = [asyncio.create_task(shop.rebuild(None, rows)) for _ in range(2 * WORKERS)]
    await meanwhile("nothing is done", lambda: busy(hands))
    asking.set("bob")
    bob = asyncio.create_task(shop.rebuild(None, rows))
    await meanwhile("nothing is done for Bob", lambda: busy(hands) == 2)
    asking.set("")
    house = asyncio.create_task(shop.rebuild(None, rows))
    await meanwhile("no process is left for the house", lambda: busy(hands) == WORKERS)
    for hand in hands:
        hand.go.set()
    await asyncio.gather(*eves, bob, house)
    assert busy(hands) == 2 * WORKERS + 2 and len(shop._idle) == WORKERS


@played
async def test_what_goes_wrong_is_said_and_the_next_is_done() -> None:
    shop, hands = staffed()
    for hand in hands:
        hand.fails = Overrun("in the words of the process")
    with pytest.raises(Overrun) as overrun:
        await shop.open_plan("eve", PLAN, NOW)
    assert str(overrun.value) == TOO_MUCH and not shop._queued and len(shop._idle) == WORKERS
    with pytest.raises(Overrun, match="in the words"):
        await shop.rebuild(None, [])
    for hand in hands:
        hand.fails = BadSetup("Not so.")
    with pytest.raises(KnavesError, match="Not so"):
        await shop.open_plan("eve", PLAN, NOW)
    for hand in hands:
        hand.fails = None
    await shop.open_plan("eve", PLAN, NOW)


def test_its_processes_have_its_deadline_and_its_handler() -> None:
    shop = Workshop(3.5, "somewhere:else")
    assert len(shop._all) == len(shop._idle) == WORKERS
    assert {(worker._handler, worker._seconds) for worker in shop._all} == {("somewhere:else", 3.5)}
    usual = {(worker._handler, worker._seconds) for worker in Workshop()._all}
    assert usual == {(f"{work.__module__}:{work.__name__}", workshop.SECONDS)}
