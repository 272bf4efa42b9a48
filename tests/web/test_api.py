"""Programs: take a seat, get view and ask, answer, with the same refusals as people get."""

from __future__ import annotations

import json
import re

import pytest
from starlette.testclient import TestClient

import knaves
from knaves.web.http.caps import Caps
from tests.web.kit import GAME, web

HOT = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Bob"}]


def opened(client: TestClient, **more: object) -> tuple[str, dict[str, str]]:
    plan = {"game": GAME, "seats": HOT, "seed": 5, **more}
    ticket = client.post("/api/tables", json=plan)
    assert ticket.status_code == 201, ticket.text
    made = ticket.json()
    return f"/api/tables/{made['table']}", {"authorization": f"Bearer {made['token']}"}


def test_a_program_plays_a_whole_game():
    with web() as client:
        table, mine = opened(client)
        for _ in range(200):
            page = client.get(table, headers=mine).json()
            if page["status"] == "over":
                break
            seat = page["ask"]["seats"][0]
            page = client.get(table, params={"seat": seat}, headers=mine).json()
            option = page["ask"]["options"][0]["option"]
            answer = {"do": "answer", "seat": seat, "seq": page["ask"]["seq"], "option": option}
            done = client.post(table, json=answer, headers=mine)
            assert done.status_code == 200, done.text
        assert page["result"]["reason"]
        assert page["seed"] == 5
        record = client.get(f"{table}/export", headers=mine)
        assert knaves.load(record.content).result is not None
        marks = client.get(f"{table}/marks", headers=mine).json()
        moment = client.get(f"{table}/moments/{marks[3]['seq']}", params={"seat": 1}, headers=mine).json()
        assert moment["you"] == 1


def test_a_program_asks_for_a_rematch():
    """And gets what it needs to ask others in."""
    with web() as client:
        table, mine = opened(client)
        while (page := client.get(table, headers=mine).json())["status"] != "over":
            seat = page["ask"]["seats"][0]
            page = client.get(table, params={"seat": seat}, headers=mine).json()
            option = page["ask"]["options"][0]["option"]
            answer = {"do": "answer", "seat": seat, "seq": page["ask"]["seq"], "option": option}
            client.post(table, json=answer, headers=mine)
        made = client.post(f"{table}/rematch", headers=mine)
        assert made.status_code == 201
        ticket = made.json()
        assert ticket["token"] == mine["authorization"].removeprefix("Bearer ")
        assert client.get(f"/api/tables/{ticket['table']}", headers=mine).json()["seats"][0]["yours"]
        asked_in = {"authorization": f"Bearer {ticket['invite']}"}
        assert client.get(f"/api/tables/{ticket['table']}", headers=asked_in).status_code == 200


def test_a_program_fills_in_a_deal():
    with web() as client:
        table, mine = opened(client, game="new_angeles", seats=[*HOT, *HOT])
        page = client.get(table, params={"seat": 1}, headers=mine).json()
        assert page["fills"]
        form = client.get(f"{table}/forms", params={"seat": 1}, headers=mine).json()[0]
        numbers = [
            1 if blank["side"] == "give" and blank["shape"] == "amount" else 0 for blank in form["blanks"]
        ]
        offer = {"do": "answer", "seat": 1, "seq": page["ask"]["seq"], "option": [*form["start"], *numbers]}
        assert client.post(table, json=offer, headers=mine).status_code == 200
        deals = client.get(table, params={"seat": 0}, headers=mine).json()["deals"]
        assert [(deal["by"], deal["to"], deal["state"]) for deal in deals] == [(1, form["seat"], "offered")]
        assert client.get(f"{table}/forms", headers=mine).status_code == 400
        assert client.get(f"{table}/forms", params={"seat": 1}).status_code == 404


def test_sitting_down_with_an_invite():
    with web() as client:
        ticket = client.post("/api/tables", json={"game": GAME, "seats": [HOT[0], {"kind": "open"}]}).json()
        table = f"/api/tables/{ticket['table']}"
        claim = {"seat": 1, "name": "Bob", "secret": ticket["invite"]}
        assert client.post(f"{table}/seats", json={**claim, "secret": "no"}).status_code in (403, 404)
        token = client.post(f"{table}/seats", json=claim).json()["token"]
        his = {"authorization": f"Bearer {token}"}
        assert client.get(f"{table}/who", headers=his).json()["seats"] == [1]
        page = client.get(table, headers=his).json()
        assert page["you"] == 1
        assert client.get(table, params={"seat": 0}, headers=his).status_code == 403


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ({"do": "answer", "seat": 0, "seq": 10_000, "option": ["play", 1]}, (409, 422)),
        ({"do": "answer", "seat": 0, "seq": 1, "option": ["fly"]}, (409, 422)),
        ({"do": "answer", "seat": 5, "seq": 1, "option": ["stop"]}, (403, 422)),
        ({"do": "dance", "seat": 0}, (400,)),
        ({"seat": 0}, (400,)),
        ([], (400,)),
        ({"do": "say", "seat": 0, "text": 5}, (400,)),
    ],
)
def test_refusals_say_why_and_change_nothing(message, status):
    with web() as client:
        table, mine = opened(client)
        before = client.get(table, headers=mine).json()
        refused = client.post(table, json=message, headers=mine)
        assert refused.status_code in status
        assert refused.json()["refused"]
        after = client.get(table, headers=mine).json()
        assert {**after, "at": 0} == {**before, "at": 0}


def test_without_a_token_there_is_nothing():
    with web() as client:
        table, _ = opened(client)
        for path in ("", "/who", "/marks", "/moments/1", "/export"):
            assert client.get(table + path).status_code == 404
        assert client.post(table, json={"do": "start", "seat": 0}).status_code == 404


def test_the_document_describes_every_door():
    with web() as client:
        document = client.get("/api/openapi.json").json()
        assert document["openapi"].startswith("3.1")
        text = json.dumps(document)
        for name in ("Page", "AskCard", "AnswerOne", "TablePlan", "PastMoment", "Refusal"):
            assert name in document["components"]["schemas"]
        for ref in {part.split('"')[0] for part in text.split('"$ref": "')[1:]}:
            assert ref.rpartition("/")[2] in document["components"]["schemas"]
        assert set(document["paths"]["/api/tables/{table}"]) == {"get", "post"}


def test_waiting_for_news_ends_when_there_are_some():
    with web() as client:
        table, mine = opened(client)
        page = client.get(table, headers=mine).json()
        later = client.get(table, params={"after": page["seq"] - 1}, headers=mine)
        assert later.json()["seq"] == page["seq"]


def test_who_waits_counts_as_a_socket_does():
    caps = Caps.none()
    with web(caps) as client:
        ticket = client.post("/api/tables", json={"game": GAME, "seats": [HOT[0], {"kind": "bot"}]}).json()
        mine = {"authorization": f"Bearer {ticket['token']}"}
        caps.sockets_each = 0
        waits = client.get(f"/api/tables/{ticket['table']}", params={"after": 10_000}, headers=mine)
        assert waits.status_code == 429
        assert client.get(f"/api/tables/{ticket['table']}", headers=mine).status_code == 200


NUMBERS = ("-1", "2147483648", "9223372036854775808", "1e308", "9" * 400, "9" * 4000, "true", "null", '"1"')
SENT = {
    "/api/tables": {
        "game": GAME,
        "seats": HOT,
        "seed": 1,
        "clock": {"kind": "bank", "seconds": 9, "increment": 1},
        "patience": 90,
    },
    "/api/tables#options": {"game": GAME, "seats": HOT, "options": {"purse": 1}},
    "/api/tables#scenario": {"game": GAME, "seats": HOT, "scenario": {"x": 1}},
    "{table}/seats": {"seat": 1, "name": "Cy"},
    "{table}/fork": {"seq": 1, "seats": HOT},
    "{table}#say": {"do": "say", "seat": 1, "seq": 1, "text": "x"},
    "{table}#answer": {"do": "answer", "seat": 1, "seq": 1, "option": ["take", 1]},
    "{table}#propose": {"do": "propose_undo", "seat": 1, "answers": 1},
    "{table}#order": {"do": "order", "seat": 1, "kind": "always", "option": ["take", 1], "times": 1},
    "{table}#cancel": {"do": "cancel_order", "seat": 1, "id": 1},
    "{table}#vote": {"do": "vote", "seat": 1, "target": 1},
    "{table}#rest": {"do": "rest", "seat": 1, "days": 1},
}


@pytest.mark.parametrize("address", SENT)
def test_no_number_that_a_program_sends_makes_the_server_fail(address: str) -> None:
    """Each of them by itself, and with any kind of clock."""
    with web() as client:
        table, mine = opened(client)
        where = address.partition("#")[0].format(table=table)
        text = json.dumps(SENT[address])
        texts = {text.replace("bank", kind) for kind in ("none", "move", "bank", "day")}
        for said in sorted(texts):
            for place in re.finditer(r"\b\d+\b", said):
                for number in NUMBERS:
                    sent = said[: place.start()] + number + said[place.end() :]
                    done = client.post(where, content=sent, headers=mine)
                    assert done.status_code < 500, sent[:300]
        assert client.get(table, headers=mine).status_code == 200


def test_a_table_without_a_clock_has_no_seconds() -> None:
    with web() as client:
        plan = {"game": GAME, "seats": HOT, "clock": {"kind": "none", "seconds": 10**400}}
        refused = client.post("/api/tables", content=json.dumps(plan))
        assert (
            refused.status_code == 422
            and refused.json()["refused"] == "A table without a clock has no seconds."
        )
