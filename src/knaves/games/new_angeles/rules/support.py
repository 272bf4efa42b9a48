"""The Support step of a deal (16.4, 59)."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import DONE, ONE, Choice, Option, Shape, Step
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules.assets import window
from knaves.games.new_angeles.rules.offers import lay_support
from knaves.games.new_angeles.rules.timing import ABSTAINED
from knaves.games.new_angeles.state import ABSTAINED as STOOD_ASIDE
from knaves.games.new_angeles.state import COUNTER, MAIN, NewAngeles

ABSTAIN: Option = ("abstain",)
BACK, LAY = Menu("back"), Menu("lay")
Next = Step[NewAngeles] | None


class Support(Step[NewAngeles]):
    """16.4: clockwise, each supporting player lays cards beside one offer, or abstains."""

    lines = ("ask", "take", "more", "lay", "next")
    asks = {"ask": ("", "16.4"), "more": ("", "59.1")}

    turn: int
    picked: tuple[int, ...] = field(())

    def seat(self, s: NewAngeles) -> int:
        return (s.active + self.turn) % s.seats

    def ask(self, s: NewAngeles) -> Choice | None:
        if self.turn >= s.seats:
            self.go("end")
            return None
        seat = self.seat(s)
        if seat == s.countering:  # 16.6
            self.go("next")
            return None
        options: list[Option] = [ABSTAIN]
        if s.hands[seat]:
            options.append(BACK[MAIN])
            if s.counters and (not s.mods or s.allows("support_counter", seat)):
                options.append(BACK[COUNTER])
        return Choice(seat, options)

    def take(self, s: NewAngeles) -> Next:
        seat = self.seat(s)
        self.picked = ()
        if self.answer == ABSTAIN:
            s.side[seat] = STOOD_ASIDE
            s.tell("abstains", seat)
            if s.promises:
                DEALS.abstained(s, seat)
            DEALS.drop_idle(s)
            self.go("next")
            return window(s, ABSTAINED, seat)
        s.side[seat] = self.answer[1]
        DEALS.drop_idle(s)
        return None

    def more(self, s: NewAngeles) -> Choice | None:
        """59.1: one or more."""
        hand = s.hands[self.seat(s)]
        if not hand:
            self.go("next")
            return None
        options = [LAY[slot] for slot in hand]
        if self.picked:
            options.append(DONE)
        return Choice(self.seat(s), options)

    def lay(self, s: NewAngeles) -> None:
        if self.answer != DONE:
            self.picked = (*self.picked, self.answer[1])
            lay_support(s, self.seat(s), self.answer[1])
            self.go("more")

    def next(self, s: NewAngeles) -> None:
        self.turn += 1
        self.go("ask")

    def prompt(self, s: NewAngeles, seat: int) -> str:
        count = s.support_counted()
        if self.lines[self.line] == "ask":
            return f"Support an offer with cards from your hand, or abstain ({count})."
        return (
            f"Lay one or more cards beside {('the main offer', 'the counteroffer')[s.side[seat]]} ({count})."
        )

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if self.lines[self.line] == "ask":
            return ONE
        return Shape("some", "lay", self.picked, 1, len(self.picked) + len(s.hands[seat]), DONE)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing >= FIRST_EMERGENCY:
            return Refused("Emergency action cards cannot be laid as support.", "21.5")
        if kind == "card" and thing not in s.hands[seat]:
            return Refused("Support comes from your own hand.", "59.1")
        if kind == "side" and s.side[seat] in (MAIN, COUNTER):
            return Refused("Nobody may support both offers.", "59.3")
        if kind == "side" and thing == COUNTER and not s.allows("support_counter", seat):
            return Refused("Locust Company keeps you from supporting the counteroffer.", "16.4")
        if kind == "side" and thing == COUNTER and not s.counters:
            return Refused("There is no counteroffer.", "16.4")
        return None
