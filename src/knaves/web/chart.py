"""Points over time for the page of the end: from public moments of the game alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeGuard

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

    def tags(self, height: float, low: float, gap: float = 19) -> list[float]:
        """Where each seat's name stands at the end of its line, none over another."""
        ends = [low - value / self.top * height for value in self.rows[-1]]
        placed: list[float] = []
        for seat in sorted(range(len(ends)), key=lambda seat: ends[seat]):
            ends[seat] = max(ends[seat], placed[-1] + gap) if placed else ends[seat]
            placed.append(ends[seat])
        over = max(0.0, max(ends) - low - 12)
        return [end - over for end in ends]

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
            found = [_figure(row.get(key)) if _is_of(row, seat) else None for seat, row in enumerate(rows)]
            if all(type(n) is int for n in found):
                return [n for n in found if isinstance(n, int)]
    return None


def _is_of(row: object, seat: int) -> bool:
    """Is this the row of that seat? Five villains are not five seats."""
    return isinstance(row, dict) and (row.get("seat") == seat or row.get("id") == f"seat:{seat}")


def _seats(rows: object, seats: int) -> TypeGuard[list[dict[str, object]]]:
    """A row for each seat, in order, that says so itself: five villains are not five seats."""
    return (
        isinstance(rows, list)
        and len(rows) == seats
        and all(
            isinstance(row, dict) and (row.get("seat") == n or row.get("id") == f"seat:{n}")
            for n, row in enumerate(rows)
        )
    )


def _figure(value: object) -> object:
    """A score that is a sheet of its own counts by its total."""
    return value.get("total") if isinstance(value, dict) else value


class Sheet(msgspec.Struct, frozen=True):
    """The score sheet, where a game's view has one: its columns, and a row by seat."""

    columns: list[str]
    rows: list[list[int]]

    def best(self, column: int) -> int:
        return max(row[column] for row in self.rows)


def sheet_of(page: Page) -> Sheet | None:
    """From the last view: a list by seat whose entries have a `score` of several figures."""
    for rows in (page.view or {}).values():
        if not _seats(rows, len(page.seats)):
            continue
        sheets = [row.get("score") for row in rows]
        if all(isinstance(sheet, dict) for sheet in sheets):
            found = [sheet for sheet in sheets if isinstance(sheet, dict)]
            columns = [key for key, value in found[0].items() if key != "total" and type(value) is int]
            if len(columns) > 1:
                return Sheet(columns, [[int(sheet[key]) for key in columns] for sheet in found])
    return None
