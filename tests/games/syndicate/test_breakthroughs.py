"""Breakthroughs: cubes out of the bag, and markers that meet."""

from __future__ import annotations

from tests.games.syndicate.table import DOOMKING, ELECTRODE, SHADOWHEART, SUPERNOVA, at, city, told, track
from tests.support import clause, do


@clause("syndicate", "breakthrough.1")
def test_a_cube_out_of_the_bag_goes_on_top_of_its_own_track() -> None:
    p = at(mission="shadowheart", action="electrode", bag=["doomking"], tracks={"doomking": [1, 3]})
    do(p, 0, "pay_coin")
    heard = told(p, None, "go", by=0)
    assert track(p, DOOMKING) == (1, 4) and "A breakthrough: Doomking rises to Power 3." in heard


@clause("syndicate", "breakthrough.1")
def test_on_an_empty_track_it_lies_in_the_lowest_buffer() -> None:
    goals = ["shadowheart", "supernova", "goldhammer", "electrode"]
    p = at(mission="shadowheart", action="electrode", bag=["doomking"], tracks={"doomking": []}, goals=goals)
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert track(p, DOOMKING) == (0, 0) and city(p).power(DOOMKING) == 0  # R25


@clause("syndicate", "breakthrough.1")
def test_above_space_5_there_is_no_room_and_the_cube_goes_to_the_reserve() -> None:
    goals = ["shadowheart", "supernova", "goldhammer", "electrode"]
    p = at(
        mission="shadowheart", action="electrode", bag=["doomking"], tracks={"doomking": [3, 6]}, goals=goals
    )
    before = city(p).reserve[DOOMKING]
    do(p, 0, "pay_coin")
    heard = told(p, 1, "go", by=0)
    assert "Doomking cannot rise above 5: an orange cube goes to the Reserve." in heard
    assert track(p, DOOMKING) == (3, 6) and city(p).reserve[DOOMKING] == before + 1  # R4
    assert p.result is None


@clause("syndicate", "breakthrough.2")
def test_rewards_electrode_and_meetings_bring_cubes_out() -> None:
    meeting = at(mission="supernova", bag=["shadowheart"])
    do(meeting, 0, "pay_coin")
    do(meeting, 0, "go")
    power = at(cubes=[["electrode"], [], [], []], bag=["shadowheart"], tracks={"electrode": [0, 3]})
    do(power, 0, "power_pull", ELECTRODE, 1)
    for p in (meeting, power):
        assert track(p, SHADOWHEART) == (0, 3) and city(p).bag == [0] * 5


@clause("syndicate", "breakthrough.3")
def test_the_action_marker_meets_the_mission_marker() -> None:
    p = at(mission="supernova", bag=["shadowheart", "shadowheart"])
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert city(p).action_marker == city(p).mission_marker == SUPERNOVA
    assert track(p, SHADOWHEART) == (0, 3) and sum(city(p).bag) == 1


@clause("syndicate", "breakthrough.3")
def test_the_mission_marker_meets_the_action_marker_whoever_moves_it() -> None:
    march = at(step="begin", mission="electrode", bag=["supernova"])
    do(march, 0, "begin")
    shadow = at(
        mission="electrode",
        bag=["supernova"],
        cubes=[[], ["shadowheart"], [], []],
        tracks={"shadowheart": [0, 3]},
    )
    do(shadow, 1, "power_move", SHADOWHEART, 1)
    for p in (march, shadow):
        assert track(p, SUPERNOVA) == (0, 3)


@clause("syndicate", "breakthrough.3")
def test_standing_together_and_parting_is_no_meeting() -> None:
    p = at(mission="shadowheart", bag=["supernova"])
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert city(p).action_marker == 1 and sum(city(p).bag) == 1


@clause("syndicate", "breakthrough.4")
def test_s12_passing_counts_too() -> None:
    p = at(mission="supernova", bag=["shadowheart", "supernova"])
    do(p, 0, "pay_coin")
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert city(p).action_marker == DOOMKING and sum(city(p).bag) == 1


@clause("syndicate", "breakthrough.4")
def test_going_round_meets_every_time() -> None:
    p = at(mission="supernova", bag=["electrode", "electrode"], coins=[7, 3, 3, 3])
    for _ in range(6):
        do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert sum(city(p).bag) == 0 and track(p, ELECTRODE) == (0, 4)  # R6


@clause("syndicate", "breakthrough.3")
def test_an_empty_bag_lets_nothing_out() -> None:
    p = at(mission="supernova", bag=[])
    do(p, 0, "pay_coin")
    heard = told(p, None, "go", by=0)
    assert "The bag is empty: no breakthrough." in heard
    assert city(p).high == [2] * 5
