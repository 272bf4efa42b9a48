"""What is offered helps, what is asked says all, and what lies open is in the view."""

from __future__ import annotations

from random import Random

import pytest

from knaves.games.villagers.bot import advise
from tests.games.villagers.table import Table, said, start, table, that_do
from tests.support import ask_of, clause

HAND_USERS = ("market", "workshop", "guildmaster", "town_hall", "guildhall")  # whose use depends on the hand


def prompt(t: Table) -> str:
    ask = ask_of(t.p)
    return ask.prompt(ask.seats[0])


def labels(t: Table) -> set[str]:
    ask = ask_of(t.p)
    seat = ask.seats[0]
    return {t.p.label(option, seat) for option in ask.options(seat)}


@clause("villagers", "defend.10", "vend.3")
def test_a_refused_vend_binds_nobody_to_a_challenge() -> None:
    towns = [["stone_giant", "grey_wolf", "gate_warden"], ["smithy"]]
    t = table("defend", towns=towns, gold=[6, 6, 6])
    t.do(0, "attack", "stone_giant")
    t.do(0, "vend", "smithy")
    t.do(1, "refuse", "smithy")
    assert t.asked == 0 and t.may() == {"attack stone_giant", "attack grey_wolf", "done"}
    t.do(0, "done")
    assert t.asked != 0 or t.s.phase != 2
    t = table("defend", towns=towns, gold=[6, 6, 6])
    t.do(0, "attack", "stone_giant")
    t.do(0, "mob")
    t.do(0, "vend", "smithy")
    t.do(1, "refuse", "smithy")
    assert "Declared so far: +3." in prompt(t)
    t.do(0, "attack", "grey_wolf")
    assert t.s.first == 3, "what was declared stays declared for the next roll (R19)"
    t.do(0, "town", dice=(1,))
    assert said(t, "1 + 3 against")


def test_a_declared_mob_cannot_go_where_it_does_not_work() -> None:
    box = start(2).s.box
    immune = next(row.id for row in box.cards if "mob" in box.immune[box.number[row.id]])
    t = table("defend", towns=[["stone_giant", immune, "gate_warden"], ["smithy"]], gold=[6, 6, 6])
    t.do(0, "attack", "stone_giant")
    t.do(0, "mob")
    t.do(0, "vend", "smithy")
    t.do(1, "refuse", "smithy")
    assert t.may() == {"attack stone_giant", "done"}
    assert t.why_not(0, immune)[1] == "bonus.1"


def test_the_mob_card_can_be_clicked_and_why_not_tells_the_truth() -> None:
    t = table("defend", towns=[["witch"]])
    assert t.why_not(0, "angry_mob") == ("First select a challenge to attack.", "defend.4")
    t.do(0, "attack", "witch")
    ask = ask_of(t.p)
    assert ask.why_not(0, f"card:{t.slot('angry_mob', 0)}") is None, "it is part of this choice"


def test_an_attack_that_cannot_succeed_is_not_offered() -> None:
    t = table("defend", towns=[["murder_bats", "witch"]])
    assert t.may() == {"attack witch", "done"}
    reason, _ = t.why_not(0, "murder_bats")
    assert reason == "Murder Bats takes 3 successes this turn, and you have 1 attempt."
    t = table("defend", towns=[["murder_bats", "jouster", "paladin"]])
    t.do(0, "attack", "murder_bats")
    assert "3 successes needed this turn" in prompt(t)
    t.do(0, "town", dice=(6,))
    assert said(t, "it takes 2 more successes this turn")


def test_abilities_that_would_do_nothing_are_not_offered() -> None:
    t = table("build", towns=[["workshop", "guildmaster"]], hands=[["baker", "paladin"]], gold=[12, 0, 0])
    assert "use workshop" not in t.may()
    assert "use guildmaster" in t.may(), "the Baker by the Guildmaster, the Paladin as the card of this turn"
    t = table("build", towns=[["workshop", "guildmaster"]], hands=[["paladin"]], gold=[9, 0, 0])
    assert t.may() == {"build paladin", "done"}


@pytest.mark.parametrize(
    ("town", "hand", "gold", "helps"),
    [
        ("town_hall", ["farm", "baker"], 5, False),  # 3g and 2g, and 1g for the Town Hall
        ("town_hall", ["farm", "baker"], 6, True),
        ("guildhall", ["paladin"], 7, False),  # 9g, less 2g, and 1g for the Guildhall
        ("guildhall", ["paladin"], 8, True),
        ("guildhall", ["washerwoman", "paladin"], 1, True),  # of no gain, but it can be done
        ("guildhall", ["village_well", "paladin"], 3, True),
    ],
)
def test_abilities_that_nobody_could_pay_the_cards_for_are_not_offered(
    town: str, hand: list[str], gold: int, helps: bool
) -> None:
    t = table("build", towns=[[town, "farmer"]], hands=[hand], gold=[gold, 0, 0])
    assert (f"use {town}" in t.may()) == helps


def test_a_lower_price_is_not_offered_where_cards_cost_nothing() -> None:
    builders = ["guildhall", "carpenter", "mountain_dwarf"]
    t = table("build", towns=[builders], hands=[["village_well"]], gold=[5, 0, 0])
    assert t.may() == {"build village_well", "done"}, "2g, less 2g by Carpenter and Mountain Dwarf"
    assert t.why_not(0, "guildhall")[0] == "Guildhall would do nothing at this moment."
    t = table("build", towns=[builders], hands=[["village_well", "washerwoman"]], gold=[5, 0, 0])
    assert "use guildhall" in t.may(), "the Washerwoman costs 1g"


@clause("villagers", "extra.1", "ability.3")
@pytest.mark.parametrize(
    ("card", "phase"), [(card, "build") for card in HAND_USERS] + [("beggar", "pillage")]
)
def test_what_is_used_does_not_tell_what_was_drawn(card: str, phase: str) -> None:
    """Else a rival who sees it used would know what his imagined worlds do not (R42)."""
    for drawn in ("village_well", "washerwoman", "battle_apprentice", "witch"):
        t = table(phase, towns=[[card]], hands=[[], [], []], secrets=[[drawn]], gold=[4, 0, 0])
        assert f"use {card}" in t.may(0), drawn
        t.do(0, "use", card)
        assert t.asked == 0 and "done" in t.may(0), drawn
        t.do(0, "done")
        assert bool(said(t, "Mayor A sells nothing.")) == (card in ("market", "beggar"))


def test_nobody_is_asked_for_what_he_cannot_pay_because_he_hides_a_card() -> None:
    """Gold lies open, so that nothing is asked tells nothing."""
    own = that_do(
        market='verb = "sell", phase = "pillage", amount = 3, how = "use", cost = 2, vend = {owner = 2}'
    )
    for towns, gold, asked in (
        ([["market"]], 1, False),
        ([["market"]], 2, True),
        ([[], ["market"]], 1, False),
    ):
        t = table(
            "pillage",
            options={"cards": own},
            towns=towns,
            hands=[[], [], []],
            secrets=[["castle"]],
            gold=[gold, 0, 0],
        )
        assert (t.s.phase == 3 and t.asked == 0) == asked


def test_gold_of_the_phase_counts_for_one_card_more() -> None:
    """Gold to take comes first where the bank can pay it; here it may not, so the Mayor is asked before."""
    own = that_do(windmill='verb = "gain", phase = "build", amount = 4')
    towns = [["windmill", "workshop", "plague_rats"], ["toll_keeper"]]
    t = table("build", options={"cards": own}, towns=towns, hands=[["baker", "farm"]], gold=[4, 0, 0])
    assert "earn" in t.may() and "use workshop" in t.may(), "4g and 4g: the Workshop, the Baker and the Farm"


def test_a_bot_pays_for_no_card_more_that_it_does_not_have() -> None:
    t = table(
        "build", towns=[["workshop"]], hands=[[], [], []], secrets=[["baker", "washerwoman"]], gold=[9, 0, 0]
    )
    ask = ask_of(t.p)
    assert advise(t.view(0), ask.options(0), Random(1))[0] == "build", "two citizens, and no building"
    t = table(
        "build", towns=[["workshop"]], hands=[[], [], []], secrets=[["farm", "washerwoman"]], gold=[9, 0, 0]
    )
    ask = ask_of(t.p)
    assert advise(t.view(0), ask.options(0), Random(1)) == t.option(0, "use", "workshop")


def test_gold_that_other_abilities_bring_is_counted() -> None:
    t = table("build", towns=[["town_hall", "market"]], hands=[["farm", "baker", "tailor"]], gold=[5, 0, 0])
    assert "use town_hall" in t.may(), "the Market pays 3g for the Tailor"
    t.do(0, "use", "market")
    t.do(0, "sell", "tailor")
    t.do(0, "use", "town_hall")
    t.do(0, "build", "farm")
    t.do(0, "build", "baker")
    assert t.gold[0] == 2


def test_attempts_that_nothing_can_be_attacked_with_are_not_offered() -> None:
    t = table("defend", towns=[["harpies", "herb_garden", "jouster"]])
    assert t.may() == {"attack harpies", "done"}, "only a HERO DEFENSE can attack them"
    assert t.why_not(0, "herb_garden")[0] == "Herb Garden would do nothing at this moment."
    t = table("defend", towns=[["murder_bats", "herb_garden", "jouster"]])
    assert "use herb_garden" in t.may(), "town, hero and one more: three successes"
    t.do(0, "attack", "murder_bats")
    t.do(0, "town", dice=(1,))
    assert "use herb_garden" not in t.may() and "attack murder_bats" not in t.may()


def test_rolls_that_cannot_reach_are_not_offered() -> None:
    t = table("recruit", towns=[["tavern", "headless_ghost", "innkeeper"]])
    t.do(0, "recruit", "tailor")
    assert "use tavern" not in t.may(), "position 6 with 1 less on each roll"
    t.do(0, "use", "innkeeper")
    assert "use tavern" in t.may()


def test_only_the_gravedigger_is_left() -> None:
    t = table("defend", towns=[["witch", "gravedigger"]], gold=[6, 0, 0])
    t.do(0, "attack", "witch")
    t.do(0, "town", dice=(1,))
    assert t.may() == {"use gravedigger", "done"}
    assert prompt(t).startswith("Nothing can be attacked (any more) in this turn.")


@clause("villagers", "defend.5")
def test_an_attack_shows_bonus_need_and_odds() -> None:
    t = table("defend", towns=[["witch", "paladin", "chapel"]])
    t.do(0, "attack", "witch")
    assert "TOWN DEFENSE (+1, needs 3 or more: 67%) against Witch" in labels(t)
    assert "HERO DEFENSE (+3, cannot fail) by Paladin" in labels(t)
    chances = {chance["id"]: chance for chance in t.view()["turn"]["chances"]}
    assert chances["town"]["need"] == 3 and chances["town"]["odds"] == "67%"
    assert chances[f"card:{t.slot('paladin')}"]["bonus"] == 3


def test_recruiting_shows_the_odds_and_never_promises() -> None:
    t = table("recruit", gold=[8, 0, 0])
    assert [chance["odds"] for chance in t.view()["turn"]["chances"]] == [
        "certain",
        "83%",
        "67%",
        "50%",
        "33%",
        "17%",
    ]
    t.do(0, "recruit", "farm")
    assert "Buy 2 extra rolls (2g) and roll: over 99%" in labels(t), "99.54 is not 100"
    ask = ask_of(t.p)
    shape = ask.shape(0)
    assert (shape.kind, shape.verb, shape.least, shape.most) == ("amount", "roll", 0, 8)


def test_a_price_of_rolls_is_told_where_rolls_can_be_bought() -> None:
    t = table("recruit", gold=[1, 0, 0])
    t.do(0, "recruit", "trader")
    assert prompt(t).endswith("Miss, and you take Village Well. Each extra roll costs 1g.")
    stops: dict[str, object] = {"ordinance": True}  # before a roll in which nothing is left to decide
    t = table("recruit", options=stops, towns=[["headless_ghost"]], gold=[8, 0, 0])
    t.do(0, "recruit", "tailor")
    assert "needs 7, more than a die has" in prompt(t) and "extra roll" not in prompt(t)
    t = table("recruit", options=stops, gold=[0, 8, 0])
    t.do(0, "recruit", "trader")
    assert "no gold" in prompt(t) and "extra roll" not in prompt(t)


def test_the_reset_phase_says_what_there_is_to_pay_with() -> None:
    t = table("reset", towns=[[], ["library"]], gold=[0, 5, 0])
    assert prompt(t) == "Use an ability of the Reset phase, or leave it at that; you have 5g."


def test_the_end_says_why() -> None:
    t = table("build", 3, hands=[["farm"], [], []], deck_size=0)
    t.do(0, "done")
    assert t.heard[-2:] == ["No cards remain in the deck: the game ends.", "The game is over."]
    nine = ["farm", "castle", "stable", "tower", "bakery", "smithy", "windmill", "tavern", "chapel"]
    t = table("build", 3, towns=[[], nine], hands=[["trader"], [], []])
    t.do(0, "done")
    assert "The town of Mayor B has 9 cards: the game ends." in t.heard


def test_the_view_has_what_lies_open() -> None:
    t = table("recruit", secrets=[["castle"], [], []], hands=[["jouster"], [], []], deck_size=60)
    view = t.view(0)
    assert {card["card"] for card in view["gone"]} >= {"angry_mob", "deputy_mayor"}
    assert len(view["gone"]) == len(t.s.gone)
    assert view["mayors"][0]["secret"] == [f"card:{t.slot('castle')}"]
    assert t.view(1)["mayors"][0]["secret"] == [] and t.view(1)["mayors"][0]["unknown"] == 1
    board = t.p.game.board(t.p.view(0))
    assert "only you know it" in board and "out of the game (" in board and "Angry Mob" in board


def test_no_line_tells_of_nothing() -> None:
    """No "0g" in the log of whole games."""
    for seed in range(6):
        t, rng = start(4, seed), Random(seed)
        while (ask := t.p.ask()) is not None:
            t.p.take(ask.seats[0], rng.choice(ask.options(ask.seats[0])))
        assert not [words for words in t.heard if " 0g" in words or "1 cards" in words]


@clause("villagers", "timing.1")
def test_a_card_of_this_turn_lowers_no_price_and_no_label() -> None:
    t = table("build", towns=[["town_hall"]], hands=[["carpenter", "farm"]], gold=[9, 0, 0])
    t.do(0, "use", "town_hall")
    t.do(0, "build", "carpenter")
    assert "For 3g of 4g add Farm to your town" in labels(t)
    t.do(0, "build", "farm")
    assert t.gold[0] == 1


@clause("villagers", "vend.2")
def test_a_payment_to_each_other_mayor_is_counted_without_the_payer() -> None:
    hands = [["washerwoman", "beggar"], [], []]
    t = table("build", towns=[[], ["guildmaster"]], gold=[4, 0, 0], hands=hands)
    assert "vend guildmaster" in t.may(), "2g for the two others, and 1g for each citizen"
    labels = {t.p.label(option, 0) for option in t.p.ask().options(0)}  # type: ignore[union-attr]
    assert any(label.startswith("VEND of Mayor B for 2g") for label in labels)


@clause("villagers", "defend.4", "defend.9", "vend.3")
def test_a_bonus_for_one_roll_does_not_take_the_other_attempts_away() -> None:
    plus = 'verb = "roll_bonus", phase = "defend", amount = 1, rolls = "one", on = "town", how = "use"'
    towns = [["skeleton_crew", "jouster", "fletcher", "harpies"], ["herbalist"]]
    own: dict[str, object] = {"cards": that_do(fletcher=plus)}
    t = table("defend", options=own, towns=towns, gold=[5, 0, 0], hands=[[], [], []])
    t.do(0, "attack", "skeleton_crew")
    t.do(0, "use", "fletcher")
    t.do(0, "vend", "herbalist")
    t.do(1, "refuse", "herbalist")
    assert t.may() == {"attack skeleton_crew", "done"}, "two attempts for two successes: the hero comes after"
    assert t.why_not(0, "harpies") == ("What you have declared does not work against Harpies.", "bonus.1")
    t.do(0, "attack", "skeleton_crew", dice=[2])
    assert said(t, "Mayor A attacks Skeleton Crew with the town: 2 + 1 against 3.")
    t.do(0, "attack", "skeleton_crew", dice=[1])
    assert t.hand(0) == ["skeleton_crew"]


@clause("villagers", "favor.8", "vend.3")
def test_a_declared_favor_cannot_go_where_it_does_not_work() -> None:
    towns = [["stone_giant", "banshee", "gate_warden"], ["smithy"]]
    t = table("defend", towns=towns, gold=[6, 6, 6], favor=0, turn=0)
    t.do(0, "attack", "stone_giant")
    t.do(0, "favor")
    t.do(0, "vend", "smithy")
    t.do(1, "refuse", "smithy")
    assert t.may() == {"attack stone_giant", "done"}
    assert t.why_not(0, "banshee")[1] == "bonus.1"


@clause("villagers", "bonus.1", "defend.4")
def test_a_bonus_for_heroes_keeps_the_town_from_the_next_roll() -> None:
    towns = [["stone_giant", "black_knight", "jouster", "squire"], ["herbalist"]]
    t = table("defend", towns=towns, gold=[5, 0, 0], hands=[[], [], []])
    t.do(0, "attack", "stone_giant")
    t.do(0, "use", "squire")
    t.do(0, "vend", "herbalist")
    t.do(1, "refuse", "herbalist")
    assert t.may() == {"attack stone_giant", "done"}, "only the town can attack the Black Knight"


@clause("villagers", "defend.4")
def test_without_heroes_some_challenges_are_safe() -> None:
    t = table("defend", towns=[["witch", "harpies"]])
    assert t.may() == {"attack witch", "done"}
    assert t.why_not(0, "harpies") == ("Only a HERO DEFENSE can attack Harpies.", "defend.4")


@clause("villagers", "vend.1", "ability.1")
def test_what_another_mayor_does_not_vend_pays_for_nothing() -> None:
    own = that_do(bakery='verb = "gain", phase = "build", amount = 2, how = "use"')
    t = table(
        "build",
        options={"cards": own},
        towns=[["town_hall"], ["bakery"]],
        gold=[2, 0, 0],
        hands=[["washerwoman", "beggar"], [], []],
    )
    assert t.may() == {"build washerwoman", "build beggar", "done"}, (
        "1g for the Town Hall leaves 1g for one card"
    )


@clause("villagers", "defend.4", "ability.3")
@pytest.mark.parametrize(("gold", "attacks"), [(0, False), (1, False), (2, True)])
def test_attempts_that_gold_cannot_buy_together_are_not_counted_together(gold: int, attacks: bool) -> None:
    """Murder Bats take three successes; the second and the third attempt cost 1g each (R41)."""
    more = 'verb = "extra_roll", phase = "defend", amount = 1, how = "use", cost = 1'
    own: dict[str, object] = {"cards": that_do(kennels=more)}
    t = table("defend", options=own, towns=[["murder_bats", "herb_garden", "kennels"]], gold=[gold, 0, 0])
    assert ("attack murder_bats" in t.may(0)) is attacks
    assert ("use kennels" in t.may(0)) is attacks


def test_gold_that_an_ability_brings_buys_the_attempt_that_is_lacking() -> None:
    own: dict[str, object] = {
        "cards": that_do(kennels='verb = "gain", phase = "defend", amount = 1, how = "use"')
    }
    town = ["skeleton_crew", "herb_garden", "kennels"]
    t = table("defend", options=own, towns=[town], gold=[0, 0, 0])
    assert {"attack skeleton_crew", "use kennels"} <= t.may(0) and "use herb_garden" not in t.may(0)
    t.do(0, "use", "kennels")
    assert "use herb_garden" in t.may(0)


@clause("villagers", "mob.1", "favor.8", "bonus.1", "ability.3")
def test_no_bonus_is_offered_where_no_roll_can_fail() -> None:
    """A Mob is worth three points, a Favor a bonus elsewhere: neither is for a roll that a 1 wins."""
    towns = [["cursed_scarecrow", "drill_sergeant", "kennels", "squire", "fletcher"], ["herbalist", "smithy"]]
    t = table("defend", towns=towns, gold=[5, 0, 0], favor=0, turn=0)
    t.do(0, "attack", "cursed_scarecrow")
    assert t.may() == {"town", "hero drill_sergeant"}, "2, and each of them adds 1"
    for card, kind in (("angry_mob", ""), ("kennels", ""), ("squire", "HERO "), ("fletcher", "TOWN ")):
        assert t.why_not(0, card) == (
            f"No {kind}DEFENSE against Cursed Scarecrow can fail as it is.",
            "bonus.1",
        )
    assert t.refuses(0, "favor").reason == "No DEFENSE against Cursed Scarecrow can fail as it is."
    t = table("defend", towns=[["witch", "giant_slayer", "squire", "fletcher", "kennels"]], favor=0, turn=0)
    t.do(0, "attack", "witch")
    assert t.may() == {"town", "hero giant_slayer", "mob", "favor", "use fletcher", "use kennels"}, (
        "the Slayer cannot fail: nothing is for him alone"
    )
    assert t.why_not(0, "squire") == ("No HERO DEFENSE against Witch can fail as it is.", "bonus.1")
    t.do(0, "mob")
    assert t.may() == {"town", "hero giant_slayer"}


def test_a_bonus_for_all_rolls_of_the_turn_is_offered_where_this_one_cannot_fail() -> None:
    plus = 'verb = "roll_bonus", phase = "defend", amount = 1, rolls = "all", how = "use"'
    own: dict[str, object] = {"cards": that_do(kennels=plus)}
    t = table("defend", options=own, towns=[["cursed_scarecrow", "drill_sergeant", "kennels", "witch"]])
    t.do(0, "attack", "cursed_scarecrow")
    assert t.may() == {"town", "hero drill_sergeant", "use kennels"}
