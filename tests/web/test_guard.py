"""Headers, origins, sizes, rates, cookies."""

from __future__ import annotations

import logging
import re

from knaves.web.guard import Rates
from tests.web.kit import Seen, open_table, other, play_now, token_in, web


def test_every_answer_carries_safe_headers():
    with web() as client:
        table = play_now(client)
        for path in ("/", f"/t/{table}", "/rules", "/nowhere", "/api/games", "/static/knaves.js", "/s.svg"):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
        assert client.get(f"/t/{table}").headers["cache-control"] == "no-store"
        assert "immutable" in client.get("/static/knaves.js?v=1").headers["cache-control"]


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
        for headers in ({"origin": "http://evil.test"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
            assert client.post(f"/t/{table}/do", data=fields, headers=headers).status_code == 403
        assert Seen(client.get(f"/t/{table}/a").text).seq == page.seq
        good = {"origin": "http://testserver"}
        assert client.post(f"/t/{table}/do", data=fields, headers=good).status_code == 200


def test_too_large_and_too_many():
    with web(Rates(burst=5, per_second=0.001)) as client:
        assert client.post("/code", data={"code": "x" * 70_000}).status_code == 413
        answers = [client.post("/code", data={"code": "x"}).status_code for _ in range(8)]
        assert answers[0] == 422
        assert answers[-1] == 429


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
    from starlette.testclient import TestClient

    from knaves.web import pages

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


def test_a_board_that_fails_gives_way_to_the_generic_one(monkeypatch, caplog):
    from knaves.web import looks

    def broken(page: object, pushed: bool = False) -> str:
        raise RuntimeError("a template of ours is wrong")

    with web() as client:
        table = open_table(client, seats=2, others="hot", game="villagers")
        monkeypatch.setattr(looks, "body_of", broken)
        page = Seen(client.get(f"/t/{table}").text)
        assert "table--generic" in page.html
        assert page.options
        assert "the board of villagers failed" in caplog.text
