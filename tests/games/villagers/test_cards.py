"""One test per card: its numbers at work, and what its text says. Expectations are written out, not read from data."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from knaves.games.villagers.cards import cards
from knaves.games.villagers.vocabulary import Ability, RollBonus
from tests.games.villagers.table import ROWS, Table, table

BUILDABLE = [row.id for row in cards() if row.kind in ("building", "citizen", "hero")]
CHALLENGES = [row.id for row in cards() if row.kind == "challenge"]
Check = Callable[[], None]


def said(t: Table, *words: str) -> list[str]:
    """What was told with all these words in it."""
    return [told for told in t.heard if all(word in told for word in words)]


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
        t = table("defend", towns=[[card, *([hero] if by_hero else [])], [other]], hands=[[], []])
        t.do(0, "attack", card, dice=(die,))
        if by_hero and t.s.aim != -1:
            t.do(0, "hero", hero, dice=(die,))
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


# -- abilities ------------------------------------------------------------------------------------------


def recruits(card: str, *dice: int, use: bool = False, extra: int = 0) -> Table:
    """Seat 0 with the card in town wants position 6, and rolls these dice."""
    t = table("recruit", towns=[[card]])
    t.do(0, "recruit", "tailor")
    if use:
        t.do(0, "use", card)
    t.do(0, "roll", extra, dice=dice)
    assert t.asked == 1
    return t


def got(t: Table) -> bool:
    return t.hand(0)[-1] == "tailor"


def recruit_bonus(card: str, plus: int, *, each: bool, use: bool = False, cost: int = 0) -> None:
    """`plus` on the first roll; on the second only if it is for each roll."""
    assert got(recruits(card, 6 - plus, use=use))
    assert not got(recruits(card, 5 - plus, use=use))
    assert recruits(card, 6, use=use).gold[0] == 6 - cost
    assert got(recruits(card, 1, 6 - plus, use=use, extra=1)) is each


def recruit_rolls(card: str, more: int, *, use: bool = False, cost: int = 0) -> None:
    """So many rolls more than one."""
    ones = (1,) * more
    t = recruits(card, *ones, 6, use=use)
    assert got(t) and t.gold[0] == 6 - cost
    assert not got(recruits(card, *ones, 5, 6, use=use))


def fight(
    card: str, target: str, by: str, die: int, *, use: bool = False, others: tuple[str, ...] = ()
) -> Table:
    """Seat 0 attacks the target once, by the town or by a hero; the card is in the town."""
    t = table("defend", towns=[[target, card, *others], ["moon_cult"]], hands=[[], []])
    t.do(0, "attack", target, dice=(die,))
    if use:
        t.do(0, "use", card, dice=(die,))
    if t.s.aim != -1:  # there was more than one who could attack
        t.do(0, *(("town",) if by == "town" else ("hero", by)), dice=(die,))
    return t


def defence_bonus(card: str, plus: int, by: str, *, use: bool = False, cost: int = 0) -> None:
    """`plus` on a roll by the town, or by a hero with +1 of his own."""
    hero = "battle_apprentice" if by == "hero" else ""
    others = (hero,) if hero else ()
    need = 6 - plus - len(others)
    t = fight(card, "hungry_chest", hero or "town", need, use=use, others=others)
    assert "hungry_chest" in t.hand(0)
    assert t.gold[0] == 6 - cost + 5, "the loot of the Hungry Chest"
    t = fight(card, "hungry_chest", hero or "town", need - 1, use=use, others=others)
    assert "hungry_chest" in t.town(0)


def not_for(card: str, by: str, *, use: bool) -> None:
    """The bonus is not for this kind of DEFENSE."""
    others = ("battle_apprentice", "marsh_archer")
    if use:
        t = table("defend", towns=[["hungry_chest", card, *others], ["moon_cult"]], hands=[[], []])
        t.do(0, "attack", "hungry_chest")
        if by == "town":
            t.do(0, "use", card)
            assert t.may() == {"hero battle_apprentice", "hero marsh_archer"}
        else:
            t.do(0, "use", card, dice=(3,))
            assert said(t, "with the town: 3 + 2"), "only the town is left to attack"
    else:
        hero = by == "hero"
        t = fight(
            card, "hungry_chest", "battle_apprentice" if hero else "town", 4 if hero else 5, others=others
        )
        assert "hungry_chest" in t.town(0)


def town_attempts(card: str, attempts: int, *, use: bool = False, cost: int = 0) -> None:
    t = table("defend", towns=[["basilisk", card], ["moon_cult"]], hands=[[], []])
    if use:
        t.do(0, "use", card)
    for _ in range(attempts):
        assert t.asked == 0
        t.do(0, "attack", "basilisk")
    assert t.asked == 1 and t.gold[0] == 6 - cost


def shields(card: str, less: int, *, use: bool = False, cost: int = 0) -> None:
    t = table("pillage", towns=[["river_pirates", "witch", card]], gold=[9, 0, 0], hands=[[], [], []])
    if use:
        assert t.may() == {"suffer", f"use {card}"}
        t.do(0, "use", card)  # then only the loss is left, and it happens
        assert said(t, f"Mayor A uses {ROWS[card].name}" + (f" for {cost}g." if cost else "."))
    assert said(t, "to pillage") == [f"Mayor A loses {5 - less}g to pillage."]


def gains(card: str, phase: str, gold: int, *, cost: int | None = None, towns: tuple[str, ...] = ()) -> None:
    """Gold that comes by itself, or (with a cost) by use."""
    start = 2 if phase == "reset" else 0
    t = table(phase, towns=[[card, *towns]], gold=[6, 0, 0], hands=[[], [], []], start=start)
    name = ROWS[card].name
    if cost is not None:
        t.do(0, "use", card)
        assert said(t, f"Mayor A uses {name} for {cost}g.") and said(t, f"Mayor A gains {gold}g by {name}.")
    elif phase == "earning":
        total = gold + sum(ROWS[c].earnings or 0 for c in (card, *towns))
        words = f"Mayor A earns {total}g." if total > 0 else f"Mayor A loses {-total}g instead of earning."
        assert said(t, words) == [words]
    else:
        words = f"Mayor A gains {gold}g by {name}."
        assert said(t, f"by {name}") == ([words] if gold else [])


def draws(card: str, phase: str, cost: int) -> None:
    start = 2 if phase == "reset" else 0
    t = table(
        phase, towns=[[card, "witch"]], gold=[6, 6, 0], hands=[[], [], []], deck=["castle"], start=start
    )
    t.do(0, "use", card)
    assert t.hand(0)[0] == "castle"
    assert said(t, f"Mayor A uses {ROWS[card].name} for {cost}g.")
    assert len(said(t, "Mayor A draws")) == 1


def tolls(card: str, phase: str, floor: int) -> None:
    """Others with this much pay 1g, others with less pay nothing, the owner pays nothing."""
    for gold, paid in ((floor, 1), (floor - 1, 0)):
        t = table(phase, towns=[[card], [], []], gold=[9, gold, 0], hands=[[], [], []])
        while said(t, "Reset") == []:  # two things due at once are asked for: the toll comes first
            t.do(t.asked or 0, "toll", card)
        name = ROWS[card].name
        assert said(t, f"Mayor B pays {paid}g for {name} to Mayor A.")
        assert not said(t, f"Mayor A pays {paid}g for {name}")


def cheaper(card: str, kinds: dict[str, int]) -> None:
    """How much less (or more) a building, citizen and hero cost."""
    samples = {"building": ("farm", 3), "citizen": ("tailor", 5), "hero": ("hound_master", 4)}
    for kind, (sample, price) in samples.items():
        t = table("build", towns=[[card]], hands=[[sample], [], []], gold=[9, 0, 0])
        t.do(0, "build", sample)
        assert t.gold[0] == 9 - price + kinds.get(kind, 0)


def used_discount(card: str, less: int, cost: int) -> None:
    t = table("build", towns=[[card]], hands=[["farm"], [], []], gold=[9, 0, 0])
    t.do(0, "use", card)
    t.do(0, "build", "farm")
    assert t.gold[0] == 9 - cost - 3 + less


def one_more(card: str, kind: str, cost: int) -> None:
    hand = ["farm", "village_well", "baker", "farmer", "battle_apprentice", "forest_ranger"]
    first = {"any": "farm", "building": "baker", "citizen": "farm"}[kind]
    t = table("build", towns=[[card]], hands=[hand, [], []], gold=[20, 0, 0])
    t.do(0, "use", card)
    assert t.gold[0] == 20 - cost
    t.do(0, "build", first)
    left = {option.removeprefix("build ") for option in t.may() if option.startswith("build")}
    kinds = {ROWS[option].kind for option in left}
    assert kinds == ({"building", "citizen", "hero"} if kind == "any" else {kind})
    t.do(0, "build", min(left))
    assert t.s.round == 2, "and no third"


def banishes(card: str, cost: int) -> None:
    t = table("defend", towns=[["basilisk", "witch", card], ["moon_cult"]], hands=[[], []])
    t.do(0, "use", card)
    assert t.may() == {"banish basilisk", "banish witch"}
    t.do(0, "banish", "basilisk")
    assert "basilisk" in t.ids(t.s.gone) and t.town(0) == ["witch", card] and t.gold[0] == 6 - cost


def sells(card: str, phase: str, gold: int) -> None:
    t = table(
        phase, towns=[[card, "witch"]], hands=[["castle", "angry_mob", "basilisk"], [], []], gold=[2, 0, 0]
    )
    t.do(0, "use", card)
    assert t.may() == {"sell castle", "done"}, "no mobs, no challenges (R32)"
    t.do(0, "sell", "castle")
    assert "castle" in t.ids(t.s.gone)
    assert said(t, f"Mayor A sells Castle for {gold}g.")


def worth(card: str, points: int, *towns: str, hand: tuple[str, ...] = ()) -> None:
    t = table(
        "build", towns=[[card, *towns]], hands=[list(hand), ["farm" if "farm" not in towns else "baker"], []]
    )
    plain = sum(ROWS[c].value or 0 for c in (card, *towns))
    assert t.sheet(0).town_value == plain + points


def stubborn(card: str, wins: int) -> None:
    t = table("defend", towns=[[card, "old_knight", "paladin", "jouster"], ["moon_cult"]], hands=[[], []])
    for n in range(wins):
        assert card in t.town(0)
        t.do(0, "attack", card)
        verb = ("town",) if n == 0 else ("hero", ["paladin", "jouster"][n - 1])
        t.do(0, *verb, dice=(6,))
    assert card in t.hand(0) and t.gold[0] == 6 + (ROWS[card].loot or 0)


def immune(card: str, *to: str) -> None:
    t = table("defend", towns=[[card, "paladin"], ["witch"]], favor=0)
    t.do(0, "keep")
    t.do(0, "attack", card)
    may = t.may()
    have = {"town": "town", "hero": "hero paladin", "mob": "mob", "favor": "favor"}
    assert may == {words for name, words in have.items() if name not in to}
    for name in to:
        t.refuses(0, *have[name].split())


def wanders(card: str) -> None:
    t = table("reset", towns=[[], [card, "farm"], []])
    assert t.town(1) == ["farm"] and t.town(2) == [card]
    t = table("reset", towns=[[], [], [card]])
    assert t.town(0) == [card], "round the table"


EFFECTS: dict[str, Check] = {
    # buildings
    "castle": lambda: recruit_bonus("castle", 1, each=True),
    "stable": lambda: recruit_rolls("stable", 1),
    "tower": lambda: recruit_bonus("tower", 1, each=False),
    "town_hall": lambda: one_more("town_hall", "any", 1),
    "bakery": lambda: gains("bakery", "earning", 2, cost=1),
    "smithy": lambda: (
        defence_bonus("smithy", 2, "hero", use=True, cost=1),
        not_for("smithy", "town", use=True),
    )[0],
    "windmill": lambda: gains("windmill", "earning", 1),
    "tavern": lambda: recruit_rolls("tavern", 2, use=True, cost=1),
    "chapel": lambda: (defence_bonus("chapel", 1, "town"), not_for("chapel", "hero", use=False))[0],
    "market": lambda: sells("market", "build", 3),
    "counting_house": lambda: gains("counting_house", "earning", 2),
    "gatehouse": lambda: shields("gatehouse", 1),
    "library": lambda: draws("library", "reset", 2),
    "herb_garden": lambda: town_attempts("herb_garden", 2, use=True, cost=1),
    "playhouse": lambda: (
        worth("playhouse", 2, "baker", "farmer"),
        worth("playhouse", 4, "baker", "farmer", "trader", "tailor", "shepherd"),
    )[0],
    "barracks": lambda: town_attempts("barracks", 2),
    "guildhall": lambda: used_discount("guildhall", 2, 1),
    "ferry_landing": lambda: recruit_bonus("ferry_landing", 2, each=False, use=True, cost=1),
    "graveyard": lambda: (
        worth("graveyard", 2, hand=("witch", "imps")),
        worth("graveyard", 3, hand=("witch", "imps", "banshee", "werewolf")),
    )[0],
    "workshop": lambda: one_more("workshop", "building", 1),
    "toll_bridge": lambda: tolls("toll_bridge", "earning", 5),
    "kennels": lambda: (
        defence_bonus("kennels", 1, "town", use=True),
        defence_bonus("kennels", 1, "hero", use=True),
    )[0],
    "tilting_yard": lambda: (
        worth("tilting_yard", 2, "jouster", "paladin"),
        worth("tilting_yard", 4, "jouster", "paladin", "old_knight", "elder_twin", "marsh_archer"),
    )[0],
    # citizens
    "lord": lambda: draws("lord", "pillage", 2),
    "tax_collector": lambda: tolls("tax_collector", "pillage", 3),
    "smith": lambda: (defence_bonus("smith", 1, "hero"), not_for("smith", "town", use=False))[0],
    "miller": lambda: (
        gains("miller", "earning", 0, towns=("farm",)),
        gains("miller", "earning", 1, towns=("farm", "village_well", "castle")),
        gains("miller", "earning", 2, towns=("farm", "village_well", "castle", "tower", "stable", "kennels")),
    )[0],
    "innkeeper": lambda: recruit_bonus("innkeeper", 1, each=True, use=True),
    "friar": lambda: shields("friar", 3, use=True, cost=1),
    "scribe": lambda: (
        worth("scribe", 1, "farm"),
        worth("scribe", 4, "farm", "castle", "village_well", "tower", "stable"),
    )[0],
    "herbalist": lambda: (
        defence_bonus("herbalist", 1, "town", use=True),
        defence_bonus("herbalist", 1, "hero", use=True),
    )[0],
    "minstrel": lambda: recruit_bonus("minstrel", 1, each=False),
    "guildmaster": lambda: one_more("guildmaster", "citizen", 1),
    "ferryman": lambda: gains("ferryman", "reset", 1),
    "gravedigger": lambda: banishes("gravedigger", 3),
    "carpenter": lambda: cheaper("carpenter", {"building": 1}),
    "toll_keeper": lambda: tolls("toll_keeper", "build", 4),
    "squire": lambda: (defence_bonus("squire", 2, "hero", use=True), not_for("squire", "town", use=True))[0],
    "fletcher": lambda: (
        defence_bonus("fletcher", 2, "town", use=True),
        not_for("fletcher", "hero", use=True),
    )[0],
    "armourer": lambda: cheaper("armourer", {"hero": 1}),
    "beggar": lambda: sells("beggar", "pillage", 1),
    "mystic_seer": lambda: seer(),
    # heroes
    "road_rider": lambda: recruit_bonus("road_rider", 1, each=False),
    "gate_warden": lambda: shields("gate_warden", 2),
    "drill_sergeant": lambda: (
        defence_bonus("drill_sergeant", 1, "town"),
        not_for("drill_sergeant", "hero", use=False),
    )[0],
    "shield_maiden": lambda: shields("shield_maiden", 2, use=True),
    "masked_stranger": lambda: tolls("masked_stranger", "earning", 7),
    "reformed_thief": lambda: gains("reformed_thief", "reset", 1),
    "younger_twin": lambda: (
        gains("younger_twin", "defend", 0),
        gains("younger_twin", "defend", 1, towns=("giant_spider",)),
        gains("younger_twin", "defend", 1, towns=("giant_spider", "hungry_chest")),
    )[0],
    "demon_hunter": lambda: (
        worth("demon_hunter", 1, hand=("witch",)),
        worth("demon_hunter", 3, hand=("witch", "imps", "banshee", "werewolf")),
    )[0],
    "mountain_dwarf": lambda: cheaper("mountain_dwarf", {"building": 1}),
    "wood_elf": lambda: recruit_rolls("wood_elf", 1),
    "hedge_wizard": lambda: defence_bonus("hedge_wizard", 3, "town", use=True, cost=1),
    # challenges
    "murder_bats": lambda: stubborn("murder_bats", 3),
    "bridge_troll": lambda: cheaper("bridge_troll", {"building": -1}),
    "young_dragon": lambda: immune("young_dragon", "town"),
    "vampire_count": lambda: immune("vampire_count", "mob"),
    "headless_ghost": lambda: haunted(),
    "plague_rats": lambda: gains("plague_rats", "earning", -1),
    "necromancer": lambda: (
        worth("necromancer", -2, hand=("witch", "imps")),
        worth("necromancer", -3, hand=("witch", "imps", "banshee", "werewolf")),
    )[0],
    "skeleton_crew": lambda: stubborn("skeleton_crew", 2),
    "swamp_ogre": lambda: cheaper("swamp_ogre", {"hero": -1}),
    "harpies": lambda: immune("harpies", "town"),
    "black_knight": lambda: immune("black_knight", "hero"),
    "imps": lambda: nagged(),
    "banshee": lambda: immune("banshee", "mob", "favor"),
    "moon_cult": lambda: (
        worth("moon_cult", -2, "witch"),
        worth("moon_cult", -3, "witch", "imps", "banshee"),
    )[0],
    "travelling_swindler": lambda: wanders("travelling_swindler"),
    "rain_of_frogs": lambda: wanders("rain_of_frogs"),
}


def seer() -> None:
    t = table("build", towns=[["mystic_seer", "trader"]], hands=[[], ["farm"], []])
    assert t.sheet(0).matchmaker == 2


def haunted() -> None:
    """-1 to every recruit roll of the town."""
    assert "recruit tailor" not in table("recruit", towns=[["headless_ghost"]]).may(), (
        "6 - 1 does not reach 6"
    )
    for die, wins in ((5, True), (4, False)):
        t = table("recruit", towns=[["headless_ghost"]])
        t.do(0, "recruit", "trader")
        t.do(0, "roll", 1, dice=(1, die))
        assert (t.hand(0)[-1] == "trader") is wins


def nagged() -> None:
    """-1 to TOWN DEFENSE rolls."""
    for die, falls in ((5, True), (4, False)):
        t = table("defend", towns=[["witch", "imps"], ["moon_cult"]], hands=[[], []])
        t.do(0, "attack", "witch", dice=(die,))
        assert ("witch" in t.hand(0)) is falls
    t = fight("imps", "witch", "battle_apprentice", 3, others=("battle_apprentice",))
    assert "witch" in t.hand(0), "heroes do not mind them"


@pytest.mark.parametrize("card", sorted(EFFECTS))
def test_effect(card: str) -> None:
    EFFECTS[card]()


def test_every_card_with_an_effect_is_tested() -> None:
    assert {row.id for row in cards() if row.effects} | {"mystic_seer"} == set(EFFECTS)


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
    known = {
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
