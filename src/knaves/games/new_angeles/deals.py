"""What can be traded in New Angeles (65), and how a promise is judged (65.2)."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.core.deals import Deals
from knaves.core.errors import Refused
from knaves.core.offers import BROKEN, KEPT, LAPSED, NO_PROMISE, OPEN, Clauses, Offer, Pledge, Promise
from knaves.core.step import Option
from knaves.games.new_angeles.cards import SPACES
from knaves.games.new_angeles.state import ABSTAINED, COUNTER, MAIN, NOTHING, UNDECIDED, NewAngeles

MOST_OPEN = 3
EARNED_SOON = 3
MENU_OFFERS = 2  # a seat may make so many in a turn from the menu, so that games between bots end

BACK_MAIN, BACK_COUNTER, NOT_COUNTER, STAND_ASIDE = 1, 2, 3, 4
ABOUT_SUPPORT = (BACK_MAIN, BACK_COUNTER, STAND_ASIDE)
ABOUT_DEALS = (*ABOUT_SUPPORT, NOT_COUNTER)
PAYMENTS = {capital: 10 + capital for capital in range(1, 21)}  # the numbers of promises to pay


class NewAngelesDeals(Deals[NewAngeles]):
    clauses = Clauses(trade="65", amount="7.1", goods="65.5", promise="65.2")
    pledges = {
        NO_PROMISE: Pledge("", "nothing"),
        BACK_MAIN: Pledge("support_main", "to support the main offer"),
        BACK_COUNTER: Pledge("support_counter", "to support the counteroffer"),
        NOT_COUNTER: Pledge("not_counter", "not to counter"),
        STAND_ASIDE: Pledge("abstain", "to abstain"),
        **{
            number: Pledge("pay", f"to pay {capital} capital before the round ends", capital)
            for capital, number in PAYMENTS.items()
        },
    }
    money, goods = "Capital", "Assets"
    both_at_once = True  # 65

    def purse(self, s: NewAngeles) -> list[int]:
        return s.capital

    def sum_text(self, amount: int) -> str:
        return f"{amount} capital"

    def tradable(self, s: NewAngeles, seat: int) -> Sequence[int]:
        """Assets, by their faces."""
        return [s.face[slot] for slot in s.assets[seat]]

    def thing_text(self, s: NewAngeles, thing: int) -> str:
        return s.box.assets[thing].name

    def thing_note(self, s: NewAngeles, thing: int) -> str:
        return s.box.assets[thing].text

    def is_thing(self, s: NewAngeles, thing: int) -> bool:
        return thing < len(s.box.assets)

    def hand_over(self, s: NewAngeles, to: int, thing: int) -> None:
        """Assets stay as they are, exhausted or not (65.4, 6.8)."""
        s.give_asset(to, s.slot_of(thing))

    def reply(self, verb: str, row: Offer, other: int) -> Option:
        return (verb, row.number)

    # -- what may be said -------------------------------------------------------------------------------

    def may_offer(self, s: NewAngeles, seat: int) -> Refused | None:
        if self.open_offers(s, seat) >= MOST_OPEN:
            return Refused(f"You have {MOST_OPEN} open offers already.", "65")
        return None

    def open_offers(self, s: NewAngeles, seat: int) -> int:
        return len([row for row in s.offers if row.by == seat])

    def may_trade(self, s: NewAngeles, seat: int) -> Refused | None:
        if s.mods and not s.allows("trade", seat):
            return Refused(
                "Mark Yale keeps one of you from trading capital or assets in this deal.", "golden.2"
            )
        return None

    def may_promise(self, s: NewAngeles, by: int, what: int) -> Refused | None:
        """Who has an offer of his own supports none (16.6)."""
        if not s.dealing:
            return self._next_deal(s, by, what)
        if what in ABOUT_SUPPORT and by in (s.active, s.countering):
            return Refused("Whoever has an offer in the deal neither supports nor abstains.", "16.6")
        if what in ABOUT_SUPPORT:
            return self._no_support(s, by, what)
        return self._no_counter(s, by) if what == NOT_COUNTER else None

    def _next_deal(self, s: NewAngeles, by: int, what: int) -> Refused | None:
        """Between two deals promises are about the next one."""
        if what not in ABOUT_DEALS:
            return None
        if not s.track and s.space >= len(SPACES) - 2:
            return Refused("There are no more deals in this game.", "67.5")
        if by == s.next_leader:
            return Refused("Whoever leads the next deal neither counters nor supports in it.", "16.7")
        return None

    def _no_support(self, s: NewAngeles, by: int, what: int) -> Refused | None:
        """Nobody promises what he has said already, or what the Support step leaves him no choice about."""
        if s.side[by] != UNDECIDED:
            return Refused("Who has spoken in the Support step has nothing more to promise about it.", "16.4")
        if what == BACK_COUNTER and s.mods and not s.allows("support_counter", by):
            return Refused("That player may not support the counteroffer in this deal.", "16.4")
        if not s.counteroffers_over:
            return None
        if what == BACK_COUNTER and not s.counters:
            return Refused("There is no counteroffer, and none can come any more in this deal.", "16.4")
        if not s.hands[by]:
            return Refused("Who has no card in the Support step can only abstain.", "59.1")
        return None

    def _no_counter(self, s: NewAngeles, by: int) -> Refused | None:
        """A promise that could not be broken any more would count as kept for nothing."""
        if s.may_counter(by):
            return None
        if by in s.counter_by:
            return Refused("There is a counteroffer of that player already.", "15.4a")
        if by == s.active:
            return Refused("The active player makes no counteroffer anyway.", "16.7")
        if s.mods and not s.allows("counter", by):
            return Refused("That player's counteroffer was sent back: he makes no other this turn.", "15.8")
        return Refused("That player cannot counter in this deal any more.", "16.3")

    def less(self, what: int, paid: int) -> int:
        return PAYMENTS[self.pledges[what].amount - paid]

    def sane(self, s: NewAngeles, by: int, what: int) -> bool:
        """A promise to pay no more than is there, or a little that can still be earned."""
        return self.pledges[what].amount <= max(s.capital[by], EARNED_SOON)

    # -- the menu -----------------------------------------------------------------------------------------

    def speakers(self, s: NewAngeles) -> int:
        """The seats for which `menu` may have anything (a bitmask)."""
        may = 0
        if s.dealing and s.trading and (s.main < 0 or (s.counters and s.won < 0)):
            for seat, made in enumerate(s.offers_made):
                if made < MENU_OFFERS:
                    may |= 1 << seat
        for _, by, to, _, _ in s.offers:
            may |= 1 << by | 1 << to
        return may

    def proposals(self, s: NewAngeles, seat: int) -> list[Option]:
        """Before the main offer an asset for capital, or capital for peace; once there are two offers, capital for
        support or support for capital. At other moments the menu is silent: a form can still say anything."""
        if not s.dealing or s.offers_made[seat] >= MENU_OFFERS or not s.allows("trade", seat):
            return []
        if s.offers and self.open_offers(s, seat) >= MOST_OPEN:
            return []
        if s.main < 0:
            return self._early(s, seat)
        return self._late(s, seat) if s.counters and s.won < 0 else []

    def _early(self, s: NewAngeles, seat: int) -> list[Option]:
        found: list[Option] = []
        mine = s.capital[seat]
        assets = [1 << face for face in self.tradable(s, seat)]
        bound = self.bound_to(s, seat, NOT_COUNTER) if seat == s.active else -1
        for other, has in enumerate(s.capital):
            if other == seat:
                continue
            if not bound >> other & 1:
                found += [("offer", other, n, 0, 0, 0, 0, NOT_COUNTER) for n in (1, 2) if n <= mine]
            for asset in assets:
                if has >= 2:
                    found.append(("offer", other, 0, asset, 2, 0, 0, 0))
                if has >= 4:
                    found.append(("offer", other, 0, asset, 4, 0, 0, 0))
        return found

    def _late(self, s: NewAngeles, seat: int) -> list[Option]:
        found: list[Option] = []
        mine, bids = s.capital[seat], seat in (s.active, s.countering)
        if not bids and not undecided(s, seat):
            return found
        for bidder, promise in ((s.active, BACK_MAIN), (s.countering, BACK_COUNTER)):
            if not s.allows("trade", bidder):
                continue
            if bidder == seat:
                bound = self.bound_to(s, seat, promise)
                for other in range(s.seats):
                    free = _may_back(s, other, promise) and s.allows("trade", other)
                    if free and not bound >> other & 1:
                        found += [("offer", other, n, 0, 0, 0, 0, promise) for n in (1, 2, 3) if n <= mine]
            elif (
                not bids and _may_back(s, seat, promise) and not self.bound_to(s, bidder, promise) >> seat & 1
            ):
                rich = s.capital[bidder]
                found += [("offer", bidder, 0, 0, n, 0, promise, 0) for n in (1, 2, 3) if n <= rich]
        return found

    # -- how promises are judged ----------------------------------------------------------------------------

    def passed(self, s: NewAngeles, seat: int) -> None:
        """16.3: who was asked and made no counteroffer has kept his word not to."""
        self.settle(s, lambda row: KEPT if row.by == seat and row.what == NOT_COUNTER else OPEN)

    def countered(self, s: NewAngeles, seat: int) -> None:
        """Whoever counters has broken his word not to, even if his card is sent back later (15.8)."""
        self.settle(s, lambda row: BROKEN if row.by == seat and row.what == NOT_COUNTER else OPEN)
        self.counter_falls(s, s.counter_by[-2] if len(s.counter_by) > 1 else NOTHING, seat)

    def counter_falls(self, s: NewAngeles, of: int, by: int = NOTHING) -> None:
        """15.4a, 15.8: this player's counteroffer stands no more. What was promised for its support is over, and
        broken by whoever has overtopped it himself; what was offered for it is off the table."""
        self.settle(
            s,
            lambda row: (
                OPEN if (row.what, row.to) != (BACK_COUNTER, of) else BROKEN if row.by == by else LAPSED
            ),
        )
        self.expire(
            s,
            lambda row: (
                (row.give.promise == BACK_COUNTER and row.to == of)
                or (row.get.promise == BACK_COUNTER and row.by == of)
            ),
        )
        self.drop_idle(s)

    def drop_idle(self, s: NewAngeles) -> None:
        """The deal goes on: offers with a promise that nobody can give any more are off the table."""
        if s.offers:
            self.expire(
                s,
                lambda row: self._idle(s, row.by, row.give.promise) or self._idle(s, row.to, row.get.promise),
            )

    def _idle(self, s: NewAngeles, by: int, what: int) -> bool:
        """Who counters may be overtopped, and then support again (15.4a)."""
        if what in ABOUT_SUPPORT and by == s.countering and not s.counteroffers_over:
            return False
        return what in ABOUT_DEALS and self.may_promise(s, by, what) is not None

    def abstained(self, s: NewAngeles, seat: int) -> None:
        """59.2: to abstain is to say so, whatever Eiko makes of it."""
        self.settle(s, lambda row: KEPT if row.by == seat and row.what == STAND_ASIDE else OPEN)

    def robbed(self, s: NewAngeles, seat: int) -> None:
        """59.1: whose last card is taken by a card of somebody else cannot support, and is not to blame for it."""
        if s.promises and not s.hands[seat]:
            self.settle(
                s, lambda row: LAPSED if row.by == seat and row.what in (BACK_MAIN, BACK_COUNTER) else OPEN
            )

    def end_of_deal(self, s: NewAngeles) -> None:
        """Open offers lapse; promises about this deal show whether they were kept."""
        self.expire(s, lambda row: True)
        if s.promises:
            self.settle(s, lambda row: self._after_the_deal(s, row))

    def _after_the_deal(self, s: NewAngeles, row: Promise) -> int:
        if self.pledges[row.what].amount:
            return OPEN
        if row.what == NOT_COUNTER:
            return LAPSED  # else kept or broken when he was asked
        if row.what == BACK_COUNTER and not (s.counters and s.allows("support_counter", row.by)):
            return LAPSED
        if row.what == STAND_ASIDE:
            return KEPT if s.side[row.by] == ABSTAINED else BROKEN
        side = MAIN if row.what == BACK_MAIN else COUNTER
        return KEPT if s.side[row.by] == side else BROKEN

    def end_of_round(self, s: NewAngeles) -> None:
        """What was to be paid before the round ends has not been."""
        self.expire(s, lambda row: True)
        if s.promises:
            self.settle(s, lambda row: BROKEN if self.pledges[row.what].amount else OPEN)


def undecided(s: NewAngeles, seat: int) -> bool:
    """Could still support an offer in this deal."""
    out = (s.active, s.countering)
    return seat not in out and s.side[seat] == UNDECIDED and bool(s.hands[seat])


def _may_back(s: NewAngeles, seat: int, promise: int) -> bool:
    return undecided(s, seat) and (promise == BACK_MAIN or not s.mods or s.allows("support_counter", seat))


DEALS = NewAngelesDeals()
