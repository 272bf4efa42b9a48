"""The Counteroffer step of a deal (16.3, 15)."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import ONE, Choice, Option, Shape, Step
from knaves.core.words import so_many
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules.assets import window
from knaves.games.new_angeles.rules.offers import lay_counter, not_proposable
from knaves.games.new_angeles.rules.timing import COUNTER_MADE, OFFER_PROPOSED
from knaves.games.new_angeles.state import COUNTER, NewAngeles

PASS: Option = ("pass",)
COUNTER_WITH, DISCARD = Menu("counter"), Menu("discard")
Next = Step[NewAngeles] | None


class Counteroffer(Step[NewAngeles]):
    """16.3: clockwise, each may counter at a rising price, or pass."""

    lines = ("seek", "ask", "take", "owe", "pay", "proposed", "countered", "next")
    asks = {"ask": ("", "16.3"), "owe": ("", "15.4")}

    turn: int  # places to the left of the active player
    owed: int = field(0)
    paid: tuple[int, ...] = field(())

    def prompt(self, s: NewAngeles, seat: int) -> str:
        if self.lines[self.line] == "owe":
            taker, cards = self.price_taker(s), so_many(self.owed, "card")
            if taker in (-1, seat):
                return f"Pay for your counteroffer: discard {cards}."
            owner = f"{{{taker}:seat}}, who has {{{s.slot_of(s.box.price_taker)}:asset}}"
            return f"Pay for your counteroffer: {cards} to {owner}."
        price, taker = len(s.counters), self.price_taker(s)
        cost = f"it costs {so_many(price, 'card')} beside the card you offer" if price else "it is free"
        if price and taker not in (-1, seat):
            cost += f", given to {{{taker}:seat}}, who has {{{s.slot_of(s.box.price_taker)}:asset}}"
        return f"Make a counteroffer ({cost}), or pass."

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if self.lines[self.line] != "owe":
            return ONE
        price = len(self.paid) + self.owed
        return Shape("some", "discard", self.paid, price, price)

    def seat(self, s: NewAngeles) -> int:
        return (s.active + self.turn) % s.seats

    def seek(self, s: NewAngeles) -> None:
        """The next player who could counter; the others have nothing to say."""
        while self.turn < s.seats and not self.cards(s):
            self.turn += 1
        s.counter_turn = self.turn if self.turn < s.seats else s.seats + 1
        DEALS.drop_idle(s)
        if self.turn < s.seats:
            return
        if s.counters and s.countering == s.active and not self.owed:
            self.owed = 1  # The Fall Guy's counteroffer is an offer like any other
            self.go("proposed")
        else:
            self.go("end")

    def cards(self, s: NewAngeles) -> Sequence[int]:
        """What whoever is next could counter with."""
        return s.counter_cards((s.active + self.turn) % s.seats)

    def ask(self, s: NewAngeles) -> Choice:
        return Choice((s.active + self.turn) % s.seats, [PASS, *COUNTER_WITH.row(self.cards(s))])

    def take(self, s: NewAngeles) -> None:
        if self.answer == PASS:
            s.tell("passes", self.seat(s))
            DEALS.passed(s, self.seat(s))
            self.next(s)
            return
        self.owed, self.paid = len(s.counters), ()
        lay_counter(s, self.seat(s), self.answer[1])

    def price_taker(self, s: NewAngeles) -> int:
        """Who gets the price of counteroffers into his hand, -1 if nobody: by an asset in play."""
        return s.holder[s.box.price_taker]

    def owe(self, s: NewAngeles) -> Choice | None:
        if not self.owed:
            self.go("proposed")
            return None
        seat = self.seat(s)
        return Choice(seat, [DISCARD[slot] for slot in s.hands[seat]])

    def pay(self, s: NewAngeles) -> None:
        seat, slot = self.seat(s), self.answer[1]
        taker = self.price_taker(s)
        if taker not in (-1, seat):
            s.hand_over(seat, taker, slot)
            both = 1 << seat | 1 << taker
            s.tell("gave_card", seat, slot, taker, to=both)
            s.tell("gave_hidden", seat, taker, to=s.everyone ^ both)
        else:
            s.throw(seat, slot)
        self.owed -= 1
        self.paid = (*self.paid, slot)
        self.go("owe")

    def proposed(self, s: NewAngeles) -> Next:
        return window(s, OFFER_PROPOSED, COUNTER)

    def countered(self, s: NewAngeles) -> Next:
        return window(s, COUNTER_MADE)

    def next(self, s: NewAngeles) -> None:
        self.turn += 1
        self.go("seek")

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if self.lines[self.line] == "owe":
            return (
                Refused("The price of a counteroffer is paid with cards of your hand.", "15.4")
                if kind == "card"
                else None
            )
        if kind == "card" and not s.allows("counter", seat):
            return Refused("Chief Gorman has sent your counteroffer back this turn.", "15.8")
        why = not_proposable(s, seat, kind, thing)
        price, hand = len(s.counters), len(s.hands[seat])
        needed = price if thing >= FIRST_EMERGENCY else price + 1
        if why is None and kind == "card" and hand < needed:
            return Refused(
                f"A counteroffer costs {so_many(price, 'card')} now; you are {so_many(needed - hand, 'card')} short.",
                "15.4",
            )
        return why
