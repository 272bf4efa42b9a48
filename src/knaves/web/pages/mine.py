"""My tables: where I am waited for, since when; the page as an app; messages when it is closed."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from knaves.core.ending import PLACES, places
from knaves.core.errors import KnavesError, Refused
from knaves.core.state import Result
from knaves.core.words import counted
from knaves.table import Forbidden, Table, Who
from knaves.table.pages.ago import ago, before
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.rendering import asset, assets, clock, clock_word, template
from knaves.web.http.guard import body_of, drop, tables_of
from knaves.web.pages.common import as_json, go, hall_of, html, seat_of, table_of
from knaves.web.push.closed_pages import Caller, Subscription

State = Literal["you", "wait", "bot", "lobby", "invited", "over", "rest"]
ORDER: tuple[State, ...] = ("you", "bot", "wait", "lobby", "rest", "invited", "over")
BUTTONS = {
    "you": "Your call",
    "bot": "Take it back",
    "wait": "Look in",
    "lobby": "Lobby",
    "invited": "Sit down",
    "rest": "Look in",
    "over": "The end",
}
MOST = 40
SHOWN = 8
"""So many finished games; older ones are folded away."""
SOON = 12 * 3600.0
"""What is left of a day is told from here on."""


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
    chairs = _chairs(summary.kinds)
    say = {"lobby": chairs, "invited": chairs, "rest": book.notice}.get(state, "")
    slow = summary.clock.kind == "day"
    if state == "you" and place is not None and place.since is not None:
        say, since = table.called(seat), ago(now - place.since)
        seconds = book.left(seat, now)
        if seconds is not None and (not slow or seconds <= SOON):
            left = f"{clock(seconds)} left"
    elif state == "bot" and place is not None:
        waits = book.deserted()
        say = "the game waits for you" if waits else f"a {place.level} bot minds your seat"
        since = ago(now - place.gone_at)
    elif state == "wait" and summary.waiting:
        first = summary.waiting[0]
        say, began = f"{summary.names[first]} decides", book.seats[first].since
        since = ago(now - began) if began is not None else ""
    elif state == "over":
        say, since = _ended(table, seat), before(now - summary.updated)
    waited = now - place.since if state == "you" and place is not None and place.since is not None else 0.0
    href = f"/t/{table.id}" + (f"/{LETTERS[seat]}" if state == "you" else "/end" if state == "over" else "")
    return MyTable(
        table.id, summary.game, summary.title, LETTERS[seat] if seat >= 0 else "",
        _others(summary.names, summary.kinds, who), clock_word(summary.clock) if slow else "live", slow,
        state, say, since, left, BUTTONS[state], href, waited, summary.updated,
    )  # fmt: skip


def _ended(table: Table, seat: int) -> str:
    result = table.progress.position.result if table.writer.awake is not None else None
    return "finished" if result is None or seat < 0 else placed(result, seat)


def placed(result: Result, seat: int) -> str:
    if seat in result.winners:
        return "won"
    place = places(result.winners, result.scores)[seat]
    return f"{PLACES[place - 1]} of {len(result.scores)}"


def _state(table: Table, who: Who, seat: int) -> State:
    if table.status in ("lobby", "over"):
        waits: State = "lobby" if who.seats or who.host else "invited"
        return waits if table.status == "lobby" else "over"
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
    company = [*people, *([counted(bots, "bot")] if bots else [])]
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


class TableRows(NamedTuple):
    """Rows under one head; `older` are folded away."""

    head: str
    hint: str
    rows: list[MyTable]
    older: list[MyTable]


def _group(rows: list[MyTable], head: str, hint: str, *states: State) -> TableRows:
    found = [row for row in rows if row.state in states]
    most = SHOWN if states == ("over",) else MOST
    return TableRows(head, hint if len(found) > 1 else "", found[:most], found[most:])


async def next_table(request: Request) -> Response:
    """On from a table (`after`) to the next that waits for this person, the longest wait first; home, if none does."""
    waits = [row for row in await my_rows(request) if row.state == "you"]
    at = next((n for n, row in enumerate(waits, 1) if row.table == request.query_params.get("after", "")), 0)
    return go(next((row.href for row in (*waits[at:], *waits[:at])), "/"))


async def forget(request: Request) -> Response:
    """An invitation that one does not want; a seat is not forgotten that way."""
    table, _, who = await table_of(request)
    if who.seats:
        raise Refused("You sit there: leave the table first.")
    response = go("/tables")
    drop(response, table.id)
    return response


async def my_page(request: Request) -> Response:
    rows = await my_rows(request)
    groups = (
        _group(rows, "You are waited for", "longest first", "you"),
        _group(rows, "You are away", "", "bot"),
        _group(rows, "Others decide", "", "wait", "rest", "lobby"),
        _group(rows, "Invitations", "", "invited"),
        _group(rows, "Finished", "", "over"),
    )
    return html(
        "around/my_tables.html",
        groups=[group for group in groups if group.rows],
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
        sum(row.state == "you" for row in rows),
        " ".join(f"{row.table}{row.state}{row.since}" for row in rows),
    )
    return as_json(told)


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


class PushWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tell this browser when it is that seat's call; or no more."""

    seat: str
    on: bool
    subscription: Subscription


async def push_key(request: Request) -> Response:
    return as_json({"key": await caller_of(request).public_key()})


async def push(request: Request) -> Response:
    """Opt in or out, for one seat of mine."""
    table, _, who = await table_of(request)
    try:
        wish = msgspec.json.decode(await body_of(request), type=PushWish)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
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
