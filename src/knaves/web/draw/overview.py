"""How fair a game is at every number of players, at one glance: dots on their intervals, one column a number."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from knaves.lab.plots import by_seat_and_side
from knaves.lab.report import Report

BAND = 5  # points from the fair share that count as fair


class OverviewRow(msgspec.Struct, frozen=True):
    """A seat or side; places are per cent of the width."""

    name: str
    at: float
    low: float
    high: float
    off: bool  # the interval does not hold the fair share


class OverviewColumn(msgspec.Struct, frozen=True):
    seats: int
    rows: list[OverviewRow]


class Overview(msgspec.Struct, frozen=True):
    edge: int  # points from the fair share at both ends
    band: float  # where the band begins, and how wide it is
    band_width: float
    columns: list[OverviewColumn]


def overview(reports: Mapping[int, Report]) -> Overview:
    """Wins by seat and side in points above or below the fair share, all columns on one scale."""
    found = {seats: _points(report) for seats, report in reports.items()}
    farthest = max(max(-low, high) for rows in found.values() for low, _, high in rows.values())
    edge = int(-(-farthest // BAND)) * BAND

    def place(points: float) -> float:
        return round(50 + 50 * points / edge, 2)

    columns = [
        OverviewColumn(
            seats,
            [
                OverviewRow(name, place(value), place(low), place(high), not low <= 0 <= high)
                for name, (low, value, high) in rows.items()
            ],
        )
        for seats, rows in found.items()
    ]
    return Overview(edge, place(-BAND), round(place(BAND) - place(-BAND), 2), columns)


def _points(found: Report) -> dict[str, tuple[float, float, float]]:
    """Low, value and high of each row."""
    fair = found.fair
    return {
        name: (100 * (share.low - fair), 100 * (share.value - fair), 100 * (share.high - fair))
        for name, share in by_seat_and_side(found).items()
    }
