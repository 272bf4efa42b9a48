"""The Mission phase, and what its cards come to."""

from __future__ import annotations

import knaves
from knaves.games.syndicate.rules.mission import total
from knaves.games.syndicate.state import DECIDED, FACE_DOWN
from tests.games.syndicate.table import (
    DOOMKING,
    ELECTRODE,
    GOLDHAMMER,
    SHADOWHEART,
    SUPERNOVA,
    at,
    card,
    city,
    lay_all,
    let_stand,
    may,
    play_mission,
    told,
    track,
    values,
    verbs,
    with_values,
    worlds,
)
from tests.support import ask_of, clause, do, refused

FOUR = ["quiet_tuesday"]  # needs 4 or more; its reward is a breakthrough
COINS = ["hollow_parade"]  # its reward is a coin for everybody


def needs(p: knaves.Position) -> int:
    return city(p).box.target[city(p).face[city(p).mission]]


@clause("syndicate", "mission.1")
def test_the_mission_marker_moves_one_space_and_the_villains_beside_it_take_part() -> None:
    p = at(step="begin")
    do(p, 0, "begin")
    s = city(p)
    assert s.mission_marker == GOLDHAMMER == s.place
    mission = p.view(None)["mission"]
    assert isinstance(mission, dict) and mission["villains"] == [DOOMKING, GOLDHAMMER]


@clause("syndicate", "mission.2")
def test_s8_a_total_equal_to_the_number_succeeds_and_one_less_fails() -> None:
    target = with_values(1, 1, 1, 1, missions=COINS)
    do(target, 0, "begin")
    number = needs(target)
    for short, power in ((0, 2), (1, 0)):
        p = with_values(number - 6 - short, 2, 2, 2, missions=COINS)
        play_mission(p)
        assert city(p).power(DOOMKING) == power == city(p).power(GOLDHAMMER)


@clause("syndicate", "mission.3")
def test_everybody_lays_one_card_from_hand_face_down_at_the_same_time() -> None:
    p = at(step="begin")
    do(p, 0, "begin")
    assert ask_of(p).seats == (0, 1, 2, 3)
    for seat in range(4):
        assert {things[0] for things in may(p, seat, "lay")} == set(city(p).hand[seat])
    mine = city(p).hand[2][0]
    do(p, 2, "lay", mine)
    s = city(p)
    assert s.stage == FACE_DOWN and mine not in s.hand[2]
    assert not any(s.sees(eye, mine) for eye in (0, 1, 3, 4))
    assert refused(p, 2, "lay", s.hand[2][0]).reason  # one card each
    assert refused(p, 1, "lay", s.hand[0][0]).clause == "mission.3"
    lay_rest(p, 0, 1, 3)
    assert [len(hand) for hand in city(p).hand] == [4, 4, 4, 4] or p.result is not None


def lay_rest(p: knaves.Position, *seats: int) -> None:
    for seat in seats:
        do(p, seat, "lay", city(p).hand[seat][0])


@clause("syndicate", "mission.4")
def test_s10_two_or_three_players_count_one_card_from_the_deck_as_well() -> None:
    for seats in (2, 3):
        own = [0] * seats
        p = with_values(*own, seats=seats, deck=[6], missions=FOUR)
        deck = city(p).deck[-1]
        play_mission(p)
        assert deck in city(p).discard or deck in city(p).shown
        assert len(city(p).discard) + len(city(p).shown) == seats + 1
        assert city(p).power(GOLDHAMMER) == 2  # 6 beats 4
    p = with_values(0, 0, 0, 0, deck=[6], missions=FOUR)
    play_mission(p)
    assert len(city(p).discard) == 4 and city(p).power(GOLDHAMMER) == 0


@clause("syndicate", "mission.5")
def test_s11_who_abstains_lets_the_top_card_of_the_deck_be_played_unseen() -> None:
    p = with_values(0, 0, 0, 0, deck=[6], missions=FOUR)
    top, kept = city(p).deck[-1], city(p).hand[1][0]
    do(p, 0, "begin")
    do(p, 1, "abstain")
    assert not any(city(p).sees(eye, top) for eye in range(5))
    for seat in (0, 2):
        do(p, seat, "lay", city(p).hand[seat][0])
    heard = told(p, 3, "lay", city(p).hand[3][0], by=3)
    assert "B abstains; a card off the deck is used." in heard
    let_stand(p)
    s = city(p)
    assert kept in s.hand[1] and top not in s.deck
    assert s.power(GOLDHAMMER) == 2


@clause("syndicate", "mission.5")
def test_a_player_without_cards_can_only_abstain() -> None:
    p = at(step="begin", hands=[None, [], None, None])  # R18
    do(p, 0, "begin")
    assert verbs(p, 1) >= {"abstain"} and not may(p, 1, "lay")


@clause("syndicate", "mission.6")
def test_the_cards_are_shuffled_so_nobody_learns_whose_they_were() -> None:
    """The same cards by other seats are shown in the same way, whatever the seed."""
    keys = values(0, 1, 2, 3)
    orders = set()
    for seed in range(8):
        shown = []
        for turn in (0, 1):
            hands = [[key] for key in keys[turn:] + keys[:turn]]
            p = at(step="begin", hands=hands, missions=FOUR, seed=seed)
            do(p, 0, "begin")
            for seat in (1, 2, 3):
                do(p, seat, "lay", city(p).hand[seat][0])
            shown.append(
                [text for text in told(p, None, "lay", city(p).hand[0][0], by=0) if " counts " in text]
            )
        assert shown[0] == shown[1] and len(shown[0]) == 4
        orders.add(tuple(shown[0]))
    assert len(orders) > 3
    assert not any("lays" in text for text in shown[0])


@clause("syndicate", "mission.7", "mission.8")
def test_s9_a_card_counts_its_bottom_value_only_for_its_own_villain() -> None:
    box = city(at()).box
    storm = card("storm_in_a_jar")  # Electrode: 0 above, 6 below
    assert box.support[storm].top == 0 and box.support[storm].bottom == 6
    assert [box.value[space][storm] for space in range(5)] == [6, 0, 0, 0, 6]
    loner = card("getaway_barge")  # no villain
    assert box.support[loner].bottom is None
    assert {box.value[space][loner] for space in range(5)} == {box.support[loner].top}


@clause("syndicate", "mission.7", "mission.8")
def test_the_count_uses_these_values() -> None:
    p = at(
        step="begin",
        hands=[["royal_decree"], ["storm_in_a_jar"], ["paid_juror"], ["getaway_barge"]],
        missions=["ransom_the_skyline"],
        revealed=[3],
    )
    heard: list[knaves.Event] = []
    p.listen(heard.append)
    play_mission(p)
    counted = next(event for event in heard if event.kind == "counted")
    assert counted.things[0] == 5 + 0 + 4 + 3


@clause("syndicate", "mission.9")
def test_s4_a_failure_sends_the_top_cubes_of_both_into_the_bag() -> None:
    p = with_values(-1, 0, 0, 0, missions=FOUR)
    bag = city(p).bag[:]
    play_mission(p)
    s = city(p)
    for villain in (DOOMKING, GOLDHAMMER):
        assert track(p, villain) == (0, 1) and s.power(villain) == 0  # two Buffer cubes, Power below 1 (R1)
        assert s.bag[villain] == bag[villain] + 1
    for villain in (SHADOWHEART, SUPERNOVA, ELECTRODE):
        assert track(p, villain) == (0, 2) and s.bag[villain] == bag[villain]


@clause("syndicate", "mission.10")
def test_s2_a_success_puts_a_reserve_cube_on_top_of_both() -> None:
    p = with_values(6, 6, 5, 5, missions=COINS)
    reserve = city(p).reserve[:]
    play_mission(p)
    s = city(p)
    for villain in (DOOMKING, GOLDHAMMER):
        assert track(p, villain) == (0, 3) and s.power(villain) == 2
        assert s.reserve[villain] == reserve[villain] - 1
    assert track(p, SHADOWHEART) == (0, 2)


@clause("syndicate", "mission.10")
def test_after_a_failure_the_next_cube_goes_back_on_space_1() -> None:
    p = with_values(6, 6, 5, 5, missions=COINS, tracks={"doomking": [0, 1]})
    play_mission(p)
    assert track(p, DOOMKING) == (0, 2) and city(p).power(DOOMKING) == 1


@clause("syndicate", "mission.11")
def test_s7_without_a_cube_in_the_reserve_a_success_brings_nothing() -> None:
    hoard = ["doomking"] * 7
    p = with_values(6, 6, 5, 5, missions=COINS, cubes=[[*hoard], [], [], []], bag=[])
    assert city(p).reserve[DOOMKING] == 0
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    heard = told(p, 1, "stand", by=0)
    assert "Doomking has no cube in the Reserve and gains nothing." in heard
    assert track(p, DOOMKING) == (0, 2) and track(p, GOLDHAMMER) == (0, 3)


@clause("syndicate", "mission.12")
def test_s5_an_empty_track_comes_back_with_three_cubes() -> None:
    p = with_values(6, 6, 5, 5, missions=COINS, tracks={"doomking": []}, bag=[], cubes=[[], [], [], []])
    play_mission(p)
    assert track(p, DOOMKING) == (0, 2) and city(p).power(DOOMKING) == 1
    assert city(p).reserve[DOOMKING] == 7
    short = with_values(
        6, 6, 5, 5, missions=COINS, tracks={"doomking": []}, bag=[], cubes=[["doomking"] * 8, [], [], []]
    )
    play_mission(short)
    assert track(short, DOOMKING) == (0, 1) and city(short).reserve[DOOMKING] == 0  # R25


@clause("syndicate", "mission.13")
def test_rewards_are_paid_for_a_success_only() -> None:
    won, lost = with_values(6, 6, 5, 5, missions=COINS), with_values(0, 0, 0, -1, missions=COINS)
    for p in (won, lost):
        play_mission(p)
    assert city(won).coins == [4] * 4 and city(lost).coins == [3] * 4


@clause("syndicate", "mission.2")
def test_missions_are_shuffled_again_when_all_twelve_are_gone() -> None:
    p = at(step="begin")
    s = city(p)
    while len(s.missions) > 1:
        s.spent_missions.append(s.missions.pop())
        s.show(s.spent_missions[-1])
    do(p, 0, "begin")
    last = city(p).mission
    city(p).location[GOLDHAMMER].clear()
    lay_all(p)
    assert city(p).spent_missions[-1] == last or p.result is not None
    assert not city(p).missions
    finish_turn(p)
    do(p, city(p).active, "begin")
    assert len(city(p).missions) == 11 and city(p).spent_missions == []  # R8


def finish_turn(p: knaves.Position) -> None:
    """To the next player's mission, without doing anything."""
    answers = {
        "draw_cube": "decline",
        "end_turn": "end_turn",
        "stay": "stay",
        "pass": "pass",
        "stand": "stand",
    }
    while "begin" not in verbs(p, city(p).active):
        verb = next(verb for verb in answers if verb in verbs(p, city(p).active))
        do(p, city(p).active, answers[verb])


@clause("syndicate", "mission.6")
def test_after_the_mission_its_cards_lie_face_up_on_the_discard_pile() -> None:
    p = with_values(0, 0, 0, -1, missions=FOUR)
    slots = [hand[0] for hand in city(p).hand]
    play_mission(p)
    assert sorted(city(p).discard) == sorted(slots)
    shown = p.view(None)["discard"]
    assert isinstance(shown, list) and len(shown) == 4


@clause("syndicate", "mission.3")
def test_other_cards_may_be_down_already_in_an_imagined_world_but_who_laid_what_is_open() -> None:
    p = at(step="begin")
    do(p, 0, "begin")
    do(p, 1, "lay", city(p).hand[1][0])
    do(p, 0, "lay", city(p).hand[0][0])
    mine = city(p).laid[0]
    for world in worlds(p, 0, 20):
        assert world.laid[0] == mine and world.laid[2:] == [-1, -1]
        assert len(world.hand[1]) + (world.laid[1] >= 0) == 5  # B has laid some card, or abstained
        assert world.face[mine] == city(p).face[mine]


def test_the_open_mission_is_counted_in_the_view() -> None:
    p = with_values(6, 6, 5, 5, missions=FOUR, bag=["shadowheart"])
    play_mission(p)
    assert city(p).stage == DECIDED and verbs(p, 0) >= {"draw_cube", "decline"}
    mission = p.view(2)["mission"]
    assert isinstance(mission, dict) and mission["total"] == 22 == total(city(p))
    assert [one["counts"] for one in mission["cards"]] and mission["open"]


@clause("syndicate", "doomking.1")
def test_a_card_that_waited_counts_in_one_mission_only() -> None:
    """R9: it goes to the discard pile with the others."""
    waiting = values(5, apart=tuple(values(1, 1, 1, 1)))[0]
    p = with_values(1, 1, 1, 1, locations={"goldhammer": [waiting]}, missions=["flood_the_mint"])
    play_mission(p)
    assert city(p).location[GOLDHAMMER] == [] and city(p).discard.count(card(waiting)) == 1
    assert len(city(p).discard) == len(set(city(p).discard)) == 5


@clause("syndicate", "goldhammer.3")
def test_what_raised_one_result_does_not_raise_the_next() -> None:
    p = with_values(
        0, 0, 0, 0, revealed=[3], coins=[3, 3, 3, 5], missions=["flood_the_mint", "quiet_tuesday"]
    )
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    do(p, 0, "stand")
    do(p, 3, "raise", 2)
    assert city(p).raised == 2
    do(p, 0, "stand")
    do(p, 3, "stand")
    assert city(p).raised == 0 and city(p).stage == 0
