"""One game as every toolkit sees it: who decides, which ids are legal, what a seat observes, what it was worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt
from rich.text import Text

import knaves
from knaves.core.ending import win_shares
from knaves.core.errors import BadSetup, Refused
from knaves.core.ids import Ids
from knaves.core.state import Result
from knaves.core.step import Option
from knaves.core.turns import HOLD, Turns

Reward: TypeAlias = Literal["win", "margin"]
Row: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.int8]
LEAST, MOST = np.float32(-np.inf), np.float32(np.inf)
"""Bounds of an observation's numbers, in their own type: Gymnasium warns of any other."""


def check_settings(reward: object, render_mode: object = None, modes: Sequence[str] = ()) -> None:
    """BadSetup for what no environment has: a word that is misspelt would pay or draw something else."""
    if reward not in get_args(Reward):
        raise BadSetup(f"A reward is {' or '.join(get_args(Reward))}, not {reward!r:.40}.")
    if render_mode is not None and render_mode not in modes:
        raise BadSetup(f"A table is rendered as {', '.join(modes)}, not as {render_mode!r:.40}.")


class EpisodeShape:
    """What is the same in every game with these options: ids, names and sizes."""

    def __init__(self, game: str, seats: int, options: dict[str, object]) -> None:
        first = knaves.start(game, seats=seats, seed=0, **options)
        self.ids = Ids(first.game, first.state)
        self.entries = tuple(first.game.entries(first.state))


@lru_cache(maxsize=64, typed=True)
def _layout(game: str, seats: int, options: tuple[tuple[str, object], ...]) -> EpisodeShape:
    return EpisodeShape(game, seats, dict(options))


def layout_of(game: str, seats: int, options: dict[str, object]) -> EpisodeShape:
    return _layout(game, seats, tuple(sorted(options.items())))


class Episode:
    """A running game. `auto_hold` lets every chance to interject pass, so that only the table's own asks remain."""

    __slots__ = ("auto_hold", "layout", "menu", "turns")

    def __init__(self, turns: Turns, layout: EpisodeShape, auto_hold: bool = False) -> None:
        self.turns, self.layout, self.auto_hold = turns, layout, auto_hold
        self.menu: dict[int, Option] = {}
        self._ready()

    @classmethod
    def start(
        cls, game: str, seats: int, seed: int | str, options: dict[str, object], auto_hold: bool
    ) -> Episode:
        turns = Turns(knaves.start(game, seats=seats, seed=seed, **options))
        return cls(turns, layout_of(game, seats, options), auto_hold)

    def _ready(self) -> None:
        turns = self.turns
        while self.auto_hold and turns.chance:
            turns.answer(HOLD)
        self.menu = self.layout.ids.menu(turns.position.state, turns.options)

    @property
    def over(self) -> bool:
        return self.turns.over

    @property
    def seat(self) -> int:
        """Who decides; -1 when the game is over."""
        return self.turns.seat

    def step(self, action: int) -> None:
        """Refused for an id that is not legal now."""
        if action not in self.menu:
            raise Refused(f"Action {action} is not legal now.")
        self.answer(self.menu[action])

    def answer(self, option: Option) -> None:
        self.turns.answer(option)
        self._ready()

    def observe(self, seat: int) -> Row:
        position = self.turns.position
        return np.array(position.game.encode(position.state, seat), np.float32)

    def mask(self, seat: int) -> Mask:
        """Which ids are legal for this seat now; none while another seat decides."""
        mask = np.zeros(self.layout.ids.size, np.int8)
        if seat == self.turns.seat:
            mask[list(self.menu)] = 1
        return mask

    def rewards(self, kind: Reward) -> list[float]:
        """For each seat. Nothing before the end."""
        result = self.turns.position.result
        seats = self.turns.position.seats
        return [0.0] * seats if result is None else [worth(result, seat, kind) for seat in range(seats)]

    def board(self, seat: int | None = None) -> str:
        """The table as text, as this seat or a spectator sees it."""
        position = self.turns.position
        return Text.from_markup(position.game.board(position.view(seat))).plain

    def clone(self) -> Episode:
        return Episode(self.turns.clone(), self.layout, self.auto_hold)

    def imagine(self, seat: int, rng: Random) -> Episode:
        return Episode(self.turns.imagine(seat, rng), self.layout, self.auto_hold)


def worth(result: Result, seat: int, kind: Reward) -> float:
    """A share of the win, or by how much a seat's score is above the best of the others."""
    if kind == "win":
        return win_shares(result.winners, len(result.scores))[seat]
    others = [score for other, score in enumerate(result.scores) if other != seat]
    return float(result.scores[seat] - max(others))
