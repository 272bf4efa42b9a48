"""The turn track, and the score track as it is drawn."""

from __future__ import annotations

import msgspec

from knaves.core.board import LETTERS, joined
from knaves.games.arch_villain.cards.names import TURNS
from knaves.games.arch_villain.view.types import HeroCityView

LENGTH = 740.0  # units of the drawn line
LEFT = 10
SHORTEST = 60  # points
TIGHT = 75  # points from which every second number is left out


class TurnStrike(msgspec.Struct, frozen=True):
    item: str


class TurnCell(msgspec.Struct, frozen=True):
    css: str
    now: bool
    icon: str  # in place of a number
    number: int
    text: str
    strikes: list[TurnStrike]


class TurnTrack(msgspec.Struct, frozen=True):
    stock: str  # class of the cell of stocking; "" where there is none
    placements: int
    cells: list[TurnCell]


class Tick(msgspec.Struct, frozen=True):
    number: int
    x: int


class Scored(msgspec.Struct, frozen=True):
    letter: str
    points: int
    x: int
    y: int


class ScoreTrack(msgspec.Struct, frozen=True):
    path: str
    ticks: list[Tick]
    seats: list[Scored]  # as they go in the next round
    painted: list[Scored]  # the upper ones over the lower


def turn_track(view: HeroCityView, stock: bool) -> TurnTrack:
    strikes = view["villain"]["strikes"] if view["villain"] else []
    cells = []
    for place, (name, dice) in enumerate(zip(TURNS, view["turn_dice"], strict=False)):
        now = place == view["turn_number"] and not stock
        past = place < view["turn_number"] and not stock
        cells.append(
            TurnCell(
                css=joined("blue" if dice else "", "now" if now else "", "past" if past else ""),
                now=now,
                icon="" if dice else "siren" if name == "alarm" else "bow-arrow",
                number=dice,
                text="hits back" if dice else name,
                strikes=[TurnStrike(strike["item"]) for strike in strikes if strike["turn"] == name],
            )
        )
    cell = ("now" if stock else "past") if view["placements"] else ""
    return TurnTrack(cell, view["placements"], cells)


def score_track(scores: list[int], cubes: list[int]) -> ScoreTrack:
    """Points by seat, and the seats as their cubes lie: who is under another stands a little beside and below."""
    top = max(SHORTEST, max(scores) + 4)
    step, unit = 10 if top < TIGHT else 20, LENGTH / top
    ticks = [Tick(number, int(number * unit)) for number in range(0, top + 1, step)]
    marks = "".join([f"M{LEFT + tick.x} 10v10" for tick in ticks])
    seats = []
    for place, seat in enumerate(cubes):
        points = scores[seat]
        above = [scores[other] for other in cubes[:place]].count(points)
        seats.append(Scored(LETTERS[seat], points, int(points * unit + 7 * above), 4 * above))
    return ScoreTrack(f"M{LEFT} 15H750{marks}", ticks, seats, seats[::-1])
