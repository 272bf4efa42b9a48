"""Phases 3 to 5: pillage, earning, build and hire."""

from __future__ import annotations

import pytest

from tests.games.villagers.table import ROWS, said, table, that_do
from tests.support import ask_of, clause


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
    assert said(t, "The bank runs dry: Mayor A goes without 3g.")


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


@clause("villagers", "build.2")
def test_what_an_ability_takes_off_the_price_may_be_just_what_lacked() -> None:
    t = table("build", towns=[["guildhall"]], hands=[["castle"]], gold=[5, 0, 0])
    assert "build castle" not in t.may(), "6g, and there are 5"
    t.do(0, "use", "guildhall")
    assert t.gold[0] == 4 and t.s.cut == 2 and "build castle" in t.may()
    t.do(0, "build", "castle")
    assert t.gold[0] == 0 and "castle" in t.town(0)


@clause("villagers", "build.2")
@pytest.mark.parametrize(("kind", "card"), [("building", "farm"), ("citizen", "trader"), ("hero", "jouster")])
def test_lower_prices_add_up_for_their_kind_of_card(kind: str, card: str) -> None:
    off = f'verb = "discount", amount = 1, kind = "{kind}"'
    hand = ["farm", "trader", "jouster"]
    options: dict[str, object] = {"cards": that_do(smithy=off, kennels=off)}
    t = table("build", options=options, towns=[["smithy", "kennels"]], hands=[hand], gold=[20, 0, 0])
    printed = {one: ROWS[one].price or 0 for one in hand}
    told = {one: t.p.label(t.option(0, "build", one), 0) for one in hand}
    costs = {one: printed[one] - 2 * (one == card) for one in hand}
    names = {one: t.s.box.cards[t.s.box.number[one]].name for one in hand}
    assert told == {one: f"For {costs[one]}g of 20g add {names[one]} to your town" for one in hand}


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


@clause("villagers", "pillage.3")
def test_an_empty_purse_needs_no_shield() -> None:
    t = table("pillage", towns=[["witch", "shield_maiden"]], gold=[0, 0, 0], hands=[[], [], []])
    assert t.s.round == 2, "nobody is asked"


@clause("villagers", "pillage.1", "ability.2")
def test_a_shield_is_for_the_turn_in_which_it_was_used() -> None:
    t = table("pillage", towns=[["witch", "friar"], ["werewolf"]], gold=[5, 5, 0], hands=[[], [], []])
    t.do(0, "use", "friar")
    assert (t.asked, t.gold[0]) == (1, 4), "3g are warded off"
    t.do(1, "suffer")
    assert t.gold[1] == 3


# -- an empty bank, and one that is nearly so (R22) ----------------------------------------------------

NO_HANDS: list[list[str]] = [[], [], []]


@clause("villagers", "favor.10", "ability.1")
def test_an_empty_bank_pays_neither_favor_nor_ability() -> None:
    t = table("earning", favor=0, turn=0, gold=[26, 27, 27], hands=NO_HANDS)
    assert t.s.phase == 5, "the Favor would bring nothing: its holder is asked in the next phase"
    t = table("earning", towns=[["bakery"]], gold=[26, 27, 27], hands=NO_HANDS)
    assert t.s.round == 2, "nobody is asked"


@clause("villagers", "timing.2", "components.3")
def test_a_loss_may_fill_the_bank_for_the_earnings() -> None:
    for toll in ([], ["toll_bridge"]):
        for first, gold in (("lose", 21), ("earn", 20)):
            towns = [["baker", "farmer", "plague_rats"], toll]
            t = table("earning", towns=towns, gold=[20, 30, 29], hands=NO_HANDS)
            assert {"earn", "lose plague_rats"} <= t.may(), "the bank has 1g, the citizens earn 2g"
            t.do(0, *((first, "plague_rats") if first == "lose" else (first,)))
            t.idle()
            assert t.gold[0] == gold - len(toll)


def own_card(card: str, effects: str) -> str:
    row = ROWS[card]
    numbers = ("price", "value", "bonus", "defeat", "pillage", "loot", "pair")
    lines = [f"{name} = {getattr(row, name)!r}" for name in numbers if getattr(row, name) not in (None, "")]
    head = f'[[card]]\nid = "{card}"\nname = "{row.name}"\nkind = "{row.kind}"\nsource = "house"\n'
    return head + "\n".join(lines) + f"\neffects = [{effects}]\n"


@clause("villagers", "timing.2")
def test_whom_the_last_gold_goes_to_is_a_choice() -> None:
    toll = '{ verb = "toll", phase = "earning", amount = 3, floor = 1 }'
    own = own_card("toll_bridge", toll) + own_card("masked_stranger", toll)
    for first in ("toll_bridge", "masked_stranger"):
        t = table(
            "earning",
            options={"cards": own},
            towns=[[], ["toll_bridge"], ["masked_stranger"]],
            gold=[5, 0, 0],
            hands=NO_HANDS,
        )
        assert t.may() == {"toll toll_bridge", "toll masked_stranger"}
        t.do(0, "toll", first)
        assert t.gold[0] == 0 and said(t, "pays 3g") and said(t, "pays 2g")
        assert said(t, "pays 3g for", ROWS[first].name)


@clause("villagers", "timing.2", "earning.1")
def test_a_card_that_costs_gold_twice_is_settled_once() -> None:
    loss = '{ verb = "gain", phase = "earning", amount = -1 }'
    own = own_card("plague_rats", f"{loss}, {loss}")
    t = table(
        "earning",
        options={"cards": own},
        towns=[["baker", "plague_rats"]],
        gold=[1, 0, 0],
        hands=NO_HANDS,
    )
    assert len(ask_of(t.p).options(0)) == 2
    t.do(0, "earn")
    assert t.gold[0] == 0 and said(t, "Mayor A loses 2g by Plague Rats.")
