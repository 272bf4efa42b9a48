"""First time here: three switches, one answer, the others with a reason; begun by one touch, without a script too."""

from __future__ import annotations

import re
from itertools import product

import pytest

from knaves.games import GAMES, about
from knaves.web.draw.guide import TASTES, guide_of
from knaves.web.pages.first import ANYTHING, MINUTES, PLAYERS, Wish, advise, decisions, span, wish_of
from tests.web.kit import Seen, web


def test_every_game_has_a_taste_and_was_measured() -> None:
    for game in GAMES:
        guide = guide_of(game)
        assert guide is not None and guide.taste and set(guide.taste) <= set(TASTES)
        low, high = span(about(game))
        assert 0 < low <= high
        assert all(decisions(game, seats) > 0 for seats in about(game).seats)
    assert {taste for game in GAMES for taste in guide_of(game).taste} == set(TASTES)  # type: ignore[union-attr]


def test_advice_keeps_to_what_was_wished() -> None:
    """Whatever is asked: all games, each once, and what does not fit never before what does."""
    for players, minutes, taste in product(PLAYERS, map(int, MINUTES), (ANYTHING, *TASTES)):
        found = advise(Wish(players, minutes, taste))
        assert sorted(advice.game for advice in found) == sorted(GAMES)
        assert [advice.fits for advice in found] == sorted((advice.fits for advice in found), reverse=True)
        for advice in found:
            low, high = span(advice.info)
            assert advice.reason
            assert advice.chairs in advice.info.seats
            assert (advice.fits == 0) == (players > advice.info.seats[-1] or low > minutes)
            assert advice.fits < 2 or (high <= minutes and advice.tasty and players <= advice.chairs)


def test_some_answers() -> None:
    assert advise(Wish(4, 60))[0].game == "villagers"
    assert advise(Wish(4, 60, "bluff"))[0].game == "syndicate"
    assert advise(Wish(6, 999))[0].game == "new_angeles", "the only one for six"
    assert advise(Wish(3, 999, "fight"))[0].game == "villains"
    assert next(a for a in advise(Wish(6, 60)) if a.game == "villagers").reason == "for 2 to 5 players"
    assert (
        next(a for a in advise(Wish(4, 60)) if a.game == "new_angeles").reason == "another night: 150–240 min"
    )
    assert next(a for a in advise(Wish(2, 150, "fight")) if a.game == "villains").reason.endswith(
        "1 bot with you"
    )


@pytest.mark.parametrize("asked", [{}, {"players": "0"}, {"players": "x", "minutes": "-1", "taste": "soup"}])
def test_what_is_said_wrongly_is_as_usual(asked: dict[str, str]) -> None:
    assert wish_of(asked) == Wish()


def test_the_page_begins_a_first_game_or_a_table_for_friends() -> None:
    with web() as client:
        assert 'action="/first"' in client.get("/").text, "home asks"
        alone = client.get("/first", params={"players": "1", "minutes": "60", "taste": "bluff"}).text
        assert 'action="/learn/syndicate"' in alone
        assert 'id="open-table"' not in alone
        page = client.get("/first", params={"players": "3", "minutes": "60"}).text
        best = page[page.index('id="best"') : page.index('class="others"')]
        action = re.search(r'action="(/new/\w+)"', best)
        assert action
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="(\w*)"', best))
        answer = client.post(action[1], data=fields, follow_redirects=False)
        assert answer.status_code == 303
        assert (
            "of 3" in Seen(client.get(answer.headers["location"]).text).text()
            or "chair" in client.get(answer.headers["location"]).text
        )
        learnt = client.post(re.search(r'action="(/learn/\w+)"', best)[1], follow_redirects=False)  # type: ignore[index]
        assert 'id="hint"' in client.get(learnt.headers["location"]).text
