"""Pages, forms and links, as a browser without script uses them."""

from __future__ import annotations

import json
import re

import pytest

import knaves
from knaves.bots import offered
from knaves.core.clauses import ledger
from knaves.games import about, find
from knaves.table import Table
from knaves.table.pages.page import LogLine, Mark
from knaves.web.draw.scene import Scene
from knaves.web.pages.replay import jumps
from tests.web.kit import GAME, Seen, open_table, other, play_now, play_on, play_out, token_in, web


def test_home_shows_every_game_and_one_click_plays():
    with web() as client:
        home = client.get("/")
        for game in knaves.GAMES:
            assert f'action="/play/{game}"' in home.text
            assert about(game).title.replace("&", "&amp;") in home.text
        table = play_now(client, "villagers")
        page = Seen(client.get(f"/t/{table}").text)
        assert "villagers" in page.html
        assert re.search(r">(Your call|Watch)</a>", client.get("/").text)


def test_a_whole_game_by_forms_alone():
    with web() as client:
        table = play_now(client)
        play_out(client, table)
        end = client.get(f"/t/{table}/end")
        assert end.status_code == 200
        assert "The dice were fair" in end.text
        again = client.post(f"/t/{table}/rematch", follow_redirects=False)
        assert again.status_code == 303
        assert again.headers["location"] != f"/t/{table}"


def test_friends_by_link_and_a_spectator():
    with web() as client:
        table = open_table(client, seats=3)
        lobby = client.get(f"/t/{table}").text
        found = re.search(r'data-text="(http://testserver/[^"]+)"', lobby)
        assert found
        friend, stranger, watcher = other(client), other(client), other(client)
        assert stranger.get(f"/t/{table}").status_code == 404
        assert "Sit down" in friend.get(found[1]).text
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        assert "Bob" in client.get(f"/t/{table}").text
        watch = re.search(r'id="watch" readonly value="([^"]+)"', client.get(f"/t/{table}/links").text)
        assert watch
        client.post(f"/t/{table}/do", data={"do": "start", "seat": "0"})
        mine, his = client.get(f"/t/{table}").text, friend.get(f"/t/{table}").text
        seen = watcher.get(watch[1]).text
        assert 'data-seat="a"' in mine
        assert 'data-seat="b"' in his
        assert 'id="own"' in mine
        assert 'id="own"' not in seen
        assert 'name="option"' not in seen
        for text in (mine, his, seen):
            assert token_in(client, table) not in text
            assert token_in(friend, table) not in text


def test_a_seat_that_is_not_mine_is_refused():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        stranger = other(client)
        stranger.cookies.set(f"knave-{table}", "x" * 32)
        assert stranger.get(f"/t/{table}/a").status_code == 404
        friend = other(client)
        one = open_table(client, seats=2)
        friend.get(f"/j/{one}/" + _invite(client, one))
        friend.post(f"/t/{one}/claim", data={"seat": "1", "name": "Bob"})
        assert friend.get(f"/t/{one}/a").status_code == 403
        page = Seen(friend.get(f"/t/{one}/b").text)
        refused = friend.post(
            f"/t/{one}/do", data={"do": "answer", "seat": "0", "seq": "1", "option": '["stop"]'}
        )
        assert refused.status_code == 403
        assert Seen(friend.get(f"/t/{one}/b").text).text() == page.text()


def _invite(client, table: str) -> str:
    found = re.search(r"/j/\w+/([\w-]+)\"", client.get(f"/t/{table}/links").text)
    assert found
    return found[1]


def test_hot_seat_every_chair_in_one_browser():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        first, second = (Seen(client.get(f"/t/{table}/{seat}").text) for seat in "ab")
        assert first.options
        assert second.options
        assert first.options != second.options
        client.post(
            f"/t/{table}/do",
            data={"do": "answer", "seat": "1", "seq": str(second.seq), "option": second.options[0]},
        )
        after = Seen(client.get(f"/t/{table}/b").text)
        assert not after.call
        assert Seen(client.get(f"/t/{table}/a").text).call
        assert f'href="/t/{table}/hand/a"' in after.html
        cover = client.get(f"/t/{table}/hand/a").text
        assert "Ann is next" in cover
        assert "data-thing" not in cover


def test_a_stale_answer_changes_nothing():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        page = Seen(client.get(f"/t/{table}/a").text)
        fields = {"do": "answer", "seat": "0", "seq": str(page.seq), "option": page.options[0]}
        assert client.post(f"/t/{table}/do", data=fields).status_code == 200
        before = client.get(f"/t/{table}/b").text
        again = client.post(f"/t/{table}/do", data=fields)
        assert again.status_code in (409, 422)
        assert "Not possible" in again.text
        assert client.get(f"/t/{table}/b").text == before


def test_why_not_names_the_rule():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        page = client.get(f"/t/{table}/a").text
        card = re.search(r'data-thing="(card:\d+)"', page)
        assert card
        assert client.get(f"/t/{table}/why?seat=a&thing={card[1]}").json()["can"] is True
        no = client.get(f"/t/{table}/why?seat=a&thing=card:9999").json()
        assert no["can"] is False
        assert no["reason"]


def test_text_view_has_the_same_numbered_options():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        drawn = Seen(client.get(f"/t/{table}/a").text)
        plain = client.get(f"/t/{table}/text?seat=a").text
        assert re.findall(r"<button class=\"opt\" id=\"opt-(\d+)\"", plain) == [
            str(n) for n in range(1, len(drawn.options) + 1)
        ]
        assert "[bold]" not in plain


def test_chat_is_public_and_escaped():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        client.post(
            f"/t/{table}/do", data={"do": "say", "seat": "0", "text": "<script>alert(1)</script> hello"}
        )
        page = client.get(f"/t/{table}/b").text
        assert "hello" in page
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_undo_takes_the_last_answer_back():
    """Naming a card to recruit can be taken back, as long as no die has fallen."""
    with web() as client:
        table = open_table(client, seats=2, others="hot", game="villagers", seed="5")
        seat = next(seat for seat in "ab" if Seen(client.get(f"/t/{table}/{seat}").text).call)
        before = Seen(client.get(f"/t/{table}/{seat}").text)
        number = str("ab".index(seat))
        fields = {"do": "answer", "seat": number, "seq": str(before.seq), "option": before.options[2]}
        client.post(f"/t/{table}/do", data=fields)
        chosen = Seen(client.get(f"/t/{table}/{seat}").text)
        assert chosen.options != before.options
        assert 'value="undo"' in chosen.html
        client.post(f"/t/{table}/do", data={"do": "undo", "seat": number})
        after = Seen(client.get(f"/t/{table}/{seat}").text)
        assert after.call
        assert after.options == before.options
        assert 'value="undo"' not in after.html


def test_standing_orders_are_given_and_stopped():
    with web() as client:
        table = open_table(client, seats=2, others="hot")
        page = Seen(client.get(f"/t/{table}/a").text)
        fields = {"do": "order", "seat": "0", "kind": "always", "option": page.options[0]}
        assert client.post(f"/t/{table}/do", data=fields).status_code == 200
        orders = client.get(f"/t/{table}/orders?seat=a").text
        assert not Seen(client.get(f"/t/{table}/a").text).call, "the order did not answer"
        found = re.search(r'name="id" value="(\d+)"', orders)
        assert found
        client.post(f"/t/{table}/do", data={"do": "cancel_order", "seat": "0", "id": found[1]})
        assert 'name="id"' not in client.get(f"/t/{table}/orders?seat=a").text


def test_replay_jumps_by_round_by_player_and_by_decision():
    seats = (1, 1, 0, 1, 0, 0)
    rounds = (1, 1, 1, 2, 2, 3)
    marks = tuple(
        Mark(seq=10 * (n + 1), answers=n + 1, seat=seat, text="", at=at)
        for n, (seat, at) in enumerate(zip(seats, rounds, strict=True))
    )

    def at(place: int) -> dict[str, tuple[int | None, int | None]]:
        return {jump.word: (jump.back, jump.on) for jump in jumps(marks, place, "round", {0})}

    assert at(0) == {"round": (None, 40), "player": (None, 20), "decision": (None, 20)}
    assert at(4) == {"round": (1, 60), "player": (30, None), "decision": (20, 50)}
    assert at(6) == {"round": (40, None), "player": (40, None), "decision": (50, None)}
    watching = jumps(marks, 0, "round", ())
    assert [jump.word for jump in watching] == ["round", "player"]
    with web() as client:
        table = open_table(client, seats=3, others="fair", game="villagers", seed="5")
        play_on(client, table, lambda page: "Round 3" in page.html, -1)
        first = client.get(f"/t/{table}/replay/1?as=a").text
        found = re.search(r'id="round-on" href="([^"]*)"', first)
        assert found and 'id="round-back"' not in first
        second = client.get(found[1]).text
        assert "Round 2" in second and 'id="round-back"' in second
        found = re.search(r'id="decision-on" href="([^"]*)"', second)
        assert found
        assert "Replay" in client.get(found[1]).text


def test_replay_every_state_has_an_address():
    with web() as client:
        table = play_now(client)
        play_out(client, table, -1)
        last = client.get(f"/t/{table}/replay")
        assert last.status_code == 200
        addresses = re.findall(rf'href="(/t/{table}/replay/\d+)"', last.text)
        assert len(set(addresses)) > 5
        for address in sorted(set(addresses))[:10]:
            assert client.get(address).status_code == 200
        as_bot = client.get(addresses[0] + "?as=b")
        assert as_bot.status_code == 200
        seq = addresses[-1].rpartition("/")[2]
        forked = client.post(f"/t/{table}/fork", data={"at": seq}, follow_redirects=False)
        assert forked.status_code == 303
        forked = client.post(f"/t/{table}/fork", data={"at": seq, "as": "b"}, follow_redirects=False)
        assert client.get(forked.headers["location"] + "/b").status_code == 200, (
            "in the chair it was seen from"
        )
        assert client.get(forked.headers["location"] + "/a").status_code == 403
        assert 'name="as" value="b"' in as_bot.text
        record = client.get(f"/t/{table}/export")
        assert json.loads(record.text)["seed"]
        back = client.post("/import", data={"file": record.text}, follow_redirects=False)
        assert back.status_code == 303, back.text
        assert "Guest" in client.get(back.headers["location"]).text, "a name that takes a verb"
        assert client.post("/import", data={"file": record.text[:-40]}).status_code == 422


def test_a_running_game_is_not_shown_as_another_seat():
    with web() as client:
        one = open_table(client, seats=2)
        friend = other(client)
        friend.get(f"/j/{one}/" + _invite(client, one))
        friend.post(f"/t/{one}/claim", data={"seat": "1", "name": "Bob"})
        page = Seen(client.get(f"/t/{one}").text)
        client.post(
            f"/t/{one}/do",
            data={"do": "answer", "seat": "0", "seq": str(page.seq), "option": page.options[0]},
        )
        assert friend.get(f"/t/{one}/replay?as=a").status_code == 422
        assert friend.get(f"/t/{one}/replay?as=b").status_code == 200
        assert friend.post(f"/t/{one}/fork", data={"at": "1", "as": "a"}).status_code == 422
        assert b"seed" not in friend.get(f"/t/{one}/export").content


@pytest.mark.parametrize("game", [*knaves.GAMES, GAME])
def test_rulebook_guide_and_house_data(game):
    with web() as client:
        book = client.get(f"/rules/{game}").text
        for clause in ledger(game).clause:
            assert f">{clause.id}</span>" in book
        assert client.get(f"/guide/{game}").status_code == 200
        assert client.get(f"/house/{game}").status_code == 200
        word = ledger(game).clause[0].text.split()[0]
        assert client.get(f"/rules/{game}", params={"q": word}).status_code == 200


@pytest.mark.parametrize("game", [*knaves.GAMES, GAME])
def test_new_table_offers_every_option_of_the_game(game):
    with web() as client:
        form = client.get(f"/new/{game}").text
        for setting in about(game).option:
            assert (f'name="o-{setting.name}"' in form) == (setting.kind != "cards")
        for level in offered(find(game)):
            assert f'title="{level.line}"' in form and f'name="others" value="{level.name}"' in form
        assert 'name="others" value="random"' not in form and 'name="pace" value="slow"' in form
        wrong = client.post(f"/new/{game}", data={"seats": "4", "others": "open", "pace": "hasty"})
        assert wrong.status_code == 422 and "one of quick, usual, slow" in wrong.text
        bad = client.post(f"/new/{game}", data={"seats": "99", "others": "open"})
        assert bad.status_code == 422
        table = open_table(client, seats=max(about(game).seats), others="fair", game=game)
        assert client.get(f"/t/{table}").status_code == 200


def test_what_is_chosen_for_a_chair_stands_at_that_chair():
    with web() as client:
        form = client.get("/new/new_angeles").text
        assert "Corporation A" in form and '<select class="select" name="o-corporation_a"' in form
        chosen = {"o-corporation_a": "nbn", "o-corporation_b": "random", "o-trading": "yes"}
        table = open_table(client, seats=4, game="new_angeles", **chosen)
        lobby = client.get(f"/t/{table}").text
        assert "you, the host, nbn" in lobby and "Corporation" not in lobby
        assert "Players may trade capital" in lobby, "what an option means is told"
        table = open_table(client, seats=4, game="syndicate")
        assert "0 draws it by lot" in client.get(f"/t/{table}").text


def test_what_is_ours_is_told_to_the_end_of_its_sentence():
    with web() as client:
        assert "nor both about the bag." in client.get("/house/syndicate").text


def test_nothing_there_is_said_plainly():
    with web() as client:
        lost = client.get("/t/nothere").text
        assert "No such table" in lost and 'href="/sit"' in lost and 'href="/tables"' in lost
        assert (
            "Nothing here" in client.get("/nowhere").text and 'href="/sit"' not in client.get("/nowhere").text
        )
        assert client.get("/t/nothere").status_code == 404
        assert client.get("/rules/chess").status_code == 422
        assert client.get("/nowhere").status_code == 404
        assert client.get("/t/nothere/replay/3").status_code == 404
        assert client.post("/play/chess").status_code == 422


def test_on_to_the_next_table_that_waits():
    with web() as client:
        first, second = (open_table(client, seats=2, others="hot") for _ in range(2))
        lobby = open_table(client, seats=2)
        for here, there in ((first, second), (second, first), (lobby, first), ("nowhere", first)):
            went = client.get(f"/next?after={here}", follow_redirects=False)
            assert went.headers["location"] == f"/t/{there}/a"
        assert f"/next?after={first}" in client.get(f"/t/{first}/a").text
        assert other(client).get("/next", follow_redirects=False).headers["location"] == "/"


def test_a_seat_link_asks_where_somebody_sits_already():
    with web() as client:
        table = open_table(client, seats=3)
        friend = other(client)
        friend.get(f"/j/{table}/" + _invite(client, table))
        friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        mine, his = token_in(client, table), token_in(friend, table)
        asked = client.get(f"/j/{table}/{his}")
        assert "You sit at this table already" in asked.text
        assert token_in(client, table) == mine  # nothing is lost by looking
        client.post(f"/j/{table}/{his}", data={"how": "as well"})
        assert token_in(client, table) == f"{mine}.{his}"
        assert client.get(f"/t/{table}/b").status_code == client.get(f"/t/{table}/a").status_code == 200
        assert "You sit" not in client.get(f"/j/{table}/{his}").text  # it is open already
        friend.post(f"/j/{table}/{mine}", data={"how": "instead"})
        assert token_in(friend, table) == mine
        assert friend.get(f"/t/{table}/b").status_code == 403


def test_the_host_switches_the_invite_link_off():
    with web() as client:
        table = open_table(client, seats=2)
        invite = _invite(client, table)
        fields = {"do": "set_invite", "seat": "0", "on": "false"}
        assert client.post(f"/t/{table}/do", data=fields).status_code == 200
        assert "Switched off" in client.get(f"/t/{table}/links").text
        friend = other(client)
        friend.get(f"/j/{table}/{invite}")
        assert friend.post(f"/t/{table}/claim", data={"seat": "1", "name": "Eve"}).status_code == 403
        assert friend.post(f"/t/{table}/do", data={**fields, "on": "true"}).status_code == 403


def test_a_studio_table_is_marked_in_lobby_bar_log_and_list():
    with web() as client:
        table = open_table(client, seats=2, seed="mine", listed="yes")
        assert "Studio table" in client.get(f"/t/{table}").text
        assert "studio" in other(client).get("/").text
        assert client.get("/api/tables").json()[0]["studio"] is True
        client.post(f"/t/{table}/do", data={"do": "start", "seat": "0"})
        page = client.get(f"/t/{table}/a").text
        assert re.search(r"topbar__where.*studio.*</small>", page)
        assert "A studio table: its seed" in page
        sealed = open_table(client, seats=2, others="fair")
        assert "studio" not in client.get(f"/t/{sealed}/a").text


def test_dice_are_read_from_the_event_and_not_from_its_words():
    """A name full of numbers changes nothing."""
    line = LogLine(
        5, "event", "7 of 9 rolls 4 - 1; 3 is needed.", 0, 0.0, "rolled", ("seat:0",), numbers=(4, -1, 3)
    )
    older = LogLine(4, "event", "Bob rolls 6; 2 is needed.", 1, 0.0, "rolled", ("seat:1",), numbers=(6, 0, 2))
    scene = Scene("t", "villagers", "Villagers", {}, None, [], None, [older, line], None, "")
    (throw,) = scene.throws("rolled")
    assert (throw.face, throw.plus, throw.need, throw.hit) == (4, -1, 3, True)


def test_why_not_builds_no_page(monkeypatch):
    with web() as client:
        table = open_table(client, seats=2, others="hot")

        def page(*args: object, **more: object) -> None:
            raise AssertionError("a whole page for a tooltip")

        monkeypatch.setattr(Table, "page", page)
        said = client.get(f"/t/{table}/why?seat=a&thing=card:1").json()
        assert said["reason"]


def test_a_name_from_right_to_left_takes_no_number_along_wherever_it_stands():
    """Alone it would draw what comes after it to its other side: "+7" behind it stood before it."""
    name = "עדי"
    with web() as client:
        table = open_table(client, others="fair", name=name)
        lobby = client.get(f"/t/{table}").text
        client.post(f"/t/{table}/do", data={"do": "start", "seat": "0"})
        begun = client.get(f"/t/{table}").text
        play_out(client, table)
        pages = [client.get(f"/t/{table}{page}").text for page in ("", "/end", "/log", "/text", "/replay/4")]
        for page in (lobby, begun, *pages):
            shown = re.sub(r"<input[^>]*>", "", page)
            assert shown.count(name) == shown.count(f"\u2068{name}\u2069") > 0
        again = client.post(f"/t/{table}/rematch", follow_redirects=True)
        assert again.status_code == 200 and f"\u2068{name}\u2069" in again.text
