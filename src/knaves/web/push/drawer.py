"""A second process that draws what is pushed: with hundreds of tables, drawing is most of the work of a move.

The server hands over each `Page` (all that the seat may know, and nothing else), packed, and gets its HTML. Pages that
are wanted at the same moment, as after a move, go together: one errand for a table instead of one for each seat. While
there is no such process (not yet, or it died, or was stuck and ended), the server draws the page itself: the same, only
later.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from typing import cast

import msgspec
from msgspec.structs import replace

from knaves.core.kept import Kept, KnownRow, KnownRows
from knaves.table.errors import Overrun
from knaves.table.house.budget import within
from knaves.table.house.side_work import SideWork
from knaves.table.house.worker import Worker
from knaves.table.pages.page import LogLine, Page
from knaves.web.draw.rendering import drawn, settle

SECONDS = 3.0
TOGETHER = 8
"""So many pages at most go on one errand: nobody waits for the drawings of many other tables."""

AGAIN = 2.0
"""So long after it failed it is started again."""

_written = msgspec.msgpack.Encoder().encode
_plain = msgspec.msgpack.Decoder().decode
_errand = msgspec.msgpack.Decoder(tuple[list[msgspec.Raw], list[msgspec.Raw]]).decode
_page = msgspec.msgpack.Decoder(
    tuple[Page, dict[str, object] | None, dict[str, msgspec.Raw], list[int]]
).decode
_line = msgspec.msgpack.Decoder(LogLine).decode
_rows = msgspec.msgpack.Decoder(list[msgspec.Raw]).decode
_parts: Kept[object] = Kept(8_000)
_lines: Kept[LogLine] = Kept(8_000)
MAPS = frozenset((*range(0x80, 0x90), 0xDE, 0xDF))
"""What a map begins with, as MessagePack writes it."""
LISTS = frozenset((*range(0x90, 0xA0), 0xDC, 0xDD))


def pack(pages: Sequence[Page]) -> bytes:
    """The pages of one errand. Lists and rows of a view apart: most of them are what they were before the last move.
    A line of the log that several read is written once."""
    lines: list[LogLine] = []
    places: dict[int, int] = {}  # of each line, by its id
    packed = []
    for page in pages:
        plain: dict[str, object] | None = None
        parts: dict[str, object] = {}
        if page.view is not None:
            plain = {}
            for name, value in page.view.items():
                if isinstance(value, list | dict) and value:
                    plain[name], parts[name] = None, value  # its place in the order stays
                else:
                    plain[name] = value
        log: list[int] = []
        for line in page.log:
            place = places.get(id(line))
            if place is None:
                place = places[id(line)] = len(lines)
                lines.append(line)
            log.append(place)
        packed.append((replace(page, view=None, log=()), plain, parts, log))
    return _written((lines, packed))


class Errand:
    """The other way round, one page at a time."""

    def __init__(self, packed: bytes) -> None:
        lines, self.pages = _errand(packed)
        self._lines = [_lines.get(raw := bytes(line), _line, raw) for line in lines]

    def page(self, packed: msgspec.Raw) -> Page:
        """What is written alike is one object: it is read once, and what was drawn of it is found by it."""
        page, view, parts, log = _page(packed)
        if view is not None:
            for name, part in parts.items():
                view[name] = _known(part)
        lines = self._lines
        return replace(page, view=view, log=tuple([lines[place] for place in log]))


def _known(part: msgspec.Raw) -> object:
    return _parts.get(raw := bytes(part), _read, raw)


def _read(raw: bytes) -> object:
    """A list or a row as one that is known, its rows too."""
    if raw[0] in LISTS:
        return KnownRows([_known(row) for row in _rows(raw)])
    found = _plain(raw)
    return KnownRow(found) if raw[0] in MAPS else found


def unpack(packed: bytes) -> list[Page]:
    errand = Errand(packed)
    return [errand.page(page) for page in errand.pages]


class Drawer:
    """`open` starts the process; without it every page is drawn here."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._worker = Worker("knaves.web.push.drawer:draw", seconds)
        self._wanted = False
        self._starting: asyncio.Task[None] | None = None
        self._waiting: list[tuple[Page, asyncio.Future[str]]] = []
        self._errands = SideWork()

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
                return await self._drawn_there(page)
            except Overrun:
                pass
        self._restart()
        with within():
            return drawn(page, pushed=True)

    async def _drawn_there(self, page: Page) -> str:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[str] = loop.create_future()
        self._waiting.append((page, done))
        if len(self._waiting) == 1:
            loop.call_soon(self._send)  # after all whom the same change has woken
        return await done

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for first in range(0, len(waiting), TOGETHER):
            self._errands.start(self._run(waiting[first : first + TOGETHER]))

    async def _run(self, errand: list[tuple[Page, asyncio.Future[str]]]) -> None:
        found: list[str | None]
        try:
            found = cast(list[str | None], await self._worker.call(pack([page for page, _ in errand])))
        except (TypeError, ValueError, OverflowError):  # one that cannot be packed: then all are drawn here
            found = [None for _ in errand]
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
    errand = Errand(cast(bytes, packed))
    return [_drawn_or_not(errand, page) for page in errand.pages]


def _drawn_or_not(errand: Errand, packed: msgspec.Raw) -> str | None:
    """Tables of several people come on one errand: a page that cannot be drawn fails alone, and the server says why."""
    try:
        return drawn(errand.page(packed), pushed=True)
    except Exception:
        return None
