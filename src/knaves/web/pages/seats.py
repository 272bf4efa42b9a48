"""My seat elsewhere: carried to another device by a picture or a code, and found again by four words."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from knaves.core.errors import Refused
from knaves.table import Forbidden, TooMuch
from knaves.table.pages.ago import ago
from knaves.table.people.keyring import CARRY_SECONDS
from knaves.table.people.tokens import new_id
from knaves.web.draw.parts import LETTERS
from knaves.web.http.guard import browser_of, drop, drop_words, form_of, keep_browser, keep_words, words_of
from knaves.web.pages.common import (
    as_json,
    fresh_words,
    go,
    hall_of,
    html,
    live_of,
    names_of,
    table_of,
    words_for,
)
from knaves.web.push.devices import device_of

MARK_MOST = 64


class PageFarewell(msgspec.Struct, frozen=True):
    """What is said to a page that is closed from elsewhere: which words its browser is to forget; and from which
    browser it was closed, which forgets nothing."""

    words: str
    browser: str


class Carried(msgspec.Struct, frozen=True):
    """Has the other device taken the code?"""

    carried: bool


async def carried(request: Request) -> Response:
    """For the page that shows a code of this seat, which has a mark of it. Codes themselves are not asked about here:
    that would be a way to try them."""
    table, _, _ = await table_of(request)
    mark = request.query_params.get("mark", "")[:MARK_MOST]
    told = Carried(not await hall_of(request).keyring.waits(table.id, mark))
    return as_json(told)


async def elsewhere(request: Request) -> Response:
    """A code for the other device, made anew each time; and the words, which can be changed."""
    table, token, who = await table_of(request)
    if not who.seats:
        raise Forbidden("Only who sits at the table can carry a seat over.")
    hall = hall_of(request)
    keyring, open_pages = hall.keyring, await live_of(request).open_pages(table.id, who.seats)
    words = words_of(request)
    fields = await form_of(request) if request.method == "POST" else {}
    if fields.get("do") == "close":
        page = next((one for one in open_pages if one.id == fields.get("page", "")), None)
        if page is None:
            raise Refused("That page is closed already.")
        farewell = msgspec.json.encode(PageFarewell(words, browser_of(request))).decode()
        await live_of(request).close_page(page, await keyring.part(table.id, farewell))
        return go(f"/t/{table.id}/elsewhere")
    anew = fields.get("do") == "new words"
    mine = fresh_words(request) if anew else await words_for(request, table.id)
    if not mine:
        raise TooMuch("Many words were made from where you are: wait a minute.")
    if anew and words:
        await keyring.renew(words, mine)
    mine = await keyring.remember(mine, table.id, token)
    carrying = await keyring.carry(table.id, token)
    reach, summary = names_of(request).reach(request), table.summary()
    response = html(
        "around/seat_elsewhere.html",
        table=table.id,
        title=summary.title,
        here=device_of(request.headers.get("user-agent", "")),
        seats=[(LETTERS[seat], summary.names[seat]) for seat in who.seats],
        reach=reach,
        code=carrying.code,
        mark=carrying.mark,
        address=f"{reach.base}/{carrying.code}",
        seconds=int(CARRY_SECONDS),
        words=mine,
        pages=[(page.device, ago(hall.now() - page.since), page.id) for page in open_pages],
        fresh=anew,
    )
    keep_words(response, request, mine)
    if not browser_of(request):
        keep_browser(response, request, new_id())
    return response


async def closed(request: Request) -> Response:
    """Where a page goes that was closed from another device of its seat: this browser forgets the seat."""
    table, _, who = await table_of(request)
    secret: str = request.path_params["secret"]
    said = await hall_of(request).keyring.parting(table.id, secret) if who.seats else ""
    if not said:
        raise Refused("There is nothing to close here.")
    farewell = msgspec.json.decode(said, type=PageFarewell)
    here = bool(farewell.browser) and farewell.browser == browser_of(request)
    response = html("around/closed.html", table=table.id, here=here)
    if here:
        return response
    drop(response, table.id)
    if farewell.words and farewell.words == words_of(request):
        drop_words(response)
    return response
