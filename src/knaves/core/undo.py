"""Undo that is no cheat: free back to the last barrier, which is whatever told anybody anything.

Dice, a piece that was shown, a fact that everybody may now infer, another seat's decision: all of these can be seen in
the state. What a rule found out from a hidden piece (a charge that is denied, a suit that is not there) may leave no
trace in it; so the answer is played once more on faces that note who reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsIndex, cast, overload

from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import Option


class _Watched(tuple[int, ...]):
    """The faces of all slots, with a note of those that were looked at.

    Machine code looks into a tuple without asking it: it finds no number in the place of a hidden face, and fails.
    """

    faces: tuple[int, ...]
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
        return self.faces[key]

    def __iter__(self) -> Iterator[int]:
        self.read.update(range(len(self)))
        return iter(self.faces)


def _shown(state: State, seat: int) -> list[int]:
    """The faces that this seat has seen, and nothing at all in the places of the others."""
    bit = 1 << seat
    shown = [face if eyes & bit else None for face, eyes in zip(state.face, state.seen, strict=True)]
    return cast("list[int]", shown)


def _watch(state: State, shown: list[int]) -> _Watched:
    """From now on, who looks at a face of this state is noticed."""
    watched = _Watched(shown)
    watched.faces, watched.read = state.face, set()
    state.face, state.sink = watched, _hear  # what is told to anybody was looked at
    return watched


def _hear(state: State, kind: str, things: tuple[int, ...], to: int) -> None:
    pass


def crosses_barrier(before: Position, after: Position, seat: int, option: Option) -> bool:
    """Did this answer of this seat tell anybody anything, or pass the decision on?"""
    return _shows(before, after, seat) or Foresight(before, seat).hangs_on_hidden(option)


def can_be_undone(position: Position, seat: int, option: Option) -> bool:
    """Said beforehand: could this answer be taken back?"""
    return Foresight(position, seat).can_be_undone(option)


class Foresight:
    """The same for several answers of a seat."""

    def __init__(self, position: Position, seat: int) -> None:
        self._position, self._seat, self._shown = position, seat, _shown(position.state, seat)

    def can_be_undone(self, option: Option) -> bool:
        after, looked = self._play(option)
        return not looked and not _shows(self._position, after, self._seat)

    def hangs_on_hidden(self, option: Option) -> bool:
        """Does it hang on the face of a piece that this seat had not seen?"""
        return self._play(option)[1]

    def _play(self, option: Option) -> tuple[Position, bool]:
        """The position after this answer, and: was a hidden face looked at?"""
        after = self._position.clone()
        faces = _watch(after.state, self._shown)
        try:
            after.take(self._seat, option)
        except TypeError:  # there was no number: see `_Watched`
            return after, True
        return after, any(self._shown[slot] is None for slot in faces.read)


def _shows(before: Position, after: Position, seat: int) -> bool:
    """Can it be seen in the state that somebody was told something, or decides now?"""
    ask, old, new = after.ask(), before.state, after.state
    return (
        ask is None
        or ask.seats != (seat,)
        or old.drawn != new.drawn
        or old.seen != new.seen
        or old.facts != new.facts
        or old.notes != new.notes
    )


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
