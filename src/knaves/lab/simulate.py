"""Many games of bots: here, in processes, or on the machines of a Ray cluster.

The figures are the same to the last digit whoever plays: game number N is the same game everywhere, a plan is cut into
batches by its own length alone, and the sums of the batches are joined in their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import knaves
from knaves.bots import Player, make
from knaves.core.beat import play
from knaves.core.errors import BadSetup
from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.start import begin
from knaves.core.step import Option
from knaves.core.words import Event
from knaves.games import about, find
from knaves.lab.cluster import Cluster
from knaves.lab.engines import Engine, Here, Processes, in_order
from knaves.lab.folder import Folder, nothing_yet
from knaves.lab.report import Plan, Played, Report
from knaves.lab.sums import Sums

if TYPE_CHECKING:
    import pyarrow as pa

LEAST_IN_BATCH, MOST_IN_BATCH = 25, 250


def plan(
    game: str, seats: int, games: int, bots: Sequence[str], seed: int | str, options: Mapping[str, object]
) -> Plan:
    """A plan that can be played; refuses what cannot."""
    rules = find(game)
    rules.about.check_seats(seats)
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
    turn = number % plan.seats if plan.mixed else 0  # the same deal is played through all rotations
    levels = plan.bots[turn:] + plan.bots[:turn]
    game = find(plan.game)
    position = begin(game, plan.seats, f"{plan.seed}/{plan.deal(number)}", plan.options)
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


class Batch(NamedTuple):
    """Games `first` to `last` of a plan, for whoever plays them."""

    plan: Plan
    first: int
    last: int
    rows: bool  # are the games wanted one by one, too?
    program: str  # what the plan was made with
    rules: str


class BatchResult(NamedTuple):
    """What came of a batch."""

    sums: Sums
    rows: dict[str, pa.Table]


def batches(plan: Plan, done: int = 0, rows: bool = False) -> Iterator[Batch]:
    """What is still to be played. How a plan is cut depends on the plan alone: so the last digits do too."""
    size = min(MOST_IN_BATCH, max(LEAST_IN_BATCH, plan.games // 1000))
    rules = about(plan.game).version
    for first in range(done, plan.games, size):
        yield Batch(plan, first, min(first + size, plan.games), rows, knaves.__version__, rules)


def play_batch(batch: Batch) -> BatchResult:
    if (batch.program, batch.rules) != (knaves.__version__, about(batch.plan.game).version):
        raise BadSetup("A machine of this cluster has another Knaves: install the same on all of them.")
    sums = Sums()
    if not batch.rows:
        for number in range(batch.first, batch.last):
            sums.add(play_one(batch.plan, number))
        return BatchResult(sums, {})
    from knaves.lab.rows import tables

    games = [play_one(batch.plan, number) for number in range(batch.first, batch.last)]
    for game in games:
        sums.add(game)
    return BatchResult(sums, tables(batch.plan, batch.first, games))


def run(
    plan: Plan,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
    *,
    cluster: str | None = None,
    folder: Folder | None = None,
) -> Report:
    """Plays the plan in so many processes, or on the Ray cluster at this address.

    `progress` is told how many games have been finished since it was last told. What `folder` has of an earlier run of
    the same plan is not played again.
    """
    start = perf_counter()
    kept = nothing_yet(plan) if folder is None else folder.open(plan)
    before = kept.seconds
    progress(kept.sums.games)
    todo = batches(plan, kept.sums.games, folder is not None and folder.rows)
    engine = _engine(plan, jobs, cluster)
    try:
        for stack in in_order(engine, todo, lambda stack: progress(stack.sums.games)):
            kept.sums.join(stack.sums)
            kept.seconds = before + perf_counter() - start
            if folder is not None:
                folder.add(stack.rows, kept)
    finally:
        engine.close()
    return kept.sums.report(plan, kept.seconds)


def _engine(plan: Plan, jobs: int, cluster: str | None) -> Engine[Batch, BatchResult]:
    if cluster is not None:
        return Cluster(play_batch, cluster)
    if jobs == 1 or (jobs > 1 and plan.games <= LEAST_IN_BATCH):
        return Here(play_batch)
    return Processes(play_batch, jobs)
