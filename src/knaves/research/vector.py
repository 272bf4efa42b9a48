"""Many games at once in one process: for learners that answer a whole stack of decisions with one call.

Turn-based games do not step alike: in each game another seat may be to decide. So a stack of games tells, for every
one of them, who decides, what that seat observes and which ids are legal; a game that ends is dealt anew at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from knaves.core.errors import BadSetup, Refused
from knaves.games import about
from knaves.research.episode import Episode, Mask, Reward, Row, check_settings, layout_of


class Ended(NamedTuple):
    """A game of the stack that has come to its end: which, and what it was worth to each seat."""

    game: int
    rewards: list[float]


class Games:
    """`count` games. `seats[i]` decides in game i; `rows[i]` is what it observes; `masks[i]` are its legal ids.

    The arrays are written anew by every step: copy what is to be kept. `observe=False` leaves `rows` as they are.
    """

    def __init__(
        self,
        game: str,
        count: int,
        seats: int | None = None,
        *,
        reward: Reward = "win",
        auto_hold: bool = False,
        observe: bool = True,
        **options: object,
    ) -> None:
        self.game, self.players, self.options = game, seats or max(about(game).seats), options
        self.reward, self.auto_hold, self.observes = reward, auto_hold, observe
        check_settings(reward)
        if type(count) is not int or count < 1:
            raise BadSetup(f"At least one game, not {count!r:.40}.")
        self.layout = layout_of(game, self.players, options)
        self.episodes: list[Episode] = []
        self.deals = np.random.default_rng()
        self.seats: npt.NDArray[np.int64] = np.zeros(count, np.int64)
        self.rows: Row = np.zeros((count, len(self.layout.entries)), np.float32)
        self.masks: Mask = np.zeros((count, self.layout.ids.size), np.int8)

    def __len__(self) -> int:
        return len(self.seats)

    def reset(self, seed: int | None = None) -> None:
        self.deals = np.random.default_rng(seed)
        self.masks[:] = 0
        self.episodes = [self._deal() for _ in range(len(self))]
        for number in range(len(self)):
            self._show(number)

    def _deal(self) -> Episode:
        deal = int(self.deals.integers(2**62))
        return Episode.start(self.game, self.players, deal, self.options, self.auto_hold)

    def _show(self, number: int) -> None:
        episode = self.episodes[number]
        self.seats[number] = episode.seat
        self.masks[number, list(episode.menu)] = 1
        if self.observes:
            self.rows[number] = episode.observe(episode.seat)

    def step(self, actions: npt.ArrayLike) -> list[Ended]:
        """One answer in every game; gives back the games that have ended. Refused: an id that is not legal, or not one
        for each game."""
        ended: list[Ended] = []
        given = np.asarray(actions).tolist()
        if not isinstance(given, list) or len(given) != len(self.episodes):
            raise Refused(f"One action for each of the {len(self.episodes)} games that are dealt.")
        for number, action in enumerate(given):
            episode = self.episodes[number]
            shown = list(episode.menu)
            episode.step(action)
            self.masks[number, shown] = 0
            if episode.over:
                ended.append(Ended(number, episode.rewards(self.reward)))
                self.episodes[number] = self._deal()
            self._show(number)
        return ended
