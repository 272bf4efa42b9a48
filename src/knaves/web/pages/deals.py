"""Deals that are filled in: the sheet with the blanks, and what comes back from it."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from knaves.core.errors import Refused
from knaves.core.forms import Blank, Form
from knaves.table import Forbidden
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.scene import Scene
from knaves.web.http.guard import form_of, whole
from knaves.web.pages.common import go, html, seat_of, table_of

CLOSED = "No deal can be offered just now: the game is over, or you have said as much as you may."


async def offer(request: Request) -> Response:
    """GET: the sheet, for the player `to`. POST: offers it; what is refused comes back as it was written."""
    table, token, who = await table_of(request)
    seat = seat_of(request.query_params.get("seat"), who)
    if seat is None:
        raise Forbidden("Only who sits at the table offers a deal.")
    forms = table.forms(token, seat)
    to = request.query_params.get("to", "")
    form = next((one for one in forms if LETTERS[one.seat] == to), forms[0] if forms else None)
    fields: Mapping[str, str] = {}
    refused: Refused | None = None if form else Refused(CLOSED)
    if request.method == "POST":
        fields = await form_of(request)
        try:
            if form is None or LETTERS[form.seat] != to:
                raise Refused(CLOSED)
            seq = whole(fields.get("seq", ""))
            await table.answer(token, seat, filled(form, fields), -1 if seq is None else seq)
            return go(f"/t/{table.id}/{LETTERS[seat]}")
        except Refused as error:
            refused = error
    page = table.page(token, seat, lines=1)
    return html(
        "table/offer.html",
        422 if refused and request.method == "POST" else 200,
        s=Scene.of_page(page),
        p=page,
        forms=forms,
        form=form,
        given=fields,
        refused=refused,
    )


def filled(form: Form, fields: Mapping[str, str]) -> tuple[str | int, ...]:
    return form.fill([written(blank, f"b{n}", fields) for n, blank in enumerate(form.blanks)])


def written(blank: Blank, name: str, fields: Mapping[str, str]) -> list[str]:
    """What stands in a blank: its field, or, where any may be chosen, a box for each."""
    if blank.shape == "any":
        return [key.partition("-")[2] for key in fields if key.startswith(f"{name}-")]
    return [fields[name]] if name in fields else []
