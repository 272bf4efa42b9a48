"""What a seat may know, as numbers: always as many, and the same in every world that the seat cannot tell apart."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.core.encode import hashed
from knaves.core.game import Game
from knaves.core.turns import Turns
from knaves.games import find
from tests.laws.tables import TABLES, every_table


def written_by_hand(game: str) -> bool:
    return type(find(game)).rows is not Game.rows


@every_table
def test_numbers_tell_no_more_than_the_seat_may_know(game, seats):
    turns, rng = Turns(knaves.start(game, seats=seats, seed=21)), Random(21)
    position = turns.position
    names = position.game.entries(position.state)
    assert len(set(names)) == len(names)
    while not turns.over:
        if rng.random() < 0.1:
            eye = rng.randrange(seats + 1)
            world = position.imagine(None if eye == seats else eye, rng)
            row = list(position.game.encode(position.state, eye))
            assert len(row) == len(names)
            other = list(world.game.encode(world.state, eye))
            assert row == other, [name for name, a, b in zip(names, row, other, strict=True) if a != b]
        turns.answer(rng.choice(turns.options))


def test_a_hashed_row_is_the_same_everywhere():
    """By value, not by Python's own hash, which differs from process to process."""
    row = hashed({"round": 3, "hand": [{"card": "spy"}, None], "text": "for people"}, 8)
    assert row == hashed({"hand": [{"card": "spy"}, None], "round": 3}, 8)
    assert row == [0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if written_by_hand(table[0])])
def test_rows_written_by_hand_miss_nothing_that_changes(game, seats):
    """Whenever what a seat sees has become another, its numbers have too."""
    turns, rng = Turns(knaves.start(game, seats=seats, seed=22)), Random(22)
    position = turns.position
    before = [(position.view(eye), position.game.encode(position.state, eye)) for eye in range(seats)]
    while not turns.over:
        turns.answer(rng.choice(turns.options))
        common = position.common()  # of all eyes: a law of tests/laws/test_secrecy.py
        for eye, (view, row) in enumerate(before):
            now, numbers = position.view_with(eye, common), position.game.encode(position.state, eye)
            assert now == view or numbers != row, [key for key in view if now[key] != view[key]]
            before[eye] = now, numbers
