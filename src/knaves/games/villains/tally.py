"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.core.words import Event
from knaves.games.villains.cards import FACTION_IDS
from knaves.games.villains.state import City


def tally(events: Sequence[Event], s: City) -> dict[str, float]:
    """Who won with what, how long it took, and what was used. Names say the faction where it matters."""
    result = s.result
    assert result is not None
    counts: dict[str, int] = {}
    for event in events:
        counts[event.kind] = counts.get(event.kind, 0) + 1
    figures: dict[str, float] = {
        "turns": float(s.turn),
        "draw": float(not result.winners),
        "area points of the winner": 0.0,
        "plan points of the winner": 0.0,
        "won by area points": float(result.reason.startswith("Ten")),
        "won by plan points": float(result.reason.startswith("Twelve")),
        "won after turn 4": float(result.reason.startswith("Most")),
        "won by capitol token": float(result.reason.startswith("Equal")),
        "combats": float(counts.get("combat", 0)),
        "units killed": float(counts.get("died", 0)),
        "cards played": float(counts.get("played", 0)),
        "skills used": float(counts.get("used_skill", 0)),
        "tokens activated": float(counts.get("activated", 0)),
        "tokens discarded": float(counts.get("discarded", 0)),
        "deals": float(counts.get("dealt", 0)),
    }
    for winner in result.winners:
        figures["area points of the winner"] = float(s.area_points[winner])
        figures["plan points of the winner"] = float(s.plan_points[winner])
    for seat in range(s.seats):
        faction = FACTION_IDS[s.faction[seat]]
        figures[f"played {faction}"] = 1.0
        figures[f"won {faction}"] = float(seat in result.winners)
        figures[f"area points {faction}"] = float(s.area_points[seat])
        figures[f"plan points {faction}"] = float(s.plan_points[seat])
    return figures
