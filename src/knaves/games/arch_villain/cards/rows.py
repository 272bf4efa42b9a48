"""The rows of the card files. Whoever writes a card file of his own writes rows of these shapes."""

from __future__ import annotations

from typing import Literal

import msgspec

from knaves.core.cards import Card, Source
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

Faces = tuple[int, int, int, int, int, int]


class FaceItem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be taken instead of the damage of this face."""

    face: int
    item: Token
    amount: int


class Power(Card):
    type: PowerType
    origin: Origin
    cost: int
    damage: Faces
    range: bool = False
    plus: bool = False
    squares: int = 1
    items: tuple[FaceItem, ...] = ()
    inside: tuple[Inside, ...] = ()
    effects: tuple[Always, ...] = ()


class Weapon(Card):
    skill: Skill
    cost: int
    base: int
    symbols: Faces  # -1: a miss
    range: bool = False
    squares: int = 1


class Talent(Card):
    kind: TalentKind
    cost: int
    points: int = 0
    damage: Faces = (0, 0, 0, 0, 0, 0)
    squares: int = 0
    effects: tuple[Always, ...] = ()


class Contact(Card):
    uses: tuple[Use, ...]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: PowerType
    number: int


class Strike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: TurnName
    item: Token | CardKind


class Villain(Card):
    red: int
    hearts: int
    special: tuple[Special, ...] = ()
    strikes: tuple[Strike, ...] = ()


class Hero(Card):
    dice: int
    health: int
    skills: tuple[int, int, int]  # the length of each track
    effects: tuple[Always, ...] = ()


# ---------------------------------------------------------------- the board


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    source: Source
    house: tuple[str, ...] = ()


class Space(_Row, frozen=True):
    id: str
    name: str
    players: int  # open at this many players and more


class Item(_Row, frozen=True):
    id: Token | CardKind
    name: str
    kind: Literal["token", "card"]
    amount: int = 1
    endless: bool = False


class TurnSpace(_Row, frozen=True):
    id: TurnName
    name: str
    dice: int


class Round(_Row, frozen=True):
    number: int
    placements: int
    defence: int
    points: int
    damage: int


class Reward(_Row, frozen=True):
    id: str
    name: str
    amount: int = 0
    points: int = 0  # a red circle: only after an arrest


class SetBonus(_Row, frozen=True):
    each: int
    points: int


class Supply(_Row, frozen=True):
    id: Token
    count: int


class Loss(_Row, frozen=True):
    health: int
    energy: int


class Scoring(_Row, frozen=True):
    range_arrest: int


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
