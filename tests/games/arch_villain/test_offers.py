"""What cannot help is not offered, and what can is told in full."""

from __future__ import annotations

import pytest

import knaves
from knaves.cli.things_by_name import at_stake
from knaves.core.step import things_of
from knaves.games.arch_villain.cards.names import HEALTH, ITEMS
from tests.games.arch_villain.table import (
    BOX,
    GAME,
    arrest,
    events,
    options,
    put,
    say,
    slot,
    state,
    table,
    told,
)
from tests.support import ask_of, clause


def stakes(p: knaves.Position) -> tuple[str, dict[str, str]]:
    """The line beside the question, and the words after the answers of seat 0."""
    found = ask_of(p).options(0)
    line, words = at_stake(p, ask_of(p), 0, found, ["Ann", "Bob"])
    return line, {p.label(option, 0): word for option, word in words.items() if word}


def why(p: knaves.Position, thing: str) -> tuple[str, str]:
    found = ask_of(p).why_not(0, thing)
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
    shape = ask_of(p).shape(0)
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
    assert ask_of(p).clause(0) == "contact.5"
    assert options(p, "buy") == [("buy", slot(p, "boxer"), 4)] and options(p, "leave")
    p = table(2, decks={"talent": ["boxer"]})
    say(p, "green", "talent")
    assert ask_of(p).clause(0) == "items.10"


@clause(GAME, "power.7", "talent.1")
def test_free_pips_are_counted_with_the_energy() -> None:
    p = arrest([5, 2], ["spore_cloud", "inventor"])
    assert "2 dice, no energy and 2 free pips left" in ask_of(p).prompt(0)
    say(p, "load", "spore_cloud")
    assert "You have no energy and 2 free pips to raise it." in ask_of(p).prompt(0)
    p.apply(0, next(option for option in options(p, "raise") if things_of(option)[1:3] == (5, 6)))
    assert "1 die, no energy and 1 free pip left" in ask_of(p).prompt(0)


@clause(GAME, "contact.3", "skill.2")
def test_a_contact_who_could_only_bring_steps_that_no_track_takes_is_not_offered() -> None:
    ends = list(BOX.heroes[state(table()).hero[0]].skills)
    full, nearly = list(ends), [ends[0], ends[1], ends[2] - 1]
    for skills, offered in ((full, 1), (nearly, 2)):
        p = table(2, [{"cards": ["old_mentor"], "skills": skills}])
        assert len(options(p, "contact")) == offered, "the free power is always there"
    gone = table(2, [{"cards": ["old_mentor"], "skills": full}])
    state(gone).decks[0] = ()
    gone.run()
    assert not options(gone, "contact")
    assert why(gone, f"card:{slot(gone, 'old_mentor')}") == (
        "There is nothing this contact could bring now.",
        "contact.3",
    )


def test_a_double_cube_for_nothing_says_so() -> None:
    """It can still be taken, or marked, away from the others (R26)."""
    ends = list(BOX.heroes[state(table()).hero[0]].skills)
    p = table(2, [{"skills": ends}], spaces={"dockside": ["cubes", "die"]})
    assert stakes(p)[1]["Green list: a double cube"] == "no skill of yours can be raised"
    assert "Green list: a die token" not in stakes(p)[1]
    say(p, "space", "dockside")
    assert stakes(p)[1] == {"Take a double cube from Dockside": "no skill of yours can be raised"}
    p = table(2, [{"skills": [ends[0], ends[1] - 1, ends[2]]}])
    assert "Green list: a double cube" not in stakes(p)[1]


def test_what_the_villain_does_to_who_stays_is_said() -> None:
    words = {"turn": "2", "villain": "crimson_death"}
    p = table(2, [{"health": 1}], **words)
    assert stakes(p)[0] == (
        "Then the villain rolls 2 dice; each 6 costs 1 health, you have 1 (knocked out: 3%)."
    )
    p = table(2, [{"health": 2}], **words)
    assert stakes(p)[0].endswith("you have 2 (it cannot knock you out).")
    p = table(2, [{"health": 0, "cards": ["negotiator"]}], **words)
    assert stakes(p)[0] == (
        "Then the villain rolls 1 die; each 6 costs 1 health, you have none (knocked out: 17%)."
    )
    p = table(2, [{"health": 0, "cards": ["negotiator", "quick_feet"]}], **words)
    assert stakes(p)[0] == "Then the villain rolls no die against you."


@clause(GAME, "faq.4", "retaliate.3")
@pytest.mark.parametrize(("armour", "asked_again"), [([], True), (["surgeon"], False)])
def test_a_single_health_at_stake_is_worth_another_roll(armour: list[str], asked_again: bool) -> None:
    """Crimson Death has one heart, and the first two rounds add nothing."""
    mine = {"cards": ["tech_genius", *armour], "health": 3}
    p = table(2, [mine], step="retaliation", dice=[6, 2], turn="2", villain="crimson_death")
    assert bool(options(p, "again")) == asked_again


@clause(GAME, "round.7", "hand.3")
@pytest.mark.parametrize(("turn", "raised"), [("range", False), ("2", True)])
def test_no_fist_is_raised_where_fists_do_not_reach(turn: str, raised: bool) -> None:
    p = arrest([5, 5], ["lightning"], energy=9, skills=[2, 0, 0], turn=turn)
    assert bool(options(p, "fist")) == raised
    flying = arrest([5, 5], ["lightning", "true_flight"], energy=9, skills=[2, 0, 0], turn=turn)
    put(flying, "true_flight", 5)
    assert options(flying, "fist"), "all attacks are range attacks"


def test_one_token_is_told_as_one() -> None:
    p = table(2, [{"cards": ["police_captain", "city_patron"]}])
    heard = events(p)
    p.apply(0, next(o for o in options(p, "contact") if "die" in p.label(o, 0)))
    assert "A gains 1 die token." in told(p, heard)
    p = table(2, [{"cards": ["city_patron"]}])
    heard = events(p)
    p.apply(0, next(o for o in options(p, "contact") if "energy" in p.label(o, 0)))
    assert "A gains 7 energy." in told(p, heard)


def test_energy_is_told_once() -> None:
    for energy, beside in ((0, "No energy left."), (3, "3 energy left.")):
        p = table(2, [{"energy": energy, "cards": ["physician"]}], spaces={"dockside": ["surgeon"]})
        p.apply(0, options(p, "contact")[0])
        assert stakes(p)[0] == beside, "the question says nothing of it"
        p = table(2, [{"energy": energy}], spaces={"dockside": ["die", "health"]})
        say(p, "space", "dockside")
        assert f"You have {energy or 'no'} energy." in ask_of(p).prompt(0) and stakes(p)[0] == ""
