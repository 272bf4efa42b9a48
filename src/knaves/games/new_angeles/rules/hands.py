"""Cards leave a hand by choice (2.4, 2.5)."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.menu import Menu
from knaves.core.step import Choice, Shape, Step
from knaves.core.words import so_many
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.state import NewAngeles

DISCARD = Menu("discard")
DOWN_TO_SIZE = "2.5"


class DiscardCards(Step[NewAngeles]):
    """So many hand cards of their owner's choice, or all above the hand size (2.5)."""

    lines = ("ask", "take")

    who: int
    count: int
    clause_id: str = DOWN_TO_SIZE
    picked: tuple[int, ...] = field(())

    def ask(self, s: NewAngeles) -> Choice | None:
        if self.left(s) <= 0:
            self.go("end")
            return None
        return Choice(self.who, [DISCARD[slot] for slot in s.hands[self.who]])

    def left(self, s: NewAngeles) -> int:
        """How many are still to go. A trade meanwhile may change how many may be kept."""
        hand = len(s.hands[self.who])
        if self.clause_id == DOWN_TO_SIZE:
            return hand - s.hand_size(self.who)
        return min(self.count - len(self.picked), hand)

    def take(self, s: NewAngeles) -> None:
        slot = self.answer[1]
        self.picked = (*self.picked, slot)
        s.throw(self.who, slot)
        if self.clause_id != DOWN_TO_SIZE:
            DEALS.robbed(s, self.who)
        self.go("ask")

    def prompt(self, s: NewAngeles, seat: int) -> str:
        number = so_many(self.left(s), "card")
        if self.clause_id == DOWN_TO_SIZE:
            return f"You may keep {so_many(s.hand_size(self.who), 'card')}: discard {number}."
        return f"Elizabeth Mills: discard {number}."

    def clause(self, s: NewAngeles, seat: int) -> str:
        return self.clause_id

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        most = len(self.picked) + self.left(s)
        return Shape("some", "discard", self.picked, most, most)
