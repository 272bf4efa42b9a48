"""Connections that are opened and then say nothing, half a request, or a head without end are closed; one guest has
only so many. What goes through sockets is packed by what went before."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from knaves.web.http.addresses import Networks

HEADERS = 10.0
BODY = 60.0
HEAD_MOST = 64 * 1024
"""Bytes that are no body: the longest honest head carries the cookies of forty tables."""
EACH = 250
_open: Counter[str] = Counter()
trusted = Networks()
"""Proxies: all guests come through them."""


class PatientProtocol(HttpToolsProtocol):
    """For so long: until the head of a request is there, and until all of it is."""

    _late: asyncio.TimerHandle | None = None
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
        _open[self._peer] -= 1  # sockets are counted elsewhere, and this protocol does not hear of their end
        self._peer = ""
        super().handle_websocket_upgrade()

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
