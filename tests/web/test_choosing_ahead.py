"""The sheet of answers that are chosen ahead, drawn at every moment of a game at which somebody waits for others."""

from __future__ import annotations

import pytest

from knaves.games import GAMES, about
from tests.web.kit import Seen, other, web


@pytest.mark.parametrize("game", GAMES)
def test_answers_can_be_chosen_ahead_whenever_others_decide(game: str) -> None:
    with web() as ann:
        bob = other(ann)
        bots = [{"kind": "bot"}] * (about(game).seats[0] - 2)
        plan = {"game": game, "seed": 4, "seats": [{"kind": "person"}, {"kind": "open"}, *bots]}
        ticket = ann.post("/api/tables", json=plan).json()
        table, shown = ticket["table"], 0
        ann.get(f"/j/{table}/{ticket['token']}")
        bob.get(f"/j/{table}/{ticket['invite']}")
        bob.post(f"/t/{table}/claim", data={"seat": "1", "name": "Bob"})
        for turn in range(24):
            for seat, one in enumerate((ann, bob)):
                page = Seen(one.get(f"/t/{table}/{'ab'[seat]}").text)
                if page.call:
                    option = page.options[turn % len(page.options)]
                    fields = {"do": "answer", "seat": str(seat), "seq": str(page.seq), "option": option}
                    one.post(f"/t/{table}/do", data=fields)
                else:
                    sheet = one.get(f"/t/{table}/ahead?seat={'ab'[seat]}")
                    assert sheet.status_code == 200, sheet.text
                    shown += "Probably you will be asked" in sheet.text
        assert shown
