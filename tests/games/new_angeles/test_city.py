"""The city: placing, moving, unrest, production, illness. Chapters 5 to 68, as far as they speak of it."""

from __future__ import annotations

from typing import Any

import pytest

from knaves.games.new_angeles.cards import RESOURCES, UNREST, box
from knaves.games.new_angeles.rules import city
from tests.games.new_angeles.table import (
    DEVELOPMENT,
    HUMAN_FIRST,
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    capital,
    districts,
    go,
    heard,
    options,
    pieces,
    resolving,
    state,
    supply,
    table,
    threat,
    view,
)
from tests.support import ask_of, clause, refused

CREDITS = box().yields[9][0][1]  # Rutherford: credits first, then 1 of consumables


def produced(pieces_here: list[str], d: int = 9, **words: Any) -> tuple[dict[str, int], set[str]]:
    """One exploitation of a district with these pieces; the other androids stand in strikes."""
    idle = [x for x in (1, 2, 3, 4) if x != d][:3]
    layout = {x: ["android", "strike"] for x in idle} | {d: ["android", *pieces_here]}
    p = table(step="production", city=layout, track=[], events=["gang_wars"], supply={}, **words)
    # the event has come, too: look at the district apart from what Gang Wars placed there
    return supply(p), pieces(p, d)


def exploited(pieces_here: list[str], d: int = 6) -> set[str]:
    return produced(pieces_here, d)[1]


@clause("new_angeles", "8", "20", "49.1", "49", "64")
def test_the_city_has_ten_districts_in_three_tiers() -> None:
    rows = view(table())["city"]
    assert [row["number"] for row in rows] == list(range(1, 11))
    assert len({row["name"] for row in rows}) == 10
    assert {row["tier"] for row in rows} == {1, 2, 3}
    assert all(1 <= len(row["yields"]) <= 2 for row in rows)
    made = {one["name"] for row in rows for one in row["yields"]}
    assert made == set(RESOURCES) and len(RESOURCES) == 5


@clause("new_angeles", "36", "36.1", "20.1")
def test_every_exit_leads_upward_and_the_last_to_the_root() -> None:
    way = box().exit
    assert all(way[d] > d for d in range(1, 10)) and way[10] == 0
    p = resolving("media_circus", {4: ["protest"]})
    assert districts(p, "place") == set(range(1, 11))  # The Root cannot be chosen


# -- exploitation (27, 43, 44) ----------------------------------------------------------------------------


@clause("new_angeles", "27", "43", "43.1", "49.3", "58.1", "41", "52", "49.2", "5", "58")
def test_exploitation_adds_both_resources() -> None:
    made, _ = produced([])
    assert made["credits"] == CREDITS and made["consumables"] == 1


@clause("new_angeles", "27.1", "68.3", "68.1", "54.2", "68")
def test_exploitation_raises_unrest_by_a_stage() -> None:
    assert exploited([]) == {"protest"}
    assert exploited(["protest"]) == {"strike"}


@clause("new_angeles", "27.1", "31", "68.6")
def test_human_first_raise_it_by_two() -> None:
    assert exploited(["human_first"]) == {"strike", "Human First"}


@clause("new_angeles", "31.1", "27.1", "68.6", "39.1", "68.8", "40.3", "47.2", "27.2")
@pytest.mark.parametrize("stage", ["protest", "strike"])
def test_human_first_cause_an_outage_where_unrest_cannot_rise_by_two(stage: str) -> None:
    assert exploited(["human_first", stage]) == {"outage", "Human First"}


@clause("new_angeles", "31.1a", "39.3")
def test_a_second_outage_moves_on() -> None:
    layout = {1: ["android", "strike"], 2: ["android", "strike"], 3: ["android", "strike"]}
    layout[6] = ["android", "human_first", "outage"]
    p = table(step="production", city=layout, track=[], events=["gang_wars"])
    assert "outage" in pieces(p, 6) and "outage" in pieces(p, 9)


@clause("new_angeles", "31.5", "39.5", "68.7", "57.1", "68.4")
def test_without_human_first_a_strike_stays_a_strike() -> None:
    assert exploited(["strike"]) == {"strike"}


@clause("new_angeles", "39.2", "68.9", "54.3")
def test_unrest_does_not_rise_in_an_outage() -> None:
    assert exploited(["outage"]) == {"outage"}


@clause("new_angeles", "27.3", "43.2", "57", "39", "27.2")
@pytest.mark.parametrize("stage", ["strike", "outage"])
def test_strike_and_outage_produce_nothing(stage: str) -> None:
    made, _ = produced([stage])
    assert made["credits"] == 0 and made["consumables"] == 0


@clause("new_angeles", "45.3", "45")
def test_protest_still_produces() -> None:
    made, _ = produced(["protest"])
    assert made["credits"] == CREDITS


@clause("new_angeles", "27.4", "43.3", "19", "19.1", "41.1", "52.3")
def test_a_development_adds_one_to_the_primary_resource() -> None:
    made, _ = produced(["development"])
    assert made["credits"] == CREDITS + 1 and made["consumables"] == 1


@clause("new_angeles", "27.5", "43.4", "38", "52.2", "19.3", "41.2", "38.4")
@pytest.mark.parametrize("more", [[], ["development"]])
def test_orgcrime_stops_the_primary_resource_only(more: list[str]) -> None:
    made, _ = produced(["orgcrime", *more])
    assert made["credits"] == 0 and made["consumables"] == 1


@clause("new_angeles", "38.5", "19.2", "41.3", "52.1")
def test_orgcrime_stops_an_only_resource() -> None:
    single = next(d for d in range(1, 11) if len(box().yields[d]) == 1)
    resource, amount = box().yields[single][0]
    made, _ = produced([], single)
    assert made[RESOURCES[resource]] >= amount
    made, _ = produced(["orgcrime"], single)
    assert made[RESOURCES[resource]] == 0


@clause("new_angeles", "43.5", "58.2")
def test_a_track_has_an_end() -> None:
    p = table(supply={"credits": 8})
    s = state(p)
    city.produce(s, 9)
    assert s.supply[4] == s.box.last[4] == 8


@clause("new_angeles", "27.6", "32.6")
def test_exploiting_an_illness_raises_no_threat() -> None:
    layout = {1: ["android", "illness"], 2: ["android"], 3: ["android"], 4: ["android"]}
    p = table(step="production", city=layout, track=[], events=["earthquake_rocks_city"])
    assert threat(p) == 0


@clause("new_angeles", "27.7", "44")
def test_districts_are_exploited_in_ascending_order() -> None:
    p = resolving("liquidation", track=["eiko"], city={9: ["android"]} | {3: []})
    told = heard(p)
    go(p, "liquidate", 4)
    order = [event.things[0] for event in told if event.kind == "exploited"]
    assert order == sorted(order) and len(order) == 4


# -- unrest (45, 54, 57, 68) ----------------------------------------------------------------------------


@clause("new_angeles", "54", "45.1", "45.2", "57.2", "68.2", "68.5", "54.1")
def test_unrest_goes_up_and_down_by_stages() -> None:
    p = table(city={4: ["strike"]})
    s = state(p)
    city.calm(s, 4, 1)
    assert pieces(p, 4) == {"protest"}
    city.calm(s, 4, 1)
    assert pieces(p, 4) == set()
    before = capital(p, 4)
    city.calm(s, 4, 1)
    assert pieces(p, 4) == set() and capital(p, 4) == before
    city.rouse(s, 4)
    city.rouse(s, 4)
    city.rouse(s, 4)
    assert pieces(p, 4) == {"strike"}


@clause("new_angeles", "68.5", "54.1")
def test_a_stable_district_cannot_be_calmed() -> None:
    p = resolving("spin_doctors", {4: ["protest"]})
    assert districts(p, "calm") == {4}
    assert refused(p, 0, "calm", 5).clause == "68.5"


# -- moving (35, 36) ---------------------------------------------------------------------------------------


@clause("new_angeles", "35", "35.3", "31.2", "38.1", "32.3", "39.3", "40.1", "40", "48.1")
@pytest.mark.parametrize("piece", ["human_first", "orgcrime", "illness", "outage"])
def test_a_second_piece_of_a_kind_moves_on(piece: str) -> None:
    bit = {"human_first": HUMAN_FIRST, "orgcrime": ORGCRIME, "illness": ILLNESS, "outage": OUTAGE}[piece]
    p = table(city={4: [piece]})
    s = state(p)
    left = city.reserve(s, bit)
    city.place(s, bit, 4)
    name = piece.replace("human_first", "Human First")
    assert pieces(p, 4) == {name} and pieces(p, 7) == {name}
    assert city.reserve(s, bit) == left - 1


@clause("new_angeles", "35.1")
def test_a_piece_moves_until_it_finds_room() -> None:
    p = table(city={4: ["orgcrime"], 7: ["orgcrime"], 9: ["prisec"]})
    city.place(state(p), ORGCRIME, 4)
    assert pieces(p, 10) == {"orgcrime"} and threat(p) == 0


@clause("new_angeles", "35.2", "36.1", "31.4", "38.3", "32.4", "39.4", "63.3", "11.3", "47.3", "20.1")
@pytest.mark.parametrize("piece", ["human_first", "orgcrime", "illness", "outage"])
def test_the_root_swallows_pieces_and_raises_threat(piece: str) -> None:
    bit = {"human_first": HUMAN_FIRST, "orgcrime": ORGCRIME, "illness": ILLNESS, "outage": OUTAGE}[piece]
    p = table(city={10: [piece]})
    s = state(p)
    before, left = list(s.capital), city.reserve(s, bit)
    city.place(s, bit, 10)
    assert threat(p) == 2 and s.capital == before and city.reserve(s, bit) == left


@clause("new_angeles", "35.4", "31.3", "38.2", "40.2", "42", "42.1", "23", "23.1")
@pytest.mark.parametrize(("piece", "bit"), [("Human First", HUMAN_FIRST), ("orgcrime", ORGCRIME)])
def test_enemies_give_way_to_prisec(piece: str, bit: int) -> None:
    p = table(city={4: ["prisec"]})
    city.place(state(p), bit, 4)
    assert pieces(p, 4) == {"prisec"} and pieces(p, 7) == {piece}


@clause("new_angeles", "42.2", "35.4", "35.6", "40.2", "31.3", "38.2")
def test_prisec_drive_enemies_out() -> None:
    p = table(city={4: ["human_first", "orgcrime", "illness"]})
    before = capital(p, 0)
    city.place(state(p), PRISEC, 4)
    assert pieces(p, 4) == {"prisec", "illness"} and pieces(p, 7) == {"Human First", "orgcrime"}
    assert capital(p, 0) == before  # moving is no removal


@clause("new_angeles", "42.3")
def test_one_prisec_a_district() -> None:
    p = resolving("arrest_orders", {4: ["prisec"]})
    assert 4 not in districts(p, "arrest")
    assert refused(p, 0, "arrest", 4).clause == "42.3"


@clause("new_angeles", "35.5")
def test_unrest_and_development_never_move() -> None:
    p = table(city={4: ["protest", "development", "orgcrime"]})
    city.place(state(p), PRISEC, 4)
    assert pieces(p, 4) == {"protest", "development", "prisec"} and pieces(p, 7) == {"orgcrime"}
    p = resolving("ark_construction", {4: ["development"]})
    assert 4 not in districts(p, "place")  # a second one is not placed, so none moves


# -- the reserve (10, 47, 48) ------------------------------------------------------------------------------


@clause("new_angeles", "10", "48", "setup.12")
def test_the_box_has_only_so_many() -> None:
    full = {d: ["orgcrime"] for d in range(1, 10)}
    p = table(city=full)
    s = state(p)
    assert city.reserve(s, ORGCRIME) == 0
    city.place(s, ORGCRIME, 10)
    assert pieces(p, 10) == set() and threat(p) == 0
    assert [city.reserve(s, bit) for bit in (HUMAN_FIRST, PRISEC, ILLNESS, OUTAGE, DEVELOPMENT)] == [
        9,
        6,
        14,
        14,
        14,
    ]
    assert s.box.count[UNREST] == 14


@clause("new_angeles", "40.4")
def test_an_outage_takes_the_condition_box() -> None:
    p = table(city={4: ["strike", "development", "illness"]})
    nbn = capital(p, 4)
    city.place(state(p), OUTAGE, 4)
    assert pieces(p, 4) == {"outage", "development", "illness"} and capital(p, 4) == nbn


# -- illness and involvement (32) --------------------------------------------------------------------------


@clause("new_angeles", "32", "63.2", "32.2")
def test_choosing_a_district_with_illness_raises_threat() -> None:
    p = resolving("liquidation", {4: ["illness"], 5: ["illness"]})
    go(p, "liquidate", 4)
    assert threat(p) == 2
    p = resolving("liquidation", {4: ["illness"]})
    go(p, "liquidate", 5)
    assert threat(p) == 0


@clause("new_angeles", "32.5")
def test_however_many_it_is_two() -> None:
    p = resolving(
        "spin_doctors", {4: ["illness", "protest"], 5: ["illness", "protest"]}, supply={"credits": 1}
    )
    go(p, "calm", 4)
    go(p, "calm", 5)
    assert threat(p) == 2


@clause("new_angeles", "32.1")
@pytest.mark.parametrize(
    ("title", "city_words", "answers"),
    [
        ("labor_solutions", {4: ["illness"]}, [("move", 1, 4), ("done",), ("place", ORGCRIME, 5)]),
        ("labor_solutions", {1: ["android", "illness"]}, [("move", 1, 4), ("done",), ("place", ORGCRIME, 5)]),
        ("ark_construction", {4: ["illness"]}, [("place", DEVELOPMENT, 4)]),
        ("live_feeds", {4: ["illness", "orgcrime"], 5: ["orgcrime"]}, [("remove", ORGCRIME, 4)]),
        # passed through on the way: a piece that could not stay
        ("media_circus", {5: ["protest"], 4: ["human_first"], 7: ["illness"]}, [("place", HUMAN_FIRST, 4)]),
        ("media_circus", {5: ["protest"], 4: ["human_first", "illness"]}, [("place", HUMAN_FIRST, 4)]),
        # moved on into it, and it stays there
        (
            "gentrification",
            {4: ["outage", "orgcrime"], 7: ["illness"], 9: ["outage"]},
            [("remove", OUTAGE, 4)],
        ),
        # chosen, though nothing moves (32.2)
        ("scorched_earth", {4: ["illness"], 5: []}, [("scorch", 5), ("sweep", 4)]),
        (
            "media_circus",
            {4: ["illness", "protest"], 5: ["protest"]},
            [("calm", 4), ("place", HUMAN_FIRST, 6)],
        ),
        ("scorched_earth", {4: [], 5: ["illness"]}, [("scorch", 5), ("sweep", 4)]),
        ("riot_control", {4: ["illness"], 5: ["prisec"]}, [("rouse", 4)]),
        (
            "riot_control",
            {4: [], 5: ["prisec", "illness"], 6: ["prisec"]},
            [("remove", PRISEC, 5), ("rouse", 4)],
        ),
        # moved out by a prisec that arrives in the clean district before it
        ("arrest_orders", {4: ["illness"]}, [("arrest", 4)]),
    ],
)
def test_every_way_to_involve_a_district(
    title: str, city_words: dict[int, list[str]], answers: list[tuple[object, ...]]
) -> None:
    p = resolving(title, city_words)
    for answer in answers:
        go(p, *answer)
    assert threat(p) == 2


@clause("new_angeles", "32.1")
def test_a_piece_that_the_reserve_lacks_involves_the_district_all_the_same() -> None:
    full = {d: ["orgcrime"] for d in (1, 2, 3, 4, 5, 6, 7, 8, 9)}
    layout = {d: ["android", "orgcrime"] if d in (1, 2, 3, 8) else x for d, x in full.items()}
    p = resolving("labor_solutions", {**layout, 10: ["illness"]})
    go(p, "done")
    go(p, "place", ORGCRIME, 10)
    assert pieces(p, 10) == {"illness"} and threat(p) == 2


@clause("new_angeles", "10", "42.2")
def test_without_a_prisec_in_the_reserve_units_are_removed_or_moved_all_the_same() -> None:
    """Ruling R20."""
    guarded = {d: ["prisec"] for d in (5, 6, 7, 9, 10)} | {8: ["android", "prisec"]}
    p = resolving("arrest_orders", {**guarded, 4: ["human_first", "orgcrime"]})
    go(p, "arrest", 4)
    assert pieces(p, 4) == set() and capital(p, 0) == 12  # Globalsec's contract, twice
    p = resolving("gentrification", {**guarded, 4: ["outage", "orgcrime"]})
    assert pieces(p, 4) == set() and threat(p) == 2 and capital(p, 5) == 17  # past all of them into The Root


@clause("new_angeles", "32")
def test_a_district_that_gets_its_illness_has_one() -> None:
    """Ruling R13."""
    p = table(
        step="deal",
        active=4,
        hands={seat: [] for seat in range(6)},
        facedown=["globalsec", "haas_bioroid", "jinteki", "melange_mining", "weyland"],
        city={},
    )
    go(p, "place", ILLNESS, 4)
    go(p, "place", ILLNESS, 5)
    assert threat(p) == 2 and pieces(p, 4) == {"illness"}


@clause("new_angeles", "24.1b", "32.6")
def test_events_do_not_care_about_illness() -> None:
    layout = {3: ["illness"], 8: ["illness"], 2: ["illness"]}
    p = table(step="event", city=layout, track=[], events=["earthquake_rocks_city"])
    assert threat(p) == 0


def test_every_option_on_the_city_has_its_reason() -> None:
    p = resolving("liquidation", {4: ["strike"]})
    ask = ask_of(p)
    why = ask.why_not(0, "district:4")
    assert why is not None and why.clause == "43.2"
    assert ask.why_not(0, "district:5") is None
    assert options(p)


@clause("new_angeles", "27.7", "31.1a", "39.3")
def test_what_is_to_come_minds_the_order_of_exploitation() -> None:
    """The outage that Human First bring to 5 moves on into 6 before 6 is exploited."""
    city = {1: ["android"], 2: ["android"], 5: ["android", "human_first", "outage"], 6: ["android"]}
    p = table(trading=True, step="end of turn", round=2, track=[], city=city)
    seen = view(p)
    soon = {row["name"]: row["coming"] for row in seen["supply"]}
    laguna, root = seen["city"][5], seen["city"][9]
    assert laguna["coming"] == [0, 0] and laguna["after"] == ""
    assert laguna["output"] == [2, 1] and laguna["then"] == "protest"  # as it stands, for Liquidation
    assert root["coming"] == [] and root["after"] == ""  # without an android
    before = supply(p)
    go(p, "end")
    assert pieces(p, 6) >= {"outage"}
    assert {name: have - before[name] for name, have in supply(p).items()} == soon
