"""Ten lines to a running loop with PettingZoo: random legal answers at a table of The Syndicate."""

from __future__ import annotations

import numpy as np

from knaves.research.pettingzoo import syndicate_v1


def main(seed: int = 1) -> dict[str, float]:
    env, rng = syndicate_v1.env(seats=4), np.random.default_rng(seed)
    env.reset(seed=seed)
    worth = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        worth[agent] += reward
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return worth


if __name__ == "__main__":
    print(main())
