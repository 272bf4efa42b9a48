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
    decisions = 0
    while True:
        decisions += beat(position, choose)
        ask = position.ask()
        if ask is None:
            return decisions
        for seat in ask.seats:
            options = ask.options(seat)
            option = options[0]
            if len(options) > 1:
                option = choose(position, seat, options)
                decisions += 1
            position.take(seat, option)
            if position.speaks and option[0] in position.game.interjection_verbs:
                break  # the ask is derived anew


def play_randomly(position: Position, rng: Random) -> int:
    """Plays to the end with uniformly random answers, as fast as it can. Returns the number of decisions."""
    random = rng.random
    decisions = 0
    if position.speaks:
        return play(position, lambda _, __, options: options[int(random() * len(options))])
    take = position.take
    while (choice := position.choice) is not None:
        if choice.each is None:
            options = choice.options
            decisions += 1
            take(choice.seat, options[int(random() * len(options))])
        else:
            sealed = position.sealed
            seat = next(seat for seat in choice.each if seat not in sealed)
            options = choice.each[seat]
            decisions += len(options) > 1
            take(seat, options[int(random() * len(options))])
    return decisions


def beat(position: Position, choose: Chooser) -> int:
    """Offers every seat that is not waited for its one chance, in seat order."""
    if not position.speaks:
        return 0
    decisions = 0
    for seat in range(position.seats):
        ask = position.ask()
        if ask is None:
            break
        can = ask.interjections(seat)
        if can:
            decisions += 1
            option = choose(position, seat, [HOLD, *can])
            if option != HOLD:
                position.take(seat, option)
    return decisions
