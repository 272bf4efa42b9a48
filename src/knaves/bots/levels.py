"""How good a bot is: every level, declared once. Pages, terminal, laboratory and research know them from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, NamedTuple

from knaves.bots.observation import Bot, Observation
from knaves.bots.planner import RUTHLESS, SHARP, ThinkingBot
from knaves.bots.rules1 import frozen
from knaves.core.errors import BadSetup
from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import Option

Needs = Literal["options", "view", "worlds"]
"""What a bot must be shown: its options alone, its view too, or worlds that it can imagine as well."""


class Level(NamedTuple):
    """One level."""

    name: str
    line: str  # what a person who chooses should know
    make: Callable[[Game[State], Random], Bot]
    needs: Needs = "view"


class RandomBot:
    """Uniform over verbs, then over the options of that verb."""

    def __init__(self, game: Game[State], rng: Random) -> None:
        self.rng = rng

    def choose(self, seen: Observation) -> Option:
        verbs = list(dict.fromkeys(option[0] for option in seen.options))
        verb = verbs[int(self.rng.random() * len(verbs))]
        options = [option for option in seen.options if option[0] == verb]
        return options[int(self.rng.random() * len(options))]


class RulesBot:
    """A page of priorities per game: what the game itself advises a beginner."""

    def __init__(self, game: Game[State], rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, seen: Observation) -> Option:
        return self.game.advise(seen.view, seen.options, self.rng)


class FrozenBot:
    """The same as on the day when bots began to be measured."""

    def __init__(self, game: Game[State], rng: Random) -> None:
        self.advise = frozen(game.id)
        self.rng = rng

    def choose(self, seen: Observation) -> Option:
        return self.advise(seen.view, seen.options, self.rng)


def sharp(game: Game[State], rng: Random) -> Bot:
    return ThinkingBot(game, rng, SHARP)


def ruthless(game: Game[State], rng: Random) -> Bot:
    return ThinkingBot(game, rng, RUTHLESS)


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("random", "Any legal answer.", RandomBot, "options"),
        Level("rules1", "The rules of thumb as they once were: a yardstick that never changes.", FrozenBot),
        Level("rules", "Rules of thumb.", RulesBot),
        Level("sharp", "Looks ahead a little, with an eye for who is winning.", sharp, "worlds"),
        Level("ruthless", "Thinks for up to a second about every answer.", ruthless, "worlds"),
    )
}


def level(name: str) -> Level:
    """The level of this name, or BadSetup."""
    found = LEVELS.get(name)
    if found is None:
        raise BadSetup(f"There is no bot called {name!r:.40}; there are: {', '.join(LEVELS)}.")
    return found


def make(name: str, game: Game[State], seed: int | str) -> Bot:
    """A bot of this level. The same seed gives the same answers to the same observations."""
    return level(name).make(game, Random(f"knaves bot {name} {seed}"))


class Player:
    """A bot in a seat: shows it as much as its level needs, and no more."""

    __slots__ = ("bot", "looks", "rng")

    def __init__(self, name: str, game: Game[State], seed: int | str) -> None:
        self.bot = make(name, game, seed)
        needs = level(name).needs
        self.looks = needs != "options"
        self.rng = Random(f"knaves worlds {name} {seed}") if needs == "worlds" else None

    def answer(self, position: Position, seat: int, options: Sequence[Option]) -> Option:
        return self.bot.choose(Observation(position, seat, options, self.rng, self.looks))
