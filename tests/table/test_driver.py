"""Who answers when no person does: whose turn it is, how long a bot waits, and what it does when it was too late."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import msgspec
import pytest

from knaves.core.ask import Ask
from knaves.core.beat import HOLD
from knaves.core.step import Option
from knaves.table.bots import driver as module
from knaves.table.bots.deep import OpenQuestion
from knaves.table.bots.driver import MOMENT, RETRY, Driver, Job, grudge_of, seed_of
from knaves.table.house.budget import Spent
from knaves.table.log import records as r
from knaves.table.log.writer import Services, Writer
from knaves.table.people.orders import Verdict
from knaves.table.state.book import StandingOrder, Told
from tests.table.kit import played
from tests.table.test_writer import House
from tests.table.toy import toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


class Minds(House):
    """A house whose bots say what they are told to say, and the first option after that."""

    cap, pace = 3.0, 0.0

    def __init__(self, *says: Option) -> None:
        super().__init__()
        self.thinkers, self.says, self.asked = self, list(says), list[tuple[str, OpenQuestion, int]]()
        self.meanwhile: Callable[[], None] = lambda: None

    async def choose(self, level: str, asked: OpenQuestion, grudge: int) -> Option:
        self.asked.append((level, asked, grudge))
        await asyncio.sleep(0)
        self.meanwhile()
        return self.says.pop(0) if self.says else asked.options[0]


def bench(*says: Option, **more: object) -> tuple[Driver, Minds, Log, Writer]:
    """Ann, Bob and a bot."""
    house, log = Minds(*says), Log(**more)  # type: ignore[arg-type]
    writer = Writer("t1", log.book, log.progress, cast(Services, house))
    return Driver(writer), house, log, writer


def put_bot(log: Log, *seats: int) -> None:
    for seat in seats:
        log.book.seats[seat].kind = "bot"


def test_a_bots_luck_is_its_own() -> None:
    lucks = {seed_of(7, 0, 0), seed_of(7, 1, 0), seed_of(7, 0, 1), seed_of(8, 0, 0)}
    assert len(lucks) == 4 and seed_of("7", 0, 0) in lucks
    assert seed_of(7, 0, 0) == "6c05f2e90fd15fb5930bfea158b261ab", "the same after a restart"


def test_a_bot_remembers_who_turned_on_it_last() -> None:
    log = Log()

    def tell(kind: str, *things: int, to: int = -1) -> None:
        log.book.told.append(Told(3, 20.0, "event", None, kind, things, (-1,) * len(things), to))

    def grudges() -> list[int]:
        return [grudge_of(log.book, log.progress.position.game, seat) for seat in range(3)]

    assert grudges() == [-1, -1, -1]
    tell("deal", 1, 0)
    tell("deal", 2, 0)
    tell("deal", 1, 0, to=0b10)
    tell("deal", 0, 1)
    tell("dug", 0)
    log.book.note(20.0, "deal", 0)
    assert grudges() == [2, 0, -1]
    for _ in range(module.REMEMBERED - 5):
        tell("dug", 0)
    assert grudges()[0] == 2
    tell("dug", 0)
    assert grudges()[0] == -1, "so long ago"


@played
async def test_first_chances_to_interject_then_answers() -> None:
    driver, _, log, _ = bench()
    put_bot(log, 0, 1, 2)
    moved = log.book.moved
    offers: list[Option] = [("offer", 0, 1), ("offer", 2, 1)]
    assert driver._next() == Job(1, [HOLD, *offers], moved, True)
    driver._offered.add(1)
    assert driver._next() == Job(2, [HOLD, ("offer", 0, 1), ("offer", 1, 1)], moved, True)
    driver._offered.add(2)
    job = driver._next()
    assert (
        job is not None and (job.seat, job.moved, job.chance) == (0, moved, False) and ("dig",) in job.options
    )
    log.answer("dig")
    again = driver._next()
    assert again is not None and again.seat == 1 and again.chance, "a new beat"
    driver._offered |= {1, 2}
    driver._chance_taken = log.book.moved + 1
    log.answer("dig")
    job = driver._next()
    assert job is not None and job.seat == 0, "a chance that was taken opens no new beat"
    log.book.seats[0].kind = "person"
    assert driver._next() is None
    log.answer("end")
    assert driver._next() is None


@played
async def test_who_can_say_nothing_is_not_asked_again() -> None:
    driver, _, log, _ = bench()
    put_bot(log, 2)
    state = log.progress.position.state
    assert hasattr(state, "coins")
    state.coins[2] = 0
    assert driver._next() is None and driver._offered == {2}


@played
async def test_bots_play_until_people_are_asked() -> None:
    driver, house, log, writer = bench(("dig",), ("pass",))
    log.answer("pass", "pass")
    before = log.book.written
    driver.drive()
    assert driver.busy
    await driver.idle()
    assert [answer.option for answer in log.book.played[2:]] == [("dig",), ("pass",)] and not driver.busy
    first = r.decode(house.storage.rows[0].body)
    assert isinstance(first, r.Answered) and (first.at, first.seat, first.by) == (77.0, 2, "bot")
    assert log.book.written == before + 2 and writer.status == "running"
    level, asked, grudge = house.asked[0]
    assert (level, asked.seat, grudge, asked.seed) == ("fair", 2, -1, seed_of(7, 2, 2))
    assert [question.seed for _, question, _ in house.asked[1:]] == [seed_of(7, 2, 3), seed_of(7, 2, 4)]
    assert asked.options[0] == ("pass",) and house.asked[-1][1].options[0] == HOLD, (
        "Ann is asked, the bot might speak"
    )


@played
async def test_a_chance_is_taken_once() -> None:
    driver, house, log, _ = bench(("offer", 1, 1))
    driver.drive()
    await driver.idle()
    assert [answer.option for answer in log.book.played] == [("offer", 1, 1)]
    assert driver._chance_taken == log.book.played[0].seq and driver._offered == {2}
    assert len(house.asked) == 1, "Bob is asked, and the bot had its chance"


@played
async def test_who_was_faster_counts() -> None:
    for late in ("moved", "over", "person"):
        driver, house, log, _ = bench(("dig",))
        log.answer("pass", "pass")

        def meanwhile(late: str = late, log: Log = log, house: Minds = house) -> None:
            house.meanwhile = lambda: None
            if late == "moved":
                log.book.moved += 1
            elif late == "over":
                log.book.status = "frozen"
            else:
                log.book.seats[2].kind = "person"

        house.meanwhile = meanwhile
        job = driver._next()
        assert job is not None
        if late == "moved":
            house.says.append(("end",))
        driver.drive()
        await driver.idle()
        options = [answer.option for answer in log.book.played[2:]]
        assert options == ([("end",)] if late == "moved" else []), late


@played
async def test_only_a_game_that_goes_on_is_driven() -> None:
    for still in ("people", "deserted", "frozen", "asleep"):
        driver, house, log, writer = bench(("dig",))
        log.answer("pass", "pass")
        if still == "people":
            log.book.seats[2].kind = "person"
        elif still == "deserted":
            log.book.seats[0].away = log.book.seats[1].away = True
        elif still == "frozen":
            log.book.status = "frozen"
        else:
            writer.awake = None
        driver.drive()
        assert not driver.busy and driver._driving is None, still
    driver, house, log, writer = bench(("end",))
    log.answer("pass", "pass")
    driver.drive()
    task = driver._driving
    driver.drive()
    assert driver._driving is task, "once at a time"
    await driver.idle()
    assert len(house.asked) == 1 and writer.status == "over"


@played
async def test_what_another_process_writes_is_left_to_it_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, house, log, writer = bench(("end",))
    house.pace = 2.0
    log.answer("pass", "pass")
    delays: list[float] = []
    monkeypatch.setattr(driver, "_drive_later", delays.append)
    writer._changed([], here=False)
    assert delays == [3.0 + 2.0 + 1.0] and driver._driving is None
    house.pace = 0.0
    writer._changed([])
    await driver.idle()
    assert writer.status == "over"


@played
async def test_a_later_start_is_one_start() -> None:
    driver, _, log, _ = bench(("end",))
    log.answer("pass", "pass")
    driver._drive_later(60.0)
    first = driver._later
    assert first is not None and driver.busy
    assert first.when() - asyncio.get_running_loop().time() == pytest.approx(60.0, abs=5.0)
    driver._drive_later(50.0)
    assert first.cancelled() and driver._later is not first
    second = driver._later
    driver.drive()
    assert second is not None and second.cancelled() and driver._later is None
    await driver.idle()
    driver._drive_later(60.0)
    driver.rest()
    assert driver._later is not None and driver._later.cancelled()


@played
async def test_a_full_disk_is_tried_again_and_a_broken_rule_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    driver, house, log, writer = bench(("end",))
    log.answer("pass", "pass")
    house.storage.fails.append(OSError("disk full"))
    delays: list[float] = []
    monkeypatch.setattr(driver, "_drive_later", delays.append)
    driver.drive()
    await driver.idle()
    assert delays == [RETRY] and writer.status == "running"
    for error in (ZeroDivisionError("odd"), Spent()):
        driver, house, log, writer = bench()
        log.answer("pass", "pass")

        def broken(error: BaseException = error) -> None:
            raise error

        monkeypatch.setattr(driver, "_next", broken)
        driver.drive()
        with pytest.raises(Spent) if isinstance(error, Spent) else pytest.raises(asyncio.InvalidStateError):
            await driver.idle()
            assert driver._driving is not None
            driver._driving.result()
            raise asyncio.InvalidStateError
        assert writer.status == "broken" and delays == [RETRY]
    driver, house, log, writer = bench(("trip",))
    log.answer("pass", "pass")
    monkeypatch.setattr(driver, "_drive_later", delays.append)
    driver.drive()
    await driver.idle()
    assert writer.status == "broken" and delays == [RETRY], "a table that stopped is not tried again"


def test_how_long_a_bot_waits() -> None:
    driver, house, log, _ = bench()
    house.pace = 2.0
    assert driver.pace == 2.0
    log.book.opened = msgspec.structs.replace(log.book.opened, pace="slow")
    assert driver.pace == 8.0
    ask = log.progress.position.ask()
    assert ask is not None
    assert driver.pause(ask, 2) == 8.0
    ask = cast(Ask, SimpleNamespace(moment="after_the_deal"))
    assert driver.pause(ask, 2) == 8.0 * MOMENT and driver.pause(ask, 0) == 8.0 * MOMENT
    put_bot(log, 1)
    assert driver.pause(ask, 0) == 8.0, "whom would one wait for?"
    assert driver.pause(ask, 2) == 8.0 * MOMENT


@played
async def test_a_bot_waits_from_the_beginning_of_the_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, house, log, _ = bench(HOLD, ("dig",), HOLD, ("pass",))
    house.pace = 50.0
    log.answer("pass", "pass")
    slept: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await real(0)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    log.book.seats[1].kind = "bot"  # and has a chance before
    driver.drive()
    await driver.idle()
    waited = [seconds for seconds in slept if seconds]
    assert len(waited) == 2 and all(49.0 < seconds <= 50.0 for seconds in waited), waited


@played
async def test_an_order_answers_or_ends_and_only_while_it_stands() -> None:
    driver, house, log, _ = bench()
    order = StandingOrder(4, "always", ("dig",), "", (), 0)
    log.book.orders[0] = [order]
    moved = log.book.moved
    (drafted,) = driver._order_draft(0, Verdict(order, ("dig",), ""), moved)()
    assert isinstance(drafted, tuple)
    record = drafted[0]
    assert (record.at, record.seat, record.option, record.by, record.order) == (77.0, 0, ("dig",), "order", 4)
    ends = driver._order_draft(0, Verdict(order, None, "so"), moved)
    assert ends() == [r.OrderEnded(at=77.0, seat=0, id=4, why="so")]
    assert driver._order_draft(0, Verdict(order, ("dig",), ""), moved + 1)() == []
    log.book.orders[0] = [StandingOrder(5, "always", ("dig",), "", (), 0)]
    assert ends() == [], "it has been ended meanwhile"
    log.book.orders[0] = [order]
    log.book.status = "over"
    assert ends() == []
    log.book.status = "running"
    log.book.orders[0] = [StandingOrder(4, "always", ("dig",), "", (), 2)]
    driver.drive()
    await driver.idle()
    assert [answer.option for answer in log.book.played] == [("dig",)] * 2 and log.book.orders[0] == []
    assert len(house.asked) == 1, "then the bot has its chance"


@played
async def test_orders_wait_like_bots_and_endings_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, house, log, _ = bench()
    house.pace = 5.0
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    log.book.orders[0] = [StandingOrder(4, "always", ("dig",), "", (), 1)]
    assert await driver._order() is True
    assert slept[0] == 5.0 and log.book.played[0].by == "order"
    assert await driver._order() is False
    log.book.orders[1] = [StandingOrder(5, "never", ("dig",), "", (), 1)]
    assert await driver._order() is False, "Bob is not asked"
    log.answer("end")
    assert await driver._order() is False


@played
async def test_a_talkative_bot_says_something_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    driver, _, log, _ = bench(("dig",), ("pass",))
    said: list[tuple[int, float]] = []

    def remark(position: object, seat: int, rng: object) -> str:
        said.append((seat, rng.random()))  # type: ignore[attr-defined]
        return "Ha." if len(said) == 1 else ""

    monkeypatch.setattr(module, "remark", remark)
    log.answer("pass", "pass")
    driver.drive()
    await driver.idle()
    assert said == [], "a plain bot says nothing"
    driver, _, log, _ = bench(("dig",), ("end",))
    log.book.seats[2].level = "talkative fair"
    log.answer("pass", "pass")
    driver.drive()
    await driver.idle()
    assert len(said) == 1 and said[0][0] == 2, "and nobody once the game is over"
    assert [one.text for one in log.book.told if one.kind == "chat"] == ["Ha."]
    draft = driver._remark_draft(2, "x")
    assert draft() == [] and driver._remark_draft(2, "x")() == [] and said[1] == said[2] != said[0]
