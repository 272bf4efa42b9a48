"""The games as PettingZoo environments.

from knaves.research.pettingzoo import syndicate_v1
env = syndicate_v1.env(seats=4)
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import knaves
from knaves.games import about
from knaves.research.episode import LEAST, MOST, Episode, Mask, Reward, Row, check_settings, layout_of
from knaves.research.picture import picture

Seen = dict[str, Row | Mask]


class KnavesEnv(AECEnv):  # type: ignore[misc]  # PettingZoo carries no types
    """One game; agents are `player_0`, `player_1` …, in the order of their seats."""

    metadata: dict[str, Any] = {
        "name": "knaves_v1",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        reward: Reward = "win",
        auto_hold: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.game, self.seats, self.options = game, seats or max(about(game).seats), options
        self.reward, self.auto_hold, self.render_mode = reward, auto_hold, render_mode
        check_settings(reward, render_mode, type(self).metadata["render_modes"])
        self.metadata = {**type(self).metadata, "name": f"{game}_v1"}
        self.layout = layout_of(game, self.seats, options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents = self.possible_agents[:]
        space = spaces.Dict(
            {
                "observation": spaces.Box(LEAST, MOST, (len(self.layout.entries),), np.float32),
                "action_mask": spaces.Box(0, 1, (self.layout.ids.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.layout.ids.size) for agent in self.possible_agents}
        self.np_random: np.random.Generator | None = None
        self.episode: Episode | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        deal = int(self.np_random.integers(2**62))
        self.episode = Episode.start(self.game, self.seats, deal, self.options, self.auto_hold)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.seat]

    def observe(self, agent: str) -> Seen:
        assert self.episode is not None, "reset() comes first"
        seat = self.seat_of[agent]
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def step(self, action: int | None) -> None:
        agent, episode = self.agent_selection, self.episode
        assert episode is not None, "reset() comes first"
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        episode.step(int(action))
        if episode.over:
            won = episode.rewards(self.reward)
            self.rewards = {agent: won[seat] for agent, seat in self.seat_of.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[episode.seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as a spectator sees it."""
        assert self.episode is not None, "reset() comes first"
        text = self.episode.board()
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "rgb_array":
            return picture(text)
        if self.render_mode == "human":
            print(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""


class Environment:
    """What PettingZoo expects of a module of one game: `env` with its usual wrappers, and `raw_env` without."""

    def __init__(self, game: str) -> None:
        self.game = game

    def raw_env(self, **settings: Any) -> KnavesEnv:
        return KnavesEnv(self.game, **settings)

    def env(self, **settings: Any) -> AECEnv:
        """An id that is not legal ends the game with -1 for the seat that sent it."""
        raw = self.raw_env(**settings)
        checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
        return wrappers.OrderEnforcingWrapper(checked)


arch_villain_v1 = Environment("arch_villain")
new_angeles_v1 = Environment("new_angeles")
syndicate_v1 = Environment("syndicate")
villagers_v1 = Environment("villagers")
villains_v1 = Environment("villains")

ENVIRONMENTS = {game: Environment(game) for game in knaves.GAMES}
"""All of them by id; a game that is added is in here at once."""
