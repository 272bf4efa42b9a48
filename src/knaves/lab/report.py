"""What a simulation is and what comes out of it: the plan, one finished game, the report."""

from __future__ import annotations

import msgspec


class Plan(msgspec.Struct, frozen=True):
    """What is to be played."""

    game: str
    seats: int
    games: int
    bots: tuple[str, ...]  # by seat; they move on one seat from game to game if they differ
    seed: int | str
    options: dict[str, bool | int | str] = {}

    @property
    def mixed(self) -> bool:
        return len(set(self.bots)) > 1

    def deal(self, number: int) -> int:
        """Which deal game `number` plays: different bots play each from every seat."""
        return number // self.seats if self.mixed else number


class Played(msgspec.Struct, frozen=True):
    """One finished game."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    decisions: int
    bots: tuple[str, ...]
    figures: dict[str, float]
    length: int  # in rounds or turns, as the game counts them; 0: it counts none
    sources: dict[str, tuple[int, ...]]  # points by source, by seat
    sides: dict[str, tuple[str, ...]]  # what set the seats apart, by kind


class Share(msgspec.Struct, frozen=True):
    """A measured share or mean with its 95 % interval."""

    value: float
    low: float
    high: float
    count: int


class Source(msgspec.Struct, frozen=True):
    """Points of one source: what a seat had of it at the end, and what winners had."""

    mean: Share
    winners: Share | None  # nobody won


class Spread(msgspec.Struct, frozen=True):
    """How long games were: the mean, and how many games were in each step from `first` on."""

    mean: Share
    least: int
    most: int
    first: int
    step: int
    games: list[int]


class Origin(msgspec.Struct, frozen=True):
    """What the figures were measured with."""

    command: str
    program: str  # version of Knaves
    rules: str  # version of the game's rules
    date: str  # the day, as 2026-01-31


class Report(msgspec.Struct, frozen=True):
    """What came out. Written to a file by `knaves simulate --json`, read by the balance page."""

    plan: Plan
    wins: list[Share]  # by seat; shared wins count in parts
    scores: list[Share]  # by seat
    bots: dict[str, Share]  # wins by kind of bot, per seat it held
    decisions: Share
    reasons: dict[str, int]
    figures: dict[str, Share]
    sides: dict[str, dict[str, Share]]  # wins by kind and side, per seat that had it
    sources: dict[str, Source]
    lengths: dict[str, Spread]  # "decisions", and "rounds" or "turns"
    seconds: float
    decisions_per_second: float
    origin: Origin | None = None  # of a file

    @property
    def fair(self) -> float:
        """The share of the wins of a seat, if all were alike."""
        return sum(share.value for share in self.wins) / self.plan.seats
