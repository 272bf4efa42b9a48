"""Whatever is thrown at socket and interface: a clear refusal, never a failure, and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketTestSession

from tests.web.kit import GAME, open_table, web

leaf = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12)
anything = st.recursive(
    leaf, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)
verbs = st.sampled_from(
    ["answer", "undo", "propose_undo", "agree_undo", "order", "cancel_order", "vote", "rename", "say", "no"]
)
nearly = st.fixed_dictionaries(
    {"do": verbs, "seat": st.integers(-2, 9) | leaf},
    optional={
        "seq": st.integers(-5, 50) | leaf,
        "option": st.lists(
            st.sampled_from(["play", "stop", "push", "whistle"]) | st.integers(-3, 60), max_size=4
        )
        | anything,
        "text": st.text(max_size=3).map(lambda t: "" if t.strip() else t)
        | leaf.filter(lambda x: not isinstance(x, str)),
        "name": leaf.filter(lambda x: not isinstance(x, str)),
        "answers": st.integers(500, 900) | leaf,
        "target": leaf,
        "id": leaf,
        "kind": st.text(max_size=5),
    },
)
often = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[TestClient, str, WebSocketTestSession]]:
    with web() as client:
        table = open_table(client, seats=2)
        with client.websocket_connect(
            f"/t/{table}/live?seat=a", headers={"origin": "http://testserver"}
        ) as socket:
            socket.receive_text()
            yield client, table, socket


@given(message=nearly | anything)
@often
def test_the_interface_never_fails(table, message):
    client, home, _ = table
    token = client.cookies[f"knave-{home}"]
    mine = {"authorization": f"Bearer {token}"}
    before = client.get(f"/api/tables/{home}", headers=mine).json()
    answer = client.post(f"/api/tables/{home}", content=json.dumps(message), headers=mine)
    assert answer.status_code in (400, 403, 409, 422, 429), (message, answer.text)
    assert answer.json()["refused"]
    after = client.get(f"/api/tables/{home}", headers=mine).json()
    assert {**after, "at": 0} == {**before, "at": 0}


@given(data=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
@often
def test_bytes_of_any_kind(table, data):
    client, home, _ = table
    for path in (f"/api/tables/{home}", "/api/tables", f"/api/tables/{home}/seats", "/api/import"):
        assert client.post(path, content=data).status_code in (400, 404, 422)
    assert client.post(f"/t/{home}/do", content=data).status_code == 422
    assert client.post("/code", content=data).status_code == 422


@given(message=nearly | anything)
@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_socket_never_fails(message):
    with web() as client:
        home = open_table(client, seats=2)
        with client.websocket_connect(
            f"/t/{home}/live?seat=a", headers={"origin": "http://testserver"}
        ) as socket:
            before = socket.receive_text()
            socket.send_text(json.dumps(message))
            assert json.loads(socket.receive_text())["refused"]
        with client.websocket_connect(
            f"/t/{home}/live?seat=a", headers={"origin": "http://testserver"}
        ) as socket:
            assert socket.receive_text() == before


@given(path=st.text(max_size=30))
@often
def test_addresses_of_any_kind(table, path):
    client, home, _ = table
    for base in (
        "/",
        f"/t/{home}/",
        f"/t/{home}/replay/",
        "/rules/",
        "/new/",
        "/j/",
        "/static/",
        f"/api/tables/{home}/",
    ):
        assert client.get(base + _quoted(path)).status_code < 500


def _quoted(path: str) -> str:
    from urllib.parse import quote

    return quote(path.encode(errors="replace"), safe="")


def test_the_game_to_copy_is_here():
    with web() as client:
        assert client.get(f"/guide/{GAME}").status_code == 200
