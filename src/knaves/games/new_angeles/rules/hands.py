"""Cards leave a hand by choice (2.4, 2.5)."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.menu import Menu
from knaves.core.step import Choice, Shape, Step
from knaves.games.new_angeles.state import NewAngeles

DISCARD = Menu("discard")


class DiscardCards(Step[NewAngeles]):
    """So many hand cards, of their owner's choice."""

    lines = ("ask", "take")

    who: int
    count: int
    clause_id: str = "2.5"
    picked: tuple[int, ...] = field(default=(), init=False)

    def ask(self, s: NewAngeles) -> Choice | None:
        hand = s.hands[self.who]
        if not hand or len(self.picked) >= self.count:
            self.go("end")
            return None
        return Choice(self.who, [DISCARD[slot] for slot in hand])

    def take(self, s: NewAngeles) -> None:
        slot = self.answer[1]
        self.picked = (*self.picked, slot)
        s.throw(self.who, slot)
        self.go("ask")

    def prompt(self, s: NewAngeles, seat: int) -> str:
        left = self.count - len(self.picked)
        number = f"{left} card" if left == 1 else f"{left} cards"
        if self.clause_id == "2.5":
            return f"You may keep {s.hand_size(self.who)} cards: discard {number}."
        return f"Discard {number}."

    def clause(self, s: NewAngeles, seat: int) -> str:
        return self.clause_id

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        most = min(self.count, len(self.picked) + len(s.hands[self.who]))
        return Shape("some", "discard", self.picked, most, most)
