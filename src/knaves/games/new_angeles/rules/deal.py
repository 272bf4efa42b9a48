"""The deal in its five steps (16)."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import ONE, Choice, Option, Shape, Step
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.deals.promises import abstained
from knaves.games.new_angeles.deals.trade import end_of_deal
from knaves.games.new_angeles.rules.action_cards import Resolve
from knaves.games.new_angeles.rules.assets import Window, lay_counter, lay_support, moment
from knaves.games.new_angeles.rules.claim import Claim
from knaves.games.new_angeles.rules.timing import (
    ABSTAINED,
    ACTIVE_LOST,
    ASSET_REVEALED,
    COUNTER_MADE,
    COUNTER_WON,
    DEAL_END,
    MAIN_OFFER_MADE,
    OFFER_PROPOSED,
    RESOLUTION_START,
    SUPPORT_START,
    THREAT_ROSE,
    TIED,
)
from knaves.games.new_angeles.state import (
    AARON_MARRON,
    COUNTER,
    EMPTY_OFFER,
    MAIN,
    NOTHING,
    UNDECIDED,
    NewAngeles,
)
from knaves.games.new_angeles.state import ABSTAINED as STOOD_ASIDE

PASS: Option = ("pass",)
ABSTAIN: Option = ("abstain",)
DONE: Option = ("done",)
NO_OFFER: Option = ("propose_nothing",)
PROPOSE, COUNTER_WITH, DISCARD, BACK, LAY = map(Menu, ("propose", "counter", "discard", "back", "lay"))
NAMED_WINNER = 2  # what Jackson Howard pays
Next = Step[NewAngeles] | None


class Deal(Step[NewAngeles]):
    """The steps of a deal that have no picks of their own; Counteroffer and Support are below."""

    lines = (
        "asset",
        "propose",
        "proposed",
        "made",
        "counteroffer",
        "support_start",
        "support",
        "resolution",
        "count",
        "tied",
        "win",
        "lost",
        "resolve",
        "alarmed",
        "claim",
        "clear",
    )

    def prompt(self, s: NewAngeles, seat: int) -> str:
        """The only question of this step itself: the main offer."""
        asset = s.box.assets[s.face[s.revealed]].name
        return f"Propose your main offer: whoever wins the deal resolves his card and takes {asset}."

    def clause(self, s: NewAngeles, seat: int) -> str:
        return "16.2"

    def asset(self, s: NewAngeles) -> Next:
        """16.1: the rightmost asset of the turn track."""
        s.revealed = s.track[-1]
        s.track = s.track[:-1]
        s.show(s.revealed)
        s.dealing = True
        s.side = [UNDECIDED] * s.seats
        s.laid = [0] * s.seats
        s.tell("revealed", s.revealed)
        return Window(ASSET_REVEALED) if moment(s, ASSET_REVEALED) else None

    def propose(self, s: NewAngeles) -> Choice:
        """16.2: he must (16.2a)."""
        cards = [*s.hands[s.active], *s.emergencies(s.active)]
        return Choice(s.active, [PROPOSE[slot] for slot in cards] or [NO_OFFER], moment="main_offer")

    def proposed(self, s: NewAngeles) -> Next:
        if self.answer == NO_OFFER:  # ruling R16
            s.main = EMPTY_OFFER
            s.tell("proposes_nothing", s.active)
            return None
        s.main = self.answer[1]
        if s.main < FIRST_EMERGENCY:
            s.take_from(s.active, s.main)
        s.show(s.main)
        s.tell("proposes", s.active, s.main)
        return Window(OFFER_PROPOSED, MAIN) if moment(s, OFFER_PROPOSED, MAIN) else None

    def made(self, s: NewAngeles) -> Next:
        return Window(MAIN_OFFER_MADE) if moment(s, MAIN_OFFER_MADE) else None

    def counteroffer(self, s: NewAngeles) -> Next:
        return Counteroffer(s.seats if s.counters else 1)  # The Fall Guy: straight to Support

    def support_start(self, s: NewAngeles) -> Next:
        s.tell("support")
        return Window(SUPPORT_START) if moment(s, SUPPORT_START) else None

    def support(self, s: NewAngeles) -> Next:
        return Support(1)

    def resolution(self, s: NewAngeles) -> Next:
        s.won = NOTHING
        return Window(RESOLUTION_START) if moment(s, RESOLUTION_START) else None

    def count(self, s: NewAngeles) -> Next:
        """59.4"""
        if s.won == NOTHING:
            main, counter = map(len, s.support)
            if s.counters and main == counter and moment(s, TIED):
                return Window(TIED)
        return None

    def tied(self, s: NewAngeles) -> None:
        """16.5a: a tie that nobody broke is the active player's."""
        if s.won == NOTHING:
            ahead = bool(s.counters) and len(s.support[COUNTER]) > len(s.support[MAIN])
            s.won = COUNTER if ahead else MAIN
        s.winner = s.bidder(s.won)
        s.tell("won", s.winner, s.won)
        left = (s.winner + 1) % s.seats
        for face, capital in s.box.rewards["right_wins"]:
            if s.holder[face] == left:
                s.gain(left, capital)
        if s.named and s.named[1] == s.winner:
            s.gain(s.named[0], NAMED_WINNER)

    def win(self, s: NewAngeles) -> Next:
        if s.won == COUNTER and moment(s, COUNTER_WON):
            return Window(COUNTER_WON)
        return None

    def lost(self, s: NewAngeles) -> Next:
        if s.winner != s.active and moment(s, ACTIVE_LOST):
            return Window(ACTIVE_LOST)
        return None

    def resolve(self, s: NewAngeles) -> Next:
        card = s.offer(s.won)
        return None if card == EMPTY_OFFER else Resolve(card, s.winner)

    def alarmed(self, s: NewAngeles) -> Next:
        """Ruling R26"""
        if s.rises and moment(s, THREAT_ROSE):
            return Window(THREAT_ROSE, s.rises)
        s.rises = 0
        return None

    def claim(self, s: NewAngeles) -> Next:
        asset, s.revealed = s.revealed, NOTHING
        return Claim(s.winner, asset)

    def clear(self, s: NewAngeles) -> Next:
        """16.5: all cards of the deal are discarded; emergency cards go home (16.5b, 21.3)."""
        end_of_deal(s)
        winning = s.offer(s.won)
        for slot in (s.main, *s.counters):
            if slot >= FIRST_EMERGENCY:
                corp = slot - FIRST_EMERGENCY
                if slot == winning:
                    s.faceup &= ~(1 << corp)
                home = s.seat_of[corp]
                s.emergency = (*s.emergency[:corp], home, *s.emergency[corp + 1 :])
            elif slot >= 0:
                s.discard.append(slot)
        s.discard += s.support[MAIN]
        s.discard += s.support[COUNTER]
        s.support = ((), ())
        s.main, s.counters, s.counter_by = NOTHING, (), ()
        s.winner = s.won = s.bound_card = NOTHING
        s.named = ()
        s.dealing = False
        s.plan = ()
        s.sweep("deal")
        return Window(DEAL_END) if moment(s, DEAL_END) else None

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return not_proposable(s, seat, kind, thing)


def cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def not_proposable(s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
    if kind == "card" and FIRST_EMERGENCY <= thing < FIRST_EMERGENCY + 6:
        corp = thing - FIRST_EMERGENCY
        if s.emergency[corp] != seat:
            return Refused("That emergency action card is not yours.", "21.2")
        if not s.faceup >> corp & 1:
            return Refused("Your emergency action card lies facedown.", "21.3")
    elif kind == "card" and thing not in s.hands[seat]:
        return Refused("An offer comes from your own hand.", "15.1")
    return None


class Counteroffer(Step[NewAngeles]):
    """16.3: clockwise, each may counter at a rising price, or pass."""

    lines = ("seek", "ask", "take", "owe", "pay", "proposed", "countered", "next")

    turn: int  # places to the left of the active player
    owed: int = field(default=0, init=False)
    paid: tuple[int, ...] = field(default=(), init=False)

    def prompt(self, s: NewAngeles, seat: int) -> str:
        if self.lines[self.line] == "owe":
            taker = s.holder[AARON_MARRON]
            where = "discard" if taker in (-1, seat) else "to Aaron Marron's owner,"
            return f"Pay for your counteroffer: {where} {cards(self.owed)}."
        price = len(s.counters)
        cost = f"it costs {cards(price)} beside the card you offer" if price else "it is free"
        return f"Make a counteroffer ({cost}), or pass."

    def clause(self, s: NewAngeles, seat: int) -> str:
        return "15.4" if self.lines[self.line] == "owe" else "16.3"

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if self.lines[self.line] != "owe":
            return ONE
        price = len(self.paid) + self.owed
        return Shape("some", "discard", self.paid, price, price)

    def seat(self, s: NewAngeles) -> int:
        return (s.active + self.turn) % s.seats

    def seek(self, s: NewAngeles) -> None:
        """The next player who could counter; the others have nothing to say."""
        while self.turn < s.seats:
            if len(self.options(s)) > 1:
                return
            self.turn += 1
        if s.counters and s.countering == s.active and not self.owed:
            self.owed = 1  # The Fall Guy's counteroffer is an offer like any other
            self.go("proposed")
        else:
            self.go("end")

    def options(self, s: NewAngeles) -> list[Option]:
        seat = (s.active + self.turn) % s.seats
        hand, price = s.hands[seat], len(s.counters)  # 15.4
        options: list[Option] = [PASS]
        if len(hand) >= price and (not s.mods or s.allows("counter", seat)):
            if len(hand) > price:
                options += [COUNTER_WITH[slot] for slot in hand]
            options += [COUNTER_WITH[slot] for slot in s.emergencies(seat)]
        return options

    def ask(self, s: NewAngeles) -> Choice:
        return Choice((s.active + self.turn) % s.seats, self.options(s))

    def take(self, s: NewAngeles) -> None:
        if self.answer == PASS:
            s.tell("passes", self.seat(s))
            self.next(s)
            return
        self.owed, self.paid = len(s.counters), ()
        lay_counter(s, self.seat(s), self.answer[1])

    def owe(self, s: NewAngeles) -> Choice | None:
        if not self.owed:
            self.go("proposed")
            return None
        seat = self.seat(s)
        return Choice(seat, [DISCARD[slot] for slot in s.hands[seat]])

    def pay(self, s: NewAngeles) -> None:
        seat, slot = self.seat(s), self.answer[1]
        aaron = s.holder[AARON_MARRON]
        if aaron >= 0 and aaron != seat:
            s.hand_over(seat, aaron, slot)
            both = 1 << seat | 1 << aaron
            s.tell("gave_card", seat, slot, aaron, to=both)
            s.tell("gave_hidden", seat, aaron, to=s.everyone ^ both)
        else:
            s.throw(seat, slot)
        self.owed -= 1
        self.paid = (*self.paid, slot)
        self.go("owe")

    def proposed(self, s: NewAngeles) -> Next:
        if moment(s, OFFER_PROPOSED, COUNTER):
            return Window(OFFER_PROPOSED, COUNTER)
        return None

    def countered(self, s: NewAngeles) -> Next:
        return Window(COUNTER_MADE) if moment(s, COUNTER_MADE) else None

    def next(self, s: NewAngeles) -> None:
        self.turn += 1
        self.go("seek")

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and not s.allows("counter", seat):
            return Refused("Chief Gorman has sent your counteroffer back this turn.", "15.8")
        price, hand = len(s.counters), len(s.hands[seat])
        needed = price if thing >= FIRST_EMERGENCY else price + 1
        if kind == "card" and hand < needed:
            return Refused(
                f"A counteroffer costs {cards(price)} now; you are {cards(needed - hand)} short.", "15.4"
            )
        return not_proposable(s, seat, kind, thing)


class Support(Step[NewAngeles]):
    """16.4: clockwise, each supporting player lays cards beside one offer, or abstains."""

    lines = ("ask", "take", "more", "lay", "next")

    turn: int
    picked: tuple[int, ...] = field(default=(), init=False)

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
                abstained(s, seat)
            self.go("next")
            return Window(ABSTAINED, seat) if moment(s, ABSTAINED, seat) else None
        s.side[seat] = self.answer[1]
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
        main, counter = map(len, s.support)
        count = (
            f"{cards(main)} for the main offer, {cards(counter)} for the counteroffer"
            if s.counters
            else cards(main)
        )
        if self.lines[self.line] == "ask":
            return f"Support an offer with cards from your hand, or abstain ({count})."
        return (
            f"Lay one or more cards beside {('the main offer', 'the counteroffer')[s.side[seat]]} ({count})."
        )

    def clause(self, s: NewAngeles, seat: int) -> str:
        return "16.4" if self.lines[self.line] == "ask" else "59.1"

    def shape(self, s: NewAngeles, seat: int) -> Shape:
        if self.lines[self.line] == "ask":
            return ONE
        return Shape("some", "lay", self.picked, 1, len(self.picked) + len(s.hands[seat]), DONE)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing >= FIRST_EMERGENCY:
            return Refused("Emergency action cards cannot be laid as support.", "21.5")
        if kind == "card" and thing not in s.hands[seat]:
            return Refused("Support comes from your own hand.", "59.1")
        if kind == "side" and not s.allows("support_counter", seat):
            return Refused("Locust Company keeps you from supporting the counteroffer.", "16.4")
        if kind == "side" and thing == COUNTER and not s.counters:
            return Refused("There is no counteroffer.", "16.4")
        return None

    def refuse(self, s: NewAngeles, seat: int, option: Option) -> Refused | None:
        if option[0] == "back" and s.side[seat] in (MAIN, COUNTER):
            return Refused("Nobody may support both offers.", "59.3")
        return None
