"""What can still be promised (65.2): nothing that could not be broken, or not be kept, any more. Ruling R33b."""

from __future__ import annotations

from typing import Any

import knaves
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, NOT_COUNTER, PAYMENTS, STAND_ASIDE
from tests.games.new_angeles.table import all_options_of, asked, asset, card, deal, go, table, verbs, view
from tests.support import clause, refused

HANDS = {0: ["clinical_trials"], 1: ["ark_construction"] * 2, 2: ["puff_piece"] * 2, 3: ["clean_slate"]}


def sold(p: knaves.Position, seat: int, what: int) -> knaves.Refused:
    """A seat tries to sell a promise to the active player for 1 capital."""
    return refused(p, seat, "offer", 0, 0, 0, 1, 0, what, 0)


def in_the_form(p: knaves.Position, seat: int) -> set[int]:
    """The promises that a seat's form to the active player has, payments apart."""
    form = next(form for form in p.forms(seat) if form.seat == 0)
    (mine,) = [blank for blank in form.blanks if blank.label == "A promise" and blank.side == "give"]
    return {number for number, _ in mine.values} - {0, *PAYMENTS.values()}


def proposed(**words: Any) -> knaves.Position:
    p = deal(HANDS, trading=True, **words)
    go(p, "propose", card(p, 0, "clinical_trials"))
    return p


def to_support(p: knaves.Position) -> knaves.Position:
    while "abstain" not in verbs(p):
        go(p, "pass" if "pass" in verbs(p) else "skip")
    return p


@clause("new_angeles", "16.3", "65.2")
def test_who_has_passed_does_not_sell_that_he_will_not_counter() -> None:
    p = proposed()
    assert asked(p) == 1 and NOT_COUNTER in in_the_form(p, 1)
    assert view(p)["deal"]["may_counter"] == [1, 2, 3, 4, 5]  # type: ignore[index]  # there is a deal
    p.apply(1, ("offer", 0, 0, 0, 1, 0, NOT_COUNTER, 0))
    (row,) = view(p)["offers"]
    go(p, "pass")
    assert ("accept", row["number"]) not in all_options_of(
        p, 0
    )  # what was offered before is worth nothing now
    assert refused(p, 0, "accept", row["number"]).clause == "16.3"
    p.apply(0, ("decline", row["number"]))
    assert sold(p, 1, NOT_COUNTER).clause == "16.3" and NOT_COUNTER not in in_the_form(p, 1)
    assert NOT_COUNTER in in_the_form(p, 2) and NOT_COUNTER in in_the_form(
        p, 4
    )  # though he has no card: not yet
    assert view(p)["deal"]["may_counter"] == [2, 3, 4, 5]  # type: ignore[index]


@clause("new_angeles", "16.3", "16.4", "65.2")
def test_in_the_support_step_nobody_sells_a_counteroffer_that_cannot_come() -> None:
    p = to_support(proposed())
    assert asked(p) == 1 and view(p)["deal"]["step"] == "support"  # type: ignore[index]
    for seat in range(1, 6):
        assert sold(p, seat, NOT_COUNTER).clause == "16.3"
        assert sold(p, seat, BACK_COUNTER).clause == "16.4"  # there is none
    assert in_the_form(p, 1) == {BACK_MAIN, STAND_ASIDE}
    assert sold(p, 4, STAND_ASIDE).clause == "59.1"  # without a card he does so anyway
    assert sold(p, 4, BACK_MAIN).clause == "59.1" and in_the_form(p, 4) == set()


@clause("new_angeles", "15.8", "65.2")
def test_who_was_sent_back_does_not_sell_that_he_will_not_counter() -> None:
    p = proposed(assets={0: ["chief_gorman"]})
    go(p, "counter", card(p, 1, "ark_construction"))
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "take_back")
    assert sold(p, 1, NOT_COUNTER).clause == "15.8"
    assert view(p)["deal"]["may_counter"] == [2, 3, 4, 5]  # type: ignore[index]


@clause("new_angeles", "16.4", "65.2")
def test_who_is_kept_from_the_counteroffer_does_not_sell_support_for_it() -> None:
    p = proposed(assets={0: ["locust_company"]})
    go(p, "counter", card(p, 1, "ark_construction"))
    while "use" not in verbs(p):
        go(p, "pass")
    assert ("offer", 1, 0, 0, 1, 0, BACK_COUNTER, 0) in all_options_of(p, 2)  # of the menu
    go(p, "use", asset(p, "locust_company"))
    go(p, "bar", 2)
    assert refused(p, 2, "offer", 1, 0, 0, 1, 0, BACK_COUNTER, 0).clause == "16.4"
    menus = [(seat, option) for seat in (1, 2) for option in all_options_of(p, seat) if option[0] == "offer"]
    assert not [o for seat, o in menus if o[-2:].count(BACK_COUNTER) and 2 in (seat, o[1])]
    assert [o for seat, o in menus if seat == 1 and o[1] == 3 and o[-1] == BACK_COUNTER]


@clause("new_angeles", "67.5", "65.2")
def test_after_the_last_deal_nothing_is_promised_about_deals() -> None:
    p = table(trading=True, step="end of turn", track=[], round=6)
    assert in_the_form(p, 1) == set() and sold(p, 1, NOT_COUNTER).clause == "67.5"
    p = table(trading=True, step="end of turn", track=[], round=5)
    assert in_the_form(p, 1) == {BACK_MAIN, BACK_COUNTER, NOT_COUNTER, STAND_ASIDE}
