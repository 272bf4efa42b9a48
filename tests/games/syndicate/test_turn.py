"""On Your Turn, and the Action phase."""

from __future__ import annotations

from knaves.core.selection import is_final
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    SHADOWHEART,
    at,
    card,
    city,
    cubes,
    may,
    told,
    track,
    verbs,
)
from tests.support import ask_of, clause, do, refused


@clause("syndicate", "turn.1")
def test_the_hand_is_filled_to_five() -> None:
    p = at(step="end", hands=[None, ["live_wire"], None, None])
    do(p, 0, "end_turn")
    s = city(p)
    assert s.active == 1 and len(s.hand[1]) == 5 and card("live_wire") in s.hand[1]


@clause("syndicate", "turn.2")
def test_s14_with_seven_cards_nothing_is_drawn_or_discarded() -> None:
    seven = [
        "live_wire",
        "storm_in_a_jar",
        "cold_feet",
        "bystander",
        "rehearsal",
        "royal_decree",
        "iron_levy",
    ]
    p = at(step="end", hands=[None, seven, None, None])
    do(p, 0, "end_turn")
    assert sorted(city(p).hand[1]) == sorted(card(key) for key in seven)
    assert not city(p).discard


@clause("syndicate", "turn.1")
def test_a_hand_that_cannot_be_filled_is_told() -> None:
    p = at(step="end", hands=[None, ["cold_feet", "bystander"], None, None])
    s = city(p)
    s.hand[3], s.deck = s.hand[3] + s.deck[1:], s.deck[:1]
    heard = told(p, 2, "end_turn", by=0)
    assert heard[-2:] == ["B draws 1 card.", "No Support card is left to draw: B goes without 2 cards."]
    assert len(city(p).hand[1]) == 3


@clause("syndicate", "turn.3")
def test_a_turn_is_action_phase_then_mission_phase() -> None:
    p = at()
    ask = ask_of(p)
    assert ask.clause(0) == "action.1"
    do(p, 0, "stay")
    assert ask.clause(0) == "action.4"
    do(p, 0, "pass")
    assert verbs(p, 0) >= {"begin"}
    do(p, 0, "begin")
    assert city(p).mission >= 0


@clause("syndicate", "action.1")
def test_cards_paid_to_move_the_marker_can_be_taken_back() -> None:
    """Nobody is told a face, and the same player goes on."""
    assert not is_final(at(), 0)


@clause("syndicate", "action.1")
def test_each_coin_and_each_card_moves_the_action_marker_one_space() -> None:
    p = at(hands=[["cold_feet", "bystander"], None, None, None], mission="shadowheart")
    do(p, 0, "pay_coin")
    do(p, 0, "pay_card", card("cold_feet"))
    do(p, 0, "pay_coin")
    assert city(p).action_marker == 0  # it moves when all is paid
    do(p, 0, "go")
    s = city(p)
    assert s.action_marker == 3 and s.coins[0] == 1 and s.bank == 50 - 12 + 2
    assert s.hand[0] == [card("bystander")]


@clause("syndicate", "action.1")
def test_there_is_no_paying_without_coins_or_with_a_card_one_does_not_hold() -> None:
    p = at(coins=[0, 3, 3, 3], hands=[["cold_feet"], ["bystander"], None, None])
    assert refused(p, 0, "pay_coin").clause == "action.1"
    assert refused(p, 0, "pay_card", card("bystander")).clause == "action.1"


@clause("syndicate", "action.2")
def test_cards_paid_for_movement_are_discarded_face_down() -> None:
    p = at(hands=[["cold_feet"], None, None, None])
    clone = p.clone()
    assert "A pays Cold Feet for movement." in told(p, 0, "pay_card", card("cold_feet"), by=0)
    assert "A pays a Support card for movement." in told(clone, 1, "pay_card", card("cold_feet"), by=0)
    s = city(p)
    assert s.discard == [card("cold_feet")]
    assert s.sees(0, card("cold_feet"))
    assert not any(s.sees(eye, card("cold_feet")) for eye in (1, 2, 3, 4))
    assert p.view(1)["discard"] == [] and p.view(1)["discarded"] == 1


@clause("syndicate", "action.3")
def test_paying_nothing_leaves_the_marker() -> None:
    p = at()
    do(p, 0, "stay")
    s = city(p)
    assert s.action_marker == 0 and s.coins == [3] * 4 and len(s.hand[0]) == 5


@clause("syndicate", "action.4")
def test_only_the_two_villains_beside_the_marker_can_be_activated() -> None:
    p = at(step="activate")
    beside = {things[0] for verb in verbs(p, 0) if verb.startswith("activate_") for things in may(p, 0, verb)}
    assert beside == {ELECTRODE, SHADOWHEART}
    said = refused(p, 0, "activate_place", DOOMKING, 1, 1)
    assert said.clause == "action.4" and "does not stand beside Doomking" in said.reason
    ask = ask_of(p)
    why = ask.why_not(0, f"villain:{DOOMKING}")
    assert why is not None and why.clause == "action.4"


@clause("syndicate", "action.4")
def test_one_villain_is_activated_in_a_turn() -> None:
    p = at(step="activate")
    do(p, 0, "activate_move", SHADOWHEART, 1, 1)
    assert not any(verb.startswith("activate_") for verb in verbs(p, 0))
    assert refused(p, 0, "activate_cube_less", ELECTRODE).clause


@clause("syndicate", "action.5")
def test_activating_costs_a_coin_but_goldhammer_costs_none() -> None:
    p = at(step="activate", action="electrode", coins=[1, 3, 3, 3])  # between Goldhammer and Electrode
    other = p.clone()
    do(p, 0, "activate_coin", 3, 1, 1)
    assert city(p).coins[0] == 2
    do(other, 0, "activate_cube_less", ELECTRODE)
    assert city(other).coins[0] == 0


@clause("syndicate", "action.5")
def test_without_a_coin_only_goldhammer_is_left() -> None:
    p = at(step="activate", action="electrode", coins=[0, 3, 3, 3])
    assert verbs(p, 0) & {"activate_coin", "activate_bag"} == {"activate_coin"}
    said = refused(p, 0, "activate_cube_less", ELECTRODE)
    assert said.clause == "action.5" and "costs a coin" in said.reason


@clause("syndicate", "action.6")
def test_the_bottom_cube_goes_behind_the_screen_and_the_others_stay() -> None:
    p = at(step="activate", cubes=[[], None, None, None])
    do(p, 0, "activate_cube_less", SHADOWHEART)
    assert track(p, SHADOWHEART) == (1, 2)  # R2: nothing slides down
    assert city(p).power(SHADOWHEART) == 1
    assert cubes(p, 0) == [1, 0, 0, 0, 0]
    assert city(p).reserve[SHADOWHEART] == 10 - 3 - city(p).bag[SHADOWHEART] - sum(
        city(p).cubes[seat * 5] for seat in (1, 2, 3)
    )


@clause("syndicate", "action.7")
def test_s6_an_empty_track_cannot_be_activated() -> None:
    p = at(
        step="activate",
        tracks={"shadowheart": []},
        goals=["supernova", "doomking", "goldhammer", "electrode"],
    )
    assert "activate_move" not in verbs(p, 0)
    said = refused(p, 0, "activate_move", SHADOWHEART, 1, 1)
    assert said.clause == "action.7" and "empty" in said.reason


@clause("syndicate", "action.6", "action.7")
def test_taking_the_only_cube_empties_the_track_and_its_power_is_gone() -> None:
    p = at(
        step="activate",
        tracks={"shadowheart": [5, 5]},
        goals=["supernova", "doomking", "goldhammer", "electrode"],
    )
    assert city(p).power(SHADOWHEART) == 4
    do(p, 0, "activate_cube_less", SHADOWHEART)
    assert track(p, SHADOWHEART) == (0, -1) and city(p).power(SHADOWHEART) == 0  # R3
    assert p.result is None  # one empty track is not two, and there is no Spy


@clause("syndicate", "action.8")
def test_nobody_has_to_activate_anyone() -> None:
    p = at(step="activate")
    before = city(p).coins[:]
    do(p, 0, "pass")
    assert city(p).coins == before and city(p).acts == (0,) * 20


@clause("syndicate", "gain.1")
def test_cube_and_ability_may_each_be_left() -> None:
    p = at(step="activate", action="supernova", hands=[["cold_feet"], None, None, None])
    assert may(p, 0, "activate_draw") == [(1, 1, 2)]
    assert set(may(p, 0, "activate_draw_less")) == {(1, 1, 1), (1, 0, 2), (1, 0, 1)}
    assert (1,) in may(p, 0, "activate_cube_less")
    assert len(city(p).hand[0]) == 1  # the turn's draw was before this step
    held = cubes(p, 0)
    do(p, 0, "activate_draw_less", 1, 0, 1)
    assert len(city(p).hand[0]) == 2 and cubes(p, 0) == held and track(p, 1) == (0, 2)
    assert city(p).coins[0] == 2
