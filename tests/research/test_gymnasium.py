"""Gymnasium's own checker over our environments, and whole games from one seat."""

from __future__ import annotations

import warnings
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import knaves
from knaves.research.gymnasium import SeatEnv, name_of
from knaves.research.pettingzoo import villagers_v1
from tests.research.sizes import every_table


def started(game: str, **settings: Any) -> SeatEnv:
    env = gymnasium.make(name_of(game), **settings).unwrapped
    assert isinstance(env, SeatEnv)
    return env


@every_table
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_checker_is_content(game, seats):
    check_env(SeatEnv(game, seats, opponents="random", render_mode="ansi"), skip_render_check=False)


@every_table
@pytest.mark.parametrize("opponents", ["random", "fair"])
def test_whole_games_with_masks(game, seats, opponents):
    env, rng = started(game, seats=seats, seat=seats - 1, opponents=opponents), Random(1)
    row, info = env.reset(seed=4)
    over, worth = False, 0.0
    while not over:
        assert row in env.observation_space
        assert info["action_mask"].any() and np.array_equal(info["action_mask"], env.action_masks())
        row, worth, over, cut, info = env.step(np.int64(rng.choice(np.flatnonzero(info["action_mask"]))))
        assert not cut
    assert env.episode is not None and not env.action_masks().any()
    result = env.episode.turns.position.result
    assert result is not None
    assert worth == (1 / len(result.winners) if seats - 1 in result.winners else 0.0)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_the_same_seed_is_the_same_game(game):
    first, second = started(game), started(game)
    (row, info), (other, _) = first.reset(seed=9), second.reset(seed=9)
    assert np.array_equal(row, other)
    for _ in range(5):
        action = np.int64(np.flatnonzero(info["action_mask"])[0])
        row, _, over, _, info = first.step(action)
        other, *_ = second.step(action)
        assert np.array_equal(row, other)
        if over:
            break


def test_an_id_that_is_not_legal_ends_the_game():
    env = started("syndicate", seats=3)
    _, info = env.reset(seed=1)
    _, worth, over, _, info = env.step(np.int64(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert (worth, over, info["illegal"]) == (-1.0, True, True)


@pytest.mark.parametrize(
    "setting",
    [
        {"reward": "x"},
        {"seat": 9},
        {"seat": -1},
        {"seat": "A"},
        {"opponents": 5},
        {"render_mode": "x"},
        {"seats": 2.0},
    ],
)
def test_what_no_environment_has_is_refused_when_it_is_made(setting):
    with pytest.raises(knaves.KnavesError):
        SeatEnv("villagers", **setting)


def test_a_seat_can_be_drawn():
    env = started("villagers", seats=5, seat=None, opponents="random")
    assert len({env.reset(seed=seed)[1]["seat"] for seed in range(20)}) > 2


def test_nobody_is_warned_of_anything():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        started("villagers", seats=2, opponents="random").reset(seed=1)
        villagers_v1.env(seats=2).reset(seed=1)
