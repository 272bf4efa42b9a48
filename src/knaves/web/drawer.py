"""A second process that draws what is pushed: with hundreds of tables, drawing is most of the work of a move.

The server hands over a `Page` (all that the seat may know, and nothing else) and gets its HTML, in the same order.
Where there is no drawer, not yet or not any more, the server draws the page itself: the same page, only later.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import socket
import sys
from collections import deque

from knaves.table.page import Page
from knaves.web.looks import drawn, settle

_SIZE = 4  # bytes that say how long the next message is


class Drawer:
    """The server's side. `open` starts the process; without it every page is drawn here."""

    def __init__(self) -> None:
        self._wanted: deque[tuple[asyncio.Future[str], Page]] = deque()
        self._writer: asyncio.StreamWriter | None = None
        self._task: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def open(self) -> None:
        """The process ends by itself when this one does, however that happens: the line between them breaks."""
        ours, theirs = socket.socketpair()
        with theirs:
            fd = theirs.fileno()
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "knaves.web.drawer", str(fd)), pass_fds=[fd]
            )
        reader, self._writer = await asyncio.open_connection(sock=ours)
        self._task = asyncio.create_task(self._read(reader))

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        if self._process is not None:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), 2)
        if self._task is not None:
            self._task.cancel()

    async def draw(self, page: Page) -> str:
        if self._writer is None:
            return drawn(page, pushed=True)
        made: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._wanted.append((made, page))
        data = pickle.dumps(page, pickle.HIGHEST_PROTOCOL)
        self._writer.write(len(data).to_bytes(_SIZE, "big") + data)
        return await made

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                size = int.from_bytes(await reader.readexactly(_SIZE), "big")
                text = (await reader.readexactly(size)).decode()
                made, _ = self._wanted.popleft()
                if not made.done():  # its browser may have gone
                    made.set_result(text)
        self._writer = None
        for made, page in self._wanted:
            if not made.done():
                made.set_result(drawn(page, pushed=True))
        self._wanted.clear()


def worthwhile(db: str) -> bool:
    """A second process needs a second processor, and servers that share a database share the processors already."""
    return os.name == "posix" and (os.cpu_count() or 1) > 1 and not db.startswith("postgres")


def main(fd: int) -> None:
    """The drawing process: a page in, its HTML out, until the other end is closed."""
    settle()
    with socket.socket(fileno=fd) as line, line.makefile("rwb") as stream, contextlib.suppress(OSError):
        while len(head := stream.read(_SIZE)) == _SIZE:
            page = pickle.loads(stream.read(int.from_bytes(head, "big")))  # from our own server alone
            data = drawn(page, pushed=True).encode()
            stream.write(len(data).to_bytes(_SIZE, "big") + data)
            stream.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C is for the server, which then closes the line
        main(int(sys.argv[1]))
