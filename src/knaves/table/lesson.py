"""A first game with hints: what its learner has met so far. Which words go with it is the page's business."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from knaves.core.position import Position
from knaves.core.words import Event

if TYPE_CHECKING:
    from knaves.table.book import Book


class Lesson(msgspec.Struct):
    """Only what the learner's own seat was asked and could see; folded from the log like everything else."""

    seat: int
    answers: int = 0  # given by this seat
    met: dict[
        str, int
    ] = {}  # "verb:aim", "event:missed", "asked:recruit.3": after how many answers for the first time
    done: list[str] = []  # hints that were put aside
    off: bool = False


def learn(book: Book, position: Position, events: Iterable[Event] = ()) -> None:
    """What this seat meets with the position that stands now."""
    lesson = book.lesson
    if lesson is None or lesson.off:
        return
    seat = lesson.seat
    lesson.answers = sum(answer.seat == seat for answer in book.played)
    lesson.met = {what: at for what, at in lesson.met.items() if at <= lesson.answers}
    for event in events:
        if event.to >> seat & 1:
            lesson.met.setdefault(f"event:{event.kind}", lesson.answers)
    ask = position.ask()
    if ask is not None and seat in ask.seats:
        lesson.met.setdefault(f"asked:{ask.clause(seat)}", lesson.answers)
        for option in ask.options(seat):
            lesson.met.setdefault(f"verb:{option[0]}", lesson.answers)
