"""Live tables: the whole view of a seat, rendered once, pushed to all its sockets. Never a delta on an unknown base."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from knaves.core.errors import KnavesError, Refused
from knaves.core.words import isolated
from knaves.table import Forbidden, Hall, NoTable, Table
from knaves.table.errors import Unreachable
from knaves.table.house.side_work import SideWork
from knaves.table.log.storage import SITTING, OpenPage
from knaves.table.log.writer import Changes
from knaves.table.people.names import as_typed
from knaves.table.people.tokens import new_id
from knaves.web.api.commands import MESSAGE_MOST, read_json, run
from knaves.web.draw.lobby import lobby_of
from knaves.web.draw.parts import LETTERS
from knaves.web.draw.rendering import drawn, template
from knaves.web.http.caps import Caps
from knaves.web.http.guard import client_of, same_origin, token_of
from knaves.web.push.devices import device_of

log = logging.getLogger("knaves.web")

LINES = 18
"""Lines of the log in a push; older ones are on the log's own page."""

LATER = 1013
"""Browsers that are closed with this code try again."""

SOON = 0.2
"""Seconds: who comes and goes within them is told at once."""


class Group:
    """All sockets of one person at one seat. One task renders for all of them."""

    def __init__(
        self, table: Table, token: str, seat: int | None, live: Live, joining: Callable[[], Mapping[int, str]]
    ) -> None:
        self.table, self.token, self.seat, self.joining = table, token, seat, joining
        self.meter = live.hall.meter
        self.sockets: set[Socket] = set()
        self.seats = table.who(token).seats
        self.latest = ""
        self.version = 0
        self.changes: Changes | None = None
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
            self.changes = changes
            async for _ in changes:
                try:
                    fresh = self.render()
                    changes.seats = self.seats
                # nothing to see here any more: the table's own page says what there is
                except (NoTable, Forbidden):
                    for socket in self.sockets:
                        socket.going = asyncio.create_task(socket.send_away(f"/t/{self.table.id}"))
                    self.task = None
                    return
                except Exception:  # one bad table must not take the others down
                    log.exception("table %s could not be drawn", self.table.id)
                    fresh = '{"refused":"This table cannot be drawn just now."}'
                if fresh != self.latest:
                    self.latest = fresh
                    self.version += 1
                    for socket in self.sockets:
                        socket.news.set()

    def look_again(self) -> None:
        """Something has changed that stands in no record."""
        if self.changes is not None:
            self.changes.tell()

    def render(self) -> str:
        page = self.table.page(self.token, self.seat, lines=LINES, targets=0)
        self.seats = tuple([card.seat for card in page.seats if card.yours])
        if page.status == "lobby":
            who = self.table.who(self.token)
            lobby, table = lobby_of(self.table, self.token, page, self.joining()), self.table
            return template("around/lobby_body.html").render(
                p=page, who=who, levels=table.levels(), characters=table.characters(), lobby=lobby
            )
        with self.meter.timed(self.meter.drawing):
            return drawn(page, pushed=True, overran=self.table.overran)


class Socket:
    """One browser tab: since when it is open, and of a guest who gives a name, which, and for what chair."""

    __slots__ = ("chair", "device", "going", "id", "name", "news", "since", "ws")

    def __init__(self, ws: WebSocket, since: float) -> None:
        self.ws, self.since, self.id = ws, since, new_id()
        self.device = device_of(ws.headers.get("user-agent", ""))
        self.news = asyncio.Event()
        self.going: asyncio.Task[None] | None = None
        self.chair, self.name = -1, ""

    async def send_away(self, address: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self.ws.send_text(msgspec.json.encode({"go": address}).decode())
            await self.ws.close(4410)


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guest types a name: the lobby shows it while the page is open."""

    joining: str
    seat: int


def read_joining(data: str | bytes) -> Joining | None:
    try:
        return msgspec.json.decode(data, type=Joining)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


class Live:
    """The sockets of this process."""

    def __init__(self, hall: Hall, caps: Caps) -> None:
        self.hall, self.caps = hall, caps
        self.groups: dict[tuple[str, str, int | None], Group] = {}
        self._moved = asyncio.Event()  # somebody came or went
        self._going = SideWork()
        hall.storage.listen_for_closing(self._close_here)

    def here(self, table: str, seat: int) -> bool:
        """Has somebody this seat's page open?"""
        return any(seat in group.seats for (where, _, _), group in self.groups.items() if where == table)

    def joining(self, table: str) -> dict[int, str]:
        """Names that guests are giving just now, by the chair they would take."""
        sockets = [one for key, group in self.groups.items() if key[0] == table for one in group.sockets]
        return {socket.chair: isolated(socket.name) for socket in sockets if socket.chair >= 0}

    def _open_here(self) -> dict[OpenPage, Socket]:
        """The pages of seats that are open in this process."""
        return {
            OpenPage(socket.id, table, group.seats, socket.device, socket.since): socket
            for (table, _, _), group in self.groups.items()
            for socket in group.sockets
            if group.seats
        }

    async def open_pages(self, table: str, seats: tuple[int, ...]) -> list[OpenPage]:
        """Where these seats are open, at this server or another one of the house, the longest first."""
        pages = [*self._open_here(), *await self.hall.storage.open_elsewhere(table)]
        mine = [page for page in pages if page.table == table and set(page.seats) & set(seats)]
        return sorted(mine, key=lambda page: page.since)

    async def close_page(self, page: OpenPage, secret: str) -> None:
        """Its browser goes where it forgets the seat; wherever the page is open."""
        if not self._close_here(page.id, secret):
            await self.hall.storage.close_elsewhere(page.id, secret)

    def _close_here(self, id: str, secret: str) -> bool:
        for page, socket in self._open_here().items():
            if page.id == id:
                self._going.start(socket.send_away(f"/t/{page.table}/closed/{secret}"))
                return True
        return False

    async def tell(self) -> None:
        """Lets the other servers of the house know whose pages are open here."""
        while True:
            self._moved.clear()
            try:
                await self.hall.storage.sitting(self._open_here().keys())
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
            who = await table.who_comes(token)
            seat = LETTERS.index(letter) if letter else None
        except (KnavesError, ValueError):
            await ws.close(4404)
            return
        except Unreachable:  # the database may be away for a while
            await ws.close(LATER)
            return
        if who.outside or (seat is not None and seat not in who.seats):
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
        key = (table.id, table.seating.meant(token), seat)
        group = self.groups.get(key)
        if group is None:
            group = self.groups[key] = Group(table, key[1], seat, self, partial(self.joining, table.id))
        socket = Socket(ws, self.hall.now())
        group.join(socket)
        self._moved.set()
        writer = asyncio.create_task(self._write(group, socket))
        try:
            await self._read(socket, table, token)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the browser has gone
        finally:
            writer.cancel()
            if group.part(socket) and self.groups.get(key) is group:
                del self.groups[key]
            self._moved.set()
            if socket.chair >= 0:
                self._look_again(table.id)

    def _look_again(self, table: str) -> None:
        for key, group in self.groups.items():
            if key[0] == table:
                group.look_again()

    async def _write(self, group: Group, socket: Socket) -> None:
        """Sends the latest view whenever there is one; a slow browser skips what is old."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.news.wait()
                socket.news.clear()
                await socket.ws.send_text(group.latest)

    def _joins(self, socket: Socket, table: Table, token: str, said: Joining) -> None:
        """Only of who is asked in and does not sit yet, before the start."""
        who, chairs, name = table.who(token), len(table.book.seats), as_typed(said.joining)
        if not (who.invited and not who.seats and table.status == "lobby" and 0 <= said.seat < chairs):
            return
        if (socket.chair, socket.name) == (said.seat, name) or not self.caps.typing.allows(table.id):
            return
        socket.chair, socket.name = said.seat, name
        self._look_again(table.id)

    async def _read(self, socket: Socket, table: Table, token: str) -> None:
        ws, client = socket.ws, client_of(socket.ws)
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
            if (said := read_joining(data)) is not None:
                self._joins(socket, table, token, said)
                continue
            try:
                await run(table, token, read_json(data))
            except (Refused, NoTable, Unreachable) as error:
                await say(ws, error)
            except Exception:  # one bad move must not take the others down
                log.exception("table %s: a message failed", table.id)
                await say(ws, Refused("Something went wrong here; nothing has changed."))


async def say(ws: WebSocket, error: KnavesError | Unreachable) -> None:
    clause = error.clause if isinstance(error, Refused) else ""
    await ws.send_text(msgspec.json.encode({"refused": str(error), "clause": clause}).decode())
