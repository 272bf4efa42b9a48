"""Deals between two players at any time: offers, answers, promises, and the ledger everybody reads.

A game whose book lets players trade derives its state from `Trading` and brings one `Deals`: what is counted, what
single things change hands, which promises can be made, and how they are judged (`settle`). Promises are kept on
record and never enforced.

    offer     made (`offer`), answered (`accept`, `decline`), taken back (`withdraw`), or expired (`expire`).
              An offer to somebody whose own offer lies before you is a counter-offer: it declines his.
    promise   open, then kept, broken or lapsed.

An answer and an event are plain numbers: single things stand in them as bits, promises as numbers of the game's
list. Everywhere else they are rows with names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeVar

from knaves.core.errors import Refused
from knaves.core.forms import Blank, Form
from knaves.core.offers import (
    FATES,
    KEPT,
    OPEN,
    Clauses,
    Offer,
    OfferView,
    Pledge,
    Promise,
    PromiseView,
    Side,
    SideView,
    bits,
    things_in,
)
from knaves.core.step import Option, things_of

if TYPE_CHECKING:
    from knaves.core.trading import Trading

VERBS = frozenset({"offer", "accept", "decline", "withdraw"})
REPLIES = frozenset({"accept", "decline"})
OFFERING = VERBS - REPLIES  # a bot that thought of what others would say to an offer would be led too far

EVENTS = {
    "offered": "{1:seat} offers {2:seat}{3:sum}{4:bundle}{7:vow} for{5:sum}{6:bundle}{8:vow} in return.",
    "offered_gift": "{1:seat} offers {2:seat}{3:sum}{4:bundle}{7:vow} as a gift.",
    "offered_wish": "{1:seat} asks {2:seat} for{5:sum}{6:bundle}{8:vow} as a gift.",
    "traded": "{1:seat} gives {2:seat}{3:sum}{4:bundle}{7:vow} for{5:sum}{6:bundle}{8:vow} in return.",
    "traded_gift": "{1:seat} gives {2:seat}{3:sum}{4:bundle}{7:vow} as a gift.",
    "traded_wish": "{2:seat} gives {1:seat}{5:sum}{6:bundle}{8:vow} as a gift.",
    "declined": "{1:seat} declines the offer of {2:seat}.",
    "withdrew": "{1:seat} takes back the offer to {2:seat}.",
    "offer_lapsed": "The offer of {1:seat} to {2:seat} has lapsed.",
    "promise_kept": "{1:seat} has kept the promise to {2:seat} {3:promise}.",
    "promise_left": "Of the promise of {1:seat} to {2:seat} is left: {3:promise}.",
    "promise_broken": "{1:seat} has broken the promise to {2:seat} {3:promise}.",
    "promise_lapsed": "The promise of {1:seat} to {2:seat} {3:promise} has lapsed.",
}

T = TypeVar("T", bound="Trading")


class Deals(Generic[T]):
    """How a game trades. Everything below `what a game brings` is the same at every table."""

    clauses: ClassVar[Clauses]
    pledges: ClassVar[Mapping[int, Pledge]]  # by the number an answer names; 0 is no promise
    money: ClassVar[str]  # what the blank for amounts is called
    goods: ClassVar[str] = ""  # what the blank for single things is called; "": there are none
    most: ClassVar[int] = 10_000  # of what is counted, on one side
    both_at_once: ClassVar[bool] = False  # must the other be able to give his part when it is offered?

    # -- what a game brings -----------------------------------------------------------------------------

    def purse(self, s: T) -> list[int]:
        """What is counted, by seat, as everybody sees it."""
        raise NotImplementedError

    def sum_text(self, amount: int) -> str:
        raise NotImplementedError

    def tradable(self, s: T, seat: int) -> Sequence[int]:
        """The single things this player could give."""
        return ()

    def thing_text(self, s: T, thing: int) -> str:
        raise NotImplementedError

    def thing_note(self, s: T, thing: int) -> str:
        """What stands on it, for the one who weighs a deal."""
        return ""

    def is_thing(self, s: T, thing: int) -> bool:
        return False

    def hand_over(self, s: T, to: int, thing: int) -> None:
        raise NotImplementedError

    def may_offer(self, s: T, seat: int) -> Refused | None:
        """Why this player can make no offer now."""
        return None

    def may_trade(self, s: T, seat: int) -> Refused | None:
        """Why nothing of this player can change hands now; promises still can."""
        return None

    def may_give(self, s: T, seat: int) -> Refused | None:
        """Why this player can give nothing away now, though he may get."""
        return None

    def may_promise(self, s: T, by: int, what: int) -> Refused | None:
        """Why this promise would be pointless now."""
        return None

    def sane(self, s: T, by: int, what: int) -> bool:
        """Is this promise worth being offered in a form? One that nobody could keep is not."""
        return True

    def proposals(self, s: T, seat: int) -> list[Option]:
        """A sensible few offers for the menu of bots; a form can say anything."""
        raise NotImplementedError

    def reply(self, verb: str, row: Offer, other: int) -> Option:
        """The answer to an offer, or its withdrawal."""
        return (verb, row.number, other)

    def due(self, s: T, row: Promise) -> bool:
        """Is it time for this promise to pay?"""
        return True

    def less(self, what: int, paid: int) -> int:
        """The promise that is left of this one when a part of it has been paid; itself: it is paid at once or not."""
        return what

    # -- menus and forms --------------------------------------------------------------------------------

    def menu(self, s: T, seat: int) -> list[Option]:
        """What this seat may do now without a form: answer offers, take its own back, make a sensible few."""
        fresh = self.proposals(s, seat) if s.trading else []
        if not s.offers:
            return fresh
        found: list[Option] = []
        mine: list[Option] = []
        for row in s.offers:
            _, by, to, _, _ = row
            if to == seat:
                if self.impossible(s, row) is None:
                    found.append(self.reply("accept", row, by))
                found.append(self.reply("decline", row, by))
            elif by == seat:
                found.append(self.reply("withdraw", row, to))
                if fresh:
                    mine.append(self.written(row))
        return found + ([one for one in fresh if one not in mine] if mine else fresh)

    def fills(self, s: T, seat: int) -> str:
        """See `Game.fills`."""
        return "offer" if s.trading and self.may_offer(s, seat) is None and s.seats > 1 else ""

    def forms(self, s: T, seat: int) -> Iterator[Form]:
        """An offer to each other player, to be filled in freely."""
        if not self.fills(s, seat):
            return
        for other in range(s.seats):
            if other != seat:
                barred = self.may_trade(s, seat) is not None or self.may_trade(s, other) is not None
                blanks = [
                    *self._blanks(s, "give", seat, barred),
                    *self._blanks(s, "get", other, barred),
                    Blank("give", "A promise", "one", self._promises(s, seat)),
                    Blank("get", "A promise", "one", self._promises(s, other)),
                ]
                yield Form(("offer", other), other, tuple(blanks), self.clauses.trade)

    def _blanks(self, s: T, side: Literal["give", "get"], seat: int, barred: bool) -> Iterator[Blank]:
        barred = barred or self.may_give(s, seat) is not None
        yield Blank(side, self.money, "amount", most=0 if barred else min(self.most, self.purse(s)[seat]))
        if self.goods:
            things = () if barred else self.tradable(s, seat)
            values = tuple((1 << thing, self.thing_text(s, thing)) for thing in things)
            notes = {1 << thing: self.thing_note(s, thing) for thing in things}
            yield Blank(side, self.goods, "any", values, notes=notes)

    def _promises(self, s: T, by: int) -> tuple[tuple[int, str], ...]:
        return tuple(
            (n, row.text)
            for n, row in self.pledges.items()
            if self.may_promise(s, by, n) is None and self.sane(s, by, n)
        )

    # -- what may be offered and accepted -----------------------------------------------------------------

    def read(self, seat: int, option: Option) -> Offer:
        """The offer an answer of this shape makes: as many numbers as a form has blanks."""
        if self.goods:
            to, pay, give, ask, get, mine, theirs = things_of(option)
        else:
            to, pay, ask, mine, theirs = things_of(option)
            give = get = 0
        return Offer(0, seat, to, Side(pay, things_in(give), mine), Side(ask, things_in(get), theirs))

    def written(self, row: Offer) -> Option:
        """The answer that makes this offer: what `read` reads."""
        give, get, vows = row.give, row.get, (row.give.promise, row.get.promise)
        if self.goods:
            return ("offer", row.to, give.amount, bits(give.goods), get.amount, bits(get.goods), *vows)
        return ("offer", row.to, give.amount, get.amount, *vows)

    def stands(self, s: T, row: Offer) -> bool:
        """Has this very offer been made already?"""
        return any(one[1:] == row[1:] for one in s.offers)

    def bound_to(self, s: T, to: int, what: int) -> int:
        """The seats (a bitmask) that have promised this to a player already, or where it is part of an open offer
        between the two."""
        bound = 0
        for by, other, thing, _, fate in s.promises:
            if thing == what and other == to and fate == OPEN:
                bound |= 1 << by
        for _, by, other, give, get in s.offers:
            if other == to and give.promise == what:
                bound |= 1 << by
            elif by == to and get.promise == what:
                bound |= 1 << other
        return bound

    def impossible(self, s: T, row: Offer, both: bool = True) -> Refused | None:
        """Can both sides, or the one who offers, fulfil it now, at once and completely? Why not?"""
        _, by, to, (pay, give, mine), (ask, get, theirs) = row
        trade = bool(pay or give or ask or get)
        why = self._cannot_give(s, by, trade, pay, give)
        if why is None and both:
            why = self._cannot_give(s, to, trade, ask, get)
        if why is None and mine:
            why = self.may_promise(s, by, mine)
        if why is None and theirs:
            why = self.may_promise(s, to, theirs)
        return why

    def _cannot_give(
        self, s: T, seat: int, trade: bool, amount: int, goods: tuple[int, ...]
    ) -> Refused | None:
        """Why not so much by this side of a deal in which something changes hands (`trade`), or nothing does."""
        why = self.may_trade(s, seat) if trade else None
        if why is not None or not (amount or goods):
            return why
        why = self.may_give(s, seat)
        if why is not None:
            return why
        has = self.purse(s)[seat]
        if amount > has:
            return Refused(f"The most that can be given is {self.sum_text(has)}.", self.clauses.trade)
        if goods and not set(goods) <= set(self.tradable(s, seat)):
            return Refused("A thing can be given only by the player who has it.", self.clauses.trade)
        return None

    def rests(self, s: T, speaks: bool, clause: str = "") -> Refused:
        """See `Game.rests`."""
        why = "Nobody trades while this is decided." if speaks else "This table plays without deals."
        return Refused(why, self.clauses.trade)

    def admits(self, s: T, seat: int, option: Option) -> bool:
        """An answer that is on no menu, an offer filled in by a person above all: legal? Says why not."""
        law = self.clauses
        if not s.trading:
            raise self.rests(s, False)
        things = things_of(option)
        if option[0] != "offer":
            for one in s.offers:
                if one.to == seat and option == self.reply("accept", one, one.by):
                    why = self.impossible(s, one)
                    if why is not None:
                        raise why
            raise Refused("That offer does not stand between you any more.", law.trade)
        why = self.may_offer(s, seat)
        if why is not None:
            raise why
        if len(things) != (7 if self.goods else 5):
            raise Refused("An offer names a player, what each side gives, and promises.", law.trade)
        if not 0 <= things[0] < s.seats or things[0] == seat:
            raise Refused("A deal is made with another player at this table.", law.trade)
        if min(things) < 0:
            raise Refused("What is given is counted in whole numbers from 0.", law.amount)
        row = self.read(seat, option)
        for side in (row.give, row.get):
            if side.amount > self.most:
                raise Refused(f"A side of a deal is 0 to {self.sum_text(self.most)}.", law.amount)
            if not all(self.is_thing(s, thing) for thing in side.goods):
                raise Refused("That is nothing that can be traded.", law.goods)
            if side.promise not in self.pledges:
                raise Refused("That promise is not one the table can keep track of.", law.promise)
        if not any(things[1:]):
            raise Refused("Somebody must give or promise something.", law.trade)
        if self.stands(s, row):
            raise Refused("That offer stands already.", law.trade)
        why = self.impossible(s, row, self.both_at_once)
        if why is not None:
            raise why
        return True

    # -- what happens -------------------------------------------------------------------------------------

    def interject(self, s: T, seat: int, option: Option) -> None:
        if option[0] == "offer":
            self._offer(s, self.read(seat, option))
            return
        number = things_of(option)[0]
        (row,) = [row for row in s.offers if row.number == number]
        s.offers = tuple([one for one in s.offers if one is not row])
        if option[0] == "accept":
            self.swap(s, row)
        elif option[0] == "decline":
            s.tell("declined", seat, row.by)
        else:
            s.tell("withdrew", seat, row.to)

    def _offer(self, s: T, row: Offer) -> None:
        _, seat, to, give, get = row
        standing = s.offers
        for one in s.offers:
            if one.by == to and one.to == seat:  # a counter-offer declines all that lie before him
                standing = tuple([other for other in standing if other is not one])
                s.tell("declined", seat, to)
        s.offer_no += 1
        s.offers = (*standing, Offer(s.offer_no, seat, to, give, get))
        made = s.offers_made
        s.offers_made = (*made[:seat], made[seat] + 1, *made[seat + 1 :])
        if s.sink is not None:
            s.tell("offered" + _one_sided(row), *row.numbers)

    def swap(self, s: T, row: Offer) -> None:
        """All at once. What is handed over keeps earlier promises to pay; those of this deal begin."""
        if s.sink is not None:
            s.tell("traded" + _one_sided(row), *row.numbers)
        _, by, to, give, get = row
        purse, more = self.purse(s), give.amount - get.amount
        purse[by] -= more
        purse[to] += more
        for thing in give.goods:
            self.hand_over(s, to, thing)
        for thing in get.goods:
            self.hand_over(s, by, thing)
        if more and s.promises:
            giver, taker, back = (by, to, get) if more > 0 else (to, by, give)
            if not (back.goods or back.promise):  # else it is the price of that, and pays no debt
                self._paid(s, giver, taker, abs(more))
        if give.promise:
            s.promises += (Promise(by, to, give.promise, s.turn, OPEN),)
        if get.promise:
            s.promises += (Promise(to, by, get.promise, s.turn, OPEN),)

    def _paid(self, s: T, by: int, to: int, left: int) -> None:
        """Keeps promises to pay, the oldest first, as far as it goes."""
        rows = []
        for row in s.promises:
            owed = self.pledges[row.what].amount
            if row.fate == OPEN and row[:2] == (by, to) and owed and left and self.due(s, row):
                if owed <= left:
                    left -= owed
                    row = self._settled(s, row, KEPT)
                elif (rest := self.less(row.what, left)) != row.what:
                    left = 0
                    row = row._replace(what=rest)
                    s.tell("promise_left", by, to, rest)
            rows.append(row)
        s.promises = tuple(rows)

    def settle(self, s: T, judge: Callable[[Promise], int]) -> None:
        """What has become of the open promises; `judge` says OPEN of those that cannot be told yet."""
        for row in s.promises:
            if row.fate == OPEN:
                break
        else:
            return
        s.promises = tuple(
            [self._settled(s, row, judge(row)) if row.fate == OPEN else row for row in s.promises]
        )

    def _settled(self, s: T, row: Promise, fate: int) -> Promise:
        if fate == OPEN:
            return row
        s.tell(f"promise_{FATES[fate]}", row.by, row.to, row.what)
        return row._replace(fate=fate)

    def expire(self, s: T, ended: Callable[[Offer], bool]) -> None:
        """Offers whose time is over are off the table."""
        if not s.offers:
            return
        standing = []
        for row in s.offers:
            if ended(row):
                s.tell("offer_lapsed", row.by, row.to)
            else:
                standing.append(row)
        s.offers = tuple(standing)

    # -- words and views ------------------------------------------------------------------------------------

    def name(self, s: T, kind: str, number: int) -> str | None:
        """A thing of an answer or event about deals by name; None: no such kind.

        Parts of an offer in an event end with a comma each, and what is not part of it leaves no trace.
        """
        if kind == "promise":
            return self.pledges[number].text
        if kind == "offer":
            return next((self.text(s, row) for row in s.offers if row.number == number), "an offer")
        if kind == "sum":
            return f" {self.sum_text(number)}," if number else ""
        if kind == "vow":
            return f" the promise {self.pledges[number].text}," if number else ""
        if kind == "bundle":
            return "".join(f" {self.thing_text(s, thing)}," for thing in things_in(number))
        return None

    def text(self, s: T, row: Offer) -> str:
        """What the one gives, for what."""
        return f"{self._part(s, row.give)} for {self._part(s, row.get)}"

    def _part(self, s: T, side: Side) -> str:
        words = [self.sum_text(side.amount)] if side.amount else []
        words += [self.thing_text(s, thing) for thing in side.goods]
        words += [f"the promise {self.pledges[side.promise].text}"] if side.promise else []
        return " and ".join(words) or "nothing"

    def offers_view(self, s: T) -> list[OfferView]:
        return [self._offer_view(s, row, self.impossible(s, row)) for row in s.offers]

    def _offer_view(self, s: T, row: Offer, why: Refused | None) -> OfferView:
        return {
            "id": f"offer:{row.number}",
            "number": row.number,
            "by": row.by,
            "to": row.to,
            "give": self._side_view(s, row.give),
            "get": self._side_view(s, row.get),
            "text": self.text(s, row),
            "why_not": why.reason if why else "",
        }

    def _side_view(self, s: T, side: Side) -> SideView:
        pledge = self.pledges[side.promise]
        return {
            "amount": side.amount,
            "goods": [self.thing_text(s, thing) for thing in side.goods],
            "promise": pledge.id,
            "promise_text": pledge.text if side.promise else "",
        }

    def promises_view(self, s: T) -> list[PromiseView]:
        return [
            {
                "by": row.by,
                "to": row.to,
                "what": self.pledges[row.what].id,
                "text": self.pledges[row.what].text,
                "turn": row.turn,
                "fate": FATES[row.fate],
            }
            for row in s.promises
        ]


def _one_sided(row: Offer) -> str:
    """Which sentence tells it: a gift, a wish, or a trade."""
    if not (row.get.moves or row.get.promise):
        return "_gift"
    return "" if row.give.moves or row.give.promise else "_wish"
