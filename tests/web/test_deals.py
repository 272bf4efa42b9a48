"""A deal at a live table: offered at any time, seen by all, accepted by the one it is for, kept in the ledger."""

from __future__ import annotations

import json
import re
from random import Random
from typing import cast

from httpx2 import Response
from starlette.testclient import TestClient

import knaves
from knaves.games import find
from knaves.games.new_angeles.state import NewAngeles
from tests.web.kit import Seen, open_table, other, token_in, web

SEATS = "abcd"


def pages(client: TestClient, table: str) -> dict[str, Seen]:
    return {seat: Seen(client.get(f"/t/{table}/{seat}").text) for seat in SEATS}


def answer(client: TestClient, table: str, seat: str, page: Seen, option: str) -> None:
    fields = {"do": "answer", "seat": str(SEATS.index(seat)), "seq": str(page.seq), "option": option}
    said = client.post(f"/t/{table}/do", data=fields)
    assert said.status_code == 200, said.text


def with_verb(page: Seen, verb: str) -> list[str]:
    return [option for option in page.options if json.loads(option)[0] == verb]


def test_a_deal_is_offered_accepted_and_recorded():
    with web() as client:
        table = open_table(client, seats=4, others="hot", game="new_angeles", seed="3")
        maker = "b"
        seen = pages(client, table)
        assert not any(with_verb(page, "offer") for page in seen.values())  # the form says it all
        assert fill(client, table, maker, "d", b0="1", b5="3").status_code == 303
        seen = pages(client, table)
        asked = [seat for seat in SEATS if with_verb(seen[seat], "accept")]
        assert len(asked) == 1
        assert asked[0] != maker
        for page in seen.values():
            assert 'id="tool-deals"' in page.html
        partner = asked[0]
        answer(client, table, partner, seen[partner], with_verb(seen[partner], "accept")[0])
        after = pages(client, table)
        assert not any(with_verb(page, "accept") for page in after.values())
        for page in after.values():
            assert 'class="promise' in page.html


def blank_names(html: str) -> list[str]:
    return re.findall(r'name="(b\d[^"]*)"', html)


def fill(client: TestClient, table: str, seat: str, to: str, **given: str) -> Response:
    """Fills in the sheet as it was sent, and offers it."""
    where = f"/t/{table}/offer?seat={seat}&to={to}"
    seq = re.search(r'name="seq" value="(\d+)"', client.get(where).text)
    assert seq is not None
    return client.post(where, data={"seq": seq[1], **given}, follow_redirects=False)


def test_a_person_fills_in_any_deal():
    with web() as client:
        table = open_table(client, seats=4, others="hot", game="new_angeles", seed="3")
        page = client.get(f"/t/{table}/a")
        assert f"/t/{table}/offer?seat=a" in page.text
        sheet = client.get(f"/t/{table}/offer?seat=a&to=c").text
        assert [name for name in blank_names(sheet) if "-" not in name] == ["b0", "b4", "b2", "b5"]
        # 1 capital now for 2 capital, and the promise to pay 3 more later: on no menu
        said = fill(client, table, "a", "c", b0="1", b2="2", b5="13")
        assert said.status_code == 303
        assert said.headers["location"] == f"/t/{table}/a"
        theirs = Seen(client.get(f"/t/{table}/c").text)
        assert "1 capital for 2 capital and the promise to pay 3 capital before the round ends" in theirs.html
        answer(client, table, "c", theirs, with_verb(theirs, "accept")[0])
        for seat in SEATS:
            assert 'class="promise promise--open"' in client.get(f"/t/{table}/{seat}").text


def test_what_the_rules_refuse_comes_back_as_it_was_written():
    with web() as client:
        table = open_table(client, seats=4, others="hot", game="new_angeles", seed="3")
        before = client.get(f"/t/{table}/c").text
        said = fill(client, table, "a", "c", b0="999", b4="3")
        assert said.status_code == 422
        assert "The most that can be given is" in said.text
        assert 'value="999"' in said.text
        assert '<option value="3" selected' in said.text
        for wrong in ({"b0": "-1"}, {"b0": "one"}, {"b1-7": "on"}, {"b4": "99"}, {}):
            assert fill(client, table, "a", "c", **wrong).status_code == 422
        stale = client.post(f"/t/{table}/offer?seat=a&to=c", data={"b0": "1"}, follow_redirects=False)
        assert "moved on" in stale.text
        assert client.post(f"/t/{table}/offer?seat=a&to=a", data={"b0": "1"}).status_code == 422
        assert Seen(client.get(f"/t/{table}/c").text).options == Seen(before).options


def test_limits_are_what_each_is_seen_to_have_and_things_say_what_they_do():
    with web() as client:
        table = open_table(client, seats=4, others="hot", game="villains", seed="3")
        while "/offer?" not in (page := client.get(f"/t/{table}/{asked(client, table)}")).text:
            seen = Seen(page.text)
            answer(client, table, asked(client, table), seen, seen.options[0])
        view = client.get(
            f"/api/tables/{table}", headers={"Authorization": f"Bearer {token_in(client, table)}"}
        )
        has = [seat["resources"] for seat in view.json()["view"]["seats"]]
        maker = asked(client, table)
        for to in SEATS.replace(maker, ""):
            sheet = client.get(f"/t/{table}/offer?seat={maker}&to={to}").text
            assert re.findall(r'max="(\d+)"', sheet) == [str(has[SEATS.index(seat)]) for seat in (maker, to)]
            assert "you have" in sheet and " has" in sheet


def test_a_form_has_no_promise_beyond_reach_and_the_text_of_what_is_traded():
    position, rng = knaves.start("new_angeles", seats=4, seed=3), Random(3)
    state = cast(NewAngeles, position.state)
    while not any(state.assets) and (ask := position.ask()) is not None:
        seat = ask.seats[0]
        position.apply(seat, find("new_angeles").advise(position.view(seat), ask.options(seat), rng))
        state = cast(NewAngeles, position.state)
    rich = max(state.capital)
    forms = [form for seat in range(4) for form in position.forms(seat)]
    assert forms
    for form in forms:
        for blank in form.blanks:
            pays = [int(text.split()[2]) for _, text in blank.values if text.startswith("to pay")]
            assert max(pays, default=0) <= max(rich, 3)
            assert blank.shape != "any" or all(blank.notes[value] for value, _ in blank.values)
    things = [
        value for form in forms for blank in form.blanks if blank.shape == "any" for value, _ in blank.values
    ]
    assert things, "somebody has an asset"


def test_only_who_sits_there_fills_in_a_deal():
    with web() as client:
        table = open_table(client, seats=4, others="hot", game="new_angeles", seed="3")
        stranger = other(client)
        assert stranger.get(f"/t/{table}/offer?seat=a").status_code in (403, 404)
        assert client.get(f"/t/{table}/offer").status_code == 403
        without = open_table(client, seats=4, others="hot", game="villagers", seed="3")
        assert "/offer?" not in client.get(f"/t/{without}/a").text
        assert "No deal can be offered" in client.get(f"/t/{without}/offer?seat=a").text


def test_who_waits_and_has_offers_before_him_finds_them_in_the_prompt():
    with web() as client:
        table = open_table(client, seats=4, others="hot", game="new_angeles", seed="3")
        waiting = next(seat for seat in SEATS if not Seen(client.get(f"/t/{table}/{seat}").text).call)
        first, second = (seat for seat in SEATS if seat != waiting and seat != asked(client, table))
        assert fill(client, table, first, waiting, b0="1").status_code == 303
        assert "Offers to you" in client.get(f"/t/{table}/{waiting}").text
        assert fill(client, table, second, waiting, b0="1").status_code == 303
        page = Seen(client.get(f"/t/{table}/{waiting}").text)
        offers, _, folded = page.html.partition('data-head="Offers to you"')[2].partition('id="confirm"')
        assert offers.count("Accept") == 2 and "Accept the" not in folded
        assert len(set(with_verb(page, "accept"))) == len(set(with_verb(page, "decline"))) == 2


def asked(client: TestClient, table: str) -> str:
    return next(seat for seat in SEATS if Seen(client.get(f"/t/{table}/{seat}").text).call)
