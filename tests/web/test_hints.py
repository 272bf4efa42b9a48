"""The hint in a browser: a sheet beside the board, and a switch that everybody sees."""

from __future__ import annotations

from tests.web.kit import Seen, open_table, play_now, settled, web


def test_alone_with_bots_a_hint_is_one_touch_away() -> None:
    with web() as client:
        table = play_now(client)
        page = settled(client, table)
        assert f'href="/t/{table}/hint?seat=a"' in page.html
        hint = client.get(f"/t/{table}/hint?seat=a")
        assert hint.status_code == 200 and "data-once" in hint.text
        assert client.get(f"/t/{table}/hint").status_code == 422
        assert f'href="/t/{table}/because?seat=a"' in page.html
        assert "Why did they?" in client.get(f"/t/{table}/because?seat=a").text


def test_everybody_sees_in_the_lobby_whether_hints_are_on() -> None:
    with web() as client:
        for said, word in (("no", "none"), ("yes", "all may ask")):
            table = open_table(client, hints=said)
            assert f"Hints while playing {word}" in Seen(client.get(f"/t/{table}").text).text()
