"""The boards of Villagers & Villains and the Syndicate in their most crowded state: small, quick, complete."""

from __future__ import annotations

import time
import tomllib

import pytest

from knaves.table import SeatPlan, TablePlan
from knaves.web.draw.rendering import GAMES_DIR, body_of
from knaves.web.draw.scene import Scene
from knaves.web.push.sockets import LINES
from tests.table.kit import open_hall, played

PUSH_MOST = 30 * 1024
RENDER_MOST = 0.005


@pytest.mark.parametrize("game", ["villagers", "syndicate"])
@played
async def test_the_crowded_board_is_small_and_quick(game: str) -> None:
    scene = tomllib.loads((GAMES_DIR / game / "screen" / "scenes.toml").read_text("utf-8"))["crowded"]
    people = tuple(
        SeatPlan("person", name) for name in ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno")[: scene["seats"]]
    )
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, people, seed=scene["seed"], scenario=scene["set"]))
        table = await hall.table(ticket.table)
        for answer in scene.get("answers", []):
            page = table.page(ticket.token)
            assert page.ask is not None
            assert page.you is not None
            await table.answer(ticket.token, page.you, answer, page.ask.seq)
        for seat in range(scene["seats"]):
            page = table.page(ticket.token, seat, lines=LINES)
            html = body_of(page, pushed=True)
            assert len(html.encode()) < PUSH_MOST
            took = []
            for _ in range(20):
                start = time.process_time()
                body_of(page, pushed=True)
                took.append(time.process_time() - start)
            assert min(took) < RENDER_MOST
            for thing in Scene.of_page(page).things:
                if thing.startswith(("card:", "seat:", "space:", "villain:")) and page.ask is not None:
                    assert f'data-thing="{thing}"' in html, f"{thing} can be chosen and is not on the board"


@played
async def test_what_is_seldom_wanted_is_folded_away_behind_the_real_answers() -> None:
    """The Syndicate: to return a cube for nothing, or to leave one, does not crowd the list."""
    people = tuple(SeatPlan("person", name) for name in ("Mirela", "Ines", "Oskar", "Tamsin"))
    words = {"active": 0, "step": "activate", "accused": True, "cubes": [["doomking"], [], [], []]}
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("syndicate", people, seed=1, scenario=words))
        table = await hall.table(ticket.table)
        html = body_of(table.page(ticket.token, 0, lines=LINES))
    _, _, folded = html.partition('id="asides-more"')
    shown = html.partition('class="more"')[0]
    assert "Activate nobody" in shown and "for nothing" not in shown and "leave the cube" not in shown
    assert "for nothing" in folded and "leave the cube" in folded and "seldom wanted" in folded
