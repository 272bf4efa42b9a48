"""One test per asset: those that speak during a deal, and those that are passive."""

from __future__ import annotations

from random import Random
from typing import Any

from knaves.games.new_angeles.cards import MOMENTS, box
from knaves.games.new_angeles.rules import asset_abilities, end_of_turn
from tests.games.new_angeles.table import (
    HOME,
    ILLNESS,
    asked,
    asset,
    assets,
    capital,
    card,
    deal,
    emergency,
    go,
    go_until,
    hand,
    options,
    pieces,
    resolving,
    state,
    table,
    threat,
    verbs,
    view,
)
from tests.support import clause, refused

HANDS = {0: ["liquidation"], 1: ["arrest_orders"], 2: ["spin_doctors", "live_feeds"]}


def counters(p: object) -> list[str]:
    found = view(p)["deal"]  # type: ignore[arg-type]
    assert found is not None
    return [one["title"] for one in found["counters"]]


@clause("new_angeles", "2.8")
def test_aaron_marron_takes_the_price_of_counteroffers() -> None:
    p = deal(HANDS, assets={4: ["aaron_marron"]}, track=["midori", "coach_walden"])
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "counter", card(p, 2, "spin_doctors"))
    assert hand(p, 4) == ["live_feeds"] and hand(p, 2) == []
    assert not state(p).discard
    assert view(p, 5)["seats"][4]["hand"] == [] and view(p, 5)["seats"][4]["cards"] == 1


def test_braintrust_doubles_the_draw_and_narrows_the_hand() -> None:
    p = table(hands={0: []}, assets={0: ["braintrust"]})
    assert len(hand(p, 0)) == 6
    assert view(p)["seats"][0]["hand_size"] == 4
    assert [row["amount"] for row in view(p)["seats"][0]["draws"]] == [4, 2]


@clause("new_angeles", "21.6", "56.3a")
def test_bryan_stinson_steals_two_emergency_cards() -> None:
    p = deal({0: ["liquidation"]}, faceup=("jinteki",), track=["bryan_stinson", "coach_walden"])
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    assert {option[1] for option in options(p)} == {101, 102, 103, 104, 105}
    go(p, "take_emergency", emergency("jinteki"))
    go(p, "take_emergency", emergency("weyland"))
    mine = {one["title"]: one["faceup"] for one in view(p)["seats"][0]["emergency"]}
    assert mine["mandatory_quarantine"] is True and mine["massive_reconstruction"] is False
    assert view(p)["seats"][2]["emergency"] == [] and "bryan_stinson" not in assets(p, 0)


@clause("new_angeles", "21.3", "21.6")
def test_a_stolen_emergency_card_goes_home_once_played() -> None:
    hands = {0: ["liquidation"], 2: ["live_feeds"]}
    p = deal(hands, faceup=("haas_bioroid",), track=["bryan_stinson", "eiko"])
    go_until(p, "liquidate")
    go(p, "liquidate", 4)
    go(p, "take_emergency", emergency("haas_bioroid"))
    go(p, "take_emergency", emergency("weyland"))
    go_until(p, "propose")
    go(p, "propose", options(p)[0][1])  # seat 1 is active; seat 0 counters with the stolen card
    while asked(p) != 0:
        go(p, "pass")
    go(p, "counter", emergency("haas_bioroid"))
    while state(p).dealing:
        s = state(p)
        seat = asked(p)
        back = [o for o in options(p) if o[0] == "back" and o[1] == 1]
        if back and not s.support[1]:
            p.apply(seat, back[0])
        else:
            go(p, *next((o for o in options(p) if o[0] in ("abstain", "done")), options(p)[0]))
    card_back = view(p)["seats"][1]["emergency"][0]
    assert card_back["title"] == "underpaid_overclocked" and card_back["faceup"] is False


@clause("new_angeles", "2.9")
def test_caprice_nisei_binds_the_proposer() -> None:
    city = {4: ["illness"], 5: ["illness"]}
    p = deal({0: ["clinical_trials", "live_feeds"]}, city=city, assets={3: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "clinical_trials"))
    assert asked(p) == 3
    go(p, "use", asset(p, "caprice_nisei"))
    assert asked(p) == 0 and verbs(p) == {"remove"}
    go(p, "remove", ILLNESS, 5)
    assert pieces(p, 5) == set() and pieces(p, 4) == {"illness"}
    assert capital(p, 2) == 14  # resolved as stated, without another question


@clause("new_angeles", "2.9")
def test_caprice_nisei_binds_every_choice_of_a_long_card() -> None:
    hands = {0: ["labor_solutions", "live_feeds"], 1: ["liquidation"]}
    p = deal(hands, city=HOME, assets={3: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "labor_solutions"))
    go(p, "use", asset(p, "caprice_nisei"))
    go(p, "move", 1, 4)
    go(p, "move", 8, 9)
    go(p, "done")
    go(p, "place", 4, 6)
    stated = view(p)["deal"]
    assert stated is not None and stated["stated"] == [
        "Move the android from Guayaquil to Manta",
        "Move the android from Esmeraldas to Rutherford",
        "Leave it at that",
        "Place orgcrime in Laguna Velasco",
    ]
    assert pieces(p, 6) == set()  # nothing has happened yet
    go(p, "pass")
    go(p, "abstain")
    androids = {d for d in range(1, 11) if "android" in view(p)["city"][d - 1]["pieces"]}
    assert androids == {2, 3, 4, 9} and pieces(p, 6) == {"orgcrime"}


@clause("new_angeles", "2.9")
def test_caprice_nisei_has_no_hold_over_unorthodox_knowledge() -> None:
    hands = {0: ["unorthodox_knowledge", "live_feeds"]}
    p = deal(hands, assets={3: ["caprice_nisei"]})
    go(p, "propose", card(p, 0, "unorthodox_knowledge"))
    assert asked(p) == 0 and verbs(p) == {"bottom"}


@clause("new_angeles", "15.8", "15.5")
def test_chief_gorman_sends_a_counteroffer_back() -> None:
    p = deal(HANDS, assets={5: ["chief_gorman"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "skip")
    go(p, "counter", card(p, 2, "spin_doctors"))
    assert counters(p) == ["arrest_orders", "spin_doctors"]
    go(p, "use", asset(p, "chief_gorman"))
    assert asked(p) == 2
    go(p, "take_back")
    assert hand(p, 2) == ["spin_doctors"] and len(state(p).discard) == 1  # the price is gone
    assert counters(p) == ["arrest_orders"] and state(p).countering == 1
    begun = state(p).active
    assert not state(p).allows("counter", 2) and state(p).allows("counter", 3)
    rng = Random(1)
    while state(p).active == begun:
        go(p, *rng.choice(options(p)))
    assert state(p).allows("counter", 2), "in the next turn he may counter again"


@clause("new_angeles", "15.8")
def test_chief_gorman_can_be_paid() -> None:
    p = deal(HANDS, assets={5: ["chief_gorman"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "use", asset(p, "chief_gorman"))
    go(p, "pay_off", 5)
    assert counters(p) == ["arrest_orders"] and capital(p, 1) == 9 and capital(p, 5) == 17


def test_coach_walden_earns_when_the_right_neighbour_wins() -> None:
    p = resolving("liquidation", assets={1: ["coach_walden"]}, track=["eiko", "midori"])
    assert capital(p, 1) == 12
    p = resolving("liquidation", assets={5: ["coach_walden"]}, track=["eiko", "midori"])
    assert capital(p, 5) == 15


def test_eiko_presses_one_who_abstains() -> None:
    p = deal(HANDS, assets={3: ["eiko"]})
    go(p, "pass")
    go(p, "pass")
    go(p, "abstain")
    assert asked(p) == 3
    go(p, "use", asset(p, "eiko"))
    assert asked(p) == 1 and verbs(p) == {"lay", "forfeit"}
    go(p, "lay", card(p, 1, "arrest_orders"))
    now = view(p)["seats"][1]
    assert now["side"] == 0 and now["laid"] == 1
    p = deal(HANDS, assets={3: ["eiko"]})
    go_until(p, "abstain")
    go(p, "abstain")
    go(p, "use", asset(p, "eiko"))
    go(p, "forfeit")
    assert capital(p, 1) == 10 and hand(p, 1) == ["arrest_orders"]


def test_floyd_draws_five_and_widens_the_hand() -> None:
    p = resolving("liquidation", track=["floyd", "midori"])
    go(p, "liquidate", 4)
    for kind in (0, 1, 2, 3, 3):
        go(p, "draw", kind)
    assert len(hand(p, 0)) == 5 and view(p)["seats"][0]["hand_size"] == 10


@clause("new_angeles", "6.7")
def test_gurren_imaishi_pays_five_and_is_gone() -> None:
    p = resolving("liquidation", track=["gurren_imaishi", "midori"])
    go(p, "liquidate", 4)
    assert capital(p, 0) == 15 and assets(p, 0) == []
    assert state(p).asset_deck[0] == asset(p, "gurren_imaishi")  # 6.7


@clause("new_angeles", "56", "56.2", "56.2a", "26.2")
def test_hernando_cortez_steals_an_asset_or_pays() -> None:
    words: dict[str, Any] = {"track": ["hernando_cortez", "midori"], "exhausted": ["jackson_howard"]}
    p = resolving("liquidation", assets={2: ["jackson_howard"]}, **words)
    go(p, "liquidate", 4)
    go(p, "steal_asset", asset(p, "jackson_howard"))
    assert assets(p, 0) == ["jackson_howard"] and view(p)["seats"][0]["assets"][0]["exhausted"] is True
    p = resolving("liquidation", assets={2: ["jackson_howard"]}, **words)
    go(p, "liquidate", 4)
    go(p, "cash")
    assert capital(p, 0) == 12 and assets(p, 2) == ["jackson_howard"]


@clause("new_angeles", "9.1", "56.2b")
def test_a_stolen_asset_is_not_claimed() -> None:
    p = resolving("liquidation", assets={2: ["floyd"]}, track=["hernando_cortez", "midori"])
    go(p, "liquidate", 4)
    go(p, "steal_asset", asset(p, "floyd"))
    assert assets(p, 0) == ["floyd"] and hand(p, 0) == []  # no five cards


def test_isabel_mcguire_lays_the_top_of_a_deck() -> None:
    p = deal(HANDS, assets={4: ["isabel_mcguire"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "pass")
    go(p, "use", asset(p, "isabel_mcguire"))
    before = view(p)["decks"][3]["cards"]
    go(p, "lay_top", 3, 1)
    offer = view(p, 4)["deal"]
    assert offer is not None and offer["support"] == [0, 1]
    assert view(p)["decks"][3]["cards"] < before
    slot = state(p).support[1][0]
    assert state(p).seen[slot] == 0  # nobody has looked at it


def test_jackson_howard_backs_a_winner() -> None:
    p = deal(HANDS, assets={4: ["jackson_howard"]})
    go(p, "use", asset(p, "jackson_howard"))
    assert ("name", 4) not in options(p)
    go(p, "name", 0)
    go_until(p, "liquidate")
    assert capital(p, 4) == 16


@clause("new_angeles", "6.6")
def test_lily_lockwell_steals_before_refresh() -> None:
    hands = {0: ["live_feeds"], 1: []}
    p = table(hands=hands, capital=[12, 11, 0, 0, 0, 0], assets={1: ["lily_lockwell"]})
    assert asked(p) == 1 and hand(p, 0) == ["live_feeds"]  # not yet drawn
    go(p, "use", asset(p, "lily_lockwell"))
    assert hand(p, 1) == ["live_feeds"] and len(hand(p, 0)) == 3
    assert view(p, 3)["seats"][1]["hand"] == []
    p = table(hands=hands, capital=[11, 11, 0, 0, 0, 0], assets={1: ["lily_lockwell"]})
    assert asked(p) == 0  # not richer: nothing to steal


def test_locust_company_bars_support_for_the_counteroffer() -> None:
    p = deal({**HANDS, 3: ["live_feeds"]}, assets={5: ["locust_company"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "pass")  # seat 3 cannot pay for a second counteroffer
    go(p, "use", asset(p, "locust_company"))
    go(p, "bar", 2)
    assert asked(p) == 2 and {o[1] for o in options(p) if o[0] == "back"} == {0}
    assert refused(p, 2, "back", 1, card(p, 2, "live_feeds")).clause == "16.4"
    go(p, "abstain")
    assert {o[1] for o in options(p) if o[0] == "back"} == {0, 1}


def test_mark_yale_keeps_a_proposer_from_trading() -> None:
    p = table(
        trading=True,
        step="deal",
        hands={0: ["liquidation", "live_feeds"], 1: ["live_feeds"], 2: [], 3: [], 4: [], 5: []},
        facedown=["haas_bioroid", "jinteki", "melange_mining", "nbn", "weyland"],
        assets={3: ["mark_yale"]},
    )
    go(p, "propose", card(p, 0, "liquidation"))
    p.apply(3, ("use", asset(p, "mark_yale")))
    assert refused(p, 0, "offer", 1, 1, 0, 0, 0, 0, 0).clause == "golden.2"
    assert refused(p, 1, "offer", 0, 1, 0, 0, 0, 0, 0).clause == "golden.2"
    p.apply(1, ("offer", 2, 1, 0, 0, 0, 0, 0))  # others may
    go(p, "pass")
    go(p, "abstain")
    go(p, "liquidate", 4)
    p.apply(0, ("offer", 1, 1, 0, 0, 0, 0, 0))  # the deal has ended


def test_midori_breaks_a_tie() -> None:
    p = deal(HANDS, assets={4: ["midori"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "pass")
    go(p, "abstain")
    assert asked(p) == 4
    go(p, "use", asset(p, "midori"))
    go(p, "award", 1)
    assert asked(p) == 1 and verbs(p) == {"arrest"}


def test_monica_singh_consoles_the_loser() -> None:
    p = deal(HANDS, assets={0: ["monica_singh"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "pass")
    go(p, "back", 1, card(p, 2, "live_feeds"))
    go(p, "done")
    assert asked(p) == 0
    go(p, "use", asset(p, "monica_singh"))
    assert capital(p, 0) == 12 and capital(p, 1) == 9


def test_naoko_watanabe_claims_two_more() -> None:
    p = resolving(
        "liquidation",
        track=["naoko_watanabe", "midori"],
        asset_deck=["gurren_imaishi", "tanaka"],
    )
    go(p, "liquidate", 4)
    assert assets(p, 0) == ["tanaka"] and capital(p, 0) == 15  # claimed, so Gurren paid
    deck = state(p).asset_deck
    assert deck[:2] == (asset(p, "gurren_imaishi"), asset(p, "naoko_watanabe"))


def test_rachel_beckmann_fills_an_empty_hand() -> None:
    p = resolving("liquidation", assets={2: ["rachel_beckmann"]})
    go(p, "liquidate", 4)
    assert asked(p) == 2
    go(p, "use", asset(p, "rachel_beckmann"))
    s = state(p)
    assert [s.box.type[s.face[slot]] for slot in s.hands[2]] == [1]  # Jinteki: biotech


def test_saul_eustecio_earns_with_the_active_player() -> None:
    p = deal(HANDS, assets={4: ["saul_eustecio"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "pass")
    go(p, "back", 1, card(p, 2, "live_feeds"))
    go(p, "done")
    go(p, "use", asset(p, "saul_eustecio"))
    assert capital(p, 4) == 15 and capital(p, 0) == 11


@clause("new_angeles", "6.5")
def test_sunny_lebeau_draws_when_threat_rises() -> None:
    p = resolving("liquidation", {4: ["illness"]}, assets={3: ["sunny_lebeau"]})
    go(p, "liquidate", 4)
    assert threat(p) == 2 and asked(p) == 3 and verbs(p) == {"use", "skip"}
    go(p, "use", asset(p, "sunny_lebeau"))
    assert len(options(p)) == 5  # Melange Mining names a type
    go(p, "draw", 2)
    assert len(hand(p, 3)) == 2


def test_sunny_lebeau_sees_each_rise() -> None:
    city = {10: ["human_first", "orgcrime", "outage", "illness"]}
    p = resolving("gentrification", city, assets={4: ["sunny_lebeau"]})
    assert threat(p) == 6  # two units in The Root, and the illness
    assert "3 times" in p.ask().prompt(4)  # type: ignore[union-attr]
    go(p, "use", asset(p, "sunny_lebeau"))  # one question for all of them
    assert len(hand(p, 4)) == 6 and asked(p) == 1


def test_tanaka_names_the_winner() -> None:
    p = deal(HANDS, assets={4: ["tanaka"]})
    go(p, "counter", card(p, 1, "arrest_orders"))
    go(p, "pass")
    go(p, "back", 0, card(p, 2, "live_feeds"))
    go(p, "done")
    go(p, "use", asset(p, "tanaka"))
    go(p, "award", 1)
    assert asked(p) == 1 and verbs(p) == {"arrest"} and assets(p, 4) == []


@clause("new_angeles", "16.6", "16.7")
def test_the_fall_guy_makes_both_offers() -> None:
    hands = {0: ["liquidation", "arrest_orders"], 1: ["live_feeds"]}
    p = deal(hands, assets={0: ["the_fall_guy"]})
    go(p, "propose", card(p, 0, "liquidation"))
    go(p, "use", asset(p, "the_fall_guy"))
    assert counters(p) == ["arrest_orders"] and state(p).countering == 0
    assert asked(p) == 1 and {o[1] for o in options(p) if o[0] == "back"} == {0, 1}
    go(p, "back", 1, card(p, 1, "live_feeds"))
    assert asked(p) == 0 and verbs(p) == {"arrest"}
    go(p, "arrest", 4)
    assert "aaron_marron" in assets(p, 0)


def test_toshiyuki_sakai_draws_ten_and_keeps_them() -> None:
    p = resolving("liquidation", track=["toshiyuki_sakai", "midori"])
    go(p, "liquidate", 4)
    assert len(hand(p, 0)) == 10 and asked(p) == 1  # no discarding


def test_wong_ya_ching_profits_from_illness() -> None:
    p = resolving("liquidation", {4: ["illness"]}, assets={5: ["wong_ya_ching"]})
    go(p, "liquidate", 4)
    assert threat(p) == 2 and capital(p, 5) == 17


def test_every_card_says_what_it_does() -> None:
    """As effects, or by the name of a rule of its own: no rule knows a card by its name."""
    rows = box().assets
    assert len(rows) == 34 and all(bool(row.effects) != bool(row.step) for row in rows)
    spoken = {rows[face].timing for faces in box().speakers for face in faces}
    assert spoken == set(MOMENTS)  # every moment has its asset
    own = {row.step: row.timing for row in rows if row.step}
    assert len(own) == sum(bool(row.step) for row in rows)  # each its own
    assert {step for step, timing in own.items() if timing in MOMENTS} == set(asset_abilities.OWN_RULES)
    assert {step for step, timing in own.items() if timing == "end_of_turn"} == set(end_of_turn.OWN_RULES)
