"""The rulebooks in our words, the first-game guides, and what in a game is of our own design."""

from __future__ import annotations

import re
import tomllib
from functools import cache, partial
from itertools import groupby
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from knaves.core.clauses import Clause, ledger, proofs
from knaves.games import GAMES, about
from knaves.web.draw.guide import guide_of
from knaves.web.draw.large_card import cards_in
from knaves.web.draw.rendering import GAMES_DIR
from knaves.web.pages.common import hall_of, html


class Part(NamedTuple):
    """Data of a game by where it comes from."""

    file: str
    total: int
    house: tuple[str, ...]  # names of rows that are our own
    partly: tuple[tuple[str, str], ...]  # names of known rows, and which of their fields are our own


def game_of(request: Request) -> str:
    game: str = request.path_params["game"]
    about(game)  # BadSetup for a game that there is not
    hall_of(request).check_game(game)
    return game


@cache
def chapters(game: str) -> list[tuple[str, list[Clause]]]:
    return [(place, list(rows)) for place, rows in groupby(ledger(game).clause, key=lambda c: c.place)]


@cache
def house_data(game: str) -> list[Part]:
    """Every data file of the game, with what in it is ours."""
    parts = []
    folder = GAMES_DIR / game
    for path in sorted([*folder.glob("*.toml"), *folder.glob("cards/*.toml")]):
        if path.name in ("game.toml", "clauses.toml"):
            continue
        rows = [row for row in _rows(tomllib.loads(path.read_text("utf-8"))) if "source" in row]
        own = tuple(_name(row) for row in rows if row["source"] == "house")
        partly = tuple(
            (_name(row), ", ".join(map(str, fields)))
            for row in rows
            if row["source"] != "house" and isinstance(fields := row.get("house"), list) and fields
        )
        if rows:
            parts.append(Part(path.stem.replace("_", " "), len(rows), own, partly))
    return parts


def _rows(table: object) -> list[dict[str, object]]:
    """Every table in a file that says where it comes from."""
    found: list[dict[str, object]] = []
    if isinstance(table, dict):
        if isinstance(table.get("source"), str):
            found.append(table)
        for value in table.values():
            found += _rows(value)
    elif isinstance(table, list):
        for entry in table:
            found += _rows(entry)
    return found


def _name(row: dict[str, object]) -> str:
    for key in ("name", "title", "id", "text"):
        value = row.get(key)
        if isinstance(value, str | int) and value != "":
            return str(value)
    return "unnamed"


async def rules(request: Request) -> Response:
    game = game_of(request)
    query = request.query_params.get("q", "")[:80]
    book = ledger(game)
    kept = set(book.search(query)) if query else set(book.clause)
    shown = [(place, [clause for clause in rows if clause in kept]) for place, rows in chapters(game)]
    words = query.casefold().split()
    return html(
        "library/rules.html",
        game=game,
        info=about(game),
        book=book.book,
        chapters=[(place, rows) for place, rows in shown if rows],
        query=query,
        total=len(book.clause),
        proved=sum(clause.id in proofs(game) for clause in book.clause),
        rulings=[
            (head, body)
            for head, body in _text(game, "rulings.md")
            if all(word in " ".join((head, *body)).casefold() for word in words)
        ],
        cards_in=partial(cards_in, game),
    )


async def all_rules(request: Request) -> Response:
    return html("library/library.html", posters=[(game, about(game)) for game in GAMES])


async def guide(request: Request) -> Response:
    """The first game: the hints of the game's screen/guide.toml to read, or the chapters of its book."""
    game = game_of(request)
    return html(
        "library/guide.html",
        game=game,
        info=about(game),
        guide=guide_of(game),
        cards_in=partial(cards_in, game),
        chapters=chapters(game),
    )


async def house(request: Request) -> Response:
    game = game_of(request)
    return html("library/house_data.html", game=game, info=about(game), parts=house_data(game))


async def about_page(request: Request) -> Response:
    return html(
        "library/about.html", posters=[(game, about(game)) for game in GAMES if guide_of(game) is not None]
    )


@cache
def _text(game: str, name: str) -> list[tuple[str, list[str]]]:
    """A markdown file of ours as headings with paragraphs; enough for what we write."""
    path = GAMES_DIR / game / name
    if not path.is_file():
        return []
    before, *parts = re.split(r"^#+(.*)\n", path.read_text("utf-8"), flags=re.MULTILINE)
    found = [("", before), *zip(parts[::2], parts[1::2], strict=True)]
    return [
        (head.strip(), [" ".join(one.split()) for one in body.split("\n\n") if one.strip()])
        for head, body in found
        if body.strip()
    ]
