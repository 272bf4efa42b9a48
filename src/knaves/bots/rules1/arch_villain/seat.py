"""One look at the table from one seat, and finding things in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from knaves.bots.rules1.arch_villain.chances import card_number
from knaves.core.step import Answer, Option
from knaves.games.arch_villain.view.types import HeroCardView as CardView
from knaves.games.arch_villain.view.types import HeroCityView as CityView
from knaves.games.arch_villain.view.types import HeroView as PlayerView
from knaves.games.arch_villain.view.types import UseView


class SeatAdvice:
    """One look at the table, from one seat."""

    def __init__(self, v: CityView, options: Sequence[Option], rng: Random) -> None:
        seat = v["you"]
        assert seat is not None
        self.v = v
        self.me: PlayerView = v["players"][seat]
        self.options: Sequence[Answer] = options  # type: ignore[assignment]  # read as their verbs say
        self.rng = rng

    def verb(self, *verbs: str) -> list[Answer]:
        return [o for o in self.options if o[0] in verbs]

    def best(self, options: Sequence[Answer], key: Callable[[Answer], float]) -> Answer:
        """The best option; chance decides between equals."""
        return max(options, key=lambda o: key(o) + self.rng.random() * 0.01)

    def card(self, slot: int) -> CardView:
        """A card that is in sight."""
        v = self.v
        rows = [*(p["cards"] for p in v["players"]), *(sp["cards"] for sp in v["spaces"])]
        for row in rows:
            for card in row:
                if card_number(card) == slot:
                    return card
        assert v["held"] is not None
        return v["held"]

    def use(self, slot: int, number: int) -> UseView:
        return next(use for use in self.card(slot)["uses"] if use["id"] == f"use:{number}")
