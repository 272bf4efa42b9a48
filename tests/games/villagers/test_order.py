"""Several rulings in one turn: the Mayor's order, and what happens without a question."""

from __future__ import annotations

from knaves.games.villagers.text_board import turn_lines
from tests.games.villagers.table import ROWS, Table, said, table, that_do
from tests.support import clause


@clause("villagers", "timing.2", "earning.1")
def test_a_loss_in_earning_comes_when_the_mayor_likes() -> None:
    for first, gold in (("lose", 1), ("earn", 0)):
        t = table("earning", towns=[["baker", "plague_rats"]], gold=[0, 0, 0], hands=[[], [], []])
        assert t.asked == 0 and t.may() == {"earn", "lose plague_rats"}
        t.do(0, *((first, "plague_rats") if first == "lose" else (first,)))
        assert t.gold[0] == gold, "an empty purse loses nothing, a full one does"


@clause("villagers", "timing.2")
def test_the_rats_may_make_the_purse_too_thin_for_a_toll() -> None:
    t = table(
        "earning", towns=[["baker", "plague_rats"], ["toll_bridge"]], gold=[5, 0, 0], hands=[[], [], []]
    )
    t.do(0, "lose", "plague_rats")
    t.do(0, "toll", "toll_bridge")
    assert said(t, "Mayor A has less than 5g: Toll Bridge takes nothing.")
    assert t.gold[:2] == [5, 0], "4g, nothing owed, 1g earned"
    t = table(
        "earning", towns=[["baker", "plague_rats"], ["toll_bridge"]], gold=[5, 0, 0], hands=[[], [], []]
    )
    t.do(0, "earn")
    assert t.gold[:2] == [4, 1], "what is left cannot matter any more: 6g, less the rats, less the toll"


def test_nobody_is_asked_where_no_order_can_matter() -> None:
    towns = [["witch", "baker"], ["tax_collector", "toll_bridge"]]
    for phase in ("pillage", "earning"):
        t = table(phase, towns=towns, gold=[9, 0, 0], hands=[[], [], []])
        assert not any(words.startswith("Mayor A") and "0g" in words for words in t.heard)
        assert t.s.round == 2, "all settled"
    assert said(t, "Mayor A pays 1g for Toll Bridge to Mayor B.")


@clause("villagers", "timing.2")
def test_a_loss_that_the_purse_can_pay_waits_for_nobody() -> None:
    for gold, asked in ((0, True), (1, False), (3, False)):
        t = table("earning", towns=[["baker", "plague_rats"]], gold=[gold, 0, 0], hands=[[], [], []])
        assert (t.s.phase == 4 and t.asked == 0) == asked, gold


def test_two_tolls_and_gold_for_one_are_a_choice() -> None:
    towns = [["farm"], ["toll_bridge"], ["masked_stranger"]]
    t = table("earning", towns=towns, gold=[7, 0, 0], hands=[[], [], []])
    assert t.may() == {"toll toll_bridge", "toll masked_stranger"}
    t.do(0, "toll", "toll_bridge")
    assert t.gold == [6, 1, 0], "with 6g the Stranger wants nothing"


@clause("villagers", "timing.2")
def test_a_toll_that_no_order_can_bring_within_reach_is_no_choice() -> None:
    for gold, hands in ((5, [[], [], []]), (6, [["farm"], [], []])):
        t = table("earning", towns=[[], ["toll_bridge"], ["masked_stranger"]], gold=[gold, 0, 0], hands=hands)
        assert t.gold == [gold - 1, 1, 0] and t.s.phase != 4, "the Stranger asks 7g, which nobody has"
        assert said(t, "Mayor A has less than 7g: Masked Stranger takes nothing.")
    t = table(
        "earning", towns=[["baker"], ["toll_bridge"], ["masked_stranger"]], gold=[6, 0, 0], hands=[[], [], []]
    )
    assert t.asked == 0 and "earn" in t.may(), "7g, if the Baker's comes first"


@clause("villagers", "favor.9")
def test_the_favor_stops_a_toll_in_pillage_too() -> None:
    t = table("pillage", favor=0, towns=[["farm"], ["tax_collector"]], gold=[5, 0, 0], hands=[[], [], []])
    t.do(0, "keep")
    assert t.may() == {"toll tax_collector", "favor"}, "though it is the only loss (R27)"
    t.do(0, "favor")
    assert t.gold[0] == 5 and said(t, "is spared a loss of 1g")
    t = table("pillage", favor=0, towns=[["witch"], ["tax_collector"]], gold=[5, 0, 0], hands=[[], [], []])
    t.do(0, "keep")
    t.do(0, "favor")
    assert t.gold[0] == 5, "loss and toll"


def test_the_favor_is_not_offered_for_nothing() -> None:
    towns = [["witch", "lord"], ["tax_collector"]]
    t = table("pillage", favor=0, towns=towns, gold=[0, 0, 0], hands=[[], [], []])
    t.do(0, "keep")
    assert not said(t, "to pillage") and t.s.favor_seat == 0
    assert t.s.phase != 3 or "favor" not in t.may(0)


@clause("villagers", "timing.1")
def test_a_card_built_now_works_for_nobody_before_the_phase_is_over() -> None:
    t = table("build", hands=[["market"], ["farm", "baker"], []], gold=[9, 9, 9])
    t.do(0, "build", "market")
    assert t.asked == 1 and "vend market" not in t.may(1), "it came in this phase"
    assert t.why_not(1, "market")[1] == "timing.1"
    t = table("build", hands=[["toll_keeper"], ["farm"], []], gold=[9, 9, 9])
    t.do(0, "build", "toll_keeper")
    t.do(1, "build", "farm")
    assert t.gold[1] == 6, "and takes no toll of Mayors who come later in it"


@clause("villagers", "favor.9")
def test_the_favor_in_pillage_spares_what_a_card_of_ones_own_would_cost() -> None:
    """R27: no card of ours costs gold in that phase; one of a file may."""
    rats = that_do(plague_rats='verb = "gain", phase = "pillage", amount = -2')
    t = table(
        "pillage", 3, {"cards": rats}, towns=[["plague_rats"]], gold=[6, 0, 0], favor=0, hands=[[], [], []]
    )
    t.do(0, "keep")
    t.do(0, "favor")
    assert t.gold[0] == 6 and said(t, "spared a loss of 3g")


@clause("villagers", "ability.2")
def test_two_shields_that_are_used_add_up() -> None:
    """R25: 3g by the Friar and 2g by the Shield Maiden, each once."""
    town = ["friar", "shield_maiden", "basilisk", "werewolf", "witch", "master_cutpurse"]
    t = table("pillage", towns=[town], gold=[20, 0, 0], hands=[[], [], []])
    loss = sum(ROWS[card].pillage or 0 for card in town)
    assert loss > 5
    t.do(0, "use", "friar")
    t.do(0, "use", "shield_maiden")
    assert t.gold[0] == 20 - 1 - (loss - 5), "nothing else can be done, so the loss is settled"


@clause("villagers", "build.2")
def test_a_discount_that_was_used_holds_for_one_card() -> None:
    """R30."""
    t = table("build", towns=[["guildhall", "town_hall"]], hands=[["farm", "baker"], [], []], gold=[9, 0, 0])
    t.do(0, "use", "guildhall")
    t.do(0, "use", "town_hall")
    t.do(0, "build", "farm")
    assert t.gold[0] == 9 - 1 - 1 - 1
    t.do(0, "build", "baker")
    assert t.gold[0] == 6 - 2


@clause("villagers", "timing.2", "ability.3")
def test_what_is_earned_may_pay_for_an_ability_of_the_same_turn() -> None:
    for towns, use in (([["baker", "bakery"]], "use"), ([["baker"], ["bakery"]], "vend")):
        t = table("earning", towns=towns, gold=[0, 0, 0], hands=[[], [], []])
        assert (t.asked, t.gold[0]) == (0, 1), "an empty purse could not pay, the first gold can"
        assert t.may() == {f"{use} bakery", "done"}
    t.do(0, "vend", "bakery")
    t.do(1, "grant", "bakery")
    assert t.gold[:2] == [2, 1]


@clause("villagers", "timing.2", "build.4")
def test_gold_of_the_build_phase_may_pay_for_a_card_before_a_toll_takes_it() -> None:
    own = that_do(windmill='verb = "gain", phase = "build", amount = 3')
    t = table(
        "build",
        options={"cards": own},
        towns=[["windmill"], ["toll_keeper"]],
        gold=[4, 0, 0],
        hands=[["town_hall"], [], []],
    )
    assert t.gold[0] == 7 and t.may() == {"build town_hall", "toll toll_keeper"}
    t.do(0, "build", "town_hall")
    assert t.gold[:2] == [0, 0] and t.town(0) == ["windmill", "town_hall"], "an empty purse owes no toll"


@clause("villagers", "favor.10", "timing.2")
def test_an_empty_bank_that_a_loss_fills_can_pay_for_the_favor() -> None:
    t = table("earning", towns=[["plague_rats"]], gold=[26, 27, 27], hands=[[], [], []], favor=0, turn=0)
    assert (t.asked, t.s.bank) == (0, 1) and t.may() == {"favor", "done"}


@clause("villagers", "timing.1")
def test_a_challenge_that_brings_gold_does_so_after_the_phase_in_which_it_came() -> None:
    own = that_do(
        witch='verb = "gain", phase = "recruit", amount = 2',
        windmill='verb = "gain", phase = "recruit", amount = 1',
    )
    pool = ["witch", "farm", "grey_wolf", "trader", "baker", "tailor"]
    t = table(seats=2, options={"cards": own}, towns=[["windmill"]], pool=pool, gold=[0, 0])
    assert t.gold[0] == 1
    t.do(0, "recruit", "witch")
    t.do(1, "recruit", "farm", dice=[6])
    assert (t.asked, t.gold[0]) == (0, 2), "two Mayors have two turns each: the Windmill works in both"


@clause("villagers", "extra.1")
def test_two_extra_cards_or_as_many_as_are_left() -> None:
    own = that_do(lord='verb = "draw", phase = "pillage", amount = 2, how = "use"')
    for size, drawn in ((3, 2), (1, 1)):
        t = table("pillage", options={"cards": own}, towns=[["lord"]], deck_size=size, hands=[[], [], []])
        t.do(0, "use", "lord")
        assert len(t.s.hand[0]) == drawn


def declared(t: Table) -> dict[str, object]:
    turn = t.view(1)["turn"]
    return {key: turn[key] for key in ("rolls", "ready", "first", "each", "shield", "cut") if turn[key]}


@clause("villagers", "bonus.1", "ability.2")
def test_what_was_declared_in_a_turn_is_gone_with_it() -> None:
    pool = ["village_well", "farm", "trader", "baker", "tailor", "shepherd"]
    t = table("recruit", towns=[["town_hall"], [], ["castle", "minstrel"]], gold=[9, 9, 9], pool=pool)
    t.do(0, "recruit", "village_well")
    t.do(1, "recruit", "farm")
    assert declared(t) == {"rolls": 1, "first": 1, "each": 1}, "the Minstrel and the Castle"
    t.do(2, "recruit", "trader")
    assert (t.s.phase, t.asked) == (5, 0) and declared(t) == {}
    assert turn_lines(t.view(1)) == ["Turn of Mayor A"]
    t = table("build", towns=[[], [], ["guildhall"]], gold=[1, 1, 9], hands=[[], [], ["farm"]])
    t.do(2, "use", "guildhall")
    assert declared(t) == {"cut": 2}
    t.do(2, "done")
    assert (
        t.s.phase == 1
        and declared(t) == {"rolls": 1}
        and turn_lines(t.view(1)) == ["Turn of Mayor B: 1 roll"]
    )
    t = table("defend", towns=[["grey_wolf", "marsh_archer"]], hands=[["farm"], [], []], gold=[9, 1, 1])
    assert declared(t) == {"rolls": 1, "ready": [f"card:{t.slot('marsh_archer')}"]}
    t.do(0, "done")
    assert t.s.phase == 5 and declared(t) == {}, "heroes that did not fight are not ready any more"


@clause("villagers", "pillage.1", "timing.2")
def test_a_loss_that_is_warded_off_is_no_longer_due() -> None:
    town = ["witch", "friar", "lord"]
    t = table("pillage", towns=[town], gold=[6, 0, 0])
    assert t.may() == {"suffer", "use friar", "use lord"}
    t.do(0, "use", "friar")
    assert t.may() == {"use lord", "done"}, "the Friar wards off 3g of 2g"


@clause("villagers", "build.5", "ability.2")
def test_a_building_more_is_used_up_before_the_card_that_everybody_may_add() -> None:
    t = table("build", towns=[["workshop"]], hands=[["farm", "baker"]], gold=[12, 0, 0])
    t.do(0, "use", "workshop")
    t.do(0, "build", "farm")
    assert "build baker" in t.may(), "the Workshop's card was the building"
    t.do(0, "build", "baker")
    assert t.town(0) == ["workshop", "farm", "baker"]
