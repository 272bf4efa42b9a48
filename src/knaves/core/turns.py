"""One decision at a time: who answers next, and what may be answered.

At a table people speak whenever they like and choose at the same time. Bots, the laboratory and toolkits for research
are asked one after the other. When a new ask opens, every seat that is not waited for and could do something is
offered one chance, in seat order, with HOLD as the first option; then the table's own choice is made. Sealed choices
are made one seat after the other, and no view tells the later seats what the earlier ones chose. A lone answer is
given without asking.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from knaves.core.position import Position
from knaves.core.step import Option

HOLD: Option = ("hold",)
"""What a seat answers when it lets its chance to interject pass."""

NOBODY = -1


class Turns:
    """Where a game stands between two decisions. It plays on the position that it is given, whose log ends: answers are
    not written down here, and a save holds the position alone."""

    __slots__ = ("chance", "options", "position", "seat")

    def __init__(self, position: Position, begin: bool = True) -> None:
        self.position = position
        self.seat = NOBODY  # who decides now; NOBODY when the game is over
        self.options: list[Option] = []  # at least two
        self.chance = False  # may this seat interject, and is not waited for?
        position.log = None
        if begin:
            self.advance()

    @property
    def over(self) -> bool:
        return self.seat == NOBODY

    def answer(self, option: Option) -> None:
        """Plays one of the options, and goes on to the next decision."""
        if self.chance:
            if option != HOLD:
                self.position.take(self.seat, option)
            self.advance(self.seat + 1)
            return
        position = self.position
        position.take(self.seat, option)
        choice = position.choice
        if choice is not None and len(choice.options) > 1 and not position.speaks:  # by far the most frequent
            self.seat, self.options = choice.seat, choice.options
            return
        self.advance()

    def advance(self, first: int = 0) -> None:
        """Goes to the next decision with more than one answer; `first`: the seat whose chance comes next."""
        position = self.position
        while True:
            choice = position.choice
            if choice is None:
                self.seat, self.options, self.chance = NOBODY, [], False
                return
            if position.speaks and self.offer_chance(first):
                return
            if choice.each is None:
                seat, options = choice.seat, choice.options
            else:
                seat = position.first_of(choice.each)
                options = choice.each[seat]
            if position.speaks:
                options = [*options, *position.interjections(seat)]
            if len(options) > 1:
                self.seat, self.options, self.chance = seat, options, False
                return
            position.take(seat, options[0])
            first = 0

    def offer_chance(self, first: int) -> bool:
        """Goes to the next seat of this beat that could do something at any time, if there is one."""
        position = self.position
        choice = position.choice
        if choice is None or position.stack[-1].closed:
            return False
        waited, each, may = choice.seat, choice.each, position.game.speakers(position.state)
        for seat in range(first, position.state.seats):
            if (
                not may >> seat & 1
                or seat == waited
                or (each and seat in each and seat not in position.sealed)
            ):
                continue
            can = position.game.interjections(position.state, seat)
            if can:
                self.seat, self.options, self.chance = seat, [HOLD, *can], True
                return True
        return False

    def clone(self) -> Turns:
        return self._with(self.position.clone(), self.options)

    def imagine(self, seat: int, rng: Random) -> Turns:
        """The same decision of the same seat in a world that `seat` cannot tell from this one."""
        world = self.position.imagine(seat, rng)
        ask = world.ask()
        if ask is None:
            return self._with(world, [])
        options = [HOLD, *ask.interjections(self.seat)] if self.chance else ask.options(self.seat)
        return self._with(world, options)

    def _with(self, position: Position, options: list[Option]) -> Turns:
        return _turns(position, self.seat, options, self.chance)

    def __deepcopy__(self, memo: object) -> Turns:
        return self._with(self.position.__copy__(), self.options)

    def __reduce__(self) -> tuple[Callable[..., Turns], tuple[Position, int, list[Option], bool]]:
        return _turns, (self.position, self.seat, self.options, self.chance)


def _turns(position: Position, seat: int, options: list[Option], chance: bool) -> Turns:
    turns = Turns(position, begin=False)
    turns.seat, turns.options, turns.chance = seat, options, chance
    return turns
