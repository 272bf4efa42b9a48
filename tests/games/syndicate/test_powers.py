"""Action and Power abilities: at any time, any number, as strong as the villain."""

from __future__ import annotations

import pytest

from knaves.games.syndicate.cards import box
from tests.games.syndicate.table import (
    COLOURS,
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SUPERNOVA,
    at,
    city,
    cubes,
    lay_all,
    may,
    told,
    verbs,
    with_values,
)
from tests.support import ask_of, clause, do, refused


@clause("syndicate", "ability.1")
def test_each_villain_has_two_abilities_and_actions_belong_to_ones_own_action_phase() -> None:
    assert len({type(row.action) for row in box().villains}) == 5
    assert [type(row.action) is type(row.power) for row in box().villains] == [True, True, True, True, False]
    p = at(step="begin")
    said = refused(p, 0, "activate_move", SHADOWHEART, 1, 1)
    assert said.clause == "ability.1"
    other = at(step="activate")
    assert not any(verb.startswith("activate_") for verb in verbs(other, 1))
    assert refused(other, 1, "activate_move", SHADOWHEART, 1, 1).reason


@clause("syndicate", "power.1")
def test_a_cube_is_spent_back_into_the_reserve() -> None:
    p = at(cubes=[["goldhammer"], [], [], []], tracks={"goldhammer": [0, 3]})
    reserve = city(p).reserve[GOLDHAMMER]
    do(p, 0, "power_coin", GOLDHAMMER, 1)
    assert cubes(p, 0) == [0] * 5 and city(p).reserve[GOLDHAMMER] == reserve + 1
    assert city(p).coins[0] == 4
    said = refused(p, 0, "power_coin", GOLDHAMMER, 1)
    assert said.clause == "power.1" and "no yellow cube" in said.reason


@clause("syndicate", "power.2")
def test_power_abilities_work_on_other_peoples_turns_and_in_the_middle_of_a_mission() -> None:
    for step in ("pay", "activate", "begin", "end"):
        p = at(step=step, cubes=[[], [], ["goldhammer"], []], tracks={"goldhammer": [0, 3]})
        do(p, 2, "power_coin", GOLDHAMMER, 1)
        assert city(p).coins == [3, 3, 4, 3]
        assert ask_of(p).seats == (0,)  # what was going on goes on
    p = at(step="begin", cubes=[[], [], ["goldhammer", "goldhammer"], []], tracks={"goldhammer": [0, 3]})
    do(p, 0, "begin")
    do(p, 2, "power_coin", GOLDHAMMER, 1)  # before laying a card
    do(p, 2, "lay", city(p).hand[2][0])
    do(p, 2, "power_coin", GOLDHAMMER, 1)  # and after
    assert ask_of(p).seats == (0, 1, 3) and city(p).coins[2] == 5


@clause("syndicate", "power.3", "shadowheart.2")
def test_s13_moving_the_marker_does_not_move_a_running_mission() -> None:
    p = with_values(
        6,
        6,
        5,
        5,
        missions=["hollow_parade"],
        cubes=[["shadowheart"], [], [], []],
        tracks={"shadowheart": [0, 3]},
        bag=[],
    )
    do(p, 0, "begin")
    assert city(p).place == GOLDHAMMER
    do(p, 0, "power_move", SHADOWHEART, 1)
    assert city(p).mission_marker == ELECTRODE and city(p).place == GOLDHAMMER
    lay_all(p)
    assert [city(p).power(villain) for villain in range(5)] == [2, 1, 2, 2, 1]
    assert city(p).mission_marker == ELECTRODE


@clause("syndicate", "power.3")
def test_before_the_flip_the_marker_does_move_the_mission() -> None:
    p = at(step="begin", cubes=[[], ["shadowheart"], [], []], tracks={"shadowheart": [0, 3]}, bag=[])
    do(p, 1, "power_move", SHADOWHEART, 1)
    do(p, 0, "begin")
    assert city(p).place == ELECTRODE


@clause("syndicate", "power.4")
def test_any_number_of_cubes_may_be_spent_in_a_row() -> None:
    p = at(cubes=[[], ["goldhammer"] * 4, [], []], tracks={"goldhammer": [0, 4]})
    for _ in range(4):
        do(p, 1, "power_coin", GOLDHAMMER, 2)
    assert city(p).coins[1] == 11 and sum(cubes(p, 1)) == 0


@clause("syndicate", "power.5")
@pytest.mark.parametrize("villain", range(5))
def test_the_arrow_at_the_villains_power_says_how_strong_it_is(villain: int) -> None:
    arrows = box().villains[villain].arrows
    assert arrows[0] == 0 and min(arrows[:2]) == 0  # a weak villain's ability does nothing
    verb = ("power_move", "power_draw", "power_place", "power_coin", "power_pull")[villain]
    goals = [key for key in (*COLOURS, "spy") if key != COLOURS[villain]][:4]
    for power in range(6):
        p = at(
            cubes=[[COLOURS[villain]], [], [], []],
            tracks={COLOURS[villain]: [0, power + 1]},
            bag=["shadowheart"] * 2 + ["supernova"] * 2,
            goals=goals,
        )
        ways = may(p, 0, verb) + (may(p, 0, verb + "_less") if villain in (SUPERNOVA, GOLDHAMMER) else [])
        amounts = sorted(things[1] for things in ways)
        level = arrows[power]
        assert amounts == [level][:level] if villain == DOOMKING else amounts == list(range(1, level + 1))
        assert (villain,) in may(p, 0, "return_cube")


@clause("syndicate", "power.5", "power.1")
def test_a_cube_may_be_spent_for_nothing() -> None:
    p = at(cubes=[["supernova"], [], [], []], tracks={"supernova": [0, 1]})
    reserve = city(p).reserve[SUPERNOVA]
    assert may(p, 0, "power_draw") == []
    heard = told(p, 1, "return_cube", SUPERNOVA, by=0)
    assert heard == ["A returns a blue cube to the Reserve, for nothing."]
    assert city(p).reserve[SUPERNOVA] == reserve + 1 and len(city(p).hand[0]) == 5  # R32
    assert refused(at(cubes=[["supernova"], [], [], []]), 0, "power_draw", SUPERNOVA, 9).clause == "power.5"


@clause("syndicate", "gain.1")
def test_a_power_ability_may_be_used_for_less() -> None:
    p = at(
        cubes=[["supernova"], [], [], []],
        tracks={"supernova": [0, 5]},
        hands=[["cold_feet"], None, None, None],
    )
    most = max(things[1] for things in may(p, 0, "power_draw"))
    assert most >= 2
    do(p, 0, "power_draw_less", SUPERNOVA, 1)
    assert len(city(p).hand[0]) == 2


@clause("syndicate", "power.2")
def test_all_hear_which_cube_is_spent_and_nobody_hears_what_is_drawn() -> None:
    p = at(cubes=[["supernova"], [], [], []], tracks={"supernova": [0, 2]})
    mine, theirs = p.clone(), p
    heard = told(theirs, 1, "power_draw", SUPERNOVA, 1, by=0)
    assert heard == ["A spends a blue cube on Supernova's Power ability.", "A draws 1 card."]
    own = told(mine, 0, "power_draw", SUPERNOVA, 1, by=0)
    name = box().support[city(mine).face[city(mine).hand[0][-1]]].name
    assert own[-1] == f"A draws {name}."
