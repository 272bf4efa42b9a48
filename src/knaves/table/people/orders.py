"""Standing orders: what a seat wants answered without being asked. They end themselves, and say why.

"always": give this answer whenever it is offered. "pass": the same, until one of the `unless` events happens.
"never": leave out every answer with this verb, and answer if only one is left.
"moments": go on wherever the table stops only so that anybody may speak, until one of the `unless` events happens.
"bot": a bot answers until the round (or turn) is over.

Whoever chooses ahead gives an order for one answer, at the place where he will be asked: `expected` says where.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from knaves.core.ask import Ask
from knaves.core.errors import Refused
from knaves.core.position import Position
from knaves.core.step import Option
from knaves.table.state.book import Book, StandingOrder

MOMENTS: Option = ("moments",)
"""What an order of that kind names in place of an answer."""
BOT: Option = ("bot",)
"""The same of an order for a bot; with it stands the round in which it was given."""
ME = "me"
"""An `unless` that means: any event that names my seat."""


AHEAD_MOST = 80
"""So many answers of others may lie between now and one's own."""


class Verdict(NamedTuple):
    """What a standing order says to an ask: an answer, or that it ends (with the reason)."""

    order: StandingOrder
    option: Option | None
    why: str = ""


def consult(book: Book, position: Position, ask: Ask, seat: int) -> Verdict | None:
    """The first standing order of this seat that has something to say now."""
    for order in book.orders[seat]:
        if order.times and order.used >= order.times:
            often = "once" if order.used == 1 else f"{order.used} times"
            return Verdict(order, None, f"it has answered {often}")
        if order.kind == "bot" and order.option[1:] != (round_of(position),):
            return Verdict(order, None, f"the {position.game.counts_by} is over")
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
    for order in sorted(book.orders[seat], key=lambda order: order.kind == "bot"):  # it has the last word
        if order.clause not in ("", clause):
            continue
        if order.kind == "bot":
            left = [option for option in plain if option[0] not in never] or plain
            luck = Random(f"knaves order {book.opened.seed} {seat} {len(book.played)}")
            return Verdict(order, position.game.advise(position.view(seat), left, luck))
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
        wanted = order.option
        fits = [option for option in options if option[: len(wanted)] == wanted and option[0] not in never]
        if len(fits) == 1:
            return Verdict(order, fits[0])
        if order.clause:
            why = "more than one answer fits" if fits else "that answer was not possible this time"
            return Verdict(order, None, why)
    return None


def round_of(position: Position) -> int:
    """The round or turn that everybody sees; 0 where the game counts none."""
    return position.game.standing(position.view(None)).at


def until_the_end(position: Position) -> Option:
    """What an order for a bot names: the round that it is to finish."""
    now = round_of(position)
    if not now:
        raise Refused(f"{position.game.title} counts no rounds: leave your chair, and a bot plays on.")
    return (*BOT, now)


def expected(world: Position, seat: int, luck: Random) -> Position | None:
    """An imagined world, played on by the others to where this seat is asked; None: it will not be, soon."""
    for _ in range(AHEAD_MOST):
        ask = world.ask()
        if ask is None or seat in ask.seats:
            return None if ask is None else world
        other = ask.seats[0]
        world.take(other, world.game.advise_state(world.state, other, ask.options(other), luck))
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
