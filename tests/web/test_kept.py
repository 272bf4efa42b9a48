"""What is kept of drawings is no way from one seat's page to another's: drawn from what was kept, every page is what it
would be if nothing were kept."""

from __future__ import annotations

import re
from random import Random

import pytest

import knaves
from knaves.core.kept import Kept
from knaves.games import about
from knaves.table import SeatPlan, TablePlan
from knaves.table.pages.page import Page
from knaves.web.draw.rendering import drawn
from knaves.web.push.sockets import LINES
from tests.table.kit import open_hall, played

MOVES = 36
LINE_ID = re.compile(r'<li id="(l-[^"]+)"')


def make_anew(self, key, make, *args, **more):  # as Kept.get
    return make(*args, **more)


async def pages_of(game: str) -> list[Page]:
    """Of every seat and of a spectator, after every third answer."""
    seats, rng, found = about(game).seats[-1], Random(5), list[Page]()
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (SeatPlan("person"),) * seats, seed=11))
        table = await hall.table(ticket.table)
        away = -1
        for number in range(MOVES):
            waited = table.progress.position.ask()
            if waited is None:
                break
            if number == MOVES // 2:  # asked and away: the page of that seat says so
                away = waited.seats[0]
                await table.seating.leave(ticket.token, away)
            if number % 3 == 0:
                found += [table.page(ticket.token, seat, lines=LINES, targets=0) for seat in range(seats)]
                found.append(table.page(ticket.watch, None, lines=LINES, targets=0))
            await table.idle()  # a bot minds the seat of who is away
            waited = table.progress.position.ask()
            if waited is None:
                break
            seat = next(seat for seat in waited.seats if seat != away)
            ask = table.page(ticket.token, seat, lines=0, targets=0).ask
            assert ask is not None
            await table.answer(ticket.token, seat, rng.choice(ask.options).option, ask.seq)
    return found


@pytest.mark.parametrize("game", knaves.GAMES)
@played
async def test_what_is_kept_changes_no_page(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = await pages_of(game)
    kept = [drawn(page, pushed=True) for page in pages]
    again = [drawn(page, pushed=True) for page in pages[::-1]]
    monkeypatch.setattr(Kept, "get", make_anew)
    fresh = [drawn(page, pushed=True) for page in pages]
    assert kept == fresh and again[::-1] == fresh


@pytest.mark.parametrize("game", knaves.GAMES)
@played
async def test_a_line_of_the_log_keeps_its_id_while_older_ones_fall_off(game: str) -> None:
    """Also where only some lines of a record are left: otherwise each of them would be drawn, and morphed, again."""
    seats, rng, shifted = about(game).seats[-1], Random(3), 0
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (SeatPlan("person"),) * seats, seed=2))
        table = await hall.table(ticket.table)
        before: list[str] = []
        told = 0
        for _ in range(MOVES):
            ids = LINE_ID.findall(drawn(table.page(ticket.watch, None, lines=LINES, targets=0), pushed=True))
            count = len(table.lines(ticket.watch, None, most=10_000))
            fallen = max(0, len(before) + count - told - LINES)
            assert before[fallen:] == ids[: len(before) - fallen]
            shifted += fallen
            before, told = ids, count
            waited = table.progress.position.ask()
            if waited is None:
                break
            ask = table.page(ticket.token, waited.seats[0], lines=0, targets=0).ask
            assert ask is not None
            await table.answer(ticket.token, waited.seats[0], rng.choice(ask.options).option, ask.seq)
    assert shifted > 0, "none has fallen off"


@pytest.mark.parametrize("game", knaves.GAMES)
@played
async def test_a_key_that_forgets_whose_page_it_is_would_be_noticed(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail: here what was made first is given to everybody."""
    pages = await pages_of(game)
    whole = Kept.get

    def careless(self, key, make, *args, **more):  # as Kept.get
        return whole(self, key[0] if isinstance(key, tuple) else key, make, *args, **more)

    monkeypatch.setattr(Kept, "get", make_anew)
    fresh = [drawn(page, pushed=True) for page in pages]
    monkeypatch.setattr(Kept, "get", careless)
    assert [drawn(page, pushed=True) for page in pages] != fresh
