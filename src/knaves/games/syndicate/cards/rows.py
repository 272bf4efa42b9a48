"""The rows of the card files and of the board, typed."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from knaves.core.cards import Card, Source
from knaves.games.syndicate.cards.effects import (
    EmptyTracks,
    PowerAt,
    Prize,
    RevealedAbility,
    Reward,
    VillainAbility,
)

Value: TypeAlias = Annotated[int, msgspec.Meta(ge=-99, le=99)]
"""What a Support card counts."""


class SupportCard(Card):
    top: Value
    villain: str = ""
    bottom: Value | None = None


class Mission(Card):
    number: Annotated[int, msgspec.Meta(ge=0, le=999)]
    effects: Annotated[tuple[Reward, ...], msgspec.Meta(max_length=10)] = ()


class Villain(Card):
    colour: str
    cost: int
    arrows: tuple[int, int, int, int, int, int]
    action: VillainAbility
    power: VillainAbility


class Goal(Card):
    wins: PowerAt | EmptyTracks
    revealed: RevealedAbility
    accuser: tuple[Prize, ...]


class OwnCards(msgspec.Struct, forbid_unknown_fields=True):
    """What a player's own card file may hold: the Support cards, the missions, or both."""

    card: tuple[SupportCard, ...] = ()
    mission: tuple[Mission, ...] = ()


class VillainFile(msgspec.Struct, forbid_unknown_fields=True):
    villain: tuple[Villain, ...]


class Goals(msgspec.Struct, forbid_unknown_fields=True):
    goal: tuple[Goal, ...]


class Rondel(msgspec.Struct, forbid_unknown_fields=True):
    order: tuple[str, ...]
    source: Source
    text: str


class PowerTrack(msgspec.Struct, forbid_unknown_fields=True):
    buffers: int
    spaces: int
    start: int
    source: Source


class Contents(msgspec.Struct, forbid_unknown_fields=True):
    coins: int
    cubes_per_colour: int
    source: Source


class StartRow(msgspec.Struct, forbid_unknown_fields=True):
    hand: int
    coins: int
    bag_per_colour: int
    source: Source


class AccusationPrices(msgspec.Struct, forbid_unknown_fields=True):
    stake: int
    free_at_power: int
    source: Source


class BoardFile(msgspec.Struct, forbid_unknown_fields=True):
    rondel: Rondel
    track: PowerTrack
    box: Contents
    start: StartRow
    accusation: AccusationPrices
