"""The crash test: servers that are killed (SIGKILL) at random moments, hundreds of times, on one file of tables.

Run as `python -m tests.table.crash FOLDER KILLS SEED [DATABASE]`. This process only forks, kills and checks; each
server is a process of its own that resumes every table, plays on with bots and tells through a pipe what it has
acknowledged. The last server is let alone until every table is over.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import time
from pathlib import Path
from random import Random

import msgspec

from knaves.core.save import read, verify
from knaves.games import GAMES, about, find
from knaves.table import Hall, SeatPlan, Table, TablePlan
from knaves.table.house.hall import connect
from knaves.table.house.table_openings import rebuild
from knaves.table.log import records as r
from knaves.table.log.storage import Row
from knaves.table.pages.log_reader import export
from tests.patience import PATIENCE

SEATS = (SeatPlan("person", "Ann"), SeatPlan("bot", level="random"), SeatPlan("bot", level="fair"))
AT_ONCE = 4


class Ack(msgspec.Struct):
    """What the server has acknowledged to a person."""

    table: str
    seq: int
    option: tuple[str | int, ...]


# -- the server that is killed ----------------------------------------------------------------------------


class Server:
    def __init__(self, folder: Path, db: str, pipe: int, rng: Random) -> None:
        self.tokens, self.db = folder / "tokens", db
        self.pipe, self.rng = pipe, rng

    async def run(self, for_ever: bool) -> None:
        hall = await Hall.open(self.db, timer=False)
        mine = dict(line.split() for line in self._lines())
        running = await hall.storage.heads(("running",))
        going = [await hall.table(head.table) for head in running if head.table in mine]
        while True:
            while for_ever and len(going) < AT_ONCE:
                ticket = await hall.create(TablePlan("_template", SEATS, seed=self.rng.randrange(10**9)))
                with self.tokens.open("a") as kept:
                    kept.write(f"{ticket.table} {ticket.token}\n")
                mine[ticket.table] = ticket.token
                going.append(await hall.table(ticket.table))
            await asyncio.gather(*(self.play(table, mine[table.id]) for table in going))
            going = []
            if not for_ever:
                await hall.close()
                return

    def _lines(self) -> list[str]:
        lines = self.tokens.read_text().splitlines() if self.tokens.exists() else []
        return [line for line in lines if len(line.split()) == 2]

    async def play(self, table: Table, token: str) -> None:
        while table.status == "running":
            await table.idle()
            page = table.page(token, lines=0)
            if page.ask is None or not page.ask.yours:
                return
            option = self.rng.choice(page.ask.options).option
            seen: list[int] = []
            await table.answer(token, 0, option, page.ask.seq)
            seen += [
                answer.seq for answer in table.book.played if answer.seat == 0 and answer.option == option
            ]
            os.write(self.pipe, msgspec.json.encode(Ack(table.id, seen[-1], option)) + b"\n")


# -- the one that kills, and checks -----------------------------------------------------------------------


class Fate(msgspec.Struct):
    """When a server is killed: so many acknowledgements and then some milliseconds after, or at last at a time."""

    acks: int
    after: float
    last: float


def fate(rng: Random) -> Fate:
    if rng.random() < 0.2:
        return Fate(10**9, 0.0, rng.uniform(0.0, 0.1))  # while it starts and reads, as likely as not
    return Fate(rng.randrange(1, 16), rng.uniform(0.0, 0.004), PATIENCE)


def server(folder: Path, db: str, seed: int, fate: Fate | None) -> list[Ack]:
    """One server, killed or let alone. Gives back what it has acknowledged."""
    out, pipe = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(out)
        try:
            asyncio.run(Server(folder, db, pipe, Random(seed)).run(for_ever=fate is not None))
        except BaseException as error:
            sys.stderr.write(f"the server failed: {error!r}\n")
            os._exit(3)
        os._exit(0)
    os.close(pipe)
    heard, end = b"", None if fate is None else time.monotonic() + fate.last
    while True:
        left = None if end is None else max(0.0, end - time.monotonic())
        ready, _, _ = select.select([out], [], [], left)
        if not ready:
            os.kill(child, signal.SIGKILL)
            end = None
            continue
        got = os.read(out, 65536)
        if not got:
            break
        heard += got
        if fate is not None and end is not None and heard.count(b"\n") >= fate.acks:
            end, fate = time.monotonic() + fate.after, None
    os.close(out)
    _, status = os.waitpid(child, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("the server failed by itself")
    return [msgspec.json.decode(line, type=Ack) for line in heard.split(b"\n") if line.endswith(b"}")]


def logs(db: str) -> dict[str, list[Row]]:
    """All logs there are."""

    async def look() -> dict[str, list[Row]]:
        storage = await connect(db)
        heads = await storage.heads(("lobby", "running", "over", "broken"))
        found = {head.table: await storage.read(head.table) for head in heads}
        await storage.close()
        return found

    return asyncio.run(look())


def check(acks: list[Ack], found: dict[str, list[Row]]) -> None:
    for table, rows in found.items():
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            raise SystemExit(f"the log of {table} has holes")
    for ack in acks:
        rows = found.get(ack.table, [])
        if len(rows) < ack.seq:
            raise SystemExit(f"lost: {ack}, the log ends at {len(rows)}")
        record = r.decode(rows[ack.seq - 1].body)
        if not isinstance(record, r.Answered) or record.option != ack.option or record.seat != 0:
            raise SystemExit(f"changed: {ack} is {record}")


def main(folder: Path, kills: int, seed: int, db: str) -> None:
    rng, acks = Random(seed), list[Ack]()
    find("_template")  # read once, before the servers are forked
    for game in GAMES:
        about(game)
    for number in range(kills):
        acks += server(folder, db, rng.randrange(10**9), fate(rng))
        if number % 10 == 9 or number == kills - 1:
            check(acks, logs(db))
    check(acks, logs(db))
    server(folder, db, rng.randrange(10**9), None)
    found = logs(db)
    check(acks, found)
    for table, rows in found.items():
        book, progress = rebuild(None, rows)
        # killed before the ticket was handed out: nobody can play it
        known = table in (folder / "tokens").read_text()
        if progress is None or (known and book.status != "over"):
            raise SystemExit(f"{table} is {book.status}: {book.notice}")
        if book.status == "over":
            verify(read(export(table, book, progress)), find)
    answers = sum(len(rows) for rows in found.values())
    sys.stdout.write(f"kills {kills} acknowledged {len(acks)} tables {len(found)} records {answers}\n")


if __name__ == "__main__":
    where = Path(sys.argv[1])
    main(where, int(sys.argv[2]), int(sys.argv[3]), (*sys.argv[4:], str(where / "tables.sqlite"))[0])
