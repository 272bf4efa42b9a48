"""Deals, as they are at every table: one shop in which coins and hats change hands."""

from __future__ import annotations

import pytest

from knaves.core.data import field
from knaves.core.deals import BROKEN, KEPT, LAPSED, OPEN, Clauses, Deals, Pledge, notes
from knaves.core.errors import Refused
from knaves.core.fields import load
from knaves.core.trading import Trading, bits, things_in

SMILE, PAY_TWO = 1, 7


class Shop(Trading):
    coins: list[int] = field(default=[3, 3, 3], init=False)
    hats: list[int] = field(default=[0, 1, 2], init=False)  # whose, by hat


class ShopDeals(Deals[Shop]):
    clauses = Clauses("shop.1", "shop.2", "shop.3", "shop.4")
    pledges = {
        0: Pledge("", "nothing"),
        SMILE: Pledge("smile", "to smile"),
        PAY_TWO: Pledge("pay", "to pay 2 coins", 2),
    }
    money, goods, most = "Coins", "Hats", 5

    def purse(self, s: Shop) -> list[int]:
        return s.coins

    def sum_text(self, amount: int) -> str:
        return f"{amount} coins"

    def tradable(self, s: Shop, seat: int) -> list[int]:
        return [hat for hat, owner in enumerate(s.hats) if owner == seat]

    def thing_text(self, s: Shop, thing: int) -> str:
        return f"hat {thing}"

    def is_thing(self, s: Shop, thing: int) -> bool:
        return thing < len(s.hats)

    def hand_over(self, s: Shop, to: int, thing: int) -> None:
        s.hats[thing] = to


DEALS = ShopDeals()


@pytest.fixture
def s() -> Shop:
    shop = Shop(3, True)
    shop.offers_made = (0, 0, 0)
    return shop


def offer(s: Shop, seat: int, *things: int) -> None:
    assert DEALS.admits(s, seat, ("offer", *things))
    DEALS.interject(s, seat, ("offer", *things))


def agree(s: Shop) -> None:
    DEALS.interject(s, s.offers[-1].to, ("accept", s.offers[-1].number, s.offers[-1].by))


def test_coins_hats_and_promises_change_hands_at_once(s: Shop) -> None:
    offer(s, 0, 1, 2, bits([0]), 1, bits([1]), SMILE, 0)
    (row,) = DEALS.offers_view(s)
    assert row["text"] == "2 coins and hat 0 and the promise to smile for 1 coins and hat 1"
    agree(s)
    assert s.coins == [2, 4, 3] and s.hats == [1, 0, 2] and not s.offers
    assert [(one.by, one.to, one.what, one.fate) for one in s.promises] == [(0, 1, SMILE, OPEN)]
    assert load(Shop, s.dump()) == s  # rows with names, saved and read again


def test_a_counter_offer_declines_the_one_it_answers(s: Shop) -> None:
    told: list[str] = []
    s.sink = lambda state, kind, things, to: told.append(kind)
    offer(s, 0, 1, 2, 0, 0, 0, 0, 0)
    offer(s, 2, 1, 1, 0, 0, 0, 0, 0)
    offer(s, 1, 0, 0, 0, 3, 0, 0, 0)
    assert [(row.by, row.to) for row in s.offers] == [(2, 1), (1, 0)]
    assert told == ["offered_gift", "offered_gift", "declined", "offered_wish"]
    assert [row.number for row in s.offers] == [2, 3]  # a number is never used twice


def test_what_is_paid_keeps_the_oldest_promise_to_pay_and_a_swap_of_equals_keeps_none(s: Shop) -> None:
    for _ in range(2):
        offer(s, 0, 1, 0, 0, 1, 0, PAY_TWO, 0)
        agree(s)
    offer(s, 0, 1, 2, 0, 2, 0, 0, 0)
    agree(s)
    assert [row.fate for row in s.promises] == [OPEN, OPEN]
    offer(s, 0, 1, 3, 0, 0, 0, 0, 0)
    agree(s)
    assert [row.fate for row in s.promises] == [KEPT, OPEN]


@pytest.mark.parametrize("fate", [KEPT, BROKEN, LAPSED])
def test_promises_are_judged_once(s: Shop, fate: int) -> None:
    offer(s, 0, 1, 0, 0, 0, 0, SMILE, PAY_TWO)
    agree(s)
    DEALS.settle(s, lambda row: fate if row.what == SMILE else OPEN)
    DEALS.settle(s, lambda row: BROKEN if row.what == SMILE else OPEN)
    found = notes(DEALS.offers_view(s), DEALS.promises_view(s))
    assert [note.state for note in found] == [("", "kept", "broken", "lapsed")[fate], "open"]


@pytest.mark.parametrize(
    ("things", "clause"),
    [
        ((1, 4, 0, 0, 0, 0, 0), "shop.1"),  # more than he has
        ((1, 6, 0, 0, 0, 0, 0), "shop.2"),  # more than a deal may hold
        ((1, -1, 0, 0, 0, 0, 0), "shop.2"),
        ((1, 0, bits([2]), 0, 0, 0, 0), "shop.1"),  # the hat of another
        ((1, 0, bits([3]), 0, 0, 0, 0), "shop.3"),  # no hat
        ((1, 0, 0, 0, 0, 2, 0), "shop.4"),  # no promise
        ((0, 1, 0, 0, 0, 0, 0), "shop.1"),  # with himself
        ((3, 1, 0, 0, 0, 0, 0), "shop.1"),
        ((1, 0, 0, 0, 0, 0, 0), "shop.1"),  # nothing
        ((1, 1), "shop.1"),
    ],
)
def test_a_refusal_cites_its_rule(s: Shop, things: tuple[int, ...], clause: str) -> None:
    with pytest.raises(Refused) as refusal:
        DEALS.admits(s, 0, ("offer", *things))
    assert refusal.value.clause == clause


def test_the_same_offer_is_not_made_twice(s: Shop) -> None:
    offer(s, 0, 1, 1, 0, 0, 0, 0, 0)
    with pytest.raises(Refused, match="stands already"):
        offer(s, 0, 1, 1, 0, 0, 0, 0, 0)


def test_bundles_are_bits_only_in_answers_and_events() -> None:
    assert things_in(bits([0, 2, 33])) == (0, 2, 33) and things_in(0) == ()
