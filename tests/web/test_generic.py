"""The generic board lays out any view, things, places, seats and facts, and draws every game."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest

import knaves
from knaves.games import about
from knaves.table import SeatPlan, TablePlan
from knaves.web.draw.generic import lay_out
from knaves.web.draw.rendering import body_of, template
from knaves.web.draw.scene import Scene
from knaves.web.push.sockets import LINES
from tests.table.kit import open_hall, played


def test_things_seats_and_facts_find_their_places():
    view = {
        "you": 0,
        "round": 3,
        "coins": [4, 5, 6],
        "hand": [{"id": "card:3", "name": "Fence", "rank": 4}],
        "areas": [{"id": "area:0", "name": "Bank", "units": [{"id": "unit:1", "name": "Goon"}], "owner": 2}],
        "market": [{"id": "card:9", "name": "Mill", "text": "Earn 1.", "source": "house"}],
        "players": [{"seat": 1, "energy": 2}, {"seat": 0, "energy": 7}, {"seat": 2, "energy": 0}],
    }
    page = lay_out(view, 3, 0)
    assert [(f.label, f.value) for f in page.facts] == [("Round", "3")]
    assert [[f.value for f in facts] for facts in page.seat_facts] == [["4", "7"], ["5", "2"], ["6", "0"]]
    assert page.own[0].things[0].ref == "card:3"
    areas, market = page.board
    assert areas.things[0].is_place
    assert areas.things[0].facts[0].seat == 2
    assert areas.things[0].zones[0].things[0].name == "Goon"
    assert market.things[0].house
    assert market.things[0].text == "Earn 1."


@pytest.mark.parametrize("game", [*knaves.GAMES, "_template"])
@played
async def test_every_game_can_be_drawn_and_all_its_options_chosen(game: str) -> None:
    """At every decision of a random game: a button for each option, and no id twice on the page."""
    rng = Random(4)
    seats = max(about(game).seats)
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (SeatPlan("person"),) * seats, seed=4))
        table = await hall.table(ticket.table)
        for count in range(60):
            ask = table.progress.position.ask()
            if ask is None:
                break
            seat = rng.choice(ask.seats)
            page = table.page(ticket.token, seat, lines=LINES)
            assert page.ask is not None
            if count % 6 == 0:
                for html in (body_of(page), template("board/generic.html").render(s=Scene.of_page(page))):
                    # the rest by form
                    listed = [card.option for card in page.ask.options if card.verb != page.fills]
                    offered = [msgspec.json.encode(option).decode() for option in listed]
                    buttons = re.findall(r"id=\"opt-\d+\" name=\"option\" value='([^']+)'", html)
                    assert sorted(buttons) == sorted(offered)
                    ids = re.findall(r'\sid="([^"]+)"', html)
                    assert len(ids) == len(set(ids)), sorted({i for i in ids if ids.count(i) > 1})
            await table.answer(ticket.token, seat, rng.choice(page.ask.options).option, page.ask.seq)
