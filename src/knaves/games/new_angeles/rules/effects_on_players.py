"""Effects on the players: capital, draws, emergency cards, the event deck."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import DONE, ONE, Answer, Choice, Option, Shape, Step
from knaves.core.words import counted
from knaves.games.new_angeles.cards import FIRST_EMERGENCY, FIRST_EVENT
from knaves.games.new_angeles.rules.action_cards import EffectStep, keep_word, stated
from knaves.games.new_angeles.state import NOTHING, NewAngeles

PAY, STOCK, DRAW, INVEST, FLATTER, SCRAP = map(Menu, ("pay", "stock", "draw", "invest", "flatter", "scrap"))
DEPLOY, REARM = Menu("deploy", 2), Menu("rearm", 2)  # a player, and a type or a card
SKIP: Option = ("skip",)
MOST_PAID = 255  # at once: far more than any pot needs, and the ids of payments end somewhere


class StockUp(EffectStep):
    """Up to so many different resources rise."""

    asks = {"ask": ("", "58")}

    left: int
    amount: int
    named: tuple[int, ...] = field(())

    def options(self, s: NewAngeles) -> list[Option]:
        found = [STOCK[r] for r in range(5) if r not in self.named and s.supply[r] < s.box.last[r]]
        return [*found, DONE] if found else []  # a full track cannot rise (58.2)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "resource":
            return None
        if thing in self.named:
            return Refused("It has been raised already.", "58")
        return Refused("It stands on the last space of its track.", "58.2")

    def prompt(self, s: NewAngeles, seat: int) -> str:
        more = counted(self.left, "more resource" if self.named else "resource")
        return f"Raise up to {more} in the supply by {self.amount}{'' if self.left == 1 else ' each'}."

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if s.bound:
            return ONE
        return Shape("some", "stock", self.named, 0, len(self.named) + self.left, DONE)

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "stock":
            r = option[1]
            rise = min(self.amount, s.box.last[r] - s.supply[r])  # 43.5
            s.supply[r] += rise
            s.tell("stocked", r, rise)
            self.named = (*self.named, r)
            self.left -= 1
            if self.left:
                self.go("ask")
        elif not self.named:
            s.tell("does_nothing", self.who)


class InvestIn(EffectStep):
    """Three different players, in order."""

    asks = {"ask": ("", "7.3")}

    amounts: tuple[int, ...]
    named: int = field(0)

    def options(self, s: NewAngeles) -> list[Option]:
        if not self.amounts:
            return []
        return [INVEST[seat] for seat in range(s.seats) if not self.named >> seat & 1]

    def prompt(self, s: NewAngeles, seat: int) -> str:
        return f"Name the next player: he gains {self.amounts[0]} capital."

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return Refused("That player has been named already.", "7.3") if kind == "seat" else None

    def do(self, s: NewAngeles, option: Answer) -> None:
        amount, *rest = self.amounts
        self.amounts = tuple(rest)
        self.named |= 1 << option[1]
        s.gain(option[1], amount)
        self.go("ask")


class FlatterPlayer(EffectStep):
    """Capital for a player, who then gives up an asset of his choice (ruling R7)."""

    lines = ("ask", "take", "loss", "lose")
    asks = {
        "ask": (
            "Choose a player: he gains {capital} capital, {supporter} if he supported this offer,"
            " and then discards one of his assets.",
            "7.3",
        ),
        "loss": ("For the capital you were given, discard one of your assets.", "6.7"),
    }
    closed = True  # an asset that is to be discarded is not given away (ruling R33)

    capital: int
    supporter: int
    victim: int = field(-1)

    def options(self, s: NewAngeles) -> list[Option]:
        return FLATTER.row(range(s.seats))

    def do(self, s: NewAngeles, option: Answer) -> None:
        self.victim = option[1]
        s.gain(self.victim, self.supporter if s.backed(self.victim) else self.capital)

    def loss(self, s: NewAngeles) -> Choice | None:
        options = SCRAP.row(s.assets[self.victim])
        if not options:
            self.go("end")
            return None
        if s.bound and self.victim == self.who:
            options = stated(s, options)
        return Choice(self.victim, options)

    def lose(self, s: NewAngeles) -> None:
        if s.bound and self.victim == self.who:
            keep_word(s, self.answer)
        s.discard_asset(self.answer[1])


class DeployForces(EffectStep):
    """Another player draws, or his emergency card turns faceup (ruling R39)."""

    asks = {
        "ask": (
            "Choose another player: he draws {cards} cards of a type you name, or his emergency card turns faceup.",
            "21.2",
        )
    }

    cards: int

    def options(self, s: NewAngeles) -> list[Option]:
        found: list[Option] = []
        for seat in range(s.seats):
            if seat != self.who:
                found += DEPLOY[seat].row(s.drawable())
                found += [
                    REARM[seat][FIRST_EMERGENCY + corp]
                    for corp, holder in enumerate(s.emergency)
                    if holder == seat and not s.faceup >> corp & 1
                ]
        return found

    def do(self, s: NewAngeles, option: Answer) -> None:
        seat = option[1]
        if option[0] == "rearm":
            s.faceup |= 1 << option[2] - FIRST_EMERGENCY
            s.tell("rearmed", seat, option[2])
        else:
            s.draw(seat, option[2], self.cards)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and thing == seat:
            return Refused("It must be another player.", "2")
        return None


class EachDraws(Step[NewAngeles]):
    """Clockwise from the active player, each names a type and draws."""

    lines = ("ask", "take")
    asks = {"ask": ("", "2.3")}

    who: int
    cards: int
    supporter: int
    optional: bool
    turn: int = field(0)

    def number(self, s: NewAngeles, seat: int) -> int:
        return self.supporter if s.backed(seat) else self.cards

    def prompt(self, s: NewAngeles, seat: int) -> str:
        more = " (one more, for you supported this offer)" if self.number(s, seat) > self.cards else ""
        leave = ", or draw none" if self.optional else ""
        return f"Draw {self.number(s, seat)} action cards of one type{more}: choose the type{leave}."

    def ask(self, s: NewAngeles) -> Choice | None:
        if self.turn == s.seats:
            self.go("end")
            return None
        options = [DRAW[kind] for kind in s.drawable()]
        if self.optional or not options:
            options.append(SKIP)
        seat = (s.active + self.turn) % s.seats
        if s.bound and seat == self.who:
            options = stated(s, options)
        return Choice(seat, options)

    def take(self, s: NewAngeles) -> None:
        seat = (s.active + self.turn) % s.seats
        if s.bound and seat == self.who:
            keep_word(s, self.answer)
        if self.answer[0] == "draw":
            s.draw(seat, self.answer[1], self.number(s, seat))
        else:
            s.tell("draws_none", seat)
        self.turn += 1
        self.go("ask")


class FillPot(Step[NewAngeles]):
    """Clockwise from the active player, each may pay; one capital per player lowers threat."""

    lines = ("open", "ask", "take")
    asks = {"ask": ("", "7")}

    who: int
    lower: int
    turn: int = field(0)

    def open(self, s: NewAngeles) -> None:
        s.pot = 0

    def prompt(self, s: NewAngeles, seat: int) -> str:
        left = s.seats - self.turn - 1
        after = f"{left} more may pay after you" if left else "you are the last"
        return (
            f"Pay any capital into the pot: at {s.seats} capital threat falls by {self.lower};"
            f" it holds {s.pot}, and {after}."
        )

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        return Shape("amount", "pay")

    def ask(self, s: NewAngeles) -> Choice | None:
        if self.turn == s.seats:
            self.go("end")
            paid, s.pot = s.pot, NOTHING
            if paid < s.seats:
                s.tell("pot_short", paid, s.seats)
            elif s.threat:
                fall = min(self.lower, s.threat)
                s.threat -= fall
                s.tell("threat_falls", fall, s.threat)
            else:
                s.tell("pot_idle")
            return None
        seat = (s.active + self.turn) % s.seats
        options = PAY.row(range(min(s.capital[seat], MOST_PAID) + 1))
        if s.bound and seat == self.who:
            options = stated(s, options) if s.plan[0] in options else options[-1:]  # ruling R23
        return Choice(seat, options, always=s.trading and not s.capital[seat])  # he may borrow (65)

    def refuse(self, s: NewAngeles, seat: int, option: Option) -> Refused | None:
        if option[0] == "pay" and len(option) == 2 and MOST_PAID < option[1] <= s.capital[seat]:
            return Refused(f"Nobody pays more than {MOST_PAID} capital into the pot at once.", "7")
        return None

    def take(self, s: NewAngeles) -> None:
        seat = (s.active + self.turn) % s.seats
        if s.bound and seat == self.who:
            keep_word(s, self.answer)
        s.capital[seat] -= self.answer[1]
        s.pot += self.answer[1]
        s.tell("paid_in", seat, self.answer[1])
        self.turn += 1
        self.go("ask")


class SortEvents(Step[NewAngeles]):
    """Look at the top events: one to the bottom, the others back on top in a chosen order (24.3).

    The others see their backs alone: who knew one of them by an earlier look knows only that it is one of those with
    its back (ruling R51).
    """

    lines = ("look", "bottom", "sink", "order", "stack")
    asks = {
        "bottom": ("Put one of the {looking} top events at the bottom of the deck.", "24.3"),
        "order": ("Which of the {looking} that stay comes next?", "24.3"),
    }

    who: int
    looking: int

    def look(self, s: NewAngeles) -> None:
        alike: dict[int, list[int]] = {}
        for slot in s.event_deck[-self.looking :]:
            s.show_to(slot, self.who)
            s.backs |= 1 << slot - FIRST_EVENT
            alike.setdefault(s.box.back[s.face[slot]], []).append(slot)
        for slots in alike.values():
            if len(slots) > 1:
                s.hide(slots, keep=1 << self.who)
        s.tell("looks_at_events", self.who, self.looking)

    def bottom(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("bottom", slot) for slot in s.event_deck[-self.looking :]])

    def sink(self, s: NewAngeles) -> None:
        slot = self.answer[1]
        s.event_deck = (slot, *(x for x in s.event_deck if x != slot))
        self.looking -= 1
        s.tell("sinks", self.who, slot, s.box.back[s.face[slot]])

    def order(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("top", slot) for slot in s.event_deck[-self.looking :]])

    def stack(self, s: NewAngeles) -> None:
        slot = self.answer[1]
        s.event_deck = (*(x for x in s.event_deck if x != slot), slot)
        s.tell("tops", self.who, slot, s.box.back[s.face[slot]])
