"""The shape of what a seat sees."""

from __future__ import annotations

from typing import TypedDict


class UseView(TypedDict):
    id: str
    name: str


class CardView(TypedDict, total=False):
    id: str
    key: str
    name: str
    kind: str
    text: str
    source: str
    face: int
    cost: int
    points: int
    type: str
    symbol: str
    range: bool
    plus: bool
    squares: int
    damage: list[int]
    skill: str
    base: int
    symbols: list[int]
    items: list[dict[str, object]]
    inside: list[str]
    uses: list[UseView]
    used: bool


class PlayerView(TypedDict):
    id: str
    seat: int
    hero: str
    hero_name: str
    hero_number: int
    text: str
    energy: int
    health: int
    dice: int
    skills: dict[str, int]
    ends: dict[str, int]
    fist: int
    score: int
    fate: str
    reward: int | None
    arrested_on: str | None
    set_points: int
    traits: dict[str, int]
    ignored: list[str]
    cards: list[CardView]


class SpaceView(TypedDict):
    id: str
    name: str
    players: int
    open: bool
    tokens: dict[str, int]
    cards: list[CardView]


class CubesView(TypedDict):
    id: str
    key: str
    name: str
    amount: int
    points: int
    endless: bool
    cubes: list[int]


class VillainView(TypedDict):
    id: str
    key: str
    name: str
    text: str
    source: str
    number: int
    red: int
    hearts: int
    special: dict[str, int]
    strikes: list[dict[str, str]]
    defence: int
    cost_of_six: int
    points: int


class PlacedView(TypedDict):
    card: str
    pips: int
    item: bool


class DiceView(TypedDict):
    of: str
    seat: int
    pool: list[int]
    placed: list[PlacedView]
    pips: int
    damage: int
    defence: int


class CityView(TypedDict):
    """All of it. The page, the terminal and the bots read this and nothing else."""

    you: int | None
    round: int
    rounds: int
    turn: str
    turn_number: int
    turn_dice: list[int]
    bonus: dict[str, int]
    placements: int
    villain: VillainView | None
    order: list[int]
    players: list[PlayerView]
    spaces: list[SpaceView]
    green: list[CubesView]
    rewards: list[CubesView]
    loss: list[int]
    loss_pays: dict[str, int]
    sets: list[list[int]]
    supply: dict[str, int]
    decks: dict[str, int]
    discarded: int
    held: CardView | None
    dice: DiceView | None
