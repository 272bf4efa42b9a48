"""What is offered and promised between two players, as rows and as everybody reads it (see `core/deals`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, TypedDict, cast

NO_PROMISE = 0
OPEN, KEPT, BROKEN, LAPSED = range(4)
Fate: TypeAlias = Literal["open", "kept", "broken", "lapsed"]
FATES: tuple[Fate, ...] = ("open", "kept", "broken", "lapsed")


class Pledge(NamedTuple):
    """Something that can be promised: its name for programs, how it reads, and how much is to be paid, if so."""

    id: str
    text: str
    amount: int = 0


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


class SideView(TypedDict):
    amount: int
    goods: list[str]
    promise: str  # `Pledge.id`, "" for none
    promise_text: str


class OfferView(TypedDict):
    id: str
    number: int
    by: int
    to: int
    give: SideView
    get: SideView
    text: str
    why_not: str  # why it cannot be accepted as things stand; "": it can


class PromiseView(TypedDict):
    by: int
    to: int
    what: str  # `Pledge.id`
    text: str
    turn: int
    fate: Fate


class DealNote(NamedTuple):
    """One offer or promise as a line of the ledger."""

    by: int
    to: int
    text: str
    state: Literal["offered", "open", "kept", "broken", "lapsed"]
    goods: tuple[str, ...] = ()  # single things that the text names, in its order


class Clauses(NamedTuple):
    """Which rule a refusal cites."""

    trade: str
    amount: str
    goods: str
    promise: str


def bits(goods: Iterable[int]) -> int:
    """Single things as an answer or event holds them."""
    bundle = 0
    for thing in goods:
        bundle |= 1 << thing
    return bundle


def things_in(bundle: int) -> tuple[int, ...]:
    things: tuple[int, ...] = ()
    while bundle > 0:
        lowest = bundle & -bundle
        things += (lowest.bit_length() - 1,)
        bundle ^= lowest
    return things


def goods_of(row: OfferView) -> tuple[str, ...]:
    return (*row["give"]["goods"], *row["get"]["goods"])


def spelled_out(row: OfferView) -> str:
    """What is offered, and what stands in its way."""
    return f"{row['text']} (not now: {row['why_not'].rstrip('.')})" if row["why_not"] else row["text"]


def to_remember(promises: Sequence[PromiseView], settled: int) -> list[PromiseView]:
    """All that are open, and the latest of the others."""
    rest = [row for row in promises if row["fate"] != "open"][-settled:]
    return [row for row in promises if row["fate"] == "open" or row in rest]


def notes(view: Mapping[str, object]) -> list[DealNote]:
    """The ledger, from the view of a game with offers and promises in it."""
    offers, promises = cast(list[OfferView], view["offers"]), cast(list[PromiseView], view["promises"])
    return [
        *(DealNote(row["by"], row["to"], spelled_out(row), "offered", goods_of(row)) for row in offers),
        *(DealNote(row["by"], row["to"], row["text"], row["fate"]) for row in promises),
    ]
