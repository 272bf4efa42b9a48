"""What an eye may know as numbers: the city area by area, cards as counts by face, one's own seat first.

Left out of the view: what is printed on cards and board, and what follows from the rest (influence, forecasts, how far
a plan is).
"""

from __future__ import annotations

from knaves.core.encode import bits, counted, one_hot, seats_from
from knaves.games.villains.cards import AREAS, FACTION, PLAN, TOKEN
from knaves.games.villains.state import FORMS, PURPLE, TRACK, FactionCity
from knaves.games.villains.words import PURSES

KINDS = 5
PLEDGES = 3  # none, peace, a resource next turn
OFFER = 5  # numbers an offer has: how many, what is given, what is asked, both promises
STATES = 4  # of a promise: open, kept, broken, lapsed
SHOWN = (0.0, 1.0, 0.5)  # a token face down, activated, revealed and not decided about


def rows(s: FactionCity, eye: int) -> dict[str, list[float]]:
    face, seats, size = s.face, s.seats, len(s.box.cards)
    order = seats_from(eye, seats)
    at_of = {seat: at for at, seat in enumerate(order)} | {-1: -1, PURPLE: seats}
    seated = eye < seats
    rules = [0.0] * size
    for rule in s.rules:
        rules[face[rule.slot]] = float(rule.area + 2 + 20 * at_of[rule.by])
    found = {
        "seats": one_hot(6, seats),
        "time": [float(n) for n in (s.turn, s.placed, s.fusion, len(s.deck), s.result is not None)],
        "first": one_hot(seats, at_of[s.first]),
        "active": one_hot(seats, at_of[s.active]),
        "revealing": one_hot(AREAS * TRACK, s.revealing),
        "nuked": one_hot(AREAS, s.nuked),
        "fight": one_hot(AREAS, s.fight),
        "combats": bits(AREAS, s.fights),
        "strikes": [float(s.strikes_of(seat)) for seat in order],
        "owners": [hot for owner in s.owner for hot in one_hot(seats + 1, at_of[owner])],
        "rules": rules,
        "discard": counted(size, [face[slot] for slot in s.discard]),
        "open cards": counted(size, [face[slot] for slot in s.table]),
        "hand": counted(size, [face[slot] for slot in s.hand[eye]] if seated else ()),
        "plans": counted(len(PLAN), [face[slot] for slot in s.plans[eye]] if seated else ()),
        "own tokens": counted(len(TOKEN), [face[slot] for slot in s.spare[eye]] if seated else ()),
        **_tokens(s, eye, at_of),
        **_deals(s, at_of),
    }
    graves = [0.0] * (seats * (AREAS + seats) * KINDS)  # by killer: dead in each area, and of each owner
    for grave in s.graves:
        start = at_of[grave.killer] * (AREAS + seats)
        graves[(start + grave.area) * KINDS + grave.kind] += 1.0
        graves[(start + AREAS + at_of[grave.owner]) * KINDS + grave.kind] += 1.0
    found["graves"] = graves
    for at, seat in enumerate(order):
        found[f"player {at}"] = _player(s, eye, seat, at_of)
        units = [0.0] * (AREAS * FORMS)
        for area in range(AREAS):
            for form in s.units[seat * AREAS + area]:
                units[area * FORMS + form] += 1.0
        found[f"units {at}"] = units
    return found


def _player(s: FactionCity, eye: int, seat: int, at_of: dict[int, int]) -> list[float]:
    slot = s.target[seat]
    known = slot >= 0 and s.seen[slot] >> eye & 1
    return [
        *one_hot(len(FACTION), s.faction[seat]),
        float(s.energy[seat]),
        float(s.resources[seat]),
        float(s.area_points[seat]),
        float(s.plan_points[seat]),
        float(s.upgrade[seat]),
        float(len(s.hand[seat])),
        float(len(s.plans[seat])),
        float(len(s.spare[seat])),
        float(s.offers_made[seat]),
        float(s.passed >> seat & 1),
        float(sum(who == seat for who in s.capitol)),
        *counted(s.seats + 1, [at_of[one] for one in s.trophies[seat]]),
        *counted(len(PLAN), [s.face[one] for one in s.scored[seat]]),
        *map(float, s.reserve[seat * KINDS : seat * KINDS + KINDS]),
        *one_hot(AREAS + 1, s.box.target[s.face[slot]] + 1 if known else -1),
        *bits(AREAS, s.used[seat]),
        *one_hot(len(PURSES), s.purse[seat]),
        float(s.is_busy(seat)),
    ]


def _tokens(s: FactionCity, eye: int, at_of: dict[int, int]) -> dict[str, list[float]]:
    """Whose token lies on each space, whether it is face up, and what it is, as far as the eye has seen it."""
    kinds = len(TOKEN)
    owners, up, known = (
        [0.0] * (AREAS * TRACK),
        [SHOWN[shown] for shown in s.up],
        [0.0] * (AREAS * TRACK * kinds),
    )
    for space, slot in enumerate(s.track):
        if slot >= 0:
            owners[space] = at_of[s.token_owner(slot)] + 1.0
            if s.seen[slot] >> eye & 1:
                known[space * kinds + s.face[slot]] = 1.0
    return {"token owners": owners, "tokens up": up, "tokens": known}


def _deals(s: FactionCity, at_of: dict[int, int]) -> dict[str, list[float]]:
    """Offers and promises, from each seat to each other."""
    offers, promises = [0.0] * (s.seats**2 * OFFER), [0.0] * (s.seats**2 * PLEDGES * STATES)
    for one in s.offers:
        start = (at_of[one.by] * s.seats + at_of[one.to]) * OFFER
        give, get = one.give, one.get
        for place, number in enumerate((1, give.amount, get.amount, give.promise, get.promise)):
            offers[start + place] += float(number)
    for promise in s.promises:
        pair = at_of[promise.by] * s.seats + at_of[promise.to]
        promises[(pair * PLEDGES + promise.what) * STATES + promise.fate] += 1.0
    return {"offers": offers, "promises": promises}
