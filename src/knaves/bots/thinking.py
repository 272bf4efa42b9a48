"""Bots that think: a planner in a seat, with a character."""

from __future__ import annotations

from random import Random

from knaves.bots.characters import PLAIN, StyledPlanner
from knaves.bots.observation import Observation
from knaves.bots.planner import Depth, Planner
from knaves.bots.values import value_of
from knaves.core.game import Game
from knaves.core.state import State
from knaves.core.step import Option

IN_TIME = 0.6
"""Of the time there is, this much may be thought."""


class ThinkingBot:
    """Of the observation it takes worlds to imagine from, who last turned on it, and nothing else."""

    def __init__(self, game: Game[State], rng: Random, depth: Depth) -> None:
        self.game = game
        self.rng = rng
        self.depth = depth
        self.character = PLAIN

    def choose(self, seen: Observation) -> Option:
        world = seen.imagine(self.rng)
        value = value_of(self.game, world.seats)
        assert value is not None, "levels.py offers this bot where something was learned"
        depth = self.depth
        if seen.budget is not None:
            depth = depth._replace(seconds=min(depth.seconds, IN_TIME * seen.budget))
        planner = Planner(self.game, value, depth, self.rng)
        if self.character.looks and self.character is not PLAIN:
            planner = StyledPlanner(self.game, value, depth, self.rng)
            planner.character, planner.grudge = self.character, seen.grudge
        return planner.choose(world, seen.seat, seen.options)
