"""Figures of many games in little room: sums that can be joined, instead of the games themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from knaves.core.ending import PLACES, win_shares
from knaves.games import find
from knaves.lab.intervals import mean_interval, round_step, wilson
from knaves.lab.report import Plan, Played, Report, Share, Source, Spread

_Key = TypeVar("_Key", int, str)

STEPS = 24
"""So many columns at most tell how long games were."""
REASONS = 12
"""So many ways of ending are told, the most frequent first."""


class Sum(msgspec.Struct, array_like=True):
    """Of some numbers: how many, their sum, and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0
    plain: bool = True  # no number but 0 and 1

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value
        if value != 0 and value != 1:
            self.plain = False

    def join(self, more: Sum) -> None:
        self.count += more.count
        self.total += more.total
        self.squares += more.squares
        self.plain = self.plain and more.plain

    def share(self) -> Share:
        return Share(self.total / self.count, *wilson(self.total, self.count), self.count)

    def mean(self) -> Share:
        if self.plain:
            return self.share()
        low, high = mean_interval(self.total, self.squares, self.count)
        return Share(self.total / self.count, low, high, self.count)


class Sums(msgspec.Struct):
    """Of some games. Joined batch by batch in their order, they are the same whoever played the batches."""

    games: int = 0
    wins: list[Sum] = []  # by seat
    scores: list[Sum] = []
    bots: dict[str, Sum] = {}
    sides: dict[str, dict[str, Sum]] = {}
    figures: dict[str, Sum] = {}
    sources: dict[str, Sum] = {}
    winners: dict[str, Sum] = {}  # of sources: what winners had
    reasons: dict[str, int] = {}
    decisions: dict[int, int] = {}  # how many games had so many
    lengths: dict[int, int] = {}

    def add(self, game: Played) -> None:
        self.games += 1
        if not self.wins:
            self.wins = [Sum() for _ in game.scores]
            self.scores = [Sum() for _ in game.scores]
        shares = win_shares(game.winners, len(game.scores))
        for seat, (score, won) in enumerate(zip(game.scores, shares, strict=True)):
            self.wins[seat].add(won)
            self.scores[seat].add(score)
            _of(self.bots, game.bots[seat]).add(won)
            for kind, names in game.sides.items():
                _of(self.sides.setdefault(kind, {}), names[seat]).add(won)
        for name, value in game.figures.items():
            _of(self.figures, name).add(value)
        for source, points in game.sources.items():
            every, best = _of(self.sources, source), _of(self.winners, source)
            for seat, had in enumerate(points):
                every.add(had)
                if seat in game.winners:
                    best.add(had)
        _count(self.reasons, game.reason)
        _count(self.decisions, game.decisions)
        _count(self.lengths, game.length)

    def join(self, more: Sums) -> None:
        """Adds what comes after."""
        if not self.games:
            self.wins = [Sum() for _ in more.wins]
            self.scores = [Sum() for _ in more.scores]
        self.games += more.games
        for mine, theirs in zip(self.wins + self.scores, more.wins + more.scores, strict=True):
            mine.join(theirs)
        for kind, rows in more.sides.items():
            _join(self.sides.setdefault(kind, {}), rows)
        _join(self.bots, more.bots)
        _join(self.figures, more.figures)
        _join(self.sources, more.sources)
        _join(self.winners, more.winners)
        for reason, games in more.reasons.items():
            _count(self.reasons, reason, games)
        for counts, others in ((self.decisions, more.decisions), (self.lengths, more.lengths)):
            for length, games in others.items():
                _count(counts, length, games)

    def report(self, plan: Plan, seconds: float) -> Report:
        decisions = sum(number * games for number, games in self.decisions.items())
        lengths = {"decisions": _spread(self.decisions)}
        if any(self.lengths):
            lengths[find(plan.game).counts_by + "s"] = _spread(self.lengths)
        frequent = sorted(self.reasons.items(), key=lambda row: -row[1])[:REASONS]
        return Report(
            plan=plan,
            wins=[wins.share() for wins in self.wins],
            scores=[scores.mean() for scores in self.scores],
            bots={level: wins.share() for level, wins in self.bots.items()},
            decisions=lengths["decisions"].mean,
            reasons=dict(frequent),
            figures={name: figure.mean() for name, figure in sorted(self.figures.items())},
            sides={
                kind: {side: rows[side].share() for side in sorted(rows, key=in_turn)}
                for kind, rows in self.sides.items()
            },
            sources={source: self._source(source) for source in self.sources},
            lengths=lengths,
            seconds=seconds,
            decisions_per_second=decisions / seconds,
        )

    def _source(self, source: str) -> Source:
        best = self.winners[source]
        return Source(self.sources[source].mean(), best.mean() if best.count else None)


def in_turn(side: str) -> tuple[int, str]:
    """First before second, all else by name."""
    return PLACES.index(side) if side in PLACES else 0, side


def _of(rows: dict[str, Sum], name: str) -> Sum:
    found = rows.get(name)
    if found is None:
        found = rows[name] = Sum()
    return found


def _join(rows: dict[str, Sum], more: Mapping[str, Sum]) -> None:
    for name, one in more.items():
        _of(rows, name).join(one)


def _count(counts: dict[_Key, int], key: _Key, games: int = 1) -> None:
    counts[key] = counts.get(key, 0) + games


def _spread(counts: Mapping[int, int]) -> Spread:
    total = Sum()
    for length in sorted(counts):
        games = counts[length]
        total.join(Sum(games, length * games, length * length * games, length in (0, 1)))
    least, most = min(counts), max(counts)
    step = round_step(most - least, STEPS - 1)
    first = least // step * step
    columns = [0] * ((most - first) // step + 1)
    for length, games in counts.items():
        columns[(length - first) // step] += games
    return Spread(total.mean(), least, most, first, step, columns)
