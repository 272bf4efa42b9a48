"""Cases at the edges: last cubes, short hands and banks, the end in the middle of something."""

from __future__ import annotations

from typing import Any

import knaves
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SPY,
    SUPERNOVA,
    at,
    card,
    city,
    cubes,
    may,
    play_mission,
    told,
    track,
    verbs,
    with_values,
    worlds,
)
from tests.support import ask_of, clause, do

SERVED = ["shadowheart", "supernova", "electrode", "spy"]  # nobody serves Doomking or Goldhammer


def answers(p: knaves.Position, seat: int) -> list[Any]:
    ask = ask_of(p)
    return list(ask.options(seat))


@clause("syndicate", "accuse.7")
def test_a_villain_at_power_5_is_not_named_for_free() -> None:
    """R11: the accusation is free at exactly 4."""
    p = at(goals=SERVED, coins=[1, 3, 3, 3], tracks={"doomking": [0, 5], "goldhammer": [0, 6]})
    charges = p.view(0)["charges"]
    assert isinstance(charges, list) and [row["free"] for row in charges] == [0, 0, 1, 0, 0, 0]
    assert {things[1] for things in may(p, 0, "accuse")} == {DOOMKING}


@clause("syndicate", "electrode.1", "gain.1")
def test_without_a_cube_electrode_is_of_use_only_with_the_own_one() -> None:
    words: dict[str, Any] = {"step": "activate", "cubes": [[], [], [], []], "bag": []}
    hidden = {o for o in answers(at(**words), 0) if len(o) > 1 and o[1] == ELECTRODE and o[0] != "accuse"}
    assert hidden == {("activate_bag", ELECTRODE, 1, 1), ("activate_cube_less", ELECTRODE)}
    known = at(revealed=[0], **words)
    assert not [o for o in answers(known, 0) if o[0].startswith("activate") and o[1] == ELECTRODE]


@clause("syndicate", "win.1", "action.6")
def test_the_spys_last_cube_ends_the_game_before_the_ability_is_used() -> None:
    goals = ["spy", "shadowheart", "doomking", "electrode"]
    p = at(goals=goals, action="doomking", step="activate", tracks={"supernova": [3, 3], "goldhammer": []})
    before = len(city(p).hand[0])
    do(p, 0, "activate_draw", SUPERNOVA, 1, 2)
    assert p.result is not None and p.result.winners == (0,) and len(city(p).hand[0]) == before


@clause("syndicate", "win.1", "breakthrough.4")
def test_a_marker_stops_where_the_game_is_won() -> None:
    p = at(mission="goldhammer", action="electrode", bag=["electrode"], cubes=[["shadowheart"], [], [], []],
           goals=["shadowheart", "supernova", "doomking", "electrode"],
           tracks={"shadowheart": [0, 5], "electrode": [0, 5]})  # fmt: skip
    do(p, 0, "power_move", SHADOWHEART, 3)
    assert p.result is not None and p.result.winners == (3,)
    assert city(p).mission_marker == ELECTRODE


@clause("syndicate", "gain.1", "reward.5")
def test_what_was_waived_of_one_mission_is_not_waived_of_the_next() -> None:
    p = with_values(6, 6, 0, 0, missions=["borrowed_crown", "night_ferry"], bag=[])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    do(p, 1, "waive_cards", 2)
    assert may(p, 1, "waive_cards") == [] and "unwaive" in verbs(p, 1)  # once, until it is taken back
    do(p, 0, "stand")
    assert [len(hand) for hand in city(p).hand] == [2, 0, 2, 2]
    do(p, 0, "end_turn")
    for answer in ("stay", "pass", "begin"):
        do(p, 1, answer)
    assert city(p).waived_cards == (0, 0, 0, 0)


@clause("syndicate", "gain.1", "reward.4")
def test_a_waiver_of_coins_stands_until_it_is_taken_back() -> None:
    p = with_values(6, 6, 0, 0, missions=["flood_the_mint"], bag=[])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert may(p, 2, "waive_coins") == [(1,), (2,)]
    do(p, 2, "waive_coins", 1)
    assert may(p, 2, "waive_coins") == []
    do(p, 2, "unwaive")
    assert may(p, 2, "waive_coins") == [(1,), (2,)]


@clause("syndicate", "power.3", "doomking.2")
def test_cards_that_wait_elsewhere_stay_though_the_marker_has_come_there() -> None:
    """R9: the mission takes what lies at its own location, not what lies where the marker stands by now."""
    p = with_values(0, 0, 0, 0, missions=["hollow_parade"], cubes=[["shadowheart"], [], [], []], bag=[],
                    tracks={"shadowheart": [0, 3]},
                    locations={"electrode": ["bystander"], "goldhammer": ["cold_feet"]})  # fmt: skip
    do(p, 0, "begin")
    do(p, 0, "power_move", SHADOWHEART, 1)
    assert city(p).mission_marker == ELECTRODE
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert city(p).location[ELECTRODE] == [card("bystander")]
    assert card("cold_feet") in city(p).shown and len(city(p).shown) == 5


@clause("syndicate", "reward.1")
def test_an_empty_bag_brings_no_breakthrough_and_nobody_declines_it() -> None:
    p = with_values(6, 6, 0, 0, missions=["quiet_tuesday"], bag=[])
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    play_mission(p)
    lines = [p.text(event, 0) for event in heard]
    assert "The bag is empty: no breakthrough." in lines and "A declines the breakthrough." not in lines


@clause("syndicate", "electrode.3", "win.1")
def test_a_cube_that_revealed_electrode_places_wins_at_once() -> None:
    p = at(goals=["electrode", "supernova", "doomking", "spy"], revealed=[0], bag=["doomking"],
           tracks={"doomking": [0, 5]})  # fmt: skip
    do(p, 0, "buy_cubes", 1)
    do(p, 0, "set_cube", DOOMKING)
    assert p.result is not None and p.result.winners == (2,)


@clause("syndicate", "doomking.4", "accuse.6")
def test_the_accuser_gets_the_only_cube_of_a_track_from_its_lowest_circle() -> None:
    p = at(tracks={"doomking": [0, 0]}, bag=[], cubes=[[], [], [], []])
    do(p, 0, "accuse", 2, DOOMKING)
    do(p, 0, "take_cube", DOOMKING)
    assert track(p, DOOMKING) == (0, -1) and cubes(p, 0)[DOOMKING] == 1


@clause("syndicate", "doomking.2", "power.5")
def test_no_more_cards_are_placed_than_the_hand_has() -> None:
    words: dict[str, Any] = {"cubes": [["doomking"], [], [], []], "tracks": {"doomking": [0, 5]}, "bag": []}
    p = at(hands=[["cold_feet"], None, None, None], **words)
    assert may(p, 0, "power_place") == [(DOOMKING, 1)]
    assert may(at(hands=[[], None, None, None], **words), 0, "power_place") == []


@clause("syndicate", "goldhammer.2", "box.1")
def test_no_more_coins_are_taken_than_the_bank_has() -> None:
    """R27"""
    p = at(coins=[20, 20, 9, 0], cubes=[["goldhammer"], [], [], []], tracks={"goldhammer": [0, 5]}, bag=[])
    assert city(p).bank == 1 and may(p, 0, "power_coin") == [(GOLDHAMMER, 1)]
    assert may(p, 0, "power_coin_less") == []


def test_who_moves_the_mission_is_remembered_for_both_who_come_next() -> None:
    p = at(step="activate")
    do(p, 0, "activate_move", SHADOWHEART, 1, 1)
    steered = p.view(None)["players"]
    assert isinstance(steered, list)
    assert steered[0]["steered"] == [0, 0, 0, 1, 1]  # the next mission is Goldhammer's and Electrode's


@clause("syndicate", "win.4", "accuse.5")
def test_the_accuser_may_be_the_last_who_is_hidden() -> None:
    p = at(seats=3, goals=["doomking", "supernova", "spy"], revealed=[1])
    heard = told(p, 1, "accuse", 2, SPY, by=0)
    assert p.result is not None and p.result.winners == (0,)
    assert "A, the Agent of Doomking, is the last whose goal was hidden, and wins." in heard


@clause("syndicate", "doomking.1", "setup.4")
def test_a_card_that_waits_face_down_is_seen_by_whoever_placed_it_alone() -> None:
    p = at(action="doomking", step="activate", hands=[["cold_feet"], None, None, None])
    do(p, 0, "activate_place", DOOMKING, 1, 1)
    do(p, 0, "place", card("cold_feet"), ELECTRODE)
    seen = {}
    for eye in (0, 1, None):
        spaces = p.view(eye)["spaces"]
        assert isinstance(spaces, list)
        seen[eye] = (spaces[ELECTRODE]["cards"], [row["key"] for row in spaces[ELECTRODE]["yours"]])
    assert seen == {0: (1, ["cold_feet"]), 1: (1, []), None: (1, [])}


@clause("syndicate", "mission.3")
def test_laying_a_card_does_not_show_in_the_number_of_cards() -> None:
    """Whether somebody laid a card or abstained is known when the mission opens, not before."""
    p = at(step="begin")
    do(p, 0, "begin")
    do(p, 1, "lay", city(p).hand[1][0])
    do(p, 2, "abstain")
    rows = p.view(3)["players"]
    assert isinstance(rows, list) and [row["cards"] for row in rows] == [5, 5, 5, 5]


@clause("syndicate", "electrode.1")
def test_a_cube_joins_those_of_its_colour_in_the_bag_and_only_who_put_it_there_hears_which() -> None:
    p = at(active=1, step="activate", action="shadowheart", bag=["doomking", "doomking"],
           cubes=[[], ["doomking"], [], []])  # fmt: skip
    do(p, 1, "activate_bag", ELECTRODE, 1, 1)
    heard = {eye: p.clone() for eye in (0, 1, 2, None)}
    secret = {eye: told(world, eye, "stow", DOOMKING, by=1) for eye, world in heard.items()}
    assert secret[1] == ["B puts an orange cube into the bag."]
    assert {tuple(secret[eye]) for eye in (0, 2, None)} == {("B secretly puts a cube into the bag.",)}
    do(p, 1, "stow", DOOMKING)
    assert city(p).bag[DOOMKING] == 3


@clause("syndicate", "spy.4")
def test_only_accuser_and_spy_hear_which_cards_change_hands() -> None:
    goals = ["shadowheart", "supernova", "spy", "doomking"]
    p = at(active=1, goals=goals, hands=[None, None, ["cold_feet"], None])
    do(p, 1, "accuse", 2, SPY)
    heard = {eye: told(p.clone(), eye, "take_all", by=1) for eye in (0, 1, 2, 3, None)}
    assert [line for line in heard[1] if "Cold Feet" in line] == ["B takes Cold Feet from the hand of C."]
    assert "B takes Cold Feet from the hand of C." in heard[2]
    assert not any("Cold Feet" in line for eye in (0, 3, None) for line in heard[eye])


@clause("syndicate", "action.1")
def test_when_the_marker_has_moved_nothing_is_paid_any_more() -> None:
    p = at()
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert p.view(0)["paid"] == 0 and p.view(0)["landing"] == city(p).action_marker


@clause("syndicate", "win.1", "spy.1")
def test_what_was_reached_and_claimed_by_nobody_is_nobodys_in_any_world() -> None:
    """R21: the Spy's goal, and that of the last villain."""
    p = at(goals=[*SERVED[:3], "doomking"], tracks={"supernova": [], "shadowheart": []})
    assert p.view(0)["unserved"] == [SPY]
    assert not any(s.face[slot] == SPY for eye in (0, 1, None) for s in worlds(p, eye) for slot in s.goal)
    p = at(goals=["shadowheart", "supernova", "doomking", "spy"], tracks={"electrode": [0, 6]})
    assert not any(s.face[slot] == ELECTRODE for s in worlds(p, 1) for slot in s.goal)


@clause("syndicate", "reward.3")
def test_only_tracks_that_get_a_cube_are_said_to() -> None:
    reserve = {"supernova": [1, 2], "electrode": [0, 2], "shadowheart": [1, 2]}
    p = with_values(
        6, 6, 5, 5, missions=["rigged_census"], tracks=reserve, bag=["shadowheart"] * 8, cubes=[[]] * 4
    )
    assert city(p).reserve[SHADOWHEART] == 0
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    heard = told(p, None, "stand", by=0)
    assert [line for line in heard if "at the bottom" in line] == [
        "Supernova gets a cube at the bottom of the track."
    ]
