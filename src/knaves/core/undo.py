"""Undo that is no cheat: free back to the last barrier (dice, something seen, another seat's decision)."""

from __future__ import annotations

from knaves.core.position import Position
from knaves.core.step import Option


def crosses_barrier(before: Position, after: Position, seat: int) -> bool:
    """Did the answer of this seat roll dice, show something to somebody, or pass the decision on?"""
    ask = after.ask()
    return (
        ask is None
        or ask.seats != (seat,)
        or before.state.drawn != after.state.drawn
        or before.state.seen != after.state.seen
    )


def can_be_undone(position: Position, seat: int, option: Option) -> bool:
    """Said beforehand: could this answer be taken back?"""
    after = position.clone()
    after.take(seat, option)
    return not crosses_barrier(position, after, seat)


class Undo:
    """The way back of one game: positions since the last barrier."""

    def __init__(self) -> None:
        self._past: list[tuple[int, Position, int]] = []

    def apply(self, position: Position, seat: int, option: Option) -> None:
        """Applies the answer and remembers how to take it back, if that is allowed."""
        before, length = position.clone(), len(position.log or ())
        position.apply(seat, option)
        if crosses_barrier(before, position, seat):
            self._past.clear()
        else:
            self._past.append((seat, before, length))

    def can(self, seat: int) -> bool:
        return bool(self._past) and self._past[-1][0] == seat

    def back(self, position: Position) -> None:
        """Takes the last answer back. The log forgets it too: it never happened."""
        _, before, length = self._past.pop()
        sink = position.state.sink
        position.state, position.stack = before.state, before.stack
        position.state.sink = sink
        if position.log is not None:
            del position.log[length:]
        position.run()
