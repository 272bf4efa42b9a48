"""The coach's page of a finished game, and one of its moments on the board."""

from __future__ import annotations

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from knaves.bots.coach import CoachStep, JudgedAnswer
from knaves.core.errors import Refused
from knaves.table import Table
from knaves.table.pages.page import PastMoment
from knaves.web.draw.coach import coach_page, coached
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.rendering import past_of
from knaves.web.pages.cards import large
from knaves.web.pages.common import go, hall_of, html, table_of
from knaves.web.push.coaching import Coaching


def coaching_of(request: Request) -> Coaching:
    found: Coaching = request.app.state.coaching
    return found


def seat_named(letter: str, seats: int) -> int:
    seat = LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= seat < seats:
        raise Refused("There is no such seat at this table.")
    return seat


async def coach(request: Request) -> Response:
    """/t/<table>/coach?seat=b. Everybody who may see the table may look at any seat: the game is over. The coach
    has begun by itself, goes on without a visit, and the page grows by itself (`part`: what may have grown)."""
    table, token, who = await table_of(request)
    summary = table.summary()
    result = table.page(token, lines=0, targets=0).result
    if summary.status != "over" or result is None:
        return go(f"/t/{table.id}")
    letter, show = (request.query_params.get(name, "") for name in ("seat", "show"))
    seat = seat_named(letter, len(summary.names)) if letter else who.seats[0] if who.seats else None
    session = coaching_of(request).session(table, () if seat is None else (seat,))
    await table.look_back()
    ready = seat is not None and session.ready(seat)
    everything = show == "all" or (not show and not ready)
    page = coach_page(session, seat, result, table, token, everything)
    return html(
        "coach/body.html" if request.query_params.get("part") else "coach/page.html",
        c=page,
        table=table.id,
        title=summary.title,
        game=summary.game,
        names=summary.names,
        seat=seat,
        seats=who.seats,
        mine=seat is not None and seat in who.seats,
        busy=not page.summed and not session.trouble,
        trouble=session.trouble,
        everything=everything,
        query=f"seat={LETTERS[seat] if seat is not None else ''}&show={'all' if everything else 'learn'}",
    )


async def moment(request: Request) -> Response:
    """/t/<table>/coach/<answer>?as=b: the board as it was, what was answered and what was better."""
    table, token, _ = await table_of(request)
    summary = table.summary()
    if summary.status != "over":
        return go(f"/t/{table.id}")
    number: int = request.path_params["number"]
    seat = seat_named(request.query_params.get("as", ""), len(summary.names))
    session = coaching_of(request).session(table, (seat,))
    judged = session.found.get(CoachStep(seat, number))
    if not isinstance(judged, JudgedAnswer):
        raise Refused("The coach has not looked at that answer, or there was nothing to decide.")
    await table.look_back()
    past = before(table, token, number, seat)
    answers = [one for one in session.of(seat) if isinstance(one, JudgedAnswer)]
    body = await hall_of(request).apart(
        past_of,
        past,
        summary.title,
        coached=coached(session.table, summary.game, judged, answers),
        can_fork=True,
    )
    return html("replay/page.html", game=summary.game, title=summary.title, body=Markup(body), moment=past)


def before(table: Table, token: str, number: int, seat: int) -> PastMoment:
    """As the seat saw it before this answer."""
    played = table.book.played
    return table.moment(token, played[number - 2].seq if number > 1 else 1, seat)


async def card(request: Request) -> Response:
    """The large card of a moment."""
    table, token, _ = await table_of(request)
    names = table.summary().names
    seat = seat_named(request.query_params.get("seat", ""), len(names))
    number: int = request.path_params["number"]
    if table.status != "over" or not 1 <= number <= len(table.book.played):
        raise Refused("There is no such moment.")
    seen = before(table, token, number, seat)
    return large(request, seen.game, seen.view, table.own_cards)
