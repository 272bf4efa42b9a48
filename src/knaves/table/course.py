"""The course of a finished game: how things stood after every answer, as everybody could see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from knaves.core.game import Standing
from knaves.table.book import Book
from knaves.table.fold import Fold


class Course(NamedTuple):
    """`stood[n]` is how things stood after `n` answers; `seq[n]` is the record of the last of them."""

    counts: str
    counts_by: str
    goal: int
    stood: tuple[Standing, ...]
    seq: tuple[int, ...]
    sources: Mapping[str, Sequence[int]]  # where the points came from, by seat; empty where that is not known


def course(book: Book, fold: Fold) -> Course:
    """Plays the record once more, and looks with the spectator's eyes only."""
    game = fold.position.game
    position = fold.back_to(0).clone()
    stood = [game.standing(position.view(None))]
    for answer in book.played:
        position.take(answer.seat, answer.option)
        stood.append(game.standing(position.view(None)))
    events = [told.event() for told in book.told if told.kind == "event"]
    sources = game.sources(events, position.state)
    result = position.result
    totals = [sum(points[seat] for points in sources.values()) for seat in range(position.seats)]
    if result is None or totals != list(result.scores):
        sources = {}  # the game goes on from a moment of another one: what came before was not told here
    return Course(
        game.counts,
        game.counts_by,
        game.goal,
        tuple(stood),
        (1, *(answer.seq for answer in book.played)),
        sources,
    )
