"""Two servers on one PostgreSQL: who has a page open at one of them is there for the other, too."""

from __future__ import annotations

import json
import re
import urllib.error

import httpx2
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


def test_a_device_at_another_server_is_listed_and_closed(database: str) -> None:
    phone = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    plan = {"game": "villagers", "seats": [{"kind": "person"}, {"kind": "bot"}]}
    with serving(database) as one, serving(database) as two:
        ticket = post(one.port, "/api/tables", plan)
        table, mine = ticket["table"], {f"knave-{ticket['table']}": str(ticket["token"])}
        seat, there = f"/t/{table}/elsewhere", f"{one.url.replace('http', 'ws')}/t/{table}/live"
        cookie = "; ".join(f"{name}={value}" for name, value in mine.items())
        heads = {"Cookie": cookie, "Origin": one.url, "User-Agent": phone}
        with httpx2.Client(timeout=PATIENCE, base_url=two.url, cookies=mine) as here:
            with connect(there, additional_headers=heads) as socket:
                until("the phone is not listed", lambda: "Firefox on a phone" in here.get(seat).text)
                (page,) = re.findall(r'name="page" value="(\w+)"', here.get(seat).text)
                here.post(seat, data={"do": "close", "page": page}, headers={"Origin": two.url})
                while not (said := str(socket.recv(PATIENCE))).startswith('{"go"'):
                    pass  # the table as it stands
            address = json.loads(said)["go"]
            gone = httpx2.get(two.url + address, cookies=mine, timeout=PATIENCE)
            assert "Closed here" in gone.text, "whichever server is asked"
            assert f'knave-{table}=""' in gone.headers["set-cookie"], "it forgets the seat"
            assert "nothing to close" in here.get(address).text
            until("the phone is still listed", lambda: "Firefox on a phone" not in here.get(seat).text)
