"""Long work beside the loop: everybody in turn, and the loop goes on."""

from __future__ import annotations

import asyncio
import gc
import threading
import time

import pytest

from knaves.games import about
from knaves.table import TablePlan, TooMuch
from knaves.table.house import long_work
from knaves.table.house.long_work import Desk, GuestRows, asking
from tests.table.kit import BOT, open_hall, played


async def wants(desk: Desk, guest: str, done: list[str], name: str) -> None:
    asking.set(guest)
    await desk.do(lambda: done.append(name))


@played
async def test_guests_are_served_in_turn() -> None:
    """However much one asks for at once, another one waits for one thing at most."""
    desk, gate, done = Desk(), threading.Event(), list[str]()
    first = asyncio.ensure_future(desk.do(gate.wait))
    await asyncio.sleep(0)
    jobs = [asyncio.ensure_future(wants(desk, "eve", done, f"eve {n}")) for n in range(5)]
    await asyncio.sleep(0)
    jobs += [asyncio.ensure_future(wants(desk, "ann", done, f"ann {n}")) for n in range(2)]
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(first, *jobs)
    assert done == ["eve 0", "ann 0", "eve 1", "ann 1", "eve 2", "eve 3", "eve 4"]
    desk.close()


@played
async def test_nobody_has_endlessly_much_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_work, "ROW_MOST", 3)
    desk, gate, done = Desk(), threading.Event(), list[str]()
    first = asyncio.ensure_future(desk.do(gate.wait))
    await asyncio.sleep(0)
    jobs = [asyncio.ensure_future(wants(desk, "eve", done, str(n))) for n in range(4)]
    others = [asyncio.ensure_future(wants(desk, "", done, f"house {n}")) for n in range(5)]
    await asyncio.sleep(0)
    gate.set()
    ends = await asyncio.gather(*jobs, return_exceptions=True)
    await asyncio.gather(first, *others)
    assert [type(end) for end in ends] == [type(None)] * 3 + [TooMuch]
    assert sum(name.startswith("house") for name in done) == 5, "the house itself is never refused"
    desk.close()


@played
async def test_whoever_leaves_while_waiting_holds_nobody_up() -> None:
    desk, gate, done = Desk(), threading.Event(), list[str]()
    first = asyncio.ensure_future(desk.do(gate.wait))
    await asyncio.sleep(0)
    gone = [asyncio.ensure_future(wants(desk, "eve", done, "eve")) for _ in range(2)]
    stays = asyncio.ensure_future(wants(desk, "ann", done, "ann"))
    await asyncio.sleep(0)
    gone[0].cancel()
    gate.set()
    await first
    gone[1].cancel()
    await stays
    await asyncio.gather(*gone, return_exceptions=True)
    await desk.do(lambda: done.append("last"))
    assert done[-1] == "last" and "ann" in done
    desk.close()


@played
async def test_work_that_fails_or_is_left_frees_the_desk() -> None:
    desk, gate = Desk(), threading.Event()
    with pytest.raises(ZeroDivisionError):
        await desk.do(lambda: 1 / 0)
    left = asyncio.ensure_future(desk.do(gate.wait))
    await asyncio.sleep(0)
    left.cancel()
    after = asyncio.ensure_future(desk.do(lambda: "done"))
    await asyncio.sleep(0)
    gate.set()
    assert await after == "done"
    desk.close()


@played
async def test_a_turn_that_was_given_to_who_has_just_left_goes_on() -> None:
    rows = GuestRows()
    await rows._wait("ann")
    left, next_one = (asyncio.ensure_future(rows._wait(guest)) for guest in ("eve", "bob"))
    await asyncio.sleep(0)
    rows._next()
    left.cancel()  # the turn is Eve's, and she does not know it yet
    await asyncio.gather(left, return_exceptions=True)
    assert left.cancelled()
    await next_one
    assert rows._busy and rows._rows == {}
    rows._next()
    assert not rows._busy


@played
async def test_whoever_leaves_the_row_gives_nobody_a_turn() -> None:
    rows = GuestRows()
    await rows._wait("ann")
    left, next_one = (asyncio.ensure_future(rows._wait(guest)) for guest in ("eve", "bob"))
    await asyncio.sleep(0)
    left.cancel()
    await asyncio.gather(left, return_exceptions=True)
    await asyncio.sleep(0)
    assert not next_one.done(), "it is still Ann's"
    rows._next()
    await next_one


@played
async def test_one_thread_works_for_all_and_a_closed_desk_waits_for_nobody() -> None:
    desk, began, gate = Desk(), threading.Event(), threading.Event()

    def work() -> bool:
        began.set()
        return gate.wait()

    def name(*things: str, more: str = "") -> tuple[str, ...]:
        return threading.current_thread().name, *things, more

    assert await desk.do(name, "a", more="b") == ("knaves-desk_0", "a", "b")
    held = asyncio.ensure_future(desk.do(work))
    await asyncio.to_thread(began.wait)
    waiting = desk._thread.submit(name)
    desk.close()
    assert waiting.cancelled() and not held.done(), "what has not begun never does"
    gate.set()
    assert await held is True
    with pytest.raises(RuntimeError, match="shutdown"):
        await desk.do(name)


LATE = 0.12
"""Seconds of processor time; measured 0.025; with the replay in the loop 0.23."""


@played
async def test_no_page_of_the_past_holds_up_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the loop itself does for the costliest pages of a long game, in one go, stays short."""
    longest = 0.0
    real = asyncio.events.Handle._run  # where every step of the loop passes

    def timed(self: asyncio.Handle) -> None:
        nonlocal longest
        begun = time.thread_time()
        real(self)
        longest = max(longest, time.thread_time() - begun)

    async with open_hall() as hall:
        seats = about("villains").seats[-1]
        ticket = await hall.create(TablePlan("villains", (BOT,) * seats, seed=2))
        await (await hall.table(ticket.table)).idle()
        hall._tables.clear()
        gc.freeze()  # what other tests have left is not looked through meanwhile
        monkeypatch.setattr(asyncio.events.Handle, "_run", timed)
        await asyncio.sleep(0)
        table = await hall.table(ticket.table)
        await asyncio.sleep(0)
        await table.look_back()
        marks = table.marks(ticket.token)
        await asyncio.sleep(0)
        table.moment(ticket.token, marks[len(marks) // 2].seq)
        await asyncio.sleep(0)
        table.course(ticket.token)
        await asyncio.sleep(0)
        table.export(ticket.token)
        await asyncio.sleep(0)
        table.page(ticket.token, None, lines=500)
        await asyncio.sleep(0)
    gc.unfreeze()
    assert 0 < longest < LATE
