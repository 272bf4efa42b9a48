"""The part of a state that deals need: open offers, and promises that were made. What is done with them: deals.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from knaves.core.data import field
from knaves.core.state import State


def bits(goods: Iterable[int]) -> int:
    """Single things as an answer or event holds them."""
    return sum(1 << thing for thing in goods)


def things_in(bundle: int) -> tuple[int, ...]:
    return tuple(n for n in range(bundle.bit_length()) if bundle >> n & 1)


class Side(NamedTuple):
    """What one of the two gives and promises."""

    amount: int
    goods: tuple[int, ...]  # single things, by the game's own numbers
    promise: int

    @property
    def moves(self) -> bool:
        """Does anything change hands at once?"""
        return bool(self.amount or self.goods)


class Offer(NamedTuple):
    number: int
    by: int
    to: int
    give: Side
    get: Side

    @property
    def sides(self) -> tuple[tuple[int, int, Side], tuple[int, int, Side]]:
        """Who gives whom what."""
        return ((self.by, self.to, self.give), (self.to, self.by, self.get))

    @property
    def numbers(self) -> tuple[int, ...]:
        """As an event tells it."""
        give, get = self.give, self.get
        return (
            *(self.by, self.to, give.amount, bits(give.goods)),
            *(get.amount, bits(get.goods), give.promise, get.promise),
        )


class Promise(NamedTuple):
    by: int
    to: int
    what: int  # number of a `Pledge`
    turn: int  # in which it was made
    fate: int


class Trading(State):
    """The part of a state that deals need. What seldom changes is a tuple: a clone costs nothing."""

    trading: bool  # an option of the game
    turn: int = field(default=0, init=False)
    offers: tuple[Offer, ...] = field(default=(), init=False)
    offer_no: int = field(default=0, init=False)  # of the latest offer: a number is never used twice
    offers_made: tuple[int, ...] = field(default=(), init=False)  # by seat, since the turn began
    promises: tuple[Promise, ...] = field(default=(), init=False)
