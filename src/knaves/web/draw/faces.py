"""The faces of a game's cards: from the rows of its files, or of a player's own, by the game's screen/faces.py."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple, cast

from markupsafe import Markup
from msgspec.structs import replace

from knaves.core.card_face import CardFace, plain_face
from knaves.core.card_words import plain
from knaves.core.cards import Card
from knaves.core.things import kind_of
from knaves.games import find
from knaves.web.draw.parts import chipped

NAMED = "card:named"
"""A chip that means no piece of the board: it opens the card of its words."""
BOXES = 16  # card files of players whose faces are kept


@cache
def _screen(game: str) -> ModuleType | None:
    name = f"knaves.games.{game}.screen"
    return import_module(f"{name}.faces") if find_spec(name) and find_spec(f"{name}.faces") else None


def draw_face(game: str, row: Card) -> CardFace:
    screen = _screen(game)
    return cast(Callable[[Card], CardFace], screen.face)(row) if screen else plain_face(row)


def drawn_faces(game: str, rows: Iterable[Card]) -> list[CardFace]:
    """The faces of these rows, each naming its partners as they are called among them."""
    found = [draw_face(game, row) for row in rows]
    names = {face.id: face.name for face in found}
    return [
        replace(face, pairs=tuple(names.get(one, plain(one).title()) for one in face.pairs)) for face in found
    ]


def faces(game: str, own: str = "") -> Sequence[CardFace]:
    """Every card of the box, once."""
    return _box(game, own).all


class _Box(NamedTuple):
    all: tuple[CardFace, ...]
    by_key: Mapping[str, CardFace]
    by_name: Mapping[str, tuple[CardFace, ...]]


@lru_cache(maxsize=BOXES)
def _box(game: str, own: str) -> _Box:
    all_of = tuple(drawn_faces(game, find(game).card_list(own)))
    names: dict[str, tuple[CardFace, ...]] = {}
    for face in all_of:
        names[face.name] = (*names.get(face.name, ()), face)
    return _Box(all_of, {face.key: face for face in all_of}, names)


@cache
def card_names(game: str) -> re.Pattern[str]:
    """Names of cards as they stand in a sentence; a single word that begins one, or is in small letters, may be any
    word."""
    names = sorted((name for name in _box(game, "").by_name if not name.islower()), key=len, reverse=True)
    several = [re.escape(name) for name in names if " " in name]
    single = [rf"(?<=[a-z,;:] ){re.escape(name)}" for name in names if " " not in name]
    return re.compile(rf"\b(?:{'|'.join([*several, *single])})\b")


def face_at(game: str, key: str, own: str = "") -> CardFace | None:
    """By its address."""
    return _box(game, own).by_key.get(key)


def face_called(game: str, name: str, kind: str = "", own: str = "") -> CardFace | None:
    """By its name, of this kind if there are several; a log may add the target in brackets."""
    known = _box(game, own).by_name
    found = known.get(name) or known.get(name.rpartition(" (")[0]) or ()
    return next((face for face in found if face.kind == kind), found[0] if found else None)


def with_cards(text: str, goods: Sequence[str]) -> Markup:
    """A sentence of a deal, in which every thing that changes hands is a chip that opens its card."""
    marks, at = list[tuple[int, int, str]](), 0
    for name in goods:
        start = text.find(name, at)
        if start >= 0:
            at = start + len(name)
            marks.append((start, at, NAMED))
    return chipped(text, tuple(marks))


class CardLying(NamedTuple):
    """A card on a table: its face, and what the table adds to it."""

    face: CardFace
    now: str


def lying(game: str, own: str, view: Mapping[str, object], thing: str) -> CardLying | None:
    """What this thing is, as far as a view tells: None if it is no card, or not known to be one."""
    row = next(seen(view, thing), None)
    if row is None:
        return None
    found = face_called(game, str(row["name"]), kind_of(thing), own)
    if found is None:
        return None
    if row.get("text") == "":  # at this table the card says less
        found = replace(found, text="", pairs=() if row.get("pair") == "" else found.pairs)
    screen = _screen(game)
    return CardLying(found, screen.here(row, view) if screen else "")


def seen(view: object, thing: str) -> Iterator[Mapping[str, object]]:
    """The rows of a view that are this thing and have a name."""
    if isinstance(view, Mapping):
        if view.get("id") == thing and isinstance(view.get("name"), str):
            yield view
        view = tuple(view.values())
    if isinstance(view, list | tuple):
        for inner in view:
            if isinstance(inner, Mapping | list | tuple):
                yield from seen(inner, thing)


def searched(all_of: Sequence[CardFace], query: str, kind: str = "") -> list[CardFace]:
    """Those of this kind on which every word of a query stands."""
    words = query.casefold().split()
    return [
        face
        for face in all_of
        if (not kind or face.kind == kind)
        and all(word in f"{face.name} {face.in_words}".casefold() for word in words)
    ]


def meant(all_of: Sequence[CardFace], query: str) -> str:
    """The query with each word that stands nowhere replaced by the nearest that does; "" if there is none."""
    known = sorted(
        {word.strip(".,:;()").casefold() for face in all_of for word in (face.name + " " + face.text).split()}
    )
    words = []
    for word in query.casefold().split():
        if any(word in one for one in known):
            words.append(word)
        elif near := get_close_matches(word, known, 1):
            words.append(near[0])
        else:
            return ""
    return " ".join(words)
