"""Figures of one finished game for the laboratory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.words import Event
from knaves.games.new_angeles.box import FEDERALIST, THREAT_END
from knaves.games.new_angeles.state import COUNTER, NewAngeles


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
    found["trades"] = float(sum(1 for e in events if e.kind == "traded"))
    return found
