"""The list of my tables, live: whoever has it open is told that something changed, and fetches what."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from knaves.core.errors import KnavesError
from knaves.table import Hall, Table
from knaves.table.errors import Unreachable
from knaves.web.http.caps import Caps
from knaves.web.http.guard import client_of, same_origin, tables_of
from knaves.web.push.sockets import LATER

MOST = 40
"""Tables that one page follows, the newest."""
CHANGED = "changed"


async def serve(ws: WebSocket, hall: Hall, caps: Caps) -> None:
    """One page with the list."""
    if not same_origin(ws):
        await ws.close(4403)
        return
    client = client_of(ws)
    if not caps.take_socket(client):
        await ws.close(4429)
        return
    news = asyncio.Event()
    tasks: list[asyncio.Task[None]] = []
    try:
        await ws.accept()
        tasks += [asyncio.create_task(_follow(table, seats, news)) for table, seats in await _mine(ws, hall)]
        tasks.append(asyncio.create_task(_tell(ws, news)))
        while (await ws.receive())["type"] != "websocket.disconnect":
            if not caps.messages.allows(client):  # there is nothing to say here
                await ws.close(4429)
                return
    except Unreachable:  # the database may be away for a while
        await ws.close(LATER)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the browser has gone
    finally:
        for task in tasks:
            task.cancel()
        caps.give_socket(client)


async def _mine(ws: WebSocket, hall: Hall) -> list[tuple[Table, tuple[int, ...]]]:
    """Tables of this browser that are not over."""
    found = []
    for table_id, secret in list(tables_of(ws.cookies).items())[-MOST:]:
        with contextlib.suppress(KnavesError):
            table = await hall.table(table_id)
            who = table.who(secret)
            if table.status in ("lobby", "running") and (who.seats or who.watches):
                found.append((table, who.seats))
    return found


async def _follow(table: Table, seats: tuple[int, ...], news: asyncio.Event) -> None:
    known = table.book.seq
    async with table.changes(seats) as changes:
        async for seq in changes:
            if seq != known:
                known = seq
                news.set()


async def _tell(ws: WebSocket, news: asyncio.Event) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await news.wait()
            news.clear()
            await ws.send_text(CHANGED)
