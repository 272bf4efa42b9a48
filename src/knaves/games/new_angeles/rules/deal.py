"""The deal in its five steps (16)."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules.action_cards import Resolve
from knaves.games.new_angeles.rules.assets import alarm, window
from knaves.games.new_angeles.rules.claim import Claim
from knaves.games.new_angeles.rules.counteroffers import Counteroffer
from knaves.games.new_angeles.rules.offers import not_proposable
from knaves.games.new_angeles.rules.support import Support
from knaves.games.new_angeles.rules.timing import (
    ACTIVE_LOST,
    ASSET_REVEALED,
    COUNTER_WON,
    DEAL_END,
    MAIN_OFFER_MADE,
    OFFER_PROPOSED,
    RESOLUTION_START,
    SUPPORT_START,
    TIED,
)
from knaves.games.new_angeles.state import COUNTER, EMPTY_OFFER, MAIN, NOTHING, UNDECIDED, NewAngeles

NO_OFFER: Option = ("propose_nothing",)
PROPOSE = Menu("propose")
NAMED_WINNER = 2  # what Jackson Howard pays
Next = Step[NewAngeles] | None


class Deal(Step[NewAngeles]):
    """The steps of a deal that have no picks of their own; Counteroffer and Support have files of their own."""

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
    asks = {"propose": ("", "16.2")}

    def prompt(self, s: NewAngeles, seat: int) -> str:
        """The only question of this step itself: the main offer."""
        return f"Propose your main offer: whoever wins the deal resolves his card and takes {{{s.revealed}:asset}}."

    def asset(self, s: NewAngeles) -> Next:
        """16.1: the rightmost asset of the turn track."""
        s.revealed = s.track[-1]
        s.track = s.track[:-1]
        s.show(s.revealed)
        s.dealing = True
        s.side = [UNDECIDED] * s.seats
        s.laid = [0] * s.seats
        s.tell("revealed", s.revealed)
        return window(s, ASSET_REVEALED)

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
        return window(s, OFFER_PROPOSED, MAIN)

    def made(self, s: NewAngeles) -> Next:
        return window(s, MAIN_OFFER_MADE)

    def counteroffer(self, s: NewAngeles) -> Next:
        return Counteroffer(s.seats if s.counters else 1)  # The Fall Guy: straight to Support

    def support_start(self, s: NewAngeles) -> Next:
        s.tell("support")
        return window(s, SUPPORT_START)

    def support(self, s: NewAngeles) -> Next:
        return Support(1)

    def resolution(self, s: NewAngeles) -> Next:
        s.won, s.counter_turn = NOTHING, s.seats + 2
        return window(s, RESOLUTION_START)

    def count(self, s: NewAngeles) -> Next:
        """59.4"""
        if s.won == NOTHING:
            main, counter = map(len, s.support)
            if s.counters and main == counter:
                return window(s, TIED)
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
                s.reward(face, capital)
        if s.named and s.named[1] == s.winner:
            s.capital[s.named[0]] += NAMED_WINNER
            s.tell("named_winner", s.named[0], NAMED_WINNER)

    def win(self, s: NewAngeles) -> Next:
        return window(s, COUNTER_WON) if s.won == COUNTER else None

    def lost(self, s: NewAngeles) -> Next:
        return window(s, ACTIVE_LOST) if s.winner != s.active else None

    def resolve(self, s: NewAngeles) -> Next:
        card = s.offer(s.won)
        return None if card == EMPTY_OFFER else Resolve(card, s.winner)

    def alarmed(self, s: NewAngeles) -> Next:
        return alarm(s)

    def claim(self, s: NewAngeles) -> Next:
        asset, s.revealed = s.revealed, NOTHING
        return Claim(s.winner, asset)

    def clear(self, s: NewAngeles) -> Next:
        """16.5: all cards of the deal are discarded; emergency cards go home (16.5b, 21.3)."""
        DEALS.end_of_deal(s)
        winning = s.offer(s.won)
        for slot in (s.main, *s.counters):
            if slot >= FIRST_EMERGENCY:
                corp = slot - FIRST_EMERGENCY
                if slot == winning:
                    s.faceup &= ~(1 << corp)
                home = s.seat_of[corp]
                s.emergency = (*s.emergency[:corp], home, *s.emergency[corp + 1 :])
                s.tell("used_up" if slot == winning else "back_unused", home, slot)
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
        return window(s, DEAL_END)

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        return not_proposable(s, seat, kind, thing)
