"""Where the table stops: the payment, the activation, before and after the mission, and the open count."""

from __future__ import annotations

from typing import Any

import pytest

import knaves
from knaves.games import find
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    at,
    card,
    city,
    cubes,
    lay_all,
    may,
    play_mission,
    verbs,
    with_values,
)
from tests.support import ask_of, clause, do

FOUR = ["quiet_tuesday"]  # needs 4 or more


def asked(p: knaves.Position) -> tuple[str, tuple[int, ...]]:
    ask = ask_of(p)
    return ask.moment, ask.seats


def opened(*values: int, **words: Any) -> knaves.Position:
    """A mission whose cards have just been shown."""
    p = with_values(*values, missions=FOUR, **words)
    do(p, city(p).active, "begin")
    for seat in range(p.seats):
        do(p, seat, "lay", city(p).hand[seat][0])
    return p


@clause("syndicate", "power.2", "revealed.5", "goldhammer.3")
def test_a_penniless_goldhammer_gets_coins_for_a_cube_while_the_count_is_open() -> None:
    """The moment after the reveal comes whatever lies behind the screen."""
    p = opened(0, 0, 0, 3, revealed=[3], coins=[3, 3, 3, 0], bag=[], cubes=[[], [], [], ["goldhammer"]],
               tracks={"goldhammer": [0, 3]})  # fmt: skip
    assert asked(p) == ("count", (0,))
    do(p, 0, "stand")
    assert asked(p) == ("count", (3,)) and may(p, 3, "raise") == []
    do(p, 3, "power_coin", GOLDHAMMER, 1)
    assert asked(p) == ("count", (3,))
    do(p, 3, "raise", 1)
    do(p, 0, "stand")
    do(p, 3, "stand")
    assert city(p).power(GOLDHAMMER) == 3


@clause("syndicate", "power.2", "spy.3")
def test_a_spy_with_one_coin_gets_the_second_for_a_cube_while_the_count_is_open() -> None:
    goals = ["shadowheart", "supernova", "doomking", "spy"]
    p = opened(0, 0, 0, 6, goals=goals, revealed=[3], coins=[3, 3, 3, 1], bag=[],
               cubes=[[], [], [], ["goldhammer"]], tracks={"goldhammer": [0, 3]})  # fmt: skip
    best = max(city(p).shown, key=lambda slot: city(p).box.value[GOLDHAMMER][city(p).face[slot]])
    do(p, 0, "stand")
    assert asked(p) == ("count", (3,)) and may(p, 3, "remove") == []
    do(p, 3, "power_coin", GOLDHAMMER, 1)
    do(p, 3, "remove", best)
    do(p, 0, "stand")
    do(p, 3, "stand")
    assert city(p).power(DOOMKING) == 0 and city(p).coins[3] == 0


@clause("syndicate", "setup.4")
@pytest.mark.parametrize("step", ["pay", "activate", "begin", "end", "count"])
def test_whether_it_stops_does_not_depend_on_purses_hands_and_cubes(step: str) -> None:
    """Rich or poor, the table stops at the same points and waits for the same seats (findings 2, 3)."""
    rich: dict[str, Any] = {"coins": [5, 5, 5, 5], "cubes": [["goldhammer"]] * 4}
    poor: dict[str, Any] = {"coins": [0, 0, 0, 0], "cubes": [[]] * 4}
    stops = []
    for purse in (rich, poor):
        if step == "count":
            p = opened(0, 0, 0, 3, revealed=[3], bag=[], **purse)
            do(p, 0, "stand")
        else:
            p = at(step=step, bag=[], hands=[[], None, None, None], tracks={"electrode": []}, **purse)
        stops.append(asked(p))
    assert stops[0] == stops[1] and stops[0][0]


@clause("syndicate", "power.2", "action.5")
def test_after_the_movement_a_cube_may_still_pay_for_the_activation() -> None:
    """With no coin left "activate nobody" is the only answer, and it is not given for you."""
    p = at(coins=[0, 3, 3, 3], cubes=[["goldhammer"], [], [], []], tracks={"goldhammer": [0, 3]}, bag=[])
    do(p, 0, "stay")
    assert asked(p) == ("activation", (0,)) and not may(p, 0, "activate_move")
    do(p, 0, "power_coin", GOLDHAMMER, 1)
    do(p, 0, "activate_move", SHADOWHEART, 1, 1)
    assert cubes(p, 0)[SHADOWHEART] == 1 and city(p).coins[0] == 0


@clause("syndicate", "action.1", "power.2")
def test_the_last_coin_and_card_do_not_move_the_marker_by_themselves() -> None:
    p = at(coins=[1, 3, 3, 3], hands=[["cold_feet"], None, None, None], cubes=[["goldhammer"], [], [], []],
           tracks={"goldhammer": [0, 3]}, bag=[])  # fmt: skip
    do(p, 0, "pay_coin")
    do(p, 0, "pay_card", card("cold_feet"))
    assert asked(p) == ("payment", (0,)) and city(p).action_marker == SHADOWHEART
    do(p, 0, "power_coin", GOLDHAMMER, 1)  # and a cube brings one more coin
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert city(p).action_marker == GOLDHAMMER


@clause("syndicate", "accuse.1", "revealed.5")
def test_a_goldhammer_unmasked_while_the_spy_ponders_is_asked_too() -> None:
    """The count closes only when everybody who may change it has let it stand."""
    goals = ["supernova", "goldhammer", "spy", "electrode"]
    p = opened(0, 0, 0, 3, goals=goals, revealed=[2], bag=[])
    do(p, 0, "stand")
    assert asked(p) == ("count", (2,))
    do(p, 0, "accuse", 1, GOLDHAMMER)
    do(p, 0, "decline")
    do(p, 0, "decline")
    waited = []
    while asked(p)[0] == "count":
        (seat,) = asked(p)[1]
        waited.append(seat)
        do(p, seat, *(("raise", 1) if seat == 1 and not city(p).raised else ("stand",)))
    assert waited == [1, 2, 0, 1]  # everybody may answer the raise
    assert city(p).power(GOLDHAMMER) == 2


@clause("syndicate", "revealed.5")
def test_coins_that_come_after_one_has_let_the_count_stand_open_it_no_more() -> None:
    """R35: the cube could have been spent before; who answers another's change is asked again, and has the coins."""
    goals = ["supernova", "goldhammer", "spy", "electrode"]
    p = opened(0, 0, 0, 3, goals=goals, revealed=[1, 2], coins=[3, 0, 3, 3], bag=[],
               cubes=[[], ["goldhammer"], [], []], tracks={"goldhammer": [0, 3]})  # fmt: skip
    do(p, 0, "stand")
    assert asked(p) == ("count", (1,)) and not may(p, 1, "raise")
    do(p, 1, "stand")
    do(p, 1, "power_coin", GOLDHAMMER, 1)
    assert asked(p) == ("count", (2,)) and city(p).coins[1] == 1
    closed = p.clone()
    do(closed, 2, "stand")
    assert asked(closed)[0] != "count"
    do(p, 2, "remove", city(p).shown[0])
    do(p, 0, "stand")
    assert asked(p) == ("count", (1,)) and may(p, 1, "raise") == [(1,)]


@clause("syndicate", "accuse.1")
def test_one_may_accuse_with_the_cards_open_though_nobody_can_change_the_count() -> None:
    """R13: the point between the reveal and the outcome is there in every mission."""
    p = opened(0, 0, 0, 0)
    assert asked(p) == ("count", (0,)) and city(p).power(GOLDHAMMER) == 1
    do(p, 0, "accuse", 1, ELECTRODE)
    assert asked(p) == ("count", (0,))
    do(p, 0, "stand")
    assert city(p).power(GOLDHAMMER) == 0


@clause("syndicate", "power.2")
def test_anybody_may_spend_a_cube_with_the_cards_open_and_after_the_movement() -> None:
    cubes_of = [[], [], ["goldhammer"], []]
    for p in (
        opened(0, 0, 0, 0, cubes=cubes_of, tracks={"goldhammer": [0, 3]}, bag=[]),
        moved(at(cubes=cubes_of, tracks={"goldhammer": [0, 3]}, bag=[])),
    ):
        do(p, 2, "power_coin", GOLDHAMMER, 1)
        assert city(p).coins[2] == 4 and asked(p)[1] == (0,)


def moved(p: knaves.Position) -> knaves.Position:
    do(p, 0, "pay_coin")
    do(p, 0, "go")
    assert asked(p) == ("activation", (0,))
    return p


def test_the_count_is_asked_once_of_whom_it_concerns_and_then_closed() -> None:
    p = opened(0, 0, 0, 3, revealed=[3], bag=[])
    do(p, 0, "stand")
    do(p, 3, "stand")
    assert asked(p) == ("end_of_turn", (0,))


def test_every_moment_of_a_turn_in_its_order() -> None:
    p = at(bag=[])
    seen = []
    for answer in ("stay", "pass", "begin"):
        seen.append(asked(p)[0])
        do(p, 0, answer)
    lay_all(p)
    seen.append(asked(p)[0])
    assert seen == ["payment", "activation", "mission", "end_of_turn"]
    assert {*seen, "count"} == set(find("syndicate").moments)


@clause("syndicate", "action.2")
def test_nobody_can_ask_which_cards_were_paid_face_down() -> None:
    """Neither why-not nor a refusal tells that a card lies on the discard pile unseen."""
    p = at(step="begin", hands=[["cold_feet"], None, None, None])
    s = city(p)
    paid, other = s.deck[0], s.deck[1]
    s.deck.remove(paid)
    s.discard.append(paid)
    s.show_to(paid, 3)
    do(p, 0, "begin")
    ask = ask_of(p)
    assert ask.why_not(1, f"card:{paid}") == ask.why_not(1, f"card:{other}")
    words = []
    for slot in (paid, other):
        with pytest.raises(knaves.Refused) as said:
            p.apply(1, ("lay", slot))
        words.append(str(said.value))
    assert words[0] == words[1]
    mine = ask.why_not(3, f"card:{paid}")
    assert mine is not None and "discard pile" in mine.reason  # who paid it knows


def test_seldom_wanted_verbs_are_marked_and_the_rest_are_few() -> None:
    game = find("syndicate")
    assert (
        {"return_cube", "waive_coins", "activate_cube_less", "power_draw_less"}
        <= game.seldom
        <= set(game.verbs)
    )
    p = at(step="activate", cubes=[["goldhammer", "doomking"], [], [], []], accused=True)
    ask = ask_of(p)
    plain = [option for option in ask.options(0) if option[0] not in game.seldom]
    assert len(plain) <= 5 and verbs(p, 0) & game.seldom


def test_a_played_mission_leaves_the_reveal_in_sight() -> None:
    p = opened(2, 1, 0, 0)
    mission = p.view(1)["mission"]
    assert isinstance(mission, dict) and mission["open"] and len(mission["cards"]) == 4
    play = with_values(2, 1, 0, 0, missions=FOUR)
    play_mission(play)
    assert play.view(1)["mission"] is None
