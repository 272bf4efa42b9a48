"""The honest arena: which bot is stronger, by how much, and how sure that is.

One bot of a kind sits against a table full of another, and the other way round. The same deal is played with the lone
bot in every seat: such a block of games is the unit that is counted, because its games are not independent. What a bot
draws by lot depends on the deal and the seat alone, so a bot against itself is exactly at par wherever one seat wins.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import monotonic, process_time

import msgspec

from knaves.bots import Player, make
from knaves.core.beat import Unfinished, play_bounded
from knaves.core.errors import BadSetup
from knaves.core.position import Position
from knaves.core.start import begin
from knaves.core.step import Option
from knaves.games import find
from knaves.lab.durations import Durations

SCREEN, PROMOTE = 160, 800
"""Games a line-up: enough to throw a candidate out, and enough to believe in one."""


class Contest(msgspec.Struct, frozen=True):
    """What is to be played. `games` is how many each line-up plays, in whole blocks."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    seed: int | str
    fresh: bool = False  # deals that no screening has seen
    alone: bool = False  # only the first bot, alone against tables of each other one
    options: dict[str, bool | int | str] = {}

    @property
    def blocks(self) -> int:
        return self.games // self.seats

    def line_ups(self) -> list[tuple[str, str]]:
        """Who sits alone, and who has all other seats."""
        first, *others = self.bots
        if not others:
            return [(first, first)]
        if self.alone:
            return [(first, other) for other in others]
        return [
            (one, many)
            for at, one in enumerate(self.bots)
            for after, many in enumerate(self.bots)
            if at != after and (self.seats > 2 or at < after)  # two seats: both ways are the same games
        ]


class Block(msgspec.Struct, frozen=True):
    """One deal, played with the lone bot in every seat in turn."""

    one: str
    many: str
    deal: int
    winners: list[tuple[int, ...]]  # by the seat of the lone bot
    decisions: int
    durations: dict[str, Durations]  # by bot

    @property
    def key(self) -> tuple[str, str, int]:
        return self.one, self.many, self.deal


def contest(
    game: str,
    seats: int,
    bots: Sequence[str],
    games: int,
    seed: int | str,
    options: Mapping[str, object],
    *,
    fresh: bool = False,
    alone: bool = False,
) -> Contest:
    """A contest that can be played; refuses what cannot. The number of games is rounded up to whole blocks."""
    rules = find(game)
    rules.about.check_seats(seats)
    if games < 1:
        raise BadSetup(f"At least one game must be played, not {games}.")
    if not bots or len(set(bots)) < len(bots):
        raise BadSetup("Name every bot once; one alone plays against itself.")
    for level in bots:
        make(level, rules, 0)
    whole = -(-games // seats) * seats
    return Contest(game, seats, tuple(bots), whole, seed, fresh, alone, rules.read_options(options))


def play_block(what: Contest, one: str, many: str, deal: int) -> Block:
    """The same whoever plays it, and when; but for how long the bots thought."""
    winners: list[tuple[int, ...]] = []
    decisions = 0
    durations = {level: Durations() for level in (one, many)}
    for lone in range(what.seats):
        won, asked = _play(
            what, [one if seat == lone else many for seat in range(what.seats)], deal, durations
        )
        winners.append(won)
        decisions += asked
    return Block(one, many, deal, winners, decisions, durations)


def seed_of(what: Contest, deal: int) -> str:
    """Deals of a screening and fresh ones have nothing in common."""
    return f"arena {'fresh' if what.fresh else 'screen'} {what.seed}/{deal}"


def _play(
    what: Contest, levels: Sequence[str], deal: int, durations: Mapping[str, Durations]
) -> tuple[tuple[int, ...], int]:
    game = find(what.game)
    seed = seed_of(what, deal)
    position = begin(game, what.seats, seed, what.options)
    players = [Player(level, game, f"{seed}/{seat}") for seat, level in enumerate(levels)]

    def choose(p: Position, seat: int, options: Sequence[Option]) -> Option:
        begun = process_time()
        option = players[seat].answer(p, seat, options)
        durations[levels[seat]].add(process_time() - begun)
        return option

    try:
        decisions = play_bounded(position, choose)
    except Unfinished:
        return (), game.about.longest  # a game without an end is lost by all
    assert position.result is not None
    return position.result.winners, decisions


def run(
    what: Contest,
    jobs: int = 1,
    known: Iterable[Block] = (),
    progress: Callable[[Block], None] = lambda block: None,
    seconds: float = math.inf,
) -> list[Block]:
    """All blocks of the contest, in order; those that there was time for. Those that are `known` from an earlier run
    are not played again; of every other one `progress` is told as soon as it is there."""
    if jobs < 1:
        raise BadSetup(f"At least one process must play, not {jobs}.")
    wanted = [(one, many, deal) for deal in range(what.blocks) for one, many in what.line_ups()]
    found = {block.key: block for block in known}
    until = monotonic() + seconds
    for block in _played(what, [key for key in wanted if key not in found], jobs):
        found[block.key] = block
        progress(block)
        if monotonic() > until:
            break
    return [found[key] for key in wanted if key in found]


def _played(what: Contest, todo: Sequence[tuple[str, str, int]], jobs: int) -> Iterator[Block]:
    if jobs == 1 or len(todo) == 1:
        for one, many, deal in todo:
            yield play_block(what, one, many, deal)
        return
    with ProcessPoolExecutor(min(jobs, len(todo)), mp_context=get_context("spawn")) as pool:
        try:
            for done in as_completed([pool.submit(play_block, what, *key) for key in todo]):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)  # time was up
