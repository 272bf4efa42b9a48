"""One test per action card."""

from __future__ import annotations

from tests.games.new_angeles.table import (
    HUMAN_FIRST,
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    asked,
    assets,
    capital,
    card,
    deal,
    districts,
    emergency,
    go,
    go_until,
    hand,
    options,
    pieces,
    resolving,
    state,
    supply,
    threat,
    verbs,
    view,
)
from tests.support import clause


@clause("new_angeles", "47", "47.1", "48.2")
def test_clean_slate_clears_two_and_leaves_an_outage() -> None:
    p = resolving("clean_slate", {4: ["illness"], 5: ["illness"], 6: ["illness"]})
    go(p, "remove", ILLNESS, 4)
    go(p, "remove", ILLNESS, 6)
    assert districts(p, "place") == {4, 6}
    go(p, "place", OUTAGE, 6)
    assert pieces(p, 4) == set() and pieces(p, 6) == {"outage"} and pieces(p, 5) == {"illness"}
    assert threat(p) == 0


def test_clean_slate_may_clear_one_or_none() -> None:
    p = resolving("clean_slate", {4: ["illness"], 5: ["illness"]})
    go(p, "remove", ILLNESS, 4)
    go(p, "done")
    assert pieces(p, 4) == {"outage"}  # the one cleared district takes the outage
    p = resolving("clean_slate", {4: ["illness"]})
    go(p, "done")
    assert pieces(p, 4) == {"illness"} and asked(p) == 1


def test_clinical_trials_removes_one_without_threat() -> None:
    p = resolving("clinical_trials", {4: ["illness"], 5: ["illness"]})
    assert verbs(p) == {"remove"}
    go(p, "remove", ILLNESS, 5)
    assert pieces(p, 5) == set() and threat(p) == 0
    assert capital(p, 2) == 10 + 2 + 2  # Jinteki's contract


def test_information_procurement_lowers_threat_if_the_pot_is_full() -> None:
    p = resolving("information_procurement", threat=9)
    for amount in (2, 1, 1, 1, 1, 0):
        go(p, "pay", amount)
    assert threat(p) == 7 and capital(p, 0) == 8 and capital(p, 5) == 15
    p = resolving("information_procurement", threat=9)
    for amount in (5, 0, 0, 0, 0, 0):
        go(p, "pay", amount)
    assert threat(p) == 9 and capital(p, 0) == 5


@clause("new_angeles", "24.3")
def test_unorthodox_knowledge_sorts_three_events() -> None:
    top = ["gang_wars", "earthquake_rocks_city", "average_wage_falls_again"]
    p = resolving("unorthodox_knowledge", events=top)
    seen = view(p, 0)["events"]
    assert [event["name"] for event in seen[:3]] == [
        "Gang Wars at All-Time High!",
        "Earthquake Rocks City",
        "Average Wage Falls Again",
    ]
    other = view(p, 1)["events"]
    assert [event["back"] for event in other[:3]] == ["orgcrime", "outage", "unrest"]
    assert all(event["name"] == "" for event in other)
    by_name = {event["name"]: int(event["id"].split(":")[1]) for event in seen}
    go(p, "bottom", by_name["Gang Wars at All-Time High!"])
    go(p, "top", by_name["Average Wage Falls Again"])
    after = [event["name"] for event in view(p, 0)["events"]]
    assert after[:2] == ["Average Wage Falls Again", "Earthquake Rocks City"]
    assert state(p).event_deck[0] == by_name["Gang Wars at All-Time High!"]
    assert [event["back"] for event in view(p, 1)["events"]][:2] == ["unrest", "outage"]


@clause("new_angeles", "19.4", "40.4")
def test_ark_construction_places_a_development() -> None:
    p = resolving("ark_construction", {4: ["development"], 5: ["illness"]})
    assert districts(p, "place") == {1, 2, 3, 5, 6, 7, 8, 9, 10}
    go(p, "place", 64, 5)
    assert pieces(p, 5) == {"development", "illness"}


@clause("new_angeles", "68.10")
def test_budget_renovations_clears_and_rouses() -> None:
    p = resolving("budget_renovations", {4: ["outage"], 5: ["outage"], 6: ["outage"]})
    go(p, "remove", OUTAGE, 4)
    go(p, "remove", OUTAGE, 5)
    assert pieces(p, 4) == pieces(p, 5) == {"protest"} and pieces(p, 6) == {"outage"}
    assert capital(p, 5) == 15 + 4  # Weyland's contract


def test_gentrification_clears_one_and_sends_prisec() -> None:
    p = resolving("gentrification", {4: ["outage", "human_first"], 5: ["outage"]})
    go(p, "remove", OUTAGE, 4)
    assert pieces(p, 4) == {"prisec"} and pieces(p, 7) == {"Human First"}
    assert capital(p, 0) == 10  # moving on is no removal


def test_gentrification_without_prisec_in_the_box_still_moves_enemies() -> None:
    guard = {d: ["prisec"] for d in (1, 2, 3, 5, 6, 8)}
    city = {d: ["android", "prisec"] if d in (1, 2, 3, 8) else x for d, x in guard.items()}
    p = resolving("gentrification", {**city, 4: ["outage", "orgcrime"], 9: ["outage"]})
    go(p, "remove", OUTAGE, 4)
    assert pieces(p, 4) == set() and pieces(p, 7) == {"orgcrime"}


def test_vanity_project_pays_and_costs_an_asset() -> None:
    p = resolving("vanity_project", assets={1: ["monica_singh", "midori"], 2: ["mr_li"]})
    go(p, "flatter", 1)
    assert capital(p, 1) == 13 and asked(p) == 1
    go(p, "scrap", next(o[1] for o in options(p)))
    assert len(assets(p, 1)) == 1 and assets(p, 2) == ["mr_li"]


def test_vanity_project_pays_a_supporter_more() -> None:
    p = deal({0: ["vanity_project"], 1: ["liquidation"]})
    go(p, "pass")
    go(p, "back", 0, card(p, 1, "liquidation"))
    go(p, "flatter", 1)
    assert capital(p, 1) == 11 + 4


@clause("new_angeles", "5.1")
def test_efficiency_experts_move_one_android() -> None:
    p = resolving("efficiency_experts", {9: ["illness"]})
    assert districts(p, "move") == {4, 5, 6, 7, 9, 10}
    go(p, "move", 8, 9)
    assert "android" in view(p)["city"][8]["pieces"]
    assert "android" not in view(p)["city"][7]["pieces"]
    assert threat(p) == 0 and capital(p, 1) == 13  # illness-safe; Haas-Bioroid's contract


def test_high_risk_investments_name_three() -> None:
    p = resolving("high_risk_investments")
    go(p, "invest", 3)
    assert ("invest", 3) not in options(p)
    go(p, "invest", 0)
    go(p, "invest", 5)
    assert [capital(p, seat) for seat in (3, 0, 5)] == [13 + 3, 10 + 2, 15 + 1]


@clause("new_angeles", "5.2", "5.3", "5")
def test_labor_solutions_move_up_to_three_then_orgcrime() -> None:
    p = resolving("labor_solutions")
    go(p, "move", 1, 4)
    assert 4 not in districts(p, "move")
    assert not any(option[1] == 4 for option in options(p) if option[0] == "move")
    go(p, "move", 2, 5)
    go(p, "done")
    go(p, "place", ORGCRIME, 6)
    androids = {d for d in range(1, 11) if "android" in view(p)["city"][d - 1]["pieces"]}
    assert androids == {3, 4, 5, 8}
    assert pieces(p, 6) == {"orgcrime"} and capital(p, 1) == 13  # once, not per android


@clause("new_angeles", "43.6")
def test_liquidation_produces_at_once_and_strikes() -> None:
    p = resolving("liquidation", {9: ["orgcrime", "development"], 4: ["strike"], 5: ["outage"]})
    assert districts(p, "liquidate") == {1, 2, 3, 6, 7, 8, 9, 10}
    go(p, "liquidate", 9)
    made = {row["name"]: row["amount"] for row in view(p)["city"][8]["yields"]}
    first = view(p)["city"][8]["yields"][0]["name"]
    assert supply(p)[first] == made[first] + 1  # development counts, orgcrime does not
    assert "strike" in pieces(p, 9)


def test_live_feeds_calm_or_remove() -> None:
    city = {4: ["strike"], 5: ["orgcrime"], 6: ["human_first"]}
    p = resolving("live_feeds", city)
    assert options(p) == [("calm", 4), ("remove", ORGCRIME, 5)]
    go(p, "calm", 4)
    assert pieces(p, 4) == {"protest"} and pieces(p, 5) == {"orgcrime"}
    p = resolving("live_feeds", city)
    go(p, "remove", ORGCRIME, 5)
    assert pieces(p, 4) == {"strike"} and pieces(p, 5) == set()


def test_media_circus_calms_two_stages_and_draws_human_first() -> None:
    p = resolving("media_circus", {4: ["strike"], 5: ["protest"]})
    go(p, "calm", 4)
    go(p, "place", HUMAN_FIRST, 9)
    assert pieces(p, 4) == set() and pieces(p, 9) == {"Human First"}
    assert capital(p, 4) == 14 + 2  # NBN, by the stage


def test_puff_piece_lets_everyone_draw() -> None:
    p = deal({0: ["puff_piece"], 2: ["liquidation"]})
    go(p, "pass")
    go(p, "back", 0, card(p, 2, "liquidation"))
    for seat in range(6):
        assert asked(p) == seat
        go(p, *(("skip",) if seat == 3 else ("draw", 4)))
    s = state(p)
    assert [len(s.hands[seat]) for seat in (0, 2, 3, 4)] == [2, 3, 0, 2]
    assert {s.box.type[s.face[slot]] for slot in s.hands[2]} == {4}


@clause("new_angeles", "58.3")
def test_spin_doctors_calm_two_and_cost_credits() -> None:
    p = resolving("spin_doctors", {4: ["strike"], 5: ["protest"]}, supply={"credits": 2})
    go(p, "calm", 4)
    go(p, "calm", 5)
    assert pieces(p, 4) == {"protest"} and pieces(p, 5) == set()
    assert supply(p)["credits"] == 1 and threat(p) == 0
    p = resolving("spin_doctors", {4: ["strike"]})
    go(p, "done")
    assert supply(p)["credits"] == 0 and threat(p) == 1


def test_arrest_orders_remove_the_units_there() -> None:
    p = resolving("arrest_orders", {4: ["human_first", "orgcrime"], 5: ["prisec"]})
    assert 5 not in districts(p, "arrest")
    go(p, "arrest", 4)
    assert pieces(p, 4) == {"prisec"} and pieces(p, 7) == set()
    assert capital(p, 0) == 10 + 2  # Globalsec, for each


def test_full_deployment_arms_another_player() -> None:
    p = resolving("full_deployment")
    assert not any(option[1] == 0 for option in options(p))
    go(p, "deploy", 2, 1)
    assert len(hand(p, 2)) == 5
    p = resolving("full_deployment")
    go(p, "rearm", 2, emergency("jinteki"))
    assert view(p)["seats"][2]["emergency"][0]["faceup"] is True


def test_riot_control_costs_a_prisec() -> None:
    city = {4: ["prisec"], 5: ["human_first"], 6: ["orgcrime"], 7: ["strike"], 9: ["outage"]}
    p = resolving("riot_control", city)  # the one prisec is the cost
    assert pieces(p, 4) == set()
    go(p, "remove", HUMAN_FIRST, 5)
    go(p, "done")
    assert districts(p, "rouse") == {1, 2, 3, 4, 5, 6, 8, 10}
    go(p, "rouse", 10)
    assert pieces(p, 10) == {"protest"} and pieces(p, 6) == {"orgcrime"}


def test_riot_control_without_prisec_does_nothing() -> None:
    p = resolving("riot_control", {5: ["human_first"]})
    assert pieces(p, 5) == {"Human First"} and asked(p) == 1 and "propose" in verbs(p)


def test_scorched_earth_clears_two_districts_of_a_tier() -> None:
    city = {4: ["human_first", "protest"], 6: ["orgcrime"], 5: ["outage"], 9: ["orgcrime"]}
    p = resolving("scorched_earth", city)
    assert 5 not in districts(p, "scorch")
    go(p, "scorch", 4)
    assert pieces(p, 4) == {"outage"}
    assert districts(p, "sweep") == {5, 6, 8}
    go(p, "sweep", 6)
    assert pieces(p, 6) == set() and pieces(p, 9) == {"orgcrime"}
    assert capital(p, 0) == 12


# -- emergency action cards ----------------------------------------------------------------------------


@clause("new_angeles", "21", "34.1")
def test_ruthless_tactics() -> None:
    city = {4: ["human_first"], 5: ["orgcrime"], 6: ["human_first", "orgcrime"], 7: ["strike"]}
    p = deal({}, faceup=("globalsec",), city=city)
    for piece, d in ((HUMAN_FIRST, 4), (ORGCRIME, 5), (HUMAN_FIRST, 6), (ORGCRIME, 6)):
        go(p, "remove", piece, d)
    assert 7 not in districts(p, "rouse")
    go(p, "rouse", 4)
    assert 4 not in districts(p, "rouse")
    go(p, "rouse", 5)
    assert pieces(p, 4) == pieces(p, 5) == {"protest"} and capital(p, 0) == 14


def test_underpaid_overclocked() -> None:
    p = deal({}, active=1, faceup=("haas_bioroid",), city={})
    go(p, "stock", 2)
    assert ("stock", 2) not in options(p)
    go(p, "stock", 4)
    go(p, "place", HUMAN_FIRST, 1)
    go(p, "place", HUMAN_FIRST, 5)
    assert supply(p)["tech"] == supply(p)["credits"] == 1
    assert capital(p, 1) == 15 and pieces(p, 1) == pieces(p, 5) == {"Human First"}


def test_mandatory_quarantine() -> None:
    p = deal({}, active=2, faceup=("jinteki",), city={4: ["illness"], 5: ["illness"]})
    go(p, "remove", ILLNESS, 4)
    go(p, "remove", ILLNESS, 5)
    go(p, "place", OUTAGE, 4)
    go(p, "place", OUTAGE, 4)
    assert pieces(p, 4) == {"outage"} and pieces(p, 7) == {"outage"}
    assert threat(p) == 0 and capital(p, 2) == 16


def test_energy_for_all() -> None:
    p = deal({}, active=3, faceup=("melange_mining",))
    for seat in (3, 4, 5, 0, 1, 2):
        assert asked(p) == seat and verbs(p) == {"draw"}
        go(p, "draw", seat % 5)
    assert [len(hand(p, seat)) for seat in (0, 1, 2, 5)] == [4, 4, 4, 4]


def test_sweeps_week() -> None:
    p = deal({}, active=4, faceup=("nbn",), city={4: ["strike"], 5: ["strike"], 6: ["protest"]})
    for d in (4, 4, 5):
        go(p, "calm", d)
    go(p, "calm", 6)
    go(p, "place", ILLNESS, 1)
    go(p, "place", ILLNESS, 2)
    assert [pieces(p, d) for d in (4, 5, 6, 1)] == [set(), {"protest"}, set(), {"illness"}]
    assert capital(p, 4) == 14 + 4 and threat(p) == 2  # ruling R13


def test_massive_reconstruction() -> None:
    p = deal({}, active=5, faceup=("weyland",), city={4: ["outage"], 5: ["outage"]})
    go(p, "remove", OUTAGE, 4)
    go(p, "remove", OUTAGE, 5)
    go(p, "place", ORGCRIME, 4)
    go(p, "place", ORGCRIME, 6)
    assert pieces(p, 4) == pieces(p, 6) == {"orgcrime"} and capital(p, 5) == 19


def test_every_title_is_there_five_times() -> None:
    from collections import Counter

    from knaves.games.new_angeles.cards import box

    titles = Counter(row.id for row in box().actions[:100])
    assert len(titles) == 20 and set(titles.values()) == {5}


def test_prisec_in_hand_of_riot_control_is_chosen_when_there_are_two() -> None:
    p = resolving("riot_control", {4: ["prisec"], 5: ["prisec"], 6: ["orgcrime"]})
    go(p, "remove", PRISEC, 5)
    assert pieces(p, 4) == {"prisec"} and pieces(p, 5) == set()
    go_until(p, "rouse")
