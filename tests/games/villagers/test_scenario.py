"""Scenario words: what can be constructed, and what cannot be is refused with what is wrong."""

from __future__ import annotations

from typing import cast

import pytest

import knaves
from knaves.games.villagers.state import Village
from tests.games.villagers.table import Table
from tests.support import clause


def scenario(**words: object) -> Table:
    return Table(knaves.scenario({"game": "villagers", "seats": 3, "seed": 4, "set": words}))


def test_every_word() -> None:
    t = scenario(
        round=5,
        phase="build",
        start=1,
        turn=2,
        gold=[1, 2, 3],
        towns=[["farm", "witch"], [], ["deputy_mayor"]],
        hands=[["castle"], ["angry_mob"], ["baker", "deputy_mayor"]],
        secrets=[[], ["lord"], []],
        pool=["trader", "imps"],
        deck=["jouster", "paladin"],
        deck_size=9,
        favor="imps",
    )
    assert (t.s.round, t.s.phase, t.s.start, t.asked) == (5, 5, 1, 2)
    assert t.gold == [1, 2, 3] and t.s.bank == 74
    assert [t.town(seat) for seat in range(3)] == [["farm", "witch"], [], ["deputy_mayor"]]
    assert [t.hand(seat) for seat in range(3)] == [
        ["castle"],
        ["angry_mob", "lord"],
        ["baker", "deputy_mayor"],
    ]
    assert t.pool == ["trader", "imps"] and t.s.left == 9
    assert t.ids(t.s.deck[t.s.dealt : t.s.dealt + 2]) == ["jouster", "paladin"]
    assert t.ids([t.s.favor_card]) == ["imps"]
    assert t.view(0)["mayors"][1]["unknown"] == 1 and t.view(1)["mayors"][1]["unknown"] == 0
    assert dict(t.p.game.pieces_count(t.s)) == {
        "gold": 80,
        "cards": 110,
        "cards, counted in their places": 110,
    }


def test_what_is_not_named_stays_and_the_pool_is_filled_up() -> None:
    plain = knaves.start("villagers", seats=3, seed=4)
    first = cast(Village, plain.state).box.id_of[plain.state.face[cast(Village, plain.state).pool[0]]]
    t = scenario(towns=[[first], [], []])
    assert first in t.town(0) and first not in t.pool and len(t.pool) == 6
    assert t.gold == [6, 6, 6]
    assert sorted(t.hand(1)) == ["angry_mob", "deputy_mayor"]


def test_it_replays_from_its_origin() -> None:
    t = scenario(phase="defend", towns=[["witch"], [], []], start=0, favor="bank")
    t.do(0, "attack", "witch")
    again = knaves.load(t.p.save())
    assert again == t.p and again.origin == t.p.origin


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ({"moon": 1}, "moon"),
        ({"phase": "lunch"}, "lunch"),
        ({"start": 3}, "no seat 3; seats are 0 to 2"),
        ({"turn": 7}, "no seat 7"),
        ({"favor": 9}, "no seat 9"),
        ({"gold": [1, 2]}, "each of the 3 seats"),
        ({"gold": [40, 40, 1]}, "80 gold"),
        ({"gold": [-1, 0, 0]}, "from 0 to 80"),
        ({"towns": [["farm"]]}, "each of the 3 seats"),
        ({"towns": [["farn"], [], []]}, "no card called 'farn' \\(is it 'farm'"),
        ({"towns": [["farm"], ["farm"], []]}, "left"),
        ({"towns": [["farm"], [], []], "pool": ["farm"]}, "left"),
        ({"hands": [["angry_mob"] * 3, ["angry_mob"] * 3, []]}, "left"),
        ({"towns": [["angry_mob"], [], []]}, "cannot stand in a town"),
        ({"pool": ["farm", "baker", "witch", "imps", "lord", "castle", "trader"]}, "6 places"),
        ({"deck": ["farm"], "deck_size": 0}, "deck can have"),
        ({"pool": ["farm"], "favor": "witch"}, "not in the pool"),
        ({"pool": []}, "The pool has no cards, and 3 recruit turns are to come"),
        (
            {"pool": ["farm", "witch"]},
            "has 2 cards, and 3 recruit turns are to come: not everybody can recruit",
        ),
        ({"pool": [], "start": 0, "turn": 2}, "and 1 recruit turn is to come"),
        (
            {"pool": ["deputy_mayor"]},
            "'deputy_mayor' is a starting card: it is never in the deck nor in the pool",
        ),
        ({"deck": ["angry_mob"]}, "'angry_mob' is a starting card"),
        ({"round": 2**40}, "from 1 to 99"),
    ],
)
def test_what_cannot_be(words: dict[str, object], says: str) -> None:
    with pytest.raises(knaves.BadScenario, match=says):
        scenario(**words)


def test_the_basic_game_has_no_favor() -> None:
    with pytest.raises(knaves.BadScenario, match="basic game"):
        knaves.scenario(
            {"game": "villagers", "seats": 3, "options": {"advanced": False}, "set": {"favor": 1}}
        )


def test_a_pool_for_those_who_still_recruit_is_enough() -> None:
    t = scenario(pool=["farm", "witch"], start=0, turn=1)
    t.do(1, "recruit", "farm")
    assert t.hand(1)[-1] == "farm" and t.town(2) == ["witch"] and not t.pool, "the last card has no rival"
    with pytest.raises(knaves.BadScenario, match="3 cards, and 4 recruit turns"):  # two.1
        knaves.scenario({"game": "villagers", "seats": 2, "set": {"pool": ["farm", "witch", "baker"]}})


@clause("villagers", "reset.1", "favor.5")
def test_a_turn_in_reset_comes_after_the_marker_has_passed_whoever_holds_the_favor() -> None:
    for favor in ("bank", 0, 2):
        t = scenario(phase="reset", start=0, turn=2, favor=favor, towns=[[], [], ["library"]], gold=[0, 0, 4])
        assert (t.s.start, t.asked) == (1, 2), "the new holder, B, has had his turn"


def test_the_basic_game_has_no_secrets() -> None:
    words = {
        "game": "villagers",
        "seats": 3,
        "options": {"advanced": False},
        "set": {"secrets": [["farm"], [], []]},
    }
    with pytest.raises(knaves.BadScenario, match="basic game nobody draws"):
        knaves.scenario(words)
