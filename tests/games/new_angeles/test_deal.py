"""The deal: chapters 1, 2, 14 to 16, 21, 34, 37, 59, 60."""

from __future__ import annotations

from typing import Any

import knaves
from tests.games.new_angeles.table import (
    asked,
    asset,
    assets,
    card,
    deal,
    emergency,
    go,
    go_until,
    hand,
    heard,
    options,
    pieces,
    state,
    verbs,
    view,
)
from tests.support import ask_of, clause, refused

HANDS = {
    0: ["liquidation", "live_feeds"],
    1: ["arrest_orders"],
    2: ["spin_doctors", "live_feeds"],
    3: ["liquidation", "live_feeds", "puff_piece"],
}


def two_offers(**words: Any) -> knaves.Position:
    """Seat 0 proposes, seat 1 counters, and nobody else does: support comes next."""
    p = deal(HANDS, **words)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "pass")
    go(p, "pass")
    return p


def the_deal(p: object) -> dict[str, object]:
    found = view(p)["deal"]  # type: ignore[arg-type]
    assert found is not None
    return dict(found)


@clause("new_angeles", "16", "16.1", "3.2")
def test_the_rightmost_asset_is_revealed_first() -> None:
    p = deal(HANDS, track=["eiko", "midori", "tanaka"])
    shown = view(p)["deal"]
    assert shown is not None and shown["asset"] is not None
    assert shown["asset"]["name"] == "Eiko" and view(p)["turns_left"] == 2
    s = state(p)
    names = [s.box.assets[s.face[slot]].id for slot in s.track]
    assert names == ["tanaka", "midori"]  # slot 1 first: the next to come is on the right


@clause("new_angeles", "16.2", "34", "4.1", "2")
def test_the_main_offer_is_a_card_of_the_active_player_faceup() -> None:
    p = deal(HANDS, faceup=("globalsec", "nbn"))
    mine = {card(p, 0, "liquidation"), card(p, 0, "live_feeds"), emergency("globalsec")}
    assert {option[1] for option in options(p)} == mine and asked(p) == 0
    go(p, "propose", card(p, 0, "liquidation"))
    for eye in (1, 5, None):
        shown = view(p, eye)["deal"]
        assert shown is not None and shown["main"] is not None
        assert shown["main"]["title"] == "liquidation"
    assert hand(p, 0) == ["live_feeds"]


@clause("new_angeles", "16.2a", "34.2", "4.1")
def test_the_active_player_cannot_pass() -> None:
    p = deal(HANDS)
    assert verbs(p) == {"propose"}
    assert refused(p, 0, "pass").clause == "16.2"


def test_without_any_card_the_offer_is_empty() -> None:
    """Ruling R16."""
    p = deal({1: ["arrest_orders"]})
    assert asked(p) == 1
    shown = view(p)["deal"]
    assert shown is not None and shown["main_empty"]
    go(p, "pass")
    go(p, "back", 0, card(p, 1, "arrest_orders"))
    assert assets(p, 0) == ["aaron_marron"]  # claimed, and nothing resolved


@clause("new_angeles", "16.3", "15", "15.1", "15.6")
def test_counteroffers_go_clockwise_and_once_each() -> None:
    p = deal(HANDS)
    go(p, "propose", card(p, 0, "liquidation"))
    order = []
    while verbs(p) >= {"pass"}:
        order.append(asked(p))
        go(p, "pass")
    assert order == [1, 2, 3]  # 4 and 5 have nothing, 0 is active
    assert "abstain" in verbs(p) and asked(p) == 1


@clause("new_angeles", "15.2", "21.2")
def test_a_faceup_emergency_card_can_counter() -> None:
    p = deal(HANDS, faceup=("haas_bioroid",))
    go(p, "propose", card(p, 0, "liquidation"))
    assert ("counter", emergency("haas_bioroid")) in options(p)
    go(p, "counter", emergency("haas_bioroid"))
    assert state(p).countering == 1 and hand(p, 1) == ["arrest_orders"]


@clause("new_angeles", "21.3")
def test_a_facedown_emergency_card_cannot() -> None:
    p = deal(HANDS)
    go(p, "propose", card(p, 0, "liquidation"))
    said = refused(p, 1, "counter", emergency("haas_bioroid"))
    assert said.clause == "21.3"


@clause("new_angeles", "15.3", "15.4", "15.4a", "16.3a", "16.3b", "14", "14.1", "15.5")
def test_counteroffers_cost_more_and_displace_each_other() -> None:
    p = deal(HANDS)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "arrest_orders"))
    assert hand(p, 1) == [] and state(p).countering == 1  # the first is free
    go(p, "counter", card(p, 2, "spin_doctors"))
    assert hand(p, 2) == [] and len(state(p).discard) == 1  # the second costs one
    assert state(p).countering == 2
    go(p, "counter", card(p, 3, "liquidation"))
    ask = ask_of(p)
    assert (ask.shape(3).least, ask.shape(3).most) == (2, 2)  # his own price alone
    go(p, "discard", card(p, 3, "puff_piece"))
    assert hand(p, 3) == [] and len(state(p).discard) == 3  # the third costs two
    offers = the_deal(p)["counters"]
    assert [one["title"] for one in offers] == ["arrest_orders", "spin_doctors", "liquidation"]  # type: ignore[attr-defined]
    assert state(p).countering == 3


@clause("new_angeles", "15.4")
def test_who_cannot_pay_cannot_counter() -> None:
    p = deal({**HANDS, 2: ["spin_doctors"]}, faceup=("jinteki",))
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "arrest_orders"))
    assert asked(p) == 2
    assert options(p) == [("pass",), ("counter", emergency("jinteki"))]  # one card pays for that
    assert refused(p, 2, "counter", card(p, 2, "spin_doctors")).clause == "15.4"
    go(p, "counter", emergency("jinteki"))
    assert hand(p, 2) == []


@clause("new_angeles", "15.7")
def test_a_counteroffer_may_be_a_copy() -> None:
    p = deal(HANDS)
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "pass")
    go(p, "pass")
    go(p, "counter", card(p, 3, "liquidation"))
    assert state(p).countering == 3


@clause("new_angeles", "16.4", "59", "59.1", "60", "1", "59.2")
def test_support_goes_clockwise_facedown() -> None:
    p = two_offers()
    assert asked(p) == 2  # 0 and 1 have offers
    go(p, "abstain")
    assert view(p)["seats"][2]["side"] == 2 and asked(p) == 3
    go(p, "back", 1, card(p, 3, "puff_piece"))
    go(p, "lay", card(p, 3, "live_feeds"))
    shown = view(p, 0)
    assert shown["deal"] is not None and shown["deal"]["support"] == [0, 2]
    assert shown["seats"][3]["laid"] == 2 and shown["seats"][3]["hand"] == []
    slots = state(p).support[1]
    assert all(state(p).seen[slot] == 1 << 3 for slot in slots)  # only seat 3 knows


@clause("new_angeles", "16.4a", "59.3")
def test_nobody_supports_both() -> None:
    p = two_offers()
    go(p, "back", 0, card(p, 2, "live_feeds"))
    assert verbs(p) == {"lay", "done"}  # only more of the same
    assert refused(p, 2, "back", 1, card(p, 2, "spin_doctors")).clause == "59.3"


@clause("new_angeles", "16.6")
def test_bidders_lay_no_support() -> None:
    p = deal({0: ["liquidation", "live_feeds"], 1: ["arrest_orders", "live_feeds"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "counter", card(p, 1, "arrest_orders"))
    assert verbs(p) == {"liquidate"}  # neither was asked to support; the tie is the active player's


@clause("new_angeles", "16.7")
def test_the_active_player_does_not_counter() -> None:
    p = deal(HANDS)
    go(p, "propose", card(p, 0, "liquidation"))
    asked_seats = []
    while verbs(p) >= {"pass"}:
        asked_seats.append(asked(p))
        go(p, "pass")
    assert 0 not in asked_seats


@clause("new_angeles", "21.5", "21.4")
def test_emergency_cards_are_no_support() -> None:
    p = deal(HANDS, faceup=("jinteki",))
    go(p, "propose", card(p, 0, "liquidation"))
    go_until(p, "back")
    go(p, "abstain")
    assert asked(p) == 2
    p.apply(2, ("back", 0))
    assert all(o[1] < 100 for o in options(p) if o[0] == "lay")
    assert refused(p, 2, "lay", emergency("jinteki")).clause == "21.5"


@clause("new_angeles", "16.5", "59.4", "9", "37", "2.4")
def test_the_most_support_wins_resolves_and_claims() -> None:
    p = two_offers(city={4: ["orgcrime"]})
    go(p, "back", 1, card(p, 2, "live_feeds"))
    go(p, "done")
    go(p, "abstain")
    assert asked(p) == 1 and verbs(p) == {"arrest"}
    go(p, "arrest", 4)
    assert pieces(p, 4) == {"prisec"} and assets(p, 1) == ["aaron_marron"]
    assert len(state(p).discard) == 3  # both offers and the support, facedown
    assert view(p)["discard"] == 3


@clause("new_angeles", "16.5a", "59.4a")
def test_ties_are_the_active_players() -> None:
    p = two_offers()
    go(p, "back", 1, card(p, 2, "live_feeds"))
    go(p, "done")
    go(p, "back", 0, card(p, 3, "live_feeds"))
    go(p, "done")
    assert asked(p) == 0 and verbs(p) == {"liquidate"}


@clause("new_angeles", "16.5b", "21.3")
def test_emergency_cards_come_back_used_or_not() -> None:
    hands = {0: [], 1: ["live_feeds"], 2: ["live_feeds"]}
    p = deal(hands, faceup=("globalsec", "haas_bioroid"), city={4: ["orgcrime"]})
    go(p, "counter", emergency("haas_bioroid"))
    go_until(p, "back")
    go(p, "abstain")
    go(p, "done")  # remove nothing
    go(p, "rouse", 1)
    go(p, "rouse", 2)
    won, lost = view(p)["seats"][0]["emergency"][0], view(p)["seats"][1]["emergency"][0]
    assert won["faceup"] is False and lost["faceup"] is True


@clause("new_angeles", "2.7", "2.8")
def test_hands_are_counted_but_not_seen() -> None:
    p = deal(HANDS)
    for eye in range(6):
        for seat in range(6):
            shown = view(p, eye)["seats"][seat]
            assert shown["cards"] == len(HANDS.get(seat, []))
            assert len(shown["hand"]) == (shown["cards"] if eye == seat else 0)


@clause("new_angeles", "6.4a", "6.4")
def test_windows_open_clockwise_from_the_active_player() -> None:
    p = deal(HANDS, active=0, trading=True, assets={1: ["mark_yale"], 5: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "liquidation"))
    assert asked(p) == 1
    go(p, "skip")
    assert asked(p) == 5
    p = deal(HANDS, trading=True, assets={4: ["mark_yale", "caprice_nisei"]})
    go(p, "propose", card(p, 0, "liquidation"))
    assert [option[1] for option in options(p)[:2]] == [
        asset(p, "caprice_nisei"),
        asset(p, "mark_yale"),
    ]  # in the order the owner likes


@clause("new_angeles", "6.2", "6.2a", "26")
def test_an_exhausted_asset_cannot_be_exhausted_again() -> None:
    p = deal(HANDS, trading=True, assets={4: ["mark_yale"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "mark_yale"))
    assert view(p)["seats"][4]["assets"][0]["exhausted"] is True
    go(p, "counter", card(p, 1, "arrest_orders"))
    assert asked(p) == 2  # a new offer, but no second question


def test_the_story_of_a_deal_is_told() -> None:
    p = deal(HANDS)
    events = heard(p)
    go(p, "propose", card(p, 0, "liquidation"))
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    texts = [p.text(event, 5) for event in events]
    assert "A proposes Liquidation." in texts
    assert "A wins the deal with the main offer." in texts
    assert "A claims Aaron Marron." in texts
