"""A deal at a live table: offered at any time, seen by all, accepted by the one it is for, kept in the ledger."""

from __future__ import annotations

import json

from starlette.testclient import TestClient

from tests.web.kit import Seen, open_table, web

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
        for _ in range(60):
            seen = pages(client, table)
            maker = next((seat for seat in SEATS if with_verb(seen[seat], "offer")), None)
            if maker is not None:
                break
            seat = next(seat for seat in SEATS if seen[seat].call)
            answer(client, table, seat, seen[seat], seen[seat].options[0])
        assert maker is not None, "nobody could offer a deal"
        offer = with_verb(seen[maker], "offer")[0]
        answer(client, table, maker, seen[maker], offer)
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
