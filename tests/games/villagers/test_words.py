"""What people are told: prompts, reasons, events, the board, and what an eye may know."""

from __future__ import annotations

import pytest

from knaves.core.clauses import ledger
from knaves.games.villagers.cards.effects import Gain
from knaves.games.villagers.cards.faces import does
from tests.games.villagers.table import Table, said, start, table, that_do
from tests.support import ask_of, clause


def prompt(t: Table) -> str:
    ask = ask_of(t.p)
    return ask.prompt(ask.seats[0])


def label(t: Table, seat: int, verb: str, *things: str | int) -> str:
    return t.p.label(t.option(seat, verb, *things), seat)


def test_w21_one_and_the_tower_reach_position_2() -> None:
    for position, card in ((1, "village_well"), (2, "farm")):
        t = table("recruit", towns=[["tower"]])
        drawn = t.s.drawn
        t.do(0, "recruit", card)
        assert t.hand(0)[-1] == card and t.s.drawn == drawn, f"position {position} cannot be missed"
    t = table("recruit", towns=[["tower"]])
    t.do(0, "recruit", "grey_wolf")
    t.do(0, "roll", 0, dice=(1,))
    assert t.hand(0)[-1] == "village_well", "position 3 can"


@clause("villagers", "components.3")
def test_w23_eighty_gold() -> None:
    t = start(5)
    assert sum(t.gold) == 30 and t.s.bank == 50


def test_prompts_say_the_stakes() -> None:
    t = table("recruit", towns=[["castle", "tower"]])
    t.do(0, "recruit", "tailor")
    assert prompt(t) == (
        "Tailor needs 4 or more; you have 1 roll (50%) and 6g. Miss, and you take Village Well. "
        "Each extra roll costs 1g."
    )
    t = table("recruit", towns=[["stable", "tower"]])
    t.do(0, "recruit", "tailor")
    assert "needs 5 or more on the first roll, a 6 on the others; you have 2 rolls" in prompt(t)
    t = table("defend", towns=[["witch", "jouster"]])
    assert prompt(t) == "Select a challenge to attack, or leave it at that. Left: 1 TOWN attempt, 1 hero."
    t.do(0, "attack", "witch")
    t.do(0, "mob")
    assert prompt(t) == "Declare who attacks Witch (Defeat Value 4). Declared so far: +3."
    t = table("pillage", towns=[["witch", "friar"]], gold=[5, 0, 0])
    assert prompt(t) == "Your Pillage Loss is 2g, and you have 5g. What happens next?"
    t = table("earning", towns=[["trader"], ["toll_bridge"]], gold=[4, 0, 0])
    assert prompt(t) == "Your earnings are 2g, and you have 4g. What happens next?"
    t = table("build", towns=[["workshop", "guildhall"]], hands=[["farm", "castle"]], gold=[9, 0, 0])
    t.do(0, "use", "workshop")
    t.do(0, "use", "guildhall")
    assert prompt(t) == (
        "You may add 1 card and 1 more building from your hand to your town; you have 7g. The next card costs 2g less. "
        "Prices now: Farm 1g, Castle 4g."
    )
    t = table("recruit", start=1, towns=[["tavern"]])
    t.do(1, "recruit", "tailor")
    t.do(1, "vend", "tavern")
    assert prompt(t) == "Mayor B asks to use your Tavern: 2 more recruit rolls. You get 1g. Do you allow it?"
    t = table("earning", favor=0)
    assert (
        prompt(t) == "The Earning phase begins. Keep the King's Favor, or spend it to give the Start Marker "
        "to a Mayor of your choice?"
    )


def test_more_cards_of_several_kinds_are_listed() -> None:
    t = table(
        "build",
        towns=[["workshop", "guildmaster"]],
        hands=[["farm", "tower", "baker", "miller"]],
        gold=[20, 0, 0],
    )
    t.do(0, "use", "workshop")
    t.do(0, "use", "guildmaster")
    assert prompt(t).startswith("You may add 1 card, 1 more building and 1 more citizen from your hand")


@pytest.mark.parametrize(
    ("card", "phase", "says"),
    [
        ("gravedigger", "defend", "remove a challenge in their town from the game. You get 1g."),
        ("market", "build", "discard a card from their hand for 3g. You get 1g."),
    ],
)
def test_whoever_lends_a_card_is_told_whose_town_and_hand_it_is_about(
    card: str, phase: str, says: str
) -> None:
    t = table(phase, towns=[["witch"], [card, "imps"]], hands=[["farm"], ["castle"], []], gold=[9, 0, 0])
    mine = t.p.label(t.option(0, "vend", card), 0)
    assert "your" in mine and "their" not in mine
    t.do(0, "vend", card)
    name = t.s.box.cards[t.s.box.number[card]].name
    assert prompt(t) == f"Mayor A asks to use your {name}: {says} Do you allow it?"


def test_like_cards_of_two_mayors_are_told_apart() -> None:
    """Of Deputy Mayors everybody has one."""
    for effect, phase in (
        ('verb = "toll", phase = "pillage", amount = 2, floor = 1', "pillage"),
        ('verb = "gain", phase = "pillage", amount = 2, how = "use", vend = {owner = 1}', "pillage"),
    ):
        start = 'text = ""\nstart = true\ncopies = 5\neffects'
        own = that_do(deputy_mayor=effect).replace("effects", start)
        towns = [["witch"], ["deputy_mayor"], ["deputy_mayor"]]
        t = table(phase, options={"cards": own}, towns=towns, hands=[[], [], []], gold=[4, 0, 0])
        ask = ask_of(t.p)
        labels = [t.p.label(o, 0) for o in ask.options(0) if o[0] in ("toll", "vend")]
        assert len(labels) == 2 and "of Mayor B" in labels[0] and "of Mayor C" in labels[1], labels


def test_a_large_penalty_on_a_roll_is_told() -> None:
    own = that_do(headless_ghost='verb = "roll_bonus", phase = "recruit", amount = -9, rolls = "all"')
    t = table("recruit", options={"cards": own}, towns=[["headless_ghost"]], gold=[0, 0, 0])
    t.do(0, "recruit", "trader", dice=(6,))
    assert said(t, "Mayor A rolls") == ["Mayor A rolls 6 - 9 for Trader; 4 is needed."]


def test_prompts_say_what_the_favor_would_do() -> None:
    t = table("recruit", favor=0)
    t.do(0, "keep")
    t.do(0, "recruit", "tailor")
    assert prompt(t).endswith("Each extra roll costs 1g. The King's Favor adds 2 to the first.")
    t.do(0, "favor")
    assert "Favor" not in prompt(t)
    t = table("defend", favor=0, towns=[["witch", "banshee", "jouster", "paladin"]])
    t.do(0, "keep")
    t.do(0, "attack", "witch")
    assert prompt(t) == "Declare who attacks Witch (Defeat Value 4). The King's Favor adds 2."
    t.do(0, "town", dice=(1,))
    t.do(0, "attack", "banshee")
    assert prompt(t) == "Declare who attacks Banshee (Defeat Value 5)."
    t = table("pillage", favor=0, towns=[["witch"], ["tax_collector"]], gold=[5, 0, 0])
    t.do(0, "keep")
    said = "Your Pillage Loss is 2g, and you have 5g. The King's Favor would spare you 3g. What happens next?"
    assert prompt(t) == said
    t = table("earning", favor=0, towns=[["trader"]], gold=[4, 0, 0])
    t.do(0, "keep")
    said = "Your earnings are 2g, and you have 4g. The King's Favor would bring 1g more. What happens next?"
    assert prompt(t) == said


def test_a_card_without_a_roll_says_why() -> None:
    t = table("recruit", towns=[["tower"]])
    t.do(0, "recruit", "farm")
    assert t.heard[-2:] == ["Mayor A need not roll: 1 + 1 reaches position 2.", "Mayor A recruits Farm."]
    t.do(1, "recruit", "village_well")
    assert t.heard[-2:] == ["Mayor B wants Village Well, in position 1.", "Mayor B recruits Village Well."]


def test_labels() -> None:
    t = table("recruit")
    assert label(t, 0, "recruit", "trader") == "Recruit Trader"
    assert label(t, 0, "roll", 0) == "Roll"
    assert label(t, 0, "roll", 1) == "Buy 1 extra roll (1g) and roll"
    assert label(t, 0, "roll", 3) == "Buy 3 extra rolls (3g) and roll"
    t = table("recruit", towns=[["tavern"], ["ferry_landing", "innkeeper"]])
    assert label(t, 0, "use", "tavern") == "Pay 1g: 2 more recruit rolls (Tavern)"
    assert (
        label(t, 0, "vend", "ferry_landing")
        == "VEND of Mayor B for 2g: +2 to one recruit roll (Ferry Landing)"
    )
    assert label(t, 0, "vend", "innkeeper") == "VEND of Mayor B for 1g: +1 to each recruit roll (Innkeeper)"
    named = t.p.label(t.option(0, "vend", "innkeeper"), 0, ["Ann", "Bob", "Cid"])
    assert named == "VEND of Bob for 1g: +1 to each recruit roll (Innkeeper)"
    assert t.p.things(t.option(0, "vend", "innkeeper")) == [f"card:{t.slot('innkeeper')}"]
    assert t.p.things(t.option(0, "use", "tavern")) == [f"card:{t.slot('tavern')}"]
    assert label(t, 0, "start", 2) == "Give the Start Marker to Mayor C"
    assert t.p.label(("start", 2), 0, ["Ann", "Bob", "Cid"]) == "Give the Start Marker to Cid"


def test_events() -> None:
    t = table("recruit", towns=[["castle"], ["stable"]], favor="trader")
    t.do(0, "recruit", "trader")
    t.do(0, "roll", 1, dice=(1, 3))
    assert t.heard[-6:] == [
        "Mayor A wants Trader, in position 4.",
        "Mayor A buys 1 extra roll for 1g.",
        "Mayor A rolls 1 + 1 for Trader; 4 is needed.",
        "Mayor A rolls 3 + 1 for Trader; 4 is needed.",
        "Mayor A recruits Trader.",
        "Mayor A has the King's Favor.",
    ]
    t = table("defend", towns=[["witch", "jouster"], ["imps"]], hands=[[], []])
    t.do(0, "attack", "witch")
    t.do(0, "hero", "jouster", dice=(2,))
    assert t.heard[-2:] == [
        "Mayor A attacks Witch with Jouster: 2 + 2 against 4.",
        "Mayor A defeats Witch and takes 2g of loot.",
    ]
    assert not set(t.p.game.verbs) & set(t.p.game.events), "a name is a verb or an event, not both"


@pytest.mark.parametrize("advanced", [True, False])
def test_every_reason_cites_a_clause(advanced: bool) -> None:
    """In a long walk, whatever can be seen and not chosen says why."""
    ids = {c.id for c in ledger("villagers").clause}
    t = start(3, 5, advanced=advanced)
    cited = set()
    for _ in range(150):
        ask = t.p.ask()
        if ask is None:
            break
        seat = ask.seats[0]
        for slot in range(110):
            why = ask.why_not(seat, f"card:{slot}")
            if why is not None:
                assert why.reason and why.clause in ids
                cited.add(why.clause)
        options = ask.options(seat)
        t.p.take(seat, options[len(options) // 2])
    assert len(cited) >= 5


def test_the_board_shows_the_table() -> None:
    t = table("recruit", towns=[["castle"], ["witch"]], favor="trader", hands=[["jouster"], ["smith"], []])
    words = t.p.game.board(t.p.view(0))
    for part in (
        "Pool",
        "Castle",
        "Witch",
        "King's Favor",
        "Start Marker",
        "you",
        "6g",
        "defeat 4",
        "Pairs with Lord",
    ):
        assert part in words
    assert t.p.game.board(t.p.view(None))


def test_the_house_mark() -> None:
    t = table("recruit", pool=["witch", "farm", "baker"])
    assert [card["house"] for card in t.view()["pool"]] == [False, True, True], "Farm's ability is our guess"


def test_a_view_names_no_card_that_its_eye_has_not_seen() -> None:
    t = table("build", secrets=[["castle"], [], []], hands=[[], ["farm"], []], gold=[9, 9, 9])
    secret = t.slot("castle")
    assert f"card:{secret}" in str(t.view(0))
    for eye in (1, 2, None):
        assert f"card:{secret}'" not in str(t.view(eye)) and "Castle" not in str(t.view(eye))
    assert said(t, "Castle") == []


def test_a_spent_favor_is_seen_in_the_bank() -> None:
    for favor, seen in (("bank", True), (0, False), ("farm", False)):
        t = table("build", favor=favor, pool=["farm"], turn=0)
        header = t.p.game.board(t.p.view(None)).splitlines()[0]
        assert ("g and [yellow]King's Favor[/yellow], a town" in header) == seen
    t = table("build", options={"advanced": False}, turn=0)
    assert "King's Favor" not in t.p.game.board(t.p.view(None))


def test_the_text_board_counts_the_attempts_that_are_left() -> None:
    t = table("defend", towns=[["witch", "jouster", "paladin"]])
    assert "1 TOWN and 2 HERO attempts left" in t.p.game.board(t.p.view(1))
    for turn, left in ((("town",), "2 HERO attempts left"), (("hero", "jouster"), "1 HERO attempt left")):
        t.do(0, "attack", "witch")
        t.do(0, *turn, dice=[1])
        assert f"Turn of Mayor A: {left}" in t.p.game.board(t.p.view(1))


def test_what_an_ability_does_in_words() -> None:
    two = Gain(phase="earning", amount=1, per="hero", each=2, most=3, how="use")
    assert does(two) == "Gain 1g for every 2 heroes, 3g at most"
    one = Gain(phase="earning", amount=1, per="citizen", how="use")
    assert does(one) == "Gain 1g for every citizen, 9g at most"


def test_a_vend_for_nothing_names_no_payment_of_0g() -> None:
    own = that_do(bakery='verb = "gain", phase = "earning", amount = 2, how = "use", vend = {}')
    t = table("earning", options={"cards": own}, towns=[[], ["bakery"]], hands=[[], [], []])
    assert {t.p.label(o, 0) for o in t.p.ask().options(0)} == {  # type: ignore[union-attr]
        "VEND of Mayor B for nothing: Gain 2g (Bakery)",
        "Leave it at that",
    }
    t.do(0, "vend", "bakery")
    said_to = t.p.ask().prompt(1)  # type: ignore[union-attr]
    assert said_to == "Mayor A asks to use your Bakery: gain 2g. Nobody is paid. Do you allow it?"


@clause("villagers", "recruit.1")
def test_a_sure_card_offers_what_there_is_and_nothing_else() -> None:
    for towns, ending in (([], "without a roll."), ([["bakery"]], "use something first?")):
        own = BAKERY_IN_RECRUIT if towns else ""
        t = table(options={"ordinance": True, "cards": own}, towns=towns)
        t.do(0, "recruit", "village_well")
        assert t.p.ask().prompt(0).endswith(ending)  # type: ignore[union-attr]
    for town, each, first in ((["castle"], 1, 0), (["tower"], 0, 1)):
        t = table("recruit", options={"cards": BAKERY_IN_RECRUIT}, towns=[["bakery", *town]])
        t.do(0, "recruit", t.pool[1])
        assert (t.s.each, t.s.first) == (each, first)
        assert "is yours without a roll. Take it" in prompt(t), "the second place, with one more on a die"


BAKERY_IN_RECRUIT = that_do(bakery='verb = "gain", phase = "recruit", amount = 2, how = "use"')


def test_what_is_banished_is_told() -> None:
    t = table("defend", towns=[["witch", "gravedigger"]])
    t.do(0, "use", "gravedigger")
    assert said(t, "Mayor A has Witch removed from the game.")


def test_a_new_card_is_marked_as_long_as_the_game_goes_on() -> None:
    town = ["castle", "stable", "tower", "bakery", "smithy", "windmill", "tavern", "chapel"]
    t = table("build", towns=[town], hands=[["farm"], ["baker"], []], gold=[9, 9, 0])
    t.do(0, "build", "farm")
    assert t.asked == 1 and "new, works from the next phase" in t.p.game.board(t.p.view(0))
    t.do(1, "done")
    assert t.s.result is not None and "new, works from" not in t.p.game.board(t.p.view(0))
