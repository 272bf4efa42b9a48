"""The cards and the board of New Angeles as data: typed rows, checked when they are read."""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from knaves.core.cards import Card, Name, Source
from knaves.games.new_angeles.cards.effects import (
    ActionEffect,
    AssetEffect,
    EventEffect,
    InvestmentEffect,
    Resource,
)

Place: TypeAlias = Annotated[int, Meta(ge=1, le=10)]
"""The number of a district (20)."""
Standing: TypeAlias = Literal[
    "android",
    "human_first",
    "orgcrime",
    "prisec",
    "illness",
    "outage",
    "development",
    "protest",
    "strike",
]
"""What can stand in a district."""
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


class EventCard(Card):
    back: Literal["human_first", "orgcrime", "outage", "unrest"]
    effects: tuple[EventEffect, ...]
    places: dict[Standing, tuple[Place, ...]]
    turns: Annotated[int, Meta(ge=1, le=5)]


class Rival(Card):
    corp: str = ""


class Setup(Card):
    places: dict[Standing, tuple[Place, ...]]
    turns: Annotated[int, Meta(ge=1, le=5)]  # 67: the turn track has five slots
    known: str = ""


class Yield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    resource: Resource
    amount: Annotated[int, Meta(ge=1, le=9)]


class District(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: Place
    name: Name
    exit: Annotated[int, Meta(ge=0, le=10)]
    tier: Literal[1, 2, 3]
    primary: Yield
    source: Source
    secondary: Yield | None = None
    house: tuple[str, ...] = ()


class ResourceTrack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Resource
    last: Annotated[int, Meta(ge=1, le=20)]
    source: Source


class Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of a piece the box holds."""

    name: str
    count: int
    source: Source


Row = TypeVar("Row", bound=Card)


class DeckFile(msgspec.Struct, Generic[Row], forbid_unknown_fields=True):
    card: tuple[Row, ...]


class CityFile(msgspec.Struct, forbid_unknown_fields=True):
    resources: tuple[str, ...]
    district: tuple[District, ...]
    track: tuple[ResourceTrack, ...]
    piece: tuple[Stack, ...]
