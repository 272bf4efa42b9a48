"""What can be traded in Villains, and how a promise is judged: deals.1, deals.2, R16."""

from __future__ import annotations

from knaves.core.deals import Deals
from knaves.core.errors import Refused
from knaves.core.offers import (
    BROKEN,
    KEPT,
    LAPSED,
    NO_PROMISE,
    OPEN,
    Clauses,
    Offer,
    Pledge,
    Promise,
    PromiseView,
)
from knaves.core.step import Option
from knaves.core.words import counted
from knaves.games.villains.cards import AREAS
from knaves.games.villains.rules.influence import may_attack
from knaves.games.villains.state import KIND, FactionCity

OFFERS_A_TURN = 2
PEACE, REPAY = 1, 2
BUY_PEACE: list[Option] = [("offer", other, 1, 0, NO_PROMISE, PEACE) for other in range(5)]
SELL_PEACE: list[Option] = [("offer", other, 0, 1, PEACE, NO_PROMISE) for other in range(5)]


def has_enemies(s: FactionCity, seat: int, area: int) -> bool:
    return any(s.force[other * AREAS + area] for other in range(s.seats) if other != seat)


def could_strike(s: FactionCity, seat: int, area: int) -> bool:
    """Would a unit of this seat attack if a combat began there now?"""
    armed = any(s.dice_of(seat, KIND[form]) for form in s.units[seat * AREAS + area])
    return armed and has_enemies(s, seat, area) and may_attack(s, area)


class VillainsDeals(Deals[FactionCity]):
    clauses = Clauses(trade="deals.1", amount="deals.2", goods="deals.2", promise="deals.2")
    pledges = {
        NO_PROMISE: Pledge("", "nothing"),
        PEACE: Pledge("peace", "not to attack this turn"),
        REPAY: Pledge("repay", "to hand over 1 resource next turn", amount=1),
    }
    money = "Resources"

    def purse(self, s: FactionCity) -> list[int]:
        return s.resources

    def sum_text(self, amount: int) -> str:
        return counted(amount, "resource")

    def may_offer(self, s: FactionCity, seat: int) -> Refused | None:
        if -1 in s.faction:
            return Refused("Deals begin when all factions are chosen.", "deals.1")
        if s.offers_made[seat] >= OFFERS_A_TURN:
            return Refused(f"You have made your {OFFERS_A_TURN} offers of this turn.", "deals.1")
        return None

    def may_give(self, s: FactionCity, seat: int) -> Refused | None:
        """What is begun is paid for first (R52)."""
        if s.is_busy(seat):
            return Refused(
                "Who is placing, acting or paying gives nothing away until that is done.", "cost.2"
            )
        return None

    def may_promise(self, s: FactionCity, by: int, what: int) -> Refused | None:
        """Nobody is paid for what he could not do any more (R53)."""
        if what == PEACE and not self.may_still_attack(s, by):
            return Refused("No attack of that player can come any more this turn.", "deals.2")
        if what == REPAY and s.turn >= len(s.capitol):
            return Refused("There is no next turn: this is the last.", "deals.2")
        return None

    def may_still_attack(self, s: FactionCity, seat: int) -> bool:
        """Until control is determined; in the Combat Step while one of their units has somebody to strike."""
        if s.is_counted():
            return False
        if s.active >= 0 or s.fight < 0:
            return True
        if s.strikes_of(seat) and has_enemies(s, seat, s.fight):
            return True
        return any(s.fights >> area & 1 and could_strike(s, seat, area) for area in range(s.fight + 1, AREAS))

    def proposals(self, s: FactionCity, seat: int) -> list[Option]:
        """Until the first token of the turn is placed, so that nobody is asked at every move."""
        resources = s.resources
        if s.placed or not resources[seat] or s.offers_made[seat] >= OFFERS_A_TURN or -1 in s.faction:
            return []
        if self.may_give(s, seat) is not None:
            return []
        found: list[Option] = []
        mine = self.may_still_attack(s, seat)
        for other, has in enumerate(resources):
            if other != seat:
                if self.may_still_attack(s, other):
                    found.append(BUY_PEACE[other])
                if has and mine:
                    found.append(SELL_PEACE[other])
        return found

    def due(self, s: FactionCity, row: Promise) -> bool:
        return row.turn < s.turn

    def swap(self, s: FactionCity, row: Offer) -> None:
        super().swap(s, row)
        self.drop_unfunded(s)

    def promises_view(self, s: FactionCity) -> list[PromiseView]:
        """This turn and the next are told from the turn in which the promise was made."""
        return [{**row, "text": f"in turn {row['turn']} {row['text']}"} for row in super().promises_view(s)]

    def drop_unfunded(self, s: FactionCity) -> None:
        """What can no longer be given is off the table."""
        self.expire(s, lambda row: s.resources[row.by] < row.give.amount)

    def note_attack(self, s: FactionCity, seat: int, other: int, forced: bool = False) -> None:
        """An attack breaks a promise of peace of this turn; one that the rules force does not (R53)."""
        if not s.promises:
            return
        if not forced:
            s.forced = tuple([pair for pair in s.forced if pair != (seat, other)])
            self.settle(s, lambda row: BROKEN if row[:4] == (seat, other, PEACE, s.turn) else OPEN)
        elif (seat, other) not in s.forced and Promise(seat, other, PEACE, s.turn, OPEN) in s.promises:
            s.forced += ((seat, other),)
            s.tell("forced", seat, other)

    def end_of_turn(self, s: FactionCity, last: bool = False) -> None:
        """Promises whose time is over are kept or broken; open offers end. After the `last` turn nothing is paid."""
        self.expire(s, lambda row: True)
        if s.promises:
            self.settle(s, lambda row: self._at_the_end(s, row))
            if last:
                self.settle(s, lambda row: LAPSED)
        s.forced = ()

    def _at_the_end(self, s: FactionCity, row: Promise) -> int:
        if row.what == PEACE:
            return LAPSED if row[:2] in s.forced else KEPT
        return BROKEN if self.due(s, row) else OPEN


DEALS = VillainsDeals()
