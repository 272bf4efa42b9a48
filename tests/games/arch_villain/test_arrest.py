"""Arrest a Villain, Arresting the Villain, Power Cards, Weapon Cards, Hand to Hand Combat."""

from __future__ import annotations

import pytest

from knaves.core.undo import Undo
from knaves.games.arch_villain.cards.names import TYPES
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    arrest,
    asked,
    blow,
    events,
    options,
    put,
    say,
    seen,
    slot,
    state,
    strike,
    table,
)
from tests.support import clause, refused, with_dice


@clause(GAME, "arrest.1")
def test_one_die_for_each_die_token() -> None:
    p = table(2, [{"dice": 5, "cards": ["lightning"]}], turn="3")
    say(p, "arrest", state(p).villain_slot)
    dice = seen(p)["dice"]
    assert dice is not None
    assert len(dice["pool"]) == 5


@clause(GAME, "arrest.2")
def test_dice_go_on_ones_own_cards() -> None:
    p = arrest([4, 6], ["lightning", "laser_pistol"])
    put(p, "laser_pistol", 6)
    dice = seen(p)["dice"]
    assert dice is not None
    assert dice["pool"] == [4]
    assert dice["placed"] == [{"card": f"card:{slot(p, 'laser_pistol')}", "pips": 6, "item": False}]


@clause(GAME, "arrest.3")
def test_powers_weapons_and_martial_arts_take_dice_and_nothing_else() -> None:
    p = arrest([4, 6], ["lightning", "laser_pistol", "martial_arts", "detective", "physician"])
    takers = {o[1:][0] for o in options(p, "load")}
    assert takers == {slot(p, card) for card in ("lightning", "laser_pistol", "martial_arts")}
    assert refused(p, 0, "load", slot(p, "detective")).clause == "arrest.3"
    assert refused(p, 0, "load", slot(p, "physician")).clause == "arrest.3"


@clause(GAME, "arrest.4", "hand.1", "hand.2")
def test_a10_dice_on_no_card_are_hand_to_hand() -> None:
    p = arrest([6, 6, 5, 1], ["martial_arts"], skills=[2, 0, 0])
    assert blow(p)[0] == 4
    put(p, "martial_arts", 6)
    assert blow(p)[0] == 2 + BOX.table[BOX.face_of["martial_arts"]][6]


@clause(GAME, "hand.2")
def test_the_highest_skill_counts_and_no_skill_does_nothing() -> None:
    assert blow(arrest([6, 6], ["lightning"], skills=[1, 3, 2]))[0] == 6
    assert blow(arrest([6, 6], ["lightning"], skills=[0, 0, 0]))[0] == 0


@clause(GAME, "hand.3", "power.8")
def test_a11_energy_raises_a_fist_to_six() -> None:
    p = arrest([4], ["lightning"], skills=[2, 0, 0], energy=2)
    say(p, "fist", 4, 2)
    assert blow(p)[0] == 2
    assert seen(p)["players"][0]["energy"] == 0


@clause(GAME, "arrest.5", "arrest.6")
def test_a12_equal_damage_is_enough() -> None:
    for rolled, damage, fate in (([6, 6, 5], 6, "in"), ([6, 6, 6], 9, "arrested")):  # Crimson Death has 9
        p = table(
            2,
            [{"skills": [3, 0, 0], "energy": 0, "health": 20, "dice": 3}],
            turn="3",
            villain="crimson_death",
        )
        with_dice(p, *rolled)
        heard = events(p)
        say(p, "arrest", state(p).villain_slot)
        assert heard[2].things[-2:] == (damage, 9)
        assert seen(p)["players"][0]["fate"] == fate
    assert seen(p)["players"][0]["arrested_on"] == "3"


@clause(GAME, "arrest.7", "arrest.9")
def test_a6_crimson_death_has_19_in_round_three() -> None:
    p = arrest([6, 5], ["laser_pistol", "lightning"], round=3)
    assert blow(p)[1] == 19
    put(p, "laser_pistol", 6)
    assert blow(p)[1] == 19


@clause(GAME, "arrest.8", "arrest.9")
def test_a7_crimson_death_has_26_against_energy() -> None:
    p = arrest([6, 5], ["laser_pistol", "lightning"], round=3)
    put(p, "lightning", 6)
    assert blow(p)[1] == 26 == 16 + 10


@clause(GAME, "arrest.8")
def test_a_power_without_damage_is_used_all_the_same() -> None:
    p = arrest([1, 6], ["sunburst"], round=1)  # a 1 on Sunburst does nothing
    put(p, "sunburst", 1)
    assert blow(p)[1] == 16


@clause(GAME, "arrest.8")
def test_of_two_guarded_colours_the_higher_number_counts() -> None:
    p = arrest([6, 6, 6], ["giant_strength", "sunburst", "mind_blast"], villain="iron_duchess", round=1)
    red, special = BOX.villains[state(p).villain_number].red, BOX.special[state(p).villain_number]
    physical, energy = special[TYPES.index("physical_enhancement")], special[TYPES.index("energy_emission")]
    assert physical > energy > red
    put(p, "mind_blast", 6)
    assert blow(p)[1] == red
    put(p, "sunburst", 6)
    assert blow(p)[1] == energy
    put(p, "giant_strength", 6)
    assert blow(p)[1] == physical


@clause(GAME, "arrest.8")
def test_a_card_warns_of_the_defence_that_a_die_on_it_brings() -> None:
    """R6: of a number that is lower than the one that holds already there is nothing to warn of."""
    p = arrest([6, 6, 6], ["giant_strength", "sunburst", "mind_blast"], villain="iron_duchess", round=2)

    def warned() -> dict[str, int]:
        return {card["key"]: card["warn"] for card in seen(p)["players"][0]["cards"] if "warn" in card}

    for key, number in (said := warned()).items():
        other = p.clone()
        put(other, key, 6)
        assert blow(other)[1] == number
    assert set(said) == {"giant_strength", "sunburst"} and said["giant_strength"] > said["sunburst"]
    put(p, "sunburst", 6)
    assert warned() == {"giant_strength": said["giant_strength"]}
    put(p, "giant_strength", 6)
    assert warned() == {}
    p = arrest([6, 6], ["sunburst", "giant_strength"], villain="iron_duchess", round=2)
    put(p, "giant_strength", 6)
    assert warned() == {}, "the higher number holds"


@clause(GAME, "arrest.10", "arrest.6")
def test_others_may_arrest_the_same_villain() -> None:
    p = arrest([6, 6], ["giant_strength"], round=1)
    villain = state(p).villain_slot
    put(p, "giant_strength", 6)
    strike(p)
    say(p, "reward", "health")
    assert state(p).villain_slot == villain
    assert asked(p) == 1
    assert options(p, "arrest") == [("arrest", villain)]


@clause(GAME, "power.1", "power.2", "power.3", "power.4", "power.5")
def test_lightning_is_as_the_book_shows_it() -> None:
    face = BOX.face_of["lightning"]
    assert TYPES[BOX.type[face]] == "energy_emission"
    assert BOX.cost[face] == 12
    assert BOX.symbol[face] == "technical_procedure"
    p = table(2, [{"cards": ["lightning"], "energy": 0}], turn="range", step="arrest", dice=[5, 6])
    assert options(p, "load") == [("load", slot(p, "lightning"))]
    p = arrest([5, 6], ["lightning", "laser_pistol"])
    put(p, "lightning", 5)
    assert refused(p, 0, "load", slot(p, "lightning")).clause == "power.5"


@clause(GAME, "power.5")
def test_two_squares_take_two_dice() -> None:
    p = arrest([6, 6, 6], ["arc_hands", "laser_pistol"])
    for _ in range(2):
        say(p, "load", "arc_hands")
    assert ("load", slot(p, "arc_hands")) not in options(p)
    assert blow(p)[0] == 2 * BOX.table[BOX.face_of["arc_hands"]][6]


@clause(GAME, "power.6")
@pytest.mark.parametrize("pips", range(1, 7))
def test_the_table_of_a_power(pips: int) -> None:
    p = arrest([pips], ["lightning", "laser_pistol"])
    put(p, "lightning", pips)
    assert blow(p)[0] == BOX.table[BOX.face_of["lightning"]][pips]


@clause(GAME, "power.7")
def test_each_energy_raises_one_die_by_one() -> None:
    p = arrest([3, 2], ["lightning", "laser_pistol"], energy=5)
    say(p, "load", "lightning")
    at = slot(p, "lightning")
    assert ("raise", at, 3, 6, 3) in options(p)
    assert ("raise", at, 2, 6, 4) in options(p)
    p.apply(0, ("raise", at, 3, 5, 2))
    assert seen(p)["players"][0]["energy"] == 3
    assert blow(p)[0] == BOX.table[BOX.face_of["lightning"]][5]


@clause(GAME, "power.7")
def test_nothing_rises_above_six_or_without_energy() -> None:
    p = arrest([6, 5, 3], ["lightning", "laser_pistol"], energy=2)
    say(p, "load", "lightning")
    at = slot(p, "lightning")
    raises = {o[1:] for o in options(p, "raise")}
    assert raises == {(at, 5, 6, 1), (at, 3, 4, 1), (at, 3, 5, 2)}


@clause(GAME, "power.8")
def test_martial_arts_dice_may_be_raised() -> None:
    p = arrest([3, 3], ["martial_arts"], energy=3)
    put(p, "martial_arts", 3, 6)
    assert seen(p)["players"][0]["energy"] == 0


@clause(GAME, "weapon.1")
def test_weapons_show_price_and_range() -> None:
    for weapon in BOX.tables.weapon:
        view = seen(table(2, [{"cards": [weapon.id]}]))["players"][0]["cards"][0]
        assert (view["cost"], view["range"]) == (weapon.cost, weapon.range)
    assert {weapon.range for weapon in BOX.tables.weapon} == {True, False}


@clause(GAME, "weapon.2")
def test_no_villain_guards_against_weapons() -> None:
    for villain in BOX.villains:
        p = arrest([6, 6], ["laser_pistol", "war_hammer"], villain=villain.id, round=1)
        say(p, "load", "laser_pistol")
        assert blow(p)[1] == villain.red


@clause(GAME, "weapon.3", "weapon.4")
def test_a2_laser_pistol_with_agility_two() -> None:
    p = arrest([5, 5], ["laser_pistol", "war_hammer"], skills=[2, 0, 0])
    say(p, "load", "laser_pistol")
    assert blow(p)[0] == 7


@clause(GAME, "weapon.5")
@pytest.mark.parametrize("pips", [4, 5, 6])
def test_a3_laser_pistol_without_agility(pips: int) -> None:
    p = arrest([pips, pips], ["laser_pistol", "war_hammer"], skills=[0, 0, 0])
    say(p, "load", "laser_pistol")
    assert blow(p)[0] == 3


@clause(GAME, "weapon.6")
@pytest.mark.parametrize("pips", [1, 2, 3])
def test_a4_laser_pistol_misses_below_four(pips: int) -> None:
    p = arrest([pips, pips], ["laser_pistol", "war_hammer"], skills=[4, 0, 0])
    say(p, "load", "laser_pistol")
    assert blow(p)[0] == 0


@clause(GAME, "weapon.5", "power.8")
def test_a5_a_three_raised_to_four_hits() -> None:
    p = arrest([3, 1], ["laser_pistol", "war_hammer"], energy=1)
    put(p, "laser_pistol", 3, 4)
    assert blow(p)[0] == 3
    assert seen(p)["players"][0]["energy"] == 0


def test_until_the_strike_everything_can_be_taken_back() -> None:
    p = arrest([3, 6], ["lightning", "laser_pistol"], energy=6, skills=[2, 0, 0])
    undo, before = Undo(), p.clone()
    for answer in (("fist", 3, 3), ("load", slot(p, "lightning")), ("load", slot(p, "laser_pistol"))):
        undo.apply(p, 0, answer)
    while undo.can(0):
        undo.back(p)
    assert p == before


def test_a_failed_attempt_costs_its_energy_and_the_action() -> None:
    p = arrest([3, 1], ["lightning", "laser_pistol"], energy=3, health=20)
    put(p, "lightning", 3, 5)
    heard = events(p)
    strike(p)
    assert [event.kind for event in heard][:2] == ["failed", "villain_rolls"]
    assert seen(p)["players"][0]["energy"] == 1
    assert asked(p) == 1


def test_dice_rolled_are_told() -> None:
    p = table(2, [{"dice": 3, "cards": ["lightning"]}], turn="3")
    with_dice(p, 5, 1, 6)
    heard = events(p)
    say(p, "arrest", state(p).villain_slot)
    assert p.text(heard[0], 1) == "A tries the arrest and rolls 5, 1, 6."


@clause(GAME, "arrest.1", "talent.1")
def test_a_die_that_a_talent_adds_is_enough_for_an_attempt() -> None:
    for cards, may in (([], False), (["cell_memory"], True)):
        p = table(2, [{"dice": 0, "cards": cards}], turn="3")
        assert bool(options(p, "arrest")) == may
    say(p, "arrest", state(p).villain_slot)
    dice = seen(p)["dice"]
    assert dice is None or len(dice["pool"]) == 1
