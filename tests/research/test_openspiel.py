"""OpenSpiel's own simulations over our games, worlds drawn for a player, and its Python ISMCTS at our tables."""

from __future__ import annotations

from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import knaves
from knaves.research.openspiel import name_of
from tests.research.sizes import WHOLE, every_table


@every_table
@pytest.mark.parametrize("serialize", [True, False] if WHOLE else [True])
def test_random_simulations(game, seats, serialize):
    loaded = pyspiel.load_game(name_of(game), {"players": seats})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=serialize, verbose=False, mask_test=True)


@every_table
def test_worlds_drawn_for_a_player(game, seats):
    """The same information state, the same player to move, and the same actions if it is the one who moves."""
    state, rng = pyspiel.load_game(name_of(game), {"players": seats}).new_initial_state(), Random(2)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state.apply_action(7)
    while not state.is_terminal():
        if rng.random() < 0.05:
            player = rng.choice([state.current_player(), rng.randrange(seats)])
            world = state.resample_from_infostate(player, sampler)
            assert world.current_player() == state.current_player()
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()
        state.apply_action(rng.choice(state.legal_actions()))
    assert 0.0 <= sum(state.returns()) <= 1.0 + 1e-9


def test_an_information_state_remembers_what_a_player_has_answered():
    state = pyspiel.load_game(name_of("villagers"), {"players": 2}).new_initial_state()
    state.apply_action(3)
    given: dict[int, list[int]] = {0: [], 1: []}
    for _ in range(30):
        given[state.current_player()].append(state.legal_actions()[-1])
        state.apply_action(state.legal_actions()[-1])
    seen = len(state.observation_tensor(0))
    for player, answered in given.items():
        tensor = state.information_state_tensor(player)
        assert tensor[:seen] == state.observation_tensor(player)
        assert [int(number) - 1 for number in tensor[seen:] if number] == answered


@pytest.mark.parametrize("game", knaves.GAMES)
def test_their_ismcts_thinks_at_our_tables(game):
    loaded = pyspiel.load_game(name_of(game), {"auto_hold": True})
    state, rng = loaded.new_initial_state(), np.random.RandomState(1)
    state.apply_action(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(
        loaded,
        evaluator,
        2.0,
        3,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        random_state=rng,
    )
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
