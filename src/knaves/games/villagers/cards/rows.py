"""A row of a card file."""

from __future__ import annotations

from typing import Literal

import msgspec

from knaves.core.cards import Card
from knaves.games.villagers.cards.effects import Amount, AnyEffect, Gold

ANY_CITIZEN = "any citizen"
NUMBERS = ("price", "value", "earnings", "bonus", "defeat", "pillage", "loot")


class VillageCard(Card, kw_only=True):
    """One row of a card file. Which numbers a row must have depends on its kind (see `check.py`)."""

    kind: Literal["building", "challenge", "citizen", "hero", "mob"]
    price: Gold | None = None
    value: Amount | None = None
    earnings: Gold | None = None
    bonus: Gold | None = None
    defeat: Gold | None = None
    pillage: Gold | None = None
    loot: Gold | None = None
    pair: str = ""
    start: bool = False  # dealt to the Mayors, not shuffled into the deck
    instead_of: str = ""  # in a file of one's own: the card of ours whose place it takes
    effects: tuple[AnyEffect, ...] = ()


class CardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[VillageCard, ...]
