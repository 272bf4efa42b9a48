"""Strips: one Syndicate mission and one combat of Villains as the stage tells them, picture after picture."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from random import Random
from typing import NamedTuple

from playwright.async_api import Browser
from playwright.async_api import Page as Shown

from knaves.games import find
from knaves.table import Hall, Page, SeatPlan, Table, TablePlan
from knaves.web.push.sockets import LINES

ROOM, SHOWN = (1280, 800), 640
MOST = 6
PATIENCE = 180_000
BESIDE = 2
PAGE = (
    '<body style="margin:0;display:grid;grid-template-columns:repeat({},{}px);gap:8px;background:#080b14">{}'
)


class Strip(NamedTuple):
    """From the event that begins a matter to one that ends it; `least` pictures under its title, else the next one."""

    name: str
    head: str
    title: str
    ends: frozenset[str]
    least: int


STRIPS = {
    "syndicate": Strip("mission", "flipped", "The mission", frozenset({"succeeded", "failed"}), 2),
    "villains": Strip(
        "combat", "combat", "Combat", frozenset({"combat", "no_combat", "revealed", "played", "turn"}), 3
    ),
}


async def advised_answer(table: Table, token: str, page: Page, rng: Random) -> None:
    """The answer of a sensible beginner to what this page asks."""
    assert page.ask is not None
    assert page.you is not None
    assert page.view is not None
    options = [card.option for card in page.ask.options]
    await table.answer(token, page.you, find(page.game).advise(page.view, options, rng), page.ask.seq)


async def answer(table: Table, token: str, rng: Random) -> set[str]:
    """The kinds of events that come of the next answer."""
    page = table.page(token)
    await advised_answer(table, token, page, rng)
    return {line.event for line in table.page(token, lines=LINES).log if line.seq > page.seq}


async def pictures(page: Shown, title: str) -> list[bytes]:
    """Every beat of the matter that waits on the stage, one after the other."""
    found: list[bytes] = []
    await page.evaluate("document.querySelector('#toasts').style.display = 'none'")
    while await page.locator("#stage").is_visible() and len(found) < MOST:
        await page.wait_for_timeout(600)
        if (await page.inner_text("#stage-title")).startswith(title):
            found.append(await page.screenshot())
        await page.click("#stage-next")
        await page.wait_for_timeout(300)
    return found


async def strip(browser: Browser, hall: Hall, url: str, game: str, names: tuple[str, ...], out: Path) -> None:
    wanted, rng = STRIPS[game], Random(4)
    seats = tuple(SeatPlan("person", name) for name in names[:4])
    ticket = await hall.create(TablePlan(game, seats, seed=4))
    table = await hall.table(ticket.table)
    width, height = ROOM
    context = await browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", color_scheme="dark"
    )
    await context.add_cookies([{"name": f"knave-{table.id}", "value": ticket.token, "url": url}])
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await page.goto(f"{url}/t/{table.id}/a")
    shots: list[bytes] = []
    while len(shots) < wanted.least:  # a quiet one is passed over
        await page.evaluate("localStorage.setItem('knaves.pace', 'instant')")
        while wanted.head not in await answer(table, ticket.token, rng):
            pass
        await page.wait_for_timeout(500)
        await page.evaluate("localStorage.setItem('knaves.pace', 'wait')")
        while wanted.ends.isdisjoint(await answer(table, ticket.token, rng)):
            await page.wait_for_timeout(150)
        await page.wait_for_timeout(800)
        shots = await pictures(page, wanted.title)
    images = "".join(
        f'<img width="{SHOWN}" src="data:image/png;base64,{b64encode(shot).decode()}">' for shot in shots
    )
    album = await context.new_page()
    await album.set_viewport_size({"width": BESIDE * SHOWN + 8, "height": 400})
    await album.set_content(PAGE.format(BESIDE, SHOWN, images))
    await album.screenshot(path=out / f"{game}-{wanted.name}-strip.png", full_page=True)
    await context.close()
