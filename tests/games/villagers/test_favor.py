"""The King's Favor: how it is won, what it does in each phase, and where it goes."""

from __future__ import annotations

import pytest

from knaves.games.villagers.cards.effects import EARNING
from tests.games.villagers.table import PLAIN_POOL, start, table
from tests.support import ask_of, clause, with_dice


@clause("villagers", "favor.1")
def test_who_recruits_its_card_gets_it() -> None:
    t = table(favor="trader")
    t.do(0, "recruit", "trader")
    t.do(0, "roll", 0, dice=(4,))
    assert t.s.favor_seat == 0 and t.view()["favor_card"] is None


def test_a_card_taken_by_failing_carries_it_too() -> None:
    t = table(favor="village_well")
    t.do(0, "recruit", "trader")
    t.do(0, "roll", 0, dice=(1,))
    assert t.s.favor_seat == 0, "R3"


@clause("villagers", "favor.2", "favor.4")
def test_it_grants_one_bonus_and_goes_to_the_bank() -> None:
    t = table(favor=0)
    t.do(0, "keep")
    t.do(0, "recruit", "trader")
    t.do(0, "favor")
    assert t.s.favor_seat == t.s.favor_card == -1
    assert "favor" not in t.may()
    assert t.refuses(0, "favor").clause == "favor.7"


@pytest.mark.parametrize("phase", ["recruit", "defend", "pillage", "earning", "build", "reset"])
@clause("villagers", "favor.3")
def test_at_the_start_of_any_phase_it_may_move_the_start_marker(phase: str) -> None:
    t = table(phase, favor=1, towns=[["witch"], ["werewolf"], ["basilisk", "lord", "tax_collector"]])
    number = t.s.phase
    assert t.asked == 1 and t.may() - {"rest"} == {"keep", "start 1", "start 2"}
    assert t.refuses(1, "start", 0).clause == "favor.3"
    t.do(1, "start", 2)
    assert t.s.favor_seat == -1
    if number == 6:
        assert t.s.start == 0, "Reset passes it on from the new holder (R9, R24)"
    else:
        assert t.s.start == 2
        assert t.asked == 2 or number == 4, "the phase begins with the new holder"


@clause("villagers", "favor.5")
def test_it_may_be_kept_as_long_as_one_likes() -> None:
    t = start(3, 3)
    t.s.favor_card, t.s.favor_seat = -1, 1
    for _ in range(300):
        if t.p.ask() is None or t.s.round > 3:
            break
        t.idle()
    assert t.s.favor_seat == 1


@clause("villagers", "favor.6", "reset.7")
def test_a_spent_favor_comes_back_by_a_die_in_reset() -> None:
    t = table("reset", favor=0, pool=["witch", "grey_wolf"], deck=["farm", "baker", "trader", "tailor"])
    with_dice(t.p, 5)
    t.do(0, "start", 1)
    assert t.s.round == 2
    assert t.pool.index(t.ids([t.s.favor_card])[0]) + 1 == 5


@clause("villagers", "favor.7")
def test_two_more_on_a_recruit_roll() -> None:
    t = table(favor=0)
    t.do(0, "keep")
    t.do(0, "recruit", "trader")
    t.do(0, "favor")
    t.do(0, "roll", 0, dice=(2,))
    assert t.hand(0)[-1] == "trader"
    t = table(favor=0)
    t.do(0, "keep")
    t.do(0, "recruit", "trader")
    t.do(0, "favor")
    t.do(0, "roll", 1, dice=(1, 2))
    assert t.hand(0)[-1] == "village_well", "it joins the first roll only (R11)"


@clause("villagers", "favor.8")
def test_two_more_on_a_defense_roll() -> None:
    for die, falls in ((2, True), (1, False)):
        t = table("defend", favor=0, towns=[["witch"]])
        t.do(0, "keep")
        t.do(0, "attack", "witch")
        t.do(0, "favor")
        t.do(0, "town", dice=(die,))
        assert ("witch" in t.hand(0)) is falls


@clause("villagers", "favor.9")
def test_no_loss_in_pillage() -> None:
    t = table("pillage", favor=0, towns=[["witch", "river_pirates"]], gold=[6, 0, 0])
    t.do(0, "keep")
    assert t.may() == {"suffer", "favor"}
    t.do(0, "favor")
    assert t.gold[0] == 6 and t.s.favor_seat == -1


@clause("villagers", "favor.10")
def test_one_more_gold_in_earning_even_without_citizens() -> None:
    t = table("earning", favor=0, towns=[["farm"]], gold=[0, 0, 0], hands=[[], [], []])
    bank = t.s.bank
    t.do(0, "keep")
    t.do(0, "favor")
    assert t.gold[0] == 1 and t.s.bank == bank - 1, "R16"


@clause("villagers", "favor.11")
def test_nothing_but_the_start_marker_in_build() -> None:
    t = table("build", favor=0)
    assert t.may() == {"keep", "rest", "start 1", "start 2"}
    t.do(0, "keep")
    assert "favor" not in t.may()
    t.refuses(0, "favor")


@clause("villagers", "reset.6")
def test_in_a_town_or_on_a_challenge_it_stays() -> None:
    t = table("reset", favor=1)
    t.do(1, "keep")
    assert t.s.favor_seat == 1 and t.s.favor_card == -1
    t = table("build", favor="grey_wolf", gold=[0, 0, 0], pool=list(PLAIN_POOL[:6]))
    assert t.s.round == 2 and t.ids([t.s.favor_card]) == ["grey_wolf"]


def test_w19_on_another_card_it_is_rolled_for() -> None:
    t = table("build", favor="trader", gold=[2, 0, 0], pool=list(PLAIN_POOL[:6]))
    with_dice(t.p, 3)
    t.do(0, "done")
    assert t.s.round == 2 and t.s.pool.index(t.s.favor_card) == 2
    assert "trader" not in t.pool


def test_the_holder_may_ask_for_peace_until_the_next_round() -> None:
    t = table("recruit", favor=1, towns=[["old_knight"], ["farmer"]], hands=[[], [], []], gold=[0, 0, 0])
    t.do(1, "rest")
    assert t.view()["favor_rests"] is True
    asked = 0
    while t.s.round == 1:
        ask = ask_of(t.p)
        asked += any(option[0] == "keep" for option in ask.options(ask.seats[0]))
        t.idle()
    assert asked == 0 and t.s.favor_seat == 1, "not asked again in this round (R39)"
    assert t.asked == 1 and "keep" in t.may() and t.view()["favor_rests"] is False


def test_a_favor_that_rests_is_still_among_the_answers() -> None:
    t = table("defend", favor=0, towns=[["witch"]])
    t.do(0, "rest")
    t.do(0, "attack", "witch")
    assert "favor" in t.may()
    t = table("defend", favor=0, towns=[["witch"]], gold=[5, 0, 0], hands=[[], [], []])
    t.do(0, "rest")
    t.do(0, "done")
    assert t.s.phase == 3 and t.may() == {"suffer", "favor"}, "a loss is worth a question"
    t.do(0, "suffer")
    assert t.s.phase != 4, "one more gold is not"


@clause("villagers", "favor.4", "favor.6")
def test_a_favor_spent_in_earning_waits_in_the_bank_until_reset() -> None:
    t = table("earning", favor=0, towns=[["farm"]], hands=[["baker"], [], []], gold=[4, 0, 0])
    t.do(0, "keep")
    t.do(0, "favor")
    assert t.s.phase == 5 and t.s.favor_seat == t.s.favor_card == -1, "neither on the pool nor in a town"
    assert t.view()["favor_card"] is None
    with_dice(t.p, 2)
    t.do(0, "done")
    assert t.s.round == 2 and t.s.pool.index(t.s.favor_card) == 1


@clause("villagers", "sequence.3", "favor.3")
def test_in_mid_phase_the_start_marker_cannot_be_moved() -> None:
    t = table("recruit", favor=1)
    t.do(1, "keep")
    assert t.asked == 0
    t.refuses(1, "start", 1)
    t.do(0, "recruit", "village_well")
    assert t.asked == 1
    t.refuses(1, "start", 2)
    assert t.s.start == 0 and t.s.favor_seat == 1


@clause("villagers", "favor.3")
def test_in_reset_there_is_no_later_phase_to_be_left_alone_in() -> None:
    t = table("reset", favor=0)
    assert t.may() == {"keep", "start 1", "start 2"}


@clause("villagers", "favor.7")
def test_a_card_that_cannot_be_missed_takes_neither_favor_nor_abilities() -> None:
    t = table(favor=0, towns=[["innkeeper"]])
    t.do(0, "keep")
    t.do(0, "recruit", "village_well")
    assert t.asked == 1 and t.hand(0)[-1] == "village_well", "position 1 is taken without a question (R20)"
    assert t.s.favor_seat == 0


@clause("villagers", "favor.5")
def test_a_resting_favor_asks_nothing_where_the_other_cards_of_the_phase_are_too_dear() -> None:
    t = table("pillage", favor=0, towns=[["farm"], ["bakery"]], gold=[0, 0, 0], hands=[[], [], []])
    t.do(0, "rest")
    assert t.s.round == 2 and t.s.favor_seat == 0, (
        "nobody can pay the Bakery: nothing but the Favor is left (R39)"
    )


@clause("villagers", "favor.9")
def test_the_favor_spares_no_toll_that_is_not_owed() -> None:
    t = table("pillage", favor=0, towns=[["farm"], ["tax_collector"]], gold=[2, 0, 0], hands=[[], [], []])
    t.do(0, "keep")
    assert t.s.phase > 3 and t.gold[:2] == [2, 0], "with 2g nothing is owed, and nothing is asked"


@clause("villagers", "favor.5", "favor.10")
def test_who_wants_no_more_questions_finds_the_favor_among_the_answers_where_he_is_asked_anyway() -> None:
    t = table("defend", towns=[["bakery", "baker"]], favor=0)
    t.do(0, "rest")
    assert t.s.phase == EARNING and t.may() >= {"use bakery", "favor"}
    t = table("defend", towns=[["baker"]], favor=0)
    t.do(0, "rest")
    assert t.s.phase != EARNING, "with nothing else to decide he is not asked"


@clause("villagers", "favor.3", "reset.1")
def test_in_reset_the_question_says_that_the_marker_passes_on() -> None:
    """R24: who is given it does not keep it."""
    for phase, passes in (("build", False), ("reset", True)):
        t = table(phase, favor=1)
        assert ask_of(t.p).prompt(1).endswith("who passes it on to the left?") is passes


@clause("villagers", "favor.8")
def test_the_question_names_the_favor_only_where_it_can_be_spent() -> None:
    """R42: not where no attempt can fail, and not against a Banshee."""
    for town, offered in (
        (["witch", "jouster"], True),
        (["banshee", "jouster"], False),
        (["harpies", "giant_slayer", "paladin"], False),
    ):
        t = table("defend", favor=0, towns=[town], hands=[[]])
        t.do(0, "keep")
        t.do(0, "attack", town[0])
        assert ("favor" in t.may(), "King's Favor" in ask_of(t.p).prompt(0)) == (offered, offered)
