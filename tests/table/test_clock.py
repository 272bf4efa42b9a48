"""Clocks: no sleeping here, the tests set the time."""

from __future__ import annotations

import time

import pytest

from knaves.table import Clock, Hall
from knaves.table.errors import Unreachable
from tests.table.kit import ANN, BOB, BOT, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]


@played
async def test_no_clock_never_runs_out(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        assert ann.page.seats[0].left is None and table.seating.deadline() is None
        now.time += 10**9
        await hall.tick()
        assert not ann.page.seats[0].away


@pytest.mark.parametrize(("clock", "seconds"), [(Clock("move", 30), 30), (Clock("day", 2), 2 * 86400)])
@played
async def test_so_long_for_each_answer(toy: str, clock: Clock, seconds: int) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        _, (ann, bob), _ = await sit(hall, toy, ANN, BOB, clock=clock)
        now.time += seconds - 1
        assert ann.page.seats[0].left == 1
        await hall.tick()
        await ann.do("dig")
        assert ann.page.seats[0].left == seconds  # a new answer, new time
        await ann.do("pass")
        now.time += seconds - 1
        await hall.tick()
        assert not bob.page.seats[1].away
        now.time += 1
        await hall.tick()
        page = ann.page
        assert page.seats[1].away and page.seats[1].kind == "bot"
        assert "Bob's time is up: a fair bot plays on until Bob is back." in [line.text for line in page.log]
        await bob.table.idle()
        assert ann.ask.yours  # the bot has answered for Bob
        await bob.table.seating.take_back(bob.token, 1)
        await ann.do("pass")
        assert bob.page.seats[1].left == seconds


@played
async def test_a_bank_with_an_increment(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("bank", 100, 5))
        now.time += 40
        assert (ann.page.seats[0].left, ann.page.seats[1].left) == (60, 100)
        await ann.do("dig")
        assert ann.page.seats[0].left == 65
        now.time += 10
        await ann.do("pass")
        now.time += 50  # Bob thinks; Ann's clock stands
        assert (ann.page.seats[0].left, ann.page.seats[1].left) == (60, 50)
        assert table.seating.deadline() == now.time + 50
        now.time += 50
        await hall.tick()
        assert bob.page.seats[1].away and not ann.page.seats[0].away


@played
async def test_what_others_do_meanwhile_does_not_wind_the_clock(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, _bob, _cy), _ = await sit(hall, "_template", ANN, BOB, BOB, clock=Clock("move", 30))
        now.time += 20
        await ann.first()  # sealed; the others are still waited for
        assert table.page(_bob.token).seats[1].left == 10
        now.time += 11
        await hall.tick()
        await table.idle()
        assert [seat.away for seat in ann.page.seats] == [False, True, True]


@played
async def test_bots_have_no_clock_and_the_end_stops_all(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT, clock=Clock("move", 30))
        assert ann.page.seats[1].left is None
        await ann.do("end")
        assert table.seating.deadline() is None
        now.time += 100
        await hall.tick()
        assert not ann.page.seats[0].away


@played
async def test_nobody_loses_a_seat_while_the_server_was_down(toy: str, tmp_path: object) -> None:
    now, file = Watch(), f"{tmp_path}/tables.sqlite"
    async with open_hall(file, now) as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 60))
    now.time += 3600
    hall = await Hall.open(file, now=now, timer=False, grace=30)
    await hall.resumed()
    await hall.tick()
    table = await hall.table(table.id)
    assert not table.page(ann.token).seats[0].away
    now.time += 31
    await hall.tick()
    assert table.page(ann.token).seats[0].away
    await hall.close()


@played
async def test_the_timer_ticks_by_itself(toy: str) -> None:
    hall = await Hall.open(":memory:", timer=True, grace=0)
    table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 1))
    async with table.changes() as changes:
        async for _ in changes:
            if ann.page.seats[0].away:
                break
    await hall.close()


@played
async def test_the_clock_on_the_wall_moves_nobodys_time(
    toy: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour back, a day back, a day forth, in the middle and across restarts: no seat gains or loses."""
    file, real, wall = f"{tmp_path}/tables.sqlite", time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: real() + wall[0])

    async def look(hall: Hall) -> None:
        table = await hall.table(opened.id)
        page = table.page(ann.token)
        assert page.seats[0].left is not None and 590 < page.seats[0].left <= 600
        for _ in range(2):
            await table.say(ann.token, 0, "still here")
        await hall.tick()
        assert not page.seats[0].away

    hall = await Hall.open(file, timer=False)
    opened, (ann, _bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("bank", 600))
    for jump in (-3600.0, -86400.0, 86400.0):
        wall[0] = jump
        await look(hall)
    wall[0] = 0.0
    await hall.close()
    for jump in (-86400.0, 0.0, -3600.0, 0.0):
        wall[0] = jump
        hall = await Hall.open(file, timer=False)
        await look(hall)
        table = await hall.table(opened.id)
        await table.answer(ann.token, 0, ("dig",), table.page(ann.token).ask.seq)  # type: ignore[union-attr]
        await look(hall)
        await hall.close()


@played
async def test_the_bank_after_coming_back(toy: str) -> None:
    """Whoever lost his seat to the clock has half a minute, or the increment if that is more."""
    now = Watch()
    async with open_hall(now=now) as hall:
        for increment, left in ((5, 30.0), (45, 45.0)):
            table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("bank", 100, increment))
            now.time += 101
            await hall.tick()
            assert ann.page.seats[0].away
            await refuses(table.seating.take_back(ann.token, 0), match="a bot gives it")
            await table.idle()
            now.time += 1000
            await table.seating.take_back(ann.token, 0)
            await table.idle()
            assert ann.page.seats[0].left == left
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("bank", 100, 5))
        now.time += 20
        await table.seating.leave(ann.token, 0)
        now.time += 1000
        await table.seating.take_back(ann.token, 0)
        assert ann.page.seats[0].left == 80  # what was left when he went


@played
async def test_nobody_wins_time_by_leaving(toy: str) -> None:
    """Neither who is not asked meanwhile, nor who comes back at the moment in which he is."""
    now = Watch()
    async with open_hall(now=now, pace=1000.0) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("bank", 100))
        now.time += 98
        await table.answer(ann.token, 0, ("pass",), ann.ask.seq)
        await table.seating.leave(ann.token, 0)
        now.time += 5
        await table.seating.take_back(ann.token, 0)
        assert ann.page.seats[0].left == 2
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 100))
        await table.seating.leave(bob.token, 1)
        now.time += 5
        await table.answer(ann.token, 0, ("pass",), ann.ask.seq)
        await table.seating.take_back(bob.token, 1)
        assert bob.page.seats[1].left == 100
        now.time += 6
        assert bob.page.seats[1].left == 99, "he was away for five seconds, and has as many to read"


@played
async def test_a_clock_that_cannot_be_written_is_tried_again_in_a_while(
    toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Twenty times a second, with the whole way to the fault each time, would fill what is left of a full disk."""
    watch, tries = Watch(), 0

    async def full(*_: object) -> None:
        nonlocal tries
        tries += 1
        raise Unreachable from OSError("no space left")

    async with open_hall(now=watch) as hall:
        await sit(hall, toy, ANN, BOB, clock=Clock("move", 60))
        watch.time += 61
        monkeypatch.setattr(hall.storage, "append", full)
        await hall.tick()
        assert tries == 1 and hall._next >= watch.time + 1
        assert "could not be written: no space left" in caplog.text and "Traceback" not in caplog.text
