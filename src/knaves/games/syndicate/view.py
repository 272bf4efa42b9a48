"""What a seat may know. The page, the terminal and the bots read this and nothing else."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from knaves.core.cards import kept_with_box
from knaves.core.words import counted
from knaves.games.syndicate.cards import SPY, SyndicateBox
from knaves.games.syndicate.cards.texts import ability_text, prize_text, revealed_text, reward_text
from knaves.games.syndicate.rules.at_any_time import most_of
from knaves.games.syndicate.rules.mission import power_if_lost, power_if_won, total, will_count
from knaves.games.syndicate.state import DECIDED, OPEN, SyndicateCity


class SyndicateCardView(TypedDict):
    id: str
    key: str
    name: str
    villain: int | None  # whose card it is
    top: int
    bottom: int | None
    counts: int | None  # in the running mission
    text: str
    source: str


class GoneVillainView(TypedDict):
    id: str
    key: str
    name: str


class SyndicateVillainView(TypedDict):
    id: str
    key: str
    name: str
    colour: str
    cost: int
    cells: list[bool]  # two Buffer circles, then the spaces 1 to 5
    power: int
    level: int
    arrows: list[int]
    reserve: int
    action: str  # the Action ability
    ability: str  # the Power ability
    house: list[str]  # what of it is ours


class RondelSpaceView(TypedDict):
    id: str
    between: list[int]
    action: bool
    mission: bool
    cards: int  # waiting face down
    yours: list[SyndicateCardView]


class ForecastView(TypedDict):
    """What a mission does to the Power of a villain who takes part."""

    villain: int
    now: int
    won: int
    lost: int


class StageView(TypedDict):
    """Where the running mission is, or where the next one will be: the marker moves on before it begins."""

    space: int
    villains: list[int]
    cards: int  # waiting there face down
    running: bool


class MissionView(TypedDict):
    key: str
    name: str
    text: str
    source: str
    number: int
    space: int
    villains: list[int]
    rewards: list[str]
    verbs: list[str]
    open: bool
    cards: list[SyndicateCardView]
    will_count: int | None  # how many there will be, while they are closed
    raised: int
    total: int | None
    forecast: list[ForecastView]
    decided: bool  # won or lost: what is left are the rewards
    waived: list[list[int]]  # coins and cards, by seat


class GoalView(TypedDict):
    key: str
    number: int
    name: str
    text: str
    revealed: str  # what its holder may do once it lies open
    accuser: list[str]  # what a right accuser gets
    house: list[str]  # which of these are ours


class ChargeView(TypedDict):
    """One of the six goals, as an accusation names it."""

    id: str
    name: str
    free: bool  # needs no stake now


class SyndicateCubesView(TypedDict):
    id: str
    colour: str
    count: int


class ScreenView(TypedDict):
    id: str
    cards: int
    goal: GoalView | None  # once revealed
    denied: list[int]  # goals that everybody knows this player has not
    denials: list[int]  # those of them that he himself denied; the others lie open before somebody else
    acts: list[int]  # how often this player activated each villain
    steered: list[int]  # how often this player moved the next mission to each villain
    starved: int  # how often this player's cube left a track with one cube or none
    active: bool


class YouView(TypedDict):
    """Behind your own screen."""

    hand: list[SyndicateCardView]
    laid: SyndicateCardView | None
    coins: int
    cubes: list[int]
    screen: list[SyndicateCubesView]  # the same, for those who look for things to choose
    goal: GoalView
    powers: list[int]  # what each villain's Power ability would give you now


class SyndicateCityView(TypedDict):
    you: int | None
    turn: int
    active: int
    accused: bool  # the active player has made this turn's accusation
    paid: int  # spaces paid for, while the active player pays
    landing: int  # where the Action marker will stand when it has moved so far
    stage: StageView
    villains: list[SyndicateVillainView]
    spaces: list[RondelSpaceView]
    mission: MissionView | None
    players: list[ScreenView]
    charges: list[ChargeView]
    own: YouView | None
    looking: list[SyndicateCardView]  # cards in another's hand that you are being shown
    palm: list[int]  # cubes drawn from the bag to choose from
    bag: int
    bank: int
    deck: int
    discard: list[GoneVillainView]  # as far as you have seen it
    discarded: int
    missions_left: int
    missions_gone: list[str]
    unserved: list[int]  # goals nobody hidden can hold


def card_view(s: SyndicateCity, slot: int) -> SyndicateCardView:
    face = s.face[slot]
    return _card(s.box, slot, face, s.box.value[s.place][face] if s.place >= 0 else None)


@kept_with_box
def _card(box: SyndicateBox, slot: int, face: int, counts: int | None) -> SyndicateCardView:
    card = box.support[face]
    villain = box.villain_of[face]
    return {
        "id": f"card:{slot}",
        "key": card.id,
        "name": card.name,
        "villain": None if villain < 0 else villain,
        "top": card.top,
        "bottom": card.bottom,
        "counts": counts,
        "text": card.text,
        "source": card.source,
    }


def gone_view(s: SyndicateCity, slot: int) -> GoneVillainView:
    card = s.box.support[s.face[slot]]
    return {"id": f"card:{slot}", "key": card.id, "name": card.name}


@kept_with_box
def goal_view(box: SyndicateBox, number: int) -> GoalView:
    goal = box.goals[number]
    return {
        "key": goal.id,
        "number": number,
        "name": goal.name,
        "text": goal.text,
        "revealed": revealed_text(goal.revealed),
        "accuser": [prize_text(box, prize) for prize in goal.accuser],
        "house": [*goal.house],
    }


@kept_with_box
def villain_view(box: SyndicateBox, villain: int, low: int, high: int, reserve: int) -> SyndicateVillainView:
    row = box.villains[villain]
    return {
        "id": f"villain:{villain}",
        "key": row.id,
        "name": row.name,
        "colour": row.colour,
        "cost": row.cost,
        "cells": [low <= cell <= high for cell in range(7)],
        "power": max(0, high - 1),
        "level": box.level[villain][high + 1],
        "arrows": list(row.arrows),
        "reserve": reserve,
        "action": ability_text(row.action),
        "ability": ability_text(row.power),
        "house": [*row.house],
    }


def mission_view(s: SyndicateCity) -> MissionView | None:
    if s.mission < 0:
        return None
    row = s.box.missions[s.face[s.mission]]
    is_open = s.stage >= OPEN
    return {
        "key": row.id,
        "name": row.name,
        "text": row.text,
        "source": row.source,
        "number": row.number,
        "space": s.place,
        "villains": [*s.beside(s.place)],
        "rewards": [reward_text(effect) for effect in row.effects],
        "verbs": [str(effect.__struct_config__.tag) for effect in row.effects],
        "open": is_open,
        "cards": [card_view(s, slot) for slot in s.shown],
        "will_count": None if is_open else will_count(s),
        "raised": s.raised,
        "total": total(s) if is_open else None,
        "forecast": [
            {
                "villain": villain,
                "now": s.power(villain),
                "won": power_if_won(s, villain),
                "lost": power_if_lost(s, villain),
            }
            for villain in s.beside(s.place)
        ],
        "decided": s.stage == DECIDED,
        "waived": [[*row] for row in zip(s.waived_coins, s.waived_cards, strict=True)],
    }


def stage_view(s: SyndicateCity) -> StageView:
    space = s.place if s.mission >= 0 else s.next_space()
    return {
        "space": space,
        "villains": [*s.beside(space)],
        "cards": len(s.location[space]),
        "running": s.mission >= 0,
    }


def goals_of(bits: int) -> list[int]:
    return [goal for goal in range(SPY + 1) if bits >> goal & 1]


def player_view(s: SyndicateCity, seat: int) -> ScreenView:
    known = bool(s.revealed >> seat & 1) or s.sees(s.seats, s.goal[seat])
    return {
        "id": f"seat:{seat}",
        # a card that is laid counts with the hand until the mission opens: who has laid is the table's to say
        "cards": len(s.hand[seat]) + (s.laid[seat] >= 0),
        "goal": goal_view(s.box, s.face[s.goal[seat]]) if known else None,
        "denied": [] if known else goals_of(s.ruled_out(seat)),
        "denials": [] if known else goals_of(s.answered[seat]),
        "acts": [*s.acts[seat * 5 : seat * 5 + 5]],
        "steered": [*s.steered[seat * 5 : seat * 5 + 5]],
        "starved": s.starved[seat],
        "active": seat == s.active,
    }


class SyndicateForAll(NamedTuple):
    """What every eye sees alike: worked out once for all views of a moment. Spaces are without the cards that only some
    know."""

    stage: StageView
    villains: list[SyndicateVillainView]
    spaces: list[RondelSpaceView]
    mission: MissionView | None
    players: list[ScreenView]
    charges: list[ChargeView]
    missions_gone: list[str]
    unserved: list[int]


def common(s: SyndicateCity) -> SyndicateForAll:
    free = s.free_charges()
    return SyndicateForAll(
        stage_view(s),
        [
            villain_view(s.box, villain, low, high, reserve)
            for villain, (low, high, reserve) in enumerate(zip(s.low, s.high, s.reserve, strict=True))
        ],
        [
            {
                "id": f"space:{space}",
                "between": [*s.beside(space)],
                "action": space == s.action_marker,
                "mission": space == s.mission_marker,
                "cards": len(s.location[space]),
                "yours": [],
            }
            for space in range(5)
        ],
        mission_view(s),
        [player_view(s, seat) for seat in range(s.seats)],
        [
            {"id": f"charge:{goal}", "name": row.name, "free": bool(free >> goal & 1)}
            for goal, row in enumerate(s.box.goals)
        ],
        [s.box.missions[s.face[slot]].name for slot in s.spent_missions],
        goals_of(s.unserved),
    )


def _spaces_with_cards(s: SyndicateCity, eye: int, rows: list[RondelSpaceView]) -> list[RondelSpaceView]:
    found = []
    for row, slots in zip(rows, s.location, strict=True):
        known = [slot for slot in slots if s.sees(eye, slot)]
        if known:
            row = row.copy()
            row["yours"] = [card_view(s, slot) for slot in known]
        found.append(row)
    return found


def view(s: SyndicateCity, eye: int, shared: SyndicateForAll | None = None) -> SyndicateCityView:
    """`shared`: what `common` has found in this very state."""
    shared, seated = shared or common(s), eye < s.seats
    return {
        "you": eye if seated else None,
        "turn": s.turn,
        "active": s.active,
        "accused": s.accused,
        "paid": s.paid,
        "landing": s.landing(),
        "stage": shared.stage,
        "villains": shared.villains,
        "spaces": _spaces_with_cards(s, eye, shared.spaces),
        "mission": shared.mission,
        "players": shared.players,
        "charges": shared.charges,
        "own": _own(s, eye) if seated else None,
        "looking": [
            card_view(s, slot)
            for seat in range(s.seats)
            if seat != eye
            for slot in s.hand[seat]
            if s.sees(eye, slot)
        ],
        "palm": [*s.palm],
        "bag": sum(s.bag),
        "bank": s.bank,
        "deck": len(s.deck),
        "discard": [gone_view(s, slot) for slot in s.discard if s.seen[slot] >> eye & 1],
        "discarded": len(s.discard),
        "missions_left": len(s.missions),
        "missions_gone": shared.missions_gone,
        "unserved": shared.unserved,
    }


def between(view: SyndicateCityView, space: int) -> str:
    """Where a space of the rondel is, in words."""
    before, after = (view["villains"][number]["name"] for number in view["spaces"][space]["between"])
    return f"between {before} and {after}"


def waived_words(waived: list[int]) -> str:
    """The coins and cards of a reward that a player does not want."""
    return " and ".join([counted(n, kind) for n, kind in zip(waived, ("coin", "card"), strict=True) if n])


def _own(s: SyndicateCity, seat: int) -> YouView:
    laid = s.laid[seat]
    return {
        "hand": [card_view(s, slot) for slot in s.hand[seat]],
        "laid": card_view(s, laid) if laid >= 0 else None,
        "coins": s.coins[seat],
        "cubes": s.cubes[seat * 5 : seat * 5 + 5],
        "screen": [
            {"id": f"cube:{colour}", "colour": row.colour, "count": s.cubes[seat * 5 + colour]}
            for colour, row in enumerate(s.box.villains)
        ],
        "goal": goal_view(s.box, s.face[s.goal[seat]]),
        "powers": [most_of(s, seat, villain) for villain in range(5)],
    }
