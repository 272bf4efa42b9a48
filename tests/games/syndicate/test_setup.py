"""Goal, Components, Setup."""

from __future__ import annotations

from collections import Counter

import pytest

import knaves
from knaves.games.syndicate.cards import SPY, box
from tests.games.syndicate.table import city, worlds
from tests.support import clause

EVERY = pytest.mark.parametrize("seats", [2, 3, 4, 5])


@clause("syndicate", "goal.1", "setup.9")
@EVERY
def test_everybody_has_one_goal_and_only_knows_that_one(seats: int) -> None:
    p = knaves.start("syndicate", seats=seats, seed=3)
    s = city(p)
    assert len({s.face[slot] for slot in s.goal}) == seats
    for seat in range(seats):
        own = p.view(seat)["own"]
        assert isinstance(own, dict) and own["goal"]["number"] == s.face[s.goal[seat]]
        players = p.view(seat)["players"]
        assert isinstance(players, list) and all(player["goal"] is None for player in players)
        assert {s.sees(eye, s.goal[seat]) for eye in range(seats + 1) if eye != seat} == {False}


@clause("syndicate", "goal.2", "goal.3")
def test_five_goals_serve_a_villain_and_the_sixth_is_the_spy_who_may_be_missing() -> None:
    goals = box().goals
    assert [goal.id for goal in goals] == [*[villain.id for villain in box().villains], "spy"]
    dealt = Counter(
        SPY in {city(p).face[slot] for slot in city(p).goal}
        for p in (knaves.start("syndicate", seats=4, seed=seed) for seed in range(60))
    )
    assert dealt[True] > 20 and dealt[False] > 5


@clause("syndicate", "box.1")
def test_the_box_holds_what_the_sheet_says() -> None:
    p = knaves.start("syndicate", seats=4, seed=1)
    count = p.game.pieces_count(p.state)
    assert count["coins"] == 50 and count["Support cards"] == 60 and count["missions"] == 12
    assert [count[f"{villain.colour} cubes"] for villain in box().villains] == [10] * 5
    assert len(box().goals) == 6


@clause("syndicate", "box.2")
def test_two_to_five_can_play() -> None:
    assert find_seats() == (2, 3, 4, 5)
    for seats in (1, 6):
        with pytest.raises(knaves.BadSetup, match="2, 3, 4, 5"):
            knaves.start("syndicate", seats=seats, seed=1)


def find_seats() -> tuple[int, ...]:
    return knaves.start("syndicate", seats=2, seed=1).game.about.seats


@clause("syndicate", "setup.1", "setup.2", "setup.3", "setup.10", "setup.11", "setup.8")
@EVERY
def test_s1_the_arithmetic_of_the_setup(seats: int) -> None:
    s = city(knaves.start("syndicate", seats=seats, seed=5))
    assert s.low == [0] * 5 and s.high == [2] * 5  # two Buffers and space 1
    assert [s.power(villain) for villain in range(5)] == [1] * 5
    assert s.reserve == [6] * 5
    assert sum(s.bag) == 5 - seats
    assert s.bank == 50 - 3 * seats and s.coins == [3] * seats
    assert [len(hand) for hand in s.hand] == [5] * seats  # the first player has five and draws none


@clause("syndicate", "setup.2", "setup.10")
@EVERY
def test_each_player_has_one_cube_from_the_bag_and_no_two_the_same(seats: int) -> None:
    s = city(knaves.start("syndicate", seats=seats, seed=8))
    behind = [s.cubes[seat * 5 : seat * 5 + 5] for seat in range(seats)]
    assert [sum(row) for row in behind] == [1] * seats
    assert [sum(row[colour] for row in behind) + s.bag[colour] for colour in range(5)] == [1] * 5


@clause("syndicate", "setup.4", "setup.10")
def test_what_is_behind_a_screen_is_not_in_any_other_view() -> None:
    p = knaves.start("syndicate", seats=3, seed=8)
    for seat in range(3):
        own = p.view(seat)["own"]
        assert isinstance(own, dict) and sum(own["cubes"]) == 1 and own["coins"] == 3
        players = p.view(seat)["players"]
        assert isinstance(players, list)
        assert all("coins" not in player and "cubes" not in player for player in players)
    assert p.view(None)["own"] is None
    colours = {tuple(s.cubes[5:10]) for s in worlds(p, 0)}
    assert len(colours) == 4  # to seat 0 the cube of seat 1 may be any but its own


@clause("syndicate", "setup.5")
def test_decks_are_shuffled_and_have_their_own_discard_piles() -> None:
    one, other = (city(knaves.start("syndicate", seats=4, seed=seed)) for seed in (1, 2))
    assert one.deck != other.deck and one.missions != other.missions
    assert sorted(one.missions) == sorted(other.missions)
    assert one.discard == [] and one.spent_missions == []
    assert len(one.deck) == 60 - 20 and len(one.missions) == 12


@clause("syndicate", "setup.6", "setup.7")
def test_both_markers_stand_left_of_villains_drawn_from_the_support_deck() -> None:
    """About one game in five has both on one space, and that is no meeting (R5)."""
    games = [city(knaves.start("syndicate", seats=2, seed=seed)) for seed in range(150)]
    assert {s.action_marker for s in games} == set(range(5)) == {s.mission_marker for s in games}
    together = [s for s in games if s.action_marker == s.mission_marker]
    assert 10 < len(together) < 60
    assert all(sum(s.bag) == 3 and s.high == [2] * 5 for s in together)


@clause("syndicate", "setup.6")
def test_cards_without_a_villain_are_passed_over() -> None:
    """With a single villain among the cards both markers must stand left of it."""
    rows = "\n".join(
        f'[[card]]\nid = "c{n}"\nname = "C{n}"\nsource = "house"\ntop = 1\n'
        + ('villain = "doomking"\nbottom = 2\n' if n < 2 else "")
        for n in range(60)
    )
    for seed in range(5):
        s = city(knaves.start("syndicate", seats=2, seed=seed, cards=rows))
        assert (s.action_marker, s.mission_marker) == (2, 2)


def test_the_first_player_is_drawn_by_lot_or_named() -> None:
    drawn = {city(knaves.start("syndicate", seats=4, seed=seed)).active for seed in range(40)}
    assert drawn == {0, 1, 2, 3}
    for named in (1, 3, 4):
        assert city(knaves.start("syndicate", seats=4, seed=1, first=named)).active == named - 1
    with pytest.raises(knaves.BadSetup, match="no seat 5"):
        knaves.start("syndicate", seats=4, seed=1, first=5)
