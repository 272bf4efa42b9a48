"""The games in OpenSpiel: importing this module registers `knaves_<game>`.

import pyspiel, knaves.research.openspiel
game = pyspiel.load_game("knaves_syndicate", {"players": 4})

A game begins with a chance node that chooses one of `deals` deals, equally likely; all other chance follows from it.
Actions are our ids. `imagine` stands behind `resample_from_infostate`.
"""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel

import knaves
from knaves.core.errors import Refused
from knaves.games import about
from knaves.research.episode import Episode, layout_of

DEALS = 1000
REMEMBERED = 1000
"""So many answers of its own a player has in its information state, as numbers."""


class Run:
    """Where one game stands: before its deal, or somewhere in it, with all each player has answered."""

    __slots__ = ("answered", "episode", "imagined", "players")

    def __init__(self, players: int) -> None:
        self.players = players
        self.episode: Episode | None = None
        self.answered: tuple[tuple[int, ...], ...] = ((),) * players
        self.imagined = False  # a world drawn for one player: it has no deal

    def step(self, action: int) -> None:
        assert self.episode is not None
        seat = self.episode.seat
        self.answered = tuple((*row, action) if one == seat else row for one, row in enumerate(self.answered))
        self.episode.step(action)

    def twin(self, episode: Episode | None) -> Run:
        twin = Run(self.players)
        twin.answered, twin.episode, twin.imagined = self.answered, episode, self.imagined
        return twin

    def __deepcopy__(self, memo: object) -> Run:
        return self.twin(None if self.episode is None else self.episode.clone())


class KnavesState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel carries no types
    """OpenSpiel's `clone` runs this constructor again and then copies the fields: so nothing is dealt here."""

    def __init__(self, game: KnavesGame) -> None:
        super().__init__(game)
        self.run = Run(game.players)
        self.id, self.auto_hold = game.id, game.auto_hold

    def current_player(self) -> int:
        episode = self.run.episode
        if episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if episode.over else episode.seat

    def is_terminal(self) -> bool:
        return self.run.episode is not None and self.run.episode.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(deal, 1 / DEALS) for deal in range(DEALS)]

    def _legal_actions(self, player: int) -> list[int]:
        episode = self.run.episode
        return [] if episode is None or player != episode.seat else sorted(episode.menu)

    def _apply_action(self, action: int) -> None:
        if self.run.episode is None:
            if not 0 <= action < DEALS:
                raise Refused(f"There are {DEALS} deals, and none of them is {action}.")
            self.run.episode = Episode.start(self.id, self.run.players, action, {}, self.auto_hold)
        else:
            self.run.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        episode = self.run.episode
        if player == pyspiel.PlayerId.CHANCE or episode is None:
            return f"deal {action}"
        option = episode.menu.get(action) if player == episode.seat else None
        if option is None or option[0] == "hold":
            return " ".join(map(str, episode.layout.ids.meaning(action)))
        return f"{episode.turns.position.label(option, player)} [{action}]"

    def returns(self) -> list[float]:
        episode = self.run.episode
        return [0.0] * self.run.players if episode is None else episode.rewards("win")

    def resample_from_infostate(self, player: int, sampler: Any) -> KnavesState:
        """A world that this player cannot tell from this one, at the same decision."""
        twin: KnavesState = self.clone()
        if self.run.episode is not None:
            rng = Random(int(sampler() * 2**53))
            twin.run = self.run.twin(self.run.episode.imagine(player, rng))
            twin.run.imagined = True
        return twin

    def __str__(self) -> str:
        episode = self.run.episode
        if episode is None:
            return "before the deal"
        position = episode.turns.position
        seen = msgspec.json.encode(position.view(None)).decode()
        return f"{sum(map(len, self.run.answered))} {episode.seat} {seen}"


class KnavesGame(pyspiel.Game):  # type: ignore[misc]
    id: str
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = dict(params or {})
        seats = about(self.id).seats
        self.players = int(given.get("players", max(seats)))
        self.auto_hold = bool(given.get("auto_hold", False))
        self.layout = layout_of(self.id, self.players, {})
        info = pyspiel.GameInfo(
            num_distinct_actions=self.layout.ids.size,
            max_chance_outcomes=DEALS,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,  # now and then nobody wins
            max_game_length=about(self.id).longest * self.players,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> KnavesState:
        return KnavesState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KnavesObserver:
        return KnavesObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)


class KnavesObserver:
    """What a player sees: the view as JSON and as numbers; with perfect recall also all that it has answered.

    As numbers an answer is its id and one, and answers that were not given are 0. Whoever has given more than
    REMEMBERED answers forgets the first ones.
    """

    def __init__(self, game: KnavesGame, recall: bool) -> None:
        self.recall = recall
        seen = len(game.layout.entries)
        self.tensor = np.zeros(seen + (REMEMBERED if recall else 0), np.float32)
        self.dict = {"view": self.tensor[:seen]}
        if recall:
            self.dict["answered"] = self.tensor[seen:]

    def set_from(self, state: KnavesState, player: int) -> None:
        episode = state.run.episode
        self.dict["view"][:] = 0 if episode is None else episode.observe(player)
        if self.recall:
            answered = state.run.answered[player][-REMEMBERED:]
            self.dict["answered"][:] = 0
            self.dict["answered"][: len(answered)] = np.array(answered, np.float32) + 1

    def string_from(self, state: KnavesState, player: int) -> str:
        episode = state.run.episode
        if episode is None:
            return "before the deal"
        seen = msgspec.json.encode(episode.turns.position.view(player)).decode()
        menu = str(sorted(episode.menu)) if player == episode.seat else ""
        answered = " ".join(map(str, state.run.answered[player])) + "|" if self.recall else ""
        return f"{answered}{menu}{seen}"


def name_of(game: str) -> str:
    return f"knaves_{game}"


def register(game: str) -> None:
    """Makes a class for this game, which a pickle finds by name in this module, and tells OpenSpiel."""
    rows = about(game)
    kind = pyspiel.GameType(
        short_name=name_of(game),
        long_name=rows.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rows.seats),
        min_num_players=min(rows.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        default_loadable=True,
        parameter_specification={"players": max(rows.seats), "auto_hold": False},
    )
    name = f"Game_{game}"
    made = type(name, (KnavesGame,), {"id": game, "kind": kind, "__module__": __name__})
    setattr(sys.modules[__name__], name, made)
    pyspiel.register_game(kind, made)


for _game in knaves.GAMES:
    register(_game)
