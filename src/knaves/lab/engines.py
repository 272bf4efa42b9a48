"""Who does the work: this process, or several of this machine. (`cluster.py`: the machines of a Ray cluster.)

An engine is given numbered jobs and hands back what came of them, in whatever order they get done. A worker that dies
costs time and nothing else: what it was at is done again.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Generic, Protocol, TypeVar

from knaves.core.errors import BadSetup, KnavesError

Job = TypeVar("Job")
Made = TypeVar("Made")
_Job = TypeVar("_Job", contravariant=True)
_Made = TypeVar("_Made", covariant=True)

TRIES = 5
"""So many deaths in a row, and it is the job that kills."""


class LostWorkers(KnavesError):
    """Whoever does this job dies."""


class Engine(Protocol[_Job, _Made]):
    def window(self) -> int:
        """How many jobs may be under way, or done and waiting for an earlier one: this bounds the memory."""

    def begin(self, number: int, job: _Job) -> None: ...

    def next(self) -> tuple[int, _Made]:
        """The number of a job that is done, and what came of it; waits until there is one."""

    def close(self) -> None:
        """Drops what is still under way."""


def in_order(
    engine: Engine[Job, Made], jobs: Iterable[Job], done: Callable[[Made], None] = lambda made: None
) -> Iterator[Made]:
    """What came of the jobs, in their order. `done` is told of each as soon as it is done, in any order."""
    todo, waiting = enumerate(jobs), dict[int, Made]()
    under_way = wanted = 0
    while True:
        while under_way + len(waiting) < engine.window() and (one := next(todo, None)) is not None:
            engine.begin(*one)
            under_way += 1
        if wanted in waiting:
            yield waiting.pop(wanted)
            wanted += 1
        elif under_way:
            number, made = engine.next()
            under_way -= 1
            waiting[number] = made
            done(made)
        else:
            return


class Here(Generic[Job, Made]):
    """One job after the other, in this process."""

    def __init__(self, work: Callable[[Job], Made]) -> None:
        self.work = work
        self.jobs: list[tuple[int, Job]] = []

    def window(self) -> int:
        return 1

    def begin(self, number: int, job: Job) -> None:
        self.jobs.append((number, job))

    def next(self) -> tuple[int, Made]:
        number, job = self.jobs.pop(0)
        return number, self.work(job)

    def close(self) -> None:
        self.jobs.clear()


PROCESSES_MOST = 1000


class Processes(Generic[Job, Made]):
    """Processes of this machine. `work` is a function that a fresh process finds by its name."""

    def __init__(self, work: Callable[[Job], Made], count: int) -> None:
        if count < 1:
            raise BadSetup(f"At least one process must play, not {count}.")
        if count > PROCESSES_MOST:
            raise BadSetup(f"At most {PROCESSES_MOST:,} processes may play, not {count:,}.")
        self.work, self.count = work, count
        self.under_way: dict[Future[Made], tuple[int, Job]] = {}
        self.deaths = 0
        self._hire()

    def _hire(self) -> None:
        context = get_context("spawn")
        theirs, self.leash = context.Pipe(duplex=False)
        self.pool = ProcessPoolExecutor(self.count, context, initializer=_on_a_leash, initargs=(theirs,))

    def window(self) -> int:
        return 4 * self.count

    def begin(self, number: int, job: Job) -> None:
        try:
            future = self.pool.submit(self.work, job)
        except BrokenProcessPool:
            self._mend()
            future = self.pool.submit(self.work, job)
        self.under_way[future] = (number, job)

    def next(self) -> tuple[int, Made]:
        while True:
            done, _ = wait(self.under_way, return_when=FIRST_COMPLETED)
            future = min(done, key=lambda one: self.under_way[one][0])
            if not isinstance(future.exception(), BrokenProcessPool):
                number, _ = self.under_way.pop(future)
                self.deaths = 0
                return number, future.result()
            self._mend()

    def _mend(self) -> None:
        """A process has died, and with it the pool: what was under way is done again by another."""
        self.deaths += 1
        again = [
            (future, *job)
            for future, job in self.under_way.items()
            if not future.done() or isinstance(future.exception(), BrokenProcessPool)
        ]
        if self.deaths >= TRIES:
            first = min((number for _, number, _ in again), default=0)
            raise LostWorkers(f"The processes died {TRIES} times in a row, at batch {first} or soon after.")
        self.close()
        self._hire()
        for future, number, job in again:
            del self.under_way[future]
            self.under_way[self.pool.submit(self.work, job)] = (number, job)

    def close(self) -> None:
        self.leash.close()
        self.pool.shutdown(cancel_futures=True)


def _on_a_leash(leash: Connection) -> None:
    """In a new process: leaves a break to whoever hired it, and goes at once when that one lets go or dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_hang_on, args=(leash,), daemon=True).start()


def _hang_on(leash: Connection) -> None:
    try:
        leash.recv()
    except (EOFError, OSError):
        os._exit(1)
