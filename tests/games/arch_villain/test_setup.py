"""Components and Set Up."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.games.arch_villain.cards.names import KINDS
from tests.games.arch_villain.table import BOX, GAME, seen, state, table
from tests.support import clause, play_random


@clause(GAME, "box.1")
def test_two_to_five_play() -> None:
    for seats in (2, 3, 4, 5):
        assert knaves.start(GAME, seats=seats, seed=1).seats == seats
    for seats in (1, 6):
        with pytest.raises(knaves.BadSetup, match="2, 3, 4, 5"):
            knaves.start(GAME, seats=seats, seed=1)


@clause(GAME, "box.2")
def test_the_box_has_its_counts() -> None:
    p = knaves.start(GAME, seats=5, seed=1)
    count = p.game.pieces_count(p.state)
    assert [count[kind + " cards"] for kind in KINDS] == [24, 16, 16, 8, 16]
    assert len(set(state(p).hero)) == 5 == len(BOX.heroes)


@clause(GAME, "box.3")
def test_seventy_energy_and_no_more() -> None:
    p = knaves.start(GAME, seats=5, seed=3)
    for _ in play_random(p, Random(3)):
        s = state(p)
        on_spaces = 4 * sum(s.tokens[2::4])
        assert sum(s.energy) + on_spaces + s.supply[2] == 70


@clause(GAME, "box.3")
def test_who_is_owed_more_than_the_box_has_gets_the_rest() -> None:
    p = table(2, [{"energy": 60}, {"energy": 7}])
    assert seen(p)["supply"]["energy"] == 3
    p.apply(0, ("green", 2))
    assert seen(p)["players"][0]["energy"] == 63
    assert ("green", 2) not in p.ask().options(1)  # type: ignore[union-attr]
    why = p.ask().why_not(1, "item:2")  # type: ignore[union-attr]
    assert why is not None
    assert why.clause == "box.3"


@clause(GAME, "box.4")
def test_no_roll_takes_more_than_ten_dice() -> None:
    p = table(2, [{"dice": 12, "cards": ["cell_memory", "lightning"]}], turn="3")
    p.apply(0, ("arrest", state(p).villain_slot))
    assert sum(state(p).pool) == 10


@clause(GAME, "setup.1", "setup.7")
def test_what_everybody_begins_with() -> None:
    view = seen(knaves.start(GAME, seats=4, seed=9))
    for player in view["players"]:
        hero = BOX.heroes[player["hero_number"]]
        assert player["energy"] == 10 + (1 if hero.id == "moth" else 0)  # Moth's knack, at the round's start
        assert player["health"] == hero.health
        assert player["dice"] == hero.dice
        assert set(player["skills"].values()) == {0}
        assert player["cards"] == []


@clause(GAME, "setup.2")
def test_the_marker_begins_on_the_alarm() -> None:
    assert seen(knaves.start(GAME, seats=3, seed=1))["turn"] == "alarm"


@clause(GAME, "setup.3")
def test_the_starting_player_is_drawn() -> None:
    firsts = {state(knaves.start(GAME, seats=3, seed=seed)).order[0] for seed in range(30)}
    assert firsts == {0, 1, 2}


@clause(GAME, "setup.4")
def test_only_the_top_villain_is_seen() -> None:
    p = knaves.start(GAME, seats=3, seed=1)
    s = state(p)
    assert all(s.sees(eye, s.villain_slot) for eye in range(4))
    assert not any(s.seen[slot] for slot in s.decks[4][:-1])
    tops = {state(knaves.start(GAME, seats=3, seed=seed)).villain.id for seed in range(60)}
    assert len(tops) > 8


@clause(GAME, "setup.5")
def test_round_one_adds_nothing() -> None:
    view = seen(knaves.start(GAME, seats=2, seed=1))
    assert [view["bonus"][name] for name in ("defence", "points", "damage")] == [0, 0, 0]
    villain = view["villain"]
    assert villain is not None
    assert villain["defence"] == villain["points"] == villain["red"]
    assert villain["cost_of_six"] == villain["hearts"]


@clause(GAME, "setup.6")
def test_decks_are_shuffled_face_down() -> None:
    s = state(knaves.start(GAME, seats=2, seed=1))
    other = state(knaves.start(GAME, seats=2, seed=2))
    for kind in range(4):
        assert not any(s.seen[slot] for slot in s.decks[kind])
        assert sorted(s.decks[kind]) == sorted(other.decks[kind])
        assert s.decks[kind] != other.decks[kind]
