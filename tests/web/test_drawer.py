"""Pages that another process draws are the same pages, and without it they are drawn all the same."""

from __future__ import annotations

import asyncio
import os
import signal
from functools import partial
from pathlib import Path

import pytest

import knaves
from knaves.games import about
from knaves.table import SeatPlan, TablePlan
from knaves.table.errors import Overrun
from knaves.table.pages.page import Page
from knaves.web.draw.rendering import drawn
from knaves.web.push import drawer as drawers
from knaves.web.push.drawer import Drawer, worthwhile
from knaves.web.push.sockets import LINES
from tests.patience import PATIENCE, meanwhile
from tests.table.kit import open_hall, played


def gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


@pytest.fixture(scope="module")
def pages() -> list[Page]:
    """Of every game, for each seat and a spectator."""
    found: list[Page] = []

    @played
    async def open_tables() -> None:
        async with open_hall() as hall:
            for game in knaves.GAMES:
                seats = about(game).seats[-1]
                ticket = await hall.create(TablePlan(game, (SeatPlan("person"),) * seats, seed=3))
                table = await hall.table(ticket.table)
                found.extend(table.page(ticket.token, seat, lines=LINES, targets=0) for seat in range(seats))
                found.append(table.page(ticket.watch, None, lines=LINES, targets=0))

    open_tables()
    return found


@played
async def test_the_other_process_draws_the_same_pages(pages: list[Page]) -> None:
    drawer = Drawer(PATIENCE)
    await drawer.open()
    try:
        made = await asyncio.gather(*(drawer.draw(page) for page in pages))
        pid = drawer.pid
    finally:
        await drawer.close()
    assert made == [drawn(page, pushed=True) for page in pages]
    assert pid is not None and gone(pid), "it ends with the server"


class Messenger:
    """Stands for the process, and notes what it is asked for."""

    runs = True

    def __init__(self) -> None:
        self.errands: list[int] = []
        self.fails = False

    async def call(self, packed: bytes) -> object:
        self.errands.append(len(drawers.unpack(packed)))
        await asyncio.sleep(0)
        if self.fails:
            raise Overrun("It took too long.")
        return drawers.draw(packed)


@played
async def test_pages_that_are_wanted_at_once_go_together_but_not_too_many(pages: list[Page]) -> None:
    drawer = Drawer()
    drawer._worker = process = Messenger()  # type: ignore[assignment]
    some = pages[: drawers.TOGETHER + 3]
    waiting = [asyncio.create_task(drawer.draw(page)) for page in some]
    await asyncio.sleep(0)
    waiting[1].cancel()  # whoever goes away takes nothing from the others
    made = await asyncio.gather(*waiting, return_exceptions=True)
    assert process.errands == [drawers.TOGETHER, 3]
    assert isinstance(made[1], asyncio.CancelledError)
    whole = [drawn(page, pushed=True) for page in some]
    assert made[:1] + made[2:] == whole[:1] + whole[2:]
    process.fails = True
    assert await asyncio.gather(*(drawer.draw(page) for page in some[:3])) == whole[:3]
    assert process.errands == [drawers.TOGETHER, 3, 3]


@played
async def test_a_page_that_cannot_be_drawn_fails_alone(
    pages: list[Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables of other people go on the same errand."""

    def draws(page: Page, pushed: bool) -> str:
        if page == pages[1]:
            raise ZeroDivisionError
        return drawn(page, pushed=pushed)

    monkeypatch.setattr(drawers, "drawn", draws)
    drawer = Drawer()
    drawer._worker = Messenger()  # type: ignore[assignment]
    made = await asyncio.gather(*map(drawer.draw, pages[:3]), return_exceptions=True)
    assert made[::2] == [drawn(pages[0], pushed=True), drawn(pages[2], pushed=True)]
    assert isinstance(made[1], ZeroDivisionError)


@played
async def test_when_it_is_gone_the_server_draws(pages: list[Page]) -> None:
    drawer = Drawer(PATIENCE)
    await drawer.open()
    assert await drawer.draw(pages[0]) == drawn(pages[0], pushed=True)
    assert drawer.pid is not None
    some = pages[::4]
    waiting = [asyncio.create_task(drawer.draw(page)) for page in some]
    os.kill(drawer.pid, signal.SIGKILL)
    assert await asyncio.gather(*waiting) == [drawn(page, pushed=True) for page in some]
    assert await drawer.draw(pages[1]) == drawn(pages[1], pushed=True)
    await drawer.close()


@played
async def test_when_it_is_stuck_the_server_draws_and_starts_another(
    pages: list[Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawers, "AGAIN", 0.05)
    drawer = Drawer(PATIENCE)
    await drawer.open()
    assert await drawer.draw(pages[0]) == drawn(pages[0], pushed=True)
    for blow in (signal.SIGSTOP, signal.SIGKILL):
        before = drawer.pid
        assert before is not None
        os.kill(before, blow)
        drawer._worker._seconds = 0.5
        made = await asyncio.gather(*(drawer.draw(page) for page in pages[:6]))
        drawer._worker._seconds = PATIENCE
        assert made == [drawn(page, pushed=True) for page in pages[:6]]
        while drawer.pid in (None, before):
            await drawer.draw(pages[1])
            await asyncio.sleep(0.05)
        await meanwhile("the old one lives", partial(gone, before))
        assert await drawer.draw(pages[2]) == drawn(pages[2], pushed=True)
    await drawer.close()


@pytest.mark.parametrize(("db", "processors", "wanted"), [
    ("knaves.sqlite", 2, True),
    ("knaves.sqlite", 1, False),
    ("postgresql://localhost/knaves", 8, False),
])  # fmt: skip
def test_where_it_is_worthwhile(
    db: str, processors: int, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert worthwhile(db) == wanted
