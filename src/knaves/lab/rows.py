"""Single games as tables for Parquet (extra `lab`): one row a game, one a seat, one a figure of a game.

Figures differ in name from game to game, so they are rows, not columns. What sets seats apart and where their points
come from is the same in every game of a plan: columns `side …` and `points …` of the seats.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from knaves.core.ending import win_shares
from knaves.lab.report import Plan, Played

TABLES = ("games", "seats", "figures")
SIDE, POINTS = "side ", "points "


def tables(plan: Plan, first: int, games: Sequence[Played]) -> dict[str, pa.Table]:
    """The games from number `first` on."""
    numbers = range(first, first + len(games))
    every_seat = range(plan.seats)
    seats = {
        "game": _whole([number for number in numbers for _ in every_seat]),
        "seat": _whole([seat for _ in numbers for seat in every_seat]),
        "bot": _words([bot for game in games for bot in game.bots]),
        "score": _whole([score for game in games for score in game.scores]),
        "win": pa.array(
            [won for game in games for won in win_shares(game.winners, plan.seats)], pa.float64()
        ),
    }
    for kind in games[0].sides:
        seats[SIDE + kind] = _words([name for game in games for name in game.sides[kind]])
    for source in games[0].sources:
        seats[POINTS + source] = _whole([had for game in games for had in game.sources[source]])
    figures = [
        (number, *row) for number, game in zip(numbers, games, strict=True) for row in game.figures.items()
    ]
    return {
        "games": pa.table(
            {
                "game": _whole(numbers),
                "deal": _whole([plan.deal(number) for number in numbers]),
                "reason": _words([game.reason for game in games]),
                "decisions": _whole([game.decisions for game in games]),
                "length": _whole([game.length for game in games]),
            }
        ),
        "seats": pa.table(seats),
        "figures": pa.table(
            {
                "game": _whole([row[0] for row in figures]),
                "figure": _words([row[1] for row in figures]),
                "value": pa.array([float(row[2]) for row in figures], pa.float64()),
            }
        ),
    }


def _whole(numbers: Sequence[int]) -> pa.Array:
    return pa.array(numbers, pa.int64())


def _words(words: Sequence[str]) -> pa.Array:
    """Few different words, many times: each is kept once."""
    return pa.array(words, pa.string()).dictionary_encode()
