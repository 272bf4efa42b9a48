"""Playing without real time: who answers next, and one chance per beat for everybody else.

At a table people interject whenever they like. Bots, the laboratory and research get one chance per beat: when a
new ask opens, every other seat that could do something is offered it once, in seat order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.core.position import Position
from knaves.core.step import Option

HOLD: Option = ("hold",)
"""What a seat answers when it lets its chance to interject pass."""

Chooser = Callable[[Position, int, Sequence[Option]], Option]


def play(position: Position, choose: Chooser) -> int:
    """Plays to the end; `choose` answers for every seat. Returns how many real decisions there were."""
    take, speaks = position.take, position.speaks
    decisions = 0
    while True:
        if speaks:
            decisions += beat(position, choose)
        choice = position.choice
        if choice is None:
            return decisions
        each = choice.each
        if each is None:
            seat, options = choice.seat, choice.options
        else:
            sealed = position.sealed
            seat = next(seat for seat in each if seat not in sealed)
            options = each[seat]
        if speaks and (more := position.interjections(seat)):
            options = [*options, *more]
        if len(options) > 1:
            decisions += 1
            take(seat, choose(position, seat, options))
        else:
            take(seat, options[0])


def play_randomly(position: Position, rng: Random) -> int:
    """Plays to the end with uniformly random answers, as fast as it can. Returns the number of decisions."""
    random = rng.random
    return play(position, lambda _, __, options: options[int(random() * len(options))])


def beat(position: Position, choose: Chooser) -> int:
    """Offers every seat that is not waited for its one chance, in seat order."""
    if not position.speaks:
        return 0
    decisions = 0
    choice, interjections = position.choice, position.game.interjections
    for seat in range(position.seats):
        if choice is None:
            break
        if position.stack[-1].closed:
            continue
        if seat == choice.seat or (choice.each and seat in choice.each and seat not in position.sealed):
            continue
        can = interjections(position.state, seat)
        if can:
            decisions += 1
            option = choose(position, seat, [HOLD, *can])
            if option != HOLD:
                position.take(seat, option)
                choice = position.choice
    return decisions
