"""For the laboratory and the page of the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from knaves.core.game import ChartLine, Standing, turn_order
from knaves.core.words import Event
from tests.guide.magpies.state import Nest
from tests.guide.magpies.view import NestView


def sources(events: Sequence[Event], s: Nest) -> Mapping[str, Sequence[int]]:
    return {"sets": s.scores()}


def sides(events: Sequence[Event], s: Nest) -> Mapping[str, Sequence[str]]:
    return {"order of play": turn_order(0, s.seats)}


def standing(v: NestView) -> Standing:
    return Standing(tuple(ChartLine(f"seat:{seat}", has, seat=seat) for seat, has in enumerate(v["scores"])))
