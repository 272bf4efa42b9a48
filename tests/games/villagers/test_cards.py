"""Every card: its numbers at work, and the data as a whole. What the texts say is in test_abilities."""

from __future__ import annotations

import re

import pytest

from knaves.games.villagers.cards import cards
from knaves.games.villagers.cards.effects import Ability, RollBonus
from tests.games.villagers.table import ROWS, said, table

BUILDABLE = [row.id for row in cards() if row.kind in ("building", "citizen", "hero")]
CHALLENGES = [row.id for row in cards() if row.kind == "challenge"]


# -- numbers --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", BUILDABLE)
def test_price_and_value(card: str) -> None:
    row = ROWS[card]
    assert row.price is not None and row.value is not None
    t = table("build", hands=[[card], ["farm" if card != "farm" else "baker"], []], gold=[row.price, 6, 0])
    before = t.sheet(0).town_value
    t.do(0, "build", card)
    assert t.gold[0] == 0 and t.town(0) == [card]
    own = sum(
        1 for effect in row.effects if getattr(effect, "per", "") == row.kind and not hasattr(effect, "how")
    )
    assert t.sheet(0).town_value - before == row.value + own
    if row.price:
        t = table("build", hands=[[card], [], []], gold=[row.price - 1, 0, 0])
        assert t.s.round == 2, "one gold less is too little"


@pytest.mark.parametrize("card", [c for c in BUILDABLE if ROWS[c].kind == "citizen"])
def test_earnings(card: str) -> None:
    t = table("earning", towns=[[card]], gold=[0, 0, 0], hands=[[], [], []])
    gold = ROWS[card].earnings
    assert said(t, "Mayor A earns") == ([f"Mayor A earns {gold}g."] if gold else [])


@pytest.mark.parametrize("card", [c for c in BUILDABLE if ROWS[c].kind == "hero"])
def test_defeat_bonus(card: str) -> None:
    bonus = ROWS[card].bonus
    assert bonus is not None
    for die, falls in ((6 - bonus, True), (5 - bonus, False)):
        t = table("defend", towns=[["hungry_chest", card], ["witch"]], hands=[[], []])
        t.do(0, "attack", "hungry_chest")
        t.do(0, "hero", card, dice=(die,))
        assert ("hungry_chest" in t.hand(0)) is falls


@pytest.mark.parametrize("card", CHALLENGES)
def test_defeat_value_loot_pillage_and_value(card: str) -> None:
    row = ROWS[card]
    assert row.defeat and row.loot is not None and row.pillage is not None and row.value is not None
    by_hero = card in ("young_dragon", "harpies") or row.defeat > 6
    hero, plus = ("battle_apprentice", 1) if card == "harpies" else ("paladin", 3)
    bonus = plus if by_hero else -1 if card == "imps" else 0
    needs = {"murder_bats": 3, "skeleton_crew": 2}.get(card, 1)
    for die, falls in ((row.defeat - bonus, True), (row.defeat - bonus - 1, False)):
        other = "witch" if card != "witch" else "werewolf"
        heroes = [hero] if by_hero else ["jouster", "paladin"] if needs > 1 else []
        t = table("defend", towns=[[card, *heroes], [other]], hands=[[], []])
        t.do(0, "attack", card, dice=(die,))
        if t.s.aim != -1:
            t.do(0, *(("hero", hero) if by_hero else ("town",)), dice=(die,))
        if needs == 1:
            assert (card in t.hand(0)) is falls
            assert t.gold[0] == 6 + (row.loot if falls else 0)
        else:
            assert bool(said(t, f"{row.name} is hit; it takes {needs - 1} more")) is falls
    t = table("pillage", towns=[[card]], gold=[9, 0, 0], hands=[[], [], []])
    loss = row.pillage
    assert said(t, "Mayor A loses", "pillage") == ([f"Mayor A loses {loss}g to pillage."] if loss else [])
    t = table("build", towns=[[card]], hands=[[], ["farm"], []], gold=[0, 6, 0])
    assert t.sheet(0).town_value == row.value - (1 if card == "moon_cult" else 0)


def test_the_angry_mob_and_the_deputy_mayor() -> None:
    t = table("defend", towns=[["hungry_chest"]])
    t.do(0, "attack", "hungry_chest")
    t.do(0, "mob", dice=(3,))
    assert "hungry_chest" in t.hand(0)
    t = table("build")
    t.do(0, "build", "deputy_mayor")
    assert t.gold[0] == 4 and t.sheet(0).town_value == 1
    assert table("earning", towns=[["deputy_mayor"]], hands=[[], [], []], gold=[0, 0, 0]).gold[0] == 1


# -- the data as a whole --------------------------------------------------------------------------------


@pytest.mark.parametrize("card", sorted(ROWS))
def test_text_and_effects_say_the_same(card: str) -> None:
    """Every card with effects has a text, and the text names every number in them."""
    row = ROWS[card]
    assert bool(row.text) == (bool(row.effects) or card in ("angry_mob", "mystic_seer"))
    numbers = set(map(int, re.findall(r"\d+", row.text)))
    for effect in row.effects:
        for name in ("cost", "floor", "wins"):
            value = getattr(effect, name, 0)
            assert not value or value in numbers, (card, name)
        amount = getattr(effect, "amount", None)
        assert amount is None or abs(amount) in numbers
        if isinstance(effect, Ability) and effect.vend:
            assert "VEND" in row.text
            assert {n for n in (effect.vend.owner, effect.vend.bank, effect.vend.each) if n} <= numbers
        else:
            assert "VEND" not in row.text
        if isinstance(effect, RollBonus):
            assert ("each" in row.text) == (effect.rolls == "all")
            assert ("TOWN" in row.text) == (effect.on == "town") and ("HERO" in row.text) == (
                effect.on == "hero"
            )


def test_the_design_brief() -> None:
    vend = [row.id for row in cards() if any(isinstance(e, Ability) and e.vend for e in row.effects)]
    special = [row.id for row in cards() if row.kind == "challenge" and row.effects]
    assert len(vend) >= 10 and len(special) >= 8
    phases = {row.text.partition(":")[0] for row in cards() if row.effects and row.kind != "challenge"}
    assert phases == {"Recruit", "Defend", "Pillage", "Earning", "Build/Hire", "Reset", "At the end"}
    for row in cards():
        if row.kind in ("building", "citizen", "hero"):
            assert row.pair, f"{row.id} has a partner"
            if row.pair != "any citizen":
                assert ROWS[row.pair].pair == row.id


def test_known_cards_are_as_they_are_known() -> None:
    known: dict[str, dict[str, str | int]] = {
        "farm": {"kind": "building", "price": 3, "value": 3, "pair": "farmer"},
        "castle": {"kind": "building", "price": 6, "value": 4, "pair": "lord"},
        "witch": {"kind": "challenge", "value": -2, "defeat": 4, "pillage": 2, "loot": 2},
        "murder_bats": {"kind": "challenge", "value": -2, "defeat": 2, "pillage": 0, "loot": 1},
        "trader": {"kind": "citizen", "price": 4, "value": 1, "earnings": 2},
        "farmer": {"kind": "citizen", "pair": "farm"},
        "lord": {"pair": "castle"},
        "mystic_seer": {"pair": "any citizen"},
    }
    for card, facts in known.items():
        for name, value in facts.items():
            assert getattr(ROWS[card], name) == value
            assert name not in ROWS[card].house
    outside = {row.id for row in cards() if row.source != "house"}
    assert outside == {*known, "stable", "tower", "tax_collector", "angry_mob", "deputy_mayor"}


def test_what_is_inferred_is_marked() -> None:
    for card in ("tower", "stable", "castle"):
        assert "effects" in ROWS[card].house
