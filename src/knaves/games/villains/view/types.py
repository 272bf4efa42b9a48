"""The shapes of what an eye may know."""

from __future__ import annotations

from typing import TypedDict

from knaves.core.offers import OfferView, PromiseView


class FactionCardView(TypedDict):
    id: str
    title: str
    name: str
    target: str | None
    cost: int
    text: str
    kind: str
    scope: str
    kau: bool  # bears the mark of what Kau ignores


class UnitView(TypedDict):
    id: str
    type: str
    wounded: bool
    readied: bool
    count: int


class DeadView(TypedDict):
    owner: int
    type: str
    count: int


class CrewView(TypedDict):
    seat: int
    units: list[UnitView]
    influence: int
    kills: int
    graves: list[DeadView]  # units this seat has killed here, its own too


class TokenSpaceView(TypedDict):
    id: str
    owner: int | None
    token: str | None
    up: bool
    mine: str | None
    known: list[int]  # seats that have seen its face: its owner, who looked at it, all once it was face up


class RuleView(TypedDict):
    title: str
    name: str
    text: str
    by: int
    kau: bool
    of_attacks: bool  # it changes attack rolls


class AreaView(TypedDict):
    id: str
    name: str
    control: str
    skill: str
    owner: int | str | None
    leader: int | None
    spaces: list[TokenSpaceView]
    combat: bool
    crews: list[CrewView]
    rules: list[RuleView]
    used: list[int]
    nuked: bool


class NeedView(TypedDict):
    kind: str
    unit: str
    text: str
    have: int | None  # None: enemy targets that this seat does not know decide it
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


class KitView(TypedDict):
    name: str
    plural: str
    cost: int
    dice: list[int]
    influence: int
    tough: bool
    skilled: bool
    text: str  # what a champion does; "" for basic units


class OwnTokenView(TypedDict):
    """The token that only this faction has."""

    name: str
    text: str
    refunded: bool


class FactionView(TypedDict):
    id: str
    name: str
    title: str
    passive: str
    focus: str
    champion: KitView
    token: OwnTokenView
    taken: bool


class InventoryView(TypedDict):
    """The faction sheet and its inventory card, open to all (sheet.1)."""

    units: dict[str, int]
    tokens: dict[str, int]
    token: OwnTokenView
    focus: str
    passive: str
    upgrades: list[str]


class FightView(TypedDict):
    area: int
    left: list[int]  # attacks to come, by seat
    units: list[dict[str, int]]  # the same by type: whoever has fallen strikes too
    order: list[int]


class EndsView(TypedDict):
    seat: int
    gain: int  # area points
    takes: list[str]


class FactionSeatView(TypedDict):
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
    target: str | None  # None: not known, or none lies there
    aimed: bool  # whether a target lies there
    skills: list[str]
    purse: int
    passed: bool  # in the step that is played now
    offers_left: int
    kit: list[KitView]
    inventory: InventoryView | None  # None: no faction yet


class OwnView(TypedDict):
    hand: list[FactionCardView]
    plans: list[PlanView]
    buried: list[str]  # plans that this seat has put under its deck, the lowest first (secrecy.1)
    tokens: dict[str, str]


class FactionCityView(TypedDict):
    you: int | None
    turn: int
    first: int
    active: int | None  # whose turn it is to place or to act
    revealing: str | None
    fight: FightView | None
    attacked: int | None  # the area where an attack is made outside combat
    capitol_points: int
    outlook: list[EndsView]
    areas: list[AreaView]
    seats: list[FactionSeatView]
    own: OwnView | None
    rules: list[RuleView]
    deck: int
    discard: list[str]  # with their targets: the pile lies open
    open_cards: list[FactionCardView]
    fusion: int
    placed: int  # tokens placed this turn
    factions: list[FactionView]
    offers: list[OfferView]
    promises: list[PromiseView]
