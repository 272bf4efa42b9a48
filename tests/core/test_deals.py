"""Deals, as they are at every table: one shop in which coins and hats change hands."""

from __future__ import annotations

import pytest

from knaves.core.data import field
from knaves.core.deals import Deals
from knaves.core.errors import Refused
from knaves.core.fields import load
from knaves.core.forms import Blank, Form
from knaves.core.offers import (
    BROKEN,
    KEPT,
    LAPSED,
    OPEN,
    Clauses,
    Offer,
    Pledge,
    Side,
    bits,
    notes,
    things_in,
)
from knaves.core.trading import Trading

SMILE, PAY_TWO = 1, 7


class Shop(Trading):
    coins: list[int] = field([3, 3, 3])
    hats: list[int] = field([0, 1, 2])  # whose, by hat


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

    def thing_note(self, s: Shop, thing: int) -> str:
        return f"of felt, {thing}"

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


def test_a_counter_offer_declines_all_that_it_answers_and_each_is_told(s: Shop) -> None:
    told: list[tuple[str, tuple[int, ...]]] = []
    offer(s, 0, 1, 2, 0, 0, 0, 0, 0)
    offer(s, 0, 1, 1, 0, 0, 0, 0, 0)
    s.sink = lambda state, kind, things, to: told.append((kind, things[:2]))
    offer(s, 1, 0, 0, 0, 3, 0, 0, 0)
    assert [(row.by, row.to) for row in s.offers] == [(1, 0)]
    assert told == [("declined", (1, 0)), ("declined", (1, 0)), ("offered_wish", (1, 0))]


class Instalments(ShopDeals):
    """Where a promise may be paid in parts."""

    pledges = {
        **ShopDeals.pledges,
        8: Pledge("pay", "to pay 1 coin", 1),
        9: Pledge("pay", "to pay 3 coins", 3),
    }

    def less(self, what: int, paid: int) -> int:
        return {1: 8, 2: PAY_TWO}[self.pledges[what].amount - paid]


def test_a_part_that_is_paid_leaves_the_rest_of_the_promise_where_a_game_says_so(s: Shop) -> None:
    told: list[tuple[str, tuple[int, ...]]] = []
    offer(s, 0, 1, 0, 0, 0, 0, PAY_TWO, 0)
    agree(s)
    DEALS.swap(s, Offer(9, 0, 1, Side(1, (), 0), Side(0, (), 0)))
    assert [(row.what, row.fate) for row in s.promises] == [(PAY_TWO, OPEN)]  # at once or not at all
    deals = Instalments()
    s.sink = lambda state, kind, things, to: told.append((kind, things))
    deals.swap(s, Offer(9, 0, 1, Side(1, (), 0), Side(0, (), 0)))
    assert [(row.what, row.fate) for row in s.promises] == [(8, OPEN)]
    deals.swap(s, Offer(9, 0, 1, Side(1, (), 0), Side(0, (), 0)))
    assert [(row.what, row.fate) for row in s.promises] == [(8, KEPT)]
    assert [one for one in told if one[0].startswith("promise")] == [
        ("promise_left", (0, 1, 8)),
        ("promise_kept", (0, 1, 8)),
    ]


@pytest.mark.parametrize("back", [Side(0, (1,), 0), Side(0, (), SMILE)])
def test_the_price_of_something_else_pays_no_debt(s: Shop, back: Side) -> None:
    offer(s, 0, 1, 0, 0, 0, 0, PAY_TWO, 0)
    agree(s)
    DEALS.swap(s, Offer(9, 0, 1, Side(2, (), 0), back))
    DEALS.swap(s, Offer(9, 1, 0, back, Side(1, (), 0)))
    assert s.promises[0].fate == OPEN
    s.coins[0] = 2
    DEALS.swap(s, Offer(9, 0, 1, Side(2, (0,), SMILE), Side(0, (), 0)))  # with more beside it
    assert s.promises[0].fate == KEPT


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
    found = notes({"offers": DEALS.offers_view(s), "promises": DEALS.promises_view(s)})
    assert [note.state for note in found] == [("", "kept", "broken", "lapsed")[fate], "open"]


def test_a_game_that_stops_leaves_nothing_open(s: Shop) -> None:
    told: list[tuple[str, tuple[int, ...]]] = []
    offer(s, 0, 1, 0, 0, 0, 0, SMILE, PAY_TWO)
    agree(s)
    DEALS.settle(s, lambda row: KEPT if row.what == SMILE else OPEN)
    offer(s, 2, 1, 1, 0, 0, 0, 0, 0)
    s.sink = lambda _, kind, things, eyes: told.append((kind, things))
    s.lapse()
    assert s.offers == () and [row.fate for row in s.promises] == [KEPT, LAPSED]
    assert told == [("offer_lapsed", (2, 1)), ("promise_lapsed", (1, 0, PAY_TWO))]
    s.lapse()
    assert len(told) == 2


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


def test_a_form_for_each_other_player(s: Shop) -> None:
    """What each of them has, and what a deal may hold, bounds his part."""
    s.coins = [3, 9, 2]
    to_two, to_three = DEALS.forms(s, 0)
    promises = ((0, "nothing"), (SMILE, "to smile"), (PAY_TWO, "to pay 2 coins"))
    assert to_two == Form(
        ("offer", 1),
        1,
        (
            Blank("give", "Coins", "amount", most=3),
            Blank("give", "Hats", "any", ((1, "hat 0"),), notes={1: "of felt, 0"}),
            Blank("get", "Coins", "amount", most=5),
            Blank("get", "Hats", "any", ((2, "hat 1"),), notes={2: "of felt, 1"}),
            Blank("give", "A promise", "one", promises),
            Blank("get", "A promise", "one", promises),
        ),
        "shop.1",
    )
    assert (to_three.start, to_three.blanks[3].values) == (("offer", 2), ((4, "hat 2"),))
    (get,) = (form.blanks[0].most for form in DEALS.forms(s, 1) if form.start == ("offer", 0))
    assert get == 5  # nine coins, but a deal has no more than five on one side
    s.trading = False
    assert [*DEALS.forms(s, 0)] == []


class AtOnce(ShopDeals):
    """Nothing of seat 2 can change hands, seat 1 makes no offers, and nobody promises to pay."""

    both_at_once = True

    def may_offer(self, s: Shop, seat: int) -> Refused | None:
        return Refused("Not you.", "shop.5") if seat == 1 else None

    def may_trade(self, s: Shop, seat: int) -> Refused | None:
        return Refused("Not from there.", "shop.6") if seat == 2 else None

    def may_promise(self, s: Shop, by: int, what: int) -> Refused | None:
        return Refused("Pointless.", "shop.7") if what == PAY_TWO and by == 0 else None


def test_a_form_offers_only_what_may_be(s: Shop) -> None:
    s.coins = [3, 4, 2]
    rules = AtOnce()
    assert [*rules.forms(s, 1)] == []
    to_two, to_three = rules.forms(s, 0)
    assert to_two.blanks[2].most == 4  # both at once: no more than he has
    for form in (to_three, next(rules.forms(s, 2))):
        assert [blank.most for blank in form.blanks if blank.shape == "amount"] == [0, 0]
        assert [blank.values for blank in form.blanks if blank.shape == "any"] == [(), ()]
    give, get = to_two.blanks[4:]
    assert [number for number, _ in give.values] == [0, SMILE]
    assert [number for number, _ in get.values] == [0, SMILE, PAY_TWO]


@pytest.mark.parametrize(
    ("seat", "option", "clause"),
    [
        (1, ("offer", 0, 1, 0, 0, 0, 0, 0), "shop.5"),  # no offers by this player
        (0, ("offer", 2, 1, 0, 0, 0, 0, 0), "shop.6"),  # nothing changes hands with that one
        (0, ("offer", 1, 0, 0, 0, 0, PAY_TWO, 0), "shop.7"),  # a promise that would be pointless
        (0, ("offer", 1, 0, 0, 4, 0, 0, 0), "shop.1"),  # the other has only three coins
        (0, ("accept", 1, 1), "shop.1"),  # there is no such offer
    ],
)
def test_what_a_game_forbids_is_refused_with_its_reason(
    s: Shop, seat: int, option: tuple[str, *tuple[int, ...]], clause: str
) -> None:
    with pytest.raises(Refused) as caught:
        AtOnce().admits(s, seat, option)
    assert caught.value.clause == clause


def test_a_promise_passes_where_nothing_may_change_hands(s: Shop) -> None:
    assert AtOnce().admits(s, 0, ("offer", 2, 0, 0, 0, 0, SMILE, 0))


def test_an_offer_that_can_no_longer_be_kept_says_why(s: Shop) -> None:
    offer(s, 0, 1, 3, 0, 0, 0, 0, 0)
    s.coins[0] = 1
    assert ("accept", 1, 0) not in menu_of(s, 1)
    (shown,) = DEALS.offers_view(s)
    assert shown["why_not"] == "The most that can be given is 1 coins."
    assert (
        notes({"offers": [shown], "promises": []})[0].text
        == "3 coins for nothing (not now: The most that can be given is 1 coins)"
    )
    with pytest.raises(Refused, match="given is 1 coins"):
        DEALS.admits(s, 1, ("accept", 1, 0))
    with pytest.raises(Refused, match="does not stand between you"):
        DEALS.admits(s, 2, ("accept", 1, 0))  # it was made to another one


def menu_of(s: Shop, seat: int) -> list[tuple[str, *tuple[int, ...]]]:
    class Menu(ShopDeals):
        def proposals(self, s: Shop, seat: int) -> list[tuple[str, *tuple[int, ...]]]:
            return [("offer", (seat + 1) % 3, 1, 0, 0, 0, 0, 0)]

    return Menu().menu(s, seat)


def test_the_menu_answers_takes_back_and_proposes_what_does_not_stand_yet(s: Shop) -> None:
    assert menu_of(s, 0) == [("offer", 1, 1, 0, 0, 0, 0, 0)]
    offer(s, 0, 1, 1, 0, 0, 0, 0, 0)
    assert menu_of(s, 0) == [("withdraw", 1, 1)]
    assert menu_of(s, 1) == [("accept", 1, 0), ("decline", 1, 0), ("offer", 2, 1, 0, 0, 0, 0, 0)]
    s.trading = False
    assert menu_of(s, 1) == [("accept", 1, 0), ("decline", 1, 0)]


def test_what_becomes_of_an_offer_is_told_with_both_names(s: Shop) -> None:
    told: list[tuple[str, tuple[int, ...]]] = []
    s.sink = lambda state, kind, things, to: told.append((kind, things))
    offer(s, 0, 2, 1, 0, 0, 0, 0, 0)
    DEALS.interject(s, 2, ("decline", 1, 0))
    offer(s, 0, 2, 1, 0, 0, 0, 0, 0)
    DEALS.interject(s, 0, ("withdraw", 2, 2))
    assert [row for row in told if row[0] in ("declined", "withdrew")] == [
        ("declined", (2, 0)),
        ("withdrew", (0, 2)),
    ]
    assert s.offers == () and s.offers_made == (2, 0, 0) and s.coins == [3, 3, 3]
    offer(s, 1, 2, 1, 0, 0, 0, 0, 0)
    offer(s, 2, 1, 0, 0, 0, 0, SMILE, 0)
    assert told[-2:] == [("declined", (2, 1)), ("offered_gift", (2, 1, 0, 0, 0, 0, SMILE, 0))]


def test_things_of_deals_by_name(s: Shop) -> None:
    offer(s, 0, 1, 2, bits([0]), 0, 0, 0, SMILE)
    named = {
        ("promise", SMILE): "to smile",
        ("offer", 1): "2 coins and hat 0 for the promise to smile",
        ("offer", 9): "an offer",
        ("sum", 2): " 2 coins,",
        ("sum", 0): "",
        ("vow", SMILE): " the promise to smile,",
        ("vow", 0): "",
        ("bundle", bits([0, 2])): " hat 0, hat 2,",
        ("bundle", 0): "",
    }
    assert {key: DEALS.name(s, *key) for key in named} == named
    assert DEALS.name(s, "card", 1) is None


def test_what_lies_open_of_deals(s: Shop) -> None:
    s.turn = 4
    offer(s, 0, 1, 0, 0, 0, 0, SMILE, 0)
    agree(s)
    offer(s, 2, 0, 1, bits([2]), 0, 0, 0, PAY_TWO)
    assert DEALS.offers_view(s) == [
        {
            "id": "offer:2",
            "number": 2,
            "by": 2,
            "to": 0,
            "give": {"amount": 1, "goods": ["hat 2"], "promise": "", "promise_text": ""},
            "get": {"amount": 0, "goods": [], "promise": "pay", "promise_text": "to pay 2 coins"},
            "text": "1 coins and hat 2 for the promise to pay 2 coins",
            "why_not": "",
        }
    ]
    assert DEALS.promises_view(s) == [
        {"by": 0, "to": 1, "what": "smile", "text": "to smile", "turn": 4, "fate": "open"}
    ]


def test_what_more_was_paid_keeps_a_promise_of_the_one_who_paid_it(s: Shop) -> None:
    offer(s, 0, 1, 0, 0, 0, 0, PAY_TWO, PAY_TWO)
    agree(s)
    offer(s, 1, 0, 0, 0, 2, 0, 0, 0)  # he asks for the two coins
    agree(s)
    assert s.coins == [1, 5, 3]
    assert [(row.by, row.fate) for row in s.promises] == [(0, KEPT), (1, OPEN)]


def test_an_offer_to_another_one_declines_nothing(s: Shop) -> None:
    told: list[str] = []
    s.sink = lambda state, kind, things, to: told.append(kind)
    offer(s, 2, 1, 1, 0, 0, 0, 0, 0)
    offer(s, 1, 0, 1, 0, 0, 0, 0, 0)
    offer(s, 0, 2, 1, 0, 0, 0, 0, 0)
    assert told == ["offered_gift"] * 3 and [row.by for row in s.offers] == [2, 1, 0]


@pytest.mark.parametrize(
    ("things", "clause"),
    [
        ((2, 0, bits([0]), 0, 0, 0, 0), "shop.6"),  # a hat alone changes hands, too
        ((2, 0, 0, 1, 0, 0, 0), "shop.6"),
        ((1, 4, 0, 0, 0, 0, SMILE), "shop.1"),  # a promise in return makes no coins
        ((1, 0, 0, 0, bits([2]), 0, 0), "shop.1"),  # a hat that the other has not
    ],
)
def test_both_can_give_their_parts_or_there_is_no_offer(
    s: Shop, things: tuple[int, ...], clause: str
) -> None:
    with pytest.raises(Refused) as caught:
        AtOnce().admits(s, 0, ("offer", *things))
    assert caught.value.clause == clause


def test_a_table_may_play_without_deals_and_no_offer_stands_twice(s: Shop) -> None:
    assert DEALS.fills(s, 0) == "offer" and AtOnce().fills(s, 1) == ""
    offer(s, 0, 1, 1, 0, 0, 0, 0, 0)
    with pytest.raises(Refused) as twice:
        DEALS.admits(s, 0, ("offer", 1, 1, 0, 0, 0, 0, 0))
    s.trading = False
    with pytest.raises(Refused) as none:
        DEALS.admits(s, 0, ("offer", 1, 1, 0, 0, 0, 0, 0))
    assert twice.value.clause == none.value.clause == "shop.1" and DEALS.fills(s, 0) == ""


def test_what_is_promised_or_offered_between_two_is_spoken_for(s: Shop) -> None:
    every = [(by, to) for by in range(3) for to in range(3) if by != to]

    def spoken_for(what: int) -> list[tuple[int, int]]:
        return [(by, to) for by, to in every if DEALS.bound_to(s, to, what) >> by & 1]

    offer(s, 0, 1, 1, 0, 0, 0, SMILE, 0)
    assert spoken_for(SMILE) == [(0, 1)] and spoken_for(PAY_TWO) == []
    offer(s, 2, 0, 1, 0, 0, 0, 0, PAY_TWO)
    assert spoken_for(SMILE) == [(0, 1)] and spoken_for(PAY_TWO) == [(0, 2)]
    DEALS.interject(s, 1, ("accept", 1, 0))
    assert spoken_for(SMILE) == [(0, 1)]
    DEALS.settle(s, lambda row: KEPT)
    assert spoken_for(SMILE) == []


def test_only_what_is_owed_is_paid_off(s: Shop) -> None:
    offer(s, 0, 1, 0, 0, 0, 0, SMILE, 0)
    agree(s)
    offer(s, 0, 1, 2, 0, 0, 0, 0, 0)
    assert DEALS.name(s, "offer", 2) == "2 coins for nothing"
    agree(s)
    assert [row.fate for row in s.promises] == [OPEN]


class BareShop(ShopDeals):
    """Coins alone; seat 1 is not believed that it would pay, and nobody smiles who is poor."""

    goods = ""

    def sane(self, s: Shop, by: int, what: int) -> bool:
        return (what != PAY_TWO or by != 1) and (what != SMILE or s.coins[by] > 2)

    def proposals(self, s: Shop, seat: int) -> list[tuple[str, *tuple[int, ...]]]:
        return [("offer", 1, 1, 0, 0, 0), ("offer", 1, 2, 0, 0, 0)]


def test_a_shop_without_single_things(s: Shop) -> None:
    rules = BareShop()
    s.coins = [3, 3, 1]
    to_two, to_three = rules.forms(s, 0)
    assert [blank.label for blank in to_two.blanks] == ["Coins", "Coins", "A promise", "A promise"]
    give, get = to_two.blanks[2:]
    assert [number for number, _ in give.values] == [0, SMILE, PAY_TWO]
    assert [number for number, _ in get.values] == [0, SMILE]
    assert [number for number, _ in to_three.blanks[3].values] == [0, PAY_TWO]
    assert rules.admits(s, 0, ("offer", 1, 1, 0, 0, 0))
    rules.interject(s, 0, ("offer", 1, 1, 0, 0, 0))
    assert rules.menu(s, 0) == [("withdraw", 1, 1), ("offer", 1, 2, 0, 0, 0)]
    assert s.offers[0].give.goods == () == s.offers[0].get.goods
    plain: Deals[Shop] = Deals()
    assert not plain.is_thing(s, 0) and plain.thing_note(s, 0) == "" and plain.tradable(s, 0) == ()
