"""Every card can be read in full, wherever its name stands."""

from __future__ import annotations

import pytest

import knaves
from knaves.games import find
from knaves.web.draw.faces import face_called
from tests.web.kit import play_now, web


@pytest.mark.parametrize("game", knaves.GAMES)
def test_every_card_has_a_face_that_says_what_stands_on_it(game: str) -> None:
    for row in find(game).card_list():
        face = face_called(game, row.name)
        assert face is not None and face.name == row.name
        assert face.text or face.numbers, row.name
        assert bool(face.house) >= (row.source == "house")


def test_a_chip_of_the_log_opens_a_card() -> None:
    with web() as client:
        table = play_now(client, "villagers")
        told = client.get(f"/t/{table}/card?name=Road Rider").json()
        assert told["name"] == "Road Rider" and "Recruit" in told["text"] and "price 4" in told["text"]
        assert client.get(f"/t/{table}/card?name=Nobody").json() == {}
