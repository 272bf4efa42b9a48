"""What assets that speak during a turn do: a rule each, under the name that stands as `step` on the card."""

from __future__ import annotations

from collections.abc import Callable

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.modifiers import Modifier
from knaves.core.step import Choice, Option, Step
from knaves.core.words import so_many
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules.offers import add_card, lay_counter, lay_support, not_proposable
from knaves.games.new_angeles.rules.statement import Statement
from knaves.games.new_angeles.state import COUNTER, MAIN, NOTHING, NewAngeles

DRAW = Menu("draw")
Next = Step[NewAngeles] | None


def steal_random(s: NewAngeles, face: int, seat: int, about: int) -> None:
    """Lily Lockwell takes a card of the active player, unseen."""
    hand = s.hands[s.active]
    steal_card(s, seat, s.active, hand[s.below(len(hand))])


def bind(s: NewAngeles, face: int, seat: int, about: int) -> Next:
    """Caprice Nisei: whoever proposes states how the card will be resolved."""
    s.plan = ()
    s.bound_card = s.offer(about)
    return Statement(s.bidder(about), s.offer(about))


def bar_trade(s: NewAngeles, face: int, seat: int, about: int) -> None:
    """Mark Yale keeps whoever proposes from trading until the deal ends."""
    bidder = s.bidder(about)
    s.mods.append(Modifier(face, "trade", "no", seat=bidder, until="deal"))
    s.tell("barred_trade", bidder)


def steal_card(s: NewAngeles, thief: int, victim: int, slot: int) -> None:
    """56.3: nobody else sees it."""
    s.hand_over(victim, thief, slot)
    DEALS.robbed(s, victim)
    both = 1 << thief | 1 << victim
    s.tell("stole_card", thief, slot, victim, to=both)
    s.tell("stole_hidden", thief, victim, to=s.everyone ^ both)


class BackWinner(Step[NewAngeles]):
    """Jackson Howard names another player."""

    lines = ("ask", "take")
    asks = {"ask": ("Name another player: if he wins this deal, you gain 2 capital.", "6.2")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("name", x) for x in range(s.seats) if x != self.who])

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return Refused("It must be another player.", "6.2") if kind == "seat" else None

    def take(self, s: NewAngeles) -> None:
        s.named = (self.who, self.answer[1])
        s.tell("named", self.who, self.answer[1])


class CounterSelf(Step[NewAngeles]):
    """The Fall Guy: the active player makes the counteroffer, too (16.7, ruling R22)."""

    lines = ("alone", "ask", "take")
    asks = {"ask": ("Make the counteroffer yourself.", "16.7")}

    who: int

    def alone(self, s: NewAngeles) -> None:
        s.counter_turn = s.seats
        DEALS.drop_idle(s)

    def ask(self, s: NewAngeles) -> Choice:
        cards = [*s.hands[self.who], *s.emergencies(self.who)]
        return Choice(self.who, [("counter", slot) for slot in cards])

    def take(self, s: NewAngeles) -> None:
        lay_counter(s, self.who, self.answer[1])

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing == s.main:
            return Refused("It is your main offer.", "16.7")
        return not_proposable(s, seat, kind, thing)


class SendBack(Step[NewAngeles]):
    """Chief Gorman: pay his owner 2, or take the counteroffer back (15.8)."""

    lines = ("ask", "take")
    asks = {"ask": ("", "15.8")}

    who: int
    owner: int
    asset: int  # its face

    def prompt(self, s: NewAngeles, seat: int) -> str:
        ask, has = "Pay {owner:seat} 2 capital, or take your counteroffer back", s.capital[self.who]
        return f"{ask}." if has >= 2 else f"{ask}; you have only {has} capital."

    def ask(self, s: NewAngeles) -> Choice:
        options: list[Option] = [("take_back",)]
        if s.capital[self.who] >= 2:
            options.append(("pay_off", self.owner))
        return Choice(self.who, options, always=s.trading)  # who is short of capital may borrow it (65)

    def refuse(self, s: NewAngeles, seat: int, option: Option) -> Refused | None:
        if option == ("pay_off", self.owner):
            return Refused(f"That costs 2 capital, and you have {s.capital[seat]}.", "15.8")
        return None

    def take(self, s: NewAngeles) -> None:
        if self.answer[0] == "pay_off":
            s.pay(self.who, self.owner, 2)
            return
        slot = s.counters[-1]
        s.counters, s.counter_by = s.counters[:-1], s.counter_by[:-1]
        if slot < FIRST_EMERGENCY:  # emergency cards lie before their player all the time
            s.hands[self.who] += (slot,)
        if slot == s.bound_card:
            s.bound_card, s.plan = NOTHING, ()
        s.mods.append(Modifier(self.asset, "counter", "no", seat=self.who, until="turn"))
        s.tell("sent_back", self.who, slot)
        DEALS.counter_falls(s, self.who)


class LaySupport(Step[NewAngeles]):
    """Isabel McGuire: the top card of a deck, unseen, beside either offer."""

    lines = ("ask", "take")
    asks = {"ask": ("Lay the top card of a deck beside an offer.", "16.4")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        sides = (MAIN, COUNTER) if s.counters else (MAIN,)
        return Choice(self.who, [("lay_top", kind, side) for kind in s.drawable() for side in sides])

    def take(self, s: NewAngeles) -> None:
        kind, side = self.answer[1], self.answer[2]
        top = s.take_top(kind)
        if not top:
            s.tell("lay_lost", self.who, kind)  # ruling R17
            return
        s.support = add_card(s, side, top[0])
        s.tell("laid_top", self.who, kind, side)


class BarSupport(Step[NewAngeles]):
    """Locust Company: somebody may not support the counteroffer."""

    lines = ("ask", "take")
    asks = {"ask": ("Choose a player who may not support the counteroffer.", "16.4")}

    who: int
    asset: int  # its face

    def ask(self, s: NewAngeles) -> Choice:
        out = (s.active, s.countering)
        return Choice(self.who, [("bar", x) for x in range(s.seats) if x not in out])

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return (
            Refused("Whoever has an offer in the deal supports none anyway.", "16.6")
            if kind == "seat"
            else None
        )

    def take(self, s: NewAngeles) -> None:
        seat = self.answer[1]
        s.mods.append(Modifier(self.asset, "support_counter", "no", seat=seat, until="deal"))
        s.tell("barred_support", seat)
        DEALS.drop_idle(s)


class Pressed(Step[NewAngeles]):
    """Eiko: one card for the main offer, or 1 capital (ruling R25)."""

    lines = ("ask", "take")
    asks = {"ask": ("", "16.4")}

    who: int

    def prompt(self, s: NewAngeles, seat: int) -> str:
        choice = ", or lose 1 capital" if s.capital[self.who] else "; you have no capital to lose instead"
        return f"Eiko: lay a card beside the main offer{choice}."

    def ask(self, s: NewAngeles) -> Choice:
        options: list[Option] = [("lay", slot) for slot in s.hands[self.who]]
        if s.capital[self.who]:
            return Choice(self.who, [*options, ("forfeit",)])
        return Choice(self.who, options, always=s.trading)  # who is short of capital may borrow it (65)

    def take(self, s: NewAngeles) -> None:
        if self.answer[0] == "forfeit":
            s.lose(self.who, 1)
        else:
            s.side[self.who] = MAIN
            lay_support(s, self.who, self.answer[1])


class NameWinner(Step[NewAngeles]):
    """Tanaka or Midori: the winner of the deal is named."""

    lines = ("ask", "take")
    asks = {"ask": ("", "16.5")}

    who: int

    def prompt(self, s: NewAngeles, seat: int) -> str:
        return f"Name the winner of the deal: {s.support_counted()}."

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("award", MAIN), ("award", COUNTER)])

    def take(self, s: NewAngeles) -> None:
        s.won = self.answer[1]
        s.tell("awarded", self.who, s.won)


class DrawCards(Step[NewAngeles]):
    """Cards of the topmost type of the corp sheet; Melange Mining names one each time (ruling R8)."""

    lines = ("ask", "take")
    asks = {"ask": ("", "29")}

    who: int
    cards: int
    times: int = 1

    def prompt(self, s: NewAngeles, seat: int) -> str:
        again = f" {self.times} times to go." if self.times > 1 else ""
        return f"Draw {so_many(self.cards, 'card')} of one type: choose the type.{again}"

    def ask(self, s: NewAngeles) -> Choice | None:
        kind = s.topmost(self.who)
        kinds = [kind] if kind >= 0 else s.drawable()
        if not kinds:
            self.go("end")
            return None
        return Choice(self.who, DRAW.row(kinds))

    def take(self, s: NewAngeles) -> None:
        s.draw(self.who, self.answer[1], self.cards)
        self.times -= 1
        if self.times:
            self.go("ask")


OWN_RULES: dict[str, Callable[[NewAngeles, int, int, int], Next]] = {
    "BackWinner": lambda s, face, seat, about: BackWinner(seat),
    "BarSupport": lambda s, face, seat, about: BarSupport(seat, face),
    "BarTrade": bar_trade,
    "BreakTie": lambda s, face, seat, about: NameWinner(seat),
    "CounterSelf": lambda s, face, seat, about: CounterSelf(seat),
    "LaySupport": lambda s, face, seat, about: LaySupport(seat),
    "NameWinner": lambda s, face, seat, about: NameWinner(seat),
    "Pressed": lambda s, face, seat, about: Pressed(about),
    "SendBack": lambda s, face, seat, about: SendBack(s.countering, seat, face),
    "Statement": bind,
    "StealRandom": steal_random,
}
