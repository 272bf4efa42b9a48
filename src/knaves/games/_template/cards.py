"""The cards of Cutpurses: data first."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

import msgspec

from knaves.core.cards import Card, Effect, check_cards, faces, own_or_house, read_rows


class Gain(Effect, tag="gain"):
    """Coins from the bank, or back to it."""

    coins: int


class Steal(Effect, tag="steal"):
    """Coins from the next thief on the left."""

    coins: int


class Thief(Card):
    rank: int
    effects: tuple[Gain | Steal, ...] = ()


class Deck(msgspec.Struct, forbid_unknown_fields=True):
    card: tuple[Thief, ...]


class Box:
    """The static side of the game: what `face` numbers stand for."""

    def __init__(self, rows: tuple[Thief, ...]) -> None:
        self.rows = rows
        self.cards = faces(rows)
        self.rank = tuple(card.rank for card in self.cards)


@lru_cache(maxsize=16)
def box(own: str = "") -> Box:
    house = files(__package__).joinpath("cards.toml").read_text("utf-8")
    text, name = own_or_house(own, house, "cards.toml")
    rows = read_rows(text, name, Deck).card
    check_cards(rows, text, name, {str(rank): 3 for rank in range(1, 7)}, "rank")
    return Box(rows)
