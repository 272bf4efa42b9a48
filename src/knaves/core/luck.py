"""Luck for whoever imagines: many fair draws at once, and what is laid out by them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeVar

T = TypeVar("T")  # a face, where it is only moved about: machine code need not look into it


def luck_for(rows: list[list[int]]) -> list[int]:
    """What it takes to shuffle these rows: from how many each next one is drawn."""
    return [left for row in rows for left in range(len(row), 1, -1)]


def drawn(below: list[int], rng: Random) -> Iterator[int]:
    """A fair number below each of these. A byte is enough for it; for the few bytes that would favour the low numbers,
    another is drawn."""
    luck = rng.randbytes(len(below))
    fair = [
        one % n if one + n <= 256 or one < 256 - 256 % n else another(n, rng)
        for n, one in zip(below, luck)  # noqa: B905
    ]
    return iter(fair)


def another(n: int, rng: Random) -> int:
    """The number that `rng.randrange(n)` would draw, in a sixth of its time."""
    bits = n.bit_length()
    while True:
        one = rng.getrandbits(bits)
        if one < n:
            return one


def shuffle(rows: list[list[T]], luck: Iterator[int]) -> None:
    for row in rows:
        for i, j in zip(range(len(row) - 1, 0, -1), luck):  # noqa: B905  # the next row takes the luck that is left
            row[i], row[j] = row[j], row[i]


def deal(face: list[T], lots: list[list[int]], rows: list[list[T]], luck: Iterator[int]) -> None:
    """Lays each row out on the slots of its lot, in the order that `shuffle` would give it."""
    for number, slots in enumerate(lots):
        row = rows[number][:]
        if not row:  # all of it is pinned
            continue
        for i, j in zip(range(len(row) - 1, 0, -1), luck):  # noqa: B905  # as there
            face[slots[i]] = row[j]
            row[j] = row[i]
        face[slots[0]] = row[0]
