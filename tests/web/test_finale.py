"""The end in its first second: over the board for everybody, then on to the page of the end, unless somebody stays."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.sync_api import Page, expect

from knaves.table import SeatPlan, TablePlan
from knaves.table.pages.page import ResultCard
from knaves.web.draw.finale import difference
from knaves.web.draw.rendering import body_of
from knaves.web.push.sockets import LINES
from tests.laws.tables import IDS
from tests.table.kit import open_hall
from tests.web.boards import imported, sit_at
from tests.web.kit import Seen, open_table, other, play_now, play_out, web
from tests.web.serving import Motion, Server
from tests.web.test_finish import finished, record
from tests.web.test_joining import invite_of


@pytest.fixture
def motion() -> Motion:
    return "no-preference"


@pytest.mark.parametrize("game", IDS)
def test_the_table_says_who_has_won_to_whoever_opens_it(game: str) -> None:
    with web() as client:
        table = finished(client, game)
        page = client.get(f"/t/{table}").text
        finale = re.search(r'id="finale".*?</section>', page, re.S)
        assert finale
        text = Seen(finale[0]).text()
        assert re.search(r"\b(wins?|win together)\b", text), text
        assert finale[0].count("<rect") >= 2
        for link in (f"/t/{table}/end", f"/t/{table}/replay", "#as-it-lies"):
            assert f'href="{link}' in page, link
        end = Seen(client.get(f"/t/{table}/end").text).text()
        by = re.search(r'class="finale__by"><b>(.*?)</b> <span>(.*?)</span>', finale[0])
        assert by and f"{by[1]} {by[2]}" in end


def test_only_who_sits_there_asks_for_a_rematch() -> None:
    with web() as client:
        table = play_now(client, "_template")
        seen = play_out(client, table)
        assert f'formaction="/t/{table}/rematch"' in seen.html
        assert "finale__by" in seen.html and 'class="you"' in seen.html


def test_who_was_away_at_the_end_finds_a_chair_at_the_rematch() -> None:
    """A bot has it if somebody else was faster; whoever asks for the rematch sits there in any case."""
    for first in ("ann", "bob"):
        with web() as ann:
            bob, table = other(ann), open_table(ann, seats=2)
            bob.get(invite_of(ann, table))
            bob.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
            bob.post(f"/t/{table}/do", data={"do": "leave", "seat": "1"})
            play_out(ann, table)
            both = (ann, bob) if first == "ann" else (bob, ann)
            asked = both[0].post(f"/t/{table}/rematch")
            again = asked.url.path.rpartition("/")[2]
            assert f'data-table="{again}" data-seat="{"a" if both[0] is bob else "b"}"' in asked.text
            page = both[1].post(f"/t/{table}/rematch")
            assert page.url.path == f"/t/{again}"
            if first == "ann":
                page = bob.post(f"/t/{again}/claim", data={"seat": "0", "name": "Bob"})
            assert f'data-table="{again}" data-seat="{"a" if both[1] is bob else "b"}"' in page.text


async def watched() -> str:
    """A finished game as a spectator sees it."""
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (SeatPlan("person", "A"), SeatPlan("person", "B"))))
        table = await hall.table(ticket.table)
        while (page := table.page(ticket.token)).ask is not None:
            assert page.you is not None
            await table.answer(ticket.token, page.you, page.ask.options[0].option, page.ask.seq)
        return body_of(table.page(ticket.watch, lines=LINES))


def test_who_looks_on_is_told_and_asked_for_nothing() -> None:
    page = asyncio.run(watched())
    assert "/rematch" not in page and "All games" in page
    assert 'id="finale"' in page and 'class="you"' not in page


def test_the_difference_is_where_the_winner_got_most_on_the_next() -> None:
    sources = {"heroes": (4, 9, 0), "gold": (9, 1, 0)}
    said = difference(ResultCard((0,), (13, 10, 0), "", sources), ["Ann", "Bob", "Eve"])
    assert said == "What made the difference: gold, 8 more than Bob."
    assert difference(ResultCard((0, 1), (10, 10, 0), "", sources), ["Ann", "Bob", "Eve"]) == ""
    assert difference(ResultCard((1,), (13, 10, 0), "", sources), ["Ann", "Bob", "Eve"]) == "", "by a goal"


def over(page: Page, server: Server, game: str) -> str:
    """A finished game before this browser; time stands still."""
    page.clock.install()
    address = imported(page, server, record(game))
    page.goto(address)
    expect(page.locator("#finale")).to_be_visible()
    return address


def test_it_goes_over_to_the_page_of_the_end_by_itself_and_once(server: Server, desk: Page) -> None:
    address = over(desk, server, "_template")
    desk.clock.fast_forward(9_000)
    assert desk.url.endswith(address)
    desk.clock.fast_forward(1_500)
    desk.wait_for_url("**/end*")
    desk.goto(address)  # who comes back has seen it
    expect(desk.locator("#finale")).to_be_visible()
    desk.clock.fast_forward(60_000)
    assert desk.url.endswith(address)


def test_who_looks_at_the_board_stays_there(server: Server, desk: Page) -> None:
    address = over(desk, server, "villagers")
    desk.keyboard.press("3")
    expect(desk.locator("#finale")).to_be_hidden()
    desk.clock.fast_forward(60_000)
    assert desk.url.endswith(address + "#as-it-lies")


def test_where_everything_waits_for_a_touch_so_does_the_end(server: Server, desk: Page) -> None:
    desk.add_init_script("localStorage.setItem('knaves.pace', 'wait')")
    address = over(desk, server, "_template")
    desk.clock.fast_forward(60_000)
    assert desk.url.endswith(address)
    desk.locator("#finale-on").click()
    desk.wait_for_url("**/end*")


def test_the_last_answer_brings_it(server: Server, desk: Page) -> None:
    made = desk.request.post(
        f"{server.url}/api/tables",
        data={"game": "_template", "seats": [{"kind": "person", "name": n} for n in "AB"], "seed": 2},
    ).json()
    sit_at(desk, server, made["table"], made["token"])
    address = f"{server.url}/t/{made['table']}"
    desk.goto(f"{address}/a")
    while not (seen := Seen(desk.request.get(address).text())).over:
        seat = re.search(r'name="seat" value="(\d+)"', seen.html)
        assert seat
        fields = {"do": "answer", "seat": seat[1], "seq": str(seen.seq), "option": seen.options[0]}
        desk.request.post(f"{address}/do", form=fields)
    expect(desk.locator("#finale h2")).to_be_visible()
    assert desk.locator("#stage").is_hidden()
