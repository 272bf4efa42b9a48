"""The rows of the card file, typed."""

from __future__ import annotations

import msgspec

from knaves.core.cards import Card
from knaves.games._template.cards.effects import GainCoins, Listen, MaySwap, Rank, Steal


class Thief(Card):
    rank: Rank
    effects: tuple[GainCoins | Steal | Listen | MaySwap, ...] = ()


class AlleyFile(msgspec.Struct, forbid_unknown_fields=True):
    card: tuple[Thief, ...]
