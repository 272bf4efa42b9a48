"""Protect Citizens."""

from __future__ import annotations

import pytest

import knaves
from tests.games.arch_villain.table import BOX, GAME, arrest, asked, options, put, say, seen, strike, table
from tests.support import clause, refused


def arrested(**words: object) -> knaves.Position:
    """Seat 0 has just arrested Crimson Death."""
    p = arrest([6, 6], ["giant_strength"], round=1, **words)
    put(p, "giant_strength", 6)
    strike(p)
    return p


@clause(GAME, "protect.1", "protect.2")
def test_an_arrest_is_followed_by_a_reward() -> None:
    p = arrested()
    names = {BOX.rewards[o[1:][0]].id for o in options(p)}
    assert names == {"health", "power", "weapon", "talent", "contact", "five_points", "three_points"}
    assert p.ask().clause(0) == "protect.1"  # type: ignore[union-attr]


@clause(GAME, "protect.3", "end.7")
@pytest.mark.parametrize("reward", ["power", "weapon", "talent", "contact"])
def test_a_card_reward_comes_with_the_end_of_the_round_and_free(reward: str) -> None:
    top = {"power": "lightning", "weapon": "long_bow", "talent": "surgeon", "contact": "physician"}[reward]
    p = table(3, [{"energy": 0}, {"fate": "knocked out"}, {}], turn="2", decks={reward: [top]})
    say(p, "protect", reward)
    assert seen(p)["players"][0]["cards"] == []  # not yet
    assert asked(p) == 2
    say(p, "protect", "health")
    assert seen(p)["round"] == 2
    assert [card["key"] for card in seen(p)["players"][0]["cards"]] == [top]
    assert seen(p)["players"][0]["energy"] == 0


@clause(GAME, "protect.3", "end.7")
def test_health_and_points_come_with_the_end_of_the_round() -> None:
    p = arrested(seats=3)
    say(p, "reward", "five_points")
    assert seen(p)["players"][0]["score"] == 0
    say(p, "protect", "health")
    health = seen(p)["players"][1]["health"]
    say(p, "protect", "power")
    players = seen(p)["players"]
    assert players[0]["score"] == 9 + 5
    assert players[1]["health"] == health + 3


@clause(GAME, "protect.4")
def test_who_protects_citizens_is_out_of_the_round() -> None:
    p = table(3, turn="range")
    say(p, "protect", "health")
    for seat in (1, 2, 1, 2):
        assert asked(p) == seat
        say(p, "green", "energy")
        if seen(p)["turn"] != "range":
            break
    assert asked(p) == 1


@clause(GAME, "protect.5")
def test_a_reward_with_a_cube_is_taken() -> None:
    p = table(3)
    say(p, "protect", "contact")
    assert refused(p, 1, "protect", 4).clause == "protect.5"
    assert len(options(p, "protect")) == 4


@clause(GAME, "protect.6")
def test_contacts_come_from_nowhere_else() -> None:
    p = table(2, [{"energy": 50}], turn="2", spaces={"dockside": ["die"]})
    assert not [o for o in options(p, "green") if "contact" in p.label(o, 0)]
    assert [o for o in options(p, "protect") if "contact" in p.label(o, 0)]
    p = table(2, step="option")
    assert not [o for o in options(p) if "contact" in p.label(o, 0)]


@clause(GAME, "protect.7", "protect.8")
def test_leaving_of_ones_own_will() -> None:
    p = table(2, [{}, {"fate": "knocked out"}], turn="4")
    say(p, "protect", "health")
    view = seen(p)
    assert view["round"] == 2
    assert view["players"][0]["score"] == 0


@clause(GAME, "protect.9")
def test_red_circles_are_for_arrests() -> None:
    p = table(2, turn="2")
    circles = [at for at, row in enumerate(BOX.rewards) if row.points]
    for at in circles:
        assert refused(p, 0, "protect", at).clause == "protect.9"
    assert {o[1:][0] for o in options(arrested(), "reward")} > set(circles)


def test_everybody_always_finds_a_reward() -> None:
    p = table(5, turn="5")
    for _ in range(5):
        assert options(p, "protect")
        p.apply(asked(p), options(p, "protect")[0])
    assert seen(p)["round"] == 2


@clause(GAME, "protect.5")
def test_a_red_circle_has_one_cube_too() -> None:
    """Precognition opens none of them (R24)."""
    for cards in ([], ["precognition"]):
        won = {"fate": "arrested", "arrested_on": "2", "reward": "five_points"}
        strong = {"cards": cards, "skills": [4, 5, 3]}
        p = table(2, [strong, won], turn="3", step="arrest", dice=[6] * 9)
        if cards:  # with no card to put a die on, the engine strikes
            strike(p)
        names = {BOX.rewards[option[1:][0]].id for option in options(p, "reward")}
        assert "three_points" in names and "five_points" not in names
