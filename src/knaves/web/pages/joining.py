"""Coming to a table: by a link, by a code that one types, by the words of a seat one had before. A name first, then a
chair, by one touch."""

from __future__ import annotations

import re
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from knaves.core.errors import KnavesError, Refused
from knaves.table import NoTable, Table
from knaves.table.people.keyring import OpenedByCode, read_code
from knaves.table.people.tokens import joined, several
from knaves.web.draw.parts import LETTERS
from knaves.web.http.guard import (
    TABLES_MOST,
    client_of,
    form_of,
    keep,
    keep_name,
    keep_words,
    name_of,
    token_of,
    whole,
    words_of,
)
from knaves.web.pages import chairs
from knaves.web.pages.common import caps_of, go, go_and_sit, hall_of, html, may_open, table_of

WRONG = "That opens no table. Codes are good for ten minutes, and once; words as long as their table is kept."


async def claim(request: Request) -> Response:
    """Sits down. If the chair has gone meanwhile, on the next free one."""
    table, token, who = await table_of(request)
    fields = await form_of(request)
    name = fields.get("name", "").strip() or name_of(request)
    wanted = whole(fields.get("seat", ""))
    if wanted is None:
        raise Refused("Which chair?")
    page = table.page(token, lines=0, targets=0)
    if not name:
        return chairs.join_page(
            request, page, table.book.host_seats(), "Your name first: the others want to know who sits there."
        )
    if who.seats or who.host:  # who opened the table and has no chair yet stays its host
        mine = await table.seating.claim(table.seating.links(token)[0], wanted, name, token)
    else:
        mine = await _sit(table, token, wanted, name)
    response = await go_and_sit(request, table.id, mine)
    keep_name(response, request, name)
    return response


async def _sit(table: Table, token: str, wanted: int, name: str) -> str:
    seat = chairs.first_free(table.page(token, lines=0, targets=0), wanted)
    return await table.seating.claim(token, seat if seat >= 0 else wanted, name)


# -- links and codes ------------------------------------------------------------------------------------


async def link(request: Request) -> Response:
    """An invite, spectator or seat link: keeps its secret in a cookie and goes to the table. Who sits at this table in
    this browser is asked before another seat is opened."""
    table = await hall_of(request).table(request.path_params["table"])
    return await _enter(request, table, request.path_params["secret"])


async def _enter(request: Request, table: Table, secret: str) -> Response:
    mine = token_of(request, table.id)
    new, old = table.who(secret), table.who(mine)
    if not (new.seats or new.invited or new.watches):
        raise NoTable("This link does not fit any table.")
    response = go(f"/t/{table.id}")
    # nothing else pushes a secret of mine out
    sits = ".".join(one for one in several(secret) if table.who(one).seats)
    if not (old.seats or old.host):
        keep(response, request, table.id, secret)
    elif not old.seats and new.seats:
        keep(response, request, table.id, joined(mine, sits))
    elif set(new.seats) - set(old.seats):
        how = (await form_of(request)).get("how", "") if request.method == "POST" else ""
        if how not in ("instead", "as well"):
            names = table.summary().names
            return html(
                "around/another_chair.html",
                table=table.id,
                secret=secret,
                title=table.summary().title,
                old=[(LETTERS[seat], names[seat]) for seat in old.seats],
                new=[(LETTERS[seat], names[seat]) for seat in new.seats],
            )
        keep(response, request, table.id, secret if how == "instead" else joined(mine, sits))
    return response


async def short(request: Request) -> Response:
    """An address that somebody typed: /K7QM42."""
    if not (code := read_code(request.path_params["code"])) or " " in code:
        raise HTTPException(404)
    return await _open_code(request, code)


async def code(request: Request) -> Response:
    """A pasted link, or a code: goes where it points, if it points here."""
    text = (await form_of(request)).get("code", "").strip()
    if typed := read_code(text.rstrip("/").rpartition("/")[2]):
        return await _open_code(request, typed)
    found = re.search(r"/(t|j)/([0-9a-f]{6,24})(/[\w-]{10,100})?/?$", text)
    if found is None:
        raise Refused("That is no link to a table and no code: it looks like …/K7QM42 or …/j/1a2b3c…/….")
    return go(f"/{found[1]}/{found[2]}{found[3] or ''}")


async def _open_code(request: Request, typed: str) -> Response:
    """An invitation opens its table at once; a seat of somebody asks first (it can be used only once)."""
    found = await _guess(request, typed)
    table = await hall_of(request).table(found[0].table)
    if table.who(found[0].secret).seats:
        return await _ask_to_carry(request, typed, found)
    return await _enter(request, table, found[0].secret)


async def _guess(request: Request, typed: str) -> list[OpenedByCode]:
    """Wrong five times: a minute's rest."""
    caps, client = caps_of(request), client_of(request)
    caps.guess(client)
    found = await hall_of(request).keyring.look(typed)
    if not found:
        raise NoTable(WRONG)
    caps.guessed_right(client)
    return found


async def _readable(request: Request, found: list[OpenedByCode]) -> list[tuple[Table, str]]:
    """The tables, as many as a browser keeps: those that go on before those that are over, the one played last at the
    end. One that is damaged keeps nobody from the others."""
    hall, tables = hall_of(request), []
    heads = [(await hall.storage.head(one.table), one.secret) for one in found]
    there = [(head.status != "over", head.updated, head.table, secret) for head, secret in heads if head]
    for *_, table, secret in sorted(there)[-TABLES_MOST:]:
        with suppress(KnavesError):
            tables.append((await hall.table(table), secret))
    return tables


async def _ask_to_carry(request: Request, typed: str, found: list[OpenedByCode]) -> Response:
    seats = []
    for table, secret in await _readable(request, found):
        summary, who = table.summary(), table.who(secret)
        seats += [(LETTERS[seat], summary.names[seat], summary.title) for seat in who.seats]
    return html("around/seat_here.html", code=typed, seats=seats, problem="")


async def sit(request: Request) -> Response:
    """I am the other device: a code or four words, then my seats are here. Words stand in no address, and nobody is
    led by a link to words of somebody else."""
    if request.method == "GET":
        return html("around/seat_here.html", code="", seats=[], problem="")
    text = (await form_of(request)).get("code", "")
    typed = read_code(text)
    try:
        await _guess(request, typed)
        if not (found := await hall_of(request).keyring.open(typed)):  # somebody was faster
            raise NoTable(WRONG)
    except NoTable as error:
        return html("around/seat_here.html", 422, code="", seats=[], problem=str(error))
    opened = await _readable(request, found)
    first = opened[0][0].id if len(opened) == 1 else ""
    response = go(f"/t/{first}" if first else "/tables")
    words = words_of(request)
    for table, secret in opened:
        new, mine = table.who(secret).seats, token_of(request, table.id)
        others = set(table.who(mine).seats) - set(new)
        keep(response, request, table.id, joined(mine, secret) if others else secret)
        if words and await may_open(request, words, table.id):
            words = await hall_of(request).keyring.remember(words, table.id, secret)
        elif new:
            keep_name(response, request, table.summary().names[new[0]])
    if words or " " in typed:  # who has words keeps them: what is opened from now on is nobody else's
        keep_words(response, request, words or typed)
    return response
