"""One look at the table from one seat, and finding things in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.core.step import Answer, Option
from knaves.games.arch_villain.bot.sight import HeroSight
from knaves.games.arch_villain.view.types import HeroCardView, UseView


class SeatAdvice:
    """One look at the table, from one seat."""

    def __init__(self, v: HeroSight, options: Sequence[Option], rng: Random) -> None:
        self.v = v
        self.me = v.me
        self.options: Sequence[Answer] = options  # type: ignore[assignment]  # read as their verbs say
        self.rng = rng

    def verb(self, *verbs: str) -> list[Answer]:
        return [o for o in self.options if o[0] in verbs]

    def best(self, options: Sequence[Answer], key: Callable[[Answer], float]) -> Answer:
        """The best option; chance decides between equals."""
        return max(options, key=lambda o: key(o) + self.rng.random() * 0.01)

    def card(self, slot: int) -> HeroCardView:
        return self.v.card(slot)

    def use(self, slot: int, number: int) -> UseView:
        return next(use for use in self.card(slot)["uses"] if use["id"] == f"use:{number}")
