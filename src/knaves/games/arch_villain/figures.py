"""Figures of a finished game for the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.ending import Ending, by_points
from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.state import Result
from knaves.core.words import Event, all_of
from knaves.games.arch_villain.state import SOURCES, HeroCity
from knaves.games.arch_villain.view.types import HeroCityView


def tally(events: Sequence[Event], s: HeroCity) -> Mapping[str, float]:
    """Per player and round: arrests, retreats, knock-outs, rounds held out; points by source; wins."""
    rounds = s.seats * s.box.rounds
    names = ("arrested", "knocked_out", "stayed", "failed")
    counts = dict.fromkeys((*names, "protects"), 0)
    points = dict.fromkeys(SOURCES, 0)
    by_round: dict[str, float] = {}
    now = 1
    for event in events:
        if event.kind == "round":
            now = event.things[0]
        elif event.kind == "scores":
            points[SOURCES[event.things[2]]] += event.things[1]
        elif event.kind in counts:
            counts[event.kind] += 1
            key = f"round {now} {event.kind}"
            by_round[key] = by_round.get(key, 0) + 1 / s.seats
    retreats = counts["protects"] - counts["arrested"] - counts["stayed"]
    figures: dict[str, float] = {
        "arrests": counts["arrested"] / rounds,
        "retreats": retreats / rounds,
        "knock-outs": counts["knocked_out"] / rounds,
        "held out": counts["stayed"] / rounds,
        "failed attempts": counts["failed"] / rounds,
        "points": sum(s.score) / s.seats,
    }
    figures |= {f"points from {source}": n / s.seats for source, n in points.items()}
    for number in range(1, s.box.rounds + 1):
        got = {kind: by_round.get(f"round {number} {kind}", 0.0) for kind in counts}
        figures[f"round {number} arrests"] = got["arrested"]
        figures[f"round {number} retreats"] = got["protects"] - got["arrested"] - got["stayed"]
        figures[f"round {number} knock-outs"] = got["knocked_out"]
        figures[f"round {number} held out"] = got["stayed"]
    result = s.result
    if result is not None:
        began = who_began(events)
        if began >= 0:
            figures["starting player wins"] = (began in result.winners) / len(result.winners)
        for seat, hero in enumerate(s.hero):
            won = 1 / len(result.winners) if seat in result.winners else 0.0
            figures[f"hero {s.box.heroes[hero].id} wins"] = won
    owned = {s.face[slot] for hand in s.hand for slot in hand}
    for slot, eyes in enumerate(s.seen):
        face = s.face[slot]
        if eyes and face < s.box.villains_from:  # came to light: does anybody own it in the end?
            figures[f"owned: {s.box.cards[face].name}"] = float(face in owned)
    return figures


def who_began(events: Sequence[Event]) -> int:
    """Whoever puts the first item down; -1 if nobody did."""
    return next((e.things[0] for e in events if e.kind in ("placed", "placed_card")), -1)


NAMES = {
    "arrest": "arrests",
    "reward": "red circles",
    "range": "at range",
    "sets": "sets",
    "talent": "talents",
}


def sources(events: Sequence[Event], s: HeroCity) -> Mapping[str, Sequence[int]]:
    points = {NAMES[source]: [0] * s.seats for source in SOURCES}
    for event in events:
        if event.kind == "scores":
            seat, amount, source = event.things
            points[NAMES[SOURCES[source]]][seat] += amount
    return points


def sides(events: Sequence[Event], s: HeroCity) -> Mapping[str, Sequence[str]]:
    found: dict[str, Sequence[str]] = {"hero": [s.box.heroes[hero].name for hero in s.hero]}
    began = who_began(events)
    return found | {"first on turn": turn_order(began, s.seats)} if began >= 0 else found


def standing(view: HeroCityView) -> Standing:
    players = view["players"]
    return Standing(tuple(ChartLine(p["id"], p["score"], seat=p["seat"]) for p in players), view["round"])


def ending(view: HeroCityView, result: Result, names: Sequence[str]) -> Ending:
    heroes = all_of([view["players"][seat]["hero_name"] for seat in result.winners])
    return by_points(result, "points", names)._replace(title=f"{heroes} saved the city")
