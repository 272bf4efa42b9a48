"""Laying cards into a deal: a counteroffer on top of the box (15), support beside an offer (59)."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.state import MAIN, NewAngeles


def lay_counter(s: NewAngeles, seat: int, slot: int) -> None:
    """15.1, 15.3: faceup on top of the box."""
    if slot in s.hands[seat]:
        s.take_from(seat, slot)
    s.show(slot)
    s.counters = (*s.counters, slot)
    s.counter_by = (*s.counter_by, seat)
    s.tell("counters", seat, slot)
    if s.promises or s.offers:
        DEALS.countered(s, seat)


def add_card(s: NewAngeles, side: int, slot: int) -> tuple[tuple[int, ...], ...]:
    main, counter = s.support
    return ((*main, slot), counter) if side == MAIN else (main, (*counter, slot))


def lay_support(s: NewAngeles, seat: int, slot: int) -> None:
    """59.1: facedown beside the offer this player stands by."""
    side = s.side[seat]
    s.take_from(seat, slot)
    s.conceal(1 << seat, seat, slot)
    s.support = add_card(s, side, slot)
    s.laid[seat] += 1
    s.tell("supports", seat, side)


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
