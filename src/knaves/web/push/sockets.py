"""Live tables: the whole view of a seat, rendered once, pushed to all its sockets. Never a delta on an unknown base."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from knaves.core.errors import KnavesError, Refused
from knaves.table import Hall, NoTable, Table
from knaves.table.house.meter import Meter
from knaves.table.log.storage import SITTING
from knaves.web.api.commands import MESSAGE_MOST, read_json, run
from knaves.web.draw.lobby import lobby_of
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.rendering import template
from knaves.web.http.caps import Caps
from knaves.web.http.guard import client_of, same_origin, token_of
from knaves.web.push.drawer import Drawer

log = logging.getLogger("knaves.web")

LINES = 18
"""Lines of the log in a push; older ones are on the log's own page."""

SOON = 0.2
"""Seconds: who comes and goes within them is told at once."""


class Group:
    """All sockets of one person at one seat. One task renders for all of them."""

    def __init__(self, table: Table, token: str, seat: int | None, drawer: Drawer, meter: Meter) -> None:
        self.table, self.token, self.seat, self.drawer, self.meter = table, token, seat, drawer, meter
        self.sockets: set[Socket] = set()
        self.seats = table.who(token).seats
        self.latest = ""
        self.version = 0
        self.task: asyncio.Task[None] | None = None

    def join(self, socket: Socket) -> None:
        self.sockets.add(socket)
        if self.version:
            socket.news.set()
        if self.task is None:
            self.task = asyncio.create_task(self._follow())

    def part(self, socket: Socket) -> bool:
        """True if nobody is left."""
        self.sockets.discard(socket)
        if self.sockets:
            return False
        if self.task is not None:
            self.task.cancel()
        return True

    async def _follow(self) -> None:
        async with self.table.changes(self.seats) as changes:
            async for _ in changes:
                changes.seats = self.seats = self.table.who(self.token).seats
                try:
                    fresh = await self.render()
                except Exception:  # one bad table must not take the others down
                    log.exception("table %s could not be drawn", self.table.id)
                    fresh = '{"refused":"This table cannot be drawn just now."}'
                if fresh != self.latest:
                    self.latest = fresh
                    self.version += 1
                    for socket in self.sockets:
                        socket.news.set()

    async def render(self) -> str:
        page = self.table.page(self.token, self.seat, lines=LINES, targets=0)
        if page.status == "lobby":
            who = self.table.who(self.token)
            return template("lobbybody.html").render(
                p=page, who=who, levels=self.table.levels(), lobby=lobby_of(self.table, self.token, page)
            )
        with self.meter.timed(self.meter.drawing):
            return await self.drawer.draw(page)


class Socket:
    __slots__ = ("news", "ws")

    def __init__(self, ws: WebSocket) -> None:
        self.ws = ws
        self.news = asyncio.Event()


class Live:
    """The sockets of this process."""

    def __init__(self, hall: Hall, drawer: Drawer, caps: Caps) -> None:
        self.hall, self.drawer, self.caps = hall, drawer, caps
        self.groups: dict[tuple[str, str, int | None], Group] = {}
        self._moved = asyncio.Event()  # somebody came or went

    def here(self, table: str, seat: int) -> bool:
        """Has somebody this seat's page open?"""
        return any(seat in group.seats for (where, _, _), group in self.groups.items() if where == table)

    async def tell(self) -> None:
        """Lets the other servers of the house know whose pages are open here."""
        while True:
            self._moved.clear()
            try:
                places = {(key[0], seat) for key, group in self.groups.items() for seat in group.seats}
                await self.hall.storage.sitting(places)
            except Exception:  # the database may be away for a while
                log.warning("the other servers could not be told who is here")
            await asyncio.sleep(SOON)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(SITTING / 3):
                    await self._moved.wait()

    async def serve(self, ws: WebSocket) -> None:
        """One browser tab."""
        table_id = ws.path_params["table"]
        letter = ws.query_params.get("seat", "")
        token = token_of(ws, table_id)
        if not same_origin(ws):
            await ws.close(4403)
            return
        try:
            table = await self.hall.table(table_id)
            who = table.who(token)
            seat = LETTERS.index(letter) if letter else None
        except (KnavesError, ValueError):
            await ws.close(4404)
            return
        if (seat is not None and seat not in who.seats) or not (who.seats or who.invited or who.watches):
            await ws.close(4403)
            return
        client = client_of(ws)
        if not self.caps.take_socket(client):
            await ws.close(4429)
            return
        try:
            await self._serve(ws, table, token, seat)
        finally:
            self.caps.give_socket(client)

    async def _serve(self, ws: WebSocket, table: Table, token: str, seat: int | None) -> None:
        await ws.accept()
        key = (table.id, token, seat)
        group = self.groups.get(key)
        if group is None:
            group = self.groups[key] = Group(table, token, seat, self.drawer, self.hall.meter)
        socket = Socket(ws)
        group.join(socket)
        self._moved.set()
        writer = asyncio.create_task(self._write(group, socket))
        try:
            await self._read(ws, table, token)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the browser has gone
        finally:
            writer.cancel()
            if group.part(socket) and self.groups.get(key) is group:
                del self.groups[key]
                self._moved.set()

    async def _write(self, group: Group, socket: Socket) -> None:
        """Sends the latest view whenever there is one; a slow browser skips what is old."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.news.wait()
                socket.news.clear()
                await socket.ws.send_text(group.latest)

    async def _read(self, ws: WebSocket, table: Table, token: str) -> None:
        client = client_of(ws)
        while True:
            message = await ws.receive()
            if message["type"] == "websocket.disconnect":
                return
            data = message.get("text") or message.get("bytes") or ""
            if not self.caps.messages.allows(client):
                await say(ws, Refused("Too many at once: wait a moment."))
                await asyncio.sleep(0.5)
                continue
            if len(data) > MESSAGE_MOST:
                await say(ws, Refused(f"A message has at most {MESSAGE_MOST} characters."))
                continue
            try:
                await run(table, token, read_json(data))
            except (Refused, NoTable) as error:
                await say(ws, error)
            except Exception:  # one bad move must not take the others down
                log.exception("table %s: a message failed", table.id)
                await say(ws, Refused("Something went wrong here; nothing has changed."))


async def say(ws: WebSocket, error: KnavesError) -> None:
    clause = error.clause if isinstance(error, Refused) else ""
    await ws.send_text(msgspec.json.encode({"refused": str(error), "clause": clause}).decode())
