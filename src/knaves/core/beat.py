"""Playing without real time: who answers next, and one chance per beat for everybody else (see `core/turns.py`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.core.position import Position
from knaves.core.step import Option
from knaves.core.turns import HOLD, Turns

__all__ = ["HOLD", "Chooser", "beat", "play", "play_randomly"]

Chooser = Callable[[Position, int, Sequence[Option]], Option]


def play(position: Position, choose: Chooser) -> int:
    """Plays to the end; `choose` answers for every seat. Returns how many real decisions there were."""
    turns = Turns(position)
    answer = turns.answer
    decisions = 0
    while turns.seat >= 0:
        answer(choose(position, turns.seat, turns.options))
        decisions += 1
    return decisions


def play_randomly(position: Position, rng: Random) -> int:
    """Plays to the end with uniformly random answers, as fast as it can. Returns the number of decisions."""
    random = rng.random
    return play(position, lambda _, __, options: options[int(random() * len(options))])


def beat(position: Position, choose: Chooser) -> int:
    """Offers every seat that is not waited for its one chance, in seat order."""
    turns = Turns(position, begin=False)
    decisions = 0
    while position.speaks and turns.offer_chance():
        turns.speak(choose(position, turns.seat, turns.options))
        decisions += 1
    return decisions
