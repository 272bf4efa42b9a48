"""The shapes of what an eye may know."""

from __future__ import annotations

from typing import Literal, TypedDict


class CardView(TypedDict):
    id: str
    title: str
    name: str
    target: str | None
    cost: int
    text: str
    kind: str
    scope: str


class UnitView(TypedDict):
    id: str
    type: str
    wounded: bool
    readied: bool
    count: int


class CrewView(TypedDict):
    seat: int
    units: list[UnitView]
    influence: int
    kills: int


class SpaceView(TypedDict):
    id: str
    owner: int | None
    token: str | None
    up: bool
    mine: str | None


class RuleView(TypedDict):
    title: str
    name: str
    text: str
    by: int


class AreaView(TypedDict):
    id: str
    name: str
    control: str
    skill: str
    owner: int | str | None
    leader: int | None
    spaces: list[SpaceView]
    combat: bool
    crews: list[CrewView]
    rules: list[RuleView]
    used: list[int]
    nuked: bool


class NeedView(TypedDict):
    text: str
    have: int
    want: int


class ObjectiveView(TypedDict):
    points: int
    met: bool
    needs: list[NeedView]


class PlanView(TypedDict):
    id: str
    name: str
    now: int  # points if it were scored now
    objectives: list[ObjectiveView]


class FactionView(TypedDict):
    id: str
    name: str
    title: str
    passive: str
    focus: str
    taken: bool


class KitView(TypedDict):
    name: str
    cost: int
    dice: list[int]
    influence: int
    tough: bool
    skilled: bool


class FightView(TypedDict):
    area: int
    left: list[int]  # attacks to come, by seat
    order: list[int]


class EndsView(TypedDict):
    seat: int
    gain: int  # area points
    takes: list[str]


class SeatView(TypedDict):
    id: str
    seat: int
    faction: str | None
    energy: int
    resources: int
    area_points: int
    plan_points: int
    score: dict[str, int]  # both, and their sum
    upgrade: int
    captured: list[int | str]
    track: list[str]
    capitol: list[int]
    cards: int
    plans: int
    scored: list[str]
    tokens: int
    reserve: dict[str, int]
    target: str | None
    skills: list[str]
    purse: int
    kit: list[KitView]


class OwnView(TypedDict):
    hand: list[CardView]
    plans: list[PlanView]
    tokens: dict[str, str]


class DealView(TypedDict):
    number: int
    by: int
    to: int
    give: int
    get: int
    promise: int
    wants: int


class PromiseView(TypedDict):
    by: int
    to: int
    kind: int
    turn: int
    state: Literal["open", "kept", "broken"]


class CityView(TypedDict):
    you: int | None
    turn: int
    first: int
    revealing: str | None
    fight: FightView | None
    capitol_points: int
    outlook: list[EndsView]
    areas: list[AreaView]
    seats: list[SeatView]
    own: OwnView | None
    rules: list[RuleView]
    deck: int
    discard: list[str]
    open_cards: list[CardView]
    fusion: int
    factions: list[FactionView]
    offers: list[DealView]
    promises: list[PromiseView]
