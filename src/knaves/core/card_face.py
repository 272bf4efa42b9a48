"""The face of a card: all that stands on it, in the order in which people read it.

`screen/faces.py` of a game makes one of a row of its card files; a game without it gets `plain_face`. Everything in it
follows from the row alone, so a face tells nothing about a table.
"""

from __future__ import annotations

import msgspec

from knaves.core.card_words import BESIDE, fields_of, kind_called, plain
from knaves.core.cards import Card, Source

SOURCES = {
    "rulebook": "as the rulebook has it",
    "public": "as printed on the card",
    "house": "our own design",
}


class CardFigure(msgspec.Struct, frozen=True):
    """A number of a card with its name, and an icon if it has one ("coin" is a coin)."""

    value: str
    name: str
    icon: str = ""


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """What a card says. `look`: the class of the game's style sheet that gives its colour; `pairs`: the ids of other
    cards, their names once it lies among them; `ours`: which of its parts are our own, where not all of it is."""

    id: str
    name: str
    kind: str
    source: Source
    text: str = ""
    lines: tuple[str, ...] = ()
    lead: str = ""
    figures: tuple[CardFigure, ...] = ()
    pairs: tuple[str, ...] = ()
    clause: str = ""
    look: str = ""
    icon: str = ""
    ours: str = ""
    copies: int = 1

    @property
    def key(self) -> str:
        """What addresses call it: ids are the same in several kinds."""
        return f"{self.kind}-{self.id}".replace(" ", "_")

    @property
    def house(self) -> bool:
        return self.source == "house" or bool(self.ours)

    @property
    def origin(self) -> str:
        """Where it comes from, in a few words."""
        known = SOURCES[self.source]
        return f"{known}, but our own {self.ours}" if self.ours and self.source != "house" else known

    @property
    def in_words(self) -> str:
        """All of it in a line: what a search looks through."""
        figures = [f"{figure.name} {figure.value}" for figure in self.figures]
        said = [self.kind, *figures, self.text, *self.lines, *self.pairs]
        return ". ".join(part.rstrip(".") for part in said if part) + "."


def parts_of_ours(row: Card) -> str:
    """Which fields of a known card are our own."""
    marks = [name for name in row.__struct_fields__ if name.endswith("_source")]
    ours = [*row.house, *(name.removesuffix("_source") for name in marks if getattr(row, name) == "house")]
    return ", ".join(map(plain, ours))


def face_of(
    row: Card,
    kind: str,
    *,
    text: str | None = None,
    lines: tuple[str, ...] = (),
    lead: str = "",
    figures: tuple[CardFigure, ...] = (),
    pairs: tuple[str, ...] = (),
    clause: str = "",
    look: str = "",
    icon: str = "",
) -> CardFace:
    """A face with what every row has, and what a game adds."""
    return CardFace(
        id=row.id,
        name=row.name,
        kind=kind,
        source=row.source,
        text=row.text if text is None else text,
        lines=lines,
        lead=lead,
        figures=figures,
        pairs=pairs,
        clause=clause,
        look=look,
        icon=icon or row.id,
        ours=parts_of_ours(row),
        copies=row.copies,
    )


def plain_face(row: Card) -> CardFace:
    """The face of a card of any game: every field that says something is a figure, or a line if it is long."""
    marks = {name for name in row.__struct_fields__ if name.endswith("_source")}
    fields = fields_of(row, BESIDE | marks)
    return face_of(
        row,
        kind_called(row),
        figures=tuple(CardFigure(value, name) for name, value in fields if len(value) <= SHORT),
        lines=tuple(f"{name}: {value}" for name, value in fields if len(value) > SHORT),
    )


SHORT = 8  # letters of a value that stands beside its name
