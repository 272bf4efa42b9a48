"""Many games of bots, spread over processes. The figures do not depend on how many processes there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from time import perf_counter

import msgspec

from knaves.bots import Player, make
from knaves.core.beat import play
from knaves.core.errors import BadSetup
from knaves.core.game import Game
from knaves.core.position import Position, begin
from knaves.core.state import State
from knaves.core.step import Option
from knaves.core.words import Event
from knaves.games import find
from knaves.lab.intervals import mean_interval, round_step, wilson

BATCH = 25
STEPS = 24
"""So many columns at most tell how long games were."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be played."""

    game: str
    seats: int
    games: int
    bots: tuple[str, ...]  # by seat; they move on one seat from game to game if they differ
    seed: int | str
    options: dict[str, bool | int | str] = {}


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


def plan(
    game: str, seats: int, games: int, bots: Sequence[str], seed: int | str, options: Mapping[str, object]
) -> Plan:
    """A plan that can be played; refuses what cannot."""
    rules = find(game)
    if seats not in rules.about.seats:
        raise BadSetup(f"{rules.title} is for {', '.join(map(str, rules.about.seats))} players, not {seats}.")
    if games < 1:
        raise BadSetup(f"At least one game must be played, not {games}.")
    if len(bots) > seats:
        raise BadSetup(f"There are {len(bots)} bots for {seats} seats.")
    for level in bots:
        make(level, rules, 0)
    row = tuple(bots[i % len(bots)] for i in range(seats))
    return Plan(game, seats, games, row, seed, rules.read_options(options))


def play_one(plan: Plan, number: int) -> Played:
    """Game number `number` of the plan: the same whoever plays it, and when."""
    mixed = len(set(plan.bots)) > 1
    turn = number % plan.seats if mixed else 0  # the same deal is played through all rotations
    deal = number // plan.seats if mixed else number
    levels = plan.bots[turn:] + plan.bots[:turn]
    game = find(plan.game)
    position = begin(game, plan.seats, f"{plan.seed}/{deal}", plan.options)
    events: list[Event] = []
    if type(game).tally is not Game.tally or type(game).sources is not Game.sources:
        position.listen(events.append)
    row = [Player(level, game, f"{plan.seed}/{number}/{i}") for i, level in enumerate(levels)]

    def choose(p: Position, seat: int, options: Sequence[Option]) -> Option:
        return row[seat].answer(p, seat, options)

    decisions = play(position, choose)
    result = position.result
    assert result is not None
    state = position.state
    return Played(
        result.winners,
        result.scores,
        result.reason,
        decisions,
        levels,
        dict(game.tally(events, state)),
        game.standing(position.view(None)).at,
        {source: tuple(points) for source, points in game.sources(events, state).items()},
        {kind: tuple(names) for kind, names in game.sides(events, state).items()},
    )


def play_batch(plan: Plan, first: int, last: int) -> list[Played]:
    return [play_one(plan, number) for number in range(first, last)]


def run(plan: Plan, jobs: int, progress: Callable[[int], None] = lambda done: None) -> Report:
    """Plays the plan. `progress` is told how many games have been finished since it was last told."""
    if jobs < 1:
        raise BadSetup(f"At least one process must play, not {jobs}.")
    start = perf_counter()
    games = [game for _, batch in sorted(_batches(plan, jobs, progress)) for game in batch]
    return report(plan, games, perf_counter() - start)


def _batches(plan: Plan, jobs: int, progress: Callable[[int], None]) -> Iterator[tuple[int, list[Played]]]:
    firsts = range(0, plan.games, BATCH)
    if jobs == 1 or plan.games <= BATCH:
        for first in firsts:
            batch = play_batch(plan, first, min(first + BATCH, plan.games))
            progress(len(batch))
            yield first, batch
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        todo = {pool.submit(play_batch, plan, f, min(f + BATCH, plan.games)): f for f in firsts}
        for done in as_completed(todo):
            batch = done.result()
            progress(len(batch))
            yield todo[done], batch


def report(plan: Plan, games: Sequence[Played], seconds: float) -> Report:
    count = len(games)
    wins = [0.0] * plan.seats
    by_bot: dict[str, list[float]] = {}
    by_side: dict[str, dict[str, list[float]]] = {}
    for game in games:
        for seat in range(plan.seats):
            won = 1 / len(game.winners) if seat in game.winners else 0.0
            wins[seat] += won
            by_bot.setdefault(game.bots[seat], []).append(won)
            for kind, names in game.sides.items():
                by_side.setdefault(kind, {}).setdefault(names[seat], []).append(won)
    figures: dict[str, list[float]] = {}
    for game in games:
        for name, value in game.figures.items():
            figures.setdefault(name, []).append(value)
    total = sum(game.decisions for game in games)
    return Report(
        plan=plan,
        wins=[Share(won / count, *wilson(won, count), count) for won in wins],
        scores=[_mean([game.scores[seat] for game in games]) for seat in range(plan.seats)],
        bots={level: _share(won) for level, won in by_bot.items()},
        decisions=_mean([game.decisions for game in games]),
        reasons=dict(Counter(game.reason for game in games).most_common(12)),
        figures={name: _mean(values) for name, values in sorted(figures.items())},
        sides={
            kind: {side: _share(won) for side, won in sorted(rows.items())} for kind, rows in by_side.items()
        },
        sources={source: _source(games, source) for source in games[0].sources},
        lengths=_lengths(find(plan.game), games),
        seconds=seconds,
        decisions_per_second=total / seconds,
    )


def _share(won: Sequence[float]) -> Share:
    return Share(sum(won) / len(won), *wilson(sum(won), len(won)), len(won))


def _source(games: Sequence[Played], source: str) -> Source:
    best = [game.sources[source][seat] for game in games for seat in game.winners]
    every = [points for game in games for points in game.sources[source]]
    return Source(_mean(every), _mean(best) if best else None)


def _lengths(game: Game[State], games: Sequence[Played]) -> dict[str, Spread]:
    found = {"decisions": _spread([played.decisions for played in games])}
    if any(played.length for played in games):
        found[game.counts_by + "s"] = _spread([played.length for played in games])
    return found


def _spread(lengths: Sequence[int]) -> Spread:
    least, most = min(lengths), max(lengths)
    step = round_step(most - least, STEPS - 1)
    first = least // step * step
    counts = [0] * ((most - first) // step + 1)
    for length in lengths:
        counts[(length - first) // step] += 1
    return Spread(_mean(lengths), least, most, first, step, counts)


def _mean(values: Sequence[float]) -> Share:
    count = len(values)
    total = float(sum(values))
    if all(value in (0, 1) for value in values):
        return Share(total / count, *wilson(total, count), count)
    return Share(total / count, *mean_interval(total, sum(v * v for v in values), count), count)
