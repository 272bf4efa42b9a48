"""Support cards and cubes as they are drawn, and the colours and icons of the villains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from knaves.core.board import PLAIN, BoardScene, Look, joined, signed
from knaves.games.syndicate.view import SyndicateCardView, SyndicateCityView

KEYS = ("shadow", "nova", "doom", "gold", "volt", "spy")  # as the style sheet calls them
ICONS = ("broken-heart", "explosion-rays", "crowned-skull", "warhammer", "lightning-helix", "spy")


class SupportFace(msgspec.Struct, frozen=True):
    """A support card: its upper number counts anywhere, its lower one for its villain."""

    id: str
    css: str
    number: int | None
    top: str
    bottom: str
    icon: str  # of its villain; "" for none
    name: str
    lower: bool  # the lower number counts
    counts: bool  # in the running mission
    house: bool


class LaidCard(msgspec.Struct, frozen=True):
    id: str
    css: str
    counts: str
    name: str


class CubePick(msgspec.Struct, frozen=True):
    id: str
    key: str
    css: str
    label: str
    count: int


def owner_of(card: SyndicateCardView) -> int | None:
    """The villain whose lower number it has."""
    return card["villain"] if card["bottom"] is not None else None


def support(card: SyndicateCardView, running: list[int], look: Look) -> SupportFace:
    """`running`: the villains of the mission that goes on."""
    owner = owner_of(card)
    counts = card["counts"] is not None
    return SupportFace(
        id=card["id"],
        css=joined("card support", f"v-{'none' if owner is None else KEYS[owner]}", look[0]),
        number=look[1],
        top=signed(card["top"]),
        bottom=signed(card["bottom"] or 0),
        icon="" if owner is None else ICONS[owner],
        name=card["name"],
        lower=counts and owner is not None and owner in running,
        counts=counts,
        house=card["source"] == "house",
    )


def laid_card(scene: BoardScene, view: SyndicateCityView, card: SyndicateCardView, counts: int) -> LaidCard:
    key = "none" if card["villain"] is None else KEYS[card["villain"]]
    css = joined("laid__card", f"v-{key}", scene.glow(card["id"]))
    return LaidCard(card["id"], css, signed(counts), card["name"])


def cube_pick(looks: Mapping[str, Look], names: Sequence[str], colour: int, count: int) -> CubePick:
    thing = f"cube:{colour}"
    css = joined("cubepick", looks.get(thing, PLAIN)[0])
    return CubePick(thing, KEYS[colour], css, f"{names[colour]} cube", count)
