"""Getting in: the address that others can open, a name and a chair by one touch, a seat on another device."""

from __future__ import annotations

import json
import re
from datetime import date

import msgspec
import pytest
import segno
from starlette.requests import Request
from starlette.testclient import TestClient

from knaves.games import GAMES
from knaves.table.people import keyring
from knaves.table.people.keyring import Keyring, OpenedByCode, all_words
from knaves.web.draw.puzzle import puzzle_of
from knaves.web.draw.qr import BORDER, qr
from knaves.web.http import addresses
from knaves.web.http.addresses import ReachableAddress, reach_of
from knaves.web.http.caps import Caps
from knaves.web.http.guard import Names, tables_of
from knaves.web.push.devices import device_of
from knaves.web.server import greeting
from tests.web.kit import later, open_table, other, play_now, play_out, token_in, web


def invite_of(client: TestClient, table: str) -> str:
    """The short address of the lobby."""
    found = re.search(r'data-text="(http://testserver/[^"]+)"', client.get(f"/t/{table}").text)
    assert found
    return found[1].removeprefix("http://testserver")


def request(host: str) -> Request:
    return Request({"type": "http", "headers": [(b"host", host.encode())], "path": "/", "scheme": "http"})


# -- addresses --------------------------------------------------------------------------------------------


def test_the_address_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "of_this_machine", lambda: ["10.9.9.9", "192.168.1.23"])
    monkeypatch.setattr(addresses, "answers", lambda host, port, seconds=0.5: host == "192.168.1.23")
    assert reach_of("0.0.0.0", 8421) == ReachableAddress("network", "http://192.168.1.23:8421")
    assert reach_of("127.0.0.1", 8421) == ReachableAddress("machine", "http://localhost:8421")
    assert reach_of("192.168.1.23", 80) == ReachableAddress("network", "http://192.168.1.23:80")
    assert reach_of("127.0.0.1", 8421, "https://games.example.org/") == ReachableAddress(
        "public", "https://games.example.org"
    )


def test_an_address_that_does_not_answer_is_not_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "of_this_machine", lambda: ["10.9.9.9"])
    monkeypatch.setattr(addresses, "answers", lambda *_: False)
    assert reach_of("0.0.0.0", 8421).far == "machine"


def test_no_loopback_among_the_addresses_of_this_machine() -> None:
    assert not [
        address for address in addresses.of_this_machine() if address.startswith(("127.", "::1", "fe80"))
    ]


def test_links_begin_with_what_others_can_open() -> None:
    names = Names("0.0.0.0")
    names.found = ReachableAddress("network", "http://192.168.1.23:8421")
    assert names.base(request("localhost:8421")) == "http://192.168.1.23:8421"
    names.found = ReachableAddress("machine", "http://localhost:8421")
    assert names.reach(request("localhost:8421")).far == "machine"
    assert Names(public_url="https://a.example/").base(request("localhost")) == "https://a.example"


def test_the_terminal_says_for_whom_it_is_open() -> None:
    assert "Only this machine" in greeting(ReachableAddress("machine", "http://localhost:8421"), picture=True)
    said = greeting(ReachableAddress("network", "http://192.168.1.23:8421"), picture=True)
    assert said.startswith("Knaves is open at http://192.168.1.23:8421/") and "█" in said
    assert "█" not in greeting(ReachableAddress("network", "http://192.168.1.23:8421"), picture=False)


def test_the_drawing_is_the_code() -> None:
    text = "http://192.168.1.23:8421/K7QM42"
    cells = set()
    for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1", qr(text)):
        cells |= {(int(x) + n, int(y)) for n in range(int(wide))}
    rows = segno.make(text, error="m", micro=False).matrix
    assert cells == {
        (x + BORDER, y + BORDER) for y, row in enumerate(rows) for x, dark in enumerate(row) if dark
    }


# -- the lobby --------------------------------------------------------------------------------------------


def test_the_lobby_has_the_address_and_its_picture() -> None:
    with web() as client:
        lobby = client.get(f"/t/{open_table(client)}").text
        assert (
            'class="qr"' in lobby and "Anyone on your network" in lobby and "Only this machine" not in lobby
        )


def test_the_lobby_says_when_only_this_machine_can_open_it() -> None:
    with web() as client:
        client.base_url = "http://localhost"
        lobby = client.get(f"/t/{open_table(client)}").text
        assert "Only this machine can open it" in lobby and "knaves --host 0.0.0.0" in lobby
        assert 'class="qr"' not in lobby


def test_a_guest_gives_a_name_and_sits_down_by_one_touch() -> None:
    with web() as client:
        table = open_table(client, seats=3)
        friend = other(client)
        page = friend.get(invite_of(client, table)).text
        assert page.index("Your name") < page.index("Your chair") < page.index('id="sit"')
        assert re.search(r'value="1" checked', page)
        assert "Ann</b><small>sits there" in page
        nameless = friend.post(f"/t/{table}/claim", data={"seat": "1", "name": " "})
        assert "Your name first" in nameless.text
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        assert "Bob" in client.get(f"/t/{table}").text
        again = open_table(client)
        assert 'value="Bob"' in friend.get(invite_of(client, again)).text


def test_a_chair_that_has_gone_meanwhile_is_another_chair() -> None:
    with web() as client:
        table = open_table(client, seats=4)
        where = invite_of(client, table)
        for name in ("Bob", "Cid"):
            friend = other(client)
            friend.get(where)
            assert friend.post(f"/t/{table}/claim", data={"seat": "1", "name": name}).status_code == 200
        lobby = client.get(f"/t/{table}").text
        assert "Bob" in lobby and "Cid" in lobby


def test_a_late_friend_takes_the_chair_of_a_bot_and_nobody_elses() -> None:
    with web() as client:
        table = open_table(client, seats=3)
        where = invite_of(client, table)
        client.post(f"/t/{table}/do", data={"do": "start", "seat": "0"})
        friend = other(client)
        assert "it goes" in friend.get(where).text
        friend.post(f"/t/{table}/claim", data={"seat": "0", "name": "Bob"})
        assert 'data-seat="b"' in friend.get(f"/t/{table}").text
        assert "Watch" not in friend.get(f"/t/{table}?watch").text


def test_no_bot_is_called_like_the_person() -> None:
    with web() as client:
        open_table(client, name="Mirela", others="fair", seats=4)
        table = client.post("/play/_template", follow_redirects=False).headers["location"]
        page = client.get(table).text
        assert page.count("Mirela") and "Mirela 2" not in page and "Mirela 3" not in page


# -- the seat elsewhere -----------------------------------------------------------------------------------


def code_of(page: str) -> str:
    found = re.search(r'id="code"[^>]*>(\w{3} \w{3})<', page)
    assert found
    return found[1]


def words_in(page: str) -> str:
    return " ".join(re.findall(r"<b>([a-z]+)</b> ", page))


def test_a_seat_is_carried_over_once() -> None:
    with web() as client:
        table = open_table(client, seats=2)
        code = code_of(client.get(f"/t/{table}/elsewhere").text)
        phone, thief = other(client), other(client)
        asked = phone.get("/" + code.replace(" ", "").lower()).text
        assert "Take my seat here" in asked and "Ann" in asked
        phone.post("/sit", data={"code": code.lower()})
        assert token_in(phone, table) == token_in(client, table)
        assert thief.post("/sit", data={"code": code}).status_code == 422
        assert not thief.cookies.get(f"knave-{table}")


def test_the_page_with_the_code_hears_that_it_was_taken() -> None:
    with web() as client:
        table = open_table(client, seats=3)
        friend = other(client)
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        page = client.get(f"/t/{table}/elsewhere").text
        code = code_of(page).replace(" ", "")
        (mark,) = re.findall(r'data-mark="(\w+)"', page)
        asked = f"/t/{table}/carried?mark={mark}"
        assert client.get(asked).json() == {"carried": False}
        for guess in (code, mark[:-1], "", f"coach {table}"):
            assert friend.get(f"/t/{table}/carried?mark={guess}").json() == {"carried": True}
        other(client).post("/sit", data={"code": code})
        assert client.get(asked).json() == {"carried": True}


def test_the_lobby_as_the_host_and_as_a_guest_see_it() -> None:
    with web() as client:
        table = open_table(client, seats=3)
        friend = other(client)
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "2", "name": "Bob"})
        client.post(f"/t/{table}/do", data={"do": "seat_bot fair", "seat": "1"})
        client.post(f"/t/{table}/do", data={"do": "say", "seat": "0", "text": "two minutes"})
        mine, his = (one.get(f"/t/{table}").text for one in (client, friend))
        assert "you, the host" in mine and "Start with 1 bot<" in mine and "free the chair" in mine
        assert "<small>the host</small>" in his and "Waiting for Ann to start" in his
        assert 'value="start"' not in his and "seat_bot" not in his and "free the chair" not in his
        assert "two minutes" in mine and "two minutes" in his
        client.post(f"/t/{table}/do", data={"do": "set_watch", "seat": "0", "on": "false"})
        assert '<span class="num">nobody</span>' in friend.get(f"/t/{table}").text


def test_four_words_open_all_tables_of_a_browser_that_has_forgotten() -> None:
    with web() as client:
        one, two = open_table(client), open_table(client)
        words = words_in(client.get(f"/t/{one}/elsewhere").text)
        assert len(words.split()) == 4
        new = other(client)
        new.post("/sit", data={"code": words.upper()})
        assert {new.cookies.get(f"knave-{table}") for table in (one, two)} == {
            token_in(client, one),
            token_in(client, two),
        }
        changed = words_in(client.post(f"/t/{one}/elsewhere", data={"do": "new words"}).text)
        assert changed != words
        assert other(client).post("/sit", data={"code": words}).status_code == 422
        assert other(client).post("/sit", data={"code": changed}).status_code == 200


def test_the_words_open_what_one_came_to_by_any_way() -> None:
    """A moment of a replay, a file, a puzzle: not only what was opened by the form."""
    with web() as client:
        words = words_in(client.get(f"/t/{open_table(client)}/elsewhere").text)
        table = play_now(client)
        play_out(client, table, -1)
        record, day = client.get(f"/t/{table}/export").text, "2026-11-16"
        option = msgspec.json.encode(puzzle_of(date.fromisoformat(day), GAMES).options[0]).decode()
        ways = {
            f"/t/{table}/fork": {"at": "3"},
            f"/t/{table}/rematch": {},
            "/import": {"file": record},
            f"/puzzle/{day}": {"option": option},
            f"/puzzle/{day}/play": {},
            f"/learn/{GAMES[0]}": {},
        }
        for way, fields in ways.items():
            assert client.post(way, data=fields).status_code == 200, way
        new = other(client)
        new.post("/sit", data={"code": words})
        assert tables_of(dict(new.cookies)) == tables_of(dict(client.cookies))
        assert len(tables_of(dict(new.cookies))) == 7


def test_who_types_a_code_a_moment_too_late_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def taken(keyring: Keyring, code: str) -> list[OpenedByCode]:
        """Between looking and opening, the other device was faster."""
        return []

    with web() as client:
        code = code_of(client.get(f"/t/{open_table(client)}/elsewhere").text)
        monkeypatch.setattr(Keyring, "open", taken)
        late = other(client).post("/sit", data={"code": code}, follow_redirects=False)
        assert late.status_code == 422 and "That opens no table" in late.text


def test_five_wrong_codes_and_a_rest() -> None:
    with web(Caps()) as client:
        table = open_table(client)
        for _ in range(5):
            assert client.post("/sit", data={"code": "ZZZZZZ"}).status_code == 422
        code = code_of(client.get(f"/t/{table}/elsewhere").text)
        assert client.post("/sit", data={"code": code}).status_code == 429


def test_no_word_of_the_site_is_a_code() -> None:
    with web() as client:
        assert client.get("/import").status_code == 200
        assert client.get("/nowhere").status_code == 404
        assert client.get("/ZZZZZZ").status_code == 404


def test_the_lobby_shows_who_is_joining_and_the_name_as_it_is_typed() -> None:
    with web() as host:
        table = open_table(host, seats=3)
        guest = other(host)
        assert f'data-joins="{table}"' in guest.get(invite_of(host, table)).text
        with host.websocket_connect(f"/t/{table}/live") as lobby:
            lobby.receive_text()
            with guest.websocket_connect(f"/t/{table}/live") as coming:
                coming.send_text('{"joining": "Tams", "seat": 1}')
                pushed = lobby.receive_text()
                assert "<b>Tams</b><small>joining now</small>" in pushed and "typing a name" in pushed
                assert "joining now" in host.get(f"/t/{table}").text
                coming.send_text('{"joining": " <i>&' + "x" * 50 + '", "seat": 2}')
                while "Tams" in (pushed := lobby.receive_text()):
                    pass  # drawn before that was typed
                assert "&lt;i&gt;&amp;" + "x" * 20 + "<" in pushed, "as long as a name may be"
            assert "joining now" not in lobby.receive_text(), "gone with the page"


def test_nobody_who_sits_there_joins() -> None:
    with web() as host:
        table = open_table(host, seats=2)
        with host.websocket_connect(f"/t/{table}/live") as lobby:
            lobby.receive_text()
            lobby.send_text('{"joining": "Eve", "seat": 1}')
            lobby.send_text('{"do": "say", "seat": 0, "text": "hello"}')
            pushed = lobby.receive_text()
            assert "hello" in pushed and "Eve" not in pushed


def test_the_page_of_a_seat_says_where_it_is_open() -> None:
    phone = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    with web() as client:
        table = play_now(client)
        assert "at the table" not in client.get(f"/t/{table}/elsewhere").text
        with client.websocket_connect(f"/t/{table}/live?seat=a", headers={"User-Agent": phone}) as socket:
            socket.receive_text()
            later(client, 300)
            page = client.get(f"/t/{table}/elsewhere").text
            assert "<b>Firefox on a phone</b><small>at the table for 5 min</small></span>" in page
            stranger = other(client)
            theirs = play_now(stranger)
            assert "on a phone" not in stranger.get(f"/t/{theirs}/elsewhere").text


def test_a_device_is_closed_from_another_one() -> None:
    with web() as client:
        table = play_now(client)
        away = other(client)
        seat, at = f"/t/{table}/elsewhere", f"/t/{table}/live?seat=a"
        words = words_on(client.get(seat).text)
        away.cookies.update(client.cookies)
        away.cookies.delete("knave-browser")  # it is another one
        with client.websocket_connect(at) as there, client.websocket_connect(at) as here:
            there.receive_text()
            here.receive_text()
            ids = re.findall(r'name="page" value="(\w+)"', client.get(seat).text)
            assert len(ids) == 2
            stranger = other(client)
            theirs = play_now(stranger)
            refused = stranger.post(f"/t/{theirs}/elsewhere", data={"do": "close", "page": ids[0]})
            assert "closed already" in refused.text, "a page of others is no page"
            client.post(seat, data={"do": "close", "page": ids[0]})
            address = json.loads(there.receive_text())["go"]
            assert address.startswith(f"/t/{table}/closed/")
            assert "nothing to close" in stranger.get(f"/t/{theirs}/closed/{address.rpartition('/')[2]}").text
            assert "Closed here" in away.get(address).text
            assert not away.cookies.get(f"knave-{table}") and not away.cookies.get("knave-words")
            assert away.get(f"/t/{table}").status_code == 404, "it has forgotten the seat"
            assert "nothing to close" in client.get(address).text, "once, and the others keep theirs"
            here.send_text('{"do": "say", "seat": 0, "text": "still here"}')
            assert "still here" in here.receive_text()
            assert words_on(client.get(seat).text) == words
            client.post(seat, data={"do": "close", "page": ids[1]})
            same = client.get(json.loads(here.receive_text())["go"]).text
            assert "stays yours in this browser" in same and client.get(f"/t/{table}").status_code == 200


def words_on(page: str) -> list[str]:
    found = re.search(r'id="words">(.*?)</p>', page)
    assert found
    return re.findall(r"<b>(\w+)</b>", found[1])


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36",
            "Chrome on a computer",
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 18_0) AppleWebKit/605.1 Mobile/15E Safari/604.1",
            "Safari on a tablet",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/149.0 Safari/537.36 Edg/149.0",
            "Edge on a computer",
        ),
        ("", "A browser on a computer"),
    ],
)
def test_devices_in_words(agent: str, said: str) -> None:
    assert device_of(agent) == said


def test_a_browser_that_says_other_words_each_time_does_not_fill_the_house() -> None:
    caps = Caps.none()
    caps.words.burst, caps.words.per_second = 3, 0
    with web(caps) as client:
        table = open_table(client, seats=2)  # its words are the first
        mine = client.cookies.get("knave-words") or ""
        for many, words in enumerate(("-".join([word] * 4) for word in all_words()[:6]), 1):
            client.cookies.set("knave-words", words, domain="testserver.local", path="/")
            said = client.get(f"/t/{table}/elsewhere")
            assert said.status_code == (200 if many < 3 else 429)
        client.cookies.set("knave-words", mine, domain="testserver.local", path="/")
        assert client.get(f"/t/{table}/elsewhere").status_code == 200, "its own are known"
        again = client.post(f"/t/{table}/elsewhere", data={"do": "new words"})
        assert again.status_code == 429 and "wait a minute" in again.text
        assert client.cookies.get("knave-words") == mine


def test_who_holds_several_seats_takes_one_more_time_and_again_by_words() -> None:
    """What a browser keeps of a table does not grow, and what came last is good."""
    with web() as client:
        table = open_table(client, seats=3)
        friend = other(client)
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        words = (friend.cookies.get("knave-words") or "").replace("-", " ")
        for _ in range(6):
            client.post("/sit", data={"code": words})
        assert token_in(client, table).count(".") == 1
        assert all(client.get(f"/t/{table}/{seat}").status_code == 200 for seat in "ab")


def test_looking_words_up_is_slow_on_purpose_and_so_not_done_often(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    slow = keyring._lock_of

    def look(words: str) -> keyring._Lock:
        looked.append(words)
        return slow(words)

    monkeypatch.setattr(keyring, "_lock_of", look)
    caps = Caps.none()
    caps.costly.burst, caps.costly.per_second = 4, 0
    with web(caps) as client:
        table = open_table(client, seats=2)
        for word in all_words()[:8]:
            client.cookies.set("knave-words", "-".join([word] * 4), domain="testserver.local", path="/")
            assert client.get(f"/t/{table}").status_code == 200
        assert len([words for words in looked if " " in words and len(set(words.split())) == 1]) == 4
        assert client.post("/sit", data={"code": "K7QM42"}).status_code == 429
