"""What can be seen but not chosen says why, and cites the rule."""

from __future__ import annotations

import pytest

import knaves
from knaves.games.arch_villain.cards.names import ITEMS
from tests.games.arch_villain.table import BOX, arrest, asked, options, put, say, slot, state, table
from tests.support import ask_of, clause, refused


def why(p: knaves.Position, thing: str) -> tuple[str, str]:
    ask = ask_of(p)
    found = ask.why_not(ask.seats[0], thing)
    assert found is not None
    return found.reason, found.clause


def card(p: knaves.Position, key: str) -> str:
    return f"card:{slot(p, key)}"


def test_at_an_action() -> None:
    player = {"cards": ["lightning", "quartermaster", "tech_genius"], "dice": 0}
    every = [weapon.id for weapon in BOX.tables.weapon]
    p = table(
        3, [player, {"cards": every}], turn="2", spaces={"dockside": ["die", "boxer"]}, green={"die": [1]}
    )
    assert why(p, "space:4") == ("This space is open only with 4 players or more.", "option.6")
    assert why(p, "space:1") == ("Nothing lies there.", "items.1")
    assert why(table(2), "space:0") == ("Nothing lies there.", "items.1")
    assert why(p, f"item:{ITEMS.index('die')}") == ("There is a cube on this item already.", "items.6")
    assert why(p, f"item:{ITEMS.index('weapon')}") == ("The box has no more of these.", "items.8")
    assert why(p, "reward:5") == ("The red circles are only for those who arrested.", "protect.9")
    assert why(p, f"card:{state(p).villain_slot}") == ("You have no die to roll.", "arrest.1")
    assert why(p, card(p, "lightning")) == ("This card is used in an arrest, or always works.", "effect.2")
    assert why(p, card(p, "boxer")) == ("Choose the space it lies on first.", "items.1")
    assert why(p, card(p, "sunburst"))[0].startswith("It is not part of this choice")


def test_of_a_contact_that_is_used_or_of_no_use_as_an_action() -> None:
    p = table(2, [{"cards": ["city_patron"]}])
    p.apply(0, options(p, "contact")[0])
    say(p, "green", "energy")
    assert why(p, card(p, "city_patron")) == ("This contact has been used this round.", "contact.2")
    assert "City Patron (contact, 7 energy or 3 health, used this round, house)" in p.game.board(p.view(1))

    p = table(2, [{"cards": ["tech_genius"]}, {"cards": [row.id for row in BOX.tables.power]}])
    assert why(p, card(p, "tech_genius")) == ("There is nothing this contact could bring now.", "contact.3")


def test_in_a_space() -> None:
    p = table(2, [{"energy": 1}], spaces={"dockside": ["die", "health", "lightning"], "rooftops": ["chain"]})
    say(p, "space", "dockside")
    assert why(p, card(p, "lightning")) == ("It costs 12 energy, and you cannot pay that.", "items.3")
    assert why(p, card(p, "chain")) == ("It lies on another space; you chose this one.", "items.1")
    assert why(p, "space:2") == ("You have chosen your space for this turn.", "items.1")


def test_with_a_drawn_card() -> None:
    p = table(2, [{"energy": 12}], decks={"power": ["lightning"]})
    say(p, "green", "power")
    assert why(p, "space:5") == ("This space is not open at this number of players.", "items.10")
    assert refused(p, 0, "buy", slot(p, "lightning"), 3).clause == "items.10"


def test_of_a_full_skill() -> None:
    p = table(2, [{"skills": [4, 0, 0]}])
    say(p, "green", "cubes")
    assert why(p, "skill:0") == ("This skill is at the end of its track.", "skill.2")


def test_when_placing() -> None:
    p = table(2, [{"energy": 60}, {"energy": 7}], step="option")
    assert why(p, f"item:{ITEMS.index('energy')}") == (
        "The box has 3 left, and four energy are put down whole.",
        "option.3",
    )
    none = table(2, [{"energy": 63}, {"energy": 7}], step="option")
    assert why(none, f"item:{ITEMS.index('energy')}") == (
        "The box has no more of these to put down.",
        "option.2",
    )
    assert why(p, "space:3") == ("This space is open only with 3 players or more.", "option.6")
    assert why(p, "skill:1")[1] == "option.1"


def test_in_an_arrest() -> None:
    p = arrest([6, 5, 4], ["lightning", "laser_pistol", "boxer"], energy=3, skills=[1, 0, 0])
    put(p, "lightning", 6)
    assert why(p, card(p, "lightning")) == ("Every square of this card has its die.", "power.5")
    assert why(p, card(p, "boxer")) == ("This card takes no dice.", "arrest.3")
    p = arrest([6], ["giant_strength", "laser_pistol"], energy=3, skills=[1, 0, 0])
    put(p, "giant_strength", 6)
    assert why(p, card(p, "laser_pistol")) == ("No die is left to put on it.", "arrest.1")
    p.apply(0, options(p, "strike")[0])
    say(p, "reward", "health")
    assert asked(p) == 1


def test_of_rewards() -> None:
    won = {"fate": "arrested", "arrested_on": "2", "reward": "power"}
    p = table(2, [{"health": 20}, won], turn="5")
    say(p, "green", "energy")
    assert why(p, "reward:1") == ("There is a cube on this reward already.", "protect.5")
    assert why(p, "reward:6")[1] == "protect.9"
    assert why(p, "reward:99")[1] == "end.2"


@pytest.mark.parametrize("thing", ["nonsense", "card:x", "moon:1"])
def test_of_what_does_not_exist(thing: str) -> None:
    assert why(table(2), thing)[0]


def test_a_seat_that_waits_is_told_for_whom() -> None:
    ask = ask_of(table(2))
    found = ask.why_not(1, "space:0")
    assert found is not None
    assert found.reason == "Waiting for A."


def test_a_contacts_search() -> None:
    p = table(2, [{"cards": ["physician"]}], spaces={"dockside": ["boxer", "surgeon", "chain"]})
    p.apply(0, options(p, "contact")[0])
    brings = "Your contact brings a free talent (genetic, psychology or medical), and this is none."
    for other in ("boxer", "chain"):  # of another symbol, or no talent at all
        assert why(p, card(p, other)) == (brings, "contact.3")


def test_of_the_first_reward_too() -> None:
    won = {"fate": "arrested", "arrested_on": "2", "reward": "health"}
    p = table(2, [{}, won], turn="3")
    assert why(p, "reward:0") == ("There is a cube on this reward already.", "protect.5")


@clause("arch_villain", "power.7", "round.7", "hand.2")
def test_a_die_that_cannot_be_raised_says_why() -> None:
    p = arrest([3, 2], ["lightning"], energy=2, skills=[2, 0, 0])
    said = refused(p, 0, "fist", 3, 3)
    assert (said.reason, said.clause) == ("Raising it costs 3 energy, and you have 2 energy.", "power.7")
    assert refused(p, 0, "fist", 4, 2).reason == "No die that is on no card shows a 4."
    lightning = slot(p, "lightning")
    say(p, "load", "lightning")
    said = refused(p, 0, "raise", lightning, 3, 6, 3)
    assert (said.reason, said.clause) == ("Raising it costs 3 energy, and you have 2 energy.", "power.7")
    assert refused(p, 0, "raise", lightning, 5, 6, 1).reason == "No die that is on no card shows a 5."
    assert refused(p, 0, "use", lightning, 5).reason == "No die that is on no card shows a 5."
    said = refused(arrest([3], ["lightning"], energy=9), 0, "fist", 3, 3)
    assert (said.reason, said.clause) == ("Without a skill a 6 by hand does nothing.", "hand.2")
    said = refused(arrest([3], ["lightning"], energy=9, skills=[2, 0, 0], turn="range"), 0, "fist", 3, 3)
    assert (said.reason, said.clause) == ("By hand nothing is hit on the range turn.", "round.7")
