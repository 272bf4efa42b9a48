"""The rows of the data files: areas, units, tokens, factions, action cards and plans."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from knaves.core.cards import Card, Source
from knaves.games.villains.cards.effects import CardEffect, UnitId

AreaId: TypeAlias = Literal[
    "capitol", "sewers", "police", "laboratory", "factory", "bank", "university", "subway", "church"
]


class ActionCard(Card, kw_only=True):
    """One title; a copy for every target ("none": that copy cannot be chosen as a target)."""

    targets: tuple[AreaId | Literal["none"], ...]
    cost: Annotated[int, msgspec.Meta(ge=0, le=9)]
    scope: Literal["local", "global"]
    kind: Literal["event", "rule"]
    kau: bool = False
    effects: tuple[CardEffect, ...]


class ActionFile(msgspec.Struct, forbid_unknown_fields=True):
    card: tuple[ActionCard, ...]


# -- plans -------------------------------------------------------------------------------------------

NeedKind: TypeAlias = Literal[
    "units",
    "control",
    "control_enemy_target",
    "own_target",
    "kill",
    "kill_most",
    "lose",
    "markers",
    "skills",
    "tokens",
    "card_tokens",
    "fusion",
    "discard",
    "influence",
    "exterminate",
    "presence",
]


class Need(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing an objective asks for. Numbers are minimums (objective.2)."""

    kind: NeedKind
    n: int = 1
    areas: int = 1
    unit: UnitId | Literal["any"] = "any"
    where: Literal["any", "own_target", "enemy_target", "enemy_area"] = "any"


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    needs: tuple[Need, ...]


class PlanCard(Card, kw_only=True):
    faction: str
    number: int
    objectives: tuple[Objective, ...]


class PlanFile(msgspec.Struct, forbid_unknown_fields=True):
    plan: tuple[PlanCard, ...]


# -- areas and factions ------------------------------------------------------------------------------


class Area(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    spaces: int
    adjacent: tuple[AreaId, ...]
    control: str
    skill: str
    source: Source


class CapitolToken(msgspec.Struct, forbid_unknown_fields=True):
    turn: int
    points: int
    source: Source


class AreaFile(msgspec.Struct, forbid_unknown_fields=True):
    area: tuple[Area, ...]
    capitol_token: tuple[CapitolToken, ...]


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    cost: int
    dice: tuple[int, ...]
    influence: int
    name: str = ""
    plural: str = ""
    id: str = ""
    tough: bool = False
    skilled: bool = False
    text: str = ""
    source: Source = "public"


class Token(Card, kw_only=True):
    cost: int = 0
    influence: int = 1
    refunded: bool = False


class UpgradeEffect(msgspec.Struct, forbid_unknown_fields=True):
    verb: Literal[
        "base_deploy_limit",
        "fixer_attack",
        "base_draw",
        "attack_bonus",
        "income",
        "extra_patsies",
        "move_cost",
        "move_anywhere",
        "patsy_dice",
    ]
    value: int = 1


class Upgrade(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    text: str
    effects: tuple[UpgradeEffect, ...]
    source: Source


class Faction(Card, kw_only=True):
    """A faction sheet with its inventory and upgrade cards (sheet.1); the text is its passive ability."""

    title: str
    energy: int
    focus: str
    units: dict[str, int]
    tokens: dict[str, int]
    champion: Unit
    token: Token
    upgrade: tuple[Upgrade, ...]
    unit: tuple[Unit, ...] = ()
    captures: tuple[Literal["energy", "card", "points"], ...] = ("energy", "card", "points")


class FactionFile(msgspec.Struct, forbid_unknown_fields=True):
    unit: tuple[Unit, ...]
    token: tuple[Token, ...]
    faction: tuple[Faction, ...]
