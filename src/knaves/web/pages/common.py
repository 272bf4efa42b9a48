"""What every page needs: the hall, the table of an address, and how an answer is made."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from knaves.core.errors import Refused
from knaves.table import Forbidden, Hall, NoTable, Table, Who
from knaves.table.people.keyring import new_words
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.rendering import template
from knaves.web.http.caps import Caps
from knaves.web.http.guard import Names, client_of, keep, keep_words, token_of, words_of
from knaves.web.push.sockets import Live


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def names_of(request: Request) -> Names:
    names: Names = request.app.state.names
    return names


def live_of(request: Request) -> Live:
    live: Live = request.app.state.live
    return live


def caps_of(request: Request) -> Caps:
    caps: Caps = request.app.state.caps
    return caps


def fresh_words(request: Request) -> str:
    """Words for a browser that has none, which are kept as long as a table is; "" if many were made for this guest."""
    return new_words() if caps_of(request).words.allows(client_of(request)) else ""


async def words_for(request: Request, table: str) -> str:
    """The words of this browser, or fresh ones; "" if many were made for this guest."""
    words = words_of(request)
    if not words:
        return fresh_words(request)
    return words if await may_open(request, words, table) else ""


async def may_open(request: Request, words: str, table: str) -> bool:
    """Words that do not open this table yet count as made: a browser can say any, and they are kept as long as it."""
    known = await hall_of(request).keyring.look(words)
    return any(one.table == table for one in known) or caps_of(request).words.allows(client_of(request))


async def keep_seat(response: Response, request: Request, table: str, secret: str) -> None:
    """Whoever sits down gets the seat's secret, and words that open it when this browser has forgotten it."""
    keep(response, request, table, secret)
    if words := await words_for(request, table):
        keep_words(response, request, await hall_of(request).keyring.remember(words, table, secret))


def html(page: str, status: int = 200, /, **more: object) -> HTMLResponse:
    return HTMLResponse(template(page).render(**more), status)


def as_json(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def go(address: str) -> RedirectResponse:
    return RedirectResponse(address, 303)


async def go_and_sit(request: Request, table: str, secret: str) -> Response:
    """To a table that has just been opened, or joined, with its secret."""
    response = go(f"/t/{table}")
    await keep_seat(response, request, table, secret)
    return response


async def table_of(request: Request) -> tuple[Table, str, Who]:
    """The table of this address, this browser's secret for it, and whom that stands for."""
    table = await hall_of(request).table(request.path_params["table"])
    token = token_of(request, table.id)
    who = await table.who_comes(token)
    if who.outside:
        raise NoTable("There is no such table, or this browser has no link to it.")
    return table, token, who


def seat_of(letter: str | None, who: Who) -> int | None:
    """The seat an address names, if it is this person's; None: the table chooses."""
    if not letter or letter == "none":
        return None
    seat = LETTERS.find(letter) if len(letter) == 1 else -1
    if seat not in who.seats:
        raise Forbidden("That seat is not yours.")
    return seat


def eye_of(letter: str, who: Who, over: bool, seats: int) -> int | None:
    """As whom the past is seen: while the game runs as oneself or as the public, afterwards as anybody."""
    if not letter:
        return None
    seat = LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= seat < seats or not (over or seat in who.seats):
        raise Refused("While the game runs you may see it as your own seat, or as everybody does.")
    return seat
