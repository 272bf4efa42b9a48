"""Options as numbers, for toolkits that want them: stable within one version of a game's rules.

Every verb has a block of ids, in alphabetical order behind `hold`. Inside it the things that the option names are
digits: a number of a kind counts from the start of the kind's domain, and a piece counts by its *face*, so that an
option has the same id in every world that its seat cannot tell apart. `Game.domains` says how large each kind is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from knaves.core.game import Game
from knaves.core.state import State
from knaves.core.step import Option, things_of
from knaves.core.turns import HOLD


class Digit(NamedTuple):
    """One thing behind a verb: its place there, its domain, and whether it is a slot that counts by its face."""

    place: int
    domain: range
    piece: bool


class VerbIds(NamedTuple):
    """The ids of one verb. A ranked verb has no digits: its options are numbered as they stand in the menu.
    A listed one has its options by name, each with its place."""

    start: int
    size: int
    digits: tuple[Digit, ...]
    ranked: bool
    listed: Mapping[tuple[int, ...], int]


class NoId(LookupError):
    """An option outside the domains of its game: the game's `domains` are wrong."""


class Ids:
    """All ids of one game with one box of cards. The number of seats at the table does not matter."""

    def __init__(self, game: Game[State], s: State) -> None:
        self.game = game
        self.blocks: dict[str, VerbIds] = {}
        self.size = 0
        domains = game.domains(s)
        kinds = {"seat": range(max(game.about.seats)), **domains.kinds}
        for verb in (HOLD[0], *sorted(game.verbs)):
            listed = {things: place for place, things in enumerate(domains.listed.get(verb, ()))}
            digits = () if verb in domains.ranked or listed else self._digits(verb, kinds, domains.said)
            size = len(listed) or domains.ranked.get(verb, 1)
            for digit in digits:
                size *= len(digit.domain)
            self.blocks[verb] = VerbIds(self.size, size, digits, verb in domains.ranked, listed)
            self.size += size

    def _digits(self, verb: str, kinds: Mapping[str, range], said: frozenset[str]) -> tuple[Digit, ...]:
        named = self.game.kinds(verb)
        found: list[Digit] = []
        for place in range(1, max(named, default=0) + 1):
            key, kind = f"{verb}.{place}", named.get(place, "")
            if key not in said:
                found.append(Digit(place, kinds[key if key in kinds else kind], kind in self.game.pieces))
        return tuple(found)

    def menu(self, s: State, options: Iterable[Option]) -> dict[int, Option]:
        """These options by id. Of options that differ only in which of two equal cards they name, the first."""
        found: dict[int, Option] = {}
        ranks: dict[str, int] = {}
        for option in options:
            verb = option[0]
            block = self.blocks[verb]
            if block.ranked:
                rank = ranks.get(verb, 0)
                ranks[verb] = rank + 1
                if rank >= block.size:
                    raise NoId(f"more than {block.size} options {verb!r} at once")
                found[block.start + rank] = option
            else:
                found.setdefault(self._number(s, option, block), option)
        return found

    def _number(self, s: State, option: Option, block: VerbIds) -> int:
        if block.listed:
            if things_of(option) not in block.listed:
                raise NoId(f"{option} is not on the list of its verb")
            return block.start + block.listed[things_of(option)]
        number = 0
        for place, domain, piece in block.digits:
            thing = option[place]
            assert isinstance(thing, int)
            if piece and thing >= 0:
                thing = s.face[thing]
            if thing not in domain:
                raise NoId(f"{option} names {thing} in place {place}, which is outside {domain}")
            number = number * len(domain) + thing - domain.start
        return block.start + number

    def id_of(self, s: State, option: Option) -> int:
        """The id of an option of no ranked verb."""
        block = self.blocks[option[0]]
        if block.ranked:
            raise NoId(f"an option {option[0]!r} is numbered by its place in the menu")
        return self._number(s, option, block)

    def meaning(self, number: int) -> Option:
        """What an id stands for, in any position: the verb and its digits, pieces by face; or a rank."""
        for verb, block in self.blocks.items():
            if block.start <= number < block.start + block.size:
                rest = number - block.start
                if block.ranked:
                    return (verb, rest)
                if block.listed:
                    return (verb, *[*block.listed][rest])
                things: list[int] = []
                for digit in reversed(block.digits):
                    rest, at = divmod(rest, len(digit.domain))
                    things.insert(0, digit.domain[at])
                return (verb, *things)
        raise NoId(f"there is no id {number}; they go from 0 to {self.size - 1}")

    def by_meaning(self, meaning: Option) -> int:
        """The id that has this meaning."""
        verb, things = meaning[0], things_of(meaning)
        block = self.blocks[verb]
        if block.ranked:
            return block.start + things[0]
        if block.listed:
            return block.start + block.listed[things]
        number = 0
        for thing, digit in zip(things, block.digits, strict=True):
            number = number * len(digit.domain) + digit.domain.index(thing)
        return block.start + number
