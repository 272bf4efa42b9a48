"""Many games in one process: each goes as it would alone. And boards as pictures."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import knaves
from knaves.core.errors import BadSetup, Refused
from knaves.research.episode import Episode
from knaves.research.gymnasium import name_of
from knaves.research.picture import picture
from knaves.research.vector import Ended, Games
from tests.research.sizes import every_table


@every_table
def test_a_stack_of_games_goes_as_each_would_alone(game, seats):
    stack = Games(game, 3, seats)
    stack.reset(seed=5)
    deals = np.random.default_rng(5)
    alone = [Episode.start(game, seats, int(deals.integers(2**62)), {}, False) for _ in range(3)]
    rng = np.random.default_rng(1)
    for _ in range(40):
        chosen = [int(rng.choice(np.flatnonzero(mask))) for mask in stack.masks]
        for number, episode in enumerate(alone):
            assert stack.seats[number] == episode.seat
            assert np.array_equal(stack.masks[number], episode.mask(episode.seat))
            assert np.array_equal(stack.rows[number], episode.observe(episode.seat))
            episode.step(chosen[number])
        if stack.step(chosen):
            break  # a game is over, and dealt anew


def test_a_game_that_ends_is_dealt_anew():
    stack = Games("_template", 4, 2, reward="margin", observe=False)
    stack.reset(seed=1)
    ended: list[Ended] = []
    while len(ended) < 12:
        ended += stack.step([np.flatnonzero(mask)[0] for mask in stack.masks])
    assert all(sum(one.rewards) == 0 for one in ended), (
        "of two, one is ahead by as much as the other is behind"
    )
    assert not any(episode.over for episode in stack.episodes) and stack.masks.any(axis=1).all()
    assert len(stack) == 4 and not stack.rows.any()


def test_an_id_that_is_not_legal_is_refused():
    stack = Games("villagers", 2, 2)
    stack.reset(seed=1)
    with pytest.raises(Refused, match="not legal now"):
        stack.step([int(np.flatnonzero(mask == 0)[0]) for mask in stack.masks])
    with pytest.raises(Refused, match="One action for each"):
        stack.step([0])
    with pytest.raises(BadSetup, match="At least one"):
        Games("villagers", -1)
    with pytest.raises(BadSetup, match="win or margin"):
        Games("villagers", 1, reward="wins")  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_makes_vectors_of_its_own():
    envs = gymnasium.make_vec(
        name_of("villagers"), num_envs=2, vectorization_mode="sync", seats=2, opponents="random"
    )
    rows, infos = envs.reset(seed=3)
    rows, *_ = envs.step(np.array([np.flatnonzero(mask)[0] for mask in infos["action_mask"]]))
    assert rows.shape[0] == 2
    envs.close()


@pytest.mark.parametrize("game", knaves.GAMES)
def test_a_picture_of_the_board(game):
    text = Episode.start(game, max(knaves.games.about(game).seats), 1, {}, False).board()
    drawn = picture(text)
    assert drawn.dtype == np.uint8 and drawn.ndim == 3 and drawn.shape[2] == 3
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 2, "something stands on it"
    assert not np.array_equal(picture("A B"), picture("A C"))
