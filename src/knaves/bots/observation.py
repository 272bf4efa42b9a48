"""What a bot is given, and what a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from knaves.core.game import View
from knaves.core.position import Position
from knaves.core.step import Option


class Observation:
    """What a seat may know, when it has to answer: its view, its options, and worlds it can imagine.

    There is no way from here to the truth: what is kept is the view, and a world imagined for this seat if the bot
    wants worlds (then it gives an `rng`). `budget`: so many seconds the bot may think; None: as long as it likes.
    `grudge`: the seat that last turned on this one, for all to see; -1: nobody did.
    """

    __slots__ = ("_world", "budget", "grudge", "options", "seat", "view")

    def __init__(
        self,
        position: Position,
        seat: int,
        options: Sequence[Option],
        rng: Random | None = None,
        looks: bool = True,
        budget: float | None = None,
        grudge: int = -1,
    ) -> None:
        self.budget = budget
        self.grudge = grudge
        self.seat = seat
        self.options = options
        self.view: View = position.view(seat) if looks else {}
        self._world = None if rng is None else position.imagine(seat, rng)

    def imagine(self, rng: Random) -> Position:
        """Another world that the seat cannot tell from the real one."""
        if self._world is None:
            raise ValueError("This observation was made without a world to imagine from.")
        return self._world.imagine(self.seat, rng)


class Bot(Protocol):
    def choose(self, seen: Observation) -> Option: ...
