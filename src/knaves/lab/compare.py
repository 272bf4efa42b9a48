"""Simulations side by side: what differs from the first, by how much, and how sure that is after so many looks.

Intervals of differences are made from the intervals of both sides (Newcombe's way, good for shares and means alike).
Whoever compares a hundred figures finds five that differ by luck: the chances are corrected (Holm), once over what
decides whether a game is fair (wins, length) and once over everything else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import erfc, sqrt

import msgspec

from knaves.core.words import SEAT_LETTERS
from knaves.lab.intervals import Z95
from knaves.lab.report import Report, Share

SURE = 0.05
FAIRNESS, REST = "fairness", "the rest"


class Difference(msgspec.Struct, frozen=True):
    """One figure of a simulation, measured against the same figure of the first one."""

    name: str
    family: str
    first: Share
    other: Share
    value: float
    low: float
    high: float
    chance: float  # that luck alone makes such a difference somewhere in its family

    @property
    def sure(self) -> bool:
        return self.chance < SURE


def measured(found: Report) -> Iterator[tuple[str, str, Share]]:
    """Everything a report has measured: its family, its name, its share."""
    for seat, wins in enumerate(found.wins):
        yield FAIRNESS, f"wins of seat {SEAT_LETTERS[seat]}", wins
    for kind, rows in found.sides.items():
        for side, wins in rows.items():
            yield FAIRNESS, f"wins, {kind} {side}", wins
    for name, spread in found.lengths.items():
        yield FAIRNESS, f"length in {name}", spread.mean
    for seat, score in enumerate(found.scores):
        yield REST, f"score of seat {SEAT_LETTERS[seat]}", score
    for name, source in found.sources.items():
        yield REST, f"points from {name}", source.mean
    for name, figure in found.figures.items():
        yield REST, name, figure


def compare(reports: Sequence[Report]) -> list[list[Difference]]:
    """Of every report but the first: its differences from the first, the surest first."""
    first = {name: (family, share) for family, name, share in measured(reports[0])}
    raw = [
        [
            _difference(name, family, first[name][1], share)
            for family, name, share in measured(other)
            if name in first
        ]
        for other in reports[1:]
    ]
    chances = {
        family: iter(holm([one.chance for row in raw for one in row if one.family == family]))
        for family in (FAIRNESS, REST)
    }
    return [
        sorted(
            (msgspec.structs.replace(one, chance=next(chances[one.family])) for one in row),
            key=lambda one: (one.chance, one.family),
        )
        for row in raw
    ]


def _difference(name: str, family: str, first: Share, other: Share) -> Difference:
    value = other.value - first.value
    below = sqrt((other.value - other.low) ** 2 + (first.high - first.value) ** 2)
    above = sqrt((other.high - other.value) ** 2 + (first.value - first.low) ** 2)
    towards_zero = below if value > 0 else above
    if towards_zero == 0:  # nothing varies on either side, or there was one game alone
        chance = 1.0 if value == 0 or min(first.count, other.count) < 2 else 0.0
    else:
        chance = erfc(abs(value) / (towards_zero / Z95) / sqrt(2))
    return Difference(name, family, first, other, value, value - below, value + above, chance)


def holm(chances: Sequence[float]) -> list[float]:
    """The chances after so many looks: below 0.05 for any true equality in at most 5 of 100 such families."""
    found, worst = [0.0] * len(chances), 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda at: chances[at])):
        worst = max(worst, min(1.0, chances[at] * (len(chances) - rank)))
        found[at] = worst
    return found


def off_par(found: Report, points: float = 5.0) -> Mapping[str, Share]:
    """Seats and sides whose share of wins is more than so many points from the fair one."""
    rows = {name: share for family, name, share in measured(found) if name.startswith("wins")}
    return {name: share for name, share in rows.items() if 100 * abs(share.value - found.fair) > points}
