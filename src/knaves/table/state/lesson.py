"""A first game with hints: what its learner has met so far. Which words go with it is the page's business."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from knaves.core.position import Position
from knaves.core.words import Event

if TYPE_CHECKING:
    from knaves.table.state.book import Book


OFTEN = 40
"""What was met so often need not be counted any more."""


class Lesson(msgspec.Struct):
    """Only what the learner's own seat was asked and could see; folded from the log like everything else."""

    seat: int
    answers: int = 0  # given by this seat
    # "verb:roll", "asked:recruit.3", "event:missed" (by anybody), "mine:missed": after how many answers it was met
    met: dict[str, list[int]] = {}
    done: list[str] = []  # hints that were put aside
    done_at: list[int] = []  # after how many answers, each of them
    off: bool = False

    def put_aside(self, hint: str) -> None:
        self.done.append(hint)
        self.done_at.append(self.answers)

    def meet(self, what: str) -> None:
        times = self.met.setdefault(what, [])
        if len(times) < OFTEN and self.answers not in times[-1:]:
            times.append(self.answers)


def learn(book: Book, position: Position, events: Iterable[Event] = ()) -> None:
    """What this seat meets with the position that stands now."""
    lesson = book.lesson
    if lesson is None or lesson.off:
        return
    seat, kinds = lesson.seat, position.game.event_kinds
    lesson.answers = sum(answer.seat == seat for answer in book.played)
    known = {what: [at for at in times if at <= lesson.answers] for what, times in lesson.met.items()}
    lesson.met = {what: times for what, times in known.items() if times}
    for event in events:
        if event.to >> seat & 1:
            lesson.meet(f"event:{event.kind}")
            if kinds(event.kind).get(1) == "seat" and event.things[0] == seat:
                lesson.meet(f"mine:{event.kind}")
    ask = position.ask()
    if ask is not None and seat in ask.seats:
        lesson.meet(f"asked:{ask.clause(seat)}")
        for verb in {option[0] for option in ask.options(seat)}:
            lesson.meet(f"verb:{verb}")
