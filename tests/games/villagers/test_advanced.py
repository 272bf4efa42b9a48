"""The advanced game: abilities, VEND, timing, the order of rulings, extra cards."""

from __future__ import annotations

import pytest

from tests.games.villagers.table import ROWS, said, table
from tests.support import clause

# -- abilities ------------------------------------------------------------------------------------------


@clause("villagers", "ability.1")
def test_an_ability_works_in_its_phase_only() -> None:
    t = table("build", towns=[["tavern", "smithy", "guildhall"]], hands=[["farm"]])
    assert t.may() == {"build farm", "use guildhall", "done"}
    assert t.refuses(0, "use", "tavern").clause == "ability.1"
    assert "Recruit" in t.why_not(0, "tavern")[0]
    assert "Defend" in t.why_not(0, "smithy")[0]


@clause("villagers", "ability.2")
def test_an_ability_can_be_used_once_a_turn() -> None:
    t = table("recruit", towns=[["tavern"]])
    t.do(0, "recruit", "trader")
    t.do(0, "use", "tavern")
    assert "use tavern" not in t.may()
    assert t.refuses(0, "use", "tavern").clause == "ability.2"


def test_with_two_mayors_each_recruit_turn_is_a_turn_of_its_own() -> None:
    t = table("recruit", seats=2, towns=[["tavern"]])
    for _ in range(2):
        t.do(0, "recruit", t.pool[1])
        t.do(0, "use", "tavern")
        t.do(0, "roll", 0, dice=(6,))
        t.do(1, "recruit", t.pool[0])
    assert t.gold[0] == 4, "R33"


@clause("villagers", "ability.3")
def test_paying_for_an_ability_is_optional_and_goes_to_the_bank() -> None:
    t = table("recruit", towns=[["tavern"]], gold=[1, 6, 6])
    bank = t.s.bank
    t.do(0, "recruit", "trader")
    assert "roll 0" in t.may(), "it can be left"
    t.do(0, "use", "tavern")
    assert t.gold[0] == 0 and t.s.bank == bank + 1, "R38"
    t = table("recruit", towns=[["tavern"]], gold=[0, 6, 6])
    t.do(0, "recruit", "trader", dice=(6,))
    assert t.asked == 1, "without gold there was nothing to ask"


def test_like_abilities_add_up() -> None:
    t = table("recruit", towns=[["tower", "minstrel"]])
    t.do(0, "recruit", "grey_wolf")
    assert t.town(0)[-1] == "grey_wolf", "1 + 1 + 1 reach position 3 without a roll (R25)"


# -- VEND -----------------------------------------------------------------------------------------------


@clause("villagers", "vend.1", "vend.2")
def test_another_mayor_pays_to_use_a_vend_ability_on_his_own_turn() -> None:
    t = table("recruit", towns=[["tavern"], ["castle"]], start=1)
    t.do(1, "recruit", "tailor")
    assert "vend tavern" in t.may()
    assert t.why_not(1, "castle")[0], "no ability to use"
    t.do(1, "vend", "tavern")
    assert t.asked == 0, "the owner is asked"
    t.do(0, "grant", "tavern")
    assert t.gold[:2] == [7, 5], "1g to the owner, as the card says"
    assert t.heard[-1] == "Mayor B uses Tavern of Mayor A for 1g."
    assert t.asked == 1 and t.s.rolls == 3
    t.do(1, "roll", 0, dice=(1, 2, 5))
    assert t.hand(1)[-1] == "tailor", "the Castle adds 1 to the third roll"


@pytest.mark.parametrize(
    ("card", "phase", "paid", "bank"),
    [
        ("bakery", "earning", [7, 5 + 2, 6], -2),  # 1g to the owner; 2g gained
        ("ferry_landing", "recruit", [6, 4, 6], 2),
        ("herb_garden", "defend", [7, 4, 6], 1),
        ("gravedigger", "defend", [7, 3, 6], 2),
        ("guildmaster", "build", [7, 4, 7], 0),
    ],
)
@clause("villagers", "vend.2")
def test_the_card_says_who_is_paid(card: str, phase: str, paid: list[int], bank: int) -> None:
    towns = [[card], ["witch", "werewolf"], []]
    t = table(phase, towns=towns, turn=1, hands=[[], ["deputy_mayor", "washerwoman"], []])
    before = t.s.bank
    if phase == "recruit":
        t.do(1, "recruit", "tailor")
    t.do(1, "vend", card)
    t.do(0, "grant", card)
    if card == "gravedigger":
        t.do(1, "banish", "witch")
    assert t.gold == paid
    assert t.s.bank == before + bank


@pytest.mark.parametrize(
    ("card", "phase", "told"),
    [
        ("bakery", "earning", []),  # the owner gets what is paid: that is said
        ("ferry_landing", "recruit", ["The bank gets 2g of it."]),
        ("herb_garden", "defend", ["Mayor A gets 1g of it.", "The bank gets 1g of it."]),
        ("guildmaster", "build", ["Mayor A gets 1g of it.", "Mayor C gets 1g of it."]),
    ],
)
@clause("villagers", "vend.2")
def test_who_is_paid_is_told_where_it_is_not_the_owner_alone(card: str, phase: str, told: list[str]) -> None:
    """Gold that comes to a third Mayor on somebody else's turn is nothing to be missed."""
    towns = [[card], ["witch", "werewolf"], []]
    t = table(phase, towns=towns, turn=1, hands=[[], ["deputy_mayor", "washerwoman"], []])
    if phase == "recruit":
        t.do(1, "recruit", "tailor")
    t.do(1, "vend", card)
    t.do(0, "grant", card)
    assert said(t, " of it.") == told


@clause("villagers", "vend.3")
def test_the_owner_may_refuse() -> None:
    t = table("recruit", towns=[["tavern"], []], start=1)
    t.do(1, "recruit", "tailor")
    t.do(1, "vend", "tavern")
    assert t.may(0) == {"grant tavern", "refuse tavern"}
    t.do(0, "refuse", "tavern")
    assert t.gold == [6, 6, 6], "nothing is paid"
    assert t.asked == 1 and t.s.rolls == 1
    assert "vend tavern" not in t.may()
    assert t.refuses(1, "vend", "tavern").clause == "ability.2", "once a turn (R19)"
    t.do(1, "roll", 0, dice=(1,))
    t.do(2, "recruit", "tailor")
    assert "vend tavern" in t.may(), "the next Mayor may ask"
    t.do(2, "vend", "tavern")
    t.do(0, "grant", "tavern")
    t.do(2, "roll", 0, dice=(1, 1, 1))
    t.do(0, "recruit", "tailor")
    assert "use tavern" in t.may(), "and the owner still has his own use"


def test_who_cannot_pay_cannot_ask() -> None:
    t = table("defend", towns=[["smithy"], ["witch", "jouster"]], turn=1, gold=[0, 1, 0])
    t.do(1, "attack", "witch")
    assert "vend smithy" not in t.may()
    reason, cited = t.why_not(1, "smithy")
    assert "2g" in reason and "1g" in reason and cited == "ability.3"


def test_only_vend_cards_are_for_others() -> None:
    t = table("build", towns=[["town_hall"], []], turn=1, hands=[[], ["farm", "baker"]], gold=[9, 9, 9])
    assert not any(option.startswith("vend") for option in t.may())
    assert t.why_not(1, "town_hall")[1] == "vend.1"


# -- timing ---------------------------------------------------------------------------------------------


@clause("villagers", "timing.1")
def test_w10_a_card_works_after_the_phase_in_which_it_came() -> None:
    t = table("build", towns=[["baker"]], hands=[["trader"], [], []], gold=[4, 0, 0])
    t.do(0, "build", "trader")
    assert t.s.round == 2 and t.gold[0] == 0, "hired in round 1"
    t.idle_to(2, "build")
    assert any("Mayor A earns 3g." in words for words in t.heard), "first earnings in round 2"


def test_a_new_building_does_not_help_in_the_same_phase() -> None:
    hand = ["carpenter", "workshop", "farm", "guildhall"]
    t = table("build", towns=[["town_hall"]], hands=[hand, [], []], gold=[14, 0, 0])
    t.do(0, "use", "town_hall")
    t.do(0, "build", "guildhall")
    assert "use guildhall" not in t.may()
    assert t.why_not(0, "guildhall")[1] == "timing.1"
    t = table("build", towns=[["town_hall"]], hands=[hand, [], []], gold=[14, 0, 0])
    t.do(0, "use", "town_hall")
    t.do(0, "build", "carpenter")
    t.do(0, "build", "farm")
    assert t.gold[0] == 14 - 1 - (ROWS["carpenter"].price or 0) - 3, (
        "the Carpenter's discount comes next round"
    )


def test_a_challenge_is_there_in_the_next_phase_but_not_in_its_own() -> None:
    pool = ["headless_ghost", "farm", "baker", "trader", "tailor", "shepherd"]
    t = table("recruit", seats=2, pool=pool, gold=[0, 6], hands=[[], []])
    t.do(0, "recruit", "headless_ghost")
    t.do(1, "recruit", "farm")
    t.do(0, "recruit", "trader")  # position 2 of what is left
    assert t.s.each == 0, "its -1 to recruit rolls begins next round (R17)"
    t.do(1, "recruit", t.pool[0])
    assert t.s.phase == 2 and t.may() == {"attack headless_ghost", "done"}


@clause("villagers", "timing.2")
@pytest.mark.parametrize("order", ["lord first", "loss first", "toll first"])
def test_w16_the_mayor_orders_loss_tax_collector_and_lord(order: str) -> None:
    towns = [["river_pirates", "farm"], ["lord"], ["tax_collector"]]
    t = table("pillage", towns=towns, gold=[4, 0, 0], hands=[[], [], []])
    assert t.may() == {"suffer", "toll tax_collector", "vend lord"}
    assert t.refuses(0, "done").clause == "timing.2"
    if order == "lord first":
        t.do(0, "vend", "lord")
        t.do(1, "grant", "lord")
        assert t.gold == [0, 2, 0] and len(t.hand(0)) == 1
        assert "Mayor A has less than 3g: Tax Collector takes nothing." in t.heard, "with 2g nothing is owed"
        assert "Mayor A loses 2g to pillage." in t.heard, "and 2g is all there is to lose"
    elif order == "loss first":
        t.do(0, "suffer")
        assert "Mayor A loses 3g to pillage." in t.heard
        assert "Mayor A has less than 3g: Tax Collector takes nothing." in t.heard
        assert not any("Lord" in words for words in t.heard), "with 1g the Lord is out of reach"
    else:
        t.do(0, "toll", "tax_collector")
        assert t.gold == [3, 0, 1]
        assert t.may() == {"suffer", "vend lord"}


def test_earnings_and_tolls_in_the_order_one_likes() -> None:
    towns = [["trader", "tailor"], ["toll_bridge"], []]
    t = table("earning", towns=towns, gold=[4, 0, 0])
    assert t.may() == {"earn", "toll toll_bridge"}
    t.do(0, "toll", "toll_bridge")
    assert t.gold == [8, 0, 0], "with 4g nothing was owed; then the earnings came"
    t = table("earning", towns=towns, gold=[4, 0, 0])
    t.do(0, "earn")
    assert t.gold == [7, 1, 0]


# -- extra cards ----------------------------------------------------------------------------------------


@clause("villagers", "extra.1")
def test_an_extra_card_goes_straight_to_the_hand_and_stays_secret() -> None:
    t = table("reset", start=2, towns=[["library"]], deck=["castle"], hands=[[], [], []])
    t.do(0, "use", "library")
    assert t.hand(0)[0] == "castle"
    mine, theirs = t.view(0)["mayors"][0], t.view(1)["mayors"][0]
    assert mine["hand"][0]["card"] == "castle" and mine["unknown"] == 0
    assert theirs["hand"] == [] and theirs["unknown"] == 1, "R18"
    assert "Mayor A draws a hidden card." in t.heard


@clause("villagers", "extra.2", "extra.3")
def test_w17_a_challenge_drawn_so_brings_no_loot_and_counts() -> None:
    t = table("pillage", towns=[["lord", "witch"]], deck=["basilisk"], hands=[[], [], []], gold=[6, 2, 0])
    t.do(0, "use", "lord")
    assert t.asked == 1, "the Witch's 2g were lost as well"
    assert t.hand(0) == ["basilisk"] and t.town(0) == ["lord", "witch"]
    assert t.gold[0] == 6 - 2 - 2, "no loot"
    assert t.sheet(0).victory == 1
    assert t.view(1)["mayors"][0]["score"]["victory"] == 0, "others do not know of it"


def test_an_empty_deck_has_nothing_to_draw() -> None:
    t = table("pillage", towns=[["lord", "witch"]], deck_size=0, gold=[6, 0, 0], favor=0)
    t.do(0, "keep")
    assert "use lord" not in t.may()


def test_being_asked_does_not_tell_what_was_drawn() -> None:
    for drawn in ("castle", "witch", "farm"):
        t = table("build", hands=[[], [], []], secrets=[[drawn]], gold=[3, 0, 0])
        assert t.asked == 0, "asked even if nothing can be built"
        assert t.view(1)["mayors"][0]["unknown"] == 1
