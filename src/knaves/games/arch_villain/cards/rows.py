"""The rows of the card files. Whoever writes a card file of his own writes rows of these shapes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from knaves.core.cards import Amount, Card, Name, Some, Source
from knaves.games.arch_villain.cards.effects import (
    Always,
    CardKind,
    Inside,
    Origin,
    PowerType,
    Skill,
    TalentKind,
    Token,
    TurnName,
    Use,
)

Faces = tuple[Amount, Amount, Amount, Amount, Amount, Amount]
Symbol = Annotated[int, Meta(ge=-1, le=9)]  # -1: a miss
Symbols = tuple[Symbol, Symbol, Symbol, Symbol, Symbol, Symbol]
Squares = Annotated[int, Meta(ge=0, le=10)]  # box.4
Level = Annotated[int, Meta(ge=0, le=9)]
Pips = Annotated[int, Meta(ge=1, le=6)]


class FaceItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be taken instead of the damage of this face."""

    face: Pips
    item: Token
    amount: Some


class Power(Card):
    type: PowerType
    origin: Origin
    cost: Amount
    damage: Faces
    range: bool = False
    plus: bool = False
    squares: Squares = 1
    items: tuple[FaceItem, ...] = ()
    inside: tuple[Inside, ...] = ()
    effects: tuple[Always, ...] = ()


class Weapon(Card):
    skill: Skill
    cost: Amount
    base: Amount
    symbols: Symbols
    range: bool = False
    squares: Squares = 1


class Talent(Card):
    kind: TalentKind
    cost: Amount
    points: Amount = 0
    damage: Faces = (0, 0, 0, 0, 0, 0)
    squares: Squares = 0
    effects: tuple[Always, ...] = ()


class Contact(Card):
    uses: tuple[Use, ...]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: PowerType
    number: Some


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: TurnName
    item: Token | CardKind


class VillainCard(Card):
    red: Amount
    hearts: Amount
    special: tuple[Special, ...] = ()
    strikes: tuple[Strike, ...] = ()


class Hero(Card):
    dice: Amount
    health: Amount
    skills: tuple[Level, Level, Level]  # the length of each track
    effects: tuple[Always, ...] = ()


# ---------------------------------------------------------------- the board


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    source: Source
    house: tuple[str, ...] = ()


class Space(_Row, frozen=True):
    id: Name
    name: Name
    players: Annotated[int, Meta(ge=2, le=5)]  # open at this many players and more


class Item(_Row, frozen=True):
    id: Token | CardKind
    name: Name
    amount: Some = 1
    endless: bool = False  # no cube goes on it (items.7)


class TurnSpace(_Row, frozen=True):
    id: TurnName
    dice: Annotated[int, Meta(ge=0, le=10)]  # box.4


class RoundRow(_Row, frozen=True):
    number: Some
    placements: Annotated[int, Meta(ge=0, le=10)]
    defence: Amount
    points: Amount
    damage: Amount


class RewardRow(_Row, frozen=True):
    id: Name
    name: Name
    amount: Amount = 0
    points: Amount = 0  # a red circle: only after an arrest


class SetBonus(_Row, frozen=True):
    each: Some
    points: Amount


class Supply(_Row, frozen=True):
    id: Token
    count: Annotated[int, Meta(ge=0, le=999)]


class Loss(_Row, frozen=True):
    health: Amount
    energy: Amount


class Scoring(_Row, frozen=True):
    range_arrest: Amount


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A data file: any of these tables. A table in a player's own file replaces ours."""

    power: tuple[Power, ...] = ()
    weapon: tuple[Weapon, ...] = ()
    talent: tuple[Talent, ...] = ()
    contact: tuple[Contact, ...] = ()
    villain: tuple[VillainCard, ...] = ()
    hero: tuple[Hero, ...] = ()
    space: tuple[Space, ...] = ()
    item: tuple[Item, ...] = ()
    turn: tuple[TurnSpace, ...] = ()
    round: tuple[RoundRow, ...] = ()
    reward: tuple[RewardRow, ...] = ()
    set: tuple[SetBonus, ...] = ()
    supply: tuple[Supply, ...] = ()
    loss: Loss | None = None
    scoring: Scoring | None = None
