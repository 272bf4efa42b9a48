"""A sensible beginner: plays the plan focus of the faction, from what the seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.step import Option
from knaves.games.villains.view import CityView


def advise(v: CityView, options: Sequence[Option], rng: Random) -> Option:
    return rng.choice(options)
