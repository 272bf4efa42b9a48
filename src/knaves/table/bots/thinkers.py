"""Bots think here: outside the event loop, with a cap on the wall clock and an answer for when they miss it.

Bots that answer in a moment have a few threads; those that think deeply have processes (`deep.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import logging
import queue
import threading
from collections.abc import Callable, Sequence
from typing import NamedTuple

from knaves.bots import USUAL, Bot, Level, Observation, make, offered, split
from knaves.bots.coach.hints import PlayHint, by_thumb
from knaves.core.errors import Refused
from knaves.core.game import Game
from knaves.core.state import State
from knaves.core.step import Option
from knaves.table.bots.deep import Deep, OpenQuestion
from knaves.table.house.budget import Spent

log = logging.getLogger("knaves.table")

HINT = 15.0
"""Seconds after which somebody who wants a hint gets what rules of thumb say."""

Maker = Callable[[str, Game[State], int | str], Bot]


class _Thought(NamedTuple):
    think: Callable[[], Option]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Option]


class _Worker(threading.Thread):
    """A daemon thread: one that is stuck is left behind and does not keep the program from ending."""

    def __init__(self, todo: queue.SimpleQueue[_Thought | None]) -> None:
        super().__init__(name="knaves-bot", daemon=True)
        self.todo = todo
        self.busy: asyncio.Future[Option] | None = None
        self.retired = False

    def interrupt(self) -> None:
        """Ends what it is busy with, at the next line of Python: a bot that thinks for ever would slow all others."""
        if self.ident is not None and self.busy is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(Spent))

    def run(self) -> None:
        with contextlib.suppress(Spent):
            self._work()

    def _work(self) -> None:
        while not self.retired:
            thought = self.todo.get()
            if thought is None:
                return
            if thought.done.cancelled():  # nobody waits for it any more
                continue
            self.busy = thought.done
            try:
                option = thought.think()
            except Exception as error:  # a bot that fails is answered for, like one that is late
                _hand_over(thought, None, error)
            else:
                _hand_over(thought, option, None)
            self.busy = None


def _hand_over(thought: _Thought, option: Option | None, error: Exception | None) -> None:
    def settle() -> None:
        if thought.done.done():
            return
        if option is not None:
            thought.done.set_result(option)
        else:
            thought.done.set_exception(error or RuntimeError("no answer"))

    with contextlib.suppress(RuntimeError):  # the loop may be closed by now: nobody waits any more
        thought.loop.call_soon_threadsafe(settle)


class Thinkers:
    """A few threads that think for all tables, and processes for bots that think deeply (`processes`; None: one for
    each core but the first; 0: there are no such bots here)."""

    def __init__(
        self,
        cap: float = 2.0,
        threads: int = 2,
        maker: Maker = make,
        processes: int | None = None,
        deep: Deep | None = None,
    ) -> None:
        self.cap = cap
        self.maker = maker
        self.deep = deep or Deep(processes)
        self.late = 0  # how often a bot had to be answered for
        self._todo: queue.SimpleQueue[_Thought | None] = queue.SimpleQueue()
        self._workers = [self._hire() for _ in range(threads)]

    def _hire(self) -> _Worker:
        worker = _Worker(self._todo)
        worker.start()
        return worker

    async def choose(self, level: str, asked: OpenQuestion, grudge: int = -1) -> Option:
        """The bot's answer; if it is late, fails or answers nonsense: the usual bot's, or the first legal one. Both
        together within the cap."""
        spare = 0.0 if level == USUAL else min(self.cap / 4, 0.25)
        if self.maker is make and split(level)[1].deep:
            first = await self._think_deeply(level, asked, self.cap - spare, grudge)
        else:
            first = await self._ask(level, asked, self.cap - spare)
        if first is not None:
            return first
        self.late += 1
        if spare:
            second = await self._ask(USUAL, asked, spare)
            if second is not None:
                return second
        return asked.options[0]  # HOLD where it is a chance to interject

    async def hint(self, asked: OpenQuestion, names: Sequence[str]) -> PlayHint:
        """What the planner would answer, for a person, and why; what rules of thumb say, where nobody can look ahead or
        the time is up."""
        if self.deep.processes:
            found = await self.deep.hint(asked, names, HINT)
            if found is not None and found.option in asked.options:
                return found
        option = await self._ask(USUAL, asked, self.cap)
        return by_thumb(asked.position, asked.seat, option or asked.options[0], names)

    def offered(self, game: Game[State]) -> list[Level]:
        """The levels that people may choose here, the weakest first."""
        return [one for one in offered(game) if self.deep.processes or not one.deep]

    def check(self, level: str) -> None:
        """Refused, if bots of this level do not play here."""
        if split(level)[1].deep and not self.deep.processes:
            raise Refused(f"This server has no bots that think deeply, such as {level}.")

    async def _think_deeply(self, level: str, asked: OpenQuestion, cap: float, grudge: int) -> Option | None:
        if not self.deep.processes:  # of a table that was opened where there were such bots
            return None
        option = await self.deep.choose(level, asked, cap, grudge)
        if option not in asked.options:
            log.warning("a bot of level %s has no answer in %s", level, asked.position.game.id)
            return None
        return option

    async def _ask(self, level: str, asked: OpenQuestion, cap: float) -> Option | None:
        position, seat, options, seed = asked

        def think() -> Option:
            bot = self.maker(level, position.game, seed)
            return bot.choose(Observation(position, seat, options))

        loop = asyncio.get_running_loop()
        done: asyncio.Future[Option] = loop.create_future()
        self._todo.put(_Thought(think, loop, done))
        try:
            async with asyncio.timeout(cap):
                option = await asyncio.shield(done)
        except TimeoutError:
            done.cancel()
            self._replace(done)
            log.warning("a bot of level %s was late in %s", level, position.game.id)
            return None
        except Exception as error:
            log.warning("a bot of level %s failed in %s: %r", level, position.game.id, error)
            return None
        if option not in options:
            log.warning("a bot of level %s answered nonsense in %s", level, position.game.id)
            return None
        return option

    def _replace(self, done: asyncio.Future[Option]) -> None:
        """The thread that is still busy with this thought is left behind; another takes its place."""
        for number, worker in enumerate(self._workers):
            if worker.busy is done:
                worker.retired = True
                worker.interrupt()
                self._workers[number] = self._hire()

    async def close(self) -> None:
        for worker in self._workers:
            worker.retired = True
            self._todo.put(None)
        await self.deep.close()
