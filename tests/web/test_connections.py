"""What a guest can do with a connection alone: small pieces without end, and answers that he does not read."""

from __future__ import annotations

import base64
import gc
import socket
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from starlette.applications import Starlette
from websockets.extensions.permessage_deflate import PerMessageDeflate

from knaves.web.http import connections
from knaves.web.http.connections import PageSocket, PatientProtocol
from knaves.web.push import sockets
from knaves.web.push.sockets import Live
from tests.patience import PATIENCE, until
from tests.web.serving import Server, serving

PING, PIECE, TEXT, CLOSE, LAST = 0x9, 0x0, 0x1, 0x8, 0x80


def frame(opcode: int, data: bytes = b"") -> bytes:
    """As a browser sends it, masked with nothing."""
    return bytes([opcode, 0x80 | len(data), 0, 0, 0, 0]) + data


@contextmanager
def hardly_reading(server: Server) -> Iterator[socket.socket]:
    """A line with hardly any room for what comes."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(PATIENCE)
        line.connect(("127.0.0.1", server.port))
        yield line


def opened(line: socket.socket, server: Server, more: str = "") -> tuple[str, dict[str, str]]:
    """A page's socket at a table of its own: which, and the cookies of who sits there."""
    answer = httpx2.post(f"{server.url}/play/villagers")
    mine = dict(answer.cookies)
    cookies = "; ".join(f"{name}={value}" for name, value in mine.items())
    key = base64.b64encode(bytes(16)).decode()
    line.sendall(
        f"GET {answer.headers['location']}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
        f"Cookie: {cookies}\r\n{more}\r\n".encode()
    )
    assert b" 101 " in line.recv(64)
    return answer.headers["location"], mine


@pytest.mark.parametrize(
    ("first", "more"),
    [(b"", 100_000 * frame(LAST | PING, b"x" * 125)), (frame(TEXT, b"{"), 1_000_000 * frame(PIECE))],
    ids=["pings", "pieces"],
)
def test_small_frames_without_end_are_not_listened_to(first: bytes, more: bytes) -> None:
    """An answer to each ping would be kept until somebody reads it, and each piece until the last one comes."""
    with serving() as server, hardly_reading(server) as line:
        opened(line, server)
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            line.sendall(first + more)


def test_an_honest_page_may_ping_and_send_in_pieces() -> None:
    with serving() as server, hardly_reading(server) as line:
        opened(line, server)
        line.sendall(10 * frame(LAST | PING, b"here?") + frame(TEXT, b"{") + frame(LAST, b"}"))
        heard = b""
        while b"no message" not in heard:
            heard += line.recv(4096)
        assert heard.count(b"here?") == 10


def test_who_does_not_read_what_he_asked_for_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD", 0.3)
    connections._open.clear()
    with serving() as server, hardly_reading(server) as line:
        line.sendall(20 * b"GET /rules/villagers HTTP/1.1\r\nHost: localhost\r\n\r\n")
        until("nobody asks", lambda: connections._open)
        until("it is kept for ever", lambda: not connections._open)


def test_who_reads_slowly_gets_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "UNREAD", 0.3)
    monkeypatch.setattr(connections, "READ_LEAST", 1)
    with serving() as server, hardly_reading(server) as line:
        line.sendall(b"GET /rules/villagers HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        heard = b""
        while more := line.recv(65536):
            heard += more
        assert heard.rstrip().endswith(b"</html>")


def test_a_page_that_has_gone_without_a_word_is_here_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone without a network: what was still on its way to it keeps nobody waiting."""

    class Impatient(PageSocket):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.ping_interval = self.ping_timeout = 1.0

        def connection_made(self, transport: Any) -> None:
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            super().connection_made(transport)

    monkeypatch.setattr("knaves.web.app.PageSocket", Impatient)
    with serving() as server, hardly_reading(server) as line:
        where, cookies = opened(line, server)
        app, table = server.server.config.app, where.rpartition("/")[2]
        assert isinstance(app, Starlette)
        live: Live = app.state.live
        for _ in range(6):  # each is a page that is pushed
            fields = {"do": "say", "seat": "0", "text": "Hello?"}
            httpx2.post(f"{server.url}{where}/do", data=fields, cookies=cookies)
        until("the page stays open", lambda: not live.here(table, 0))


@pytest.mark.parametrize("farewell", [b"", frame(LAST | CLOSE)], ids=["torn", "closed"])
def test_what_a_socket_was_made_of_goes_with_it(farewell: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for whole pages, it is 100 kB a socket: too much to be kept until the collector looks at everything."""
    made: weakref.WeakSet[object] = weakref.WeakSet()

    def note(kind: Any) -> None:
        plain = kind.__init__

        def noted(one: object, *args: Any, **kwargs: Any) -> None:
            plain(one, *args, **kwargs)
            made.add(one)

        monkeypatch.setattr(kind, "__init__", noted)

    for kind in (PatientProtocol, PageSocket, PerMessageDeflate, sockets.Group):
        note(kind)
    server = Server(host="0.0.0.0")
    server.start()
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            with hardly_reading(server) as line:
                opened(line, server, more="Sec-WebSocket-Extensions: permessage-deflate\r\n")
                line.sendall(farewell)
        assert made
        until("they are kept", lambda: not made)
    finally:
        gc.enable()
        server.stop()
