"""Bots that think long, in processes of their own: the event loop is as punctual as when nobody thinks.

A process is handed one *imagined* world: a position that the bot's seat cannot tell from the real one, with other dice
and no log. It imagines more from there. Neither the log nor the seed of a table ever leaves the server.

A table has at most one thought under way, and thoughts are taken in the order in which they came: so the processes are
shared fairly among tables. The more tables wait, the less time each thought gets. What people ask for (hints, and why a
bot did that) stands in a row of its own, one thing at a time and guests in turn: no bot waits for more than one of it.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple, cast

from knaves.bots import Player
from knaves.bots.coach.hints import PlayHint, advise
from knaves.bots.coach.sight import Shift, shift
from knaves.core.errors import KnavesError
from knaves.core.position import Position
from knaves.core.save import load
from knaves.core.step import Option
from knaves.games import find
from knaves.table.errors import Overrun, TooMuch
from knaves.table.house import worker
from knaves.table.house.long_work import GuestRows, asking
from knaves.table.house.worker import Worker

HANDLER = "knaves.table.bots.deep:think"
MOST = 1.0
"""Seconds that a thought gets when nobody else waits."""
HINT_MOST = 0.4
"""Seconds of processor time for a hint: somebody waits for it."""
LEAST = 0.02
GRACE = 0.25
"""So much earlier than the cap a bot should be done: for the way there and back, and for a machine that is busy."""
NICE = 10
"""Processes that think let the one that serves go first."""


class Thought(NamedTuple):
    """What a process is told. `world` is an imagined position, saved."""

    level: str
    seat: int
    options: tuple[Option, ...]
    seed: str
    budget: float
    world: bytes
    grudge: int = -1  # the seat that last turned on this one, for all to see


class OpenQuestion(NamedTuple):
    """What somebody has to decide. `seed` is the bot's, and tells nothing of the table's."""

    position: Position
    seat: int
    options: Sequence[Option]
    seed: str

    def world(self) -> bytes:
        """Drawn anew for each thought."""
        return self.position.imagine(self.seat, Random(f"knaves thought {self.seed}")).save()


def thought(level: str, asked: OpenQuestion, budget: float, grudge: int = -1) -> Thought:
    return Thought(level, asked.seat, tuple(asked.options), asked.seed, budget, asked.world(), grudge)


class HintQuestion(NamedTuple):
    """A person's, who wants a hint. `world` is imagined, too; the names are for the reasons."""

    seat: int
    options: tuple[Option, ...]
    seed: str
    names: tuple[str, ...]
    budget: float
    world: bytes


class Look(NamedTuple):
    """Of somebody who wants to know what an answer has changed. Both worlds are imagined by these eyes."""

    eye: int | None
    seed: str
    before: bytes
    after: bytes


def prepare() -> None:
    """In the process, before the first thought."""
    os.nice(NICE)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as many processes as cores: one core each


def think(request: object) -> object:
    """In the process: a world in, an answer or a hint out."""
    if isinstance(request, Look):
        return shift(load(request.before, find), load(request.after, find), request.eye, request.seed)
    if isinstance(request, HintQuestion):
        first = load(request.world, find)
        return advise(first, request.seat, request.options, request.seed, request.names, request.budget)
    told = cast(Thought, request)  # as `Deep` has sent it
    world = load(told.world, find)
    player = Player(told.level, world.game, told.seed)
    return player.answer(world, told.seat, told.options, told.budget, told.grudge)


def spare_cores() -> int:
    """All but the one that serves."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1)


class Deep:
    """The server's side: a process for each core but one, started when the first bot wants to think."""

    def __init__(self, processes: int | None = None, handler: str = HANDLER, seconds: float = 10.0) -> None:
        self.processes = (spare_cores() if processes is None else processes) if worker.possible else 0
        self._all = tuple(Worker(handler, seconds) for _ in range(self.processes))
        self._idle = deque(self._all)
        self._free = asyncio.Semaphore(self.processes)
        self._thoughts = 0  # under way or waiting
        self._guests = GuestRows()

    @property
    def pids(self) -> list[int]:
        return [one.pid for one in self._all if one.pid is not None]

    def budget(self, left: float) -> float:
        """Seconds for one thought, if so many are left of its cap: all share what the processes can do."""
        crowd = max(1.0, self._thoughts / self.processes)
        return max(LEAST, min(MOST, left - GRACE, left / 2 / crowd if crowd > 1 else MOST))

    async def choose(self, level: str, asked: OpenQuestion, cap: float, grudge: int = -1) -> Option | None:
        """The bot's answer; None if there is none within the cap, or the process died."""

        def make(budget: float) -> Thought:
            return thought(level, asked, budget, grudge)

        return cast("Option | None", await self._ask(make, cap))

    async def hint(self, asked: OpenQuestion, names: Sequence[str], cap: float) -> PlayHint | None:
        """The same planner's word for a person."""

        def make(budget: float) -> HintQuestion:
            _, seat, options, seed = asked
            budget = min(budget, HINT_MOST)
            return HintQuestion(seat, tuple(options), seed, tuple(names), budget, asked.world())

        return cast("PlayHint | None", await self._ask_for_guest(make, cap))

    async def shift(
        self, before: Position, after: Position, eye: int | None, seed: str, cap: float
    ) -> Shift | None:
        """What has changed between two positions, for these eyes."""
        worlds = [one.imagine(eye, Random(f"knaves look {seed}")).save() for one in (before, after)]
        look = Look(eye, seed, worlds[0], worlds[1])
        return cast("Shift | None", await self._ask_for_guest(lambda budget: look, cap))

    async def _ask_for_guest(self, make: Callable[[float], object], cap: float) -> object:
        """The same for a person, when it is their turn."""
        clock = asyncio.get_running_loop().time
        until = clock() + cap
        try:
            async with asyncio.timeout_at(until) as waiting, self._guests.turn(asking.get()):
                waiting.reschedule(None)
                return await self._ask(make, until - clock())
        except (TimeoutError, TooMuch):
            return None

    async def _ask(self, make: Callable[[float], object], cap: float) -> object:
        """What a process says to what is made once it is free, with the seconds it may think."""
        clock = asyncio.get_running_loop().time
        until = clock() + cap
        self._thoughts += 1
        try:
            async with asyncio.timeout_at(until):
                await self._free.acquire()
        except TimeoutError:
            self._thoughts -= 1
            return None
        one = self._idle.popleft()
        try:
            async with asyncio.timeout_at(until):
                await one.start()  # goes on in the background, should the time be up
            told = make(self.budget(until - clock()))
            return await one.call(told, max(LEAST, until - clock()))
        except (TimeoutError, Overrun, KnavesError):
            return None
        finally:
            self._thoughts -= 1
            self._idle.append(one)
            self._free.release()

    async def close(self) -> None:
        await asyncio.gather(*(one.close() for one in self._all))
