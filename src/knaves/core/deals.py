"""Deals are things: what is given, what is got, and promises.

What can change hands now is swapped at once, both sides or not at all. Promises are recorded, never enforced, and
shown later as kept or broken.

A deal as an option is a row of ints: `(verb, partner, how many goods are given, kind, thing, …, how many are got,
kind, thing, …, promise, …)`. `Deal.option` and `Deal.read` turn one into the other, so that a person may fill in any
deal and a bot may pick one from a menu.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, cast

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.state import State
from knaves.core.step import Choice, Option, Step

Goods = tuple[tuple[int, int], ...]
"""Pairs of a kind of good (an index into the game's own list) and a thing or an amount."""

OPEN, KEPT, BROKEN, UNTRACKED = "open", "kept", "broken", "untracked"


class Promise(NamedTuple):
    by: int
    to: int
    kind: int  # an index into the game's list of promises it can recognise
    thing: int = -1
    state: str = OPEN


class Deal(NamedTuple):
    maker: int
    partner: int
    give: Goods = ()
    get: Goods = ()
    promises: tuple[tuple[int, int, int], ...] = ()  # (who promises, kind, thing)

    def option(self, verb: str) -> Option:
        row = [self.partner, len(self.give), *(n for good in self.give for n in good)]
        row += [len(self.get), *(n for good in self.get for n in good)]
        row += [n for promise in self.promises for n in promise]
        return cast(Option, (verb, *row))

    @classmethod
    def read(cls, maker: int, option: Sequence[object]) -> Deal:
        """The deal an option stands for, or Refused if it stands for none."""
        row = [n for n in option[1:] if isinstance(n, int)]
        try:
            partner, count = row[0], row[1]
            give = _pairs(row, 2, count)
            at = 2 + 2 * count
            get = _pairs(row, at + 1, row[at])
            rest = row[at + 1 + 2 * row[at] :]
            if len(rest) % 3:
                raise IndexError
        except IndexError:
            raise Refused("That is no deal: it ends in the middle.") from None
        promises = tuple((rest[i], rest[i + 1], rest[i + 2]) for i in range(0, len(rest), 3))
        return cls(maker, partner, give, get, promises)


def _pairs(row: list[int], start: int, count: int) -> Goods:
    if count < 0 or start + 2 * count > len(row):
        raise IndexError
    return tuple((row[start + 2 * i], row[start + 2 * i + 1]) for i in range(count))


class Trader(Protocol):
    """What a state must be able to do so that deals can be made in it."""

    promises: list[Promise]

    def has(self, seat: int, goods: Goods) -> bool:
        """Does this seat own all of it, now, and may it give it away?"""

    def transfer(self, giver: int, taker: int, goods: Goods) -> None: ...


class Offer(Step[State]):
    """One seat offers, the other accepts or declines. A deal that has become impossible meanwhile just ends."""

    lines = ("decide", "settle")
    asks = {"decide": ("{maker:seat} offers you a deal.", "")}
    closed = True

    maker: int
    partner: int
    give: tuple[tuple[int, int], ...] = ()
    get: tuple[tuple[int, int], ...] = ()
    promised: tuple[tuple[int, int, int], ...] = ()
    taken: bool = field(default=False, init=False)

    @classmethod
    def of(cls, deal: Deal) -> Offer:
        return cls(deal.maker, deal.partner, deal.give, deal.get, deal.promises)

    def decide(self, s: State) -> Choice:
        return Choice(self.partner, [("accept",), ("decline",)])

    def settle(self, s: State) -> None:
        trader = cast(Trader, s)
        if self.answer[0] != "accept":
            s.tell("declined", self.partner, self.maker)
            return
        if not (trader.has(self.maker, self.give) and trader.has(self.partner, self.get)):
            s.tell("deal fell through", self.maker, self.partner)
            return
        self.taken = True
        trader.transfer(self.maker, self.partner, self.give)
        trader.transfer(self.partner, self.maker, self.get)
        for by, kind, thing in self.promised:
            to = self.partner if by == self.maker else self.maker
            trader.promises.append(Promise(by, to, kind, thing))
        s.tell("deal", self.maker, self.partner)


def judge(promises: list[Promise], number: int, kept: bool) -> None:
    """Marks a promise as kept or broken, once."""
    if promises[number].state == OPEN:
        promises[number] = promises[number]._replace(state=KEPT if kept else BROKEN)
