"""What cannot help is not offered, and what can is told in full."""

from __future__ import annotations

import knaves
from knaves.core.ask import Ask
from knaves.core.step import things_of
from knaves.games.arch_villain.cards import HEALTH, ITEMS
from tests.games.arch_villain.table import BOX, GAME, arrest, options, put, say, slot, state, table
from tests.support import clause


def ask(p: knaves.Position) -> Ask:
    found = p.ask()
    assert found is not None
    return found


def why(p: knaves.Position, thing: str) -> tuple[str, str]:
    found = ask(p).why_not(0, thing)
    assert found is not None
    return found.reason, found.clause


@clause(GAME, "power.7", "weapon.5")
def test_no_energy_is_asked_for_pips_that_do_no_more_damage() -> None:
    p = arrest([4, 2, 1], ["laser_pistol"], energy=6)
    say(p, "load", "laser_pistol")
    pistol = slot(p, "laser_pistol")
    assert options(p, "raise") == [("raise", pistol, 1, 4, 3), ("raise", pistol, 2, 4, 2)], (
        "no agility: 3 at 4, 5, 6"
    )
    p = arrest([4, 2], ["laser_pistol"], energy=6, skills=[1, 0, 0])
    say(p, "load", "laser_pistol")
    raised = {things_of(option)[1:3] for option in options(p, "raise")}
    assert raised == {(2, 4), (2, 5), (4, 5)}, "two symbols at 5 are one more than at 4, and 6 has as many"


@clause(GAME, "effect.6", "box.3")
def test_an_item_is_offered_only_as_far_as_the_dice_before_leave_it() -> None:
    p = arrest([6, 6, 2], ["sleep_whisper", "mending_touch"])
    state(p).supply[HEALTH] = 5
    put(p, "sleep_whisper", 6)
    assert options(p, "item") == [("item", slot(p, "sleep_whisper"), HEALTH, 3)]
    p.apply(0, options(p, "item")[0])
    put(p, "mending_touch", 6)
    assert options(p, "item") == [("item", slot(p, "mending_touch"), HEALTH, 2)], (
        "three of the five are taken"
    )

    p = arrest([6, 6, 2], ["sleep_whisper", "mending_touch"])
    state(p).supply[HEALTH] = 3
    put(p, "sleep_whisper", 6)
    p.apply(0, options(p, "item")[0])
    put(p, "mending_touch", 6)
    assert options(p, "strike") and not options(p, "item"), "nothing is left to choose instead of damage"


@clause(GAME, "faq.4", "retaliate.3")
def test_of_the_villains_dice_only_a_six_can_fall_better() -> None:
    p = table(2, [{"cards": ["tech_genius"], "health": 9}], turn="3", step="retaliation", dice=[6, 2, 2])
    assert options(p, "again") == [("again", 6)] and options(p, "keep")
    assert why(p, "die:2") == ("Only the villain's 6s cost health: no other die could fall better.", "faq.4")
    shape = ask(p).shape(0)
    assert (shape.least, shape.most) == (1, 1)
    p = arrest([6, 2, 2], ["tech_genius"])
    assert options(p, "again") == [("again", 2), ("again", 6)], "one's own dice are one's own affair"


@clause(GAME, "faq.1", "box.3")
def test_who_may_share_a_green_item_is_not_refused_for_its_cube() -> None:
    own = {"cards": ["precognition"], "health": 3}
    p = table(2, [own], green={"health": [1]})
    assert ("green", HEALTH) in options(p)
    whole = BOX.supply[HEALTH]
    p = table(2, [own, {"health": whole - 3}], green={"health": [1]})
    assert why(p, f"item:{ITEMS.index('health')}") == ("The box has no more of these.", "box.3")


@clause(GAME, "contact.5", "contact.6")
def test_a_card_that_a_contact_drew_in_vain_is_judged_by_the_contacts_rule() -> None:
    p = table(2, [{"cards": ["physician"], "energy": 9}], decks={"talent": ["boxer"]})
    p.apply(0, options(p, "contact")[0])
    assert ask(p).clause(0) == "contact.5"
    assert options(p, "buy") == [("buy", slot(p, "boxer"), 4)] and options(p, "leave")
    p = table(2, decks={"talent": ["boxer"]})
    say(p, "green", "talent")
    assert ask(p).clause(0) == "items.10"


@clause(GAME, "power.7", "talent.1")
def test_free_pips_are_counted_with_the_energy() -> None:
    p = arrest([5, 2], ["spore_cloud", "inventor"])
    assert "2 dice, no energy and 2 free pips left" in ask(p).prompt(0)
    say(p, "load", "spore_cloud")
    assert "You have no energy and 2 free pips to raise it." in ask(p).prompt(0)
    p.apply(0, next(option for option in options(p, "raise") if things_of(option)[1:3] == (5, 6)))
    assert "1 die, no energy and 1 free pip left" in ask(p).prompt(0)
