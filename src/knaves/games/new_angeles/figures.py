"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.words import Event
from knaves.games.new_angeles.cards import FEDERALIST, THREAT_END
from knaves.games.new_angeles.state import COUNTER, NewAngeles
from knaves.games.new_angeles.view.schema import TableView


def figures(events: Sequence[Event], s: NewAngeles) -> Mapping[str, float]:
    result = s.result
    assert result is not None
    fell = s.threat >= THREAT_END
    found: dict[str, float] = {
        "turns": s.turn,
        "threat reaches 25": float(fell),
        "threat at the end": s.threat,
        "winners": len(result.winners),
        "capital at the end": sum(s.capital) / s.seats,
    }
    rivals: list[float] = []
    for seat in range(s.seats):
        won = float(seat in result.winners)
        found[f"win share of {s.box.corps[s.corp[seat]].name}"] = won
        found[f"capital of {s.box.corps[s.corp[seat]].name}"] = s.capital[seat]
        face = s.face[s.rivals[seat]]
        if face == FEDERALIST:
            found["win share as federalist"] = won
        elif face == s.corp[seat]:
            found["win share as own rival"] = won
        else:
            rivals.append(won)
    if rivals:
        found["win share with a rival"] = sum(rivals) / len(rivals)
    demands = [e.kind == "demand_met" for e in events if e.kind in ("demand_met", "demand_failed")]
    for place, met in enumerate(demands, 1):
        found[f"demand {place} met"] = float(met)
    deals = [e for e in events if e.kind == "won"]
    if deals:
        found["counteroffers that win"] = sum(e.things[1] == COUNTER for e in deals) / len(deals)
    found["trades"] = float(sum(1 for e in events if e.kind.startswith("traded")))
    return found


def sources(events: Sequence[Event], s: NewAngeles) -> Mapping[str, Sequence[int]]:
    """Capital by what brought or took it; what is left was there at the start."""
    names = (
        "start",
        "investments",
        "contracts",
        "cards and assets",
        "taken from others",
        "trades",
        "payments",
    )
    came = {name: [0] * s.seats for name in names}
    for event in events:
        match event.kind, event.things:
            case "invested", (seat, _, capital):
                came["investments"][seat] += capital
            case "contract", (seat, capital):
                came["contracts"][seat] += capital
            case "gained", (seat, capital):
                came["cards and assets"][seat] += capital
            case "lost", (seat, capital):
                came["payments"][seat] -= capital
            case "stole", (thief, capital, seat):
                came["taken from others"][thief] += capital
                came["taken from others"][seat] -= capital
            case "traded" | "traded_gift" | "traded_wish", (giver, taker, pay, _, ask, *_):
                came["trades"][giver] += ask - pay
                came["trades"][taker] += pay - ask
    came["start"] = [had - sum(row[seat] for row in came.values()) for seat, had in enumerate(s.capital)]
    return came


def sides(events: Sequence[Event], s: NewAngeles) -> Mapping[str, Sequence[str]]:
    start = sources(events, s)["start"]
    return {
        "corporation": [s.box.corps[corp].name for corp in s.corp],
        "rival card": [_rival(s, seat) for seat in range(s.seats)],
        "first on turn": turn_order(start.index(min(start)), s.seats),  # setup.8
    }


def _rival(s: NewAngeles, seat: int) -> str:
    face = s.face[s.rivals[seat]]
    if face == FEDERALIST:
        return "federalist"
    return "own corporation" if face == s.corp[seat] else "another corporation"


def standing(view: TableView) -> Standing:
    """Capital, and threat beside it."""
    seats = tuple(ChartLine(seat["id"], seat["capital"], seat=seat["seat"]) for seat in view["seats"])
    threat = ChartLine("threat:0", view["threat"], "Threat", "red", rival=False)
    return Standing((*seats, threat), view["turn"])
