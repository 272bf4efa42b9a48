"""The large card of a table: one card with all that stands on it, as far as whoever asks has seen it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from knaves.core.game import View
from knaves.web.draw.large_card import card_named, card_seen, stakes_of
from knaves.web.pages.common import eye_of, seat_of, table_of


async def at_table(request: Request) -> Response:
    """By what this seat calls it: a thing on its board, or a name that it has read."""
    table, token, who = await table_of(request)
    page = table.page(token, seat_of(request.query_params.get("seat"), who), lines=0, targets=0)
    return large(request, page.game, page.view, table.own_cards, partial(stakes_of, page))


async def in_replay(request: Request) -> Response:
    """The same of a moment of the past, with the eyes of that replay."""
    table, token, who = await table_of(request)
    summary = table.summary()
    letter = request.query_params.get("seat", "")
    eye = eye_of(letter, who, summary.status == "over", len(summary.names))
    moment = table.moment(token, request.path_params["seq"], eye)
    return large(request, moment.game, moment.view, table.own_cards)


def large(
    request: Request,
    game: str,
    view: View | None,
    own: str,
    stakes: Callable[[str], Sequence[str]] = lambda of: (),
) -> Response:
    """A card as the eyes of this view see it; `stakes`: what can be done with it now."""
    of = request.query_params.get("of", "")[:100]
    drawn = card_named(game, of, own) or card_seen(game, of, own, view, stakes(of))
    return HTMLResponse(drawn) if drawn else Response(status_code=204)
