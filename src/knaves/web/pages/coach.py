"""The coach's page of a finished game."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from knaves.core.errors import Refused
from knaves.web.draw.coach import GRID, WIDTH, coach_page
from knaves.web.draw.parts import LETTERS
from knaves.web.pages.common import go, html, table_of
from knaves.web.push.coaching import Coaching


async def coach(request: Request) -> Response:
    """/t/<table>/coach?seat=b. Everybody who may see the table may look at any seat: the game is over. Looking begins
    with the first visit, goes on without one, and the page grows by itself."""
    table, token, who = await table_of(request)
    summary = table.summary()
    if summary.status != "over":
        return go(f"/t/{table.id}")
    letter = request.query_params.get("seat", "")
    seat = LETTERS.find(letter) if len(letter) == 1 else who.seats[0] if who.seats else 0
    if not 0 <= seat < len(summary.names):
        raise Refused("There is no such seat at this table.")
    coaching: Coaching = request.app.state.coaching
    session = coaching.session(table.export(token), seat)
    page = coach_page(
        session.found, session.review, summary.names, max(1, len(table.marks(token))), session.share
    )
    return html(
        "coach.html",
        c=page,
        table=table.id,
        title=summary.title,
        game=summary.game,
        names=summary.names,
        seat=seat,
        mine=seat in who.seats,
        busy=session.review is None and not session.trouble,
        trouble=session.trouble,
        width=WIDTH,
        grid=GRID,
    )
