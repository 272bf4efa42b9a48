"""Phases 3 to 5: pillage, earning, build and hire."""

from __future__ import annotations

from tests.games.villagers.table import ROWS, table
from tests.support import clause


@clause("villagers", "pillage.1", "pillage.2")
def test_w8_the_losses_of_a_town_are_added_up_and_paid_to_the_bank() -> None:
    t = table("pillage", towns=[["witch", "river_pirates", "giant_spider"], []], gold=[9, 5, 5])
    assert t.gold == [4, 5, 5], "2 + 3 + 0"
    assert t.s.bank == 80 - 14
    t = table("pillage", towns=[["witch"]], gold=[2, 0, 0])
    assert t.gold[0] == 0


@clause("villagers", "pillage.3")
def test_w9_without_gold_there_is_nothing_to_lose() -> None:
    t = table("pillage", towns=[["witch"]], gold=[0, 6, 6])
    assert t.gold == [0, 6, 6] and t.s.bank == 68
    t = table("pillage", towns=[["river_pirates"]], gold=[2, 0, 0])
    assert t.gold[0] == 0 and t.s.bank == 80, "a smaller purse pays what it has (R4)"


@clause("villagers", "earning.1")
def test_citizens_earn() -> None:
    t = table("earning", towns=[["trader", "farmer", "farm", "jouster"], ["shepherd"], []], gold=[0, 1, 2])
    assert t.gold == [3, 3, 2]
    assert t.s.bank == 80 - 8


def test_the_bank_pays_no_more_than_it_has() -> None:
    t = table("earning", towns=[["trader", "shepherd"]], gold=[30, 40, 9])
    assert t.gold == [31, 40, 9] and t.s.bank == 0, "R22"


@clause("villagers", "build.1", "build.2")
def test_build_and_hire() -> None:
    hand = ["farm", "farmer", "jouster", "witch", "angry_mob"]
    for card in ("farm", "farmer", "jouster"):
        price = ROWS[card].price or 0
        t = table("build", hands=[hand], gold=[8, 6, 6])
        assert t.may() == {"build farm", "build farmer", "build jouster", "done"}
        bank = t.s.bank
        t.do(0, "build", card)
        assert t.town(0) == [card] and card not in t.hand(0)
        assert t.gold[0] == 8 - price and t.s.bank == bank + price
    t = table("build", hands=[hand, [], []])
    assert t.refuses(0, "build", "witch").clause == "build.1"
    assert t.refuses(0, "build", "angry_mob").clause == "build.1"


def test_building_is_not_a_duty() -> None:
    t = table("build", hands=[["farm"]])
    t.do(0, "done")
    assert t.town(0) == [], "R29"


@clause("villagers", "build.3")
def test_towns_lie_face_up() -> None:
    t = table("build", secrets=[["farm"]], hands=[[], [], []], gold=[6, 6, 6])
    assert t.view(1)["mayors"][0]["hand"] == [] and t.view(1)["mayors"][0]["unknown"] == 1
    t.do(0, "build", "farm")
    for eye in (0, 1, 2, None):
        assert [card["card"] for card in t.view(eye)["mayors"][0]["town"]] == ["farm"]


@clause("villagers", "build.4")
def test_too_little_gold_or_no_card() -> None:
    t = table("build", hands=[["farm", "castle"], ["deputy_mayor"], []], gold=[3, 2, 6])
    assert t.may() == {"build farm", "done"}
    refusal = t.refuses(0, "build", "castle")
    assert refusal.clause == "build.4" and "6g" in refusal.reason and "3g" in refusal.reason
    t.do(0, "done")
    t.do(1, "done")
    assert t.s.phase != 5, "an empty hand is not asked"
    t = table("build", hands=[["castle"], [], []], gold=[5, 6, 6])
    assert t.s.phase != 5, "nor one that cannot pay"


@clause("villagers", "build.5")
def test_one_card_a_phase_unless_an_ability_allows_more() -> None:
    t = table("build", hands=[["farm", "farmer"], ["baker"], []], gold=[9, 9, 9])
    t.do(0, "build", "farm")
    assert t.asked == 1 and t.town(0) == ["farm"]
    t = table("build", towns=[["town_hall"]], hands=[["farm", "farmer", "baker"]], gold=[12, 9, 9])
    t.do(0, "use", "town_hall")
    t.do(0, "build", "farm")
    assert t.asked == 0 and t.may() == {"build farmer", "build baker", "done"}
    t.do(0, "build", "baker")
    assert t.town(0) == ["town_hall", "farm", "baker"]
    assert t.gold[0] == 12 - 1 - 3 - 2
    assert t.asked != 0 or t.s.phase != 5
