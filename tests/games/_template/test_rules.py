"""Cutpurses: one test per clause."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.core.selection import answers_for
from knaves.games._template.state import Alley
from tests.support import ask_of, clause, do, refused, with_dice


def start(seats: int = 3, **options: object) -> tuple[knaves.Position, Alley]:
    position = knaves.start("_template", seats=seats, seed=1, **options)
    assert isinstance(position.state, Alley)
    return position, position.state


def deal(s: Alley, *ranks: int) -> list[int]:
    """Gives each thief a card of that rank into the first place of the hand; returns the slots."""
    slots = []
    for seat, rank in enumerate(ranks):
        slot = next(
            x
            for x in [*s.deck, *(y for hand in s.hand for y in hand)]
            if s.box.rank[s.face[x]] == rank and x not in slots
        )
        for zone in [s.deck, *s.hand]:
            if slot in zone:
                zone[zone.index(slot)] = s.hand[seat][0]
                break
        s.hand[seat][0] = slot
        s.seen[slot] = 1 << seat
        slots.append(slot)
    return slots


def play(ranks: tuple[int, ...], **options: object) -> tuple[knaves.Position, Alley]:
    position, s = start(len(ranks), **options)
    slots = deal(s, *ranks)
    position.run()
    for seat, slot in enumerate(slots):
        do(position, seat, "play", slot)
    return position, s


@clause("_template", "setup.1")
def test_set_up() -> None:
    _, s = start(4)
    assert [len(hand) for hand in s.hand] == [3, 3, 3, 3]
    assert s.coins == [2, 2, 2, 2]
    assert s.bank == 52
    assert len(s.deck) == 6


@clause("_template", "round.1")
def test_cards_stay_sealed_until_all_are_in() -> None:
    position, s = start(2)
    assert ask_of(position).seats == (0, 1)
    before = position.view(1)
    do(position, 0, "play", s.hand[0][0])
    assert position.view(1) == before
    assert refused(position, 0, "play", s.hand[0][1]).reason == "Waiting for B."


@clause("_template", "round.2")
def test_the_highest_rank_alone_takes_the_purse() -> None:
    _, s = play((5, 5, 4))
    assert s.coins == [2, 2, 5]


@clause("_template", "round.2")
def test_nobody_wins_when_no_rank_stands_alone() -> None:
    _, s = play((5, 5))
    assert s.coins == [2, 2]


@clause("_template", "round.2")
def test_the_winning_card_does_what_it_says() -> None:
    assert play((1, 2, 3))[1].coins == [1, 2, 6]  # the Pickpocket steals from the left
    assert play((6, 2))[1].coins == [4, 2]  # the Guild Master returns one
    assert play((2, 1))[1].coins == [6, 2]


@clause("_template", "round.3")
@pytest.mark.parametrize(("die", "coins"), [(4, 7), (3, 3)])
def test_pushing_luck(die: int, coins: int) -> None:
    position, s = play((5, 4))
    with_dice(position, die)
    do(position, 0, "push", 2)
    assert s.coins[0] == coins


@clause("_template", "round.4")
def test_played_cards_are_gone_and_everybody_draws() -> None:
    position, s = play((5, 4))
    do(position, 0, "stop")
    assert len(s.played) == 2
    assert [len(hand) for hand in s.hand] == [3, 3]
    ask = ask_of(position)
    why = ask.why_not(0, f"card:{s.played[0]}")
    assert why is not None and why.clause == "round.4"


@clause("_template", "round.6")
@pytest.mark.parametrize("holds", [True, False])
def test_who_is_left_of_a_smuggler_says_whether_he_holds_a_guild_master(holds: bool) -> None:
    """In no world that anybody imagines is his hand another than he said."""
    position, s = start(3)
    slots = deal(s, 5, 4, 3)
    masters = s.box.of_rank[6]
    spare = [slot for slot in s.deck if (s.face[slot] in masters) == holds][:2]
    for place, slot in enumerate(spare, 1):
        s.deck[s.deck.index(slot)], s.hand[1][place] = s.hand[1][place], slot
    position.run()
    for seat, slot in enumerate(slots):
        do(position, seat, "play", slot)
    for luck in range(40):
        world = position.imagine(0, Random(luck)).state
        assert any(world.face[slot] in masters for slot in s.hand[1]) == holds


@clause("_template", "whistle.1")
def test_whistling_shows_the_top_card_to_the_whistler_alone() -> None:
    position, s = start(3)
    do(position, 1, "whistle")
    assert s.coins == [2, 1, 2]
    assert position.view(1)["top"] is not None
    assert position.view(0)["top"] is None and position.view(None)["top"] is None
    assert refused(position, 1, "whistle").reason == "You have whistled: once a game is all."


@clause("_template", "whistle.1")
def test_before_a_roll_there_is_time_to_whistle_though_nothing_can_be_staked() -> None:
    position = knaves.scenario({"game": "_template", "seats": 2, "seed": 1, "set": {"coins": [0, 5]}})
    s = position.state
    assert isinstance(s, Alley)
    s.bank, s.coins[1] = 0, 60
    slots = deal(s, 5, 4)
    position.run()
    for seat, slot in enumerate(slots):
        do(position, seat, "play", slot)
    ask = ask_of(position)
    assert ask.moment == "before_the_roll"
    assert ask.options(0) == [("stop",)] and ask.interjections(1) == [("whistle",)]


@clause("_template", "round.5")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_fence_swaps_some_cards(count: int) -> None:
    position, s = play((4, 3))
    ask = ask_of(position)
    assert ask.shape(0).kind == "some"
    assert (ask.shape(0).least, ask.shape(0).most) == (0, 2)
    kept, top = s.hand[0][count:], s.deck[-count:] if count else []
    away = s.hand[0][:count]
    position.apply_all(0, answers_for(position, 0, away))
    assert s.hand[0] == [*kept, *reversed(top)]
    assert sorted(s.deck[:count]) == sorted(away)
    assert ask_of(position).shape(0).kind == "amount"


@clause("_template", "money.1")
def test_nobody_pays_more_than_he_has() -> None:
    position = knaves.scenario({"game": "_template", "seats": 3, "seed": 1, "set": {"coins": [0, 0, 5]}})
    s = position.state
    assert isinstance(s, Alley)
    assert s.pay(0, -1) == 0
    s.bank = 1
    assert s.pay(0, 3) == 1


@clause("_template", "end.1")
def test_most_coins_win_and_a_tie_is_shared() -> None:
    position = knaves.scenario({"game": "_template", "seats": 2, "seed": 1, "set": {"coins": [7, 7]}})
    s = position.state
    assert isinstance(s, Alley)
    s.played += s.deck + s.hand[0] + s.hand[1]
    s.deck, s.hand = [], [[], []]
    position.stack.pop()
    position.run()
    assert position.result == knaves.Result((0, 1), (7, 7), "Most coins.")


def test_a_scenario_that_cannot_be() -> None:
    with pytest.raises(knaves.BadScenario, match="60 coins"):
        knaves.scenario({"game": "_template", "seats": 2, "set": {"coins": [50, 50]}})
    with pytest.raises(knaves.BadScenario, match="no word 'gems'; it knows: coins"):
        knaves.scenario({"game": "_template", "seats": 2, "set": {"gems": 1}})
