"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.words import Event
from knaves.games.syndicate.state import SyndicateCity
from knaves.games.syndicate.view import SyndicateCityView


def tally(events: Sequence[Event], s: SyndicateCity) -> Mapping[str, float]:
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
        figures["won: whoever began"] = (who_began(s) in result.winners) / len(result.winners)
        for seat, slot in enumerate(s.goal):
            goal = s.box.goals[s.face[slot]].id
            share = (seat in result.winners) / len(result.winners)
            figures[f"won: {goal}"] = share
            figures[f"won by its own goal: {goal}"] = 0.0 if last else share
    return figures


def who_began(s: SyndicateCity) -> int:
    return (s.active - s.turn + 1) % s.seats


def sides(s: SyndicateCity) -> Mapping[str, Sequence[str]]:
    goals = [s.box.goals[s.face[slot]].name for slot in s.goal]
    return {"goal": goals, "first on turn": turn_order(who_began(s), s.seats)}


def standing(view: SyndicateCityView) -> Standing:
    """The Power of the five villains; whom each of them serves is told when the goal is revealed."""
    served = {p["goal"]["number"]: seat for seat, p in enumerate(view["players"]) if p["goal"] is not None}
    return Standing(
        tuple(
            ChartLine(villain["id"], villain["power"], villain["name"], villain["colour"], served.get(number))
            for number, villain in enumerate(view["villains"])
        ),
        view["turn"],
    )
