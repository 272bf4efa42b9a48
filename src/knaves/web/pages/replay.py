"""Replay: every state has an address. Fork, export and import."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from knaves.core.errors import KnavesError, Refused
from knaves.games import find
from knaves.table.house.table_openings import seats_of
from knaves.table.pages.page import Mark, PastMoment
from knaves.table.people.table_plan import among_bots
from knaves.web.draw.rendering import past_of
from knaves.web.http.guard import IMPORT_MOST, client_of, form_of, guest_name_of, name_of, whole
from knaves.web.pages.common import caps_of, eye_of, go, go_and_sit, hall_of, html, table_of
from knaves.web.pages.tables import with_bots


async def replay(request: Request) -> Response:
    """A moment: /t/<table>/replay/<seq>?as=b. Without a number, the last one; `at` counts answers."""
    table, token, who = await table_of(request)
    summary = table.summary()
    letter = request.query_params.get("as", "")
    eye = eye_of(letter, who, summary.status == "over", len(summary.names))
    await table.look_back()
    marks = table.marks(token, eye)
    query = f"?as={letter}" if letter else ""
    at = request.query_params.get("at", "")
    if at:
        counted = whole(at)
        if counted is None:
            raise Refused("Moments are counted by whole numbers.")
        place = min(counted, len(marks))
        seq = marks[place - 1].seq if place else 0
        return go(f"/t/{table.id}/replay/{seq}{query}")
    asked: int | None = request.path_params.get("seq")
    if asked is None:
        if not marks:
            raise Refused("Nothing has been answered yet.")
        return go(f"/t/{table.id}/replay/{marks[-1].seq}{query}")
    moment = table.moment(token, asked, eye)
    may_see = range(len(summary.names)) if summary.status == "over" else who.seats
    before, place, after = _around(marks, moment)
    word = find(summary.game).counts_by
    body = await hall_of(request).apart(
        past_of,
        moment,
        summary.title,
        marks=marks,
        slid=place,
        before=before,
        after=after,
        jumps=jumps(marks, place, word, who.seats if eye is None else (eye,)),
        word=word,
        as_seat=letter,
        may_see=list(may_see),
        can_fork=bool(who.seats) or summary.status == "over",
        over=summary.status == "over",
    )
    return html("replay/page.html", game=summary.game, title=summary.title, body=Markup(body), moment=moment)


class Jump(NamedTuple):
    """From moment to moment of one kind: the numbers of the last one before and of the next one, if there are any."""

    word: str
    back: int | None
    on: int | None


def jumps(marks: tuple[Mark, ...], place: int, word: str, deciders: Collection[int]) -> list[Jump]:
    """By round (or turn, whatever the game counts), by player, and by the decisions of these seats."""
    kinds = {
        word: [n for n in range(1, len(marks)) if marks[n].at != marks[n - 1].at],
        "player": [n for n in range(1, len(marks)) if marks[n].seat != marks[n - 1].seat],
        "decision": [n for n in range(len(marks)) if marks[n].seat in deciders],
    }
    # a round has begun after its first answer, a player is before it
    kinds[word] = [n + 1 for n in kinds[word]]
    found = []
    for name, places in kinds.items():
        if places:
            stops = [0, *places]
            before = max((n for n in stops if n < place), default=None)
            after = min((n for n in stops if n > place), default=None)
            found.append(Jump(name, _seq(marks, before), _seq(marks, after)))
    return found


def _seq(marks: tuple[Mark, ...], place: int | None) -> int | None:
    """The record after so many answers; the first one is the table itself."""
    if place is None:
        return None
    return marks[place - 1].seq if place else 1


def _around(marks: tuple[Mark, ...], moment: PastMoment) -> tuple[int, int, int]:
    """The number before, how many answers had been given, the number after."""
    place = sum(1 for mark in marks if mark.seq <= moment.seq)
    before = marks[place - 2].seq if place >= 2 else moment.first
    after = marks[place].seq if place < len(marks) else moment.last
    return before, place, after


async def fork(request: Request) -> Response:
    """Plays on from a moment, in a new table against bots: in the seat as which it is seen."""
    table, token, who = await table_of(request)
    fields = await form_of(request)
    at = whole(fields.get("at", ""))
    if at is None:
        raise Refused("From which moment?")
    summary = table.summary()
    names = summary.names
    eye = eye_of(fields.get("as", ""), who, summary.status == "over", len(names))
    me = eye if eye is not None else who.seats[0] if who.seats else 0
    seats = among_bots(me, name_of(request) or names[me], names)
    caps_of(request).open_table(client_of(request))
    ticket = await hall_of(request).fork(table.id, token, at, seats)
    return await go_and_sit(request, ticket.table, ticket.token)


async def export(request: Request) -> Response:
    table, token, _ = await table_of(request)
    return Response(
        table.export(token),
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="knaves-{table.id}.json"'},
    )


async def import_game(request: Request) -> Response:
    """A saved game, pasted: goes on in a table of this browser."""
    if request.method == "GET":
        return html("library/import.html", problem="")
    fields = await form_of(request, IMPORT_MOST)
    try:
        data = fields.get("file", "").encode()
        seats = with_bots(guest_name_of(request), seats_of(data))
        caps_of(request).open_table(client_of(request))
        ticket = await hall_of(request).import_game(data, seats, client_of(request))
    except KnavesError as error:
        return html("library/import.html", 422, problem=str(error))
    return await go_and_sit(request, ticket.table, ticket.token)
