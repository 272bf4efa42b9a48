"""The box of Cutpurses: reads and checks the card file, and knows what face numbers stand for."""

from __future__ import annotations

from functools import lru_cache

from knaves.core.cards import check_cards, faces, house_text, own_or_house, read_rows
from knaves.games._template.cards.effects import GainCoins, Listen, MaySwap, Steal
from knaves.games._template.cards.rows import AlleyFile, Thief

__all__ = ["AlleyBox", "GainCoins", "Listen", "MaySwap", "Steal", "Thief", "box"]


class AlleyBox:
    """The static side of the game."""

    def __init__(self, rows: tuple[Thief, ...]) -> None:
        self.rows = rows
        self.cards = faces(rows)
        self.rank = tuple(card.rank for card in self.cards)
        self.of_rank = {
            rank: tuple(face for face, card in enumerate(self.cards) if card.rank == rank)
            for rank in self.rank
        }
        self.swaps = tuple(
            sum(effect.cards for effect in card.effects if isinstance(effect, MaySwap)) for card in self.cards
        )


@lru_cache(maxsize=16)
def box(own: str = "") -> AlleyBox:
    text, name = own_or_house(own, house_text(__package__, "cards.toml"), "cards.toml")
    rows = read_rows(text, name, AlleyFile).card
    check_cards(rows, text, name, {str(rank): 3 for rank in range(1, 7)}, "rank")
    return AlleyBox(rows)
