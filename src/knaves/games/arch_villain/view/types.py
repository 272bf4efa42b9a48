"""The shape of what a seat sees."""

from __future__ import annotations

from typing import TypedDict


class UseView(TypedDict, total=False):
    """What a contact can do: `verb` says what, as the card file does."""

    id: str
    name: str
    verb: str
    item: str  # of a gain
    amount: int
    kind: str  # of a free card
    symbols: list[str]
    dice: int  # of a re-roll


class FaceItemView(TypedDict):
    face: int
    item: str
    amount: int


class HeroCardView(TypedDict, total=False):
    id: str
    key: str
    name: str
    kind: str
    text: str
    source: str
    house: list[str]
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
    items: list[FaceItemView]
    works: bool  # has an effect that needs no die
    inside: list[str]  # all_range, no_retaliation
    uses: list[UseView]
    used: bool
    warn: int  # of a player's card: the defence with a die on it, too, where that is another than now


class ArrestChanceView(TypedDict):
    """What an arrest has to reach, and what it can come to: the powers that the villain guards against raise both."""

    defence: int
    damage: int


class HeroView(TypedDict):
    id: str
    seat: int
    hero: str
    hero_name: str
    hero_number: int
    text: str
    source: str
    energy: int
    health: int
    dice: int
    skills: dict[str, int]
    ends: dict[str, int]
    fist: int
    score: int
    moved: int  # when the score cube moved last: on one space the later lies above (end.13)
    placements_left: int
    fate: str
    reward: int | None
    arrested_on: str | None
    set_points: int
    traits: dict[str, int]
    ignored: list[str]
    at_best: list[ArrestChanceView]  # of an arrest tried now, if every die falls as well as it can
    cards: list[HeroCardView]


class ActionSpaceView(TypedDict):
    id: str
    name: str
    source: str
    players: int
    open: bool
    tokens: dict[str, int]
    cards: list[HeroCardView]


class HeroCubesView(TypedDict):
    id: str
    key: str
    name: str
    source: str
    house: list[str]
    amount: int
    points: int
    endless: bool
    left: int
    cubes: list[int]


class ArchVillainView(TypedDict):
    id: str
    key: str
    name: str
    text: str
    source: str
    house: list[str]
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


class HeroCityView(TypedDict):
    """All of it. The page, the terminal and the bots read this and nothing else."""

    you: int | None
    round: int
    rounds: int
    turn: str
    turn_number: int
    turn_dice: list[int]
    bonus: dict[str, int]
    bonus_house: list[str]
    placements: int
    villain: ArchVillainView | None
    order: list[int]
    cubes: list[int]  # seats as their score cubes lie: the lowest first, of those on one space the upper
    players: list[HeroView]
    spaces: list[ActionSpaceView]
    green: list[HeroCubesView]
    rewards: list[HeroCubesView]
    loss: list[int]
    loss_pays: dict[str, int]
    sets: list[list[int]]
    supply: dict[str, int]
    decks: dict[str, int]
    discarded: int
    discards: list[HeroCardView]
    held: HeroCardView | None
    dice: DiceView | None
