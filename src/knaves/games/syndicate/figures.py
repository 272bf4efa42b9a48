"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.words import Event
from knaves.games.syndicate.state import City


def tally(events: Sequence[Event], s: City) -> Mapping[str, float]:
    """Numbers that can be averaged over many games; shares are 0 or 1 in one game."""
    count: dict[str, float] = {}
    for event in events:
        count[event.kind] = count.get(event.kind, 0) + 1
    missions = count.get("succeeded", 0) + count.get("failed", 0)
    result = s.result
    figures: dict[str, float] = {
        "turns": s.turn,
        "missions": missions,
        "missions that succeeded": count.get("succeeded", 0),
        "breakthroughs": count.get("breakthrough", 0),
        "accusations": count.get("accuses", 0) + count.get("accuses_free", 0),
        "players revealed": s.revealed.bit_count(),
        "cubes spent": count.get("spends_cube", 0),
        "cards placed ahead": count.get("placed", 0),
    }
    if result is not None:
        last = "last_hidden" in count
        figures["ended by the last hidden goal"] = last
        figures["ended by a goal reached"] = not last
        figures["shared wins"] = len(result.winners) > 1
        first = (s.active - s.turn + 1) % s.seats
        figures["won: whoever began"] = (first in result.winners) / len(result.winners)
        for seat, slot in enumerate(s.goal):
            goal = s.box.goals[s.face[slot]].id
            share = (seat in result.winners) / len(result.winners)
            figures[f"won: {goal}"] = share
            figures[f"won by its own goal: {goal}"] = 0.0 if last else share
    return figures
