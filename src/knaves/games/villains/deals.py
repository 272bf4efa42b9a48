"""Deals: resources and promises between two seats, at any time (deals.1, R16).

Promises are kept on a list and never enforced.
"""

from __future__ import annotations

from collections.abc import Iterator

from knaves.core.errors import Refused
from knaves.core.forms import Blank, Form
from knaves.core.step import Answer, Option
from knaves.games.villains.rules.pay import ASK, ENERGY_FIRST, RESOURCES_FIRST
from knaves.games.villains.state import City, Offer, Promise
from knaves.games.villains.words import PROMISES

OFFERS_A_TURN = 2
MOST = 9  # resources on one side of a deal
NO_PROMISE, PEACE, REPAY = range(3)
OPEN, KEPT, BROKEN = range(3)
WAYS = (ENERGY_FIRST, RESOURCES_FIRST, ASK)
VERBS = frozenset({"offer", "accept", "decline", "withdraw", "purse"})


def speakers(s: City) -> int:
    """The seats for which `menu` may have anything (a bitmask)."""
    if s.offers:
        return -1
    if not s.placed:
        return -1 if any(s.resources) else 0
    seat = s.active
    return 1 << seat if seat >= 0 and s.resources[seat] and s.purse_set[seat] and s.energy[seat] else 0


def menu(s: City, seat: int) -> list[Option]:
    """What a seat may do at any time: answer offers, make one, change the way it pays.

    New offers are on the menu until the first token of the turn is placed, and the way of paying on one's own
    turn, so that nobody is asked at every move; a person may do both at any time (`admits`).
    """
    options: list[Option] = []
    for one in s.offers:
        if one.to == seat:
            if s.resources[seat] >= one.get:
                options.append(("accept", one.number, one.by))
            options.append(("decline", one.number, one.by))
        elif one.by == seat:
            options.append(("withdraw", one.number, one.to))
    if not s.resources[seat]:
        return options
    if not s.placed and s.trading and s.offers_left[seat]:
        for other in range(s.seats):
            if other != seat:
                options.append(("offer", other, 1, 0, NO_PROMISE, PEACE))
                if s.resources[other]:
                    options.append(("offer", other, 0, 1, PEACE, NO_PROMISE))
        if any(one.by == seat for one in s.offers):
            options = [one for one in options if one[0] != "offer" or not stands(s, seat, one)]
    if s.purse_set[seat] and s.energy[seat] and (seat == s.active or not s.placed):
        now = s.purse[seat]
        options.extend([("purse", way) for way in WAYS if way != now])
    return options


def stands(s: City, seat: int, option: Option) -> bool:
    """Has this seat made that very offer already?"""
    _, *things = option
    return any((one.by, *one[2:]) == (seat, *things) for one in s.offers)


def admits(s: City, seat: int, option: Option) -> bool:
    """An offer, or a change of the way one pays, filled in by a person."""
    if option[0] == "purse":
        if len(option) != 2 or option[1] not in WAYS:
            raise Refused("You pay with energy first, with resources first, or are asked.", "cost.1")
        if not s.purse_set[seat]:
            raise Refused("You have changed your way of paying twice this turn.", "cost.1")
        return option[1] != s.purse[seat]
    if option[0] != "offer":
        raise Refused("There is no such offer.", "deals.1")
    if not s.trading:
        raise Refused("This table plays without deals.", "deals.1")
    if -1 in s.faction:
        raise Refused("Deals begin when all factions are chosen.", "deals.1")
    if len(option) != 6:
        raise Refused("An offer names whom, what you give, what you get and two promises.", "deals.1")
    _, other, give, get, mine, theirs = option
    if not 0 <= other < s.seats or other == seat:
        raise Refused("A deal is made with another player.", "deals.1")
    if not (0 <= give <= MOST and 0 <= get <= MOST):
        raise Refused(f"A side of a deal is 0 to {MOST} resources.", "deals.2")
    if not (0 <= mine < len(PROMISES) and 0 <= theirs < len(PROMISES)):
        raise Refused("Only resources and promises change hands.", "deals.2")
    if not (give or get or mine or theirs):
        raise Refused("That offer is empty.", "deals.1")
    if s.resources[seat] < give:
        raise Refused(f"You have {s.resources[seat]} resources to give.", "deals.1")
    if stands(s, seat, option):
        raise Refused("That offer stands already.", "deals.1")
    if not s.offers_left[seat]:
        raise Refused(f"You have made your {OFFERS_A_TURN} offers of this turn.", "deals.1")
    return True


def forms(s: City, seat: int) -> Iterator[Form]:
    """An offer to each other player, to be filled in freely."""
    if not s.trading or -1 in s.faction or not s.offers_left[seat]:
        return
    promises = tuple(enumerate(PROMISES))
    for other in range(s.seats):
        if other != seat:
            blanks = (
                Blank("give", "Resources", "amount", most=min(MOST, s.resources[seat])),
                Blank("get", "Resources", "amount", most=MOST),
                Blank("give", "A promise", "one", promises),
                Blank("get", "A promise", "one", promises),
            )
            yield Form(("offer", other), other, blanks, "deals.1")


def interject(s: City, seat: int, option: Answer) -> None:
    verb, number = option[0], option[1]
    if verb == "purse":
        s.purse[seat] = number
        s.purse_set[seat] -= 1
        return
    if verb == "offer":
        _, to, give, get, mine, theirs = option
        fresh = max((one.number for one in s.offers), default=0) + 1
        s.offers.append(Offer(fresh, seat, to, give, get, mine, theirs))
        s.offers_left[seat] -= 1
        s.tell("offered", seat, to, give, get, mine, theirs)
        return
    offer = next(one for one in s.offers if one.number == number)
    s.offers.remove(offer)
    if verb != "accept":
        s.tell(
            "declined" if verb == "decline" else "withdrew", seat, offer.by if seat == offer.to else offer.to
        )
        return
    by, to = offer.by, offer.to
    s.resources[by] += offer.get - offer.give
    s.resources[to] += offer.give - offer.get
    s.tell("dealt", by, to, offer.give, offer.get)
    for one, other, kind in ((by, to, offer.promise), (to, by, offer.wants)):
        if kind:
            s.promises.append(Promise(one, other, kind, s.turn, OPEN))
            s.tell("promised", one, other, kind)
    if offer.give > offer.get:
        _settle(s, by, to)
    elif offer.get > offer.give:
        _settle(s, to, by)
    # What can no longer be given is off the table.
    s.offers = [one for one in s.offers if s.resources[one.by] >= one.give]


def _settle(s: City, by: int, to: int) -> None:
    """Resources handed over keep a promise of an earlier turn to repay."""
    for n, one in enumerate(s.promises):
        if (one.by, one.to, one.kind, one.state) == (by, to, REPAY, OPEN) and one.turn < s.turn:
            s.promises[n] = one._replace(state=KEPT)
            return


def note_attack(s: City, seat: int, other: int) -> None:
    """An attack breaks a promise of peace of this turn."""
    for n, one in enumerate(s.promises):
        if one == (seat, other, PEACE, s.turn, OPEN):
            s.promises[n] = one._replace(state=BROKEN)
            s.tell("broke", seat, other, PEACE)


def end_of_turn(s: City) -> None:
    """Promises whose time is over are kept or broken; open offers end; new chances for the next turn."""
    for n, one in enumerate(s.promises):
        if one.state == OPEN and one.kind == PEACE:
            s.promises[n] = one._replace(state=KEPT)
        elif one.state == OPEN and one.kind == REPAY and one.turn < s.turn:
            s.promises[n] = one._replace(state=BROKEN)
            s.tell("broke", one.by, one.to, REPAY)
    s.offers = []
