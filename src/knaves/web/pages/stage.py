"""What happened since: beats for the stage, and the recap that opens when somebody comes back."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from knaves.games import find
from knaves.table.pages.page import LogLine, Page
from knaves.web.draw.stage import Beat, beats, told_at_once
from knaves.web.http.guard import whole
from knaves.web.pages.common import html, seat_of, table_of

LINES, BEATS_MOST, RECAP_MOST = 120, 12, 8


class ShownBeat(NamedTuple):
    """A beat before one pair of eyes."""

    beat: Beat
    concerns: bool  # somebody else's doing that names this seat


async def stage(request: Request) -> Response:
    """The beats after the record `since`, the last of them if there are many."""
    table, token, who = await table_of(request)
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=LINES, targets=0)
    after = whole(request.query_params.get("since", ""))
    found = shown(page, page.since if after is None else after)
    names = [card.name for card in page.seats]
    return html(
        "board/beats.html",
        game=page.game,
        beats=found[-BEATS_MOST:],
        all_at_once=False,
        you=page.you,
        names=names,
    )


async def since(request: Request) -> Response:
    """What happened since this seat's last answer, and what came of that."""
    table, token, who = await table_of(request)
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=LINES, targets=0)
    found = [
        ShownBeat(beat, concerns(beat, page.you))
        for beat in told_at_once(beats(page.game, page.log))
        if beat.seq > page.since or (beat.seq == page.since and (beat.key or beat.seat != page.you))
    ]
    told = weightiest(found)
    return html(
        "board/beats.html",
        game=page.game,
        beats=told,
        all_at_once=True,
        left=len(found) - len(told),
        you=page.you,
        changes=table.changed(token, page.you) if page.you is not None and page.status == "running" else (),
        counts=find(page.game).counts,
    )


def shown(page: Page, since: int) -> list[ShownBeat]:
    """Heard from the beginning, so that each beat knows its matter."""
    return [
        ShownBeat(beat, concerns(beat, page.you)) for beat in beats(page.game, page.log) if beat.seq > since
    ]


def concerns(beat: Beat, you: int | None) -> bool:
    if you is None or beat.seat == you:
        return False
    lines: list[LogLine] = [*beat.said, *beat.changes]
    return any(f"seat:{you}" in line.things for line in lines)


def weightiest(found: list[ShownBeat]) -> list[ShownBeat]:
    """At most so many, in their order: what concerns this seat first, then key moments, then the latest."""
    ranked = sorted(range(len(found)), key=lambda at: (not found[at].concerns, not found[at].beat.key, -at))
    return [found[at] for at in sorted(ranked[:RECAP_MOST])]
