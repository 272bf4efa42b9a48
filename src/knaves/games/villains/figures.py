"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from knaves.core.ending import Ending, amount, finishes, unit
from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.state import Result
from knaves.core.words import Event, all_of
from knaves.games.villains.cards import FACTION, FACTION_IDS
from knaves.games.villains.rules.end_phase import (
    AREA_GOAL,
    BY_TOKEN,
    FOURTH_TURN,
    MOST_OF_SEVERAL,
    PLAN_GOAL,
    TEN_AREA_POINTS,
    TWELVE_PLAN_POINTS,
)
from knaves.games.villains.state import FactionCity
from knaves.games.villains.view.types import FactionCityView


def tally(events: Sequence[Event], s: FactionCity) -> dict[str, float]:
    """Who won with what, how long it took, and what was used. Names say the faction where it matters."""
    result = s.result
    assert result is not None
    counts = Counter(event.kind for event in events)
    figures: dict[str, float] = {
        "turns": float(s.turn),
        "draw": float(not result.winners),
        "area points of the winner": 0.0,
        "plan points of the winner": 0.0,
        "won by area points": float(result.reason == TEN_AREA_POINTS),
        "won by plan points": float(result.reason == TWELVE_PLAN_POINTS),
        "won ahead of others at a goal": float(result.reason == MOST_OF_SEVERAL),
        "won after turn 4": float(result.reason == FOURTH_TURN),
        "won by capitol token": float(result.reason in BY_TOKEN),
        "combats": float(counts["combat"]),
        "units killed": float(counts["died"]),
        "cards played": float(counts["played"]),
        "skills used": float(counts["used_skill"]),
        "tokens activated": float(counts["activated"]),
        "tokens discarded": float(counts["discarded"] + counts["cannot_activate"]),
        "deals": float(sum(counts[kind] for kind in ("traded", "traded_gift", "traded_wish"))),
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


AREA_SOURCES = {"captured": "captures", "capitol": "Capitol", "target_is": "targets"}


def sources(events: Sequence[Event], s: FactionCity) -> Mapping[str, Sequence[int]]:
    """Area points by what was told just before them, and plan points."""
    points = {source: [0] * s.seats for source in (*AREA_SOURCES.values(), "plans")}
    before = ""
    for event in events:
        if event.kind == "area_points":
            points[AREA_SOURCES[before]][event.things[0]] += event.things[1]
        elif event.kind == "plan_points":
            points["plans"][event.things[0]] += event.things[1]
        before = event.kind
    return points


def sides(events: Sequence[Event], s: FactionCity) -> Mapping[str, Sequence[str]]:
    factions = [FACTION[faction].name for faction in s.faction]
    began = (s.first - s.turn + 1) % s.seats  # the marker goes on by one seat a turn
    return {"faction": factions, "first on turn": turn_order(began, s.seats)}


def standing(view: FactionCityView) -> Standing:
    """Area points and plan points together."""
    seats = view["seats"]
    return Standing(
        tuple(ChartLine(x["id"], x["score"]["total"], seat=x["seat"]) for x in seats), view["turn"]
    )


def ending(view: FactionCityView, result: Result, names: Sequence[str]) -> Ending:
    """The lead on the track of a goal that nobody else has reached, else in the points of those who may win.

    Which goal or capitol token it was is the reason of the result, and not said twice."""
    seats = view["seats"]
    reached = [x for x in seats if x["area_points"] >= AREA_GOAL or x["plan_points"] >= PLAN_GOAL]
    if not result.winners:
        return drawn(result, [x["seat"] for x in reached or seats])
    best = result.winners[0]
    won = seats[best]
    title = f"The {FACTION[FACTION_IDS.index(won['faction'])].name} take the city"
    others = [x for x in reached or seats if x["seat"] != best]
    yours = finishes(result)
    if not others:
        kind = "area" if won["area_points"] >= AREA_GOAL else "plan"
        rest = [(x["score"][f"{kind}_points"], names[x["seat"]]) for x in seats if x["seat"] != best]
        second = max(points for points, _ in rest)
        lead = won["score"][f"{kind}_points"] - second
        rivals = all_of([name for points, name in rest if points == second])
        return Ending(f"+{lead}", f"{unit(lead, f'{kind} points')} ahead of {rivals}", yours, title)
    second = max(x["score"]["total"] for x in others)
    lead = won["score"]["total"] - second
    rivals = all_of([names[x["seat"]] for x in others if x["score"]["total"] == second])
    if not lead:
        return Ending("=", f"{second} points like {rivals}", yours, title)
    return Ending(f"+{lead}", f"{unit(lead, 'points')} ahead of {rivals}", yours, title)


def drawn(result: Result, able: Sequence[int]) -> Ending:
    """A draw of those with the most points among who may win; others may have more, and do not compete."""
    top = max(result.scores[seat] for seat in able)
    equal = [seat for seat in able if result.scores[seat] == top]
    yours = finishes(result._replace(winners=tuple(equal)))
    yours = tuple("It is a draw." if seat in equal else one for seat, one in enumerate(yours))
    return Ending("=", f"nobody ahead at {amount(top, 'points')}", yours, "Nobody takes the city")
