"""Constructed positions. Words: `turn`, a seat; `hands`, by seat."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.scenario import Zones, lays, read, seat, sets
from tests.guide.magpies.state import Nest


def arrange(s: Nest, title: str, words: Mapping[str, object]) -> None:
    ids = [jewel.id for jewel in s.box.jewels]
    card = Zones(s, "deck", "hand").named(lambda slot: ids[s.kind(slot)], ids, "jewel")
    hands = lays(s, "hand", card, lambda at: 1 << at, lambda slot: s.deck.insert(0, slot))
    read(title, words, {"turn": sets(s, "turn", seat(s)), "hands": hands})
