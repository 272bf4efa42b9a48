"""The publisher's variants: Pony Express and Ordinance."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.effects import RECRUIT
from knaves.games.villagers.state import NOWHERE, Village

ORDINANCE: Option = ("ordinance",)
REPLACE = Menu("replace")
KEEP_ROLL: Option = ("keep_roll",)
SELL_ROLL: Option = ("sell_roll",)


def recruit_turns(s: Village) -> int:
    """Turns in the Recruit phase (two.1)."""
    return 4 if s.seats == 2 else s.seats


class PonyExpress(Step[Village]):
    """A Mayor has bought extra rolls; those yet to recruit may sell him theirs (R35)."""

    lines = ("offer", "answered")
    asks = {
        "offer": (
            "{buyer:seat} wants {rolls:more_rolls}. Sell one of yours for 1g? It will count as a 1.",
            "variant.pony.1",
        )
    }
    closed = True

    buyer: int
    rolls: int  # bought and not yet sold by anybody
    asked: int = field(0)  # how many Mayors were asked

    def offer(self, s: Village) -> Choice | None:
        if self.rolls == 0:
            self.go("end")
            return None
        seats = sellers(s, self.buyer)
        if self.asked >= len(seats):
            self.go("end")
            return None
        return Choice(seats[self.asked], [KEEP_ROLL, SELL_ROLL])

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
    """Can this Mayor pass his Ordinance now? Which card it is about comes next."""
    return [] if not s.ordinance or why_no_ordinance(s, seat) else [ORDINANCE]


def why_no_ordinance(s: Village, seat: int) -> Refused | None:
    if seat in s.decreed:
        return Refused("You have passed your Ordinance: once a game is all.", "variant.ordinance.1")
    if s.phase != RECRUIT:
        return Refused("An Ordinance can be passed in the Recruit phase only.", "variant.ordinance.1")
    if not s.left:
        return Refused("The deck is empty: no card could take the place.", "variant.ordinance.1")
    return None


def admits(s: Village, seat: int, option: Option) -> bool:
    """The menu has every Ordinance that can be passed; of any other it is said why not."""
    if why := why_no_ordinance(s, seat):
        raise why
    return False


class Ordinance(Step[Village]):
    """A Mayor has claimed his Ordinance and names the card of the pool."""

    lines = ("choose", "decree")
    asks = {
        "choose": (
            "Your Ordinance: which card of the pool goes back into the deck for a new one?",
            "variant.ordinance.1",
        )
    }
    closed = True

    who: int

    def choose(self, s: Village) -> Choice:
        return Choice(self.who, REPLACE.row(s.pool))

    def decree(self, s: Village) -> None:
        pass_ordinance(s, self.who, self.answer[1])


def pass_ordinance(s: Village, seat: int, slot: int) -> None:
    """The card goes into the deck, the deck is shuffled, its top card takes the place (R36)."""
    s.decreed += (seat,)
    s.tell("decreed", seat, slot)
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
