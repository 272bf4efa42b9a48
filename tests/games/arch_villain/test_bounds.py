"""No choice is a list of thousands: how many options an ask can have."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.games.arch_villain.cards.names import MOST_DICE
from tests.games.arch_villain.table import BOX, GAME, arrest, options, slot, table
from tests.support import play_random

ITEMS, SPACES = 7, len(BOX.spaces)
ATTACKS = sum(1 for squares in BOX.squares if squares)
CARDS = len(BOX.cost)

# What each step can offer at the very most.
PLACING = ITEMS * SPACES
TAKING = 2 * 4 + 1 + CARDS + 1
LOADING = ATTACKS + 5 + 1
DIE = 6 + 5 + 4 + 3 + 2 + 1
ACTION = SPACES + SPACES * (SPACES - 1) // 2 + ITEMS + 1 + 5 + 2 * 8
BOUND = 66


def test_the_bound_holds_for_every_step() -> None:
    assert max(PLACING, TAKING, LOADING, DIE, ACTION) <= BOUND
    assert ATTACKS == 41
    assert LOADING == 47


def test_the_hardest_arrest_stays_within_it() -> None:
    every = [row.id for row in (*BOX.tables.power, *BOX.tables.weapon, *BOX.tables.talent)]
    p = arrest([2, 2, 3, 3, 3, 4, 4, 5, 5, 6][:MOST_DICE], every, energy=60, skills=[4, 4, 3])
    assert len(options(p)) <= LOADING
    p.apply(0, ("load", slot(p, "lightning")))
    assert len(options(p)) <= DIE


def test_a_space_with_every_card_stays_within_it() -> None:
    every = [row.id for row in (*BOX.tables.power, *BOX.tables.weapon, *BOX.tables.talent)]
    stock = ["die", "health", "energy", "cubes"]
    p = table(2, [{"energy": 56}], spaces={"dockside": [*every, *stock]})
    p.apply(0, ("space", 0))
    assert len(options(p)) <= TAKING


@pytest.mark.parametrize("seats", [2, 5])
def test_no_random_game_leaves_it(seats: int) -> None:
    for seed in range(5):
        p = knaves.start(GAME, seats=seats, seed=seed)
        for _ in play_random(p, Random(seed)):
            assert len(options(p)) <= BOUND
