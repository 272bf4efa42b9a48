"""The cards and the board of New Angeles as data: typed rows, checked when they are read."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from knaves.core.cards import Card, Source
from knaves.games.new_angeles.cards.effects import (
    ActionEffect,
    AssetEffect,
    EventEffect,
    InvestmentEffect,
    Resource,
)

Kind: TypeAlias = Literal["construction", "biotech", "labor", "media", "security", "general"]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: Kind
    count: int


class Corp(Card):
    contract: str
    contract_capital: int
    draw_many: tuple[Line, ...]
    draw_four: tuple[Line, ...]
    emergency: str


class Action(Card):
    effects: tuple[ActionEffect, ...]
    type: str = ""
    corp: str = ""
    safe: bool = False


class Asset(Card):
    timing: str
    use: str = ""
    effects: tuple[AssetEffect, ...] = ()
    step: str = ""


class Demand(Card):
    needs: dict[Resource, int]
    threat: int


class Investment(Card):
    effects: tuple[InvestmentEffect, ...]


class Event(Card):
    back: Literal["human_first", "orgcrime", "outage", "unrest"]
    effects: tuple[EventEffect, ...]
    places: dict[str, tuple[int, ...]]
    turns: int


class Rival(Card):
    corp: str = ""


class Setup(Card):
    places: dict[str, tuple[int, ...]]
    turns: int
    known: str = ""


class Yield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    resource: Resource
    amount: int


class District(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    name: str
    exit: int
    tier: Literal[1, 2, 3]
    primary: Yield
    source: Source
    secondary: Yield | None = None
    house: tuple[str, ...] = ()


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    last: int
    source: Source


class Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of a piece the box holds."""

    name: str
    count: int
    source: Source
