"""The nest: the pieces on the table, and questions about them."""

from __future__ import annotations

from knaves.core.data import field, shared
from knaves.core.state import State
from tests.guide.magpies.cards import Box


class Nest(State):
    box: Box = shared()
    deck: list[int] = field([])  # the last one is the top
    hand: list[list[int]] = field([])
    laid: list[list[int]] = field([])  # whole sets, face up
    turn: int = field(0)
    left: int = field(-1)  # turns until the end; -1: the nest is not empty yet

    def kind(self, slot: int) -> int:
        """Which jewel it is."""
        return self.box.kind[self.face[slot]]

    def jewels(self, seat: int, kind: int) -> list[int]:
        """The slots of this jewel in a hand."""
        return [slot for slot in self.hand[seat] if self.kind(slot) == kind]

    def kinds(self, seat: int) -> list[int]:
        """Which jewels are in a hand."""
        return sorted({self.kind(slot) for slot in self.hand[seat]})

    def scores(self) -> list[int]:
        """What the sets on the table are worth."""
        return [
            sum(self.box.jewels[kind].worth for kind in {self.kind(slot) for slot in laid})
            for laid in self.laid
        ]

    def draw(self, seat: int) -> None:
        """The top card, seen by its magpie alone, while the nest lasts."""
        if self.deck:
            slot = self.deck.pop()
            self.show_to(slot, seat)
            self.hand[seat].append(slot)
            self.tell("drew", seat, slot)
