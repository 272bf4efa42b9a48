"""Long work of our own beside the loop: one thread, and a row for every guest, so that nobody waits behind all that
another one wants."""

from __future__ import annotations

import asyncio
import functools
from collections import deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from knaves.table.errors import TooMuch

P = ParamSpec("P")
T = TypeVar("T")

asking: ContextVar[str] = ContextVar("asking", default="")
"""For whom the work at hand is done: whoever lets people in says so. "": for the house itself."""
ROW_MOST = 60
"""So much may one guest have waiting. An honest one has hardly ever two."""


class GuestRows:
    """One thing at a time, and guests in turn, however much one of them has waiting."""

    def __init__(self) -> None:
        self._rows: dict[str, deque[asyncio.Future[None]]] = {}  # who waits; the first guest is the next one
        self._busy = False

    @asynccontextmanager
    async def turn(self, guest: str) -> AsyncIterator[None]:
        """When it is this guest's. TooMuch if one has too much waiting already."""
        await self._wait(guest)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, guest: str) -> None:
        if not self._busy:
            self._busy = True
            return
        row = self._rows.setdefault(guest, deque())
        if guest and len(row) >= ROW_MOST:
            raise TooMuch("You have asked for a lot at once: wait until it is there.")
        turn = asyncio.get_running_loop().create_future()
        row.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # it was given to whoever has just left
            raise

    def _next(self) -> None:
        """Calls the next guest, who goes to the end if more is waiting."""
        while self._rows:
            guest, row = next(iter(self._rows.items()))
            turn = row.popleft()
            del self._rows[guest]
            if row:
                self._rows[guest] = row
            if not turn.done():
                turn.set_result(None)
                return
        self._busy = False


class Desk:
    """Does one thing at a time (msgspec must not learn one type in two threads at once), and takes guests in turn."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "knaves-desk")
        self._rows = GuestRows()

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Does it in the thread, when it is this guest's turn."""
        async with self._rows.turn(asking.get()):
            call = functools.partial(work, *args, **kwargs)
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, call))

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
