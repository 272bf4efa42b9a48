"""The coach of a server: looks at finished games in a process of its own, one step after the other.

Tables take turns step by step. What was found is kept while the server runs; nobody has to wait on the page.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections import OrderedDict
from typing import NamedTuple, cast

from knaves.bots.coach import JudgedAnswer, Moment, Review, Sitting, summed
from knaves.core import save
from knaves.core.errors import KnavesError
from knaves.table.errors import Overrun
from knaves.table.house.worker import Worker

log = logging.getLogger("knaves.web")

SECONDS = 900.0
"""For one step, a moment or an answer: some seconds, but everybody else goes first."""
KEPT = 200
DESK = 4
"""So many games lie open on the coach's desk at once."""


class Request(NamedTuple):
    """One step. `data`: the record of a game that is over, as its people may export it."""

    digest: str
    data: bytes
    seat: int
    step: int


_desk: OrderedDict[tuple[str, int], Sitting] = OrderedDict()


def prepare() -> None:
    """In the process: everybody else goes first."""
    os.nice(15)


def work(request: object) -> object:
    """In the process: one step, and how many there are."""
    told = cast(Request, request)  # as `Coaching` has sent it
    key = (told.digest, told.seat)
    sitting = _desk.get(key) or Sitting(save.read(told.data), told.seat)
    _desk[key] = sitting
    _desk.move_to_end(key)
    while len(_desk) > DESK:
        _desk.popitem(last=False)
    return sitting.step(told.step), sitting.steps


class Session:
    """What the coach has found so far for one seat."""

    def __init__(self) -> None:
        self.found: list[Moment | JudgedAnswer] = []
        self.steps = 0
        self.review: Review | None = None
        self.trouble = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def share(self) -> float:
        """How much of it is done."""
        return len(self.found) / self.steps if self.steps else 0.0


class Coaching:
    """The server's side."""

    def __init__(self, handler: str = "knaves.web.push.coaching:work") -> None:
        self._worker = Worker(handler, SECONDS)
        self._turn = asyncio.Lock()
        self._sessions: OrderedDict[tuple[str, int], Session] = OrderedDict()

    def session(self, data: bytes, seat: int) -> Session:
        """What is known of this record and seat; begins to look at it, if nobody has."""
        digest = save.read(data).digest
        key = (digest, seat)
        known = self._sessions.get(key)
        if known is None:
            known = self._sessions[key] = Session()
            known.task = asyncio.create_task(self._look(known, digest, data, seat))
        self._sessions.move_to_end(key)
        while len(self._sessions) > KEPT:
            _, old = self._sessions.popitem(last=False)
            if old.task is not None:
                old.task.cancel()
        return known

    async def _look(self, session: Session, digest: str, data: bytes, seat: int) -> None:
        try:
            step = 0
            while not session.steps or step < session.steps:
                async with self._turn:  # first come, first served: games take turns
                    answer = await self._worker.call(Request(digest, data, seat, step))
                found, session.steps = cast("tuple[Moment | JudgedAnswer, int]", answer)
                session.found.append(found)
                step += 1
            session.review = summed(save.read(data), seat, session.found)
        except Overrun:
            session.trouble = "The coach could not finish this game."
            log.warning("the coach could not finish a game")
        except KnavesError as error:
            session.trouble = str(error)

    async def close(self) -> None:
        for session in self._sessions.values():
            if session.task is not None:
                session.task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await session.task
        await self._worker.close()
