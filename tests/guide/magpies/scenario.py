"""Constructed positions. Words: `turn`, a seat; `hands`, by seat."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
from knaves.core.step import Step
from tests.guide.magpies.state import Nest


def arrange(s: Nest, stack: list[Step[Nest]], given: Mapping[str, object]) -> None:
    card = words.Zones(s, "deck", "hand").named([s.box.jewels[kind].id for kind in s.box.kind], "jewel")
    hands = words.lays(s, "hand", card, words.own, lambda slot: s.deck.insert(0, slot))
    words.read("Magpies", given, {"turn": words.sets(s, "turn", words.seat(s)), "hands": hands})
