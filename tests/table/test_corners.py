"""Corners of a table: what happened meanwhile, the way back, a first game's lesson, the clock of the house."""

from __future__ import annotations

import asyncio
import time

import pytest

from knaves.core.words import Event
from knaves.table import SeatPlan, Who
from knaves.table.errors import Unreachable
from knaves.table.house.clock import HouseClock
from knaves.table.house.meter import BOUNDS, Meter, Times
from knaves.table.house.side_work import SideWork
from knaves.table.house.thought_once import Latest
from knaves.table.log import records as r
from knaves.table.pages import recap as recaps
from knaves.table.pages.ago import ago, before
from knaves.table.pages.log_reader import lines
from knaves.table.pages.page import LogLine, RecapCard
from knaves.table.people.table_plan import among_bots
from knaves.table.state.kept_positions import EVERY, WayBack
from knaves.table.state.lesson import OFTEN, Lesson, learn
from tests.table.kit import played
from tests.table.toy import toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]

MINUTE, HOUR, DAY = 60, 3600, 86400


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (59.9, "just now"),
        (60, "for 1 min"),
        (HOUR - 1, "for 59 min"),
        (HOUR, "for 1 h"),
        (2 * HOUR, "for 2 h"),
        (DAY - 1, "for 23 h"),
        (DAY, "for 1 day"),
        (2 * DAY, "for 2 days"),
    ],
)
def test_how_long_ago(seconds: float, said: str) -> None:
    assert ago(seconds) == said
    assert before(seconds) == (said if said == "just now" else said.removeprefix("for ") + " ago")


# -- what happened meanwhile ------------------------------------------------------------------------------------


def recap(log: Log, eye: int | None, since: int = 2) -> RecapCard:
    return recaps.recap(log.book, log.progress, eye, since, 60.0)


def test_what_came_of_ones_own_seat_goes_first_then_the_newest() -> None:
    log = Log()
    log.answer("dig", "pass")
    log.answer("dig", "roll", "pass", by="bot")
    log.answer(*["dig"] * 12, by="bot")
    his = recap(log, 1)
    assert (his.since, his.seconds, his.level, his.answers) == (2, 60.0, "fair", 3)
    assert [line.seq for line in his.lines] == [5, 6, 7, 15, 16, 17, 18, 19] and his.more == 17 - 8
    assert (recap(log, 0).level, recap(log, 0).answers) == ("", 0), "nobody minded that seat"
    assert [line.seq for line in recap(log, None).lines] == [*range(12, 20)]
    assert recap(log, 1, 17).lines == log_lines(log, 1)[-2:] and recap(log, 1, 17).more == 0


def log_lines(log: Log, eye: int) -> tuple[LogLine, ...]:
    return lines(log.book, log.progress, eye, None, 99)


def test_what_others_said_but_for_who_is_muted() -> None:
    log = Log()
    for n, seat in enumerate((0, 1, 1, 2, 1, 1, 1, 1)):
        log.add(r.Said(at=20.0 + n, seat=seat, text=f"{n}"))
    assert [line.text for line in recap(log, 0).said] == ["3", "4", "5", "6", "7"], "the newest of others"
    log.book.seats[0].muted = [1]
    assert [line.text for line in recap(log, 0).said] == ["3"]
    assert len(recap(log, None).said) == recaps.SAID_MOST and recap(log, 0).lines == ()


# -- the way back -----------------------------------------------------------------------------------------------


def test_no_moment_is_far_away() -> None:
    log = Log()
    log.answer(*["dig"] * (2 * EVERY + 3))
    way, last = WayBack(len(log.book.played), log.progress.position), len(log.book.played)
    assert way.to(log.book, last) is log.progress.position
    coins = [way.to(log.book, n).view(None)["coins"] for n in (0, 1, EVERY, EVERY + 1, last - 1)]
    assert coins == [[5 + n, 5, 5] for n in (0, 1, EVERY, EVERY + 1, last - 1)]
    assert sorted(way.kept) == [0, EVERY, 2 * EVERY, last]
    assert way.to(log.book, EVERY) is way.kept[EVERY] and way.to(log.book, 0) is way.kept[0]
    way.to(log.book, EVERY + 7)
    assert way.kept[EVERY].view(None)["coins"] == [5 + EVERY, 5, 5], "what is kept does not move on"
    way.kept[EVERY + 2] = way.kept[EVERY]
    way.tidy([EVERY + 2])
    assert sorted(way.kept) == [0, EVERY, EVERY + 2, 2 * EVERY]
    way.tidy([])
    assert sorted(way.kept) == [0, EVERY, 2 * EVERY]
    way.cut(EVERY)
    assert sorted(way.kept) == [0, EVERY]


# -- a first game -----------------------------------------------------------------------------------------------


def test_a_lesson_counts_what_its_seat_meets() -> None:
    log = Log(lesson=0)
    lesson = log.book.lesson
    assert lesson is not None and set(lesson.met) >= {"asked:yard.1", "verb:dig", "verb:end"}
    assert lesson.met["verb:dig"] == [0] and lesson.answers == 0
    log.answer("dig", "pass", "dig")
    assert lesson.answers == 2 and lesson.met["event:dug"] == [1, 2] and lesson.met["mine:dug"] == [1]
    assert lesson.met["verb:dig"] == [0, 1], "in the second answer it is not asked"
    assert lesson.met["asked:yard.1"] == [0, 1]
    learn(log.book, log.progress.position, [Event("rolled", (0, 6), (-1, -1), 0b110)])
    assert "event:rolled" not in lesson.met, "what it cannot see"
    lesson.put_aside("dig")
    assert (lesson.done, lesson.done_at) == (["dig"], [2])
    log.book.played.pop()
    log.book.played.pop()
    learn(log.book, log.progress.position)
    assert lesson.answers == 1 and lesson.met["event:dug"] == [1], "what is taken back was not met"
    lesson.off = True
    log.book.played.clear()
    learn(log.book, log.progress.position)
    assert lesson.answers == 1
    learn(Log().book, Log().progress.position)
    other = Log(lesson=1)
    learn(other.book, other.progress.position, [Event("rolled", (0, 6), (-1, -1), 0b010)])
    assert other.book.lesson is not None and [*other.book.lesson.met] == ["event:rolled"], "not asked yet"


def test_what_was_met_often_is_not_counted_for_ever() -> None:
    lesson = Lesson(0)
    for lesson.answers in range(2 * OFTEN):
        lesson.meet("x")
        lesson.meet("x")
    assert lesson.met == {"x": [*range(OFTEN)]}


# -- the house --------------------------------------------------------------------------------------------------


def test_how_many_took_how_long() -> None:
    times = Times()
    for seconds in (0.001, 0.005, 0.006, 9.0):
        times.add(seconds)
    shown = [*times.lines("answer")]
    assert shown[:2] == ['answer_bucket{le="0.005"} 2', 'answer_bucket{le="0.01"} 3']
    assert shown[-4:] == [
        *('answer_bucket{le="5"} 3', 'answer_bucket{le="+Inf"} 4', "answer_sum 9.012000", "answer_count 4"),
    ]
    assert len(shown) == len(BOUNDS) + 3
    meter = Meter()
    meter.moved("toy", "bot")
    meter.moved("toy", "bot")
    assert meter.moves == {("toy", "bot"): 2} and meter.pushes == {}
    with pytest.raises(ZeroDivisionError), meter.timed(meter.drawing):
        _ = 1 / 0
    assert sum(meter.drawing.counts) == 1 and sum(meter.answering.counts) == 0 and 0 <= meter.drawing.sum < 60


def test_the_clock_of_a_house_never_runs_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    monkeypatch.setattr(time, "monotonic", lambda: 10.0)
    clock = HouseClock()
    assert clock() == 1000.0
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "monotonic", lambda: 15.0)
    assert clock() == 1005.0, "whatever becomes of the clock on the wall"
    clock.not_before(900.0)
    assert clock() == 1005.0
    clock.not_before(2000.0)
    assert clock() == 2000.0


@played
async def test_a_question_is_thought_about_once() -> None:
    latest, thoughts, gate = Latest[str](), list[str](), asyncio.Event()

    async def think(what: str) -> str:
        thoughts.append(what)
        await gate.wait()
        return what.upper()

    first, second = (asyncio.ensure_future(latest.get(1, lambda: think("one"))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    gate.set()
    assert await second == "ONE" and thoughts == ["one"], "who goes away does not end it for the other"
    assert await latest.get(1, lambda: think("again")) == "ONE"
    assert await latest.get(2, lambda: think("two")) == "TWO" and thoughts == ["one", "two"]


# -- who has business at a table ---------------------------------------------------------------------------


def test_a_person_among_bots() -> None:
    assert among_bots(1, "Ann", ("Mirela", "Oskar", "Ines")) == (
        SeatPlan("bot", "Mirela"),
        SeatPlan("person", "Ann"),
        SeatPlan("bot", "Ines"),
    )


@pytest.mark.parametrize(
    ("who", "outside"),
    [
        (Who(), True),
        (Who(host=True), True),  # as long as no link of his table says more
        (Who((0,)), False),
        (Who(invited=True), False),
        (Who(watches=True), False),
    ],
)
def test_who_has_no_business_at_a_table(who: Who, outside: bool) -> None:
    assert who.outside is outside


def test_what_cannot_be_reached_says_so_in_a_sentence() -> None:
    assert str(Unreachable()).endswith("Try again in a while.")
    assert str(Unreachable("The disk is full.")) == "The disk is full."


# -- work on the side --------------------------------------------------------------------------------------


@played
async def test_work_on_the_side_is_held_until_it_is_done_and_ends_with_who_wanted_it() -> None:
    aside, ended = SideWork(), list[str]()

    async def work(name: str, until: asyncio.Event) -> None:
        try:
            await until.wait()
        finally:
            ended.append(name)

    def breaks() -> None:
        raise ZeroDivisionError

    async def fails() -> None:
        await asyncio.sleep(0)
        breaks()

    done, never = asyncio.Event(), asyncio.Event()
    first, last = aside.start(work("first", done)), aside.start(work("last", never))
    assert aside.tasks == {first, last}
    done.set()
    await first
    await asyncio.sleep(0)
    assert aside.tasks == {last} and ended == ["first"]
    broken = aside.start(fails())
    await asyncio.sleep(0)
    await aside.end()
    await asyncio.sleep(0)
    assert last.cancelled() and broken.done() and ended == ["first", "last"]
    assert not aside.tasks
