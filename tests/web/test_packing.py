"""What is pushed over a network is packed: a page that hardly differs from the last one takes hardly a byte."""

from __future__ import annotations

import socket

from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.web.serving import Server
from tests.web.test_hosting import post


class Counted(socket.socket):
    """How many bytes came."""

    came = 0

    def recv(self, *args: int) -> bytes:
        data = super().recv(*args)
        self.came += len(data)
        return data


def next_page(ws: ClientConnection) -> str:
    while not (said := str(ws.recv(PATIENCE))).startswith("<"):
        pass
    return said


def test_a_page_like_the_last_one_takes_hardly_a_byte() -> None:
    server = Server(host="0.0.0.0")
    server.start()
    try:
        plan = {"game": "villains", "seats": [{"kind": "person"}] * 4}
        ticket = post(server.port, "/api/tables", plan)
        table, token = ticket["table"], str(ticket["token"])
        line = Counted()
        line.connect(("127.0.0.1", server.port))
        heads = {"Cookie": f"knave-{table}={token}", "Origin": server.url}
        address = f"{server.url.replace('http', 'ws')}/t/{table}/live?seat=a"
        with connect(address, sock=line, additional_headers=heads) as ws:
            whole, first = next_page(ws), line.came
            post(server.port, f"/api/tables/{table}", {"do": "say", "seat": 1, "text": "Hello!"}, token)
            again, second = next_page(ws), line.came - first
            assert "Hello!" in again and len(again) > len(whole)
            assert 0 < second < first / 4 < len(whole) / 8
    finally:
        server.stop()
