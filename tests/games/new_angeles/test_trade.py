"""Trading and promises: chapters 6.8, 7.1, 65; and golden.2."""

from __future__ import annotations

from typing import Any

import pytest

import knaves
from knaves.core.step import things_of
from knaves.games.new_angeles.deals import BACK_COUNTER, BACK_MAIN, NOT_COUNTER, PAYMENTS, STAND_ASIDE
from tests.games.new_angeles.table import (
    asked,
    asset,
    assets,
    bundle,
    capital,
    card,
    go,
    go_until,
    hand,
    heard,
    options,
    state,
    table,
    verbs,
    view,
)
from tests.support import all_options, clause, refused

EIKO, FLOYD = bundle("eiko"), bundle("floyd")
HANDS = {0: ["liquidation"], 1: ["live_feeds"], 2: ["puff_piece", "live_feeds"], 3: [], 4: [], 5: []}


def bazaar(**words: Any) -> knaves.Position:
    down = ["globalsec", "haas_bioroid", "jinteki", "melange_mining", "nbn", "weyland"]
    words = {"step": "deal", "hands": HANDS, "facedown": down, **words}
    p = table(trading=True, **words)
    if len(hand(p, 0)) == 1:
        go(p, "propose", card(p, 0, "liquidation"))  # asked all the same: here everybody may speak
    return p


def offer(p: knaves.Position, giver: int, *things: int) -> int:
    """Makes an offer; gives its number."""
    p.apply(giver, ("offer", *things))
    return int(view(p)["offers"][-1]["id"].split(":")[1])


@clause("new_angeles", "65", "7.1", "6.8")
def test_capital_and_assets_change_hands_at_once() -> None:
    p = bazaar(assets={0: ["eiko"]})
    before = asked(p)
    number = offer(p, 0, 1, 2, EIKO, 5, 0, 0, 0)
    assert capital(p, 0) == 10 and assets(p, 0) == ["eiko"]  # only offered yet
    assert asked(p) == before  # nobody else waits for it
    p.apply(1, ("accept", number))
    assert capital(p, 0) == 13 and capital(p, 1) == 8 and assets(p, 1) == ["eiko"]
    assert view(p)["offers"] == []


@clause("new_angeles", "65.1")
def test_gifts_are_trades() -> None:
    p = bazaar()
    p.apply(1, ("accept", offer(p, 4, 1, 3, 0, 0, 0, 0, 0)))
    assert capital(p, 4) == 11 and capital(p, 1) == 14


@clause("new_angeles", "65.4", "6.8a", "26.2")
def test_traded_assets_stay_exhausted() -> None:
    p = bazaar(assets={3: ["eiko"]}, exhausted=["eiko"])
    p.apply(1, ("accept", offer(p, 3, 1, 0, EIKO, 0, 0, 0, 0)))
    assert view(p)["seats"][1]["assets"][0]["exhausted"] is True


@clause("new_angeles", "6.8b", "9.1", "6.1", "6")
def test_a_traded_asset_is_not_claimed() -> None:
    p = bazaar(assets={3: ["floyd"]})
    p.apply(1, ("accept", offer(p, 3, 1, 0, FLOYD, 0, 0, 0, 0)))
    assert assets(p, 1) == ["floyd"] and len(hand(p, 1)) == 1
    assert view(p)["seats"][1]["hand_size"] == 10  # faceup before him, and it works


@clause("new_angeles", "65")
def test_what_cannot_be_fulfilled_now_is_refused() -> None:
    p = bazaar(assets={3: ["eiko"]})
    assert refused(p, 0, "offer", 1, 11, 0, 0, 0, 0, 0).clause == "65"  # he has 10
    assert refused(p, 0, "offer", 1, 0, 0, 12, 0, 0, 0).clause == "65"  # the other has 11
    assert refused(p, 0, "offer", 1, 0, EIKO, 2, 0, 0, 0).clause == "65"  # not his asset
    assert refused(p, 0, "offer", 0, 1, 0, 0, 0, 0, 0).clause == "65"
    assert refused(p, 0, "offer", 1, 0, 0, 0, 0, 0, 0).clause == "65"
    assert refused(p, 0, "offer", 1, 1).clause == "65"
    assert refused(p, 0, "offer", 1, -1, 0, 0, 0, 0, 0).clause == "7.1"
    assert refused(p, 0, "offer", 1, 1, 0, 0, 0, 99, 0).clause == "65.2"


@clause("new_angeles", "65")
def test_an_offer_that_has_become_impossible_cannot_be_accepted() -> None:
    p = bazaar()
    one = offer(p, 0, 1, 8, 0, 0, 0, 0, 0)
    two = offer(p, 0, 2, 8, 0, 0, 0, 0, 0)
    p.apply(1, ("accept", one))
    assert capital(p, 0) == 2
    assert ("accept", two) not in all_options(p, 2) and ("decline", two) in all_options(p, 2)
    assert refused(p, 2, "accept", two).clause == "65"
    assert refused(p, 3, "accept", two).clause == "65"  # not his to accept
    p.apply(2, ("decline", two))
    assert view(p)["offers"] == []


@clause("new_angeles", "65.5")
def test_other_things_cannot_be_traded() -> None:
    p = bazaar()
    assert refused(p, 0, "offer", 1, 0, 1 << 34, 2, 0, 0, 0).clause == "65.5"
    assert not any(option[0] == "offer" and (option[3] | option[5]) >> 34 for option in all_options(p, 0))  # type: ignore[misc]


def test_three_open_offers_at_most_and_they_can_be_taken_back() -> None:
    p = bazaar()
    numbers = [offer(p, 4, seat, 1, 0, 0, 0, 0, 0) for seat in (0, 1, 2)]
    assert "three" in refused(p, 4, "offer", 3, 1, 0, 0, 0, 0, 0).reason.replace("3", "three")
    p.apply(4, ("withdraw", numbers[0]))
    assert len(view(p)["offers"]) == 2
    offer(p, 4, 3, 1, 0, 0, 0, 0, 0)


@clause("new_angeles", "65")
def test_offers_lapse_when_the_deal_ends() -> None:
    p = bazaar()
    offer(p, 4, 5, 1, 0, 0, 0, 0, 0)
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert view(p)["offers"] == []


@clause("new_angeles", "65.2", "65.3")
def test_a_promise_binds_nobody_and_shows_what_became_of_it() -> None:
    p = bazaar()
    told = heard(p)
    p.apply(1, ("accept", offer(p, 0, 1, 2, 0, 0, 0, 0, BACK_MAIN)))
    p.apply(2, ("accept", offer(p, 0, 2, 1, 0, 0, 0, 0, BACK_MAIN)))
    assert capital(p, 1) == 13 and [row["fate"] for row in view(p)["promises"]] == ["open", "open"]
    go(p, "pass")
    go(p, "pass")
    go(p, "back", 0, card(p, 1, "live_feeds"))
    assert {"abstain", "back"} <= verbs(p)  # he need not keep his word
    go(p, "abstain")
    go(p, "liquidate", 4)
    assert [row["fate"] for row in view(p)["promises"]] == ["kept", "broken"]
    texts = [p.text(event, 5) for event in told]
    assert "C has broken the promise to A to support the main offer." in texts
    assert capital(p, 2) == 13  # and the capital stays where it is


@pytest.mark.parametrize(
    ("what", "answers", "fate"),
    [
        (NOT_COUNTER, ["pass", "abstain"], "kept"),
        (NOT_COUNTER, ["counter"], "broken"),
        (STAND_ASIDE, ["pass", "abstain"], "kept"),
        (BACK_COUNTER, ["pass", "abstain"], "lapsed"),  # nobody countered
    ],
)
@clause("new_angeles", "65.2")
def test_each_kind_of_promise_is_judged(what: int, answers: list[str], fate: str) -> None:
    p = bazaar(hands={**HANDS, 2: []})
    p.apply(1, ("accept", offer(p, 0, 1, 1, 0, 0, 0, 0, what)))
    for verb in answers:
        if verb == "counter":
            go(p, "counter", card(p, 1, "live_feeds"))
        else:
            go(p, verb)
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert [row["fate"] for row in view(p)["promises"]] == [fate]


@clause("new_angeles", "65.2")
def test_a_promise_to_pay_later_is_kept_by_paying() -> None:
    p = bazaar(assets={3: ["eiko"]}, track=["midori"])
    p.apply(3, ("accept", offer(p, 1, 3, 0, 0, 0, EIKO, PAYMENTS[3], 0)))
    p.apply(3, ("accept", offer(p, 2, 3, 1, 0, 0, 0, PAYMENTS[3], 0)))
    assert [row["fate"] for row in view(p)["promises"]] == ["open", "open"]
    p.apply(3, ("accept", offer(p, 1, 3, 3, 0, 0, 0, 0, 0)))
    assert [row["fate"] for row in view(p)["promises"]] == ["kept", "open"]
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    go(p, "end")
    assert [row["fate"] for row in view(p)["promises"]] == ["kept", "open"]
    go(p, "go_on")  # the round ends
    assert [row["fate"] for row in view(p)["promises"]] == ["kept", "broken"]


@clause("new_angeles", "65")
def test_trading_is_possible_at_any_time_but_not_in_the_middle_of_an_ability() -> None:
    p = table(trading=True, step="end of turn", assets={0: ["susan_chen"], 1: ["eiko"]})
    assert state(p).offers_made == (0,) * 6
    p.apply(3, ("offer", 4, 1, 0, 0, 0, 0, 0))
    go(p, "use", asset(p, "susan_chen"))
    assert all_options(p, 4) == []
    for seat, answer in ((1, ("offer", 0, 1, 0, 0, 0, 0, 0)), (0, ("offer", 1, 1)), (4, ("accept", 1))):
        said = refused(p, seat, *answer)
        assert (said.reason, said.clause) == ("Nobody trades while this is decided.", "65")
    go(p, "pass_on", 2)
    assert ("accept", 1) in all_options(p, 4)


def test_the_menu_is_finite_and_legal() -> None:
    hands = {**HANDS, 0: ["liquidation", "live_feeds"]}
    p = bazaar(hands=hands, assets={0: ["eiko"]})

    def menu(seat: int) -> list[knaves.Option]:
        return [option for option in all_options(p, seat) if option[0] == "offer"]

    early = menu(0)  # before the main offer: peace, or Eiko for capital
    assert len(early) == 5 * 2 + 5 * 2
    for option in early:
        p.clone().apply(0, option)
    p.apply(0, early[0])
    p.apply(0, early[1])
    assert menu(0) == []  # two a turn
    go(p, "propose", card(p, 0, "liquidation"))
    assert menu(2) == []  # nothing to bargain about
    go(p, "counter", card(p, 1, "live_feeds"))
    assert {option[1] for option in menu(1)} == {2}  # type: ignore[misc]  # only he can still support
    assert len(menu(2)) == 6  # to either bidder, for 1, 2 or 3
    for seat in (1, 2):
        for option in menu(seat):
            p.clone().apply(seat, option)


def test_without_trading_nobody_may() -> None:
    p = table(step="deal", hands=HANDS)
    for seat in (0, 3):
        assert refused(p, seat, "offer", 1, 1, 0, 0, 0, 0, 0).reason == "This table plays without deals."
    assert view(p)["trading"] is False


@clause("new_angeles", "golden.2")
def test_assets_beat_the_rules() -> None:
    p = table(step="end of turn", hands={0: ["live_feeds"] * 5 + ["puff_piece"]}, assets={0: ["floyd"]})
    assert view(p)["active"] == 1 and len(hand(p, 0)) == 6  # hand size ten, not five


def test_the_ledger_of_deals_can_be_read_by_all() -> None:
    p = bazaar(assets={3: ["eiko"]})
    offer(p, 3, 1, 0, EIKO, 2, 0, 0, STAND_ASIDE)
    p.apply(2, ("accept", offer(p, 0, 2, 1, 0, 0, 0, 0, BACK_MAIN)))
    notes = p.game.deals(p.view(None))
    assert [(note.by, note.to, note.text, note.state) for note in notes] == [
        (3, 1, "Eiko for 2 capital and the promise to abstain", "offered"),
        (2, 0, "to support the main offer", "open"),
    ]


@clause("new_angeles", "65")
def test_promises_are_traded_for_promises() -> None:
    p = bazaar()
    told = heard(p)
    go(p, "pass")
    go(p, "counter", card(p, 2, "puff_piece"))
    p.apply(1, ("accept", offer(p, 0, 1, 0, 0, 0, 0, PAYMENTS[2], BACK_MAIN)))
    assert capital(p, 0) == 10 and capital(p, 1) == 11  # no capital moves
    assert [(row["by"], row["what"]) for row in view(p)["promises"]] == [(0, "pay"), (1, "support_main")]
    text = "A gives B the promise to pay 2 capital before the round ends, for the promise to support the main offer"
    assert text + ", in return." in [p.text(event, 5) for event in told]
    assert refused(p, 0, "offer", 1, 0, 0, 0, 0, 0, 0).clause == "65"  # but something there must be


@clause("new_angeles", "65.1")
def test_what_is_not_part_of_a_trade_is_not_told() -> None:
    p = bazaar(assets={3: ["eiko"]})
    told = heard(p)
    p.apply(1, ("accept", offer(p, 3, 1, 0, EIKO, 0, 0, 0, 0)))
    offer(p, 3, 1, 0, 0, 2, 0, 0, 0)
    offer(p, 4, 1, 0, 0, 2, 0, STAND_ASIDE, 0)
    assert [p.text(event, 5) for event in told] == [
        "D offers B Eiko, as a gift.",
        "D gives B Eiko, as a gift.",
        "D asks B for 2 capital, as a gift.",
        "E offers B the promise to abstain, for 2 capital, in return.",
    ]


THREE = {
    0: ["liquidation", "live_feeds"],
    1: ["live_feeds"],
    2: ["puff_piece", "live_feeds", "spin_doctors"],
    3: ["live_feeds", "spin_doctors"],
}


def fates(p: knaves.Position) -> list[str]:
    return [row["fate"] for row in view(p)["promises"]]


@clause("new_angeles", "65.2", "15.4a")
def test_support_promised_to_who_was_overtopped_is_not_kept_by_supporting_another() -> None:
    p = bazaar(hands={**HANDS, **THREE})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    p.apply(3, ("accept", offer(p, 1, 3, 2, 0, 0, 0, 0, BACK_COUNTER)))
    offer(p, 1, 2, 2, 0, 0, 0, 0, BACK_COUNTER)
    offer(p, 1, 2, 2, 0, 0, 0, 0, 0)
    go(p, "counter", card(p, 2, "puff_piece"))  # C overtops B
    assert [row["get"]["promise"] for row in view(p)["offers"]] == [
        ""
    ]  # B's offer for support is off the table
    go(p, "discard", card(p, 2, "live_feeds"))
    go_until(p, "back")
    go(p, "back", 1, card(p, 3, "live_feeds"))  # for C's
    while fates(p) == ["open"]:
        go(p, *next(o for o in reversed(options(p)) if o[0] in ("skip", "done", "pass", "draw")))
    assert fates(p) == ["lapsed"]


@clause("new_angeles", "65.2", "15.8")
def test_who_countered_and_was_sent_back_has_broken_his_word_not_to_counter() -> None:
    p = bazaar(hands={**HANDS, **THREE}, assets={4: ["chief_gorman"]})
    p.apply(1, ("accept", offer(p, 0, 1, 1, 0, 0, 0, 0, NOT_COUNTER)))
    p.apply(1, ("accept", offer(p, 0, 1, 0, 0, 0, 0, 0, PAYMENTS[1])))
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "live_feeds"))
    assert fates(p) == ["broken", "open"]
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "take_back")
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert fates(p)[0] == "broken"


@clause("new_angeles", "16.6", "65.2")
def test_nobody_promises_what_his_own_offer_rules_out() -> None:
    p = bazaar()
    for promise in (BACK_MAIN, BACK_COUNTER, STAND_ASIDE):
        assert refused(p, 1, "offer", 0, 1, 0, 0, 0, 0, promise).clause == "16.6"
    assert refused(p, 1, "offer", 0, 1, 0, 0, 0, 0, NOT_COUNTER).clause == "16.7"
    go(p, "counter", card(p, 1, "live_feeds"))
    assert refused(p, 0, "offer", 1, 1, 0, 0, 0, 0, STAND_ASIDE).clause == "16.6"
    assert refused(p, 1, "offer", 0, 0, 0, 1, 0, STAND_ASIDE, 0).clause == "16.6"


def test_no_menu_buys_a_promise_twice() -> None:
    p = bazaar(hands={**HANDS, 0: ["liquidation", "live_feeds"]})

    def bought(seat: int) -> set[int]:
        found = [things_of(option) for option in all_options(p, seat) if option[0] == "offer"]
        return {things[0] for things in found if things[-1] == NOT_COUNTER}

    assert bought(0) == {1, 2, 3, 4, 5}
    number = offer(p, 0, 1, 1, 0, 0, 0, 0, NOT_COUNTER)
    assert bought(0) == {2, 3, 4, 5}  # it is being offered
    p.apply(1, ("accept", number))
    assert bought(0) == {2, 3, 4, 5}  # and now it has been promised


@clause("new_angeles", "golden.2")
def test_mark_yale_bars_capital_and_assets_but_no_promises() -> None:
    p = bazaar(hands={**HANDS, 0: ["liquidation", "live_feeds"]}, assets={3: ["mark_yale"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "mark_yale"))
    assert refused(p, 0, "offer", 1, 1, 0, 0, 0, 0, 0).clause == "golden.2"
    assert refused(p, 1, "offer", 0, 1, 0, 0, 0, 0, 0).clause == "golden.2"
    p.apply(1, ("accept", offer(p, 0, 1, 0, 0, 0, 0, PAYMENTS[1], BACK_MAIN)))
    assert fates(p) == ["open", "open"]
