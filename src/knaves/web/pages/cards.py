"""The large card of a table: one card with all that stands on it, as far as whoever asks has seen it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from knaves.table.pages.page import PastMoment
from knaves.web.draw.large_card import card_named, card_seen, stakes_of
from knaves.web.pages.common import seat_of, table_of
from knaves.web.pages.replay import eye_of

NONE = 204


async def at_table(request: Request) -> Response:
    """By what this seat calls it: a thing on its board, or a name that it has read."""
    table, token, who = await table_of(request)
    of = request.query_params.get("of", "")[:100]
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=0, targets=0)
    own = table.own_cards
    drawn = card_named(page.game, of, own) or card_seen(page.game, of, own, page.view, stakes_of(page, of))
    return HTMLResponse(drawn) if drawn else Response(status_code=NONE)


async def in_replay(request: Request) -> Response:
    """The same of a moment of the past, with the eyes of that replay."""
    table, token, who = await table_of(request)
    summary = table.summary()
    letter = request.query_params.get("seat", "")
    eye = eye_of(letter, who, summary.status == "over", len(summary.names))
    moment = table.moment(token, request.path_params["seq"], eye)
    return large(moment, request.query_params.get("of", ""), table.own_cards)


def large(moment: PastMoment, of: str, own: str) -> Response:
    """A card as the eyes of this moment saw it."""
    of = of[:100]
    drawn = card_named(moment.game, of, own) or card_seen(moment.game, of, own, moment.view)
    return HTMLResponse(drawn) if drawn else Response(status_code=NONE)
