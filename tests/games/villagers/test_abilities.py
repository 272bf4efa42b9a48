"""What the text of every card says, at work. Expectations are written out here, not read from the data."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from knaves.games.villagers.cards import cards
from tests.games.villagers.table import ROWS, Table, said, table

Check = Callable[[], None]


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
    elif phase == "earning" and gold >= 0:
        total = gold + sum(ROWS[c].earnings or 0 for c in (card, *towns))
        words = f"Mayor A earns {total}g."
        assert said(t, words) == [words]
    elif phase == "earning":
        assert said(t, f"Mayor A loses {-gold}g by {name}.")
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
        if paid:
            assert said(t, f"Mayor B pays {paid}g for {name} to Mayor A.")
        else:
            assert said(t, f"Mayor B has less than {floor}g: {name} takes nothing.")
        assert not said(t, "Mayor A pays")


def cheaper(card: str, kinds: dict[str, int]) -> None:
    """How much less (or more) a building, citizen and hero cost."""
    for kind, sample in {"building": "farm", "citizen": "tailor", "hero": "hound_master"}.items():
        price = ROWS[sample].price or 0
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
    t = table("defend", towns=[[card, "gate_warden"], ["witch"]], favor=0)
    t.do(0, "keep")
    t.do(0, "attack", card)
    may = t.may()
    have = {"town": "town", "hero": "hero gate_warden", "mob": "mob", "favor": "favor"}
    assert may == {words for name, words in have.items() if name not in to}
    for name in to:
        t.refuses(0, *have[name].split())


def wanders(card: str) -> None:
    t = table("reset", towns=[[], [card, "farm"], []])
    assert t.town(1) == ["farm"] and t.town(2) == [card]
    t = table("reset", towns=[[], [], [card]])
    assert t.town(0) == [card], "round the table"


def seer() -> None:
    t = table("build", towns=[["mystic_seer", "trader"]], hands=[[], ["farm"], []])
    assert t.sheet(0).matchmaker == 2


def haunted() -> None:
    """-1 to every recruit roll of the town."""
    t = table("recruit", towns=[["headless_ghost"]])
    t.do(0, "recruit", "tailor", dice=(6,))
    assert t.hand(0)[-1] == "village_well", "6 - 1 does not reach 6"
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


EFFECTS: dict[str, list[Check]] = {
    "castle": [partial(recruit_bonus, "castle", 1, each=True)],
    "stable": [partial(recruit_rolls, "stable", 1)],
    "tower": [partial(recruit_bonus, "tower", 1, each=False)],
    "town_hall": [partial(one_more, "town_hall", "any", 1)],
    "bakery": [partial(gains, "bakery", "earning", 2, cost=1)],
    "smithy": [
        partial(defence_bonus, "smithy", 2, "hero", use=True, cost=1),
        partial(not_for, "smithy", "town", use=True),
    ],
    "windmill": [partial(gains, "windmill", "earning", 1)],
    "tavern": [partial(recruit_rolls, "tavern", 2, use=True, cost=1)],
    "chapel": [partial(defence_bonus, "chapel", 1, "town"), partial(not_for, "chapel", "hero", use=False)],
    "market": [partial(sells, "market", "build", 3)],
    "counting_house": [partial(gains, "counting_house", "earning", 2)],
    "gatehouse": [partial(shields, "gatehouse", 1)],
    "library": [partial(draws, "library", "reset", 2)],
    "herb_garden": [partial(town_attempts, "herb_garden", 2, use=True, cost=1)],
    "playhouse": [
        partial(worth, "playhouse", 2, "baker", "farmer"),
        partial(worth, "playhouse", 4, "baker", "farmer", "trader", "tailor", "shepherd"),
    ],
    "barracks": [partial(town_attempts, "barracks", 2)],
    "guildhall": [partial(used_discount, "guildhall", 2, 1)],
    "ferry_landing": [partial(recruit_bonus, "ferry_landing", 2, each=False, use=True, cost=1)],
    "graveyard": [
        partial(worth, "graveyard", 2, hand=("witch", "imps")),
        partial(worth, "graveyard", 3, hand=("witch", "imps", "banshee", "werewolf")),
    ],
    "workshop": [partial(one_more, "workshop", "building", 1)],
    "toll_bridge": [partial(tolls, "toll_bridge", "earning", 5)],
    "kennels": [
        partial(defence_bonus, "kennels", 1, "town", use=True),
        partial(defence_bonus, "kennels", 1, "hero", use=True),
    ],
    "tilting_yard": [
        partial(worth, "tilting_yard", 2, "jouster", "paladin"),
        partial(worth, "tilting_yard", 4, "jouster", "paladin", "old_knight", "elder_twin", "marsh_archer"),
    ],
    "lord": [partial(draws, "lord", "pillage", 2)],
    "tax_collector": [partial(tolls, "tax_collector", "pillage", 3)],
    "smith": [partial(defence_bonus, "smith", 1, "hero"), partial(not_for, "smith", "town", use=False)],
    "miller": [
        partial(gains, "miller", "earning", 0, towns=("farm",)),
        partial(gains, "miller", "earning", 1, towns=("farm", "village_well", "castle")),
        partial(
            gains,
            "miller",
            "earning",
            2,
            towns=("farm", "village_well", "castle", "tower", "stable", "kennels"),
        ),
    ],
    "innkeeper": [partial(recruit_bonus, "innkeeper", 1, each=True, use=True)],
    "friar": [partial(shields, "friar", 3, use=True, cost=1)],
    "scribe": [
        partial(worth, "scribe", 1, "farm"),
        partial(worth, "scribe", 4, "farm", "castle", "village_well", "tower", "stable"),
    ],
    "herbalist": [
        partial(defence_bonus, "herbalist", 1, "town", use=True),
        partial(defence_bonus, "herbalist", 1, "hero", use=True),
    ],
    "minstrel": [partial(recruit_bonus, "minstrel", 1, each=False)],
    "guildmaster": [partial(one_more, "guildmaster", "citizen", 1)],
    "ferryman": [partial(gains, "ferryman", "reset", 1)],
    "gravedigger": [partial(banishes, "gravedigger", 3)],
    "carpenter": [partial(cheaper, "carpenter", {"building": 1})],
    "toll_keeper": [partial(tolls, "toll_keeper", "build", 4)],
    "squire": [
        partial(defence_bonus, "squire", 2, "hero", use=True),
        partial(not_for, "squire", "town", use=True),
    ],
    "fletcher": [
        partial(defence_bonus, "fletcher", 2, "town", use=True),
        partial(not_for, "fletcher", "hero", use=True),
    ],
    "armourer": [partial(cheaper, "armourer", {"hero": 1})],
    "beggar": [partial(sells, "beggar", "pillage", 1)],
    "mystic_seer": [seer],
    "road_rider": [partial(recruit_bonus, "road_rider", 1, each=False)],
    "gate_warden": [partial(shields, "gate_warden", 2)],
    "drill_sergeant": [
        partial(defence_bonus, "drill_sergeant", 1, "town"),
        partial(not_for, "drill_sergeant", "hero", use=False),
    ],
    "shield_maiden": [partial(shields, "shield_maiden", 2, use=True)],
    "masked_stranger": [partial(tolls, "masked_stranger", "earning", 7)],
    "reformed_thief": [partial(gains, "reformed_thief", "reset", 1)],
    "younger_twin": [
        partial(gains, "younger_twin", "defend", 0),
        partial(gains, "younger_twin", "defend", 1, towns=("giant_spider",)),
        partial(gains, "younger_twin", "defend", 1, towns=("giant_spider", "hungry_chest")),
    ],
    "demon_hunter": [
        partial(worth, "demon_hunter", 1, hand=("witch",)),
        partial(worth, "demon_hunter", 3, hand=("witch", "imps", "banshee", "werewolf")),
    ],
    "mountain_dwarf": [partial(cheaper, "mountain_dwarf", {"building": 1})],
    "wood_elf": [partial(recruit_rolls, "wood_elf", 1)],
    "hedge_wizard": [partial(defence_bonus, "hedge_wizard", 3, "town", use=True, cost=1)],
    "murder_bats": [partial(stubborn, "murder_bats", 3)],
    "bridge_troll": [partial(cheaper, "bridge_troll", {"building": -1})],
    "young_dragon": [partial(immune, "young_dragon", "town")],
    "vampire_count": [partial(immune, "vampire_count", "mob")],
    "headless_ghost": [haunted],
    "plague_rats": [partial(gains, "plague_rats", "earning", -1)],
    "necromancer": [
        partial(worth, "necromancer", -2, hand=("witch", "imps")),
        partial(worth, "necromancer", -3, hand=("witch", "imps", "banshee", "werewolf")),
    ],
    "skeleton_crew": [partial(stubborn, "skeleton_crew", 2)],
    "swamp_ogre": [partial(cheaper, "swamp_ogre", {"hero": -1})],
    "harpies": [partial(immune, "harpies", "town")],
    "black_knight": [partial(immune, "black_knight", "hero")],
    "imps": [nagged],
    "banshee": [partial(immune, "banshee", "mob", "favor")],
    "moon_cult": [
        partial(worth, "moon_cult", -2, "witch"),
        partial(worth, "moon_cult", -3, "witch", "imps", "banshee"),
    ],
    "travelling_swindler": [partial(wanders, "travelling_swindler")],
    "rain_of_frogs": [partial(wanders, "rain_of_frogs")],
}


@pytest.mark.parametrize("card", sorted(EFFECTS))
def test_effect(card: str) -> None:
    for check in EFFECTS[card]:
        check()


def test_every_card_with_an_effect_is_tested() -> None:
    assert {row.id for row in cards() if row.effects} | {"mystic_seer"} == set(EFFECTS)
