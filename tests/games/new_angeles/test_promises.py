"""What can still be promised (65.2): nothing that could not be broken, or not be kept, any more. Ruling R33b."""

from __future__ import annotations

from typing import Any

import knaves
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, NOT_COUNTER, PAYMENTS, STAND_ASIDE
from tests.games.new_angeles.table import (
    HOME,
    all_options_of,
    asked,
    asset,
    capital,
    card,
    deal,
    go,
    go_until,
    heard,
    options,
    table,
    text,
    told,
    verbs,
    view,
)
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
    assert view(p)["deal"]["may_counter"] == [1, 2, 3]  # type: ignore[index]  # E and F have no card
    p.apply(1, ("offer", 0, 0, 0, 1, 0, NOT_COUNTER, 0))
    events = heard(p)
    go(p, "pass")
    assert view(p)["offers"] == []  # what was offered before is worth nothing now
    assert "The offer of B to A has lapsed." in told(p, events)
    assert sold(p, 1, NOT_COUNTER).clause == "16.3" and NOT_COUNTER not in in_the_form(p, 1)
    assert NOT_COUNTER in in_the_form(p, 2) and NOT_COUNTER in in_the_form(
        p, 4
    )  # though he has no card: not yet
    assert view(p)["deal"]["may_counter"] == [2, 3]  # type: ignore[index]


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
    assert view(p)["deal"]["may_counter"] == [2, 3]  # type: ignore[index]


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
    assert in_the_form(p, 2) == {BACK_MAIN, BACK_COUNTER, NOT_COUNTER, STAND_ASIDE}


def promised(p: knaves.Position, seat: int, what: int) -> None:
    """A seat gives the active player a promise for nothing."""
    p.apply(seat, ("offer", 0, 0, 0, 0, 0, what, 0))
    p.apply(0, ("accept", view(p)["offers"][-1]["number"]))


def fates(p: knaves.Position) -> dict[int, str]:
    """What has become of the promises, by who made them."""
    return {row["by"]: row["fate"] for row in view(p)["promises"]}


@clause("new_angeles", "16.3", "65.2")
def test_not_to_counter_is_kept_by_passing_and_lapses_for_who_is_never_asked() -> None:
    p = proposed(city={**HOME, 4: ["illness"]})
    for seat in (1, 2, 4):
        promised(p, seat, NOT_COUNTER)
    go(p, "pass")
    assert fates(p) == {1: "kept", 2: "open", 4: "open"}
    go(p, "counter", card(p, 2, "puff_piece"))
    assert fates(p)[2] == "broken"
    while view(p)["deal"]:
        go(p, "abstain" if "abstain" in verbs(p) else next(iter(verbs(p))))
    assert fates(p)[4] == "lapsed"  # E has no card: there was nothing to keep


@clause("new_angeles", "16.7", "65.2")
def test_under_the_fall_guy_nobody_has_anything_to_keep_or_to_sell() -> None:
    hands = {0: ["liquidation", "live_feeds", "puff_piece"], 1: ["spin_doctors"]}
    p = deal(hands, trading=True, assets={0: ["the_fall_guy"]}, city={**HOME, 4: ["protest"]})
    promised(p, 1, NOT_COUNTER)
    p.apply(2, ("offer", 0, 0, 0, 1, 0, NOT_COUNTER, 0))
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "the_fall_guy"))
    shown = view(p)["deal"]
    assert shown is not None and shown["may_counter"] == [] and shown["step"] == "counteroffers"
    assert view(p)["offers"] == [] and sold(p, 2, NOT_COUNTER).clause == "16.3"
    p.apply(1, ("offer", 0, 0, 0, 1, 0, BACK_COUNTER, 0))  # one is coming
    p.apply(0, ("decline", 3))
    go(p, "counter", card(p, 0, "live_feeds"))
    go_until(p, "liquidate")
    go(p, "liquidate", 5)
    assert fates(p) == {1: "lapsed"}


@clause("new_angeles", "16.4", "65.2")
def test_what_was_offered_about_support_ends_when_the_one_it_is_about_has_spoken() -> None:
    p = to_support(proposed())
    p.apply(1, ("offer", 0, 0, 0, 1, 0, BACK_MAIN, 0))
    p.apply(0, ("offer", 2, 1, 0, 0, 0, 0, BACK_MAIN))
    go(p, "abstain")
    assert [row["to"] for row in view(p)["offers"]] == [2]


@clause("new_angeles", "65")
def test_an_offer_that_cannot_be_accepted_says_why() -> None:
    p = proposed(capital=[3, 9, 9, 9, 9, 9])
    p.apply(0, ("offer", 4, 3, 0, 0, 0, 0, 0))
    p.apply(0, ("offer", 5, 2, 0, 0, 0, 0, 0))
    assert [row["why_not"] for row in view(p)["offers"]] == ["", ""]
    p.apply(5, ("accept", 2))
    (row,) = view(p)["offers"]
    assert row["why_not"] == "The most that can be given is 1 capital." and capital(p, 0) == 1
    assert (
        "Offer of A to E: 3 capital for nothing (not now: The most that can be given is 1 capital)" in text(p)
    )


def test_no_open_promise_is_left_out_of_the_text_board() -> None:
    p = table(trading=True, step="end of turn")
    for n in range(1, 8):
        promised(p, n % 5 + 1, PAYMENTS[n])
    shown = text(p)
    assert len(view(p)["promises"]) == 7
    for n in range(1, 8):
        assert f"to pay {n} capital before the round ends: open" in shown


@clause("new_angeles", "4.2", "16.6", "16.7", "65.2")
def test_who_leads_the_next_deal_sells_nothing_about_it() -> None:
    """After the deal of a turn that is the left neighbour, with the token the active player."""
    p = table(5, trading=True, step="end of turn", active=4, hands={4: ["live_feeds"] * 5 + ["puff_piece"]})
    for what in (BACK_MAIN, BACK_COUNTER, NOT_COUNTER, STAND_ASIDE):
        assert refused(p, 4, "offer", 0, 1, 0, 0, 0, 0, what).clause == "16.7"
    p.apply(4, ("offer", 1, 1, 0, 0, 0, 0, NOT_COUNTER))
    p.apply(1, ("accept", 1))  # he who has just led it may: he does not lead the next
    p.apply(0, ("offer", 4, 1, 0, 0, 0, 0, NOT_COUNTER))
    go(p, "end")
    assert asked(p) == 4 and refused(p, 0, "offer", 4, 0, 0, 1, 0, NOT_COUNTER, 0).clause == "16.7"
    go(p, "discard", card(p, 4, "live_feeds"))
    p = table(
        trading=True,
        step="turn",
        hands={0: ["live_feeds"]},
        assets={3: ["lily_lockwell"]},
        capital=[20] + [9] * 5,
    )
    assert asked(p) == 3 and view(p)["deal"] is None  # before the deal of his own turn
    assert refused(p, 1, "offer", 0, 1, 0, 0, 0, 0, NOT_COUNTER).clause == "16.7"
    assert NOT_COUNTER in in_the_form(p, 1)
    p = table(trading=True, step="event", active=2, track=[], round=2)
    assert asked(p) == 2 and refused(p, 0, "offer", 2, 1, 0, 0, 0, 0, BACK_MAIN).clause == "16.7"
    assert BACK_MAIN in in_the_form(p, 3)


@clause("new_angeles", "15.4a", "65.2")
def test_who_overtops_the_counteroffer_he_has_promised_to_support_breaks_his_word() -> None:
    """And at once: the card may be sent back, the word is broken. Who had nothing to do with it is free."""
    hands = {0: ["clinical_trials"], 1: ["ark_construction"], 2: ["puff_piece"] * 2, 3: ["clean_slate"]}
    p = deal(hands, trading=True, assets={4: ["chief_gorman"]})
    go(p, "propose", card(p, 0, "clinical_trials"))
    go(p, "counter", card(p, 1, "ark_construction"))
    go(p, "skip")
    for number, seat in ((1, 2), (2, 3)):
        p.apply(1, ("offer", seat, 2, 0, 0, 0, 0, BACK_COUNTER))
        p.apply(seat, ("accept", number))
    assert asked(p) == 2
    go(p, "counter", card(p, 2, "puff_piece"))
    assert fates(p) == {2: "broken", 3: "lapsed"}
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "take_back")
    assert fates(p) == {2: "broken", 3: "lapsed"}


@clause("new_angeles", "15.5", "65.2")
def test_support_promised_to_somebody_without_a_counteroffer_is_for_the_one_that_stands() -> None:
    """R33b: sold to F, who counters never, and to B, after he was overtopped."""
    hands = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece"] * 2, 3: ["clean_slate"]}
    for side, fate in ((0, "broken"), (1, "kept")):
        p = deal(hands, trading=True)
        p.apply(3, ("offer", 5, 0, 0, 0, 0, BACK_COUNTER, 0))
        p.apply(5, ("accept", 1))
        go(p, "propose", card(p, 0, "liquidation"))
        go(p, "counter", card(p, 1, "live_feeds"))
        go(p, "counter", card(p, 2, "puff_piece"))
        p.apply(3, ("offer", 1, 0, 0, 0, 0, BACK_COUNTER, 0))
        p.apply(1, ("accept", 2))
        go_until(p, "back")
        go(p, "back", side, card(p, 3, "clean_slate"))
        while view(p)["deal"] and view(p)["active"] == 0:
            go(p, *options(p)[0])
        assert [row["fate"] for row in view(p)["promises"]] == [fate, fate]


@clause("new_angeles", "63", "65.2")
def test_what_is_open_when_threat_reaches_25_has_lapsed() -> None:
    hands = {0: ["liquidation"], 1: ["live_feeds"]}
    p = deal(hands, trading=True, threat=24, city={**HOME, 4: ["illness"]})
    promised(p, 1, BACK_MAIN)
    promised(p, 2, PAYMENTS[2])
    events = heard(p)
    go(p, "propose", card(p, 0, "liquidation"))
    go_until(p, "liquidate")
    p.apply(4, ("offer", 5, 1, 0, 0, 0, 0, 0))
    go(p, "liquidate", 4)
    assert p.result is not None and view(p)["offers"] == [] and fates(p) == {1: "lapsed", 2: "lapsed"}
    lines = told(p, events)
    assert "The promise of C to A to pay 2 capital before the round ends has lapsed." in lines
    assert "The offer of E to F has lapsed." in lines


@clause("new_angeles", "18.6", "65.2")
def test_what_was_to_be_paid_before_the_last_round_ends_is_judged_at_its_end() -> None:
    p = table(trading=True, step="demand", round=6, supply={"credits": 1})
    promised(p, 2, PAYMENTS[3])
    go(p, "go_on")
    assert p.result is not None and fates(p) == {2: "broken"}


@clause("new_angeles", "15.4a", "65.2")
def test_who_counters_may_be_overtopped_and_is_offered_capital_for_his_support_meanwhile() -> None:
    p = proposed()
    p.apply(0, ("offer", 1, 1, 0, 0, 0, 0, BACK_MAIN))
    go(p, "counter", card(p, 1, "ark_construction"))
    (row,) = view(p)["offers"]
    assert row["why_not"] == "Whoever has an offer in the deal neither supports nor abstains."
    go(p, "counter", card(p, 2, "puff_piece"))
    assert ("accept", row["number"]) in all_options_of(p, 1)


@clause("new_angeles", "59.2", "65.2")
def test_who_abstains_keeps_his_own_word_and_nobody_elses() -> None:
    p = to_support(proposed(city={**HOME, 4: ["illness"]}))
    for seat in (1, 2):
        promised(p, seat, STAND_ASIDE)
    go(p, "abstain")
    assert fates(p) == {1: "kept", 2: "open"}
    go(p, "back", 0, card(p, 2, "puff_piece"))
    while view(p)["deal"]:
        go(p, *options(p)[-1])
    assert fates(p) == {1: "kept", 2: "broken"}


@clause("new_angeles", "16.6", "65.2")
def test_what_was_offered_for_the_support_of_who_counters_ends_with_the_counteroffers() -> None:
    """He could have been overtopped until then."""
    p = proposed()
    p.apply(0, ("offer", 1, 1, 0, 0, 0, 0, BACK_MAIN))
    go(p, "counter", card(p, 1, "ark_construction"))
    assert len(view(p)["offers"]) == 1
    to_support(p)
    assert view(p)["offers"] == []


@clause("new_angeles", "51.2", "65")
def test_an_offer_does_not_outlive_its_round() -> None:
    p = table(trading=True, step="event", track=[])
    assert verbs(p) == {"go_on"}
    p.apply(4, ("offer", 5, 1, 0, 0, 0, 0, 0))
    go(p, "go_on")
    assert view(p)["offers"] == []


@clause("new_angeles", "16.4", "65.2")
def test_support_that_a_card_forbids_has_lapsed() -> None:
    hands = {**HANDS, 1: ["live_feeds"]}
    p = deal(hands, trading=True, assets={4: ["locust_company"]}, city={**HOME, 4: ["illness", "protest"]})
    go(p, "propose", card(p, 0, "clinical_trials"))
    go(p, "counter", card(p, 1, "live_feeds"))
    p.apply(2, ("offer", 1, 0, 0, 0, 0, BACK_COUNTER, 0))
    p.apply(1, ("accept", 1))
    p.apply(3, ("offer", 1, 0, 0, 0, 0, BACK_COUNTER, 0))
    p.apply(1, ("accept", 2))
    go_until(p, "use")
    go(p, "use", asset(p, "locust_company"))
    go(p, "bar", 2)
    to_support(p)
    for _ in range(2):
        go(p, "abstain")
    assert fates(p) == {2: "lapsed", 3: "broken"}


@clause("new_angeles", "67.5", "65.2")
def test_while_there_is_a_deal_left_something_is_promised_about_it() -> None:
    p = table(trading=True, step="end of turn", round=6, track=["coach_walden"])
    p.apply(3, ("offer", 0, 0, 0, 0, 0, NOT_COUNTER, 0))
    p.apply(0, ("accept", 1))
    p = table(trading=True, step="end of turn", round=6, track=[])
    assert refused(p, 3, "offer", 0, 0, 0, 0, 0, NOT_COUNTER, 0).clause == "67.5"
    p = table(trading=True, step="end of turn", round=5, track=[])
    p.apply(3, ("offer", 0, 0, 0, 0, 0, NOT_COUNTER, 0))


@clause("new_angeles", "golden.2", "65")
def test_who_may_not_trade_is_on_nobodys_menu() -> None:
    """Mark Yale, before and after there is a counteroffer."""
    hands = {
        0: ["clinical_trials", "live_feeds"],
        1: ["live_feeds"] * 2,
        2: ["puff_piece"] * 2,
        3: ["clean_slate"],
    }
    held = {0: ["susan_chen"], 4: ["mark_yale"]}
    p = deal(hands, trading=True, assets=held, capital=[30] * 6, city=HOME)
    go(p, "propose", card(p, 0, "clinical_trials"))

    def traders() -> set[frozenset[int]]:
        return {
            frozenset((seat, int(o[1])))
            for seat in range(6)
            for o in all_options_of(p, seat)
            if o[0] == "offer"
        }

    go(p, "use", asset(p, "mark_yale"))
    assert asked(p) == 1
    go(p, "counter", card(p, 1, "live_feeds"))
    found = traders()
    assert found and not any(0 in pair for pair in found)
    p = deal(hands, trading=True, assets=held, capital=[30] * 6, city=HOME)
    go(p, "propose", card(p, 0, "clinical_trials"))
    go(p, "skip")
    go(p, "counter", card(p, 1, "live_feeds"))
    go(p, "use", asset(p, "mark_yale"))
    found = traders()
    assert found and not any(1 in pair for pair in found)
    go(p, "counter", card(p, 2, "puff_piece"))
    to_support(p)
    assert view(p)["deal"]["counter_by"] == [1, 2]  # type: ignore[index]  # overtopped, and still barred
    found = traders()
    assert found and not any(1 in pair for pair in found)


@clause("new_angeles", "15.4a", "65.2")
def test_what_is_offered_for_a_counteroffer_outlives_everything_but_its_end() -> None:
    """R33b: B offers capital for support of a counteroffer before he makes it; D sells his to F, who makes none."""
    p = proposed(assets={4: ["chief_gorman"]})
    p.apply(1, ("offer", 2, 2, 0, 0, 0, 0, BACK_COUNTER))
    p.apply(3, ("offer", 5, 0, 0, 1, 0, BACK_COUNTER, 0))
    go(p, "counter", card(p, 1, "ark_construction"))
    assert [(row["by"], row["to"]) for row in view(p)["offers"]] == [(1, 2), (3, 5)]
    go(p, "use", asset(p, "chief_gorman"))
    events = heard(p)
    go(p, "take_back")
    assert [(row["by"], row["to"]) for row in view(p)["offers"]] == [(3, 5)]  # another may come
    assert told(p, events)[1] == "The offer of B to C has lapsed."
    go(p, "counter", card(p, 2, "puff_piece"))
    assert [(row["by"], row["to"]) for row in view(p)["offers"]] == [(3, 5)]
