"""The rows of the card files and of the board, typed."""

from __future__ import annotations

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


class Support(Card):
    top: int
    villain: str = ""
    bottom: int | None = None


class Mission(Card):
    number: int
    effects: tuple[Reward, ...] = ()


class Villain(Card):
    colour: str
    cost: int
    arrows: tuple[int, int, int, int, int, int]
    arrows_source: Source
    action: VillainAbility
    power: VillainAbility


class Goal(Card):
    wins: PowerAt | EmptyTracks
    revealed: RevealedAbility
    accuser: tuple[Prize, ...]
    revealed_source: Source = "rulebook"


class OwnCards(msgspec.Struct, forbid_unknown_fields=True):
    """What a player's own card file may hold: the Support cards, the missions, or both."""

    card: tuple[Support, ...] = ()
    mission: tuple[Mission, ...] = ()


class Villains(msgspec.Struct, forbid_unknown_fields=True):
    villain: tuple[Villain, ...]


class Goals(msgspec.Struct, forbid_unknown_fields=True):
    goal: tuple[Goal, ...]


class Rondel(msgspec.Struct, forbid_unknown_fields=True):
    order: tuple[str, ...]
    source: Source
    text: str


class Track(msgspec.Struct, forbid_unknown_fields=True):
    buffers: int
    spaces: int
    start: int
    source: Source


class Contents(msgspec.Struct, forbid_unknown_fields=True):
    coins: int
    cubes_per_colour: int
    source: Source


class Start(msgspec.Struct, forbid_unknown_fields=True):
    hand: int
    coins: int
    bag_per_colour: int
    source: Source


class Accusation(msgspec.Struct, forbid_unknown_fields=True):
    stake: int
    free_at_power: int
    source: Source


class Board(msgspec.Struct, forbid_unknown_fields=True):
    rondel: Rondel
    track: Track
    box: Contents
    start: Start
    accusation: Accusation
