"""In words: why not, what a thing is, the table as text, the log."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from rich.text import Text
from starlette.requests import Request
from starlette.responses import Response

from knaves.core.clauses import ledger
from knaves.core.errors import KnavesError, Refused
from knaves.games import find
from knaves.table import Table
from knaves.web.draw.faces import seen
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.scene import Scene
from knaves.web.http.guard import client_of
from knaves.web.pages.common import as_json, caps_of, html, seat_of, table_of


class RefereeWord(NamedTuple):
    """The referee's word on a thing, and what the thing is."""

    can: bool
    reason: str
    clause: str = ""
    text: str = ""
    tell: str = ""


async def hint(request: Request) -> Response:
    """What the planner would answer, and why: for whoever asks, at tables that allow it."""
    table, token, who = await table_of(request)
    seat = seat_of(request.query_params.get("seat"), who)
    if seat is None:
        raise Refused("Hints are for who sits at the table.")
    caps_of(request).hint(client_of(request))
    advice = await table.hint(token, seat)
    return html(
        "table/hint.html", advice=advice, table=table.id, letter=LETTERS[seat], title=table.summary().title
    )


async def because(request: Request) -> Response:
    """What bots did lately, each with one sentence why."""
    table, token, who = await table_of(request)
    seat = seat_of(request.query_params.get("seat"), who)
    caps_of(request).hint(client_of(request))
    deeds = await table.explained(token, seat)
    letter = LETTERS[seat] if seat is not None else ""
    return html(
        "table/why_they_did.html", deeds=deeds, table=table.id, letter=letter, title=table.summary().title
    )


async def why(request: Request) -> Response:
    """Why a thing that can be seen cannot be chosen now."""
    table, token, who = await table_of(request)
    seat = seat_of(request.query_params.get("seat"), who)
    thing = request.query_params.get("thing", "")[:80]
    return as_json(why_of(table, token, seat, thing)._asdict())


def why_of(table: Table, token: str, seat: int | None, thing: str) -> RefereeWord:
    view, fills = table.glance(token, seat)
    tell = tell_of(view, thing)
    if seat is None:
        return RefereeWord(False, "You are watching.", tell=tell)
    said = table.why_not(token, seat, thing)
    if said is None:
        if fills and not table.offers(token, seat, thing, besides=fills):
            return RefereeWord(
                False, "Only a deal names it now, and a deal is filled in: Offer a deal.", tell=tell
            )
        return RefereeWord(True, "It can be chosen now.", tell=tell)
    text = ""
    if said.clause:
        with suppress(KnavesError):
            text = ledger(table.summary().game).find(said.clause).text
    return RefereeWord(False, said.reason, said.clause, text, tell)


def tell_of(view: object, thing: str) -> str:
    """A thing in words, as the view has it: its name, its figures, what is printed on it."""
    row = next(seen(view, thing), None)
    return "" if row is None else in_words(row)


def in_words(thing: Mapping[str, object]) -> str:
    hidden = ("id", "name", "text", "source", "house", "card", "key", "icon", "face", "slot")
    facts = []
    for key, value in thing.items():
        if key in hidden or value is None or isinstance(value, bool | list | dict) or value == "":
            continue
        said = str(value).replace("_", " ")
        facts.append(said if key == "kind" else f"{key.replace('_', ' ')} {said}")
    told = f"{thing['name']} ({', '.join(facts)})" if facts else str(thing["name"])
    return f"{told}. {thing['text']}" if thing.get("text") else told


async def text(request: Request) -> Response:
    """The same page as text with numbered options: for screen readers, and for whoever likes it plain."""
    table, token, who = await table_of(request)
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=60)
    scene = Scene.of_page(page)
    board = find(page.game).board(page.view) if page.view is not None else ""
    return html("text.html", s=scene, p=page, board=Text.from_markup(board).plain)


async def more(request: Request) -> Response:
    """What a seat may do beside the answers to its prompt, as the prompt shows it: a push leaves it out."""
    table, token, who = await table_of(request)
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=0, targets=0)
    return html("board/asides.html", s=Scene.of_page(page))


async def log(request: Request) -> Response:
    table, token, who = await table_of(request)
    seat = seat_of(request.query_params.get("seat"), who)
    page = table.page(token, seat, lines=500)
    return html("table/log.html", s=Scene.of_page(page), p=page)
