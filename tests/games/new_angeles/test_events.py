"""One test per event, and the Event Phase: chapters 24, 25, 64."""

from __future__ import annotations

import pytest

from knaves.games.new_angeles.cards import BACKS, box
from tests.games.new_angeles.table import pieces, resolving, state, table, text, threat, verbs, view
from tests.support import clause

# An event, the city before it, the threat it brings, and what stands where afterwards.
CASES = [
    (
        "activist_cells_awaken",
        {1: ["human_first"], 9: ["human_first"]},
        2,  # the one in 9 reaches The Root
        {3: {"Human First"}, 5: {"Human First"}, 7: {"orgcrime"}, 2: {"illness"}},
    ),
    (
        "beanstalk_beset_by_protesters",
        {10: ["human_first"], 1: ["human_first"]},
        4,
        {1: {"Human First"}, 7: {"Human First"}, 9: {"illness"}, 10: {"Human First", "illness"}},
    ),
    (
        "beanstalk_beset_by_protesters",
        {1: ["human_first"]},
        0,
        {1: set(), 2: {"Human First"}, 7: {"Human First"}},
    ),
    (
        "human_first_starts_riot",
        {4: ["human_first"]},
        2,
        {4: {"Human First"}, 2: {"Human First"}, 5: {"outage"}, 1: {"illness"}},
    ),
    ("human_first_starts_riot", {9: ["human_first"]}, 0, {10: {"Human First"}, 9: set()}),
    (
        "humanity_labor_hosts_union_heads",
        {5: ["human_first"], 6: ["human_first"]},
        2,
        {4: {"Human First"}, 1: {"illness"}},
    ),
    (
        "beanstalk_owned_by_mob",
        {9: ["orgcrime"]},
        4,
        {9: {"orgcrime"}, 3: {"Human First"}, 6: {"orgcrime"}, 4: {"illness"}},
    ),
    ("beanstalk_owned_by_mob", {2: ["orgcrime"]}, 0, {2: set(), 5: {"orgcrime"}, 6: {"orgcrime"}}),
    (
        "gang_wars",
        {4: ["orgcrime"], 5: ["orgcrime"], 6: ["orgcrime"]},
        3,
        {10: {"orgcrime"}, 1: {"outage"}, 3: {"illness"}},
    ),
    (
        "pistoleros_hit_squads_strike",
        {8: ["orgcrime"]},
        3,
        {8: {"orgcrime", "Human First"}, 3: {"orgcrime"}, 2: {"illness"}},
    ),
    ("pistoleros_hit_squads_strike", {9: ["orgcrime"]}, 0, {9: set(), 10: {"orgcrime"}}),
    (
        "tri_maf_leaders_unite",
        {9: ["orgcrime"]},
        1,
        {1: {"Human First"}, 2: {"Human First"}, 7: {"outage"}, 3: {"illness"}},
    ),
    (
        "crumbling_infrastructure",
        {4: ["outage"], 6: ["outage"]},
        2,
        {7: {"Human First"}, 2: {"orgcrime"}, 5: {"illness"}, 10: {"illness"}},
    ),
    (
        "earthquake_rocks_city",
        {4: ["outage"], 5: ["outage"], 6: ["outage"]},
        5,
        {8: {"Human First"}, 2: {"outage"}, 7: {"illness"}, 9: {"illness"}},
    ),
    ("earthquake_rocks_city", {4: ["outage"], 5: ["outage"]}, 0, {2: {"outage"}}),
    (
        "helium_3_transport_threatened",
        {9: ["outage"], 4: ["outage"]},
        5,
        {5: {"Human First"}, 8: {"illness"}},
    ),
    ("helium_3_transport_threatened", {4: ["outage"]}, 3, {8: {"illness"}}),
    ("helium_3_transport_threatened", {1: ["outage"]}, 0, {8: {"illness"}}),
    (
        "rolling_outages_increase",
        {9: ["outage"], 6: ["outage"], 3: ["outage"]},
        3,
        {4: {"orgcrime"}, 8: {"outage"}, 5: {"illness"}},
    ),
    (
        "average_wage_falls_again",
        {4: ["strike"], 5: ["strike"], 6: ["strike"]},
        4,
        {9: {"Human First"}, 8: {"orgcrime", "illness"}},
    ),
    ("average_wage_falls_again", {4: ["strike"], 5: ["strike"], 6: ["protest"]}, 0, {9: {"Human First"}}),
    (
        "record_unemployment",
        {d: ["protest"] for d in (4, 5, 7, 10)} | {2: ["strike"], 3: ["strike"]},
        4,
        {1: {"Human First"}, 9: {"orgcrime"}, 6: {"illness"}},
    ),
    ("record_unemployment", {d: ["protest"] for d in (4, 5, 7, 10, 3)}, 0, {6: {"illness"}}),
    (
        "social_apps_spark_revolution",
        {5: ["protest"], 7: ["strike"]},
        2,
        {6: {"Human First", "illness"}, 4: {"illness"}},
    ),
    (
        "welfare_programs_slashed",
        {5: ["strike"], 7: ["protest"]},
        1,
        {1: {"orgcrime", "illness"}, 2: {"orgcrime"}, 10: {"illness"}},
    ),
]


@clause("new_angeles", "24", "24.1", "24.1a", "24.1b", "63.5", "64.2", "24.2", "64.1")
@pytest.mark.parametrize(("event", "city", "rise", "after"), CASES)
def test_an_event(event: str, city: dict[int, list[str]], rise: int, after: dict[int, set[str]]) -> None:
    p = table(step="event", track=[], city=city, events=[event])
    assert threat(p) == rise
    for d, there in after.items():
        assert pieces(p, d) == there, d


@clause("new_angeles", "24.1a", "35", "42.1")
def test_a_unit_that_moves_twice_makes_both_moves_before_the_next() -> None:
    """R52: the one of 4 makes room in 9 only after the one of 1 would have passed it, were they to take turns."""
    city = {1: ["human_first"], 4: ["human_first"], 2: ["prisec"], 5: ["prisec"], 6: ["prisec"]}
    p = table(step="event", track=[], city=city, events=["activist_cells_awaken"])
    assert threat(p) == 2  # from 4 to 7 and 9; from 1 over 2, 5 and 6, past 9, to 10, and on into The Root
    assert pieces(p, 9) == {"Human First"} and pieces(p, 10) == set()


@clause("new_angeles", "24.1c")
def test_every_event_is_there_and_sets_three_to_five_turns() -> None:
    rows = box().events
    assert {row.id for row in rows} == {case[0] for case in CASES} and len(rows) == 16
    for row in rows:
        assert 3 <= row.turns <= 5
        p = table(step="event", track=[], city={}, events=[row.id])
        assert view(p)["turns_left"] == row.turns - 1  # one is revealed


@clause("new_angeles", "24.2")
def test_there_are_four_events_for_each_back() -> None:
    backs: list[str] = [event.back for event in box().events]
    assert {back: backs.count(back) for back in BACKS} == dict.fromkeys(BACKS, 4)


@clause("new_angeles", "24.3")
def test_the_back_on_top_is_open_and_no_front() -> None:
    p = table(events=["gang_wars"])
    for eye in (*range(6), None):
        (top,) = view(p, eye)["events"]
        assert top["back"] == "orgcrime" and top["name"] == ""


@clause("new_angeles", "24.1")
def test_the_upper_half_comes_before_the_lower() -> None:
    p = table(step="event", track=[], city={}, events=["gang_wars"])
    assert threat(p) == 0 and pieces(p, 10) == {"orgcrime"}  # counted before it was placed


@clause("new_angeles", "25")
def test_the_event_goes_to_the_bottom_faceup_for_memory() -> None:
    p = table(step="event", track=[], city={}, events=["gang_wars"])
    s = state(p)
    assert s.box.events[s.face[s.event_deck[0]]].id == "gang_wars" and len(s.event_deck) == 16


@clause("new_angeles", "63")
def test_an_event_can_end_the_game_at_once() -> None:
    p = table(
        step="event", track=[], threat=23, city={4: ["orgcrime"], 5: ["orgcrime"]}, events=["gang_wars"]
    )
    assert p.result is not None and p.ask() is None
    assert pieces(p, 10) == set()  # nothing more was placed


@clause("new_angeles", "24.1", "24.1b", "24.1c", "24.3")
def test_who_looks_at_events_sees_the_whole_of_their_fronts() -> None:
    p = resolving("unorthodox_knowledge", events=["tri_maf_leaders_unite"])
    assert verbs(p) == {"bottom"}
    top = view(p, 0)["events"][0]
    assert top["name"] == "Tri-Maf Leaders Unite!" and top["turns"] == 5
    assert top["places"] == [
        {"name": "Human First", "districts": [1, 2]},
        {"name": "outage", "districts": [7]},
        {"name": "illness", "districts": [3]},
    ]
    rows = {row.name: row for row in box().events}
    assert all(row["places"] and row["turns"] == rows[row["name"]].turns for row in view(p, 0)["events"])
    assert "Then Human First in 1, 2; outage in 7; illness in 3. 5 turns next round." in text(p, 0)
    for eye in (1, None):  # the others see the backs alone
        assert [(row["places"], row["turns"]) for row in view(p, eye)["events"]] == [([], 0)] * 3
        assert "next round." not in text(p, eye)
