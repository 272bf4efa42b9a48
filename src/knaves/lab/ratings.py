"""What the games of an arena say: shares of wins, and ratings, with intervals from drawing whole blocks again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log10
from random import Random
from typing import NamedTuple

import msgspec

from knaves.lab.arena import Block, Contest
from knaves.lab.durations import Durations, together
from knaves.lab.intervals import wilson
from knaves.lab.report import Share

DRAWS = 400
"""How often the blocks are drawn again for an interval."""

YARDSTICK = "rules1"
HALF = 0.5


class Faced(msgspec.Struct, frozen=True):
    """One line-up: how the lone bot did. Shared wins count in parts in `share`, wholly in `wins`."""

    one: str
    many: str
    games: int
    par: float  # what a seat has of the wins, whoever sits in it
    share: Share
    wins: Share
    unwon: int  # games without a winner

    @property
    def verdict(self) -> str:
        """Is the lone bot better than the others, as far as these games can tell?"""
        if self.one == self.many:
            return ""
        if self.share.low > self.par:
            return "stronger"
        return "weaker" if self.share.high < self.par else "cannot be told apart"


class Rating(msgspec.Struct, frozen=True):
    """Strength beside the yardstick's, which has 0. 400 more wins ten times as often, seat for seat."""

    value: float
    low: float
    high: float


class Pace(msgspec.Struct, frozen=True):
    """Processor time of a decision, in milliseconds; what it takes to see is in it."""

    decisions: int
    mean: float
    p95: float
    most: float


class Standings(msgspec.Struct, frozen=True):
    """What came out of a contest."""

    faced: list[Faced]
    ratings: dict[str, Rating]
    paces: dict[str, Pace]


class Tally(NamedTuple):
    """Wins in one block, in parts where they are shared."""

    one: float
    many: float
    whole: float  # wins of the lone bot, each as one
    unwon: int


def tally(block: Block) -> Tally:
    one = many = whole = 0.0
    unwon = 0
    for lone, winners in enumerate(block.winners):
        if not winners:
            unwon += 1
            continue
        mine = lone in winners
        one += mine / len(winners)
        many += 1 - mine / len(winners)
        whole += mine
    return Tally(one, many, whole, unwon)


def standings(what: Contest, blocks: Sequence[Block]) -> Standings:
    rows: dict[tuple[str, str], list[Tally]] = {}
    for block in blocks:
        rows.setdefault((block.one, block.many), []).append(tally(block))
    levels = [*dict.fromkeys(level for pair in rows for level in pair)]
    return Standings(
        faced=[_faced(one, many, found, what.seats) for (one, many), found in rows.items()],
        ratings=_ratings(levels, rows, what.seats),
        paces={
            level: _pace(block.durations[level] for block in blocks if level in block.durations)
            for level in levels
        },
    )


def _pace(parts: Iterable[Durations]) -> Pace:
    whole = together(parts)
    return Pace(whole.count, 1000 * whole.mean, 1000 * whole.within(0.95), 1000 * whole.longest)


def _faced(one: str, many: str, rows: Sequence[Tally], seats: int) -> Faced:
    games = len(rows) * seats
    unwon = sum(row.unwon for row in rows)
    return Faced(
        one=one,
        many=many,
        games=games,
        par=(1 - unwon / games) / seats,
        share=block_share([row.one for row in rows], seats),
        wins=block_share([row.whole for row in rows], seats),
        unwon=unwon,
    )


def block_share(wins: Sequence[float], seats: int) -> Share:
    """A share of wins from the wins of each block. Blocks are drawn again, with repetition; where all are alike that
    says nothing, and the games are counted as if each stood for itself."""
    games = len(wins) * seats
    value = sum(wins) / games
    if len(set(wins)) == 1:
        return Share(value, *wilson(sum(wins), games), games)
    rng = Random("knaves arena")
    drawn = sorted(sum(rng.choices(wins, k=len(wins))) / games for _ in range(5 * DRAWS))
    return Share(value, *middle(drawn), games)


def middle(drawn: Sequence[float]) -> tuple[float, float]:
    """Where the middle 95 % of a sorted row lie."""
    cut = len(drawn) * 25 // 1000
    return drawn[cut], drawn[-1 - cut]


def _ratings(
    levels: Sequence[str], rows: Mapping[tuple[str, str], Sequence[Tally]], seats: int
) -> dict[str, Rating]:
    base = YARDSTICK if YARDSTICK in levels else levels[0]
    best = rate(levels, _sums(rows), seats, base)
    rng = Random("knaves arena")
    drawn = []
    for _ in range(DRAWS):
        again = {pair: rng.choices(row, k=len(row)) for pair, row in rows.items()}
        extra = {
            level: rng.gammavariate(HALF, 1.0) for level in levels
        }  # else who never won would be sure of it
        drawn.append(rate(levels, _sums(again), seats, base, extra))
    return {level: Rating(best[level], *middle(sorted(one[level] for one in drawn))) for level in levels}


Sums = Mapping[tuple[str, str], tuple[float, float]]


def _sums(rows: Mapping[tuple[str, str], Sequence[Tally]]) -> Sums:
    return {pair: (sum(one.one for one in row), sum(one.many for one in row)) for pair, row in rows.items()}


def rate(
    levels: Sequence[str], sums: Sums, seats: int, base: str, extra: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Plackett and Luce: a seat wins as its bot's strength is to the sum of all strengths at the table. The strengths
    that make the games likeliest, by Hunter's steps; on a scale of 400 for tenfold strength.

    Only who won is counted, not the places behind: in several games points do not order those. Half a game won
    (or `extra`) of one against a bot of strength 1 keeps a bot that never wins from falling for ever.
    """
    strength = dict.fromkeys(levels, 1.0)
    won = dict(extra) if extra else dict.fromkeys(levels, HALF)
    for (one, many), (of_one, of_many) in sums.items():
        won[one] += of_one
        won[many] += of_many
    for _ in range(500):
        weight = {level: 1 / (strength[level] + 1) for level in levels}
        for (one, many), pair in sums.items():
            each = sum(pair) / (strength[one] + (seats - 1) * strength[many])
            weight[one] += each
            weight[many] += (seats - 1) * each
        new = {level: won[level] / weight[level] for level in levels}
        moved = max(abs(log10(new[level] / strength[level])) for level in levels)
        strength = new
        if moved < 1e-5:
            break
    return {level: 400 * log10(strength[level] / strength[base]) for level in levels}
