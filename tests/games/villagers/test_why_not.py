"""Why a card cannot be chosen: the true reason, with its rule."""

from __future__ import annotations

import pytest

from tests.games.villagers.table import Table, table
from tests.support import ask_of, clause

FIRST_NAME = ("First name the card you want; then come bonuses.", "recruit.1")
FIRST_SELECT = ("First select a challenge to attack.", "defend.4")


def recruiting() -> Table:
    towns = [["castle", "innkeeper", "chapel", "witch"], ["tavern", "ferry_landing"], ["minstrel"]]
    return table(towns=towns, gold=[1, 0, 0], hands=[["farmer", "angry_mob"], ["miller"], []])


@clause("villagers", "recruit.1", "bonus.1")
@pytest.mark.parametrize("card", ["innkeeper", "tavern"])
def test_what_comes_after_the_name_says_so(card: str) -> None:
    assert recruiting().why_not(0, card) == FIRST_NAME


@pytest.mark.parametrize(
    ("card", "reason", "cited"),
    [
        ("ferry_landing", "Ferry Landing asks 2g, and you have 1g.", "ability.3"),
        ("farmer", "Cards in hand cannot be played in the Recruit phase.", "build.1"),
        ("angry_mob", "Cards in hand cannot be played in the Recruit phase.", "build.1"),
        ("castle", "It is not part of this choice", "recruit.1"),
        ("witch", "It is not part of this choice", "recruit.1"),
        ("minstrel", "It is not part of this choice", "recruit.1"),
        ("miller", "It is not part of this choice", "recruit.1"),
    ],
)
def test_what_is_no_bonus_is_not_promised_for_later(card: str, reason: str, cited: str) -> None:
    said, clause_of = recruiting().why_not(0, card)
    assert said.startswith(reason) and clause_of == cited


@clause("villagers", "defend.4", "bonus.1")
@pytest.mark.parametrize("card", ["herbalist", "squire", "hedge_wizard", "smithy"])
def test_bonuses_come_once_a_challenge_is_selected(card: str) -> None:
    towns = [["witch", "herbalist", "squire", "hedge_wizard"], ["smithy"]]
    t = table("defend", towns=towns, gold=[3, 0, 0], hands=[["farmer"], [], []])
    assert t.why_not(0, card) == FIRST_SELECT
    assert t.why_not(0, "farmer")[0] == "Cards in hand cannot be played in the Defend phase."


def test_with_nothing_to_attack_a_bonus_would_do_nothing() -> None:
    t = table("defend", towns=[["gravedigger", "herbalist", "harpies"]], gold=[3, 0, 0])
    assert t.may() == {"use gravedigger", "done"}, "only heroes can attack Harpies"
    assert t.why_not(0, "herbalist") == ("Herbalist would do nothing at this moment.", "ability.1")


def test_what_is_used_before_a_challenge_is_selected_says_so() -> None:
    t = table("defend", towns=[["witch", "gravedigger"]], gold=[3, 0, 0])
    t.do(0, "attack", "witch")
    said, cited = t.why_not(0, "gravedigger")
    assert said == "Gravedigger can be used before a challenge is selected, or after the roll."
    assert cited == "defend.4"


def test_a_bonus_for_the_other_defence_says_for_which_it_is() -> None:
    t = table("defend", towns=[["harpies", "jouster", "fletcher"]])
    t.do(0, "attack", "harpies")
    assert t.why_not(0, "fletcher") == ("Fletcher is for a TOWN DEFENSE.", "ability.1")
    t = table("defend", towns=[["black_knight", "jouster", "squire"]])
    t.do(0, "attack", "black_knight")
    assert t.why_not(0, "squire") == ("Squire is for a HERO DEFENSE.", "ability.1")
    assert t.why_not(0, "jouster") == ("Only a TOWN DEFENSE can attack Black Knight.", "defend.4")


@clause("villagers", "bonus.1")
def test_a_hero_stays_at_home_when_the_bonus_is_for_the_town() -> None:
    t = table("defend", towns=[["witch", "jouster", "fletcher"]])
    t.do(0, "attack", "witch")
    t.do(0, "use", "fletcher")
    assert t.why_not(0, "jouster") == ("What you have declared is for a TOWN DEFENSE.", "bonus.1")


@clause("villagers", "build.5", "mob.1")
def test_what_is_used_up_or_of_no_use_cites_its_rule() -> None:
    t = table(
        "build", towns=[["workshop"]], hands=[["farm", "baker", "village_well"], [], []], gold=[9, 0, 0]
    )
    t.do(0, "build", "farm")
    assert t.why_not(0, "baker") == ("You have added your card in this phase.", "build.5")
    t = table("defend", towns=[["vampire_count", "old_knight"]], hands=[["angry_mob"], [], []])
    t.do(0, "attack", "vampire_count")
    assert t.why_not(0, "angry_mob") == ("The Angry Mob cannot be played against it.", "mob.1")


@clause("villagers", "recruit.1", "recruit.4", "favor.7")
def test_rolls_and_the_favor_come_once_a_card_is_named_and_only_where_one_is_rolled() -> None:
    t = table("recruit", 3, {"ordinance": True}, favor=0, gold=[3, 0, 0])
    t.do(0, "keep")
    for words in (("roll", 1), ("favor",)):
        said = t.refuses(0, *words)
        assert (said.reason, said.clause) == FIRST_NAME
    t.do(0, "recruit", "village_well")
    said = t.refuses(0, "favor")
    assert said.reason == "Village Well is yours without a roll: there is none to add to."
    assert said.clause == "favor.7"


@clause("villagers", "recruit.2")
def test_a_card_is_ones_own_without_a_roll_where_a_1_with_the_bonuses_is_enough() -> None:
    pool = ["farm", "baker", "smith", "lord", "trader", "miller"]
    for town, card, sure in ((["castle"], "baker", True), (["castle"], "smith", False), ([], "baker", False)):
        t = table("recruit", 3, {"ordinance": True}, towns=[town], pool=pool, gold=[3, 0, 0])
        t.do(0, "recruit", card)
        said = ask_of(t.p).prompt(0)
        assert (f"{t.s.box.cards[t.s.box.number[card]].name} is yours without a roll." in said) == sure, said


@clause("villagers", "ability.2", "build.2")
def test_a_discount_that_was_used_brings_a_card_within_reach() -> None:
    t = table("build", towns=[["guildhall"]], hands=[["farm"], [], []], gold=[2, 0, 0])
    assert "build farm" not in t.may(0), "3g"
    t.do(0, "use", "guildhall")
    assert "build farm" in t.may(0), "1g is left, and it costs no more"
    t.do(0, "build", "farm")
    assert t.gold[0] == 0 and "farm" in t.town(0)


@clause("villagers", "reset.1")
def test_whoever_uses_an_ability_in_reset_is_on_turn() -> None:
    t = table("reset", towns=[[], ["library"]], gold=[0, 5, 0])
    assert t.asked == 1 and t.view()["turn"]["seat"] == 1


def test_only_attempts_that_are_left_are_named() -> None:
    t = table("defend", towns=[["witch"]])
    assert ask_of(t.p).prompt(0).endswith("Left: 1 TOWN attempt.")
    t = table("defend", towns=[["harpies", "old_knight"]])
    t.do(0, "attack", "harpies")
    t.do(0, "hero", "old_knight", dice=[6])
    assert "harpies" in t.hand(0)


@clause("villagers", "vend.1")
def test_what_no_phase_lets_others_use_is_not_promised_for_one() -> None:
    """The Squire of another Mayor works in Defend, and for its owner alone."""
    t = table(towns=[[], ["squire", "hedge_wizard"]], gold=[3, 0, 0])
    assert t.why_not(0, "squire") == ("Squire belongs to another Mayor and is no VEND card.", "vend.1")
    assert t.why_not(0, "hedge_wizard") == ("Hedge Wizard works in the Defend phase.", "ability.1")


@clause("villagers", "recruit.1")
@pytest.mark.parametrize("phase", ["defend", "pillage", "earning", "build", "reset"])
def test_the_pool_has_its_phase(phase: str) -> None:
    towns = [["witch", "beggar", "bakery", "library"], ["toll_bridge", "tax_collector"]]
    t = table(phase, towns=towns, pool=["farm", "baker"], gold=[9, 9, 9])
    said = ("Cards of the pool are recruited in the Recruit phase.", "recruit.1")
    assert t.asked is not None and t.why_not(t.asked, "farm") == said
