"""A game over days: my tables, the page as an app, messages to closed pages, holidays."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import http_ece
import msgspec
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from playwright.sync_api import expect
from py_vapid import Vapid02
from starlette.websockets import WebSocketDisconnect

from knaves.core.state import Result
from knaves.table import Clock, Refused, TablePlan
from knaves.web.draw import rendering
from knaves.web.pages.mine import placed
from knaves.web.push.closed_pages import Caller, Keys, Subscription, allowed
from knaves.web.settings import HOSTS, Push
from tests.patience import PATIENCE, meanwhile
from tests.table.kit import ANN, BOB, BOT, Guest, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy
from tests.web.kit import Seen, later, open_table, other, play_now, play_out, web
from tests.web.serving import DESK, chromium, serving
from tests.web.test_joining import invite_of

__all__ = ["toy"]


def test_my_tables_say_where_i_am_waited_for() -> None:
    with web() as client:
        mine, lobby = play_now(client), open_table(client)
        page = client.get("/tables")
        assert "(1) My tables" in page.text and "1 waits for you" in " ".join(page.text.split())
        assert page.text.index(f"t-{mine}") < page.text.index(f"t-{lobby}")
        assert "1 of 2 chairs taken" in page.text and f'href="/t/{mine}/a"' in page.text
        assert client.get("/tables.json").json()["waiting"] == 1
        assert other(client).get("/tables.json").json()["waiting"] == 0
        client.post(f"/t/{mine}/do", data={"do": "leave", "seat": "0"})
        assert "the game waits for you" in client.get("/tables").text
        assert client.get("/tables.json").json()["waiting"] == 0


def test_the_front_page_shows_my_tables_as_their_own_page_does() -> None:
    with web() as client:
        assert "What shall we play?" in client.get("/").text and "/next" not in client.get("/").text
        mine, invited = play_now(client), open_table(other(client), listed="yes")
        client.get(f"/t/{invited}")
        home, page = client.get("/").text, client.get("/tables").text
        rows = [re.findall(r'<li class="mt .*?</li>', shown, re.S) for shown in (home, page)]
        assert rows[0] and rows[0] == rows[1] and f"t-{mine}" in home
        assert "(1) Knaves" in home and "1 table waits for you" in " ".join(home.split())
        assert "Last game" not in home
        play_out(client, mine)
        home = client.get("/").text
        assert "Last game" in home and f'href="/t/{mine}/coach"' in home


def test_others_decide_at_a_slow_table() -> None:
    with web() as client:
        table = open_table(client, clock="day-1")
        friend = other(client)
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        rows = [one.get("/tables").text for one in (client, friend)]
        assert all("a day a move" in row for row in rows)
        assert sum("decides" in row for row in rows) <= 1 and not any("left" in row for row in rows)
        later(client, 12 * 3600 + 60)
        rows = [one.get("/tables").text for one in (client, friend)]
        assert any("12 h left" in row and "for 12 h" in row for row in rows)


@pytest.mark.parametrize(("clock", "first"), [("day-1", "24 h"), ("bank-900", "15:00"), ("move-300", "5:00")])
def test_a_clock_says_whose_it_is_and_runs_only_for_who_is_waited_for(clock: str, first: str) -> None:
    with web() as client:
        table = open_table(client, clock=clock, game="syndicate")
        later(client, 0)
        friend = other(client)
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        pages = [one.get(f"/t/{table}").text for one in (client, friend)]
        for page in pages:
            running = re.findall(r'data-left="\d+" id="clock-(\w)">([^<]+)<', page)
            assert len(running) == 1 and running[0][1] == first
            assert page.count('id="clock-') == (2 if clock == "bank-900" else 1)


def test_what_is_left_is_never_less_than_nothing() -> None:
    """Within the grace after a restart nobody's time is up."""
    said = [rendering.clock(seconds) for seconds in (-5, 59.9, 7199, 7200, 7201, 2 * 86400, 2 * 86400 + 1)]
    assert said == ["0:00", "0:59", "119:59", "2 h", "3 h", "48 h", "3 d"]


def test_n_opens_what_has_waited_longest_and_goes_on_from_there() -> None:
    with web() as client:
        tables = []
        for _ in range(3):
            tables.append(play_now(client))
            later(client, 600)
        client.get("/next", follow_redirects=False)
        went = ""
        for table in tables:
            went = client.get(f"/next?after={went}", follow_redirects=False).headers["location"].split("/")[2]
            assert went == table
        assert (
            client.get(f"/next?after={went}", follow_redirects=False)
            .headers["location"]
            .startswith(f"/t/{tables[0]}/")
        )
        assert other(client).get("/next", follow_redirects=False).headers["location"] == "/"


def test_an_invitation_is_kept_until_i_sit_down_or_do_not_want_it() -> None:
    with web() as client:
        table = open_table(client, seats=3)
        friend = other(client)
        friend.get(invite_of(client, table))
        page = friend.get("/tables").text
        assert "Invitations" in page and "Sit down" in page and "with Ann" in page
        friend.post(f"/t/{table}/forget")
        assert "Invitations" not in friend.get("/tables").text
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        assert "Invitations" not in friend.get("/tables").text
        assert friend.post(f"/t/{table}/forget").status_code == 422  # nobody loses a seat that way
        assert f"t-{table}" in friend.get("/tables").text


def test_finished_games_say_who_won_and_old_ones_are_folded_away() -> None:
    with web() as client:
        for _ in range(10):
            table = play_now(client)
            play_out(client, table)
        shown = client.get("/tables").text
        assert "10 finished" in shown and "2 older" in shown and shown.count('class="mt mt--over"') == 10
        places = re.findall(r"mt__state\"><b>(won|\w+ of \d)</b>", shown)
        assert len(places) == 10


def test_the_page_is_an_app() -> None:
    with web() as client:
        told = client.get("/manifest.webmanifest")
        assert told.json()["display"] == "standalone" and told.json()["start_url"] == "/tables"
        assert client.get(told.json()["icons"][0]["src"]).status_code == 200
        worker = client.get("/sw.js")
        assert worker.headers["content-type"].startswith("text/javascript") and "push" in worker.text
        assert worker.headers["cache-control"] == "no-cache"
        assert "tries again" in client.get("/offline").text
        assert 'rel="manifest"' in client.get("/").text


@pytest.mark.browser
def test_the_app_works_after_a_restart_of_the_server(tmp_path: Path) -> None:
    """Opened while the server is away it says so, and is there by itself when the server is; an open table, too."""
    with serving(str(tmp_path / "tables.sqlite")) as server, chromium() as browser:
        app = browser.new_context(viewport=DESK).new_page()
        app.goto(server.url)
        app.wait_for_function(
            "() => navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === 'activated')",
            timeout=1000 * PATIENCE,
        )
        app.goto(f"{server.url}/new/villagers")
        app.fill("#name", "Ann")
        app.locator("input[name=seats][value='2'] + span").click()
        app.click("#open")
        app.wait_for_url("**/t/*")
        table = app.context.new_page()
        table.goto(app.url)
        expect(table.locator("#bill")).to_be_visible()
        server.stop()
        app.goto(f"{server.url}/tables")
        expect(app.locator("h1")).to_have_text("Knaves")
        expect(app.locator("p")).to_contain_text("tries again by itself")
        server.start()
        expect(table.locator(".toast", has_text="Back at the table.")).to_be_visible()  # for some seconds
        expect(app.locator("body")).to_contain_text("1 of 2 chairs taken")


@played
async def test_a_holiday_stops_the_clock_and_ends(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("day", 1))
        now.time += 86400 - 10
        await table.seating.rest(ann.token, 0, 3)
        assert ann.page.seats[0].left == 10 and "holiday" in table.page(_bob.token, 1).seats[0].note
        await refuses(table.seating.rest(ann.token, 0, 1), match="already")
        now.time += 3 * 86400 - 1
        await hall.tick()
        assert not ann.page.seats[0].away and ann.page.seats[0].left == 10
        await refuses(table.seating.rest(ann.token, 0, 1), match="already")
        now.time += 2
        await refuses(table.seating.rest(ann.token, 0, 5), match="4 days of holiday left")
        now.time += 10
        await hall.tick()
        assert ann.page.seats[0].away


@played
async def test_no_holidays_at_a_live_table(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT, clock=Clock("move", 30))
        await refuses(table.seating.rest(ann.token, 0, 1), match="days to a move")


def test_pass_until_something_happens_can_be_ordered() -> None:
    with web() as client:
        table = play_now(client)
        page = client.get(f"/t/{table}/orders?seat=a").text
        assert 'value="pass"' in page and "until something names me" in page
        option = Seen(client.get(f"/t/{table}").text).options[-1]
        done = client.post(
            f"/t/{table}/do",
            data={"do": "order", "seat": "0", "kind": "pass", "option": option, "unless": '["me"]'},
        )
        assert done.status_code == 200


# -- messages to closed pages -----------------------------------------------------------------------------


@pytest.mark.parametrize(("endpoint", "hosts", "so"), [
    ("https://fcm.googleapis.com/fcm/send/abc", HOSTS, True),
    ("https://updates.push.services.mozilla.com/wpush/v2/x", HOSTS, True),
    ("https://evil.example/fcm.googleapis.com", HOSTS, False),
    ("https://fcm.googleapis.com.evil.example/x", HOSTS, False),
    ("https://fcm.googleapis.com@evil.example/x", HOSTS, False),
    ("https://me@fcm.googleapis.com/x", HOSTS, False),
    ("http://fcm.googleapis.com/x", HOSTS, False),
    ("https://169.254.169.254/latest", HOSTS, False),
    ("http://127.0.0.1:9/x", HOSTS, False),
    ("http://127.0.0.1:9/x", ("127.0.0.1",), True),
    ("https://[::1", HOSTS, False),
    ("http://[::1]:9/x", ("::1",), True),
    ("https://evil.example\\.push.apple.com/x", HOSTS, False),
    ("https://evil.example%5c.push.apple.com/x", HOSTS, False),
    ("https://evil.example;.push.apple.com/x", HOSTS, False),
    ("https://evil.example\t.push.apple.com/x", HOSTS, False),
    ("https://evil.example?.push.apple.com/x", HOSTS, False),
    ("https://fcm.googleapis.com./x", HOSTS, False),
    ("https://fcm.googleapis.com\n/x", HOSTS, False),
    ("https://fcm.googleapis.com/\u2028", HOSTS, False),
    ("https://fcm.googleapis.com/" + "x" * 1000, HOSTS, False),
])  # fmt: skip
def test_only_hosts_of_the_list_are_called(endpoint: str, hosts: tuple[str, ...], so: bool) -> None:
    assert allowed(endpoint, hosts) is so


def test_a_subscription_with_no_end_is_refused() -> None:
    with web() as client:
        table, deep = play_now(client), "[" * 20_000
        wish = f'{{"seat": "a", "on": true, "subscription": {{"endpoint": "", "more": {deep}'
        assert client.post(f"/t/{table}/push", content=wish).status_code == 422


class Browser:
    """What a browser keeps of a subscription, and the push service it would use: on this machine."""

    def __init__(self, port: int, name: str = "ann") -> None:
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.subscription = Subscription(
            f"http://127.0.0.1:{port}/push/{name}", Keys(_text(point), _text(self.auth))
        )

    def reads(self, body: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        found: dict[str, str] = json.loads(plain)
        return found


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@contextmanager
def receiver(status: int = 201) -> Iterator[tuple[int, list[tuple[dict[str, str], bytes]]]]:
    """A push service on this machine."""
    came: list[tuple[dict[str, str], bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            came.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(status)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_port, came
        server.shutdown()


SETTINGS = Push(contact="mailto:host@example.org", hosts=("127.0.0.1",))


@played
async def test_who_has_asked_is_told_and_nobody_else_can_read_it(toy: str) -> None:
    with receiver() as (port, came):
        async with open_hall() as hall:
            caller = Caller(hall, SETTINGS, delay=0.0)
            _, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
            browser = Browser(port)
            await caller.subscribe(ticket.table, 1, browser.subscription)
            await ann.do("pass")
            await meanwhile("nobody is told", lambda: came)
            headers, body = came[0]
            told = browser.reads(body)
            assert told["open"] == f"/t/{ticket.table}/b" and told["body"] == bob.ask.prompt
            assert told["body"].encode() not in body
            scheme, _, rest = headers["authorization"].partition(" ")
            parts = dict(part.strip().split("=", 1) for part in rest.split(","))
            assert scheme == "vapid" and parts["k"] == await caller.public_key()
            assert Vapid02.verify(headers["authorization"])
            assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
            await caller.unsubscribe(ticket.table, 1, browser.subscription.endpoint)
            await bob.do("pass")
            await ann.do("pass")
            await meanwhile("it was not sent", lambda: hall.meter.pushes["sent"])
            await asyncio.sleep(0.2)
            assert len(came) == 1 and hall.meter.pushes["sent"] == 1
            await caller.close()


@played
async def test_an_open_page_is_not_called_and_a_browser_that_has_gone_is_forgotten(toy: str) -> None:
    with receiver(410) as (port, came):
        async with open_hall() as hall:
            here = {1}
            hall.presence = lambda table, seat: seat in here
            caller = Caller(hall, SETTINGS, delay=0.0)
            _, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
            await caller.subscribe(ticket.table, 1, Browser(port).subscription)
            await ann.do("pass")
            await asyncio.sleep(0.2)
            assert not came
            here.clear()
            await bob.do("pass")
            await ann.do("pass")
            await meanwhile("nobody is told", lambda: came)
            await meanwhile("nobody is forgotten", lambda: hall.meter.pushes["gone"])
            assert not await hall.storage.keys(f"push {ticket.table} 1")
            await caller.close()


@played
async def test_who_sat_there_before_is_not_called_for_who_sits_there_now(toy: str) -> None:
    """What a call says is for the eyes of one seat."""
    with receiver() as (port, came):
        async with open_hall() as hall:
            caller = Caller(hall, SETTINGS, delay=0.0)
            ticket = await hall.create(TablePlan(toy, (ANN, BOB), listed=True))
            table = await hall.table(ticket.table)
            await table.seating.claim(ticket.invite, 1, "Eve")
            await caller.subscribe(table.id, 1, Browser(port).subscription)
            await table.seating.unseat(ticket.token, 1)
            await table.seating.claim(ticket.invite, 1, "Bob")
            mine = Browser(port, "bob")
            await caller.subscribe(table.id, 1, mine.subscription)
            await table.seating.start(ticket.token)
            await Guest(table, ticket.token, 0).do("pass")
            await meanwhile("nobody is told", lambda: came)
            await asyncio.sleep(0.2)
            assert len(came) == 1 and mine.reads(came[0][1])["body"] == table.called(1)
            await caller.close()


@played
async def test_who_asked_to_be_called_before_that_was_noted_is_called_still(toy: str) -> None:
    """By an earlier version, which kept no word of who it was."""
    with receiver() as (port, came):
        async with open_hall() as hall:
            caller, mine = Caller(hall, SETTINGS, delay=0.0), Browser(port)
            table, (ann, _), _ = await sit(hall, toy, ANN, BOB)
            await caller.subscribe(table.id, 1, mine.subscription)
            (kept,) = await hall.storage.keys(place := f"push {table.id} 1")
            row = msgspec.json.decode(kept.sealed, type=list[Subscription])[0]
            assert row.holder
            old = msgspec.json.encode([msgspec.structs.replace(row, holder="")])
            await hall.storage.put_key(place, kept._replace(sealed=old))
            await ann.do("pass")
            await meanwhile("nobody is told", lambda: came)
            assert mine.reads(came[0][1])["body"] == table.called(1)
            await caller.close()


@played
async def test_off_unless_somebody_is_named(toy: str) -> None:
    async with open_hall() as hall:
        caller = Caller(hall, Push())
        assert await caller.public_key() == ""
        with pytest.raises(Refused, match="sends no messages"):
            await caller.subscribe("x", 0, Browser(9).subscription)
        strict = Caller(hall, Push(contact="mailto:a@b.c"))
        with pytest.raises(Refused, match="push services that this server knows"):
            await strict.subscribe("x", 0, Browser(9).subscription)


def test_only_my_own_seat_is_told() -> None:
    with web() as client:
        table = play_now(client)
        wish = {
            "seat": "b",
            "on": True,
            "subscription": {"endpoint": "https://x", "keys": {"p256dh": "", "auth": ""}},
        }
        assert client.post(f"/t/{table}/push", json=wish).status_code == 403
        assert client.post(f"/t/{table}/push", json={"seat": "a"}).status_code == 422
        assert client.post(f"/t/{table}/push", json={**wish, "seat": "a"}).status_code == 422
        assert other(client).post(f"/t/{table}/push", json=wish).status_code == 404


def test_the_list_of_my_tables_is_told_at_once() -> None:
    with web() as client:
        table = open_table(client, seats=2)
        with client.websocket_connect("/tables/live") as socket:
            friend = other(client)
            friend.get(invite_of(client, table))
            friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
            assert socket.receive_text() == "changed"
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(
                "/tables/live", headers={"Origin": "http://elsewhere.example"}
            ) as socket,
        ):
            socket.receive_text()


def test_the_winners_come_first_whatever_they_have() -> None:
    result = Result((0,), (3, 9, 5), "")
    assert [placed(result, seat) for seat in range(3)] == ["won", "second of 3", "third of 3"]
