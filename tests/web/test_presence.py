"""Two servers on one PostgreSQL: who has a page open at one of them is there for the other, too."""

from __future__ import annotations

import urllib.error

import pytest
from websockets.sync.client import connect

from tests.patience import PATIENCE, until
from tests.table.test_postgres import database
from tests.web.serving import serving
from tests.web.test_hosting import _page, post

__all__ = ["database"]
pytestmark = pytest.mark.postgres


def vote(port: int, table: str, token: str, seat: int, target: int) -> str:
    """What a server says to a vote about somebody."""
    try:
        post(port, f"/api/tables/{table}", {"do": "vote", "seat": seat, "target": target}, token)
    except urllib.error.HTTPError as error:
        return error.read().decode()
    return ""


def test_nobody_is_voted_out_whose_page_is_open_at_another_server(database: str) -> None:
    with serving(database) as one, serving(database) as two:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
        ticket = post(one.port, "/api/tables", {"game": "villagers", "seats": seats})
        table, invite, tokens = str(ticket["table"]), ticket["invite"], [str(ticket["token"])]
        for seat, name in ((1, "Bob"), (2, "Cy")):
            wish = {"seat": seat, "name": name, "secret": invite}
            tokens.append(str(post(one.port, f"/api/tables/{table}/seats", wish)["token"]))
        waited = int(_page(one.port, table, tokens[0])["ask"]["seats"][0])  # type: ignore[index]
        other = (waited + 1) % 3
        cookie = {"Cookie": f"knave-{table}={tokens[waited]}", "Origin": one.url}

        def until_said(word: str) -> None:
            until(
                f"nobody says “{word}”", lambda: word in vote(two.port, table, tokens[other], other, waited)
            )

        until_said("Wait a little")
        with connect(f"{one.url.replace('http', 'ws')}/t/{table}/live", additional_headers=cookie) as socket:
            socket.recv(PATIENCE)
            until_said("is here")
        until_said("Wait a little")
