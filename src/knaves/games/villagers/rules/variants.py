"""The publisher's variants: Pony Express and Ordinance."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.effects import RECRUIT
from knaves.games.villagers.state import NOWHERE, Village


def recruit_turns(s: Village) -> int:
    """Turns in the Recruit phase (two.1)."""
    return 4 if s.seats == 2 else s.seats


class PonyExpress(Step[Village]):
    """A Mayor has bought extra rolls; those yet to recruit may sell him theirs (R35)."""

    lines = ("offer", "answered")
    asks = {
        "offer": ("{buyer:seat} buys extra rolls. Sell yours for 1g? It will count as a 1.", "variant.pony.1")
    }
    closed = True

    buyer: int
    rolls: int  # bought and not yet sold by anybody
    asked: int = field(default=0, init=False)  # how many Mayors were asked

    def offer(self, s: Village) -> Choice | None:
        if self.rolls == 0:
            self.go("end")
            return None
        seats = sellers(s, self.buyer)
        if self.asked >= len(seats):
            self.go("end")
            return None
        return Choice(seats[self.asked], [("keep_roll",), ("sell_roll",)])

    def answered(self, s: Village) -> None:
        seller = sellers(s, self.buyer)[self.asked]
        if self.answer[0] == "sell_roll":
            self.rolls -= 1
            s.gain(seller, 1)  # the gold the buyer has just paid (variant.pony.2)
            s.sold = (*s.sold[:seller], s.sold[seller] + 1, *s.sold[seller + 1 :])
            s.tell("sold_roll", seller, self.buyer)
        # Who has sold his last roll drops out of the row; everybody else was asked once (variant.pony.4).
        self.asked += seller in sellers(s, self.buyer)
        self.go("offer")


def sellers(s: Village, buyer: int) -> list[int]:
    """Mayors with a recruit turn to come and a roll to sell, in turn order."""
    order: list[int] = []
    for turn in range(s.turn, recruit_turns(s)):
        seat = (s.start + turn) % s.seats
        if seat != buyer and seat not in order and s.sold[seat] < sure_rolls(s, seat):
            order.append(seat)
    return order


def sure_rolls(s: Village, seat: int) -> int:
    """Rolls this Mayor has without paying (variant.pony.5)."""
    face, rolls = s.face, s.box.rolls
    return 1 + sum(rolls[face[slot]] for slot in s.town[seat] if slot not in s.fresh)


def ordinances(s: Village, seat: int) -> list[Option]:
    """The pool cards this Mayor can have replaced now."""
    if not s.ordinance or s.phase != RECRUIT or s.decreed >> seat & 1 or not s.left:
        return []
    return [("ordinance", slot) for slot in s.pool]


def pass_ordinance(s: Village, seat: int, slot: int) -> None:
    """The card goes into the deck, the deck is shuffled, its top card takes the place (R36)."""
    s.decreed |= 1 << seat
    s.tell("decreed", seat, slot)
    # Cards drawn in secret before this moment cannot be the one that goes back: everybody remembers that.
    everyone = s.everyone
    hidden = [drawn for hand in s.hand for drawn in hand if s.seen[drawn] != everyone]
    s.barred += tuple((drawn, s.face[slot]) for drawn in hidden)
    deck = [*s.deck[s.dealt :], slot]
    s.shuffle(deck)
    s.deck, s.dealt = tuple(deck[1:]), 0
    new = deck[0]
    s.show(new)
    at = s.pool.index(slot)
    s.pool = (*s.pool[:at], new, *s.pool[at + 1 :])
    if s.favor_card == slot:
        s.favor_card = new
    if s.aim == slot:
        s.aim = NOWHERE
    s.tell("replaced", new)
