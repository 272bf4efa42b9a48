"""For the laboratory and the page of the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.game import ChartLine, Standing
from knaves.core.words import Event
from knaves.games._template.state import Alley
from knaves.games._template.view import AlleyView


def sources(events: Sequence[Event], s: Alley) -> Mapping[str, Sequence[int]]:
    purses = [0] * s.seats
    for event in events:
        if event.kind == "won":
            purses[event.things[0]] += event.things[1]
    rest = [coins - purse for coins, purse in zip(s.coins, purses, strict=True)]
    return {"purses": purses, "start and tricks": rest}


def standing(v: AlleyView) -> Standing:
    return Standing(tuple(ChartLine(f"seat:{seat}", had, seat=seat) for seat, had in enumerate(v["coins"])))
