"""A process of our own that works for the server, with a deadline and a bound on its memory.

It is started when there is work. One that is late, dies or takes too much memory is killed, and the next work starts
another; whoever waited for it gets `Overrun`. It ends by itself when the server does, even in the middle of work.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import os
import pickle
import signal
import socket
import sys
from collections import deque
from collections.abc import Callable

from knaves.core.errors import KnavesError
from knaves.table.errors import Overrun

_SIZE = 4  # bytes that say how long the next message is
READY = b"ready"
START = 20.0
MEMORY = 768 * 1024 * 1024

possible = os.name == "posix"


class Worker:
    """The server's side. `handler` is "module:function"; it gets what `call` is given, and gives back the answer.
    A function `prepare` beside it is called once, before any work."""

    def __init__(self, handler: str, seconds: float) -> None:
        self._handler, self._seconds = handler, seconds
        self._starting: asyncio.Task[None] | None = None
        self._wanted: deque[asyncio.Future[object]] = deque()
        self._writer: asyncio.StreamWriter | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._heard = 0.0  # when it last answered, or had nothing to do

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None and self._writer is not None else None

    @property
    def runs(self) -> bool:
        return self._writer is not None

    async def start(self) -> None:
        """Not to be cut short: whoever wanted it may go away meanwhile."""
        if self._writer is None:
            if self._starting is None or self._starting.done():
                self._starting = asyncio.create_task(self._start())
            await asyncio.shield(self._starting)

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            fd = theirs.fileno()
            code = (
                f"from knaves.table.house.worker import main; main({fd}, {self._handler!r}, {self._seconds})"
            )
            process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, pass_fds=[fd])
        reader, writer = await asyncio.open_connection(sock=ours)
        try:
            async with asyncio.timeout(START):
                await reader.readexactly(len(READY))  # loading the games is not counted against the work
        except (asyncio.IncompleteReadError, OSError, TimeoutError):
            with contextlib.suppress(ProcessLookupError):
                process.kill()  # what it says later would be taken for an answer
        self._process, self._writer, self._wanted = process, writer, deque()
        self._reading = asyncio.create_task(self._read(reader, writer, process, self._wanted))

    async def call(self, request: object, seconds: float | None = None) -> object:
        """The handler's answer, or the KnavesError it raised; Overrun if there is none in time. Without `seconds` of
        its own, it has time as long as others before it are answered: a crowd is no reason to end the process."""
        data = _packed(request)  # before anybody waits: an answer goes to whoever has waited longest
        if self._writer is None:
            await self.start()
        writer = self._writer
        if writer is None:
            raise Overrun("The helper of this server could not be started.")
        clock = asyncio.get_running_loop().time
        done: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        if not self._wanted:
            self._heard = clock()
        self._wanted.append(done)
        writer.write(len(data).to_bytes(_SIZE, "big") + data)
        left = self._seconds if seconds is None else min(seconds, self._seconds)
        try:
            while left > 0:
                await asyncio.wait([done], timeout=left)
                if done.done():
                    return done.result()
                left = self._heard + self._seconds - clock() if seconds is None else 0.0
        finally:
            done.cancel()  # nothing, where it is done: else nobody waits for it any more
        self._kill()
        raise Overrun("It took too long.")

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    async def _read(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        process: asyncio.subprocess.Process,
        wanted: deque[asyncio.Future[object]],
    ) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                size = int.from_bytes(await reader.readexactly(_SIZE), "big")
                fine, value = pickle.loads(await reader.readexactly(size))  # from our own process alone
                self._heard = asyncio.get_running_loop().time()
                done = wanted.popleft()
                if done.done():
                    continue
                if fine:
                    done.set_result(value)
                else:
                    done.set_exception(value)
        if self._writer is writer:
            self._writer = None
        for done in wanted:
            if not done.done():
                done.set_exception(Overrun("It took too much."))
        with contextlib.suppress(OSError):
            writer.close()
            await writer.wait_closed()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()

    async def close(self) -> None:
        if self._starting is not None:
            await asyncio.wait([self._starting])
        if self._process is None or self._reading is None:
            return
        if self._wanted and self._writer is not None:  # busy: it would not notice
            self._kill()
        elif self._writer is not None:
            self._writer.close()
            self._writer = None
        await asyncio.wait([self._reading], timeout=5)


def _packed(request: object) -> bytes:
    try:
        return pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
    except RecursionError:  # nested by a stranger
        raise Overrun("It is nested too deeply.") from None


# -- the other side ---------------------------------------------------------------------------------------


def _bound(memory: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(fd: int, handler: str, seconds: float) -> None:
    """Work in, answers out, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then closes the line
    place, _, name = handler.partition(":")
    module = importlib.import_module(place)
    work: Callable[[object], object] = getattr(module, name)
    getattr(module, "prepare", lambda: None)()
    _bound(MEMORY)
    with contextlib.suppress(OSError), socket.socket(fileno=fd) as line, line.makefile("rwb") as stream:
        stream.write(READY)
        stream.flush()
        while len(head := stream.read(_SIZE)) == _SIZE:
            request = pickle.loads(stream.read(int.from_bytes(head, "big")))  # from our own server alone
            signal.setitimer(signal.ITIMER_REAL, seconds + 1)  # nobody is left to kill us, if the server died
            try:
                answer: tuple[bool, object] = (True, work(request))
            except KnavesError as error:
                answer = (False, error)
            except MemoryError:
                return
            data = pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)
            signal.setitimer(signal.ITIMER_REAL, 0)
            stream.write(len(data).to_bytes(_SIZE, "big") + data)
            stream.flush()
