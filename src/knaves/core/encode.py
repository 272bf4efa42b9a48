"""What a seat may know as a row of numbers, for any game: its view, with every entry at a place found by hashing.

A number of the view is added at the place of its path (the keys and list places that lead to it), a word counts 1 at
the place of path and word; half of the places count downwards, so that what falls together does not always add up.
Being made from the view alone, it tells nothing else. A game whose own rows pay better overrides `Game.rows`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from zlib import crc32

SIZE = 1024  # a power of two
PROSE = frozenset({"text", "name", "title", "label", "tagline", "reason", "source"})
"""Keys of a view whose words are for people: what they say stands elsewhere in the view."""

_places: dict[tuple[int, object], int] = {}
_MOST_PLACES = 500_000  # lists grow, and a process may live long


def hashed(view: Mapping[str, object], size: int = SIZE) -> list[float]:
    """The same in every process, on every machine."""
    row = [0.0] * size
    if len(_places) > _MOST_PLACES:
        _places.clear()
    _add(view, row, size - 1, 17)
    return row


def _add(thing: object, row: list[float], mask: int, path: int) -> None:
    kind = thing.__class__
    if kind is int or kind is bool or kind is float:
        assert isinstance(thing, float | int)
        row[path & mask] += thing if path & 0x8000_0000 else -thing
    elif kind is dict:
        assert isinstance(thing, dict)
        for key, value in thing.items():
            if value is not None and key not in PROSE:
                _add(value, row, mask, _places.get((path, key)) or _place(path, key))
    elif kind is list or kind is tuple:
        assert isinstance(thing, list | tuple)
        for at, value in enumerate(thing):
            if value is not None:
                _add(value, row, mask, _places.get((path, at)) or _place(path, at))
    elif kind is str:
        at = _places.get((path, thing)) or _place(path, thing)
        row[at & mask] += 1.0 if at & 0x8000_0000 else -1.0


def _place(path: int, key: object) -> int:
    found = crc32(repr(key).encode(), path) or 1
    _places[path, key] = found
    return found


def one_hot(size: int, at: int) -> list[float]:
    """1 in one place; -1 is nowhere."""
    row = [0.0] * size
    if at >= 0:
        row[at] = 1.0
    return row


def counted(size: int, things: Iterable[int]) -> list[float]:
    """How often each number is there."""
    row = [0.0] * size
    for thing in things:
        row[thing] += 1.0
    return row


def bits(size: int, mask: int) -> list[float]:
    return [float(mask >> at & 1) for at in range(size)]


def seats_from(eye: int, seats: int) -> list[int]:
    """The seats in the order an eye sees them: its own first, then round the table. The spectator begins with 0."""
    return [(eye + at) % seats for at in range(seats)] if eye < seats else [*range(seats)]
