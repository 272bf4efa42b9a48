"""Every card of a game on one wall, each with an address; and the desk for cards of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from knaves.core.card_check import Looked, mended
from knaves.core.card_face import CardFace
from knaves.core.errors import BadCards, FileProblem, KnavesError, Refused
from knaves.core.game import Value
from knaves.games import about, find
from knaves.table import SeatPlan, TablePlan
from knaves.web.draw.faces import drawn_faces, face_at, faces, meant, searched
from knaves.web.draw.large_card import drawn_large, partners
from knaves.web.draw.rendering import GAMES_DIR
from knaves.web.http.guard import CARDS_MOST, client_of, form_of, guest_name_of
from knaves.web.pages.common import hall_of, html, table_of
from knaves.web.pages.library import game_of
from knaves.web.pages.tables import open_table, usual_seats, with_bots

KEPT = "public, max-age=3600"
"""The cards of the house change with the program alone."""


class Shelf(NamedTuple):
    """The cards of one kind: all of them, and which a search has found."""

    kind: str
    look: str
    icon: str
    all: Sequence[CardFace]
    found: frozenset[str]


def shelves(all_of: Sequence[CardFace], found: Sequence[CardFace]) -> list[Shelf]:
    keys = frozenset(face.key for face in found)
    kinds: dict[str, list[CardFace]] = {}
    for face in all_of:
        kinds.setdefault(face.kind, []).append(face)
    return [
        Shelf(kind, rows[0].look, rows[0].icon, sorted(rows, key=lambda face: face.name), keys)
        for kind, rows in kinds.items()
    ]


async def gallery(request: Request) -> Response:
    """All cards of the box; with `q` and `kind` those that a search finds, for browsers without scripts."""
    game = game_of(request)
    return wall(request, game, f"/cards/{game}", faces(game))


async def of_table(request: Request) -> Response:
    """The cards that a table plays with, a player's own among them."""
    table, _, _ = await table_of(request)
    game, own = table.summary().game, table.own_cards
    all_of = await hall_of(request).apart(faces, game, own)
    return wall(request, game, f"/t/{table.id}/cards", all_of, own)


def wall(request: Request, game: str, base: str, all_of: Sequence[CardFace], own: str = "") -> Response:
    query = request.query_params.get("q", "").strip()[:80]
    kind = request.query_params.get("kind", "")[:40]
    found = searched(all_of, query, kind)
    opened = next((face for face in all_of if face.key == request.path_params.get("face")), None)
    return html(
        "library/gallery.html",
        game=game,
        info=about(game),
        base=base,
        own=own,
        shelves=shelves(all_of, found),
        total=len(all_of),
        shown=len(found),
        query=query,
        kind=kind,
        meant="" if found else meant(all_of, query),
        opened=opened,
        partners=partners(game, opened, own) if opened else (),
    )


async def card(request: Request) -> Response:
    """One card: open on the wall, or (`large`) alone, as it is shown beside a piece of a table."""
    game = game_of(request)
    face = face_at(game, request.path_params["face"])
    if face is None:
        raise HTTPException(404)
    if "large" in request.query_params:
        return HTMLResponse(drawn_large(game, face), headers={"Cache-Control": KEPT})
    return wall(request, game, f"/cards/{game}", faces(game))


# -- cards of one's own -----------------------------------------------------------------------------------


class OwnCard(NamedTuple):
    """A card of a file as it will look; or the name of a row that is broken, with its lines."""

    face: CardFace | None
    name: str
    lines: tuple[int, ...] = ()


def own_wall(game: str, looked: Looked) -> list[OwnCard]:
    found: list[OwnCard] = []
    for part in looked.parts:
        found += [OwnCard(face, face.name) for face in drawn_faces(game, part.cards)]
        if part.problems:
            found.append(OwnCard(None, part.name, tuple(problem.line for problem in part.problems)))
    return found


def mends(looked: Looked, text: str) -> dict[int, str]:
    """By their numbers, lines that can be put right by one touch, as they would read then."""
    lines = text.split("\n")
    found = {
        problem.line: mended(lines[problem.line - 1], problem)
        for problem in looked.problems
        if 0 < problem.line <= len(lines)
    }
    return {line: by for line, by in found.items() if by is not None}


async def own_cards(request: Request) -> Response:
    """GET: the desk. POST: what a file holds, drawn, and what is wrong with it; with `open`, a table with it."""
    game = game_of(request)
    if request.method == "GET":
        return desk(game, starters(game).get(request.query_params.get("begin", ""), ""), None)
    fields = await form_of(request, CARDS_MOST)
    text = fields.get("cards", "").replace("\r\n", "\n")
    try:
        looked = await hall_of(request).workshop.look_at_cards(client_of(request), game, text)
        if fields.get("open"):
            return await with_these(request, game, looked, text, fields["open"])
    except KnavesError as error:
        line = FileProblem(0, str(error))
        looked = Looked((), (line,), "")
    if "part" in request.query_params:
        drawn = own_wall(game, looked)
        return html(
            "library/own_cards_drawn.html", game=game, looked=looked, wall=drawn, mends=mends(looked, text)
        )
    return desk(game, text, looked)


@cache
def starters(game: str) -> dict[str, str]:
    """Files of ours to begin with: those that a player could have written, by name."""
    found = {}
    for path in sorted((GAMES_DIR / game / "cards").glob("*.toml")):
        text = path.read_text("utf-8")
        with suppress(KnavesError):
            find(game).check_cards(text)
            found[path.stem] = text
    return found


def desk(game: str, text: str, looked: Looked | None) -> Response:
    return html(
        "library/own_cards.html",
        422 if looked and looked.problems else 200,
        game=game,
        info=about(game),
        text=text,
        starters=list(starters(game)),
        looked=looked,
        wall=own_wall(game, looked) if looked else [],
        mends=mends(looked, text) if looked else {},
    )


async def with_these(request: Request, game: str, looked: Looked, text: str, others: str) -> Response:
    """Opens a table with the file, or with its good rows where these are enough."""
    if not looked.ready:
        raise BadCards("This file cannot be played with yet: the lines below say why.")
    if others not in ("bots", "friends"):
        raise Refused("With bots, or with friends?")
    me = guest_name_of(request)
    seats = usual_seats(about(game).seats)
    friends = (SeatPlan("person", me), *[SeatPlan("open")] * (seats - 1))
    options: dict[str, Value] = {"cards": looked.rest or text + "\n"}
    chairs = with_bots(me, seats) if others == "bots" else friends
    return await open_table(request, TablePlan(game, chairs, options=options))
