"""Live tables: the whole view on every connect, every change to every socket of the seat, clear refusals."""

from __future__ import annotations

import json
from contextlib import ExitStack
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from knaves.table.errors import Unreachable
from knaves.table.house.budget import Spent
from knaves.table.pages.page_builder import BLANK
from knaves.web.draw import rendering
from knaves.web.http.caps import Caps
from knaves.web.http.guard import PREFIX
from knaves.web.push import sockets
from knaves.web.push.sockets import Group
from tests.web.kit import GAME, Seen, open_table, other, play_now, web

ORIGIN = {"origin": "http://testserver"}


def connect(client: TestClient, table: str, seat: str = "") -> WebSocketTestSession:
    query = f"?seat={seat}" if seat else ""
    return client.websocket_connect(f"/t/{table}/live{query}", headers=ORIGIN)


def answer(socket: WebSocketTestSession, page: Seen, seat: int, which: int = 0) -> None:
    option = json.loads(page.options[which])
    socket.send_text(json.dumps({"do": "answer", "seat": seat, "seq": page.seq, "option": option}))


def test_the_whole_view_comes_on_connect_and_after_each_move():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        with connect(client, table, "a") as ann, connect(client, table, "b") as bob:
            first, second = Seen(ann.receive_text()), Seen(bob.receive_text())
            assert first.html.startswith('<div class="table')
            whole = Seen(client.get(f"/t/{table}/a").text)
            assert (whole.options, whole.seq) == (first.options, first.seq)
            assert first.options != second.options
            answer(ann, first, 0)
            assert not Seen(ann.receive_text()).call
            later = Seen(bob.receive_text())
            assert later.call
            assert "Ann" in later.html


def test_two_tabs_of_one_seat_get_the_same():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        with connect(client, table, "a") as one, connect(client, table, "a") as two:
            first, second = one.receive_text(), two.receive_text()
            assert first == second
            answer(two, Seen(second), 0)
            assert one.receive_text() == two.receive_text()


def test_one_drawing_serves_all_who_may_know_the_same(monkeypatch):
    """Whatever else stands in their cookies."""
    groups = list[int]()

    class Counted(Group):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            groups.append(1)

    monkeypatch.setattr(sockets, "Group", Counted)
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        secret = client.cookies[PREFIX + table]
        client.cookies.clear()
        with ExitStack() as tabs:
            for number in range(3):
                headers = {**ORIGIN, "cookie": f"{PREFIX}{table}={secret}.made-up-{number}"}
                tab = client.websocket_connect(f"/t/{table}/live?seat=a", headers=headers)
                tabs.enter_context(tab).receive_text()
            assert len(groups) == 1


def test_reconnecting_is_always_right():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        with connect(client, table, "a") as ann:
            answer(ann, Seen(ann.receive_text()), 0)
            after = ann.receive_text()
        with connect(client, table, "a") as again:
            assert again.receive_text() == after


@pytest.mark.parametrize(
    "message",
    [
        "",
        "{}",
        "null",
        "not json",
        '{"do":"answer"}',
        '{"do":"steal","seat":0}',
        '{"do":"answer","seat":0,"seq":1,"option":["play",99]}',
        '{"do":"answer","seat":0,"seq":999999,"option":["play",0]}',
        '{"do":"answer","seat":7,"seq":1,"option":["play",0]}',
        '{"do":"answer","seat":0,"seq":1,"option":[[1]]}',
        '{"do":"answer","seat":0,"seq":1,"option":["play",0],"more":1}',
        '{"do":"say","seat":0,"text":""}',
        '{"do":"say","seat":0,"text":"' + "x" * 9000 + '"}',
        "[" * 5000,
    ],
)
def test_bad_messages_get_a_sentence_and_change_nothing(message):
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        before = client.get(f"/t/{table}/a").text
        with connect(client, table, "a") as ann:
            ann.receive_text()
            ann.send_text(message)
            said = json.loads(ann.receive_text())
            assert said["refused"]
        assert client.get(f"/t/{table}/a").text == before


def test_a_flood_is_slowed_down():
    caps = Caps.none()
    caps.messages = Caps().messages
    with web(caps) as client:
        table = open_table(client, seats=2, others="hot")
        with connect(client, table, "a") as ann:
            ann.receive_text()
            for _ in range(90):
                ann.send_text("{}")
            said = [json.loads(ann.receive_text())["refused"] for _ in range(90)]
            assert any("Too many" in text for text in said)


def test_who_has_no_business_here_is_not_let_in():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        stranger = other(client)
        for browser, seat, headers in (
            (stranger, "a", ORIGIN),
            (stranger, "", ORIGIN),
            (client, "c", ORIGIN),
            (client, "zz", ORIGIN),
            (client, "a", {"origin": "http://evil.test"}),
        ):
            address = f"/t/{table}/live" + (f"?seat={seat}" if seat else "")
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                browser.websocket_connect(address, headers=headers) as socket,
            ):
                socket.receive_text()
            assert closed.value.code in (4403, 4404)


@pytest.mark.parametrize("address", ["/t/{}/live?seat=a", "/tables/live"])
def test_a_database_that_is_away_closes_a_page_so_that_it_tries_again(address, caplog):
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's
        awake = hall._tables.pop(table)
        head = hall.storage.head

        async def away(_table: str) -> None:
            raise Unreachable

        hall.storage.head = away
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            client.websocket_connect(address.format(table), headers=ORIGIN) as tab,
        ):
            tab.receive_text()
        assert closed.value.code == 1013, "htmx tries again after this one"
        assert not [one for one in caplog.records if one.name.startswith("knaves") and one.exc_info]
        hall.storage.head = head
        hall._tables[table] = awake
        with connect(client, table, "a") as tab:
            assert tab.receive_text().startswith('<div class="table')


def test_bots_answer_and_the_page_follows():
    with web() as client:
        table = play_now(client)
        with connect(client, table, "a") as ann:
            page = Seen(ann.receive_text())
            for _ in range(400):
                if page.over:
                    break
                if page.call:
                    answer(ann, page, 0, -1)
                text = ann.receive_text()
                page = page if text.startswith("{") else Seen(text)
            assert page.over


@pytest.mark.parametrize("pushed", [False, True], ids=["page", "push"])
def test_a_board_that_takes_too_long_is_drawn_plainly_once_and_stops_its_table(pushed, monkeypatch, caplog):
    """All other tables waited for it."""
    tried, real = [], rendering.body_of

    def slow(page, pushed=False):
        if page.status != "running":
            return real(page, pushed)
        tried.append(page)
        raise Spent

    with web() as client:
        table = open_table(client, seats=2, others="hot", game="villagers")
        monkeypatch.setattr(rendering, "body_of", slow)
        if pushed:
            with connect(client, table, "a") as socket:
                first, second = socket.receive_text(), socket.receive_text()
        else:
            first, second = (client.get(f"/t/{table}/a").text for _ in range(2))
        assert "table--generic" in first and "Villagers" in first
        assert BLANK in unescape(second)
        assert len(tried) == 1 and "takes too long to be drawn" in caplog.text
        assert client.get("/").status_code == 200


def test_the_lobby_is_live_too():
    with web() as client:
        table = open_table(client, seats=2)
        with connect(client, table) as host:
            assert 'id="lobby"' in host.receive_text()
            client.post(f"/t/{table}/do", data={"do": "start", "seat": "0"})
            text = host.receive_text()
            while 'id="lobby"' in text:
                text = host.receive_text()
            assert text.startswith('<div class="table')


def test_who_is_shown_out_is_sent_to_what_there_is(caplog):
    """And the log of the server says nothing about it."""
    with web() as client:
        plan = {
            "game": GAME,
            "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}],
        }
        ticket = client.post("/api/tables", json=plan).json()
        table, bob = ticket["table"], other(client)
        claim = {"seat": 1, "name": "Bob", "secret": ticket["invite"]}
        seated = bob.post(f"/api/tables/{table}/seats", json=claim)
        headers = {**ORIGIN, "cookie": f"{PREFIX}{table}={seated.json()['token']}"}
        with bob.websocket_connect(f"/t/{table}/live?seat=b", headers=headers) as tab:
            tab.receive_text()
            shown_out = client.post(
                f"/api/tables/{table}",
                json={"do": "unseat", "seat": 1},
                headers={"authorization": f"Bearer {ticket['token']}"},
            )
            assert shown_out.status_code == 200, shown_out.text
            said = tab.receive_text()
            while not said.startswith('{"go"'):
                said = tab.receive_text()
            assert json.loads(said) == {"go": f"/t/{table}"}
        assert not [one for one in caplog.records if one.name == "knaves.web"]
