"""`make screens`: pictures of every game into docs/screens: start, middle, most crowded, end, and the first game; and
of what friends see around the table (`make screens ARGS=friends`: those alone).

Each at 1280x800 and at 390x844, dark; the most crowded light as well. A game's screen/scenes.toml constructs what it
wants to be seen (`[crowded]`, `[middle]`: seats, seed, `set`, and `answers` to be given then); what it does not
construct is played by the fair bot.
A mission of the Syndicate and a combat of Villains come as strips, beat by beat.
Prints how large each push is, too: it must stay under 30 kB (Villains: 40).
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import tomllib
from itertools import product
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

import uvicorn
from playwright.async_api import Browser, async_playwright
from rich.progress import track

from knaves.games import GAMES, about
from knaves.table import Clock, Hall, SeatPlan, Table, TablePlan, Ticket
from knaves.web.app import config, create_app
from knaves.web.draw.guide import first_game, guide_of
from knaves.web.draw.rendering import GAMES_DIR, body_of
from knaves.web.http.addresses import ReachableAddress
from knaves.web.http.caps import Caps
from knaves.web.http.guard import Names
from knaves.web.push.sockets import LINES

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
from scripts.strips import STRIPS, advised_answer, strip  # noqa: E402
from tests.table.kit import Watch  # noqa: E402
from tests.web.serving import ARGS, chromium_path  # noqa: E402  # what the browser tests use

OUT = ROOT / "docs" / "screens"
NAMES = ("Mirela", "Ines", "Oskar", "Tamsin", "Bruno", "Ludo")
SIZES = {"1280x800": (1280, 800), "390x844": (390, 844)}
PUSH_MOST = 30 * 1024
LARGER = {"villains": 40 * 1024}  # nine areas, five crews
THEMES: dict[str, Literal["dark", "light"]] = {"": "dark", "-light": "light"}
PAGES = {
    "home": "/",
    "first": "/first",
    "new": "/new/villagers",
    "rules": "/rules/villagers",
    "balance": "/balance/villains",
}
FRIENDS = "friends"
SHARES = {"start": 0.0, "middle": 0.4, "crowded": 0.85, "end": 1.0}


def scenes_of(game: str) -> dict[str, dict[str, object]]:
    path = GAMES_DIR / game / "screen" / "scenes.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}


async def constructed(hall: Hall, game: str, scene: dict[str, object]) -> tuple[Table, str]:
    seats, seed, words = scene["seats"], scene.get("seed", 1), scene["set"]
    assert isinstance(seats, int)
    assert isinstance(seed, int)
    assert isinstance(words, dict)
    people = tuple(SeatPlan("person", name) for name in NAMES[:seats])
    ticket = await hall.create(TablePlan(game, people, seed=seed, scenario=words))
    table = await hall.table(ticket.table)
    answers = scene.get("answers", [])
    assert isinstance(answers, list)
    for answer in answers:
        page = table.page(ticket.token)
        assert page.ask is not None
        assert page.you is not None
        await table.answer(ticket.token, page.you, answer, page.ask.seq)
    return table, ticket.token


async def played(hall: Hall, game: str, share: float) -> tuple[Table, str]:
    """A game by the fair bot up to a share of its length."""
    seats = about(game).seats[-1]
    people = tuple(SeatPlan("person", name) for name in NAMES[:seats])
    lengths: list[int] = []
    for most in (10**6, 0):
        ticket = await hall.create(TablePlan(game, people, seed=4))
        table = await hall.table(ticket.table)
        rng, count = Random(4), 0
        most = most or int(lengths[0] * share)
        while (page := table.page(ticket.token)).ask is not None and count < most:
            await advised_answer(table, ticket.token, page, rng)
            count += 1
        lengths.append(count)
        if share >= 1:
            break
    return table, ticket.token


class Seen(NamedTuple):
    """A page of what friends see: where, and with which secrets."""

    name: str
    path: str
    secrets: dict[str, str]


async def sat(
    hall: Hall, game: str, seats: int, clock: Clock | None = None
) -> tuple[Table, Ticket, list[str]]:
    """A table at which friends of Mirela sit; its people's secrets."""
    chairs = (SeatPlan("person", NAMES[0]), *(SeatPlan("open"),) * (seats - 1))
    ticket = await hall.create(TablePlan(game, chairs, seed=4, clock=clock or Clock()))
    table = await hall.table(ticket.table)
    friends = [await table.seating.claim(ticket.invite, seat, NAMES[seat]) for seat in range(1, seats)]
    return table, ticket, [ticket.token, *friends]


async def advised(table: Table, tokens: dict[int, str], most: int) -> None:
    """So many answers of these seats, as the game's own advice has them."""
    rng = Random(4)
    for _ in range(most):
        await table.idle()
        pages = [(token, table.page(token, seat)) for seat, token in tokens.items()]
        asked = next(((token, page) for token, page in pages if page.ask and page.ask.yours), None)
        if asked is None:
            return
        await advised_answer(table, *asked, rng)


async def around(hall: Hall, now: Watch) -> list[Seen]:
    """A lobby, the way in, a seat to be carried, welcome back, my tables."""
    plan = (
        SeatPlan("person", NAMES[0]),
        SeatPlan("open"),
        SeatPlan("open"),
        SeatPlan("bot"),
        SeatPlan("open"),
    )
    lobby = await hall.create(TablePlan("villains", plan))
    waiting = await hall.table(lobby.table)
    friend = await waiting.seating.claim(lobby.invite, 1, NAMES[2])
    await waiting.say(friend, 1, "two minutes, kettle is on")

    table, ticket, tokens = await sat(hall, "villagers", 4)
    await advised(table, dict(enumerate(tokens)), 30)
    await table.seating.leave(ticket.token, 0)
    await table.say(tokens[1], 1, "come back, the bot is better than you")
    await advised(table, dict(enumerate(tokens[1:], 1)), 20)

    mine = {lobby.table: lobby.token, ticket.table: ticket.token}
    slow, city, there = await sat(hall, "new_angeles", 4, Clock("day", 1))
    while NAMES[0] != slow.summary().names[slow.summary().waiting[0]]:
        await advised(slow, dict(enumerate(there[1:], 1)), 1)
    now.time += 38 * 60
    for seats in (3, 2):
        _, one, _ = await sat(hall, "syndicate" if seats == 3 else "arch_villain", seats)
        mine[one.table] = one.token
    asked_in = await hall.create(
        TablePlan("syndicate", (SeatPlan("person", NAMES[4]), *(SeatPlan("open"),) * 3))
    )
    mine |= {city.table: city.token, asked_in.table: asked_in.invite}
    return [
        Seen("lobby", f"/t/{lobby.table}", {lobby.table: lobby.token}),
        Seen("join", f"/t/{lobby.table}", {lobby.table: lobby.invite}),
        Seen("seat", f"/t/{lobby.table}/elsewhere", {lobby.table: lobby.token}),
        Seen("tables", "/tables", mine),
        Seen("welcome", f"/t/{ticket.table}", {ticket.table: ticket.token}),  # last: it takes the chair back
    ]


async def shoot_around(browser: Browser, url: str, hall: Hall, now: Watch) -> None:
    for seen in await around(hall, now):
        for size, (width, height) in SIZES.items():
            if seen.name == "welcome" and width < 900:
                continue  # by then Mirela is back
            context = await browser.new_context(
                viewport={"width": width, "height": height}, is_mobile=width < 900, has_touch=width < 900,
                reduced_motion="reduce",
            )  # fmt: skip
            await context.add_cookies(
                [
                    {"name": f"knave-{table}", "value": secret, "url": url}
                    for table, secret in seen.secrets.items()
                ]
            )
            page = await context.new_page()
            await page.goto(url + seen.path)
            for mark, theme in THEMES.items():
                await page.emulate_media(color_scheme=theme)
                await page.wait_for_timeout(700)
                await page.screenshot(path=OUT / f"{seen.name}-{size}{mark}.png")
            await context.close()


async def first(hall: Hall, game: str) -> tuple[Table, str]:
    """The first game with its first hint."""
    guide = guide_of(game)
    assert guide is not None
    ticket = await hall.create(first_game(game, guide, NAMES[0], NAMES[1:]))
    return await hall.table(ticket.table), ticket.token


async def shoot(browser: Browser, url: str, table: Table, token: str, name: str) -> list[str]:
    """Both sizes; what is wrong with what was seen."""
    wrong: list[str] = []
    page_of = table.page(token, lines=LINES)
    ended = page_of.result is not None
    seat = "" if page_of.you is None else "abcdef"[page_of.you]
    address = f"{url}/t/{table.id}/end" if ended else f"{url}/t/{table.id}/{seat}"
    if not ended and (size := len(body_of(page_of, pushed=True).encode())) > LARGER.get(
        page_of.game, PUSH_MOST
    ):
        wrong.append(f"{name}: a push of {size / 1024:.1f} kB")
    wanted = [mark for mark in THEMES if not mark or name.endswith("crowded")]
    for mark, (size_name, (width, height)) in product(wanted, SIZES.items()):
        phone = width < 900
        context = await browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=THEMES[mark],
            is_mobile=phone,
            has_touch=phone,
            reduced_motion="reduce",
        )
        await context.add_cookies([{"name": f"knave-{table.id}", "value": token, "url": url}])
        page = await context.new_page()
        await page.goto(address)
        await page.wait_for_timeout(700)
        tabs: tuple[str, ...] = ("",)
        if phone and not ended:
            tabs = ("board", "you", "rivals", "log") if name.endswith("crowded") and not mark else ("board",)
        for tab in tabs:
            if tab:
                await page.tap(f"label[for=tab-{tab}]")
                await page.wait_for_timeout(120)
            file = OUT / f"{name}-{size_name}{'-' + tab if tab else ''}{mark}.png"
            await page.screenshot(path=file)
        if not phone and not ended and await page.evaluate("document.documentElement.scrollHeight") > height:
            wrong.append(f"{name}: the page scrolls at {size_name}")
        if await page.evaluate("document.documentElement.scrollWidth") > width:
            wrong.append(f"{name}: wider than the screen at {size_name}")
        await context.close()
    return wrong


async def main(games: list[str]) -> int:
    OUT.mkdir(parents=True, exist_ok=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    now, names = Watch(), Names()
    names.found = ReachableAddress("network", "http://192.168.1.23:8421")
    hall = await Hall.open(":memory:", pace=0.0, now=now)

    async def make_hall() -> Hall:
        return hall

    server = uvicorn.Server(config(create_app(make_hall, Caps.none(), names=names), "127.0.0.1", port))
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.02)
    url, wrong = f"http://localhost:{port}", list[str]()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(ARGS))
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        for name, path in PAGES.items() if games != [FRIENDS] else ():
            await page.goto(url + path)
            for mark, theme in THEMES.items():
                await page.emulate_media(color_scheme=theme)
                await page.screenshot(path=OUT / f"{name}-1280x800{mark}.png")
        if FRIENDS in games:
            await shoot_around(browser, url, hall, now)
        for game in track([game for game in games if game != FRIENDS], description="games"):
            scenes = scenes_of(game)
            for name in (*SHARES, "first"):
                if name == "first":
                    table, token = await first(hall, game)
                elif name in scenes:
                    table, token = await constructed(hall, game, scenes[name])
                else:
                    table, token = await played(hall, game, SHARES[name])
                wrong += await shoot(browser, url, table, token, f"{game}-{name}")
            if game in STRIPS:
                await strip(browser, hall, url, game, NAMES, OUT)
        await browser.close()
    server.should_exit = True
    await running
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("games", nargs="*", default=[])
    raise SystemExit(asyncio.run(main(words.parse_args().games or [FRIENDS, *GAMES])))
