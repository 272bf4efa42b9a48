"""One of several server processes on one PostgreSQL. Run as `python -m tests.table.racer URL TABLE TOKEN`.

Plays for the person at the table, against another process that does the same. Tells on stdout, one line each, which
answers it was the one to give.
"""

from __future__ import annotations

import asyncio
import json
import sys

from knaves.table import Hall, Refused, Stale


async def main(url: str, id: str, token: str) -> None:
    hall = await Hall.open(url, resume=False, alone=False)
    table = await hall.table(id)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    won = lost = 0
    async with table.changes() as changes:
        while table.status == "running":
            page = table.page(token, lines=0)
            if page.ask is None or not page.ask.yours:
                try:
                    async with asyncio.timeout(10):
                        await anext(changes)
                except TimeoutError:
                    await table.writer.read_on()
                continue
            try:
                await table.answer(token, 0, page.ask.options[0].option, page.ask.seq)
                won += 1
            except Stale:
                lost += 1
            except Refused as error:
                sys.stderr.write(f"{error}\n")
                lost += 1
    result = table.page(token).result
    told = {"won": won, "lost": lost, "seq": table.book.seq, "scores": result and result.scores}
    sys.stdout.write(json.dumps(told))
    await hall.close()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
