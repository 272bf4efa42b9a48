"""What the tests of the games' own boards share: tables from scenes, a page as they look at it, a browser before it."""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from random import Random
from typing import TypedDict

from playwright.sync_api import Browser, Page, expect

import knaves
from knaves.games import find
from knaves.table import Page as Sheet
from knaves.table import SeatPlan, Table, TablePlan, Ticket
from knaves.web.draw import rendering
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.rendering import GAMES_DIR, body_of
from knaves.web.draw.scene import Scene
from knaves.web.pages.text import why_of
from knaves.web.push.sockets import LINES
from tests.table.kit import open_hall
from tests.web import kit
from tests.web.serving import Server, brought, new_page

TAG = re.compile(r"<\w+ ([^>]*)>")
ATTRIBUTE = re.compile(r"""([\w-]+)=(?:"([^"]*)"|'([^']*)')""")


class Seen:
    """A page, as far as the tests look at it."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.ids: list[str] = []
        self.things: dict[str, list[str]] = {}  # what options call it: the classes of each such piece
        self.buttons: list[str] = []  # options that stand on the board as a whole
        self.numbered: list[str] = []
        for tag in TAG.finditer(html):
            a = {name: double or single for name, double, single in ATTRIBUTE.findall(tag[1])}
            if "id" in a:
                self.ids.append(a["id"])
            if "data-thing" in a:
                self.things.setdefault(a["data-thing"], []).append(a.get("class", ""))
            if a.get("name") == "option":
                (self.buttons if a.get("form") == "answers" else self.numbered).append(a["value"])

    def lit(self, thing: str) -> bool:
        return any("is-choosable" in classes for classes in self.things.get(thing, ()))


class SceneRow(TypedDict, total=False):
    """A position of a game's screen/scenes.toml."""

    seats: int
    seed: int
    set: dict[str, object]
    answers: list[list[str | int]]


class Board:
    """A game's own board. `no_piece`: verbs that mean no single piece, and so stand in the prompt only.

    `answered`: the tests begin after the answers of a scene; else those are for its picture only.
    """

    def __init__(
        self, game: str, names: Sequence[str], no_piece: Collection[str], answered: bool = True
    ) -> None:
        self.game, self.names, self.no_piece = game, names, no_piece
        path = GAMES_DIR / game / "screen" / "scenes.toml"
        self.scenes: dict[str, SceneRow] = tomllib.loads(path.read_text("utf-8"))
        self.answered = answered

    def answers(self, row: SceneRow) -> list[list[str | int]]:
        return row.get("answers", []) if self.answered else []

    def hot_seat(self, seats: int, seed: int = 1, scenario: dict[str, object] | None = None) -> TablePlan:
        chairs = tuple(SeatPlan("person", name) for name in self.names[:seats])
        return TablePlan(game=self.game, seats=chairs, seed=seed, scenario=scenario)

    @asynccontextmanager
    async def table(self, plan: TablePlan) -> AsyncIterator[tuple[Table, Ticket]]:
        async with open_hall() as hall:
            ticket = await hall.create(plan)
            yield await hall.table(ticket.table), ticket

    @asynccontextmanager
    async def scene(self, name: str) -> AsyncIterator[tuple[Table, Ticket]]:
        """The table of a scene, its answers given."""
        row = self.scenes[name]
        async with self.table(self.hot_seat(row["seats"], row["seed"], row["set"])) as (table, ticket):
            for option in self.answers(row):
                await answer(table, ticket, *option)
            yield table, ticket

    def check(self, page: Sheet) -> Seen:
        """One page: no id twice, and each answer is on the board, lit, unless it means no piece."""
        seen = Seen(body_of(page))
        assert len(seen.ids) == len(set(seen.ids)), sorted(i for i in seen.ids if seen.ids.count(i) > 1)
        scene = Scene.of_page(page)
        assert len(seen.numbered) == len(scene.choices)
        whole = [sorted(choice.things) for choice in scene.choices]
        for choice in scene.choices:
            if choice.verb in self.no_piece or choice.json in seen.buttons:
                continue
            assert choice.things, choice.label
            for thing in choice.things:
                assert thing in seen.things, f"{choice.label}: {thing} is not on the board"
            assert any(seen.lit(thing) for thing in choice.things), f"{choice.label} does not glow"
            assert whole.count(sorted(choice.things)) == 1, f"{choice.label} cannot be told from another"
        if not scene.mine:
            assert "is-choosable" not in seen.html
        return seen

    async def drawn_throughout(self, seats: int, how: str) -> tuple[set[str], int]:
        """A game of random or fair answers: every kind of answer drawn once, and a sample of the rest, and its end, for
        every eye. The verbs that were offered, and the bytes of the largest push."""
        rng, game, count, largest = Random(seats), find(self.game), 0, 0
        met: set[str] = set()
        async with self.table(self.hot_seat(seats, seed=seats * 10 + len(how))) as (table, ticket):
            while (page := table.page(ticket.token, lines=LINES)).ask is not None:
                assert page.you is not None and page.view is not None
                verbs = {card.verb for card in page.ask.options}
                if not verbs <= met or count % 9 == 0:
                    self.check(page)
                    largest = max(largest, len(body_of(page, pushed=True).encode()))
                    met |= verbs
                if count % 60 == 0:
                    for eye in (*range(seats), None):
                        if eye not in page.ask.seats:
                            self.check(sheet(table, ticket, eye))
                options = [card.option for card in page.ask.options]
                chosen = rng.choice(options) if how == "random" else game.advise(page.view, options, rng)
                await table.answer(ticket.token, page.you, chosen, page.ask.seq)
                count += 1
            for eye in (*range(seats), None):
                assert "How it was decided" in self.check(sheet(table, ticket, eye)).html
        assert count > 100
        return met, largest

    def replayed(self, scene: str, seat: int, option: str) -> tuple[str, str]:
        """What a replay shows after one answer to a scene: to the public, and as that seat saw it."""
        row = self.scenes[scene]
        with kit.web() as client:
            seats = [{"kind": "person", "name": name} for name in self.names[: row["seats"]]]
            plan = {"game": self.game, "seats": seats, "seed": row["seed"], "scenario": row["set"]}
            ticket = client.post("/api/tables", json=plan).json()
            client.get(f"/j/{ticket['table']}/{ticket['token']}")
            address = f"/t/{ticket['table']}"
            seq = kit.Seen(client.get(f"{address}/{LETTERS[seat]}").text).seq
            fields = {"do": "answer", "seat": str(seat), "seq": str(seq), "option": option}
            client.post(f"{address}/do", data=fields)
            public, own = (client.get(f"{address}/replay{eye}").text for eye in ("", f"?as={LETTERS[seat]}"))
        return public, own

    def asked(self, scene: str) -> str:
        """The letter of the seat that a scene waits for."""
        row = self.scenes[scene]
        position = knaves.scenario(
            {"game": self.game, "seats": row["seats"], "seed": row["seed"], "set": row["set"]}
        )
        for option in self.answers(row):
            ask = position.ask()
            assert ask is not None
            position.apply(ask.seats[0], (str(option[0]), *map(int, option[1:])))
        ask = position.ask()
        assert ask is not None
        return LETTERS[ask.seats[0]]

    def sit_down(
        self, browser: Browser, server: Server, scene: str, letter: str, phone: bool = False
    ) -> Page:
        """The table of a scene, opened through the JSON interface, before one seat of the hot seat."""
        page = new_page(browser, phone)
        row = self.scenes[scene]
        plan = {
            "game": self.game,
            "seats": [{"kind": "person", "name": name} for name in self.names[: row["seats"]]],
            "seed": row["seed"],
            "scenario": row["set"],
        }
        made = page.request.post(f"{server.url}/api/tables", data=plan)
        assert made.ok, made.text()
        ticket = made.json()
        sit_at(page, server, ticket["table"], ticket["token"])
        address = f"{server.url}/t/{ticket['table']}"
        for option in self.answers(row):
            post(page, address, option)
        page.goto(f"{address}/{letter}")
        expect(page.locator("#table[data-call='yes']")).to_be_visible()
        brought(page)
        return page


def sit_at(page: Page, server: Server, table: str, token: str) -> None:
    """As the link of a seat does it, but without drawing the table for that."""
    gone = page.request.get(f"{server.url}/j/{table}/{token}", max_redirects=0)
    assert gone.status == 303, gone.text()


def imported(page: Page, server: Server, record: str) -> str:
    """The address of a table with the game of a file, which is this browser's; nothing is drawn for that."""
    opened = page.request.post(f"{server.url}/import", form={"file": record}, max_redirects=0)
    assert opened.status == 303, opened.text()
    return server.url + opened.headers["location"]


def post(page: Page, address: str, option: list[str | int]) -> None:
    """Answers at a hot seat for whoever is asked, without drawing the board for each."""
    html = page.request.get(address).text()
    fields = dict(re.findall(r'name="(seat|seq)" value="(\d+)"', html))
    done = page.request.post(f"{address}/do", form={"do": "answer", **fields, "option": json.dumps(option)})
    assert done.ok, done.text()


def sheet(table: Table, ticket: Ticket, seat: int | None) -> Sheet:
    return table.page(ticket.watch if seat is None else ticket.token, seat, lines=LINES)


async def answer(table: Table, ticket: Ticket, *option: str | int) -> None:
    """Answers for whoever is asked first."""
    ask = sheet(table, ticket, 0).ask
    assert ask is not None
    seat = ask.seats[0]
    mine = sheet(table, ticket, seat).ask
    assert mine is not None
    await table.answer(ticket.token, seat, option, mine.seq)


def says_why(table: Table, ticket: Ticket, seat: int, seen: Seen, least: int) -> None:
    """What is on the board and cannot be chosen has a reason; there are at least so many such things."""
    lit = Scene.of_page(sheet(table, ticket, seat)).things
    dark = [thing for thing in seen.things if thing not in lit]
    assert len(dark) > least
    for thing in dark:
        why = why_of(table, ticket.token, seat, thing)
        assert not why.can and why.reason, thing


def quickest(page: Sheet, fresh: bool = True) -> float:
    """Seconds of processor time to draw a push; `fresh`: all of it drawn anew, as for the first who looks."""
    times = []
    for _ in range(30):
        if fresh:
            rendering._kept.clear()
        began = time.process_time()
        body_of(page, pushed=True)
        times.append(time.process_time() - began)
    return min(times)


def below(page: Page, parts: Sequence[str]) -> list[str]:
    """What of the page is not in sight at 1280x800 without scrolling."""
    found = []
    for part in parts:
        box = page.locator(part).bounding_box()
        if not box or box["y"] + box["height"] > 800 or box["x"] + box["width"] > 1280:
            found.append(part)
    return found
