"""For whoever runs a server: settings, health, figures, logs without secrets, a restart that nobody notices."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from knaves.cli import admin
from knaves.core.errors import BadSetup
from knaves.table import Hall, SeatPlan, TablePlan
from knaves.table.log.sqlite import SqliteStorage
from knaves.web import successor
from knaves.web.http.addresses import Networks, as_seen
from knaves.web.http.caps import Caps
from knaves.web.http.logs import Structured, without_secrets
from knaves.web.push import closed_pages
from knaves.web.push.closed_pages import check
from knaves.web.server import serve
from knaves.web.settings import Limits, Push, Settings, example, read_settings
from tests.patience import PATIENCE, until
from tests.web.kit import GAME, Seen, open_table, play_now, web
from tests.web.test_serve import KNAVES, free_port


def test_the_example_is_what_holds_without_it(tmp_path: Path) -> None:
    file = tmp_path / "knaves.toml"
    file.write_text(example())
    assert read_settings(str(file)) == Settings() == read_settings("")
    named = {
        f.name for section in msgspec.structs.fields(Settings) for f in msgspec.structs.fields(section.type)
    }
    assert named == set(re.findall(r"^(\w+) = ", example(), re.MULTILINE))


@pytest.mark.parametrize(
    "text",
    [
        "[server]\nhots = 1",
        "[limits]\nreads = -1",
        "[limits]\nreads = 0",
        "[limits]\nsockets = 0",
        "server = [",
        "[server]\nport = 70000",
    ],
)
def test_a_mistake_in_the_settings_is_said(tmp_path: Path, text: str) -> None:
    file = tmp_path / "knaves.toml"
    file.write_text(text)
    with pytest.raises(BadSetup, match="not as they should be"):
        read_settings(str(file))
    with pytest.raises(BadSetup, match="cannot be read"):
        read_settings(str(tmp_path / "none.toml"))


@pytest.mark.parametrize(("text", "said"), [
    ('[push]\ncontact = "me@example.org"', "written like mailto:you@example.org"),
    ('[push]\ncontact = "https://nobody"', "written like mailto:you@example.org"),
    ('[server]\nproxies = ["the proxy"]', "A proxy is named by its address"),
    ('[server]\nproxies = ["*", "10.0.0.7"]', "A proxy is named by its address"),
])  # fmt: skip
def test_what_would_never_work_is_said_at_the_start(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "knaves.toml"
    file.write_text(text)
    with pytest.raises(BadSetup, match=said):
        serve(read_settings(str(file)), open_browser=False)


def test_messages_without_what_sends_them_are_said_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed_pages, "find_spec", lambda name: None)
    check(Push())
    with pytest.raises(BadSetup, match=r"knaves\[push\]"):
        check(Push(contact="mailto:a@b.c"))


def test_a_proxy_is_known_however_its_address_is_written() -> None:
    """A line that listens for both versions of addresses sees 127.0.0.1 as ::ffff:127.0.0.1."""
    seen = as_seen(("127.0.0.1", "10.1.0.0/16", "::1"))
    headers = ProxyHeadersMiddleware(Starlette(), seen).trusted_hosts  # type: ignore[arg-type]  # any application
    for known in (headers, Networks(seen)):
        for address in ("127.0.0.1", "::ffff:127.0.0.1", "::1", "10.1.2.3", "::ffff:10.1.2.3"):
            assert address in known
        for stranger in ("10.2.0.1", "::ffff:127.0.0.2", "/run/knaves.sock"):
            assert stranger not in known
    assert as_seen(("*",)) == ["*"]
    assert (
        "203.0.113.9" in Networks(["*"])
        and "2001:db8::1" in Networks(["*"])
        and "local" not in Networks(["*"])
    )


def test_limits_come_from_the_settings() -> None:
    caps = Caps(Limits(sockets=1, tables_at_once=1, tables_each_hour=0))
    assert caps.take_socket("x") and not caps.take_socket("x") and caps.sockets == 1
    assert caps.tables.allows("x") and not caps.tables.allows("x")


def test_it_says_whether_it_is_well() -> None:
    with web() as client:
        play_now(client)
        assert client.get("/healthz", headers={"host": "10.0.0.7"}).json()["running"] == 1

        async def broken(*_: object) -> int:
            raise OSError("away")

        client.app.state.hall.storage.count = broken  # type: ignore[attr-defined]  # Starlette's
        assert client.get("/healthz").status_code == 503


def test_figures_for_prometheus() -> None:
    with web() as client:
        table = play_now(client)
        page = Seen(client.get(f"/t/{table}").text)
        client.post(
            f"/t/{table}/do",
            data={"do": "answer", "seat": "0", "seq": str(page.seq), "option": page.options[0]},
        )
        with client.websocket_connect(f"/t/{table}/live?seat=a") as live:
            live.receive_text()
            text = client.get("/metrics").text
        figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert figures['knaves_tables{status="running"}'] == "1" and figures["knaves_sockets"] == "1"
        assert figures['knaves_moves_total{game="_template",by="person"}'] == "1"
        assert (
            figures["knaves_answer_seconds_count"] == "1" and float(figures["knaves_answer_seconds_sum"]) > 0
        )
        assert int(figures["knaves_draw_seconds_count"]) >= 1 and "knaves_bots_late_total" in figures
        assert figures['knaves_answer_seconds_bucket{le="+Inf"}'] == "1"
        assert table not in text
        for stranger in ("203.0.113.7", "testclient"):
            far = TestClient(client.app, base_url="http://testserver", client=(stranger, 1))
            assert far.get("/metrics").status_code == 404
        client.app.state.metrics = "off"  # type: ignore[attr-defined]  # Starlette's
        assert client.get("/metrics").status_code == 404


def test_logs_are_one_object_a_line_and_without_secrets() -> None:
    secret = "Zk3_9aQ" * 5
    token = "A" * 32
    said = f"GET /j/1a2b3c/{secret} by {token} at postgresql://knaves:hush@db/knaves"
    record = logging.LogRecord("knaves.web", logging.ERROR, "", 0, "%s failed", (said,), None)
    row = json.loads(Structured().format(record))
    assert row["level"] == "error" and row["where"] == "knaves.web"
    assert not re.search(f"{secret}|{token}|hush", row["what"]) and "/j/1a2b3c/…" in row["what"]
    assert without_secrets("table 1a2b3c4d5e6f could not be drawn") == "table 1a2b3c4d5e6f could not be drawn"
    for odd in ("-" + "a" * 31, "a" * 31 + "-", "_" * 31 + "-"):  # a secret may begin and end like that
        assert without_secrets(f"knave-1a2b={odd}.{odd}; by {odd}") == "knave-1a2b=…; by …"


# -- a restart --------------------------------------------------------------------------------------------


def wait_until_open(port: int) -> None:
    def answers() -> bool:
        with suppress(OSError):
            return bool(urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE))
        return False

    until("no server answers", answers)


def post(port: int, path: str, body: object, token: str = "") -> dict[str, object]:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", json.dumps(body).encode(), headers)
    found: dict[str, object] = json.loads(urllib.request.urlopen(request, timeout=PATIENCE).read())
    return found


AWAY = 5.0
"""Seconds without a socket, on a machine that has nothing else to do: ten times what it takes there, so that only a
wait for some time-out breaks it."""
WORK = 0.009
"""Seconds that `busy` takes there."""


def busy() -> float:
    """How many times longer than on a quiet machine a piece of work takes now."""

    def work() -> float:
        began = time.monotonic()
        words = {str(n): (n, f"x{n}") for n in range(20_000)}
        ",".join(word for _, word in words.values())
        return time.monotonic() - began

    return max(1.0, sorted(work() for _ in range(9))[6] / WORK)


def test_two_reloads_at_once_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two that follow would take the tables from each other, and the service with them."""
    begun: list[Starting] = []

    class Starting:
        ended: int | None = None

        def __init__(self, *_: object, **__: object) -> None:
            begun.append(self)

        def poll(self) -> int | None:
            return self.ended

    monkeypatch.setattr(successor, "_next", None)
    monkeypatch.setattr(subprocess, "Popen", Starting)
    with socket.socket() as line:
        successor.follow_on(line)
        successor.follow_on(line)
        assert len(begun) == 1
        begun[0].ended = 2  # it could not begin: whoever runs the server mends that, and tries again
        successor.follow_on(line)
        assert len(begun) == 2


def test_another_server_takes_over_and_nobody_is_refused(tmp_path: Path) -> None:
    port, db = free_port(), str(tmp_path / "tables.sqlite")
    command = [*KNAVES, "serve", "--no-browser", "--port", str(port), "--db", db]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as first:
        second = 0
        try:
            wait_until_open(port)
            seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
            ticket = post(port, "/api/tables", {"game": "villagers", "seats": seats})
            where = f"ws://127.0.0.1:{port}/t/{ticket['table']}/live"
            cookie = {
                "Cookie": f"knave-{ticket['table']}={ticket['token']}",
                "Origin": f"http://127.0.0.1:{port}",
            }
            with connect(where, additional_headers=cookie) as live:
                assert "lobby" in str(live.recv(PATIENCE))
                os.kill(first.pid, signal.SIGHUP)
                with pytest.raises(ConnectionClosed, match="1012"):  # the old server closes it, as a restart
                    live.recv(PATIENCE)
            slow, lost = busy(), time.monotonic()
            # waits in the line
            with connect(where, additional_headers=cookie, open_timeout=PATIENCE) as live:
                assert "lobby" in str(live.recv(PATIENCE))
            away, slow = time.monotonic() - lost, max(slow, busy())
            print(
                f"the socket was away for {away:.2f} s, on a machine {slow:.1f} times as slow as a quiet one"
            )
            assert away < AWAY * slow
            first.wait(PATIENCE)
            second = int(Path(f"{db}.lock").read_text())
            assert second != first.pid
        finally:
            first.kill()
            if second:
                os.kill(second, signal.SIGTERM)


def test_each_line_of_a_log_for_machines_is_an_object(tmp_path: Path) -> None:
    """What the library that speaks to browsers has to say, too."""
    port, settings = free_port(), tmp_path / "knaves.toml"
    settings.write_text(f'[server]\nport = {port}\ndb = "{tmp_path}/tables.sqlite"\nlog = "json"\n')
    command = [*KNAVES, "serve", "--no-browser", "--thinkers", "0", "--settings", str(settings)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as server:
        try:
            wait_until_open(port)
            with socket.create_connection(("127.0.0.1", port)) as line:
                line.sendall(b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n")
                assert line.recv(100).startswith(b"HTTP/1.1 400")
        finally:
            server.terminate()
        assert server.stderr is not None
        rows = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert any(row["what"] == "Invalid HTTP request received." for row in rows)


def test_a_full_disk_is_told_as_one_and_all_goes_on_after_it() -> None:
    """On every page that has to write something, and to programs; nothing of it is a mistake of ours."""
    with web() as client:
        table = open_table(client)
        hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # Starlette's
        assert isinstance(hall.storage, SqliteStorage)
        disk = hall.storage._writer
        disk.execute("PRAGMA max_page_count = 1")  # as many as there are
        body = {"game": GAME, "seats": [{"kind": "person"}, {"kind": "bot"}], "seed": "x" * 60}
        said = "The tables of this server cannot be reached just now."
        while (full := client.post("/api/tables", json=body)).status_code == 201:
            pass
        assert full.status_code == 503 and full.json()["refused"].startswith(said)
        form = {"seats": "2", "others": "fair", "name": "Ann"}
        for page in (client.post(f"/play/{GAME}"), client.post(f"/new/{GAME}", data=form)):
            assert page.status_code == 503 and said in page.text and "Not just now" in page.text
        assert client.get(f"/t/{table}").status_code == 200, "what was there can be read"
        disk.execute("PRAGMA max_page_count = 1000000")
        assert client.post(f"/play/{GAME}").status_code == 200


# -- tables, by the command line --------------------------------------------------------------------------


def knaves(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*KNAVES, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_copies_and_tables_while_the_server_runs(tmp_path: Path) -> None:
    port, db, copy = free_port(), str(tmp_path / "tables.sqlite"), str(tmp_path / "copy.sqlite")
    command = [*KNAVES, "serve", "--no-browser", "--port", str(port), "--db", db]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            wait_until_open(port)
            seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]
            ticket = post(port, "/api/tables", {"game": "villagers", "seats": seats})
            table, token = str(ticket["table"]), str(ticket["token"])
            listed = knaves("tables", "--db", db).stdout
            assert table in listed and "Ann" in listed and "running" in listed
            assert "1 table is kept" in knaves("backup", copy, "--db", db).stdout
            assert "overwrites nothing" in knaves("backup", copy, "--db", db).stderr
            assert "stop it first" in knaves("restore", copy, "--db", db, "--yes").stderr
            assert knaves("freeze", table, "--why", "Tidying up.", "--db", db).returncode == 0
            assert "Tidying up." in _until(port, table, token, "frozen")["notice"]
            assert "rests already" in knaves("freeze", table, "--db", db).stderr
            assert knaves("thaw", table, "--db", db).returncode == 0
            _until(port, table, token, "running")
            assert knaves("freeze", table, "--why", " ", "--db", db).returncode == 0
            assert "whoever runs this server" in _until(port, table, token, "frozen")["notice"]
            assert knaves("thaw", table, "--db", db).returncode == 0
            _until(port, table, token, "running")
            assert "--yes" in knaves("remove", table, "--db", db).stderr
            assert knaves("remove", table, "--yes", "--db", db).returncode == 0
            until("the table is still there", lambda: not _is_there(port, table, token))
        finally:
            server.terminate()
            server.wait(PATIENCE)
    assert table not in knaves("tables", "--db", db).stdout
    assert "knaves restore" in knaves("restore", copy, "--db", db).stderr
    assert "1 table is back" in knaves("restore", copy, "--db", db, "--yes").stdout
    assert table in knaves("tables", "--db", db).stdout
    assert "tables.sqlite.before-2" in knaves("restore", copy, "--db", db, "--yes").stdout
    assert Path(f"{db}.before").exists() and Path(f"{db}.before-2").exists(), "what was there first is lost"
    Path(copy).write_bytes(b"no tables at all" * 100)
    assert "holds no tables" in knaves("restore", copy, "--db", db, "--yes").stderr
    assert "pg_dump" in knaves("backup", "x", "--db", "postgresql://localhost/knaves").stderr


def test_a_table_that_is_over_is_over_when_it_is_thawed(tmp_path: Path) -> None:
    db = str(tmp_path / "tables.sqlite")

    async def play() -> str:
        hall = await Hall.open(db, timer=False)
        ticket = await hall.create(TablePlan("_template", (SeatPlan("person", "Ann"), SeatPlan("bot"))))
        table = await hall.table(ticket.table)
        while table.status == "running":
            await table.idle()
            ask = table.page(ticket.token, 0).ask
            if ask is not None and ask.options:
                await table.answer(ticket.token, 0, ask.options[0].option, ask.seq)
        await hall.close()
        return ticket.table

    table = asyncio.run(play())
    admin.freeze(table, db=db)
    admin.thaw(table, db=db)

    async def looks() -> tuple[int, int, str]:
        hall = await Hall.open(db, timer=False)
        found = await hall.storage.count(("running",)), await hall.storage.count(("over",))
        status = (await hall.table(table)).status
        await hall.close()
        return *found, status

    assert asyncio.run(looks()) == (0, 1, "over")


def test_a_damaged_table_is_listed_with_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "tables.sqlite")

    async def opens() -> str:
        hall = await Hall.open(db, timer=False)
        plan = TablePlan("_template", (SeatPlan("person", "Ann"), SeatPlan("open")))
        ticket, _ = await hall.create(plan), await hall.create(plan)
        table = await hall.table(ticket.table)
        await table.seating.leave(ticket.token, 0)
        await hall.close()
        return ticket.table

    table = asyncio.run(opens())
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("UPDATE log SET body=? WHERE tbl<>?", (b'{"what":\xff', table))
    admin.tables(db=db)
    listed = capsys.readouterr().out
    assert len(listed.strip().splitlines()) == 3 and "Ann" not in listed, "who has left is listed"


def _is_there(port: int, table: str, token: str) -> bool:
    try:
        return bool(_page(port, table, token))
    except urllib.error.HTTPError as error:
        return error.code != 404


def _page(port: int, table: str, token: str) -> dict[str, str]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}
    )
    page: dict[str, str] = json.loads(urllib.request.urlopen(request, timeout=PATIENCE).read())
    return page


def _until(port: int, table: str, token: str, status: str) -> dict[str, str]:
    until(f"it is never {status}", lambda: _page(port, table, token)["status"] == status)
    return _page(port, table, token)
