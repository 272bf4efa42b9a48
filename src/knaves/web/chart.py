"""Points over time for the page of the end: from public moments of the game alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from knaves.table import Table
from knaves.table.page import Mark, Page

POINTS = ("score", "scores", "points", "power", "capital", "coins", "gold", "total")
"""Fields of a view that count as points, the best first; a game's own list by seat or its players' rows."""

MOMENTS = 24


class Chart(msgspec.Struct, frozen=True):
    label: str
    rows: list[list[int]]  # by moment, by seat
    top: int
    steps: list[int]  # the lines of the grid

    def line(self, seat: int, width: float, height: float, left: float, low: float) -> str:
        """The points of a seat's line."""
        dx = width / max(1, len(self.rows) - 1)
        return " ".join(
            f"{left + i * dx:.1f},{low - row[seat] / self.top * height:.1f}"
            for i, row in enumerate(self.rows)
        )


def chart_of(table: Table, token: str, page: Page, marks: Sequence[Mark]) -> Chart | None:
    """None if the views of this game show no points, or the game was too short for lines."""
    if len(marks) < 4:
        return None
    seats = len(page.seats)
    step = max(1, len(marks) // MOMENTS)
    rows: list[list[int]] = []
    name = ""
    for mark in [*marks[::step], marks[-1]]:
        view = table.moment(token, mark.seq).view
        if not name:
            name = next((key for key in POINTS if _by_seat(view, key, seats)), "")
            if not name:
                return None
        rows.append(_by_seat(view, name, seats) or [0] * seats)
    if page.result is not None and name in ("score", "scores", "points", "total"):
        rows.append(list(page.result.scores))
    top = max(1, *(max(row) for row in rows))
    grid = max(1, round(top / 4))
    label = name.replace("_", " ").capitalize()
    rows = [[max(0, value) for value in row] for row in rows]
    return Chart(label, rows, top, list(range(0, top + 1, grid)))


def _by_seat(view: Mapping[str, object], key: str, seats: int) -> list[int] | None:
    value = view.get(key)
    if isinstance(value, list) and len(value) == seats and all(type(n) is int for n in value):
        return list(value)
    for rows in view.values():
        if isinstance(rows, list) and len(rows) == seats:
            found = [row.get(key) if isinstance(row, dict) else None for row in rows]
            if all(type(n) is int for n in found):
                return [n for n in found if isinstance(n, int)]
    return None
