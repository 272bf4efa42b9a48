"""Learned values: the same chances with numpy and without, kept in small files that say how they were made."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

import knaves
from knaves.bots.values import Value, place_of, read, value_of
from knaves.core.game import ValueInputs
from knaves.games import find
from tests.laws.tables import TABLES, somewhere

KEPT = [(game, seats) for game, seats in TABLES if place_of(game, seats).is_file()]
MOST_BYTES = 80_000

every_kept = pytest.mark.parametrize(("game", "seats"), KEPT)


def all_inputs(game: str, seats: int) -> list[ValueInputs]:
    return [find(game).value_inputs(somewhere(game, seats, seed, 0.6).state) for seed in range(3)]


@every_kept
def test_plain_python_and_numpy_say_the_same(game, seats):
    value = value_of(find(game), seats)
    assert value is not None
    slow = Value(value.weights).chances(all_inputs(game, seats))
    for row, other in zip(value.chances(all_inputs(game, seats)), slow, strict=True):
        assert row == pytest.approx(other, abs=1e-4)
        if find(game).one_winner:
            assert sum(row) == pytest.approx(1)


@every_kept
def test_a_file_is_small_and_says_what_made_it(game, seats):
    data = place_of(game, seats).read_bytes()
    weights = read(data).weights
    assert len(data) < MOST_BYTES
    assert (weights.game, weights.seats) == (game, seats)
    assert weights.made.startswith(f"knaves train {game} --seats {seats} ")
    assert weights.version == find(game).about.version, "the rules have changed: knaves train again"
    state = knaves.start(game, seats=seats, seed=1).state
    assert (weights.numbers, weights.things) == find(game).value_inputs_size(state)


@pytest.mark.parametrize(("game", "seats"), [table for table in TABLES if table[0] != "_template"])
def test_inputs_are_as_many_as_they_say(game, seats):
    for seed in range(2):
        state = somewhere(game, seats, seed, Random(seed).random()).state
        numbers, things = find(game).value_inputs_size(state)
        found = find(game).value_inputs(state)
        assert len(found.numbers) == len(found.things) == seats
        assert {len(row) for row in found.numbers} == {numbers}
        assert all(0 <= thing < things for row in found.things for thing in row)


def test_a_table_without_values_of_its_own_takes_the_nearest():
    game = find("villagers")
    near = value_of(game, 5)
    assert near is not None and near.weights.seats in (4, 5)
    assert value_of(find("_template"), 2) is None


def test_numpy_has_one_thread():
    """The networks are small: a second thread takes as much of the processor as the first, and nothing is sooner."""
    told = "import os; from knaves.bots.values import value_of; from knaves.games import find; "
    told += "value_of(find('villagers'), 4).chances([]); print(len(os.listdir('/proc/self/task')))"
    env = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", told], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
