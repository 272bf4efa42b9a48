"""The alley: the pieces on the table, and what is done with them everywhere."""

from __future__ import annotations

from knaves.core.data import field, shared
from knaves.core.state import State
from knaves.games._template.cards import AlleyBox

COINS = 60


class Alley(State):
    purse: int
    bank: int
    box: AlleyBox = shared()
    deck: list[int] = field([])  # the last one is the top
    hand: list[list[int]] = field([])
    coins: list[int] = field([])
    whistled: list[bool] = field([])
    played: list[int] = field([])  # out of the game, face up

    def pay(self, seat: int, coins: int) -> int:
        """From the bank to a thief, or back if negative; as far as there are coins (money.1)."""
        coins = min(coins, self.bank) if coins > 0 else -min(-coins, self.coins[seat])
        self.bank -= coins
        self.coins[seat] += coins
        return coins

    def draw(self, seat: int) -> None:
        """The top card, seen by its thief alone, while the deck lasts."""
        if self.deck:
            slot = self.deck.pop()
            self.show_to(slot, seat)
            self.hand[seat].append(slot)
            self.tell("drew", seat, slot)
