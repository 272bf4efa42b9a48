"""Accusation, and life after being revealed."""

from __future__ import annotations

import pytest

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
)
from tests.support import ask_of, clause, do, refused


@clause("syndicate", "accuse.1")
def test_one_accusation_in_each_of_ones_own_turns() -> None:
    p = at()
    said = refused(p, 1, "accuse", 0, SHADOWHEART)
    assert said.clause == "accuse.1" and "own turn" in said.reason
    do(p, 0, "accuse", 1, ELECTRODE)
    said = refused(p, 0, "accuse", 1, SPY)
    assert said.clause == "accuse.1" and "for this turn" in said.reason
    again = at(step="end", accused=True)
    do(again, 0, "end_turn")
    do(again, 1, "accuse", 0, ELECTRODE)  # a new turn, a new accusation
    assert city(again).accused


@clause("syndicate", "accuse.1")
def test_at_any_point_of_the_turn() -> None:
    for step in ("pay", "activate", "begin", "end"):
        p = at(step=step)
        do(p, 0, "accuse", 1, ELECTRODE)
        assert city(p).coins == [1, 5, 3, 3]
    p = at(step="begin")
    do(p, 0, "begin")
    do(p, 0, "lay", city(p).hand[0][0])
    do(p, 0, "accuse", 1, ELECTRODE)  # while others choose their cards (R13)
    assert ask_of(p).seats == (1, 2, 3)
    p = with_values(0, 0, 0, 3, missions=["quiet_tuesday"], revealed=[3], bag=[])
    play_mission(p)
    do(p, 0, "accuse", 1, ELECTRODE)  # while a revealed player ponders the count
    assert ask_of(p).seats == (3,)


@clause("syndicate", "accuse.2")
def test_two_coins_a_player_and_a_villain_or_the_spy() -> None:
    p = at()
    assert set(may(p, 0, "accuse")) == {(seat, goal) for seat in (1, 2, 3) for goal in range(6)}
    heard = told(p, 3, "accuse", 1, SPY, by=0)
    assert heard[0] == "A stakes two coins and accuses B: the Government Spy."
    poor = at(coins=[1, 3, 3, 3])
    assert may(poor, 0, "accuse") == []
    assert refused(poor, 0, "accuse", 1, SPY).clause == "accuse.2"
    for wrong in ((0, SPY), (4, SPY), (1, 6), (1, -1)):
        assert refused(at(), 0, "accuse", *wrong).clause in ("accuse.1", "accuse.2")


@clause("syndicate", "accuse.2")
def test_what_is_answered_cannot_be_asked_again_but_ones_own_goal_may_be_named() -> None:
    p = at(revealed=[2], denied=[[1, "electrode"]])
    charges = set(may(p, 0, "accuse"))
    assert not any(seat == 2 or goal == DOOMKING for seat, goal in charges)  # R28
    assert (1, ELECTRODE) not in charges and (3, ELECTRODE) in charges
    assert (1, SHADOWHEART) in charges  # seat 0 serves Shadowheart itself: a bluff
    assert refused(p, 0, "accuse", 1, ELECTRODE).clause == "accuse.3"


@clause("syndicate", "accuse.3", "accuse.4")
def test_s15_a_wrong_accusation_costs_two_coins_and_the_goal_stays_hidden() -> None:
    p = at()
    do(p, 0, "accuse", 1, DOOMKING)
    s = city(p)
    assert s.coins == [1, 5, 3, 3] and s.bank == 38
    assert not s.revealed and not s.sees(0, s.goal[1])
    players = p.view(2)["players"]
    assert isinstance(players, list) and players[1]["denied"] == [DOOMKING]


@clause("syndicate", "accuse.3")
def test_the_answer_is_always_the_truth() -> None:
    for goal in range(6):
        p = at()
        do(p, 0, "accuse", 1, goal)
        assert bool(city(p).revealed) == (goal == SUPERNOVA)


@clause("syndicate", "accuse.5")
def test_a_right_accusation_opens_the_goal_and_keeps_the_stake() -> None:
    p = at()
    heard = told(p, None, "accuse", 1, SUPERNOVA, by=0)
    assert "It is true: B is revealed as the Agent of Supernova." in heard
    s = city(p)
    assert s.coins[0] == 3 and s.revealed == 0b10
    for eye in (0, 2, 3, None):
        players = p.view(eye)["players"]
        assert isinstance(players, list) and players[1]["goal"]["key"] == "supernova"


@clause("syndicate", "accuse.6", "supernova.4")
def test_s16_for_supernova_the_accuser_gets_a_blue_cube_and_two_cards() -> None:
    p = at(cubes=[[], None, None, None])
    do(p, 0, "accuse", 1, SUPERNOVA)
    do(p, 0, "take_cube", SUPERNOVA)
    do(p, 0, "prize_draw", 2)
    assert cubes(p, 0) == [0, 1, 0, 0, 0] and track(p, SUPERNOVA) == (1, 2)
    assert len(city(p).hand[0]) == 7 and city(p).coins[0] == 3
    assert verbs(p, 0) >= {"stay"}


@clause("syndicate", "accuse.6", "shadowheart.4")
def test_for_shadowheart_a_black_cube_and_the_mission_marker() -> None:
    p = at(goals=["supernova", "shadowheart", "doomking", "goldhammer"], cubes=[[], None, None, None])
    do(p, 0, "accuse", 1, SHADOWHEART)
    do(p, 0, "take_cube", SHADOWHEART)
    assert city(p).mission_marker == DOOMKING
    do(p, 0, "prize_move", 1)
    assert city(p).mission_marker == GOLDHAMMER and cubes(p, 0) == [1, 0, 0, 0, 0]


@clause("syndicate", "accuse.6", "goldhammer.4")
def test_for_goldhammer_a_yellow_cube_and_a_coin() -> None:
    p = at(cubes=[[], None, None, None])
    do(p, 0, "accuse", 3, GOLDHAMMER)
    do(p, 0, "take_cube", GOLDHAMMER)
    assert may(p, 0, "prize_coin") == [(1,)]
    do(p, 0, "prize_coin", 1)
    assert city(p).coins == [4, 3, 3, 3] and cubes(p, 0) == [0, 0, 0, 1, 0]


@clause("syndicate", "accuse.6", "doomking.4")
def test_for_doomking_an_orange_cube_and_an_extra_card() -> None:
    p = at(cubes=[[], None, None, None], hands=[["cold_feet"], None, None, None])
    do(p, 0, "accuse", 2, DOOMKING)
    do(p, 0, "take_cube", DOOMKING)
    do(p, 0, "place", card("cold_feet"), 4)
    assert city(p).location[4] == [card("cold_feet")] and cubes(p, 0) == [0, 0, 1, 0, 0]


@clause("syndicate", "accuse.6", "electrode.4")
def test_for_electrode_a_purple_cube_and_one_into_the_bag() -> None:
    p = at(
        goals=["supernova", "electrode", "doomking", "goldhammer"], cubes=[["doomking"], [], [], []], bag=[]
    )
    do(p, 0, "accuse", 1, ELECTRODE)
    do(p, 0, "take_cube", ELECTRODE)
    do(p, 0, "stow", DOOMKING)
    assert cubes(p, 0) == [0, 0, 0, 0, 1] and city(p).bag == [0, 0, 1, 0, 0]


SPY_AT_B = ["supernova", "spy", "doomking", "goldhammer"]


@clause("syndicate", "accuse.6", "spy.4")
def test_for_the_spy_the_cards_in_its_hand() -> None:
    p = at(goals=SPY_AT_B, hands=[["cold_feet"], ["live_wire", "bystander"], None, None])
    do(p, 0, "accuse", 1, SPY)
    looking = p.view(0)["looking"]
    assert isinstance(looking, list) and [one["key"] for one in looking] == ["live_wire", "bystander"]
    assert p.view(2)["looking"] == []
    do(p, 0, "take_all")
    assert sorted(city(p).hand[0]) == sorted([card("cold_feet"), card("live_wire"), card("bystander")])
    assert city(p).hand[1] == []


@clause("syndicate", "spy.4", "gain.1")
def test_the_accuser_may_take_only_some_of_them() -> None:
    p = at(goals=SPY_AT_B, hands=[["cold_feet"], ["live_wire", "bystander"], None, None])
    do(p, 0, "accuse", 1, SPY)
    do(p, 0, "loot", card("bystander"))
    do(p, 0, "done")
    assert city(p).hand[1] == [card("live_wire")]


@clause("syndicate", "spy.4")
def test_a_card_the_spy_has_laid_is_no_longer_in_its_hand() -> None:
    p = at(goals=SPY_AT_B, hands=[["cold_feet"], ["live_wire", "bystander"], None, None], step="begin")
    do(p, 0, "begin")
    do(p, 1, "lay", card("live_wire"))
    do(p, 0, "accuse", 1, SPY)
    assert [things[0] for things in may(p, 0, "loot")] == [card("bystander")]  # R31
    do(p, 0, "take_all")
    assert city(p).laid[1] == card("live_wire")


@clause("syndicate", "accuse.6", "gain.1")
def test_rewards_for_the_accuser_may_be_left() -> None:
    p = at()
    do(p, 0, "accuse", 1, SUPERNOVA)
    do(p, 0, "decline")
    do(p, 0, "prize_draw", 1)
    assert track(p, SUPERNOVA) == (0, 2) and len(city(p).hand[0]) == 6


@clause("syndicate", "accuse.6")
def test_from_an_empty_track_there_is_no_cube() -> None:
    p = at(tracks={"supernova": []}, cubes=[[], None, None, None])
    do(p, 0, "accuse", 1, SUPERNOVA)
    assert "take_cube" not in verbs(p, 0)  # R14
    do(p, 0, "prize_draw", 2)
    assert sum(cubes(p, 0)) == 0 and len(city(p).hand[0]) == 7


@clause("syndicate", "accuse.7")
def test_s17_at_power_4_the_accusation_is_free() -> None:
    p = at(coins=[0, 3, 3, 3], tracks={"goldhammer": [2, 5]})
    assert set(may(p, 0, "accuse")) == {(seat, GOLDHAMMER) for seat in (1, 2, 3)}
    heard = told(p, None, "accuse", 1, GOLDHAMMER, by=0)
    assert heard == ["A accuses B without a stake: serves Goldhammer.", "B truthfully denies it."]
    assert city(p).coins == [0, 3, 3, 3]


@clause("syndicate", "accuse.7")
def test_only_that_villain_is_free_and_never_the_spy() -> None:
    p = at(tracks={"goldhammer": [2, 5]})
    do(p, 0, "accuse", 1, SPY)
    assert city(p).coins == [1, 5, 3, 3]  # R11
    rich = at(tracks={"goldhammer": [2, 5]})
    do(rich, 0, "accuse", 1, GOLDHAMMER)
    assert city(rich).coins == [3, 3, 3, 3]


# -- revealed -----------------------------------------------------------------------------------------


@clause("syndicate", "revealed.1")
def test_a_revealed_player_plays_on_and_may_even_accuse() -> None:
    p = at(revealed=[0])
    do(p, 0, "accuse", 1, ELECTRODE)
    do(p, 0, "stay")
    do(p, 0, "pass")
    do(p, 0, "begin")
    do(p, 0, "lay", city(p).hand[0][0])
    assert city(p).laid[0] >= 0


@clause("syndicate", "revealed.2", "revealed.3")
def test_s18_a_revealed_player_draws_for_supernova_but_takes_no_cube() -> None:
    p = at(revealed=[0], step="activate", action="supernova", coins=[1, 3, 3, 3])
    held = cubes(p, 0)
    assert may(p, 0, "activate_draw") == [(SUPERNOVA, 0, 2)]
    assert may(p, 0, "activate_draw_less") == [(SUPERNOVA, 0, 1)]
    said = refused(p, 0, "activate_draw", SUPERNOVA, 1, 2)
    assert said.clause == "revealed.2" == refused(p, 0, "activate_cube_less", SUPERNOVA).clause
    do(p, 0, "activate_draw", SUPERNOVA, 0, 2)
    assert len(city(p).hand[0]) == 7 and city(p).coins[0] == 0
    assert cubes(p, 0) == held and track(p, SUPERNOVA) == (0, 2)


@clause("syndicate", "revealed.2")
@pytest.mark.parametrize("seat", range(4))
def test_whoever_is_revealed_takes_no_cube_and_nobody_else_is_meant(seat: int) -> None:
    for revealed in ([seat], [(seat + 1) % 4, (seat + 3) % 4]):
        p = at(revealed=revealed, active=seat, step="activate", action="supernova")
        with_cube = {taken for _, taken, _ in may(p, seat, "activate_draw")}
        assert with_cube == ({0} if seat in revealed else {1})


@clause("syndicate", "revealed.3")
def test_a_revealed_player_needs_a_cube_on_the_track_and_a_coin() -> None:
    empty = at(revealed=[0], step="activate", action="supernova", tracks={"supernova": []})
    assert refused(empty, 0, "activate_draw", SUPERNOVA, 0, 2).clause == "action.7"
    broke = at(revealed=[0], step="activate", action="goldhammer", coins=[0, 3, 3, 3])
    assert refused(broke, 0, "activate_place", DOOMKING, 0, 1).clause == "action.5"


@clause("syndicate", "revealed.4")
def test_cubes_already_behind_the_screen_may_still_be_spent() -> None:
    p = at(revealed=[0], cubes=[["goldhammer"], [], [], []], tracks={"goldhammer": [0, 3]})
    do(p, 0, "power_coin", GOLDHAMMER, 1)
    assert city(p).coins[0] == 4


@clause("syndicate", "revealed.5")
@pytest.mark.parametrize(("seat", "verb"), [(0, "buy_move"), (1, "buy_draw"), (2, "buy_place")])
def test_the_goals_own_ability_comes_with_being_revealed(seat: int, verb: str) -> None:
    hidden, known = at(active=3), at(active=3, revealed=[seat])
    assert verb not in verbs(hidden, seat) and verb in verbs(known, seat)
    for step in ("activate", "begin", "end"):
        assert verb in verbs(at(active=3, step=step, revealed=[seat]), seat)


def test_a_reward_that_bank_or_deck_cannot_give_is_not_offered() -> None:
    """R14: the cube is there, the rest is not."""
    p = at(coins=[12, 12, 13, 13])
    do(p, 0, "accuse", 3, GOLDHAMMER)
    heard = told(p, None, "take_cube", GOLDHAMMER, by=0)
    assert heard[-1] == "The Bank is empty: A goes without 1 coin." and "stay" in verbs(p, 0)
    p = at(coins=[3, 3, 3, 3])
    city(p).hand[2] += city(p).deck
    city(p).deck = []
    do(p, 0, "accuse", 1, SUPERNOVA)
    do(p, 0, "take_cube", SUPERNOVA)
    assert "stay" in verbs(p, 0)


def test_no_more_is_offered_than_the_decks_hold() -> None:
    """Supernova's Action, Power and revealed abilities; the cube may be taken for itself."""
    for left in (9, 1, 0):
        p = at(action="supernova", cubes=[["supernova"], [], [], []], revealed=[1])
        city(p).hand[2] += city(p).deck[left:]
        del city(p).deck[left:]
        do(p, 0, "stay")
        assert may(p, 0, "activate_draw") == ([(SUPERNOVA, 1, min(2, left))] if left else [])
        assert may(p, 0, "activate_cube") == ([] if left else [(SUPERNOVA,)])
        assert may(p, 0, "power_draw") == ([(SUPERNOVA, 1)] if left else [])
        assert may(p, 1, "buy_draw") == [(count,) for count in (2, 1) if count <= left]
