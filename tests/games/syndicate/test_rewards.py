"""Mission rewards, one test for each kind, and taking less."""

from __future__ import annotations

from typing import Any

import knaves
from tests.games.syndicate.table import (
    DOOMKING,
    SHADOWHEART,
    SUPERNOVA,
    at,
    city,
    let_stand,
    may,
    play_mission,
    told,
    track,
    verbs,
    with_values,
)
from tests.support import clause, do, refused


def won(mission: str, **words: Any) -> knaves.Position:
    p = with_values(6, 6, 5, 5, missions=[mission], **words)
    play_mission(p)
    return p


@clause("syndicate", "reward.1", "breakthrough.2")
def test_breakthrough_the_active_player_draws_a_cube_and_it_goes_on_the_board() -> None:
    p = won("quiet_tuesday", bag=["shadowheart"])
    assert verbs(p, 0) >= {"draw_cube", "decline"}
    do(p, 0, "draw_cube")
    assert track(p, SHADOWHEART) == (0, 3) and city(p).bag == [0] * 5
    assert verbs(p, 0) >= {"end_turn"}


@clause("syndicate", "reward.1", "gain.1")
def test_the_breakthrough_may_be_declined() -> None:
    p = won("quiet_tuesday", bag=["shadowheart"])
    do(p, 0, "decline")
    assert track(p, SHADOWHEART) == (0, 2) and city(p).bag[SHADOWHEART] == 1


def test_an_empty_bag_gives_no_breakthrough() -> None:
    p = won("quiet_tuesday", bag=[])  # R7
    assert "end_turn" in verbs(p, 0)


@clause("syndicate", "reward.2")
def test_buffers_every_track_with_room_below_gets_a_cube_at_its_bottom_end() -> None:
    p = won("rigged_census", tracks={"shadowheart": [1, 3], "supernova": [4, 4]})
    assert track(p, SHADOWHEART) == (0, 3) and track(p, SUPERNOVA) == (3, 4)
    assert city(p).power(SHADOWHEART) == 2 and city(p).power(SUPERNOVA) == 3  # nothing changes on top


@clause("syndicate", "reward.3")
def test_a_track_without_room_below_or_without_reserve_gets_none() -> None:
    p = won(
        "rigged_census",
        tracks={"shadowheart": [0, 2], "supernova": [2, 2]},
        cubes=[["supernova"] * 9, [], [], []],
        bag=[],
    )
    assert track(p, SHADOWHEART) == (0, 2)
    assert track(p, SUPERNOVA) == (2, 2) and city(p).reserve[SUPERNOVA] == 0


def test_an_empty_track_gets_its_buffer_cube_in_the_lowest_circle() -> None:
    p = won(
        "rigged_census",
        tracks={"supernova": []},
        goals=["shadowheart", "doomking", "goldhammer", "electrode"],
    )
    assert track(p, SUPERNOVA) == (0, 0)  # R25


@clause("syndicate", "reward.4")
def test_coins_for_everybody() -> None:
    p = won("flood_the_mint", coins=[0, 1, 2, 3], revealed=[1])
    assert city(p).coins == [2, 3, 4, 5]  # revealed players too (R16)
    assert city(p).bank == 50 - 14


@clause("syndicate", "reward.4")
def test_a_short_bank_pays_from_the_active_player_on() -> None:
    p = won("flood_the_mint", coins=[10, 12, 12, 13], active=1, step="begin")
    assert city(p).coins == [10, 14, 13, 13] and city(p).bank == 0  # R27


@clause("syndicate", "reward.5")
def test_cards_for_everybody() -> None:
    p = won("borrowed_crown")
    assert [len(hand) for hand in city(p).hand] == [2, 2, 2, 2]
    s = city(p)
    for seat in range(4):
        assert all(s.seen[slot] == 1 << seat for slot in s.hand[seat])


@clause("syndicate", "gain.1")
def test_rewards_for_everybody_may_be_waived_in_part_or_whole() -> None:
    p = with_values(6, 6, 5, 5, missions=["tunnel_nine", "flood_the_mint"])
    do(p, 0, "begin")
    assert "waive_coins" not in verbs(p, 2)  # nobody knows yet whether there is a reward
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert may(p, 2, "waive_coins") == [(1,)] and may(p, 2, "waive_cards") == [(1,)]
    do(p, 2, "waive_coins", 1)
    assert may(p, 2, "waive_coins") == []
    assert refused(p, 2, "waive_coins", 1).clause == "gain.1"
    do(p, 1, "waive_cards", 1)
    let_stand(p)
    assert city(p).coins == [4, 4, 3, 4]
    assert [len(hand) for hand in city(p).hand] == [1, 0, 1, 1]


@clause("syndicate", "gain.1")
def test_a_reward_may_be_waived_when_the_cards_are_open_and_taken_after_all() -> None:
    """R29: until it is paid, with the count in sight; nothing said is final."""
    p = with_values(6, 6, 5, 5, missions=["flood_the_mint"])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    assert may(p, 1, "unwaive") == []
    do(p, 1, "waive_coins", 2)
    do(p, 2, "waive_coins", 1)
    assert may(p, 3, "waive_coins") == [(1,), (2,)]
    do(p, 3, "waive_coins", 2)
    assert told(p, 0, "unwaive", by=1) == ["B takes the whole reward after all."]
    let_stand(p)
    assert city(p).coins == [5, 5, 4, 3]
    assert "waive_coins" not in verbs(p, 0)
    lost = with_values(0, 0, 0, 0, missions=["flood_the_mint"])
    do(lost, 0, "begin")
    for seat in range(4):
        do(lost, seat, "lay", city(lost).hand[seat][0])
    assert may(lost, 1, "waive_coins") == []  # a mission that fails pays nothing


@clause("syndicate", "gain.1")
def test_coins_and_cards_of_one_mission_may_both_be_waived() -> None:
    """No reward at all is also less of a reward."""
    p = with_values(6, 6, 5, 5, missions=["tunnel_nine"])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    do(p, 2, "waive_coins", 1)
    assert may(p, 2, "waive_cards") == [(1,)] and may(p, 2, "unwaive") == [()]
    do(p, 2, "waive_cards", 1)
    do(p, 1, "waive_cards", 1)
    do(p, 1, "waive_coins", 1)
    do(p, 1, "unwaive")
    let_stand(p)
    assert city(p).coins == [4, 4, 3, 4]
    assert [len(hand) for hand in city(p).hand] == [1, 1, 0, 1]


def test_what_is_waived_counts_once_where_coins_come_in_two_parts() -> None:
    reward = '[{ verb = "coins", amount = 1 }, { verb = "breakthrough" }, { verb = "coins", amount = 2 }]'
    rows = [
        f'[[mission]]\nid = "m{n}"\nname = "M{n}"\nnumber = 0\nsource = "house"\ntext = "."\neffects = {reward}\n'
        for n in range(12)
    ]
    for waived, coins in ((1, 5), (2, 4), (3, 3)):
        p = knaves.scenario(
            {
                "game": "syndicate",
                "seats": 4,
                "seed": 1,
                "options": {"cards": "\n".join(rows)},
                "set": {
                    "active": 0,
                    "step": "begin",
                    "bag": [],
                    "action": "shadowheart",
                    "mission": "doomking",
                },
            }
        )
        do(p, 0, "begin")
        for seat in range(4):
            do(p, seat, "abstain")
        city(p).raised = 99
        do(p, 1, "waive_coins", waived)
        let_stand(p)
        assert city(p).coins == [6, coins, 6, 6]


def test_an_empty_bank_pays_nobody_and_says_so() -> None:
    """R27: one coin is left, and it is the active player's."""
    p = with_values(6, 6, 5, 5, missions=["hollow_parade"], coins=[12, 12, 12, 13])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    heard = told(p, None, "stand", by=0)
    assert city(p).coins == [13, 12, 12, 13]
    assert [line for line in heard if "coin" in line] == [
        "A receives 1 coin.",
        *(f"The Bank is empty: {name} goes without 1 coin." for name in "BCD"),
    ]


@clause("syndicate", "reward.4", "reward.5")
def test_who_gets_less_than_the_mission_pays_hears_why() -> None:
    """R8, R27: the second coin of the second player, the second card of the first."""
    p = with_values(6, 6, 5, 5, missions=["flood_the_mint"], coins=[11, 11, 12, 13])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    heard = told(p, None, "stand", by=0)
    assert city(p).coins == [13, 12, 12, 13]
    assert [line for line in heard if "coin" in line] == [
        "A receives 2 coins.",
        "B receives 1 coin.",
        "The Bank is empty: B goes without 1 coin.",
        *(f"The Bank is empty: {name} goes without 2 coins." for name in "CD"),
    ]
    p = with_values(6, 6, 5, 5, missions=["borrowed_crown"])
    do(p, 0, "begin")
    for seat in range(4):
        do(p, seat, "lay", city(p).hand[seat][0])
    s = city(p)
    s.hand[3], s.deck = s.hand[3] + s.deck[1:], s.deck[:1]
    heard = told(p, 2, "stand", by=0)
    assert [line for line in heard if "card" in line and "draw" in line] == [
        "A draws 1 card.",
        "No Support card is left to draw: A goes without 1 card.",
        *(f"No Support card is left to draw: {name} goes without 2 cards." for name in "BCD"),
    ]


def test_a_mission_with_two_rewards_pays_both() -> None:
    p = won("glass_vault", bag=["electrode"])
    assert city(p).coins == [4] * 4 and "draw_cube" in verbs(p, 0)
    do(p, 0, "draw_cube")
    assert city(p).bag == [0] * 5


def test_when_the_success_wins_the_game_no_reward_is_paid() -> None:
    p = won("flood_the_mint", tracks={"doomking": [2, 5]})  # seat 2 serves Doomking
    assert p.result is not None and p.result.winners == (2,)
    assert city(p).power(DOOMKING) == 5 and city(p).coins == [3] * 4  # R36


def test_an_unused_position_has_nothing_to_waive() -> None:
    p = at()
    assert refused(p, 1, "waive_cards", 1).clause == "gain.1"
