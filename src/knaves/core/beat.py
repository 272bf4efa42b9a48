"""Playing without real time: who answers next, and one chance per beat for everybody else.

At a table people interject whenever they like. Bots, the laboratory and research get one chance per beat: when a
new ask opens, every other seat that could do something is offered it once, in seat order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.core.position import Position
from knaves.core.step import Choice, Option

HOLD: Option = ("hold",)
"""What a seat answers when it lets its chance to interject pass."""

Chooser = Callable[[Position, int, Sequence[Option]], Option]


def play(position: Position, choose: Chooser) -> int:
    """Plays to the end; `choose` answers for every seat. Returns how many real decisions there were."""
    state, stack, run, speaks = position.state, position.stack, position.run, position.speaks
    speakers = position.game.speakers
    decisions = 0
    while True:
        may = speaks and speakers(state)
        if may:
            decisions += _beat(position, choose, may)
        choice = position.choice
        if choice is None:
            return decisions
        if may or choice.each is not None:
            decisions += _answer(position, choose, choice)
            continue
        options = choice.options  # one seat, and nothing beside: by far the most frequent case
        if len(options) > 1:
            decisions += 1
            option = choose(position, choice.seat, options)
        else:
            option = options[0]
        top = stack[-1]
        top.answer = option  # type: ignore[assignment]  # an Answer, as in `Position.take`
        top.line += 1
        run()


def _answer(position: Position, choose: Chooser, choice: Choice) -> int:
    """The answer of the first seat that is waited for; what it may do at any time is among its options."""
    if choice.each is None:
        seat, options = choice.seat, choice.options
    else:
        sealed = position.sealed
        seat = next(seat for seat in choice.each if seat not in sealed)
        options = choice.each[seat]
    if more := position.interjections(seat):
        options = [*options, *more]
    real = len(options) > 1
    position.take(seat, choose(position, seat, options) if real else options[0])
    return int(real)


def play_randomly(position: Position, rng: Random) -> int:
    """Plays to the end with uniformly random answers, as fast as it can. Returns the number of decisions."""
    random = rng.random
    return play(position, lambda _, __, options: options[int(random() * len(options))])


def beat(position: Position, choose: Chooser) -> int:
    """Offers every seat that is not waited for its one chance, in seat order."""
    return _beat(position, choose, position.game.speakers(position.state)) if position.speaks else 0


def _beat(position: Position, choose: Chooser, may: int) -> int:
    choice, decisions = position.choice, 0
    if choice is None or position.stack[-1].closed:
        return 0
    state, game = position.state, position.game
    for seat in range(state.seats):
        if not may >> seat & 1 or seat == choice.seat:
            continue
        if choice.each and seat in choice.each and seat not in position.sealed:
            continue
        can = game.interjections(state, seat)
        if can:
            decisions += 1
            option = choose(position, seat, [HOLD, *can])
            if option != HOLD:
                position.take(seat, option)
                choice = position.choice
                if choice is None or position.stack[-1].closed:
                    break
                may = game.speakers(state)
    return decisions
