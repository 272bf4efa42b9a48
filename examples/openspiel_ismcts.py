"""OpenSpiel's own information-set search (Python) in seat 0 against random players, at a table of Villagers."""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import knaves.research.openspiel  # registers knaves_<game>


def main(seed: int = 1, simulations: int = 10, most: int = 10_000) -> list[float]:
    game = pyspiel.load_game(knaves.research.openspiel.name_of("villagers"), {"players": 2})
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, simulations, random_state=rng)
    state = game.new_initial_state()
    state.apply_action(seed)  # the deal
    while not state.is_terminal() and most > 0:
        most -= 1
        mine = state.current_player() == 0
        state.apply_action(bot.step(state) if mine else int(rng.choice(state.legal_actions())))
    return list(state.returns())


if __name__ == "__main__":
    print(main())
