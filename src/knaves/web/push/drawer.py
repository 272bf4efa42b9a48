"""A second process that draws what is pushed: with hundreds of tables, drawing is most of the work of a move.

The server hands over each `Page` (all that the seat may know, and nothing else), packed, and gets its HTML. Pages that
are wanted at the same moment, as after a move, go together: one errand for a table instead of one for each seat. While
there is no such process (not yet, or it died, or was stuck and ended), the server draws the page itself: the same, only
later.
"""

from __future__ import annotations

import asyncio
import os
from typing import cast

import msgspec
from msgspec.structs import replace

from knaves.core.kept import Kept
from knaves.table.errors import Overrun
from knaves.table.house.budget import within
from knaves.table.house.worker import Worker
from knaves.table.pages.page import LogLine, Page
from knaves.web.draw.rendering import drawn, settle

SECONDS = 3.0
TOGETHER = 8
"""So many pages at most go on one errand: nobody waits for the drawings of many other tables."""

AGAIN = 2.0
"""So long after it failed it is started again."""

_written = msgspec.msgpack.Encoder().encode
_parts = msgspec.msgpack.Decoder(tuple[Page, dict[str, msgspec.Raw] | None, list[msgspec.Raw]]).decode
_plain = msgspec.msgpack.Decoder().decode
_line = msgspec.msgpack.Decoder(LogLine).decode
_views: Kept[object] = Kept(4_000)
_lines: Kept[LogLine] = Kept(8_000)


def pack(page: Page) -> bytes:
    """View and log apart: most of them is what it was before the last move, and the same for every seat."""
    return _written((replace(page, view=None, log=()), page.view, page.log))


def unpack(packed: bytes) -> Page:
    """What is written alike is one object: it is read once, and what was drawn of it is found by it."""
    page, view, log = _parts(packed)
    seen = None
    if view is not None:
        seen = {name: _views.get(raw := bytes(part), _plain, raw) for name, part in view.items()}
    return replace(page, view=seen, log=tuple([_lines.get(raw := bytes(line), _line, raw) for line in log]))


class Drawer:
    """`open` starts the process; without it every page is drawn here."""

    def __init__(self, seconds: float = SECONDS, handler: str = "knaves.web.push.drawer:draw") -> None:
        self._worker = Worker(handler, seconds)
        self._wanted = False
        self._starting: asyncio.Task[None] | None = None
        self._waiting: list[tuple[bytes, asyncio.Future[str]]] = []
        self._errands: set[asyncio.Task[None]] = set()

    @property
    def pid(self) -> int | None:
        return self._worker.pid

    async def open(self) -> None:
        self._wanted = True
        await self._worker.start()

    async def close(self) -> None:
        self._wanted = False
        if self._starting is not None:
            self._starting.cancel()
            await asyncio.gather(self._starting, return_exceptions=True)
        await self._worker.close()

    async def draw(self, page: Page) -> str:
        if self._worker.runs:
            try:
                return await self._drawn_there(pack(page))
            except Overrun:
                pass
        self._restart()
        with within():
            return drawn(page, pushed=True)

    async def _drawn_there(self, packed: bytes) -> str:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[str] = loop.create_future()
        self._waiting.append((packed, done))
        if len(self._waiting) == 1:
            loop.call_soon(self._send)  # after all whom the same change has woken
        return await done

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for first in range(0, len(waiting), TOGETHER):
            errand = asyncio.create_task(self._run(waiting[first : first + TOGETHER]))
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    async def _run(self, errand: list[tuple[bytes, asyncio.Future[str]]]) -> None:
        try:
            found = cast(list[str | None], await self._worker.call([packed for packed, _ in errand]))
        except Exception as error:  # whoever waits is told
            for _, done in errand:
                if not done.done():
                    done.set_exception(error)
            return
        for (_, done), html in zip(errand, found, strict=True):
            if done.done():
                continue  # nobody waits for it any more
            if html is None:
                done.set_exception(Overrun("It could not be drawn there."))
            else:
                done.set_result(html)

    def _restart(self) -> None:
        if self._wanted and not self._worker.runs and (self._starting is None or self._starting.done()):
            self._starting = asyncio.create_task(self._start())

    async def _start(self) -> None:
        await asyncio.sleep(AGAIN)
        await self._worker.start()


def worthwhile(db: str) -> bool:
    """A second process needs a second processor, and servers that share a database share the processors already."""
    return os.name == "posix" and (os.cpu_count() or 1) > 1 and not db.startswith("postgres")


def prepare() -> None:
    """In the process, before the first page."""
    settle()


def draw(packed: object) -> object:
    """In the process: pages in, their HTML out."""
    return [_drawn_or_not(page) for page in cast(list[bytes], packed)]


def _drawn_or_not(packed: bytes) -> str | None:
    """Tables of several people come on one errand: a page that cannot be drawn fails alone, and the server says why."""
    try:
        return drawn(unpack(packed), pushed=True)
    except Exception:
        return None
