"""A card in full, from its row: its kind, its text, its numbers by name, and whether it is our own design."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from knaves.core.card_words import BESIDE, fields_of, kind_of
from knaves.core.cards import Card
from knaves.games import find


class PrintedFace(NamedTuple):
    name: str
    kind: str
    text: str
    numbers: tuple[tuple[str, str], ...]
    house: str  # "all of it", or the fields that are ours; "": known

    @property
    def in_words(self) -> str:
        numbers = ", ".join(f"{label} {value}" for label, value in self.numbers)
        ours = f" Our own design: {self.house}." if self.house else ""
        return f"{self.kind}{': ' + numbers if numbers else ''}. {self.text}{ours}"


def face_of(row: Card) -> PrintedFace:
    marks = {name for name in row.__struct_fields__ if name.endswith("_source")}
    ours = [*row.house, *(name.removesuffix("_source") for name in marks if getattr(row, name) == "house")]
    house = "all of it" if row.source == "house" else ", ".join(name.replace("_", " ") for name in ours)
    return PrintedFace(row.name, kind_of(row), row.text, tuple(fields_of(row, BESIDE | marks)), house)


@cache
def faces(game: str) -> dict[str, PrintedFace]:
    """Every card of the box by its name."""
    return {row.name: face_of(row) for row in find(game).card_list()}


def face_called(game: str, name: str) -> PrintedFace | None:
    """By its name; a log may add the target in brackets."""
    known = faces(game)
    return known.get(name) or known.get(name.rpartition(" (")[0])
