"""The large card of a table: what a seat sees of a thing, and what is true of it here and now."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup, escape

from knaves.core.card_face import CardFace
from knaves.core.game import View
from knaves.core.things import is_thing
from knaves.table.pages.page import Page
from knaves.web.draw.faces import card_names, face_called, lying
from knaves.web.draw.rendering import board_for, template
from knaves.web.draw.scene import Scene

FEW = 3
"""Answers of which each is told; of more, the board says enough."""


def drawn_large(game: str, face: CardFace, own: str = "", now: tuple[str, ...] = ()) -> str:
    return template("board/large_card.html").render(
        f=face, game=game, partners=partners(game, face, own), now=now
    )


def partners(game: str, face: CardFace, own: str = "") -> list[tuple[str, str]]:
    """The cards it names, with their addresses in the gallery; a player's own cards have none."""
    found = [(name, face_called(game, name)) for name in face.pairs]
    return [(name, f"/cards/{game}/{other.key}" if other and not own else "") for name, other in found]


@lru_cache(maxsize=5_000)
def cards_in(game: str, text: str) -> Markup:
    """A sentence of our rules, in which the names of cards are links to them."""
    found, at = list[str](), 0
    for match in card_names(game).finditer(text):
        face = face_called(game, match[0])
        assert face is not None
        link = f'<a data-card href="/cards/{game}/{escape(face.key)}">{escape(match[0])}</a>'
        found += [escape(text[at : match.start()]), link]
        at = match.end()
    return Markup("".join([*found, escape(text[at:])]))  # each part is escaped


def card_named(game: str, name: str, own: str = "") -> str:
    """The card of this name of a table's box; "" if there is none."""
    face = None if is_thing(name) else face_called(game, name, own=own)
    return drawn_large(game, face, own) if face else ""


def card_seen(game: str, thing: str, own: str, view: View | None, stakes: Sequence[str] = ()) -> str:
    """What a view tells of a thing; "" if it is no card, or its face is not known to these eyes."""
    found = lying(game, own, view, thing) if view is not None else None
    if found is None:
        return ""
    return drawn_large(game, found.face, own, tuple(said for said in (found.now, *stakes) if said))


def stakes_of(page: Page, thing: str) -> list[str]:
    """What can be done with it now, and what that needs or risks."""
    scene = Scene.of_page(page)
    choices = scene.things.get(thing, ())
    if not choices or len(choices) > FEW:
        return []
    hints = board_for(scene).hints
    return [f"{choice.label}: {hints[choice.number]}" for choice in choices if hints.get(choice.number)]
