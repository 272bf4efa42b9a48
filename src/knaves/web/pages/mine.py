"""My tables: where I am waited for, since when; the page as an app; messages when it is closed."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from knaves.core.errors import KnavesError, Refused
from knaves.table import Forbidden, Table, Who
from knaves.table.pages.ago import ago
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.rendering import asset, assets, clock, clock_word, template
from knaves.web.http.guard import body_of, tables_of
from knaves.web.pages.common import hall_of, html, seat_of, table_of
from knaves.web.push.closed_pages import Caller, Subscription

State = Literal["you", "wait", "bot", "lobby", "over", "rest"]
ORDER: tuple[State, ...] = ("you", "bot", "wait", "lobby", "rest", "over")
BUTTONS = {
    "you": "Your call",
    "bot": "Take it back",
    "wait": "Look in",
    "lobby": "Lobby",
    "rest": "Look in",
    "over": "The end",
}
MOST = 40


class MyTable(NamedTuple):
    """A row."""

    table: str
    game: str
    title: str
    letter: str  # my seat; "": I watch
    others: str
    pace: str
    slow: bool
    state: State
    say: str
    since: str
    left: str
    button: str
    href: str
    waited: float  # how long I am waited for
    updated: float


def my_table(table: Table, token: str, who: Who, now: float) -> MyTable:
    book, summary = table.book, table.summary()
    seat = next((n for n in summary.waiting if n in who.seats), who.seats[0] if who.seats else -1)
    place = book.seats[seat] if seat >= 0 else None
    state = _state(table, who, seat)
    since, left = "", ""
    say = {"lobby": _chairs(summary.kinds), "over": "finished", "rest": book.notice}.get(state, "")
    if state == "you" and place is not None and place.since is not None:
        say, since = table.called(seat), ago(now - place.since)
        seconds = book.left(seat, now)
        left = f"{_left(max(0.0, seconds))} left" if seconds is not None else ""
    elif state == "bot" and place is not None:
        waits = book.deserted()
        say = "the game waits for you" if waits else f"a {place.level} bot minds your seat"
        since = ago(now - place.gone_at)
    elif state == "wait" and summary.waiting:
        first = summary.waiting[0]
        say, began = f"{summary.names[first]} decides", book.seats[first].since
        since = ago(now - began) if began is not None else ""
    waited = now - place.since if state == "you" and place is not None and place.since is not None else 0.0
    slow = summary.clock.kind == "day"
    href = f"/t/{table.id}" + (f"/{LETTERS[seat]}" if state == "you" else "/end" if state == "over" else "")
    return MyTable(
        table.id, summary.game, summary.title, LETTERS[seat] if seat >= 0 else "",
        _others(summary.names, summary.kinds, who), clock_word(summary.clock) if slow else "live", slow,
        state, say, since, left, BUTTONS[state], href, waited, summary.updated,
    )  # fmt: skip


def _left(seconds: float) -> str:
    """Hours, where there are several: nobody counts the minutes of a day."""
    return f"{math.ceil(seconds / 3600)} h" if 7200 <= seconds <= 2 * 86400 else clock(seconds)


def _state(table: Table, who: Who, seat: int) -> State:
    if table.status in ("lobby", "over"):
        return "lobby" if table.status == "lobby" else "over"
    if table.status != "running":
        return "rest"
    if seat >= 0 and table.book.seats[seat].away:
        return "bot"
    return "you" if seat in table.summary().waiting and seat in who.seats else "wait"


def _chairs(kinds: tuple[str, ...]) -> str:
    return f"{sum(kind != 'open' for kind in kinds)} of {len(kinds)} chairs taken"


def _others(names: tuple[str, ...], kinds: tuple[str, ...], who: Who) -> str:
    people = [names[n] for n, kind in enumerate(kinds) if kind == "person" and n not in who.seats]
    bots = sum(kind == "bot" for n, kind in enumerate(kinds) if n not in who.seats)
    company = [*people, *([f"{bots} bot{'s' if bots > 1 else ''}"] if bots else [])]
    return "with " + ", ".join(company) if company else "nobody else yet"


async def my_rows(request: Request) -> list[MyTable]:
    """Those that wait for me first, the longest wait before the others."""
    hall, rows = hall_of(request), []
    for table_id, secret in list(tables_of(request.cookies).items())[-MOST:]:
        try:
            table = await hall.table(table_id)
            who = table.who(secret)
            if who.seats or who.watches:
                rows.append(my_table(table, secret, who, hall.now()))
        except KnavesError:
            continue
    return sorted(rows, key=lambda row: (ORDER.index(row.state), -row.waited, -row.updated))


async def my_page(request: Request) -> Response:
    rows = await my_rows(request)
    heads = (
        ("You are waited for", ("you",)),
        ("Others decide", ("bot", "wait", "rest", "lobby")),
        ("Finished", ("over",)),
    )
    groups = [(head, [row for row in rows if row.state in states]) for head, states in heads]
    return html(
        "tables.html",
        groups=[(head, found) for head, found in groups if found],
        waiting=sum(row.state == "you" for row in rows),
        running=sum(row.state in ("you", "wait", "bot", "rest") for row in rows),
        over=sum(row.state == "over" for row in rows),
    )


class Waiting(msgspec.Struct, frozen=True):
    """What the title and the badge of the app show, and whether anything has changed."""

    waiting: int
    state: str


async def my_count(request: Request) -> Response:
    rows = await my_rows(request)
    told = Waiting(
        sum(row.state == "you" for row in rows), " ".join(f"{row.table}{row.state}" for row in rows)
    )
    return Response(msgspec.json.encode(told), media_type="application/json")


# -- as an app --------------------------------------------------------------------------------------------


async def manifest(request: Request) -> Response:
    told = {
        "name": "Knaves",
        "short_name": "Knaves",
        "description": "Five villain board games, with friends and bots.",
        "id": "/",
        "start_url": "/tables",
        "scope": "/",
        "display": "standalone",
        "background_color": "#080b14",
        "theme_color": "#080b14",
        "icons": [{"src": asset("favicon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    return Response(msgspec.json.encode(told), media_type="application/manifest+json")


async def service_worker(request: Request) -> Response:
    """At the root, so that it may serve every page; asked for anew each time."""
    return Response(
        assets()["sw.js"].body, media_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )


async def offline(request: Request) -> Response:
    return Response(template("offline.html").render(), media_type="text/html")


# -- messages to closed pages -----------------------------------------------------------------------------


def caller_of(request: Request) -> Caller:
    caller: Caller = request.app.state.caller
    return caller


class CallWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell this browser when it is that seat's call; or no more."""

    seat: str
    on: bool
    subscription: Subscription


async def push_key(request: Request) -> Response:
    return Response(
        msgspec.json.encode({"key": await caller_of(request).public_key()}), media_type="application/json"
    )


async def push(request: Request) -> Response:
    """Opt in or out, for one seat of mine."""
    table, _, who = await table_of(request)
    try:
        wish = msgspec.json.decode(await body_of(request), type=CallWish)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused("That is no subscription.") from None
    seat = seat_of(wish.seat, who)
    if seat is None:
        raise Forbidden("Only who sits at the table is called.")
    caller = caller_of(request)
    if wish.on:
        await caller.subscribe(table.id, seat, wish.subscription)
    else:
        await caller.unsubscribe(table.id, seat, wish.subscription.endpoint)
    return Response(status_code=204)
