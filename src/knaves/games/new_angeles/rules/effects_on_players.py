"""Effects on the players: capital, draws, emergency cards, the event deck."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Answer, Choice, Option, Step
from knaves.games.new_angeles.cards import FIRST_EVENT, TYPES
from knaves.games.new_angeles.rules.action_cards import DONE, Effect, keep_word, stated
from knaves.games.new_angeles.state import NewAngeles

PAY: list[Option] = [("pay", n) for n in range(400)]
STOCK: list[Option] = [("stock", r) for r in range(5)]
DRAW: list[Option] = [("draw", kind) for kind in range(5)]
INVEST: list[Option] = [("invest", seat) for seat in range(6)]
FLATTER: list[Option] = [("flatter", seat) for seat in range(6)]
SKIP: Option = ("skip",)


class StockUp(Effect):
    """Up to so many different resources rise."""

    asks = {"ask": ("Raise a resource in the supply.", "58")}

    left: int
    amount: int
    named: int = field(default=0, init=False)

    def options(self, s: NewAngeles) -> list[Option]:
        return [*(STOCK[r] for r in range(5) if not self.named >> r & 1), DONE]

    def do(self, s: NewAngeles, option: Answer) -> None:
        if option[0] == "stock":
            r = option[1]
            s.supply[r] = min(s.supply[r] + self.amount, s.box.last[r])  # 43.5
            s.tell("stocked", r, self.amount)
            self.named |= 1 << r
            self.left -= 1
            if self.left:
                self.go("ask")


class InvestIn(Effect):
    """Three different players, in order."""

    asks = {"ask": ("Name the next player who gains capital.", "7.3")}

    amounts: tuple[int, ...]
    named: int = field(default=0, init=False)

    def options(self, s: NewAngeles) -> list[Option]:
        if not self.amounts:
            return []
        return [INVEST[seat] for seat in range(s.seats) if not self.named >> seat & 1]

    def prompt(self, s: NewAngeles, seat: int) -> str:
        return f"Name the next player: he gains {self.amounts[0]} capital."

    def do(self, s: NewAngeles, option: Answer) -> None:
        amount, *rest = self.amounts
        self.amounts = tuple(rest)
        self.named |= 1 << option[1]
        s.gain(option[1], amount)
        self.go("ask")


class FlatterPlayer(Effect):
    """Capital for a player, who then gives up an asset of his choice (ruling R7)."""

    lines = ("ask", "take", "loss", "lose")
    asks = {
        "ask": ("Choose a player for the Vanity Project.", "7.3"),
        "loss": ("Discard one of your assets.", "6.7"),
    }

    capital: int
    supporter: int
    victim: int = field(default=-1, init=False)

    def options(self, s: NewAngeles) -> list[Option]:
        return FLATTER[: s.seats]

    def do(self, s: NewAngeles, option: Answer) -> None:
        self.victim = option[1]
        s.gain(self.victim, self.supporter if s.backed(self.victim) else self.capital)

    def loss(self, s: NewAngeles) -> Choice | None:
        options: list[Option] = [("scrap", slot) for slot in s.assets[self.victim]]
        if not options:
            self.go("end")
            return None
        return Choice(self.victim, options)

    def lose(self, s: NewAngeles) -> None:
        s.discard_asset(self.answer[1])


class DeployForces(Effect):
    """Another player draws, or his emergency card turns faceup (ruling R39)."""

    asks = {"ask": ("Choose another player: cards of a type, or his emergency card.", "21.2")}

    cards: int

    def options(self, s: NewAngeles) -> list[Option]:
        found: list[Option] = []
        for seat in range(s.seats):
            if seat != self.who:
                found += [("deploy", seat, kind) for kind in range(5)]
                if not s.faceup >> s.corp[seat] & 1:
                    found.append(("rearm", seat))
        return found

    def do(self, s: NewAngeles, option: Answer) -> None:
        seat = option[1]
        if option[0] == "rearm":
            s.faceup |= 1 << s.corp[seat]
            s.tell("rearmed", seat)
        else:
            s.draw(seat, option[2], self.cards)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and thing == seat:
            return Refused("It must be another player.", "2")
        return None


class EachDraws(Step[NewAngeles]):
    """Clockwise from the active player, each names a type and draws."""

    lines = ("ask", "take")
    asks = {"ask": ("Choose a type of action card to draw.", "2.3")}

    who: int
    cards: int
    supporter: int
    optional: bool
    turn: int = field(default=0, init=False)

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
            s.draw(seat, self.answer[1], self.supporter if s.backed(seat) else self.cards)
        self.turn += 1
        self.go("ask")


class FillPot(Step[NewAngeles]):
    """Clockwise from the active player, each may pay; one capital per player lowers threat."""

    lines = ("ask", "take")
    asks = {"ask": ("Pay any capital into the pot; it holds {paid}.", "7")}

    who: int
    lower: int
    paid: int = field(default=0, init=False)
    turn: int = field(default=0, init=False)

    def ask(self, s: NewAngeles) -> Choice | None:
        if self.turn == s.seats:
            self.go("end")
            if self.paid >= s.seats:
                fall = min(self.lower, s.threat)
                s.threat -= fall
                s.tell("threat_falls", fall, s.threat)
            return None
        seat = (s.active + self.turn) % s.seats
        options = PAY[: s.capital[seat] + 1]
        if s.bound and seat == self.who:
            options = stated(s, options)
        return Choice(seat, options)

    def take(self, s: NewAngeles) -> None:
        seat = (s.active + self.turn) % s.seats
        if s.bound and seat == self.who:
            keep_word(s, self.answer)
        if self.answer[1]:
            self.paid += s.lose(seat, self.answer[1])
        self.turn += 1
        self.go("ask")


class SortEvents(Step[NewAngeles]):
    """Look at the top events: one to the bottom, the others back on top in a chosen order (24.3)."""

    lines = ("look", "bottom", "sink", "order", "stack")
    asks = {
        "bottom": ("Put one of these events at the bottom of the deck.", "24.3"),
        "order": ("Which event comes next?", "24.3"),
    }

    who: int
    looking: int

    def look(self, s: NewAngeles) -> None:
        for slot in s.event_deck[-self.looking :]:
            s.show_to(slot, self.who)
            s.backs |= 1 << slot - FIRST_EVENT
        s.tell("looks_at_events", self.who, self.looking)

    def bottom(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("bottom", slot) for slot in s.event_deck[-self.looking :]])

    def sink(self, s: NewAngeles) -> None:
        slot = self.answer[1]
        s.event_deck = (slot, *(x for x in s.event_deck if x != slot))
        self.looking -= 1
        s.tell("sinks", self.who, slot)

    def order(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("top", slot) for slot in s.event_deck[-self.looking :]])

    def stack(self, s: NewAngeles) -> None:
        slot = self.answer[1]
        s.event_deck = (*(x for x in s.event_deck if x != slot), slot)
        s.tell("tops", self.who, slot)


def type_name(kind: int) -> str:
    return TYPES[kind]
