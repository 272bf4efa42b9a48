"""What a page shows beside the pieces: what units are like, the fight, and what an end of the turn would bring now."""

from __future__ import annotations

from functools import lru_cache

from knaves.core.modifiers import ANY
from knaves.games.villains.cards import (
    AREA,
    BASIC,
    CAPITOL,
    CAPITOL_POINTS,
    CAPTURES,
    CHURCH,
    FACTION,
    UNIT,
    UNIT_IDS,
    UNIT_NAMES,
)
from knaves.games.villains.state import KINDS, NOBODY, FactionCity
from knaves.games.villains.view.types import (
    EndsView,
    FightView,
    InventoryView,
    KitView,
    ObjectiveView,
    OwnTokenView,
)


@lru_cache(maxsize=100)
def kit(faction: int) -> list[KitView]:
    """The five unit types of a faction, as printed."""
    return [
        {
            "name": unit.name or UNIT_NAMES[kind],
            "plural": unit.plural or BASIC[kind].plural,
            "cost": unit.cost,
            "dice": list(unit.dice),
            "influence": unit.influence,
            "tough": unit.tough,
            "skilled": unit.skilled,
            "text": unit.text,
        }
        for kind, unit in enumerate(UNIT[faction])
    ]


@lru_cache(maxsize=100)
def own_token(faction: int) -> OwnTokenView:
    token = FACTION[faction].token
    return {"name": token.name, "text": token.text, "refunded": token.refunded}


@lru_cache(maxsize=100)
def inventory(faction: int) -> InventoryView:
    """What anybody may ask about a faction."""
    one = FACTION[faction]
    return {
        "units": dict(one.units),
        "tokens": dict(one.tokens),
        "token": own_token(faction),
        "focus": one.focus,
        "passive": one.text,
        "upgrades": [f"{upgrade.name}: {upgrade.text}" for upgrade in one.upgrade],
    }


@lru_cache(maxsize=100)
def capture_track(faction: int) -> list[str]:
    """What each captured marker gives, in order (capture.2, capture.3, capture.4)."""
    return list(CAPTURES[faction])


def fight_view(s: FactionCity) -> FightView | None:
    if s.fight < 0 or not s.strikes:
        return None
    seats = range(s.seats)
    return {
        "area": s.fight,
        "left": [s.strikes_of(seat) for seat in seats],
        "units": [
            {UNIT_IDS[kind]: n for kind, n in enumerate(s.strikes[seat * KINDS : seat * KINDS + KINDS]) if n}
            for seat in seats
        ],
        "order": s.order(),
    }


def scored_now(s: FactionCity, seat: int, objectives: list[ObjectiveView]) -> int:
    """The points of the objectives that are met, in order unless the Church is held (plans.1, church.1)."""
    points = 0
    for one in objectives:
        if one["met"]:
            points += one["points"]
        elif s.owner[CHURCH] != seat:
            break
    return points


def if_turn_ended(s: FactionCity, eye: int, leading: list[int]) -> list[EndsView]:
    """Control, markers, the capitol token and the targets this eye knows, if the turn ended now.

    Nothing once it has ended: what the End Phase counts is counted once.
    """
    if s.is_counted():
        return []
    rows: list[EndsView] = [{"seat": seat, "gain": 0, "takes": []} for seat in range(s.seats)]
    owner, captured = s.owner[:], [len(row) for row in s.trophies]
    for area, who in enumerate(leading):
        if who < 0 or who == owner[area] or not s.allows("control", ANY, area):
            continue
        track = CAPTURES[s.faction[who]]
        if owner[area] != NOBODY and captured[who] < len(track):
            rows[who]["gain"] += 2 if track[captured[who]] == "points" else 1
            captured[who] += 1
        owner[area] = who
        rows[who]["takes"].append(AREA[area].name)
    if owner[CAPITOL] >= 0:
        rows[owner[CAPITOL]]["gain"] += CAPITOL_POINTS[s.turn - 1]
    for slot in s.target:
        if slot >= 0 and s.seen[slot] >> eye & 1:
            holder = owner[s.box.target[s.face[slot]]]
            if holder >= 0:
                rows[holder]["gain"] += 1
    return rows
