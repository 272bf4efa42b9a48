"""The city: placing, moving, removing, unrest, production. No choices here, only what follows from them."""

from __future__ import annotations

from typing import NamedTuple

from knaves.core.cards import kept_with_box
from knaves.games.new_angeles.cards import (
    ANDROID,
    DEVELOPMENT,
    ENEMY,
    GLOBALSEC,
    HUMAN_FIRST,
    IDLE,
    ILLNESS,
    JINTEKI,
    NBN,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    UNREST,
    WEYLAND,
    NewAngelesBox,
)
from knaves.games.new_angeles.state import NewAngeles

DISTRICTS = range(1, 11)
LIMITED = (HUMAN_FIRST, ORGCRIME, PRISEC, ILLNESS, OUTAGE, DEVELOPMENT)


def count(s: NewAngeles, piece: int) -> int:
    """Districts that hold (any of) this."""
    return sum(1 for here in s.city if here & piece)


def reserve(s: NewAngeles, piece: int) -> int:
    """48: how many of a piece are not in use."""
    return s.box.count[piece] - count(s, piece)


def touch(s: NewAngeles, d: int) -> None:
    """32.1, 32.2: the action card being resolved involves this district."""
    if s.city[d] & ILLNESS:
        s.sick |= 1 << d


def place(s: NewAngeles, piece: int, d: int) -> None:
    """40: from the reserve into a district, if there is one left (10)."""
    touch(s, d)
    if not reserve(s, piece):
        s.tell("none_left", piece, d)
        return
    if piece == PRISEC:
        s.city[d] |= PRISEC
        s.tell("placed", PRISEC, d)
        move_enemies(s, d)
    elif piece == DEVELOPMENT:
        s.city[d] |= DEVELOPMENT
        s.tell("placed", DEVELOPMENT, d)
    else:
        s.tell("placed", piece, d)
        settle(s, piece, d)


def settle(s: NewAngeles, piece: int, d: int) -> int:
    """35.1: a piece that arrives moves on until it finds room or reaches The Root (0)."""
    city, way = s.city, s.box.exit
    barred = piece | PRISEC if piece & ENEMY else piece  # 35.3, 35.4
    touch(s, d)
    while city[d] & barred:
        left, d = d, way[d]
        if not d:  # 35.2, 36.1
            s.tell("rooted", piece, left)
            s.raise_threat(2)
            return 0
        s.tell("moves_on", piece, left, d)
        touch(s, d)
    city[d] |= piece
    if piece == ILLNESS:
        touch(s, d)  # now it is a district that has one (ruling R13)
    if piece == OUTAGE and city[d] & UNREST:
        city[d] &= ~UNREST  # 39.1; no contract
        s.tell("unrest_gone", d)
    return d


def move(s: NewAngeles, piece: int, d: int) -> int:
    """35: along the exiting path. Where it ends, 0 for The Root."""
    touch(s, d)
    s.city[d] &= ~piece
    goal = s.box.exit[d]
    if goal:
        s.tell("moves_on", piece, d, goal)
        return settle(s, piece, goal)
    s.tell("rooted", piece, d)
    s.raise_threat(2)
    return 0


def move_enemies(s: NewAngeles, d: int) -> None:
    """42.2: enemy units give way."""
    for piece in (HUMAN_FIRST, ORGCRIME):
        if s.city[d] & piece and s.result is None:
            move(s, piece, d)


def remove(s: NewAngeles, piece: int, d: int) -> None:
    """47: back to the reserve; some corporations are paid for it (11.2)."""
    touch(s, d)
    s.city[d] &= ~piece
    s.cleared |= 1 << d
    s.tell("removed", piece, d)
    if piece & ENEMY:
        pay_contract(s, GLOBALSEC, 1)
    elif piece == ILLNESS:
        pay_contract(s, JINTEKI, 1)
    elif piece == OUTAGE:
        pay_contract(s, WEYLAND, 1)


def pay_contract(s: NewAngeles, corp: int, times: int) -> None:
    """11.1"""
    seat = s.seat_of[corp]
    if seat >= 0:
        capital = times * s.box.corps[corp].contract_capital
        s.capital[seat] += capital
        s.tell("contract", seat, capital)


# -- unrest (68) ------------------------------------------------------------------------------------------


def rouse(s: NewAngeles, d: int) -> None:
    """One stage up, where it can (68.1, 68.4, 68.9)."""
    touch(s, d)
    here = s.city[d]
    if here & IDLE:
        return
    s.city[d] = here ^ UNREST if here & PROTEST else here | PROTEST
    s.tell("unrest", d, STRIKE if here & PROTEST else PROTEST)


def unrest_in(s: NewAngeles, d: int) -> int:
    """Its stage: 0, 1 for a protest, 2 for a strike."""
    return 2 if s.city[d] & STRIKE else 1 if s.city[d] & PROTEST else 0


def calm(s: NewAngeles, d: int, stages: int) -> None:
    """Down by so many stages, as far as there are any (68.2, 68.5); NBN is paid by the stage."""
    touch(s, d)
    here, height = s.city[d], unrest_in(s, d)
    fall = min(stages, height)
    if fall:
        s.city[d] = here & ~UNREST | (PROTEST if height - fall == 1 else 0)
        s.tell("calmed", d, fall)
        pay_contract(s, NBN, fall)


# -- production (27, 43) -----------------------------------------------------------------------------------


def output(b: NewAngelesBox, d: int, here: int) -> list[tuple[int, int]]:
    """Resource and amount of each line of a district as it stands; 0 where something stops it."""
    if here & IDLE:  # 27.3
        return [(resource, 0) for resource, _ in b.yields[d]]
    found = list(b.yields[d])
    if found:
        resource, amount = found[0]
        if here & ORGCRIME:  # 27.5, 38.4
            amount = 0
        elif here & DEVELOPMENT:  # 27.4
            amount += 1
        found[0] = (resource, amount)
    return found


def outcome(here: int) -> int:
    """The piece that exploiting a district as it stands leads to, 0 if none (27.1, 31.1)."""
    if here & HUMAN_FIRST:
        return OUTAGE if here & (UNREST | OUTAGE) else STRIKE  # it cannot rise by two stages
    return 0 if here & IDLE else STRIKE if here & PROTEST else PROTEST


def produce(s: NewAngeles, d: int, mind_orgcrime: bool = True) -> None:
    supply, last = s.supply, s.box.last
    for resource, amount in output(s.box, d, s.city[d] if mind_orgcrime else s.city[d] & ~ORGCRIME):
        if amount:
            s.tell("produced", d, amount, resource)
            supply[resource] += amount
            if supply[resource] > last[resource]:  # 43.5
                s.tell("overflows", resource, supply[resource] - last[resource], last[resource])
                supply[resource] = last[resource]


def exploit(s: NewAngeles, d: int) -> None:
    """27.1: produce, then unrest."""
    s.tell("exploited", d)
    here = s.city[d]
    if here & IDLE:  # 27.2
        s.tell("idle", d, OUTAGE if here & OUTAGE else STRIKE)
    elif here & ORGCRIME:
        s.tell("stopped", d, s.box.yields[d][0][0])
    produce(s, d)
    if not here & HUMAN_FIRST:
        rouse(s, d)
    elif outcome(here) == OUTAGE:
        place(s, OUTAGE, d)
    else:
        s.city[d] = here | STRIKE
        s.tell("unrest", d, STRIKE)


class Forecast(NamedTuple):
    """What a Production Phase brings."""

    supply: tuple[int, ...]  # by resource
    made: dict[int, tuple[int, ...]]  # by district that is exploited: what each of its lines brings
    then: dict[int, int]  # and the piece that exploiting it leads to
    city: tuple[int, ...]  # as it is left


@kept_with_box
def forecast(b: NewAngelesBox, city: tuple[int, ...]) -> Forecast:
    """The next Production Phase of a city that stays as it is: district by district (27.7), for an outage may move on
    into one that comes later (31.1a)."""
    s = NewAngeles(0, False)
    s.box, s.city = b, [*city]
    made, then = {}, {}
    for d in DISTRICTS:
        here = s.city[d]
        if here & ANDROID:
            made[d], then[d] = tuple([amount for _, amount in output(b, d, here)]), outcome(here)
            exploit(s, d)
    return Forecast(tuple(s.supply), made, then, tuple(s.city))


def counted(s: NewAngeles, what: str) -> int:
    """What events and investments count."""
    if what == "low_resources":
        return sum(1 for amount in s.supply if amount <= 1)
    return count(s, COUNTED[what])


COUNTED = {
    "human_first": HUMAN_FIRST,
    "orgcrime": ORGCRIME,
    "prisec": PRISEC,
    "illness": ILLNESS,
    "outage": OUTAGE,
    "strike": STRIKE,
    "restless": UNREST,
}
