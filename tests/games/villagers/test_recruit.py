"""Phase 1: the pool, rolls, extra rolls."""

from __future__ import annotations

import pytest

from tests.games.villagers.table import PLAIN_POOL, Table, table
from tests.support import clause


def recruiting(card: str, extra: int, *dice: int, **words: object) -> Table:
    """Seat 0 wants the card, buys so many extra rolls, and rolls."""
    t = table(**words)  # type: ignore[arg-type]
    t.do(0, "recruit", card)
    t.do(0, "roll", extra, dice=dice)
    return t


@clause("villagers", "recruit.1")
def test_the_card_is_named_before_the_roll() -> None:
    t = table()
    assert t.may() == {f"recruit {card}" for card in PLAIN_POOL[:6]}
    assert t.refuses(0, "roll", 0).clause == "recruit.1"
    t.do(0, "recruit", "trader")
    assert t.view()["turn"]["aim"] == f"card:{t.slot('trader')}"
    assert t.refuses(0, "recruit", "farm").clause == "recruit.1"


@pytest.mark.parametrize("die", [4, 5, 6])
@clause("villagers", "recruit.2", "recruit.9")
def test_w1_the_position_or_more_wins(die: int) -> None:
    t = recruiting("trader", 0, die)
    assert t.hand(0) == ["angry_mob", "deputy_mayor", "trader"]


@pytest.mark.parametrize("die", [1, 2, 3])
@clause("villagers", "recruit.3")
def test_w2_less_takes_position_1(die: int) -> None:
    t = recruiting("trader", 0, die)
    assert t.hand(0) == ["angry_mob", "deputy_mayor", "village_well"]
    assert "trader" in t.pool


@clause("villagers", "recruit.4", "recruit.7")
def test_w3_extra_rolls_are_bought_from_the_bank_before_rolling() -> None:
    t = table(gold=[3, 6, 6])
    t.do(0, "recruit", "trader")
    assert t.may() == {"roll 0", "roll 1", "roll 2", "roll 3"}
    assert t.refuses(0, "roll", 4).clause == "recruit.4"
    bank = t.s.bank
    t.do(0, "roll", 2, dice=(1, 2, 4))
    assert t.hand(0)[-1] == "trader"
    assert t.gold[0] == 1 and t.s.bank == bank + 2


@clause("villagers", "recruit.5")
def test_extra_rolls_are_paid_even_if_not_needed() -> None:
    t = recruiting("trader", 3, 6)
    assert t.gold[0] == 3
    assert sum("is needed" in words for words in t.heard) == 1, "the rolling stops with success (R21)"


@clause("villagers", "recruit.6")
def test_one_good_roll_is_enough_and_all_bad_rolls_fail() -> None:
    assert recruiting("tailor", 2, 1, 5, 6).hand(0)[-1] == "tailor"
    assert recruiting("tailor", 2, 1, 5, 5).hand(0)[-1] == "village_well"


@clause("villagers", "recruit.8", "recruit.10")
def test_w4_challenges_go_to_town_and_the_pool_moves_forward() -> None:
    t = recruiting("grey_wolf", 0, 3)
    assert t.town(0) == ["grey_wolf"]
    assert t.pool == ["village_well", "farm", "trader", "baker", "tailor"]
    t.do(1, "recruit", "trader")
    t.do(1, "roll", 0, dice=(3,))
    assert t.hand(1)[-1] == "trader", "it has moved from position 4 to 3"


@clause("villagers", "recruit.11")
def test_everyone_recruits_one_card() -> None:
    t = table()
    for seat in (0, 1, 2):
        assert t.asked == seat
        t.do(seat, "recruit", t.pool[0])
    assert t.s.phase == 2
    assert [len(t.hand(seat)) + len(t.town(seat)) for seat in range(3)] == [3, 3, 3]
    assert len(t.pool) == 3


def test_position_1_needs_no_roll() -> None:
    t = table(gold=[5, 0, 0])
    drawn = t.s.drawn
    t.do(0, "recruit", "village_well")
    assert t.hand(0)[-1] == "village_well" and t.s.drawn == drawn and t.gold[0] == 5, "R20"


def test_position_7_wants_a_bonus() -> None:
    t = table(seats=5)
    t.do(0, "recruit", "shepherd", dice=(6,))
    assert t.hand(0)[-1] == "village_well", "named, and missed with a 6 (R20)"
    t = table(seats=5, towns=[["tower"]])
    t.do(0, "recruit", "shepherd", dice=(6,))
    assert t.hand(0)[-1] == "shepherd"
    t = table(seats=5, favor=0)
    t.do(0, "keep")
    t.do(0, "recruit", "shepherd")
    assert t.may() == {"roll 0", "favor"}, "more rolls cannot help, the Favor can"


@clause("villagers", "two.1", "two.2", "two.3")
def test_w20_two_mayors_take_two_turns_each_in_turn() -> None:
    t = table(seats=2, gold=[0, 0])
    order = []
    while t.s.phase == 1:
        seat = t.asked
        assert seat is not None
        order.append(seat)
        t.do(seat, "recruit", t.pool[0])
    assert order == [0, 1, 0, 1]
    assert len(t.pool) == 2, "no card is dealt before Reset (R15)"
    assert [len(t.hand(seat)) + len(t.town(seat)) for seat in (0, 1)] == [4, 4]
    t = table("build", seats=2)
    t.do(0, "build", "deputy_mayor")
    assert t.asked == 1, "one turn each in the other phases"


@clause("villagers", "timing.1", "two.1")
def test_a_challenge_of_the_first_turn_does_not_haunt_the_second() -> None:
    pool = ["headless_ghost", "farm", "baker", "trader", "tailor", "shepherd"]
    t = table("recruit", seats=2, pool=pool, hands=[[], []])
    t.do(0, "recruit", "headless_ghost")
    t.do(1, "recruit", "farm")
    assert t.asked == 0 and t.town(0) == ["headless_ghost"]
    assert t.s.each == 0 and t.view()["turn"]["chances"][1]["need"] == 2, "its -1 begins next round"


@clause("villagers", "recruit.1", "vend.3")
def test_a_refused_vend_does_not_unsay_the_card() -> None:
    t = table("recruit", towns=[[], ["innkeeper"], []])
    t.do(0, "recruit", "baker")
    t.do(0, "vend", "innkeeper")
    t.do(1, "refuse", "innkeeper")
    assert t.asked == 0 and t.may() == {f"roll {extra}" for extra in range(7)}, (
        "in Defend he selects anew (R19)"
    )
    t.do(0, "roll", 0, dice=(5,))
    assert t.hand(0)[-1] == "baker"
