"""The box of Magpies: reads and checks the card file, and knows what face numbers stand for."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from knaves.core.cards import check_cards, own_or_house, read_rows
from tests.guide.magpies.cards.rows import Deck, Jewel

__all__ = ["Box", "Jewel", "box"]


class Box:
    """The static side of the game. A face is the number of a physical card; `kind` says which jewel it is."""

    def __init__(self, rows: tuple[Jewel, ...]) -> None:
        self.jewels = rows
        self.kind = tuple(number for number, row in enumerate(rows) for _ in range(row.copies))
        self.faces = tuple(
            tuple(face for face, kind in enumerate(self.kind) if kind == number)
            for number in range(len(rows))
        )


@lru_cache(maxsize=16)
def box(own: str = "") -> Box:
    house = files(__package__).joinpath("cards.toml").read_text("utf-8")
    text, name = own_or_house(own, house, "cards.toml")
    rows = read_rows(text, name, Deck).card
    check_cards(rows, text, name, {str(worth): 4 for worth in range(1, 7)}, "worth")
    return Box(rows)
