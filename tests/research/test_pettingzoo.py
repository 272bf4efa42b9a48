"""PettingZoo's own suites over our environments."""

from __future__ import annotations

import copy
import pickle
import warnings
from random import Random

import numpy as np
import pytest

import knaves
from knaves.research import pettingzoo as ours
from tests.research.sizes import every_table

with warnings.catch_warnings():  # where pygame is installed, the suite loads a game of theirs and warns of it
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, render_test, seed_test


@pytest.fixture(autouse=True)
def calm():
    """The suites warn of habits (an observation without bounds) that are meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@every_table
def test_api(game, seats):
    api_test(ours.ENVIRONMENTS[game].env(seats=seats), num_cycles=60, verbose_progress=False)


@every_table
def test_seeds(game, seats):
    seed_test(lambda: ours.ENVIRONMENTS[game].env(seats=seats), num_cycles=25)


@every_table
def test_render(game, seats):
    render_test(lambda render_mode: ours.ENVIRONMENTS[game].env(seats=seats, render_mode=render_mode))


@every_table
@pytest.mark.parametrize("auto_hold", [False, True])
def test_whole_games(game, seats, auto_hold):
    env = ours.ENVIRONMENTS[game].raw_env(seats=seats, auto_hold=auto_hold)
    env.reset(seed=5)
    rng, episode = Random(5), env.episode
    assert episode is not None
    while not episode.over:
        assert not (auto_hold and episode.turns.chance)
        env.step(rng.choice(list(episode.menu)))
    result = episode.turns.position.result
    assert result is not None
    assert sum(env.rewards.values()) == pytest.approx(1.0 if result.winners else 0.0)
    assert {agent for agent, worth in env.rewards.items() if worth} == {
        f"player_{seat}" for seat in result.winners
    }


def test_the_mask_is_empty_for_who_does_not_decide():
    env = ours.syndicate_v1.raw_env(seats=4)
    env.reset(seed=1)
    for agent in env.agents:
        mask = env.observe(agent)["action_mask"]
        assert mask.any() == (agent == env.agent_selection)


def test_margins_say_by_how_much():
    env = ours.villagers_v1.raw_env(seats=2, reward="margin")
    env.reset(seed=2)
    assert env.episode is not None
    while env.agents and not env.episode.over:
        env.step(next(iter(env.episode.menu)))
    result = env.episode.turns.position.result
    assert result is not None
    first, second = result.scores
    assert env.rewards == {"player_0": float(first - second), "player_1": float(second - first)}


@pytest.mark.parametrize("game", knaves.GAMES)
def test_copies_go_on_alike(game):
    env = ours.ENVIRONMENTS[game].raw_env()
    env.reset(seed=3)
    assert env.episode is not None
    for _ in range(20):
        env.step(next(iter(env.episode.menu)))
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    for _ in range(20):
        action = max(env.episode.menu)
        for one in (env, *twins):
            one.step(action)
    for twin in twins:
        assert twin.episode.turns.position == env.episode.turns.position
        seen = env.observe("player_1")["observation"]
        assert np.array_equal(twin.observe("player_1")["observation"], seen)
