"""The games as Gymnasium environments: one seat learns, bots of a chosen level play the others.

import gymnasium, knaves.research.gymnasium
env = gymnasium.make("knaves/Syndicate-v1", seats=3, opponents="fair")
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import knaves
from knaves.bots import USUAL, Player, split
from knaves.core.reading import read_seat
from knaves.games import about, find
from knaves.research.episode import LEAST, MOST, Episode, Reward, Row, check_settings, layout_of
from knaves.research.picture import picture

ILLEGAL = -1.0
"""What an id costs that is not legal; the game is over then."""


class SeatEnv(gymnasium.Env[Row, np.int64]):
    """A game from one seat. `seat=None`: another one is drawn for every game."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        seat: int | None = 0,
        opponents: str = USUAL,
        reward: Reward = "win",
        auto_hold: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game, self.seats, self.options = game, seats or max(about(game).seats), options
        self.always, self.opponents, self.reward, self.auto_hold = seat, opponents, reward, auto_hold
        self.render_mode = render_mode
        check_settings(reward, render_mode, self.metadata["render_modes"])
        split(str(opponents))  # BadSetup if there is no such bot
        if seat is not None:
            read_seat(seat, self.seats)
        self.layout = layout_of(game, self.seats, options)
        self.observation_space = spaces.Box(LEAST, MOST, (len(self.layout.entries),), np.float32)
        self.action_space = spaces.Discrete(self.layout.ids.size)
        self.episode: Episode | None = None
        self.seat = 0
        self.bots: list[Player] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Row, dict[str, Any]]:
        super().reset(seed=seed)
        deal = int(self.np_random.integers(2**62))
        self.seat = int(self.np_random.integers(self.seats)) if self.always is None else self.always
        self.episode = Episode.start(self.game, self.seats, deal, self.options, self.auto_hold)
        self.bots = [Player(self.opponents, find(self.game), f"{deal} {seat}") for seat in range(self.seats)]
        self._play_the_others(self.episode)
        return self.episode.observe(self.seat), self._info()

    def step(self, action: np.int64) -> tuple[Row, float, bool, bool, dict[str, Any]]:
        episode = self.episode
        assert episode is not None, "reset() comes first"
        if int(action) not in episode.menu:
            return episode.observe(self.seat), ILLEGAL, True, False, {**self._info(), "illegal": True}
        episode.step(int(action))
        self._play_the_others(episode)
        worth = episode.rewards(self.reward)[self.seat]
        return episode.observe(self.seat), worth, episode.over, False, self._info()

    def _play_the_others(self, episode: Episode) -> None:
        turns = episode.turns
        while not episode.over and episode.seat != self.seat:
            episode.answer(self.bots[turns.seat].answer(turns.position, turns.seat, turns.options))

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which ids are legal now: the name that sb3-contrib's MaskablePPO looks for."""
        assert self.episode is not None, "reset() comes first"
        return self.episode.mask(self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as the learning seat sees it."""
        assert self.episode is not None, "reset() comes first"
        text = self.episode.board(self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return picture(text) if self.render_mode == "rgb_array" else text


def name_of(game: str) -> str:
    """ "arch_villain" is "knaves/ArchVillain-v1"."""
    return f"knaves/{''.join(word.capitalize() for word in game.split('_'))}-v1"


for _game in knaves.GAMES:
    if name_of(_game) not in gymnasium.registry:
        gymnasium.register(
            name_of(_game), entry_point="knaves.research.gymnasium:SeatEnv", kwargs={"game": _game}
        )
