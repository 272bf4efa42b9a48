"""Opening the table takes the chair back at once, with what happened meanwhile."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.kit import Seen, later, open_table, other, play_now, settled, web
from tests.web.serving import Server
from tests.web.test_joining import invite_of


def test_opening_the_table_takes_the_chair_back_and_says_what_happened() -> None:
    with web() as client:
        table = open_table(client, seats=2)
        friend = other(client)
        friend.get(invite_of(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        gone = friend.post(f"/t/{table}/do", data={"do": "leave", "seat": "1"}, follow_redirects=False)
        assert gone.headers["location"] == "/"
        assert "away just now, a fair bot plays" in client.get(f"/t/{table}").text
        later(client, 120)
        page = friend.get(f"/t/{table}").text
        assert 'id="welcome"' in page and "While you were away" in page and "I am back" not in page
        assert "Bob is back." in client.get(f"/t/{table}").text
        assert 'id="welcome"' not in friend.get(f"/t/{table}").text


def test_alone_too() -> None:
    with web() as client:
        table = play_now(client)
        client.post(f"/t/{table}/do", data={"do": "leave", "seat": "0"})
        later(client, 120)
        page = client.get(f"/t/{table}").text
        assert "Nobody played for you" in page and Seen(page).call


def test_who_was_away_for_a_moment_and_missed_nothing_is_told_nothing() -> None:
    with web() as client:
        table = play_now(client)
        client.post(f"/t/{table}/do", data={"do": "leave", "seat": "0"})
        later(client, 119)
        page = client.get(f"/t/{table}").text
        assert 'id="welcome"' not in page and Seen(page).call


def test_a_window_that_stays_open_shows_who_plays_and_the_way_back() -> None:
    with web() as client:
        table = play_now(client)
        with client.websocket_connect(f"/t/{table}/live?seat=a") as socket:
            socket.receive_text()
            socket.send_text('{"do": "leave", "seat": 0}')
            pushed = socket.receive_text()
            assert (
                "The game waits for you." in pushed
                and 'id="take-back"' in pushed
                and 'data-call=""' in pushed
            )
            socket.send_text('{"do": "take_back", "seat": 0}')
            assert 'data-call="yes"' in socket.receive_text()


def test_a_digest_since_any_record() -> None:
    with web() as client:
        table = play_now(client)
        page = Seen(client.get(f"/t/{table}").text)
        client.post(
            f"/t/{table}/do",
            data={"do": "answer", "seat": "0", "seq": str(page.seq), "option": page.options[0]},
        )
        told = client.get(f"/t/{table}/recap?seat=a&since=1")
        assert told.status_code == 200 and 'id="welcome"' in told.text
        assert client.get(f"/t/{table}/recap?seat=a&since=x").status_code == 422
        assert client.get(f"/t/{table}/recap?seat=b&since=1").status_code == 403


def test_recap_says_what_changed_first() -> None:
    with web() as client:
        table = open_table(client, 2, "hot", game="villagers")
        page = client.get(f"/t/{table}/since?seat=a").text
        assert "Since your last move" in page and "since__net" not in page  # nobody has done anything
        table = open_table(client, 3, "fair", game="villagers", seed="5")
        for _ in range(30):
            shown = settled(client, table, "a")
            if shown.call:
                fields = {"do": "answer", "seat": "0", "seq": str(shown.seq), "option": shown.options[0]}
                client.post(f"/t/{table}/do", data=fields)
            page = client.get(f"/t/{table}/since?seat=a").text
            if "since__net" in page:
                break
        assert re.search(r"<b>[−\d]+ → [−\d]+</b>", page)


def test_only_who_sits_there_chooses_ahead() -> None:
    with web() as client:
        table = open_table(client, 2, "fair", game="villagers")
        assert "Choose ahead" in client.get(f"/t/{table}/ahead?seat=a").text
        client.cookies.clear()
        assert client.get(f"/t/{table}/ahead?seat=a").status_code in (401, 403, 404)


def test_a_table_that_waits_for_who_left_is_none_at_which_others_decide() -> None:
    with web() as client:
        table = play_now(client)
        settled(client, table)
        client.post(f"/t/{table}/do", data={"do": "leave", "seat": "0"})
        mine = client.get("/tables").text
        assert "You are away" in mine and "the game waits for you" in mine and "Others decide" not in mine


def test_who_has_left_reads_so_in_the_place_of_the_question(desk: Page, server: Server) -> None:
    """As large as any question, with the rest below it; and the bar at the top says for whom the table waits."""
    table = desk.request.post(f"{server.url}/play/villagers", headers={"origin": server.url}).url
    desk.goto(table)
    expect(desk.locator("#prompt.prompt--yours")).to_be_visible()
    large = "el => parseFloat(getComputedStyle(el).fontSize)"
    asked = desk.locator("#ask > span").evaluate(large)
    fields: dict[str, str | float | bool] = {"do": "leave", "seat": "0"}
    desk.request.post(f"{table}/do", form=fields, headers={"origin": server.url})
    expect(desk.locator("#take-back")).to_be_visible()
    assert desk.locator("#ask").evaluate(large) >= asked
    assert desk.locator("#waiting").inner_text().strip()
