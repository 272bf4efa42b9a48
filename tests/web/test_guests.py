"""What one guest can do to others with codes, words, names and orders: nothing worse than a nuisance for a moment."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.requests import HTTPConnection

from knaves.core.errors import Refused
from knaves.table import TooMuch
from knaves.table.people.keyring import Keyring, OpenedByCode, new_words
from knaves.web.http.caps import Caps
from knaves.web.http.guard import client_of
from knaves.web.push.closed_pages import Caller, Keys, Subscription
from knaves.web.settings import Push
from tests.table.kit import Watch, open_hall, played
from tests.web.kit import open_table, other, play_now, token_in, web
from tests.web.test_joining import code_of, words_in


def came_from(host: str) -> str:
    return client_of(HTTPConnection({"type": "http", "headers": [], "client": (host, 1)}))


def test_whoever_has_a_whole_network_of_addresses_is_one_guest() -> None:
    assert came_from("2001:db8:1:2::5") == came_from("2001:db8:1:2:ffff::9") != came_from("2001:db8:1:3::5")
    assert came_from("::ffff:192.0.2.7") == came_from("192.0.2.7") == "192.0.2.7"
    assert came_from("::1") == "::1" and came_from("no address: none") == "no address: none"


def test_a_crowd_of_guesses_at_once_is_counted_like_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked = 0

    async def look(self: Keyring, code: str) -> list[OpenedByCode]:
        nonlocal looked
        looked += 1
        await asyncio.sleep(0.2)  # they all arrive before the first is answered
        return []

    monkeypatch.setattr(Keyring, "look", look)
    with web(Caps()) as client, ThreadPoolExecutor(20) as crowd:
        ends = crowd.map(lambda _: client.post("/sit", data={"code": "ZZZZZZ"}).status_code, range(20))
        assert sorted(ends) == [422] * 5 + [429] * 15
    assert looked == 5


def test_right_codes_are_not_counted() -> None:
    with web(Caps()) as client:
        table = open_table(client)
        for _ in range(8):
            code = code_of(client.get(f"/t/{table}/elsewhere").text)
            assert other(client).post("/sit", data={"code": code}).status_code == 200


def test_words_of_somebody_else_do_not_become_mine() -> None:
    """Eve talks Ann into opening her words: whatever Ann opens afterwards is Ann's alone."""
    with web() as ann:
        eve = other(ann)
        hers = play_now(eve)
        bait = words_in(eve.get(f"/t/{hers}/elsewhere").text)
        assert bait.split()[0] not in ann.get(f"/sit?code={bait.replace(' ', '-')}").text  # no link does it
        mine = play_now(ann)
        words = ann.cookies.get("knave-words")
        ann.post("/sit", data={"code": bait})
        assert ann.cookies.get("knave-words") == words and token_in(ann, hers) == token_in(eve, hers)
        later = play_now(ann)
        thief = other(ann)
        thief.post("/sit", data={"code": bait})
        assert not thief.cookies.get(f"knave-{mine}") and not thief.cookies.get(f"knave-{later}")
        again = other(ann)
        again.post("/sit", data={"code": (words or "").replace("-", " ")})
        assert {token_in(again, table) for table in (mine, later, hers)} == {
            token_in(ann, table) for table in (mine, later, hers)
        }


def test_words_that_are_typed_at_home_stand_in_no_address() -> None:
    with web() as client:
        table = open_table(client)
        words = words_in(client.get(f"/t/{table}/elsewhere").text)
        asked = other(client).post("/code", data={"code": words})
        assert "Take my seat here" in asked.text and words.split()[0] not in str(asked.url)
        assert other(client).post("/code", data={"code": new_words()}).status_code == 404


def test_a_code_of_another_chair_does_not_take_mine_away() -> None:
    with web() as ann:
        table = open_table(ann, seats=3)
        bob = other(ann)
        bob.get(f"/j/{table}/{ann.app.state.hall._tables[table].book.opened.invite}")  # type: ignore[attr-defined]
        bob.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        mine = token_in(bob, table)
        bob.post("/sit", data={"code": code_of(ann.get(f"/t/{table}/elsewhere").text)})
        assert token_in(bob, table) == f"{mine}.{token_in(ann, table)}"


def test_nobody_floods_the_log_besides_playing() -> None:
    with web() as client:
        table = play_now(client)
        for n in range(100):
            client.post(f"/t/{table}/do", data={"do": "take_back" if n % 2 else "leave", "seat": "0"})
        book = client.app.state.hall._tables[table].book  # type: ignore[attr-defined]
        assert 20 < sum(line.kind == "note" for line in book.told) < 60
        assert client.post(f"/t/{table}/do", data={"do": "leave", "seat": "0"}).status_code == 429


@played
async def test_a_subscription_that_nothing_can_be_sealed_for_is_refused() -> None:
    async with open_hall() as hall:
        caller = Caller(hall, Push(contact="mailto:a@b.c"))
        for keys in (Keys("", ""), Keys("AAAA", "A" * 22), Keys("B" + "A" * 86, "A" * 22)):
            with pytest.raises(Refused, match="no subscription"):
                await caller.subscribe("t", 0, Subscription("https://fcm.googleapis.com/x", keys))


@played
async def test_codes_that_are_too_old_are_forgotten() -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        code, words = await hall.keyring.carry("t", "secret"), new_words()
        await hall.keyring.remember(words, "t", "secret")
        now.time += 601
        assert not await hall.keyring.look(code)
        await hall.thin()
        now.time -= 601
        assert not await hall.keyring.look(code) and await hall.keyring.look(words)


def test_too_much_is_said() -> None:
    caps = Caps()
    for _ in range(5):
        caps.guess("eve")
    with pytest.raises(TooMuch, match="wait a minute"):
        caps.guess("eve")
    caps.guess("ann")
