"""How good a bot is: every level, declared once. Pages, terminal, laboratory and research know them from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, NamedTuple

from knaves.bots.characters import CHARACTERS, PLAIN, Character
from knaves.bots.observation import Bot, Observation
from knaves.bots.planner import RUTHLESS, SHARP
from knaves.bots.rules1 import frozen, has_frozen
from knaves.bots.thinking import ThinkingBot
from knaves.bots.values import place_of
from knaves.core.errors import BadSetup
from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import Option

NOTICES = 0.05
"""How often a gentle bot sees again what it may do at any time, asked once more."""

Needs = Literal["options", "advice", "view", "worlds"]
"""What a bot must be shown: its options alone, what the game advises its seat, its view, or worlds that it can imagine
as well."""


def always(game: Game[State]) -> bool:
    return True


def is_frozen(game: Game[State]) -> bool:
    return has_frozen(game.id)


def has_learned(game: Game[State]) -> bool:
    return any(place_of(game.id, seats).is_file() for seats in game.about.seats)


class Level(NamedTuple):
    """One level."""

    name: str
    line: str  # what a person who chooses should know
    make: Callable[[Game[State], Random], Bot]
    needs: Needs = "view"
    ready: Callable[[Game[State]], bool] = always  # can it play this game?
    laboratory: bool = False  # not offered to people

    @property
    def deep(self) -> bool:
        """Thinks long enough to want a process of its own."""
        return self.needs == "worlds"


class RandomBot:
    """Uniform over verbs, then over the options of that verb."""

    def __init__(self, game: Game[State], rng: Random) -> None:
        self.rng = rng

    def choose(self, seen: Observation) -> Option:
        verbs = list(dict.fromkeys(option[0] for option in seen.options))
        verb = verbs[int(self.rng.random() * len(verbs))]
        options = [option for option in seen.options if option[0] == verb]
        return options[int(self.rng.random() * len(options))]


Advice = Callable[[Sequence[Option]], Option]
"""What the game advises somebody who sees these options."""


class FairBot:
    """A page of priorities per game: what the game itself advises a beginner."""

    def __init__(self, game: Game[State], rng: Random) -> None:
        self.game = game
        self.rng = rng

    def choose(self, seen: Observation) -> Option:
        return self.heed(lambda options: self.game.advise(seen.view, options, self.rng), seen.options)

    def heed(self, advice: Advice, options: Sequence[Option]) -> Option:
        return advice(options)


class GentleBot(FairBot):
    """The same, but now and then another answer of the same kind, or another kind of answer: never a seldom one. What
    may be done at any time it does not see for a while instead: else it would do it a moment later."""

    def __init__(self, game: Game[State], rng: Random) -> None:
        super().__init__(game, rng)
        self.overlooked: set[str] = set()  # verbs

    def heed(self, advice: Advice, options: Sequence[Option]) -> Option:
        if self.overlooked and self.rng.random() < NOTICES:
            self.overlooked.clear()
        options = self.seen(options)
        best = advice(options)
        if self.rng.random() >= self.game.slips:
            return best
        if best[0] in self.game.interjection_verbs:
            self.overlooked.add(best[0])
            return advice(self.seen(options))
        seldom = self.game.seldom | self.game.interjection_verbs
        others = [option for option in options if option[0] not in seldom and option != best]
        alike = [option for option in others if option[0] == best[0]]
        slips = alike or others
        return slips[int(self.rng.random() * len(slips))] if slips else best

    def seen(self, options: Sequence[Option]) -> Sequence[Option]:
        return [option for option in options if option[0] not in self.overlooked] or options


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
        Level("gentle", "Knows the rules of thumb and slips now and then.", GentleBot, "advice"),
        Level("fair", "Plays by rules of thumb, as somebody does who knows the game.", FairBot, "advice"),
        Level("sharp", "Looks ahead a little, with an eye for who is winning.", sharp, "worlds", has_learned),
        Level("ruthless", "Thinks for up to a second about an answer.", ruthless, "worlds", has_learned),
        Level("random", "Gives any legal answer.", RandomBot, "options", laboratory=True),
        Level(
            "rules1",
            "Rules of thumb as they once were: a yardstick that never changes.",
            FrozenBot,
            ready=is_frozen,
            laboratory=True,
        ),
    )
}
"""By name, the weakest first; those of the laboratory at the end."""

USUAL = "fair"
"""Who minds a seat when nobody says otherwise, and who answers for a bot that is late."""

OLD_NAMES = {"rules": "fair"}
"""What levels were once called. Only kept records and files say these any more."""


def todays(name: str) -> str:
    """The name of a level, as it is called now, that a record or a file may give by an old one."""
    return OLD_NAMES.get(name, name)


def offered(game: Game[State]) -> list[Level]:
    """What people may choose from, the weakest first."""
    return [one for one in LEVELS.values() if not one.laboratory and one.ready(game)]


def characters_of(of: Level) -> list[Character]:
    """That bots of this level can have."""
    return [one for one in CHARACTERS.values() if of.deep or not one.looks]


def split(name: str) -> tuple[Character, Level]:
    """The character and the level of "vengeful sharp"; of "sharp" no character."""
    called, _, rest = name.rpartition(" ")
    found = level(rest)
    character = CHARACTERS.get(called) if called else PLAIN
    if character is None:
        raise BadSetup(f"There is no character called {called!r:.40}; there are: {', '.join(CHARACTERS)}.")
    if character.looks and character is not PLAIN and not found.deep:
        raise BadSetup(f"A {rest} bot does not look ahead, so it cannot be {called}.")
    return character, found


def level(name: str) -> Level:
    """The level of this name, or BadSetup."""
    found = LEVELS.get(name)
    if found is None and name in OLD_NAMES:
        raise BadSetup(f"The bot that was called {name} is called {OLD_NAMES[name]} now.")
    if found is None:
        raise BadSetup(f"There is no bot called {name!r:.40}; there are: {', '.join(LEVELS)}.")
    return found


def make(name: str, game: Game[State], seed: int | str) -> Bot:
    """A bot of this level. The same seed gives the same answers to the same observations."""
    character, found = split(name)
    if not found.ready(game):
        raise BadSetup(f"There is no bot called {name} for {game.title}.")
    bot = found.make(game, Random(f"knaves bot {name} {seed}"))
    if isinstance(bot, ThinkingBot):
        bot.character = character
    return bot


class Player:
    """A bot in a seat: shows it as much as its level needs, and no more.

    One that heeds the game's advice is told the advice, which is the same from the state as from the seat's view (a
    law), and much sooner there.
    """

    __slots__ = ("bot", "heeds", "looks", "rng")

    def __init__(self, name: str, game: Game[State], seed: int | str) -> None:
        self.bot = make(name, game, seed)
        needs = split(name)[1].needs
        self.heeds = needs == "advice"
        self.looks = needs != "options"
        self.rng = Random(f"knaves worlds {name} {seed}") if needs == "worlds" else None

    def answer(
        self,
        position: Position,
        seat: int,
        options: Sequence[Option],
        budget: float | None = None,
        grudge: int = -1,
    ) -> Option:
        bot = self.bot
        if self.heeds and isinstance(bot, FairBot):
            state, game = position.state, bot.game
            return bot.heed(lambda seen: game.advise_state(state, seat, seen, bot.rng), options)
        return bot.choose(Observation(position, seat, options, self.rng, self.looks, budget, grudge))
