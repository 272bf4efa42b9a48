"""Connections that are opened and then say nothing, half a request, or a head without end are closed; so are those that
do not read what they asked for, which would be kept in memory. One guest has only so many. What goes through sockets
is packed by what went before."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.frames import Frame

from knaves.web.http.addresses import Networks

HEADERS = 10.0
BODY = 60.0
HEAD_MOST = 64 * 1024
"""Bytes that are no body: the longest honest head carries the cookies of forty tables."""
EACH = 250
UNREAD, READ_LEAST = 30.0, 16 * 1024
"""In so many seconds a guest reads at least so many bytes of what waits for it; less, and nobody is there."""
FRAMES_MOST = 256
"""So many pings and pieces of messages in the time between two pings of ours. Browsers send next to none of them."""
_open: Counter[str] = Counter()
trusted = Networks()
"""Proxies: all guests come through them."""


class PatientProtocol(HttpToolsProtocol):
    """For so long: until the head of a request is there, and until all of it is."""

    _late: asyncio.TimerHandle | None = None
    _looking: asyncio.TimerHandle | None = None
    _head = 0
    _peer = ""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if peer else "local"
        _open[self._peer] += 1
        if _open[self._peer] > EACH and self._peer not in trusted:
            transport.close()
            return
        self._wait(HEADERS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._look_away()
        _open[self._peer] -= 1
        if _open[self._peer] <= 0:
            del _open[self._peer]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._head += len(data)
        super().data_received(data)
        if self._head > HEAD_MOST:
            self._give_up()

    def on_body(self, body: bytes) -> None:
        self._head = 0
        super().on_body(body)

    def on_message_begin(self) -> None:
        self._head = 0
        self._wait(HEADERS)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._wait(BODY)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._head = 0
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._stop()
        self._look_away()
        _open[self._peer] -= 1  # sockets are counted elsewhere, and this protocol does not hear of their end
        self._peer = ""
        super().handle_websocket_upgrade()
        del self.parser  # it holds this protocol, and has read all it has to

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_again(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._look_away()
        super().resume_writing()

    def _look_again(self, unread: int) -> None:
        """Whether less is left to be read than now."""
        self._look_away()
        self._looking = self.loop.call_later(UNREAD, self._look, unread)

    def _look_away(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _look(self, before: int) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread > before - READ_LEAST:
            self.transport.abort()
        else:
            self._look_again(unread)

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._late = self.loop.call_later(seconds, self._give_up)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()


class PageSocket(WebSocketsSansIOProtocol):
    """A page is pushed again and again, and most of it stays. With room for a whole page, packing finds in the last one
    what has not changed: a tenth of the bytes, in a third of the time. It takes some 100 kB a socket, for 38."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.config.ws_per_message_deflate:
            packing = ServerPerMessageDeflateFactory(
                server_max_window_bits=15, client_max_window_bits=12, compress_settings={"memLevel": 5}
            )
            self.conn.available_extensions = [packing]
        self._frames = 0

    def handle_ping(self) -> None:
        if self._is_listened_to():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_listened_to():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_listened_to():
            super().handle_cont(event)

    def _is_listened_to(self) -> bool:
        """Each ping is answered and each piece is kept, and neither is a message that somebody counts."""
        self._frames += 1
        if self._frames > FRAMES_MOST:
            self.transport.abort()
        return self._frames <= FRAMES_MOST

    def connection_lost(self, exc: Exception | None) -> None:
        """What reads the frames and what packs them hold each other: parted, they go at once, and not when the
        collector looks at everything."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.conn.extensions = []

    def send_keepalive_ping(self) -> None:
        self._frames = 0
        super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Nobody is there: nor will anybody read what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_timer is not None:  # the same of a farewell that is not read
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
