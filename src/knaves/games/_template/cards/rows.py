"""The rows of the card file, typed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from knaves.core.cards import Card
from knaves.games._template.cards.effects import GainCoins, MaySwap, Steal


class Thief(Card):
    rank: Annotated[int, Meta(ge=1, le=6)]
    effects: tuple[GainCoins | Steal | MaySwap, ...] = ()


class AlleyFile(msgspec.Struct, forbid_unknown_fields=True):
    card: tuple[Thief, ...]
