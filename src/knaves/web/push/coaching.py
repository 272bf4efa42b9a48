"""The coach of a server: looks at finished games in a process of its own, one step after the other.

It begins by itself when a game with people in it ends, and lets everybody else go first. Tables take turns step by
step. What was found is kept with the table; nobody has to wait on the page.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

import msgspec

from knaves.bots.coach import CoachStep, Found, JudgedAnswer, Moment, Review, Sitting, steps_for, summed
from knaves.core import save
from knaves.core.errors import KnavesError
from knaves.table import Hall, Table
from knaves.table.errors import Overrun, Unreachable
from knaves.table.house.long_work import GuestRows, asking
from knaves.table.house.worker import Worker
from knaves.table.log.storage import Key
from knaves.table.pages.log_reader import export
from knaves.table.people.keyring import FOR_EVER

log = logging.getLogger("knaves.web")

SECONDS = 900.0
"""For one step, a moment or an answer: some seconds, but everybody else goes first."""
KEPT = 200
DESK = 4
"""So many games lie open on the coach's desk at once."""
DELAY = 2.0
"""Seconds after the end of a game: its people look at the end first."""


class Request(NamedTuple):
    """One step (None: which are there?). `data`: the record of a game that is over, as its people may export it."""

    game: tuple[str, int]
    data: bytes
    names: tuple[str, ...]
    step: CoachStep | None


_desk: OrderedDict[tuple[str, int], Sitting] = OrderedDict()


def prepare() -> None:
    """In the process: everybody else goes first."""
    os.nice(15)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def work(request: object) -> object:
    """In the process: one step, or all that there are."""
    told = cast(Request, request)  # as `Coaching` has sent it
    sitting = _desk.get(told.game) or Sitting(save.read(told.data), told.names)
    _desk[told.game] = sitting
    _desk.move_to_end(told.game)
    while len(_desk) > DESK:
        _desk.popitem(last=False)
    return sitting.steps() if told.step is None else sitting.take(told.step)


class KeptCoaching(msgspec.Struct):
    """What is kept with a table."""

    moved: int  # the record with which its game ended: another end is another game
    steps: list[CoachStep]
    found: list[Moment | JudgedAnswer]


class Session:
    """What the coach has found so far of one game."""

    def __init__(self, table: Table) -> None:
        self.table, self.moved, self.guest = table.id, table.book.moved, asking.get()
        self.names = tuple(table.book.names())
        self.wanted: list[int] = []  # seats whose answers somebody wants to read, the first one first
        self.steps: list[CoachStep] = []
        self.found: dict[CoachStep, Found] = {}
        self.data = b""
        self.trouble = ""
        self.seconds = 0.0  # that the steps so far have taken
        self.taken = 0  # steps in these seconds
        self.task: asyncio.Task[None] | None = None

    def want(self, seats: Iterable[int]) -> None:
        self.wanted += [seat for seat in seats if seat not in self.wanted]

    def left(self, seat: int) -> int:
        """Steps of this seat that are still to come."""
        return sum(step not in self.found for step in steps_for(self.steps, seat))

    def total(self, seat: int) -> int:
        return len(steps_for(self.steps, seat))

    def ready(self, seat: int) -> bool:
        """All that concerns this seat was looked at."""
        return bool(self.steps) and not self.left(seat)

    def next(self) -> CoachStep | None:
        """What the wanted seats read first, as the game went; then the others."""
        for seat in dict.fromkeys((*self.wanted, *range(len(self.names)))):
            for step in steps_for(self.steps, seat):
                if step not in self.found:
                    return step
        return None

    def of(self, seat: int) -> list[Found]:
        """What was found for this seat so far, as the game went."""
        return [self.found[step] for step in steps_for(self.steps, seat) if step in self.found]

    def review(self, seat: int) -> Review | None:
        return summed(save.read(self.data), seat, self.of(seat)) if self.ready(seat) else None

    def eta(self, seat: int) -> float:
        """So many seconds this seat's steps will take, as it looks; 0: nobody knows yet."""
        return self.left(seat) * self.seconds / self.taken if self.taken else 0.0


class Coaching:
    """The server's side."""

    def __init__(self, hall: Hall, handler: str = "knaves.web.push.coaching:work") -> None:
        self._hall = hall
        self._worker = Worker(handler, SECONDS)
        self._rows = GuestRows()
        self._sessions: OrderedDict[tuple[str, int], Session] = OrderedDict()
        hall.when_awake(self.watch)

    def watch(self, table: Table) -> None:
        """When it is over the coach begins, if this server lets bots think deeply."""
        if self._hall.thinkers.deep.processes:
            table.writer.follow(lambda here: self._moved(table) if here else None)

    def _moved(self, table: Table) -> None:
        people = [seat for seat, place in enumerate(table.book.seats) if place.holder]
        if table.status == "over" and people and (table.id, table.book.moved) not in self._sessions:
            self.session(table, people, DELAY)

    def session(self, table: Table, seats: Sequence[int], delay: float = 0.0) -> Session:
        """What is known of this finished game; begins to look at it, if nobody has. These seats come first."""
        key = (table.id, table.book.moved)
        known = self._sessions.get(key)
        if known is None:
            known = self._sessions[key] = Session(table)
            known.data = export(table.id, table.book, table.progress)
            known.task = asyncio.create_task(self._look(known, delay))
        known.want(seats)
        self._sessions.move_to_end(key)
        self._make_room()
        return known

    def _make_room(self) -> None:
        """The oldest of whoever has the most goes: nobody pushes the games of others out."""
        while len(self._sessions) > KEPT:
            counts = Counter(session.guest for session in self._sessions.values())
            most = max(counts.values())
            old = next(key for key, session in self._sessions.items() if counts[session.guest] == most)
            if (task := self._sessions.pop(old).task) is not None:
                task.cancel()

    async def _look(self, session: Session, delay: float) -> None:
        try:
            await asyncio.sleep(delay)
            await self._remember(session)
            if not session.steps:
                session.steps = cast("list[CoachStep]", await self._work(session, None))
            while (step := session.next()) is not None:
                begun = time.monotonic()
                session.found[step] = cast(Found, await self._work(session, step))
                session.seconds += time.monotonic() - begun
                session.taken += 1
                if step.seat >= 0 and session.ready(step.seat):
                    await self._keep(session)
        except Overrun:
            session.trouble = "The coach could not finish this game."
            log.warning("the coach could not finish a game")
        except (KnavesError, Unreachable) as error:
            session.trouble = str(error)

    async def _work(self, session: Session, step: CoachStep | None) -> object:
        async with self._rows.turn(session.guest):  # guests take turns, and so do the games of each
            game = (session.table, session.moved)
            return await self._worker.call(Request(game, session.data, session.names, step))

    async def _remember(self, session: Session) -> None:
        rows = await self._hall.storage.keys(f"coach {session.table}")
        if not rows:
            return
        try:
            kept = msgspec.json.decode(rows[0].sealed, type=KeptCoaching)
        except msgspec.DecodeError:  # another version of this program kept it
            return
        if kept.moved == session.moved:
            session.steps = kept.steps
            session.found = {step_of(one): one for one in kept.found}

    async def _keep(self, session: Session) -> None:
        kept = KeptCoaching(session.moved, session.steps, [*session.found.values()])
        key = Key(session.table, msgspec.json.encode(kept), FOR_EVER)
        await self._hall.storage.put_key(f"coach {session.table}", key)

    def rest(self) -> None:
        """Begins nothing more: the hall closes."""
        for session in self._sessions.values():
            if session.task is not None:
                session.task.cancel()

    async def close(self) -> None:
        self.rest()
        for session in self._sessions.values():
            if session.task is not None:
                with contextlib.suppress(asyncio.CancelledError):
                    await session.task
        await self._worker.close()


def step_of(found: Found) -> CoachStep:
    if isinstance(found, Moment):
        return CoachStep(-1, found.answers)
    return CoachStep(found.seat, found.number)
