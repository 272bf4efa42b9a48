"""The part of a state that deals need: a module of its own, for it is compiled with the state. The rest: deals.py."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.offers import LAPSED, OPEN, Offer, Promise
from knaves.core.state import State


class Trading(State):
    """The part of a state that deals need. What seldom changes is a tuple: a clone costs nothing."""

    trading: bool  # an option of the game
    turn: int = field(0)
    offers: tuple[Offer, ...] = field(())
    offer_no: int = field(0)  # of the latest offer: a number is never used twice
    offers_made: tuple[int, ...] = field(())  # by seat, since the turn began
    promises: tuple[Promise, ...] = field(())

    def lapse(self) -> None:
        """A game that stops at once: nothing that is still open can be accepted, kept or broken."""
        for one in self.offers:
            self.tell("offer_lapsed", one.by, one.to)
        self.offers = ()
        for row in self.promises:
            if row.fate == OPEN:
                self.tell("promise_lapsed", row.by, row.to, row.what)
        self.promises = tuple(
            [row._replace(fate=LAPSED) if row.fate == OPEN else row for row in self.promises]
        )
