"""Winning: at once, together, or as the last one hidden."""

from __future__ import annotations

import knaves
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SPY,
    SUPERNOVA,
    at,
    city,
    play_mission,
    told,
    with_values,
)
from tests.support import clause, do

AGENTS = ["spy", "supernova", "doomking", "goldhammer"]


def won(p: knaves.Position) -> tuple[int, ...] | None:
    return None if p.result is None else p.result.winners


@clause("syndicate", "win.1", "goal.2")
def test_s3_power_5_wins_at_once_and_power_4_does_not() -> None:
    for top, winners in ((4, None), (5, (2,))):
        p = with_values(6, 6, 5, 5, missions=["hollow_parade"], tracks={"doomking": [2, top]})
        play_mission(p)
        assert won(p) == winners
        assert (p.ask() is None) == (winners is not None)


@clause("syndicate", "win.1")
def test_four_successes_without_loss_bring_a_villain_home() -> None:
    p = at(step="begin")
    s = city(p)
    for expected in (2, 3, 4, 5):
        assert s.add_top(DOOMKING)
        assert s.power(DOOMKING) == expected
    assert not s.add_top(DOOMKING)  # R4


@clause("syndicate", "win.1")
def test_a_breakthrough_wins_in_the_middle_of_a_move_on_anybodys_turn() -> None:
    p = at(mission="supernova", bag=["doomking"], tracks={"doomking": [3, 5]})
    do(p, 0, "pay_coin")
    do(p, 0, "pay_coin")
    heard = told(p, None, "go", by=0)
    assert won(p) == (2,)
    assert heard[-1] == "C turns over the goal and wins: the Agent of Doomking."
    assert p.result is not None and p.result.reason == "The goal is reached: Agent of Doomking."


@clause("syndicate", "win.1")
def test_an_interjection_can_win_the_game() -> None:
    p = at(
        cubes=[[], [], ["electrode"], []], bag=["doomking"], tracks={"doomking": [3, 5], "electrode": [0, 3]}
    )
    do(p, 2, "power_pull", ELECTRODE, 1)
    assert won(p) == (2,) and p.ask() is None


@clause("syndicate", "win.1", "spy.1")
def test_s19_the_spy_wins_revealed_or_not_when_a_second_track_is_empty() -> None:
    for revealed in ([], [0]):
        p = with_values(
            0,
            0,
            0,
            -1,
            goals=AGENTS,
            missions=["quiet_tuesday"],
            tracks={"electrode": [], "doomking": [4, 4]},
            revealed=revealed,
            coins=[0, 3, 3, 3],
            bag=[],
        )
        play_mission(p)
        assert won(p) == (0,)


@clause("syndicate", "spy.1")
def test_one_empty_track_is_not_enough() -> None:
    p = with_values(
        0, 0, 0, -1, goals=AGENTS, missions=["quiet_tuesday"], tracks={"doomking": [4, 4]}, bag=[]
    )
    play_mission(p)
    assert won(p) is None and city(p).high[DOOMKING] == -1


@clause("syndicate", "win.1")
def test_a_goal_that_nobody_claims_is_known_to_be_nobodys() -> None:
    p = with_values(
        6,
        6,
        5,
        5,
        missions=["hollow_parade"],
        goals=["shadowheart", "supernova", "electrode", "spy"],
        tracks={"doomking": [2, 5]},
    )
    play_mission(p)
    assert won(p) is None
    assert p.view(None)["unserved"] == [DOOMKING]  # R21


def both(p_bag: list[str], goals: list[str] | None = None) -> knaves.Position:
    """A mission that brings Doomking and Goldhammer to 5 at the same moment."""
    p = with_values(
        6,
        6,
        5,
        5,
        missions=["hollow_parade"],
        tracks={"doomking": [2, 5], "goldhammer": [2, 5]},
        bag=p_bag,
        cubes=[[], [], [], []],
        goals=goals or ["shadowheart", "supernova", "doomking", "goldhammer"],
    )
    play_mission(p)
    return p


@clause("syndicate", "win.2")
def test_s20_at_one_moment_more_cubes_in_the_bag_decide() -> None:
    p = both(["doomking", "doomking", "goldhammer"])
    assert won(p) == (2,) and p.result is not None and p.result.scores == (0, 0, 1, 0)
    assert won(both(["goldhammer"])) == (3,)
    assert won(both(["doomking", "supernova"])) == (2,)


@clause("syndicate", "win.3")
def test_an_equal_number_in_the_bag_is_a_win_for_both() -> None:
    assert won(both([])) == (2, 3)
    assert won(both(["doomking", "goldhammer"])) == (2, 3)


@clause("syndicate", "win.2", "win.3")
def test_the_spy_has_no_cubes_in_a_tie() -> None:
    """Set by hand: Doomking stands at 5 at the very moment when a second track is empty."""
    goals = ["spy", "supernova", "doomking", "goldhammer"]
    for bag, winners in ((["doomking"], (2,)), ([], (0, 2))):
        p = at(goals=goals, tracks={"doomking": [2, 5], "electrode": []}, bag=bag, cubes=[[], [], [], []])
        s = city(p)
        s.high[DOOMKING], s.high[SHADOWHEART], s.low[SHADOWHEART] = 6, -1, 0
        s.check_goals()
        assert won(p) == winners  # R12


@clause("syndicate", "win.2", "electrode.2")
def test_cubes_pulled_together_are_one_moment() -> None:
    p = at(
        cubes=[["electrode"], [], [], []],
        bag=["doomking", "goldhammer"],
        tracks={"doomking": [2, 5], "goldhammer": [2, 5], "electrode": [0, 4]},
    )
    do(p, 0, "power_pull", ELECTRODE, 2)
    assert won(p) == (2, 3)  # R22


@clause("syndicate", "win.4")
def test_s22_the_last_one_hidden_wins_whoever_accuses() -> None:
    p = at(revealed=[0, 1])
    heard = told(p, None, "accuse", 2, DOOMKING, by=0)
    assert won(p) == (3,) and p.result is not None and "not revealed" in p.result.reason
    assert "D, the Agent of Goldhammer, is the last whose goal was hidden, and wins." in heard


@clause("syndicate", "win.4")
def test_with_two_players_a_right_accusation_wins() -> None:
    p = at(2)
    do(p, 0, "accuse", 1, SUPERNOVA)
    assert won(p) == (0,)  # R20


@clause("syndicate", "win.4")
def test_two_hidden_players_go_on() -> None:
    p = at(revealed=[0])
    do(p, 0, "accuse", 1, SUPERNOVA)
    assert won(p) is None


def test_the_accusers_cube_can_win_for_the_spy() -> None:
    p = at(goals=AGENTS, active=1, tracks={"electrode": [], "doomking": [3, 3]})
    do(p, 1, "accuse", 2, DOOMKING)
    do(p, 1, "take_cube", DOOMKING)
    assert won(p) == (0,)


def test_nobody_wins_by_a_denied_charge() -> None:
    p = at(2)
    do(p, 0, "accuse", 1, SPY)
    assert won(p) is None and city(p).power(GOLDHAMMER) == 1


@clause("syndicate", "win.2")
def test_who_reached_a_goal_at_the_same_moment_is_told_why_another_wins() -> None:
    p = with_values(
        6,
        6,
        5,
        5,
        missions=["hollow_parade"],
        tracks={"doomking": [2, 5], "goldhammer": [2, 5]},
        bag=["doomking", "doomking", "goldhammer"],
        cubes=[[], [], [], []],
    )
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert told(p, None, "stand", by=0)[-3:] == [
        "At the same moment the goal of C is reached, the Agent of Doomking; the bag has 2 cubes for it.",
        "At the same moment the goal of D is reached, the Agent of Goldhammer; the bag has 1 cube for it.",
        "C turns over the goal and wins: the Agent of Doomking.",
    ]
    assert p.result is not None
    assert p.result.reason == "Two goals at once, more cubes in the bag: Agent of Doomking."
    fate = p.game.ending(p.view(3), p.result, "ABCD").yours[3]
    assert fate == "You served Goldhammer, who reached Power 5 as well: the bag held more of another's cubes."


@clause("syndicate", "win.3")
def test_three_goals_at_one_moment_are_not_called_two() -> None:
    full = {"supernova": [2, 5], "doomking": [2, 5], "goldhammer": [2, 5], "electrode": [0, 5]}
    p = at(cubes=[["electrode"], [], [], []], bag=["supernova", "doomking", "goldhammer"], tracks=full)
    heard = told(p, None, "power_pull", ELECTRODE, 3, by=0)
    assert won(p) == (1, 2, 3) and p.result is not None
    names = "Agent of Supernova, Agent of Doomking and Agent of Goldhammer"
    assert p.result.reason == f"Three goals at once: {names}."
    assert heard[-1] == "D turns over the goal and wins: the Agent of Goldhammer."


@clause("syndicate", "win.1", "revealed.1")
def test_a_goal_that_lies_open_is_not_turned_over_again() -> None:
    p = at(
        revealed=[2],
        cubes=[["electrode"], [], [], []],
        bag=["doomking"],
        tracks={"doomking": [2, 5], "electrode": [0, 3]},
    )
    heard = told(p, None, "power_pull", ELECTRODE, 1, by=0)
    assert heard[-1] == "C, known as the Agent of Doomking, has reached the goal and wins." and won(p) == (2,)
