"""The course of a finished game: how things stood after every answer, as everybody could see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from knaves.core.dice import commitment
from knaves.core.errors import KnavesError
from knaves.core.game import Standing
from knaves.core.position import Position
from knaves.core.save import load
from knaves.core.start import arrange, begin
from knaves.core.step import Option
from knaves.games import find
from knaves.table.log import records as r
from knaves.table.state.book import Book


class Course(NamedTuple):
    """`stood[n]` is how things stood after `n` answers; `seq[n]` is the record of the last of them."""

    counts: str
    counts_by: str
    goal: int
    stood: tuple[Standing, ...]
    seq: tuple[int, ...]
    sources: Mapping[str, Sequence[int]]  # where the points came from, by seat; empty where that is not known


class StandingChange(NamedTuple):
    """What somebody has now and had then, as everybody sees it."""

    name: str  # "" for a seat: it has its own
    seat: int | None
    then: int
    now: int


def changed(then: Position, now: Position) -> list[StandingChange]:
    """What counts and is another number now."""
    game = now.game
    before = {line.thing: line.value for line in game.standing(then.view(None)).lines}
    return [
        StandingChange(line.name, line.seat, before[line.thing], line.value)
        for line in game.standing(now.view(None)).lines
        if line.value != before.get(line.thing, line.value)
    ]


def start_of(opened: r.Opened) -> Position:
    """The game before its first answer."""
    game = find(opened.game)
    if opened.base:
        return load(opened.base, find)
    if opened.origin is not None:
        position = arrange(game, opened.origin, len(opened.seats), opened.seed)
    else:
        position = begin(game, len(opened.seats), opened.seed, opened.options)
    if commitment(position.state.dice.key) != opened.commitment:
        raise KnavesError("The seed does not fit the promise of this table.")
    return position


class Replay(NamedTuple):
    """A part of a game to be played again: from a position (None: the first one), these answers. `known`: of how many
    moments before it is known how things stood."""

    opened: r.Opened
    position: Position | None
    answers: list[tuple[int, Option]]
    known: int


def stood_after(replay: Replay) -> list[Standing]:
    """How things stood after each of its answers (and before the first, if that is not known), as everybody saw it."""
    position = replay.position if replay.position is not None else start_of(replay.opened)
    game = position.game
    stood = [] if replay.known else [game.standing(position.view(None))]
    for seat, option in replay.answers:
        position.take(seat, option)
        stood.append(game.standing(position.view(None)))
    return stood


def sources_of(book: Book, position: Position) -> Mapping[str, Sequence[int]]:
    """Where the points of a finished game came from. Nothing, if it goes on from a moment of another one: what came
    before was not told here."""
    result = position.result
    events = [told.event() for told in book.told if told.kind == "event"]
    sources = position.game.sources(events, position.state)
    totals = [sum(points[seat] for points in sources.values()) for seat in range(position.seats)]
    return sources if result is not None and totals == list(result.scores) else {}


def course(book: Book, position: Position, stood: list[Standing]) -> Course:
    """Of a finished game."""
    game = position.game
    return Course(
        game.counts,
        game.counts_by,
        game.goal,
        tuple(stood),
        (1, *(answer.seq for answer in book.played)),
        sources_of(book, position),
    )
