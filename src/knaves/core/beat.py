"""Playing without real time: who answers next, and one chance per beat for everybody else.

At a table people interject whenever they like. Bots, the laboratory and research get one chance per beat: when a
new ask opens, every other seat that could do something is offered it once, in seat order. `Turns` is the same one
decision at a time; here it is written out for speed, and a law holds the two together (tests/laws/test_turns.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.core.position import Position
from knaves.core.step import Option
from knaves.core.turns import HOLD

__all__ = ["HOLD", "Chooser", "Unfinished", "beat", "play", "play_bounded", "play_randomly"]

Chooser = Callable[[Position, int, Sequence[Option]], Option]
Answering = Callable[[int, Option], None]


class Unfinished(Exception):
    """More decisions than the game can have."""


def play(position: Position, choose: Chooser) -> int:
    """Plays to the end; `choose` answers for every seat. Returns how many real decisions there were. Nothing is written
    down: the position has no log any more."""
    position.log = None
    state, stack, speaks = position.state, position.stack, position.speaks
    speakers, interjections, run = position.game.speakers, position.game.interjections, position.run
    decisions = 0
    while True:
        choice = position.choice
        if choice is None:
            return decisions
        may = 0
        if speaks and not stack[-1].closed:
            may = speakers(state)
            if may and (choice.seat < 0 or may != 1 << choice.seat):  # somebody else than who is waited for
                chances = _beat(position, choose, may)
                if chances:
                    decisions += chances
                    if position.choice is not choice:  # somebody spoke
                        choice = position.choice
                        if choice is None:
                            return decisions
                        may = 0 if position.stack[-1].closed else speakers(state)
        seat, options, each = choice.seat, choice.options, choice.each
        if each is not None:
            seat = position.first_of(each)
            options = each[seat]
        if may and may >> seat & 1 and (more := interjections(state, seat)):
            decisions += 1
            position.take(seat, choose(position, seat, [*options, *more]))
            continue
        if len(options) > 1:
            decisions += 1
            option = choose(position, seat, options)
        else:
            option = options[0]
        if each is not None:
            position.take(seat, option)
            continue
        top = stack[-1]  # one seat, and nothing beside: by far the most frequent case
        top.answer = option  # type: ignore[assignment]  # an Answer, as in `Position.take`
        top.line += 1
        run()


def play_bounded(position: Position, choose: Chooser) -> int:
    """Plays to the end like `play`, where whoever chooses might never come to it: then `Unfinished`."""
    left = position.game.about.longest

    def bounded(p: Position, seat: int, options: Sequence[Option]) -> Option:
        nonlocal left
        left -= 1
        if left < 0:
            raise Unfinished
        return choose(p, seat, options)

    return play(position, bounded)


def play_randomly(position: Position, rng: Random) -> int:
    """Plays to the end with uniformly random answers, as fast as it can. Returns the number of decisions."""
    random = rng.random
    return play(position, lambda _, __, options: options[int(random() * len(options))])


def beat(position: Position, choose: Chooser, answer: Answering | None = None) -> int:
    """Offers every seat that is not waited for its one chance, in seat order. `answer`: who keeps a log plays what is
    chosen; left out, nobody does."""
    may = position.game.speakers(position.state) if position.speaks else 0
    return _beat(position, choose, may, answer) if may else 0


def _beat(position: Position, choose: Chooser, may: int, answer: Answering | None = None) -> int:
    choice, decisions, take = position.choice, 0, answer or position.take
    if choice is None or position.stack[-1].closed:
        return 0
    state, game, sealed = position.state, position.game, position.sealed
    for seat in range(state.seats):
        if not may >> seat & 1 or seat == choice.seat:
            continue
        if choice.each is not None and seat in choice.each and seat not in sealed:
            continue
        can = game.interjections(state, seat)
        if can:
            decisions += 1
            option = choose(position, seat, [HOLD, *can])
            if option != HOLD:
                take(seat, option)
                choice = position.choice
                if choice is None or position.stack[-1].closed:
                    break
                may, sealed = game.speakers(state), position.sealed
    return decisions
