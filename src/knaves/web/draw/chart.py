"""The course of a finished game as lines, and what decided it, for the page of the end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from knaves.lab.intervals import round_step
from knaves.table import Table
from knaves.table.pages.page import LogLine, Page
from knaves.table.state.standings import Course
from knaves.web.draw.turning_points import told, turns

SAMPLES = 40
"""A line has so many points, and one at every moment that is numbered."""


class ChartCurve(msgspec.Struct, frozen=True):
    """One line of the chart."""

    name: str
    seat: int | None  # whose colour and shape it has
    serves: int | None  # of a line that is no seat's: who gained by it, as the end has told
    colour: str
    values: list[int]  # after every answer


class Dot(msgspec.Struct, frozen=True):
    """A numbered dot on a line; opens the replay."""

    number: int
    at: int  # after so many answers
    seq: int
    track: int
    title: str
    text: str
    address: str  # of the moment


class Chart(msgspec.Struct, frozen=True):
    label: str
    by: str  # "round", "turn"
    tracks: list[ChartCurve]
    ticks: list[tuple[int, int]]  # after so many answers the next round began: its number
    moments: list[Dot]
    low: int
    top: int
    steps: list[int]  # the lines of the grid
    goal: int
    upto: int  # after so many answers the lines end; the rest is still to come
    unit: str = ""

    @property
    def length(self) -> int:
        return len(self.tracks[0].values) - 1

    def room(self, width: int, height: int, right: int) -> tuple[int, int]:
        """What the lines have of a picture: left and below stand numbers, at the right the names."""
        return width - right - 34, height - 58

    def x(self, at: int, width: float) -> float:
        return round(at / self.length * width, 1)

    def y(self, value: float, height: float) -> float:
        """From the upper edge."""
        return round((self.top - value) / (self.top - self.low) * height, 1)

    def line(self, track: ChartCurve, width: float, height: float) -> str:
        """The points of a line."""
        places = {min(self.upto, round(n * self.length / SAMPLES)) for n in range(SAMPLES + 1)}
        places.update(moment.at for moment in self.moments)
        return " ".join(f"{self.x(at, width)},{self.y(track.values[at], height)}" for at in sorted(places))

    def tags(self, height: float, gap: float = 19) -> list[float]:
        """Where the name of each line stands at its end, none over another."""
        ends = [self.y(track.values[self.upto], height) for track in self.tracks]
        placed: list[float] = []
        for place in sorted(range(len(ends)), key=lambda place: ends[place]):
            ends[place] = max(ends[place], placed[-1] + gap) if placed else ends[place]
            placed.append(ends[place])
        lowest = height + 12
        for place in sorted(range(len(ends)), key=lambda place: -ends[place]):
            ends[place] = min(ends[place], lowest)
            lowest = ends[place] - gap
        return [round(end, 1) for end in ends]

    def dots(self, width: float, height: float, gap: float = 23) -> list[tuple[Dot, float, float]]:
        """Where the number of each moment stands: on its line, or above another that is there already."""
        placed: list[tuple[Dot, float, float]] = []
        for moment in self.moments:
            x = min(self.x(moment.at, width), width - 15)  # the end is where the name stands
            y = self.y(self.tracks[moment.track].values[moment.at], height)
            while any(abs(x - left) < gap and abs(y - top) < gap for _, left, top in placed):
                y -= 4
            placed.append((moment, x, round(y, 1)))
        return placed

    def rounds(self, width: float, gap: float = 26) -> list[tuple[int, float]]:
        """Numbers of rounds along the lower edge, as many as there is room for."""
        found: list[tuple[int, float]] = []
        for at, number in self.ticks:
            x = self.x(at, width)
            if not found or x - found[-1][1] >= gap:
                found.append((number, x))
        return found


class ScoreSheet(msgspec.Struct, frozen=True):
    """The score sheet: where the points came from, a row by seat."""

    columns: list[str]
    rows: list[list[int]]

    def best(self, column: int) -> int:
        return max(row[column] for row in self.rows)


def chart_of(table: Table, token: str, page: Page) -> Chart | None:
    """None if nothing can be drawn: the game counts nothing, or nobody had to answer anything."""
    course = table.course(token)
    if len(course.stood) < 2 or not course.stood[0].lines:
        return None
    tracks = _tracks(course, page)
    every = [value for track in tracks for value in track.values]
    low, top = min(0, *every), max(1, course.goal, *every)
    grid = round_step(top - low, 6)
    first = -(-low // grid) * grid
    return Chart(
        label=course.counts,
        by=course.counts_by,
        tracks=tracks,
        ticks=ticks_of(course),
        moments=_moments(table.id, course, tracks, table.lines(token, most=1_000_000)),
        low=low,
        top=top,
        steps=list(range(first, top + 1, grid)),
        goal=course.goal,
        upto=len(course.stood) - 1,
    )


def _tracks(course: Course, page: Page) -> list[ChartCurve]:
    found = []
    for place, line in enumerate(course.stood[-1].lines):
        mine = line.seat if line.thing == f"seat:{line.seat}" else None
        found.append(
            ChartCurve(
                name=page.seats[mine].name if mine is not None else line.name,
                seat=mine,
                serves=line.seat if mine is None else None,
                colour=line.colour,
                values=[standing.lines[place].value for standing in course.stood],
            )
        )
    return found


def ticks_of(course: Course) -> list[tuple[int, int]]:
    """After so many answers a round (or turn) began: its number."""
    before = 0
    found = []
    for at, standing in enumerate(course.stood):
        if standing.at != before:
            found.append((at, standing.at))
            before = standing.at
    return found


def _moments(table: str, course: Course, tracks: Sequence[ChartCurve], lines: Sequence[LogLine]) -> list[Dot]:
    said: dict[int, list[LogLine]] = {}
    for line in lines:
        said.setdefault(line.seq, []).append(line)
    found = []
    for number, turn in enumerate(turns(course), 1):
        seq, track = course.seq[turn.at], tracks[turn.track]
        things = {course.stood[-1].lines[turn.track].thing}
        if track.seat is not None:
            things.add(f"seat:{track.seat}")
        text = told(turn, things, said.get(seq, ()))
        address = f"/t/{table}/replay/{seq}"
        found.append(Dot(number, turn.at, seq, turn.track, turn.title, text, address))
    return found


def sheet_of(table: Table, token: str) -> ScoreSheet | None:
    """None if the game has no points, or a single source of them."""
    sources = table.course(token).sources
    if len(sources) < 2:
        return None
    return ScoreSheet(list(sources), [list(row) for row in zip(*sources.values(), strict=True)])
