"""Deals: resources and promises between two seats, at any time (deals.1, R16).

An offer is (number, from, to, give, get, promise of the giver, promise of the other). A promise is
(by, to, kind, turn made, state). Promises are kept on a list and never enforced.
"""

from __future__ import annotations

from collections.abc import Iterator

from knaves.core.errors import Refused
from knaves.core.forms import Blank, Form
from knaves.core.step import Option
from knaves.games.villains.rules.pay import ASK, ENERGY_FIRST, RESOURCES_FIRST
from knaves.games.villains.state import City

OFFERS_A_TURN = 2
MOST = 9  # resources on one side of a deal
NO_PROMISE, PEACE, REPAY = range(3)
OPEN, KEPT, BROKEN = range(3)
PROMISES = ("nothing", "not to attack this turn", "to hand over 1 resource next turn")
VERBS = frozenset({"offer", "accept", "decline", "withdraw", "purse"})


def offer_text(give: int, get: int, mine: int, theirs: int) -> str:
    """What the one who offers gives, for what."""
    sides = []
    for resources, promise in ((give, mine), (get, theirs)):
        words = [f"{resources} resource{'s' if resources != 1 else ''}"] if resources else []
        words += [f"the promise {PROMISES[promise]}"] if promise else []
        sides.append(" and ".join(words) or "nothing")
    return " for ".join(sides)


def menu(s: City, seat: int) -> list[Option]:
    """What a seat may do at any time: answer offers, make one, change the way it pays.

    New offers are on the menu until the first token of the turn is placed, so that nobody is asked at every
    move; a person may fill one in at any time (`admits`).
    """
    options: list[Option] = []
    if s.offers:
        for number, giver, to, _, get, _, _ in s.offers:
            if to == seat:
                if s.resources[seat] >= get:
                    options.append(("accept", number))
                options.append(("decline", number))
            elif giver == seat:
                options.append(("withdraw", number))
    if s.placed or not s.resources[seat]:
        return options
    if s.trading and s.offers_left[seat]:
        for other in range(s.seats):
            if other != seat:
                options.append(("offer", other, 1, 0, NO_PROMISE, PEACE))
                if s.resources[other]:
                    options.append(("offer", other, 0, 1, PEACE, NO_PROMISE))
    if s.purse_set[seat]:
        now = s.purse[seat]
        options.extend([("purse", way) for way in (ENERGY_FIRST, RESOURCES_FIRST, ASK) if way != now])
    return options


def admits(s: City, seat: int, option: Option) -> bool:
    """An offer, or a change of the way one pays, filled in by a person."""
    if option[0] == "purse":
        if len(option) != 2 or option[1:][0] not in (ENERGY_FIRST, RESOURCES_FIRST, ASK):
            raise Refused("You pay with energy first, with resources first, or are asked.", "cost.1")
        if not s.purse_set[seat]:
            raise Refused("You have changed your way of paying twice this turn.", "cost.1")
        return option[1:][0] != s.purse[seat]
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


def interject(s: City, seat: int, option: tuple[str, int, int, int, int, int]) -> None:
    verb, number = option[0], option[1]
    if verb == "purse":
        s.purse[seat] = number
        s.purse_set[seat] -= 1
        return
    if verb == "offer":
        fresh = max((one[0] for one in s.offers), default=0) + 1
        s.offers.append((fresh, seat, *option[1:]))
        s.offers_left[seat] -= 1
        s.tell("offered", seat, *option[1:])
        return
    at = [one[0] for one in s.offers].index(number)
    _, giver, to, give, get, mine, theirs = s.offers.pop(at)
    if verb != "accept":
        s.tell("declined" if verb == "decline" else "withdrew", seat, giver if seat == to else to)
        return
    s.resources[giver] += get - give
    s.resources[to] += give - get
    s.tell("dealt", giver, to, give, get, mine, theirs)
    for by, towards, kind in ((giver, to, mine), (to, giver, theirs)):
        if kind:
            s.promises.append((by, towards, kind, s.turn, OPEN))
            s.tell("promised", by, towards, kind)
    if give > get:
        _settle(s, giver, to)
    elif get > give:
        _settle(s, to, giver)
    # What can no longer be given is off the table.
    s.offers = [one for one in s.offers if s.resources[one[1]] >= one[3]]


def _settle(s: City, by: int, to: int) -> None:
    """Resources handed over keep a promise of an earlier turn to repay."""
    for n, (who, towards, kind, turn, state) in enumerate(s.promises):
        if (who, towards, kind, state) == (by, to, REPAY, OPEN) and turn < s.turn:
            s.promises[n] = (who, towards, kind, turn, KEPT)
            return


def note_attack(s: City, seat: int, other: int) -> None:
    """An attack breaks a promise of peace of this turn."""
    if s.promises:
        for n, (by, to, kind, turn, state) in enumerate(s.promises):
            if (by, to, kind, turn, state) == (seat, other, PEACE, s.turn, OPEN):
                s.promises[n] = (by, to, kind, turn, BROKEN)
                s.tell("broke", seat, other, kind)


def end_of_turn(s: City) -> None:
    """Promises whose time is over are kept or broken; open offers end; new chances for the next turn."""
    for n, (by, to, kind, turn, state) in enumerate(s.promises):
        if state == OPEN and kind == PEACE:
            s.promises[n] = (by, to, kind, turn, KEPT)
        elif state == OPEN and kind == REPAY and turn < s.turn:
            s.promises[n] = (by, to, kind, turn, BROKEN)
            s.tell("broke", by, to, kind)
    s.offers = []
