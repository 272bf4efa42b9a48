"""One puzzle a day, on the real board. What was answered is kept in the browser; how many gave which answer, here."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from knaves.bots.puzzles import PEOPLE, Puzzle
from knaves.core.errors import Refused
from knaves.core.position import Position
from knaves.games import GAMES
from knaves.table.log.storage import Key
from knaves.table.pages.puzzle_page import puzzle_page
from knaves.table.people.keyring import FOR_EVER
from knaves.table.people.table_plan import among_bots
from knaves.web.draw.coach import SIGNS
from knaves.web.draw.puzzle import (
    FIRST,
    ROW,
    PuzzleVerdict,
    RowMark,
    frame_of,
    grade_of,
    puzzle_of,
    verdict_of,
)
from knaves.web.draw.rendering import rendered
from knaves.web.draw.scene import Scene
from knaves.web.http.guard import answered_of, client_of, form_of, keep_answered, name_of
from knaves.web.pages.cards import large
from knaves.web.pages.common import caps_of, go, go_and_sit, hall_of, html

_counting = asyncio.Lock()


def today() -> date:
    return datetime.now(UTC).date()


def day_of(request: Request) -> date:
    """Of the address; what is still to come is not told."""
    try:
        day = date.fromisoformat(request.path_params["day"])
    except ValueError:
        raise Refused("A puzzle has the date of its day, such as 2026-11-16.") from None
    if not FIRST <= day <= today():
        raise Refused("There is no puzzle of that day yet.")
    return day


def found_for(request: Request, day: date) -> tuple[Puzzle, Position]:
    puzzle = puzzle_of(day, hall_of(request).games or GAMES)
    return puzzle, puzzle.open()


async def of_today(request: Request) -> Response:
    return go(f"/puzzle/{today().isoformat()}")


async def puzzle(request: Request) -> Response:
    """The board and the question; once it is answered, the answer and its reason."""
    day = day_of(request)
    if request.method == "POST":
        return await answer(request, day)
    found, position = found_for(request, day)
    choice = answered_of(request).get(day.isoformat())
    if choice is not None and choice < len(found.options):
        counts, row = await counts_of(request, day), row_of(request, day)
        return _page(found, position, day, verdict_of(found, choice, position, counts, row))
    return _page(found, position, day, None)


def _page(found: Puzzle, position: Position, day: date, verdict: PuzzleVerdict | None) -> Response:
    page = puzzle_page(found, position)
    if verdict is not None:
        page = msgspec.structs.replace(page, ask=None)
    scene = Scene.of_page(page)
    frame = frame_of(found, day, position)
    body = Markup(rendered(scene, puzzle=frame, verdict=verdict))
    return html("puzzle/page.html", s=scene, body=body, puzzle=frame, verdict=verdict)


async def answer(request: Request, day: date) -> Response:
    """One try: a second answer changes nothing."""
    found, _ = found_for(request, day)
    fields = await form_of(request)
    here = f"/puzzle/{day.isoformat()}"
    if day.isoformat() in answered_of(request):
        return go(here)
    try:
        option = msgspec.json.decode(fields.get("option", ""), type=tuple[str | int, ...])
        choice = found.options.index(option)
    except (msgspec.DecodeError, ValueError):
        raise Refused("That is no answer of this puzzle.") from None
    if caps_of(request).counts_answer(client_of(request), day.isoformat()):
        await count(request, day, choice)
    response = go(here)
    keep_answered(response, request, {**answered_of(request), day.isoformat(): choice})
    return response


async def counts_of(request: Request, day: date) -> dict[str, int]:
    kept = await hall_of(request).storage.keys(f"puzzle {day.isoformat()}")
    return msgspec.json.decode(kept[0].sealed, type=dict[str, int]) if kept else {}


async def count(request: Request, day: date, choice: int) -> None:
    async with _counting:
        counts = await counts_of(request, day)
        counts[str(choice)] = counts.get(str(choice), 0) + 1
        key = Key("puzzles", msgspec.json.encode(counts), FOR_EVER)
        await hall_of(request).storage.put_key(f"puzzle {day.isoformat()}", key)


def row_of(request: Request, day: date) -> list[RowMark]:
    """The last days up to this one, as this browser has answered them."""
    known = answered_of(request)
    row = []
    for back in range(ROW - 1, -1, -1):
        when = day - timedelta(days=back)
        if when < FIRST:
            continue
        choice = known.get(when.isoformat())
        grade = ""
        if choice is not None:
            found = puzzle_of(when, hall_of(request).games or GAMES)
            grade = grade_of(found, choice) if choice < len(found.options) else ""
        row.append(RowMark(grade, SIGNS.get(grade, "·"), f"/puzzle/{when.isoformat()}", back == 0))
    return row


async def card(request: Request) -> Response:
    """The large card of a piece, as whoever has to answer sees it."""
    found, position = found_for(request, day_of(request))
    return large(request, found.game, position.view(found.seat), "")


async def play(request: Request) -> Response:
    """Plays it out, in a table against bots: only once it is answered."""
    day = day_of(request)
    if day.isoformat() not in answered_of(request):
        raise Refused("Answer the puzzle first.")
    found, position = found_for(request, day)
    me = name_of(request) or PEOPLE[found.seat]
    names = [name for name in PEOPLE if name != me][: found.seats]
    seats = among_bots(found.seat, me, names)
    caps_of(request).open_table(client_of(request))
    ticket = await hall_of(request).play_on(position, found.seat, seats)
    return await go_and_sit(request, ticket.table, ticket.token)
