"""Undo that is no cheat: free back to the last barrier, which is whatever told anybody anything.

Dice, a piece that was shown, a fact that everybody may now infer, another seat's decision: all of these can be seen in
the state. What a rule found out from a hidden piece (a charge that is denied, a suit that is not there) may leave no
trace in it; so the answer is played once more on faces that note who reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsIndex, overload

from knaves.core.position import Position
from knaves.core.step import Option


class _Watched(tuple[int, ...]):
    """The faces of all slots, with a note of those that were looked at."""

    read: set[int]

    @overload
    def __getitem__(self, key: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[int, ...]: ...
    def __getitem__(self, key: SupportsIndex | slice) -> int | tuple[int, ...]:
        if isinstance(key, slice):
            self.read.update(range(len(self))[key])
        else:
            self.read.add(range(len(self))[key])
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[int]:
        self.read.update(range(len(self)))
        return super().__iter__()


def crosses_barrier(before: Position, after: Position, seat: int, option: Option) -> bool:
    """Did this answer of this seat tell anybody anything, or pass the decision on?"""
    ask, old, new = after.ask(), before.state, after.state
    return (
        ask is None
        or ask.seats != (seat,)
        or old.drawn != new.drawn
        or old.seen != new.seen
        or old.facts != new.facts
        or old.notes != new.notes
        or _reads_what_is_hidden(before, seat, option)
    )


def _reads_what_is_hidden(before: Position, seat: int, option: Option) -> bool:
    """Does what follows hang on the face of a piece that this seat has not seen?"""
    probe = before.clone()
    faces = _Watched(probe.state.face)
    faces.read = set()
    probe.state.face = faces
    probe.take(seat, option)
    seen = before.state.seen
    return any(not seen[slot] >> seat & 1 for slot in faces.read)


def can_be_undone(position: Position, seat: int, option: Option) -> bool:
    """Said beforehand: could this answer be taken back?"""
    after = position.clone()
    after.take(seat, option)
    return not crosses_barrier(position, after, seat, option)


class Undo:
    """The way back of one game: positions since the last barrier."""

    def __init__(self) -> None:
        self._past: list[tuple[int, Position, int]] = []

    def apply(self, position: Position, seat: int, option: Option) -> None:
        """Applies the answer and remembers how to take it back, if that is allowed."""
        before, length = position.clone(), len(position.log or ())
        position.play(seat, option, before=before)
        if crosses_barrier(before, position, seat, option):
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
