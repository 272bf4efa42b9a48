"""Standing orders: what a seat wants answered without being asked. They end themselves, and say why.

"always": give this answer whenever it is offered. "pass": the same, until one of the `unless` events happens.
"never": leave out every answer with this verb, and answer if only one is left.
"moments": go on wherever the table stops only so that anybody may speak, until one of the `unless` events happens.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from knaves.core.ask import Ask
from knaves.core.position import Position
from knaves.core.step import Option
from knaves.table.state.book import Book, StandingOrder

MOMENTS: Option = ("moments",)
"""What an order of that kind names in place of an answer."""
ME = "me"
"""An `unless` that means: any event that names my seat."""


class Verdict(NamedTuple):
    """What a standing order says to an ask: an answer, or that it ends (with the reason)."""

    order: StandingOrder
    option: Option | None
    why: str = ""


def consult(book: Book, position: Position, ask: Ask, seat: int) -> Verdict | None:
    """The first standing order of this seat that has something to say now."""
    for order in book.orders[seat]:
        if order.times and order.used >= order.times:
            return Verdict(order, None, f"it has answered {order.used} times")
        if why := _disturbed(book, position, order, seat):
            return Verdict(order, None, why)
    if seat not in ask.seats:
        return None
    clause, options = ask.clause(seat), ask.options(seat)
    plain = [option for option in options if option[0] not in position.game.interjection_verbs]
    never = {
        order.option[0]
        for order in book.orders[seat]
        if order.kind == "never" and order.clause in ("", clause)
    }
    for order in book.orders[seat]:
        if order.clause not in ("", clause):
            continue
        if order.kind == "moments":
            if ask.moment and len(plain) == 1:
                return Verdict(order, plain[0])
            continue
        if order.kind == "never":
            left = [option for option in plain if option[0] not in never]
            if not left:
                return Verdict(order, None, "nothing else could be answered this time")
            if len(left) == 1 and len(left) < len(plain):
                return Verdict(order, left[0])
            continue
        wanted = cast(Option, order.option)
        fits = [option for option in options if option[: len(wanted)] == wanted and option[0] not in never]
        if len(fits) == 1:
            return Verdict(order, fits[0])
        if order.clause:
            why = "more than one answer fits" if fits else "that answer was not possible this time"
            return Verdict(order, None, why)
    return None


def _disturbed(book: Book, position: Position, order: StandingOrder, seat: int) -> str:
    """Has an event happened since, that this seat saw and that the order does not outlive?"""
    if not order.unless:
        return ""
    game = position.game
    for line in reversed(book.told):
        if line.seq <= order.start:
            return ""
        if line.kind != "event" or not line.to >> seat & 1:
            continue
        kinds = game.event_kinds(line.text)
        names_me = line.seat != seat and any(
            kinds.get(i + 1) == "seat" and thing == seat for i, thing in enumerate(line.things)
        )
        if line.text in order.unless or (ME in order.unless and names_me):
            text = position.text(line.event(), seat, book.names())
            if text is not None:
                return text.rstrip(".")
    return ""
