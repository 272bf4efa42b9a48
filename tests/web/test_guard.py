"""Headers, origins, sizes, rates, cookies."""

from __future__ import annotations

import logging
import re
import socket
import threading
from pathlib import Path
from urllib.parse import quote

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import knaves
from knaves.core.errors import BadSetup
from knaves.games import GAMES
from knaves.table import Hall
from knaves.table.log.records import Frozen
from knaves.table.people.keyring import Keyring
from knaves.table.people.limits import Limiter
from knaves.web.app import create_app
from knaves.web.http import connections, guard
from knaves.web.http.caps import Caps
from knaves.web.http.guard import Names
from knaves.web.settings import Limits
from tests.patience import PATIENCE
from tests.web.kit import Seen, open_table, other, play_now, token_in, web
from tests.web.serving import serving


def test_every_answer_carries_safe_headers():
    with web() as client:
        table = play_now(client)
        for path in (
            "/",
            f"/t/{table}",
            "/rules",
            "/nowhere",
            "/api/games",
            "/static/script/knaves.js",
            "/s.svg",
        ):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
        assert client.get(f"/t/{table}").headers["cache-control"] == "no-store"
        assert "immutable" in client.get("/static/script/knaves.js?v=1").headers["cache-control"]


def test_no_page_has_inline_script_or_style():
    with web() as client:
        table = play_now(client, "syndicate")
        for path in (
            "/",
            f"/t/{table}",
            "/rules/villagers",
            "/new/villagers",
            "/guide/villagers",
            "/about",
            "/import",
        ):
            page = client.get(path).text
            assert not re.search(r"<script(?![^>]*\ssrc=)", page)
            assert not re.search(r"\sstyle=|\son[a-z]+=|<style", page)


def test_the_secret_is_in_a_cookie_that_scripts_cannot_read():
    with web() as client:
        answer = client.post("/play/_template", follow_redirects=False)
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert token_in(client, answer.headers["location"].rpartition("/")[2]) in cookie


def test_a_form_of_another_site_is_refused():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        page = Seen(client.get(f"/t/{table}/a").text)
        fields = {"do": "answer", "seat": "0", "seq": str(page.seq), "option": page.options[0]}
        origins = [{"origin": origin} for origin in ("http://evil.test", "null", "http://[", "http://]:x")]
        for headers in (*origins, {"sec-fetch-site": "cross-site"}):
            assert client.post(f"/t/{table}/do", data=fields, headers=headers).status_code == 403
        assert Seen(client.get(f"/t/{table}/a").text).seq == page.seq
        good = {"origin": "http://testserver"}
        assert client.post(f"/t/{table}/do", data=fields, headers=good).status_code == 200


def test_too_large_and_too_many():
    caps = Caps()
    caps.writes = Limiter(5, 1)
    with web(caps) as client:
        assert client.post("/code", data={"code": "x" * 70_000}).status_code == 413
        answers = [client.post("/code", data={"code": "x"}).status_code for _ in range(8)]
        assert answers[0] == 422
        assert answers[-1] == 429


def test_long_forms_are_read_beside_the_loop(monkeypatch):
    """Escapes are slow to read: eight million of them would keep everybody waiting for seconds."""
    threads = []

    def fields(body: bytes) -> dict[str, str]:
        threads.append(threading.current_thread().name)
        return {}

    with web() as client:
        monkeypatch.setattr(guard, "_fields", fields)
        client.post("/cards/villagers/own", content=b"cards=" + b"%41" * 100)
        client.post("/cards/villagers/own", content=b"cards=" + b"%41" * 30_000)
        client.post("/import", content=b"file=" + b"%41" * 30_000)
    assert [name.startswith("knaves-desk") for name in threads] == [False, True, True]


def test_each_address_takes_no_more_than_it_needs():
    with web() as client:
        for path, most in {**guard.LARGE, "/code": guard.BODY_MOST, "/sit": guard.BODY_MOST}.items():
            address = f"{path}villagers" if path.endswith("/") else path
            address += "/own" if path == "/cards/" else ""
            assert client.post(address, content=b"a" * (most + 1)).status_code == 413
    with web(Caps()) as client:
        ends = [client.post("/cards/villagers/own", content=b"a" * 70_000).status_code for _ in range(32)]
        assert ends.count(429) >= 1 and ends[0] != 429


def test_secrets_are_never_logged(caplog):
    with web() as client, caplog.at_level(logging.DEBUG):
        table = open_table(client, seats=2)
        client.get(f"/j/{table}/wrongwrongwrongwrong")
        client.get(f"/t/{table}/a/nothing")
        token = token_in(client, table)
        assert token not in caplog.text


def test_what_strangers_learn_of_a_table_is_nothing():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        stranger = other(client)
        missing = stranger.get("/t/000000000000").text
        assert stranger.get(f"/t/{table}").text == missing
        for path in (
            "",
            "/a",
            "/text",
            "/replay",
            "/replay/1",
            "/export",
            "/links",
            "/why?thing=card:1",
            "/end",
            "/log",
        ):
            assert stranger.get(f"/t/{table}{path}").status_code == 404


def test_a_mistake_of_ours_tells_nothing(monkeypatch, caplog):
    from knaves.web.pages import tables as pages

    def broken(page: object) -> str:
        raise RuntimeError("the secret is 12345")

    with web() as client:
        table = open_table(client, seats=2, others="hot")
        monkeypatch.setattr(pages, "drawn", broken)
        calm = TestClient(client.app, base_url="http://testserver", raise_server_exceptions=False)
        calm.cookies = client.cookies
        answer = calm.get(f"/t/{table}")
        assert answer.status_code == 500
        assert "12345" not in answer.text
        assert calm.get("/").status_code == 200


def test_what_is_refused_at_a_table_leads_back_to_it():
    with web() as client:
        table = open_table(client, seats=2)
        for path in ("/hint?seat=a", "/recap", "/t"):
            assert f'href="/t/{table}">Back to the table' in client.get(f"/t/{table}{path}").text, path
        for nowhere in (f"/t/{table}/a/nothing", "/nothing"):
            assert "Back to the table" not in other(client).get(nowhere).text
        assert "Back to the table" not in other(client).get(f"/t/{table}").text


def test_a_code_in_an_address_is_never_logged(monkeypatch, caplog):
    async def away(self: Keyring, code: str) -> list[object]:
        raise OSError("the database is away")

    with web() as client:
        monkeypatch.setattr(Keyring, "look", away)
        calm = TestClient(client.app, base_url="http://testserver", raise_server_exceptions=False)
        assert calm.get("/K7QM42").status_code == 500
        assert "the database is away" in caplog.text and "K7QM42" not in caplog.text


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
def test_what_machines_ask_is_capped_too(path: str) -> None:
    with web(Caps(Limits(reads=1))) as client:
        assert [client.get(path).status_code == 429 for _ in range(6)] == [False] * 4 + [True] * 2


def test_a_board_that_fails_gives_way_to_the_generic_one(monkeypatch, caplog):
    from knaves.web.draw import rendering

    def broken(page: object, pushed: bool = False) -> str:
        raise RuntimeError("a template of ours is wrong")

    with web() as client:
        table = open_table(client, seats=2, others="hot", game="villagers")
        monkeypatch.setattr(rendering, "body_of", broken)
        page = Seen(client.get(f"/t/{table}").text)
        assert "table--generic" in page.html
        assert page.options
        assert "the board of villagers failed" in caplog.text


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_rests_says_why_and_fills_no_log(game: str, caplog: pytest.LogCaptureFixture) -> None:
    """There is no position to lay out: that is no fault of its board, however often somebody looks."""
    with web() as client:
        table = play_now(client, game)
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's

        async def rest() -> None:
            found = await hall.table(table)
            await found.idle()
            await found.writer.commit(lambda: [Frozen(at=hall.now(), why="Until Monday.", before="running")])

        assert client.portal is not None
        client.portal.call(rest)
        page = client.get(f"/t/{table}").text
        assert re.search(r'<h2 id="ask"[^>]*><span>Until Monday\.', page) and 'id="call-news"' not in page
        assert not caplog.records


def test_expensive_pages_and_openings_are_capped_for_each_guest():
    with web(Caps()) as client:
        table = open_table(client, seats=2, others="hot")
        seen = [client.get(f"/t/{table}/replay/1").status_code for _ in range(80)]
        assert seen[0] == 200 and seen[-1] == 429
        assert client.get(f"/t/{table}/a").status_code == 200  # whoever plays is not kept waiting
    with web(Caps()) as client:
        opened = [client.post("/play/_template", follow_redirects=False).status_code for _ in range(70)]
        assert opened[0] == 303 and opened[-1] == 429
        assert client.post("/api/tables", json={"game": "_template", "seats": [{}, {}]}).status_code == 429


def test_one_guest_does_not_fill_the_list_of_tables_for_all():
    """The front page shows the newest: sixty of one guest would leave no room for those of others."""
    with web(Caps()) as client:
        plan = {"game": "_template", "seats": [{"kind": "person"}, {}], "listed": True}
        opened = [client.post("/api/tables", json=plan).status_code for _ in range(6)]
        assert opened == [201] * 4 + [429] * 2
        form = {"name": "Ann", "seats": "2", "others": "open", "listed": "yes"}
        assert "several tables on the list" in client.post("/new/_template", data=form).text
        assert len(client.get("/api/tables").json()) == 4
        open_table(client)


def test_sockets_are_capped_for_each_guest():
    caps = Caps.none()
    caps.sockets_each = 2
    with web(caps) as client:
        table = open_table(client, seats=2, others="hot")
        address, origin = f"/t/{table}/live", {"origin": "http://testserver"}
        with (
            client.websocket_connect(address, headers=origin) as one,
            client.websocket_connect(address, headers=origin),
        ):
            assert one.receive_text()
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(address, headers=origin):
                pass
        with client.websocket_connect(address, headers=origin) as again:
            assert again.receive_text()


def test_a_full_house_says_so():
    with web() as client:
        client.app.state.hall.tables_most = 2  # type: ignore[attr-defined]  # Starlette's
        for _ in range(2):
            open_table(client, seats=2)
        answer = client.post("/api/tables", json={"game": "_template", "seats": [{}, {}]})
        assert answer.status_code == 429
        assert "full" in answer.json()["refused"]


def test_foreign_host_names_are_not_answered():
    with web() as client:
        table = open_table(client, seats=2)
        strange = (
            "testserver/healthz?",
            "evil.test@testserver",
            "testserver#",
            "testserver\\x",
            "testserver:x",
        )
        for host in ("evil.test", "evil.test:8421", "", "testserver.evil.test", "[::bad", *strange):
            assert client.get("/", headers={"host": host}).status_code == 421
            assert client.get(f"/t/{table}/links", headers={"host": host}).status_code == 421
        for host in ("localhost:8421", "127.0.0.1", "[::1]:80", "testserver"):
            assert client.get("/", headers={"host": host}).status_code == 200
    names = Names("127.0.0.1", public_url="https://games.example.org/")
    assert names.public == "https://games.example.org"
    assert names.knows("games.example.org") and names.knows("games.example.org:443")
    assert not names.knows("example.org")
    for wrong in (
        "games.example.org",
        "https://a.example/games",
        "https://me@a.example",
        "https://a.example?x",
    ):
        with pytest.raises(BadSetup):
            Names(public_url=wrong)


def test_the_template_game_is_not_served():
    async def make_hall() -> Hall:
        return await Hall.open(":memory:", games=GAMES)

    app = create_app(make_hall, Caps.none(), names=Names("testserver"))
    with TestClient(app, base_url="http://testserver") as client:
        for path in ("/new/_template", "/rules/_template", "/guide/_template", "/house/_template"):
            assert client.get(path).status_code == 422
        assert client.post("/play/_template").status_code == 422
        answer = client.post("/api/tables", json={"game": "_template", "seats": [{}, {}]})
        assert answer.status_code == 422
        file = knaves.start("_template", seats=2, seed=1).save().decode()
        assert client.post("/api/import", json={"file": file, "seats": [{}, {}]}).status_code == 422


def test_half_a_request_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(connections, "HEADERS", 0.5)
    monkeypatch.setattr(connections, "BODY", 1.0)
    with serving() as server:
        head = b"POST /code HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nco"
        for said in (b"", b"GET / HTTP/1.1\r\nHo", head):
            with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
                line.sendall(said)
                assert b"200 OK" not in line.recv(4096)  # closed
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
            line.sendall(b"GET /about HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"200 OK" in line.recv(4096)


@pytest.mark.parametrize(
    "opening",
    [b"GET / HTTP/1.1\r\n", b"POST /code HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"],
    ids=["head", "trailer"],
)
@pytest.mark.parametrize("line", [b"x: " + b"y" * 1000 + b"\r\n", b"y" * 1000], ids=["many", "one"])
def test_a_head_without_end_is_not_listened_to(opening: bytes, line: bytes) -> None:
    """All of it would be kept in memory until it ends."""
    with serving() as server, socket.create_connection(("127.0.0.1", server.port), PATIENCE) as wire:
        wire.sendall(opening + b"x: ")
        with pytest.raises((BrokenPipeError, ConnectionResetError)):
            wire.sendall(20_000 * line)


def test_a_long_body_is_no_head():
    with serving() as server, socket.create_connection(("127.0.0.1", server.port), PATIENCE) as wire:
        body = b"cards=" + b"x" * 300_000
        head = b"POST /cards/villagers/own HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(
            body
        )
        wire.sendall(head + body)
        assert b"422" in wire.recv(4096)


def test_cookies_that_no_table_has_set_are_nobodys():
    with web() as client:
        strange = "; ".join(f"knave-(no{n})=x" for n in range(50))
        answer = client.post("/play/_template", headers={"cookie": strange}, follow_redirects=False)
        assert answer.status_code == 303


NASTY = ("9" * 5000, "٣", "[\x00²/../%", "0")
"""What no page of ours asks for."""


def fields_read(by: str) -> list[str]:
    """The names under which pages and interface read something out of addresses, or out of forms."""
    texts = [path.read_text("utf-8") for path in Path(knaves.__file__).parent.glob("web/*/*.py")]
    return sorted({name for text in texts for name in re.findall(rf'{by}\.get\("([\w-]+)"', text)})


def addresses(client: TestClient, table: str, value: str) -> list[tuple[str, set[str]]]:
    """Every address of the server with this in every place that is not the table, and how it may be asked for."""
    known = {"table": table, "game": "villagers"}
    found = []
    for route in client.app.routes:  # type: ignore[attr-defined]  # Starlette's
        if isinstance(route, Route):
            filled = re.sub(r"{(\w+)[^}]*}", lambda m: known.get(m[1], quote(value, safe="")), route.path)
            found.append((filled, route.methods or set()))
    return found


def test_no_address_and_no_form_makes_the_server_fail():
    asked, written = fields_read("query_params"), fields_read("fields")
    assert {"at", "since", "seat", "as", "q"} <= set(asked) and {"name", "seat", "cards"} <= set(written)
    with web() as client:
        table = play_now(client)
        answer = client.get(f"/t/{table}/since")
        assert answer.status_code == 200, "nothing has happened yet"
        for value in NASTY:
            at_once = 8 if len(value) > 100 else 100
            for path, methods in addresses(client, table, value):
                for names in batched(asked, at_once) if "GET" in methods else ():
                    reads = client.get(path, params=dict.fromkeys(names, value), follow_redirects=False)
                    assert reads.status_code < 500, (path[:60], names, value[:20])
                for names in batched(written, at_once) if "POST" in methods else ():
                    writes = client.post(path, data=dict.fromkeys(names, value), follow_redirects=False)
                    assert writes.status_code < 500, (path[:60], names, value[:20])


def batched(names: list[str], most: int) -> list[list[str]]:
    return [names[at : at + most] for at in range(0, len(names), most)]
