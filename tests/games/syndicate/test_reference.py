"""Villains and Government: every Action, Power and revealed ability."""

from __future__ import annotations

from typing import Any

import pytest

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
    lay_all,
    may,
    play_mission,
    told,
    track,
    values,
    verbs,
    with_values,
)
from tests.support import ask_of, clause, do, refused

# -- Shadowheart --------------------------------------------------------------------------------------


@clause("syndicate", "shadowheart.1")
def test_shadowheart_moves_the_mission_marker_one_space() -> None:
    p = at(step="activate")
    do(p, 0, "activate_move", SHADOWHEART, 1, 1)
    assert city(p).mission_marker == GOLDHAMMER and city(p).coins[0] == 2


@clause("syndicate", "shadowheart.2")
def test_shadowhearts_power_moves_it_as_many_as_the_level() -> None:
    p = at(cubes=[[], ["shadowheart"], [], []], tracks={"shadowheart": [0, 4]}, bag=[])
    level = city(p).box.villains[SHADOWHEART].arrows[3]
    do(p, 1, "power_move", SHADOWHEART, level)
    assert city(p).mission_marker == (DOOMKING + level) % 5


@clause("syndicate", "shadowheart.3")
def test_revealed_shadowheart_pays_a_coin_to_move_it() -> None:
    p = at(revealed=[0], active=1, step="end")
    do(p, 0, "buy_move", 1)
    do(p, 0, "buy_move", 1)
    assert city(p).mission_marker == ELECTRODE and city(p).coins[0] == 1
    broke = at(revealed=[0], coins=[0, 3, 3, 3])
    assert refused(broke, 0, "buy_move", 1).clause == "revealed.5"


# -- Goldhammer ---------------------------------------------------------------------------------------


@clause("syndicate", "goldhammer.1")
def test_goldhammer_gives_a_coin() -> None:
    p = at(step="activate", action="goldhammer")
    bank = city(p).bank
    do(p, 0, "activate_coin", GOLDHAMMER, 1, 1)
    assert city(p).coins[0] == 4 and city(p).bank == bank - 1


@clause("syndicate", "goldhammer.1")
def test_an_empty_bank_gives_nothing() -> None:
    p = at(step="activate", action="goldhammer", coins=[12, 12, 13, 13])  # R27
    assert may(p, 0, "activate_coin") == [] and (GOLDHAMMER,) in may(p, 0, "activate_cube")


@clause("syndicate", "goldhammer.2")
def test_goldhammers_power_gives_coins_by_level() -> None:
    p = at(cubes=[[], [], ["goldhammer"], []], tracks={"goldhammer": [0, 5]})
    level = city(p).box.villains[GOLDHAMMER].arrows[4]
    do(p, 2, "power_coin", GOLDHAMMER, level)
    assert city(p).coins[2] == 3 + level and level > 1


def short_by(lack: int, **words: Any) -> knaves.Position:
    """An open mission that is so many short of its number; Goldhammer's agent, seat 3, is revealed."""
    p = with_values(0, 0, 0, 4 - lack, missions=["quiet_tuesday"], revealed=[3], bag=[], **words)
    play_mission(p)
    return p


@clause("syndicate", "goldhammer.3", "revealed.5")
def test_revealed_goldhammer_raises_the_result_for_coins() -> None:
    p = short_by(2)
    assert ask_of(p).seats == (3,)
    assert may(p, 3, "raise") == [(1,), (2,), (3,)]
    do(p, 3, "raise", 1)
    do(p, 0, "stand")  # everybody may look at the new count
    assert verbs(p, 3) >= {"stand", "raise"}  # as many coins as wanted (R10)
    do(p, 3, "raise", 1)
    do(p, 0, "stand")
    do(p, 3, "stand")
    assert city(p).power(GOLDHAMMER) == 2 and city(p).coins[3] == 1


@clause("syndicate", "goldhammer.3")
def test_it_may_let_the_count_stand_and_only_during_resolution() -> None:
    p = short_by(1)
    do(p, 3, "stand")
    assert city(p).power(GOLDHAMMER) == 0 and city(p).coins[3] == 3
    assert "raise" not in verbs(at(revealed=[3], active=3), 3)


@clause("syndicate", "goldhammer.3")
def test_hidden_goldhammer_is_not_asked() -> None:
    p = with_values(0, 0, 0, 3, missions=["quiet_tuesday"], bag=[])
    play_mission(p)
    assert city(p).stage == 0 and city(p).power(GOLDHAMMER) == 0


# -- Doomking -----------------------------------------------------------------------------------------


@clause("syndicate", "doomking.1")
def test_doomking_puts_a_card_face_down_on_any_location() -> None:
    p = at(step="activate", action="doomking", hands=[["cold_feet", "bystander"], None, None, None])
    do(p, 0, "activate_place", DOOMKING, 1, 1)
    assert {things[1] for things in may(p, 0, "place")} == set(range(5))
    watched = p.clone()
    do(p, 0, "place", card("cold_feet"), ELECTRODE)
    s = city(p)
    assert s.location[ELECTRODE] == [card("cold_feet")] and s.hand[0] == [card("bystander")]
    assert not any(s.sees(eye, card("cold_feet")) for eye in (1, 2, 3, 4))
    heard = told(watched, 1, "place", card("cold_feet"), ELECTRODE, by=0)
    assert heard == ["A places a Support card face down between Goldhammer and Electrode."]


@clause("syndicate", "doomking.1")
def test_a_placed_card_waits_for_the_next_mission_there_and_adds_to_it() -> None:
    """R9: four players' cards and the one that waited; with three players the deck card comes as well."""
    for seats in (4, 3):
        keys = values(*[0] * seats, 6, 1)
        p = at(
            seats,
            step="begin",
            hands=[[key] for key in keys[:seats]],
            locations={"goldhammer": [keys[seats]]},
            deck=[keys[seats + 1]],
            missions=["quiet_tuesday"],
            bag=[],
        )
        play_mission(p)
        assert city(p).power(GOLDHAMMER) == 2 and city(p).location[GOLDHAMMER] == []
        assert len(city(p).discard) == seats + (2 if seats == 3 else 1)


@clause("syndicate", "doomking.1")
def test_elsewhere_it_keeps_waiting() -> None:
    keys = values(0, 0, 0, 0, 6)
    p = at(
        step="begin",
        hands=[[key] for key in keys[:4]],
        locations={"electrode": [keys[4]]},
        missions=["quiet_tuesday"],
        bag=[],
    )
    play_mission(p)
    assert city(p).power(GOLDHAMMER) == 0 and city(p).location[ELECTRODE] == [card(keys[4])]


@clause("syndicate", "doomking.2")
def test_doomkings_power_places_several_cards_on_several_locations() -> None:
    hand = ["cold_feet", "bystander", "rehearsal", "inside_job"]
    p = at(cubes=[["doomking"], [], [], []], tracks={"doomking": [0, 4]}, hands=[hand, None, None, None])
    level = city(p).box.villains[DOOMKING].arrows[3]
    do(p, 0, "power_place", DOOMKING, level)
    for n in range(level):
        do(p, 0, "place", card(hand[n]), n)
    assert [len(cards) for cards in city(p).location] == [1] * level + [0] * (5 - level)
    assert verbs(p, 0) >= {"stay"}  # back in the Action phase


@clause("syndicate", "doomking.2", "gain.1")
def test_fewer_may_be_placed() -> None:
    p = at(cubes=[["doomking"], [], [], []], tracks={"doomking": [0, 4]})
    do(p, 0, "power_place", DOOMKING, 2)
    do(p, 0, "done")
    assert city(p).location == [[]] * 5 and len(city(p).hand[0]) == 5


@clause("syndicate", "doomking.2", "power.3")
def test_until_the_reveal_a_card_joins_the_running_mission_and_afterwards_it_waits() -> None:
    keys = values(0, 0, 0, 3, 1, 2)
    hands = [[keys[0], keys[4], keys[5]], [keys[1]], [keys[2]], [keys[3]]]
    p = at(
        step="begin",
        hands=hands,
        missions=["quiet_tuesday"],
        cubes=[["doomking"] * 2, [], [], []],
        tracks={"doomking": [0, 3]},
        revealed=[3],
        bag=[],
    )
    do(p, 0, "begin")
    do(p, 0, "power_place", DOOMKING, 1)
    do(p, 0, "place", card(keys[4]), GOLDHAMMER)
    lay_all(p)
    mission = p.view(None)["mission"]
    assert isinstance(mission, dict) and mission["total"] == 4 and mission["open"]
    do(p, 0, "power_place", DOOMKING, 1)  # the cards are open; seat 3 is deciding
    do(p, 0, "place", card(keys[5]), GOLDHAMMER)
    assert city(p).location[GOLDHAMMER] == [card(keys[5])]  # R26
    do(p, 3, "stand")
    assert city(p).location[GOLDHAMMER] == [card(keys[5])]


@clause("syndicate", "doomking.3")
def test_revealed_doomking_pays_a_coin_to_play_an_extra_card() -> None:
    p = at(revealed=[2], hands=[None, None, ["cold_feet"], None])
    do(p, 2, "buy_place")
    do(p, 2, "place", card("cold_feet"), SUPERNOVA)
    assert city(p).location[SUPERNOVA] == [card("cold_feet")] and city(p).coins[2] == 2
    assert "buy_place" not in verbs(p, 2)  # no card left


# -- Electrode ----------------------------------------------------------------------------------------


@clause("syndicate", "electrode.1")
def test_electrode_takes_a_cube_of_any_colour_into_the_bag_unseen() -> None:
    p = at(step="activate", cubes=[["doomking", "supernova"], [], [], []], bag=[])
    do(p, 0, "activate_bag", ELECTRODE, 1, 1)
    assert {things[0] for things in may(p, 0, "stow")} == {DOOMKING, SUPERNOVA, ELECTRODE}
    other, own = p.clone(), p.clone()
    assert told(other, 1, "stow", SUPERNOVA, by=0) == ["A secretly puts a cube into the bag."]
    assert told(own, 0, "stow", SUPERNOVA, by=0) == ["A puts a blue cube into the bag."]
    do(p, 0, "stow", SUPERNOVA)
    assert city(p).bag == [0, 1, 0, 0, 0] and cubes(p, 0) == [0, 0, 1, 0, 1]


@clause("syndicate", "electrode.1", "gain.1")
def test_the_cube_may_be_kept() -> None:
    p = at(step="activate", cubes=[["doomking"], [], [], []], bag=[])
    do(p, 0, "activate_bag", ELECTRODE, 1, 1)
    do(p, 0, "keep")
    assert city(p).bag == [0] * 5 and sum(cubes(p, 0)) == 2


@clause("syndicate", "electrode.1")
def test_without_any_cube_there_is_nothing_to_put_in() -> None:
    p = at(step="activate", cubes=[[], [], [], []], bag=[])
    assert (ELECTRODE, 1, 1) in may(p, 0, "activate_bag")  # the cube just taken may go in
    assert (ELECTRODE, 0, 1) not in may(p, 0, "activate_bag")


@clause("syndicate", "electrode.2")
def test_electrodes_power_pulls_cubes_by_level() -> None:
    p = at(
        cubes=[["electrode"], [], [], []],
        tracks={"electrode": [0, 4]},
        bag=["doomking", "supernova", "supernova"],
    )
    level = city(p).box.villains[ELECTRODE].arrows[3]
    before = sum(city(p).high)
    do(p, 0, "power_pull", ELECTRODE, level)
    assert sum(city(p).bag) == 3 - level and sum(city(p).high) == before + level


@clause("syndicate", "electrode.2")
def test_it_pulls_no_more_than_there_are() -> None:
    p = at(cubes=[["electrode"], [], [], []], tracks={"electrode": [0, 5]}, bag=["doomking"])
    assert may(p, 0, "power_pull") == [(ELECTRODE, 1)]  # R7


@clause("syndicate", "electrode.3", "revealed.5")
def test_s21_revealed_electrode_draws_three_places_one_and_returns_two() -> None:
    goals = ["electrode", "supernova", "doomking", "goldhammer"]
    p = at(
        goals=goals,
        revealed=[0],
        active=2,
        step="end",
        bag=["shadowheart", "doomking", "goldhammer", "goldhammer"],
    )
    assert may(p, 0, "buy_cubes") == [(1,), (2,), (3,)]
    do(p, 0, "buy_cubes", 3)
    s = city(p)
    assert sum(s.palm) == 3 and sum(s.bag) == 1 and s.coins[0] == 0
    chosen = may(p, 0, "set_cube")[0][0]
    assert p.view(1)["palm"] == [*s.palm]  # all see them (R30)
    do(p, 0, "set_cube", chosen)
    assert track(p, chosen) == (0, 3) and sum(city(p).bag) == 3 and city(p).palm == (0,) * 5


@clause("syndicate", "electrode.3", "gain.1")
def test_all_may_go_back_and_there_must_be_cubes() -> None:
    goals = ["electrode", "supernova", "doomking", "goldhammer"]
    p = at(goals=goals, revealed=[0], bag=["shadowheart"])
    assert may(p, 0, "buy_cubes") == [(1,)]
    do(p, 0, "buy_cubes", 1)
    do(p, 0, "return_all")
    assert city(p).bag == [1, 0, 0, 0, 0] and city(p).high == [2] * 5
    assert refused(at(goals=goals, revealed=[0], bag=[]), 0, "buy_cubes", 1).clause == "revealed.5"


# -- Supernova ----------------------------------------------------------------------------------------


@clause("syndicate", "supernova.1")
def test_supernova_draws_two_cards() -> None:
    p = at(step="activate", action="supernova")
    do(p, 0, "activate_draw", SUPERNOVA, 1, 2)
    assert len(city(p).hand[0]) == 7


@clause("syndicate", "supernova.1", "setup.5")
def test_when_the_deck_runs_out_the_discard_pile_becomes_the_deck() -> None:
    p = at(step="activate", action="supernova")
    s = city(p)
    s.discard, s.deck = s.deck, [s.deck[0]]
    s.discard.remove(s.deck[0])
    pile = sorted(s.discard)
    do(p, 0, "activate_draw", SUPERNOVA, 1, 2)
    s = city(p)
    assert len(s.hand[0]) == 7 and s.discard == [] and len(s.deck) == len(pile) - 1  # R8


@clause("syndicate", "supernova.2")
def test_supernovas_power_draws_by_level() -> None:
    p = at(cubes=[[], ["supernova"], [], []], tracks={"supernova": [0, 4]})
    level = city(p).box.villains[SUPERNOVA].arrows[3]
    do(p, 1, "power_draw", SUPERNOVA, level)
    assert len(city(p).hand[1]) == 5 + level


@clause("syndicate", "supernova.3")
def test_revealed_supernova_pays_a_coin_for_two_cards() -> None:
    p = at(revealed=[1])
    assert may(p, 1, "buy_draw") == [(2,), (1,)]
    do(p, 1, "buy_draw", 2)
    assert len(city(p).hand[1]) == 7 and city(p).coins[1] == 2


# -- the Government Spy -------------------------------------------------------------------------------

AGENTS = ["spy", "supernova", "doomking", "goldhammer"]


@clause("syndicate", "spy.1")
def test_the_spy_wants_two_empty_tracks() -> None:
    p = at(goals=AGENTS, step="activate", tracks={"electrode": [], "shadowheart": [3, 3]})
    do(p, 0, "activate_move", SHADOWHEART, 1, 1)
    assert p.result is not None and p.result.winners == (0,)


@clause("syndicate", "spy.2")
def test_the_government_has_no_cubes_and_no_ability_to_lend() -> None:
    p = at(goals=AGENTS)
    assert len(city(p).box.villains) == 5 and len(city(p).reserve) == 5
    assert refused(p, 0, "power_move", SPY, 1).reason
    assert all(
        things[0] != SPY for verb in verbs(p, 0) if verb.startswith("power") for things in may(p, 0, verb)
    )


@clause("syndicate", "spy.3", "revealed.5")
def test_the_revealed_spy_removes_one_card_for_two_coins_once_a_mission() -> None:
    p = with_values(
        0, 0, 0, 6, missions=["quiet_tuesday"], goals=AGENTS, revealed=[0], coins=[5, 3, 3, 3], bag=[]
    )
    best = city(p).hand[3][0]
    play_mission(p)
    assert {things[0] for things in may(p, 0, "remove")} == set(city(p).shown)
    do(p, 0, "remove", best)
    assert may(p, 0, "remove") == [] and city(p).coins[0] == 3  # once only
    do(p, 0, "stand")
    assert city(p).power(GOLDHAMMER) == 0
    assert best in city(p).discard


@clause("syndicate", "spy.3")
def test_without_two_coins_the_spy_is_asked_all_the_same_and_can_take_nothing_out() -> None:
    p = with_values(
        0,
        0,
        0,
        6,
        missions=["quiet_tuesday"],
        goals=AGENTS,
        revealed=[0],
        active=1,
        coins=[1, 3, 3, 3],
        bag=[],
    )
    play_mission(p)
    assert ask_of(p).seats == (0,) and may(p, 0, "remove") == []
    do(p, 0, "stand")
    assert city(p).power(GOLDHAMMER) == 2


@clause("syndicate", "spy.3", "goldhammer.3")
def test_spy_and_goldhammer_may_answer_each_other() -> None:
    goals = ["spy", "goldhammer", "doomking", "electrode"]
    p = with_values(0, 0, 2, 2, missions=["quiet_tuesday"], goals=goals, revealed=[0, 1], bag=[])
    card_of_two = city(p).hand[3][0]
    play_mission(p)
    do(p, 0, "stand")
    do(p, 1, "stand")
    assert city(p).power(GOLDHAMMER) == 2  # nobody wanted to
    p = with_values(0, 0, 2, 2, missions=["quiet_tuesday"], goals=goals, revealed=[0, 1], bag=[])
    card_of_two = city(p).hand[3][0]
    play_mission(p)
    do(p, 0, "remove", card_of_two)
    do(p, 1, "raise", 2)
    do(p, 0, "stand")  # R35: the Spy has used its one removal
    do(p, 1, "stand")
    assert city(p).power(GOLDHAMMER) == 2 and city(p).coins == [1, 1, 3, 3]


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_revealed_ability_is_only_its_own(seat: int) -> None:
    """Nobody may use another goal's ability, nor one's own while hidden."""
    p = at()
    for verb in (("buy_move", 1), ("buy_draw", 2), ("buy_place",), ("buy_cubes", 1)):
        assert refused(p, seat, *verb).clause == "revealed.5"
