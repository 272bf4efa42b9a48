"""The rows of the card files. Whoever writes a card file of his own writes rows of these shapes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from knaves.core.cards import Card, Source
from knaves.games.arch_villain.cards.effects import (
    Always,
    CardKind,
    Count,
    Inside,
    Origin,
    PowerType,
    Skill,
    Some,
    TalentKind,
    Token,
    TurnName,
    Use,
)

Faces = tuple[Count, Count, Count, Count, Count, Count]
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
    cost: Count
    damage: Faces
    range: bool = False
    plus: bool = False
    squares: Squares = 1
    items: tuple[FaceItem, ...] = ()
    inside: tuple[Inside, ...] = ()
    effects: tuple[Always, ...] = ()


class Weapon(Card):
    skill: Skill
    cost: Count
    base: Count
    symbols: Symbols
    range: bool = False
    squares: Squares = 1


class Talent(Card):
    kind: TalentKind
    cost: Count
    points: Count = 0
    damage: Faces = (0, 0, 0, 0, 0, 0)
    squares: Squares = 0
    effects: tuple[Always, ...] = ()


class Contact(Card):
    uses: tuple[Use, ...]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: PowerType
    number: Count


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: TurnName
    item: Token | CardKind


class Villain(Card):
    red: Count
    hearts: Count
    special: tuple[Special, ...] = ()
    strikes: tuple[Strike, ...] = ()


class Hero(Card):
    dice: Count
    health: Count
    skills: tuple[Level, Level, Level]  # the length of each track
    effects: tuple[Always, ...] = ()


# ---------------------------------------------------------------- the board


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    source: Source
    house: tuple[str, ...] = ()


class Space(_Row, frozen=True):
    id: str
    name: str
    players: Annotated[int, Meta(ge=2, le=5)]  # open at this many players and more


class Item(_Row, frozen=True):
    id: Token | CardKind
    name: str
    amount: Some = 1
    endless: bool = False  # no cube goes on it (items.7)


class TurnSpace(_Row, frozen=True):
    id: TurnName
    dice: Annotated[int, Meta(ge=0, le=10)]  # box.4


class Round(_Row, frozen=True):
    number: Some
    placements: Annotated[int, Meta(ge=0, le=10)]
    defence: Count
    points: Count
    damage: Count


class Reward(_Row, frozen=True):
    id: str
    name: str
    amount: Count = 0
    points: Count = 0  # a red circle: only after an arrest


class SetBonus(_Row, frozen=True):
    each: Some
    points: Count


class Supply(_Row, frozen=True):
    id: Token
    count: Annotated[int, Meta(ge=0, le=999)]


class Loss(_Row, frozen=True):
    health: Count
    energy: Count


class Scoring(_Row, frozen=True):
    range_arrest: Count


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A data file: any of these tables. A table in a player's own file replaces ours."""

    power: tuple[Power, ...] = ()
    weapon: tuple[Weapon, ...] = ()
    talent: tuple[Talent, ...] = ()
    contact: tuple[Contact, ...] = ()
    villain: tuple[Villain, ...] = ()
    hero: tuple[Hero, ...] = ()
    space: tuple[Space, ...] = ()
    item: tuple[Item, ...] = ()
    turn: tuple[TurnSpace, ...] = ()
    round: tuple[Round, ...] = ()
    reward: tuple[Reward, ...] = ()
    set: tuple[SetBonus, ...] = ()
    supply: tuple[Supply, ...] = ()
    loss: Loss | None = None
    scoring: Scoring | None = None
