"""The way back: positions of a game that are kept, so that none is ever far away."""

from __future__ import annotations

from collections.abc import Collection

from knaves.core.position import Position
from knaves.table.state.book import Book
from knaves.table.state.standings import start_of

EVERY = 50
"""A position is kept so many answers apart: the way back is never longer."""


class WayBack:
    """`kept[n]` is the position after `n` answers."""

    def __init__(self, answers: int, position: Position) -> None:
        self.kept = {answers: position}

    def to(self, book: Book, answers: int) -> Position:
        """The position after so many answers. Shared: clone it before you change it."""
        if answers in self.kept:
            return self.kept[answers]
        nearest = max((n for n in self.kept if n < answers), default=0)
        if nearest not in self.kept:
            self.kept[0] = start_of(book.opened)
        position = self.kept[nearest].clone()
        for number in range(nearest, answers):
            answer = book.played[number]
            position.take(answer.seat, answer.option)
            if (number + 1) % EVERY == 0:
                self.kept[number + 1] = position.clone()
        return position

    def cut(self, answers: int) -> None:
        """Forgets what came after so many answers."""
        self.kept = {n: position for n, position in self.kept.items() if n <= answers}

    def tidy(self, needed: Collection[int]) -> None:
        """Forgets positions that are neither on the grid nor needed to take an answer back."""
        self.kept = {n: position for n, position in self.kept.items() if n % EVERY == 0 or n in needed}
