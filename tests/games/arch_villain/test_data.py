"""The data files, and a player's own."""

from __future__ import annotations

from importlib.resources import files

import pytest

import knaves
from knaves.games.arch_villain.cards import box
from tests.games.arch_villain.table import BOX, GAME, seen

HERE = files("knaves.games.arch_villain")
WEAPONS = HERE.joinpath("cards/weapons.toml").read_text("utf-8")


def test_what_the_book_names_is_marked_as_the_books() -> None:
    named = {row.id for row in BOX.cards if row.source == "rulebook"}
    assert named == {
        "lightning", "true_flight", "illusions", "force_field", "precognition", "laser_pistol", "martial_arts",
        "detective", "physician", "tech_genius", "crimson_death",
    }  # fmt: skip
    assert all(row.text for row in BOX.cards)
    assert len({row.name for row in BOX.cards}) == len(BOX.cards)


def test_an_own_file_replaces_the_tables_it_has() -> None:
    mine = WEAPONS.replace('name = "Long Bow"', 'name = "Longer Bow"').replace("cost = 8", "cost = 1")
    p = knaves.start(GAME, seats=2, seed=1, cards=mine)
    assert "Longer Bow" in [row.name for row in box(mine).cards]
    assert len(box(mine).tables.power) == 24
    again = knaves.load(p.save())
    assert again == p
    assert seen(again)["decks"]["weapon"] == 16


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "chain"', 'id = "grapnel"', "'grapnel' is there twice"),
        ("cost = 8", "price = 8", "line .*price"),
        ("symbols = [-1, 0, 1, 1, 2, 2]", "symbols = [-1, 2, 1, 1, 2, 2]", "falls"),
        ('skill = "mental"', 'skill = "charm"', "charm"),
    ],
)
def test_a_wrong_file_is_refused_with_what_is_wrong(old: str, new: str, says: str) -> None:
    assert old in WEAPONS
    with pytest.raises(knaves.BadCards, match=says):
        box(WEAPONS.replace(old, new, 1))


def test_a_file_with_too_few_cards_is_refused() -> None:
    short = "[[weapon]]" + WEAPONS.split("[[weapon]]")[1]
    with pytest.raises(knaves.BadCards, match="16 rows"):
        box(short)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[space]]\nid = "a"\nname = "A"\nplayers = 3\nsource = "house"\n', "two players"),
        ('[[reward]]\nid = "health"\nname = "h"\namount = 3\nsource = "house"\n', "plain rewards"),
        ('[[item]]\nid = "health"\nname = "h"\nkind = "token"\nsource = "house"\n', "those of the book"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(text: str, says: str) -> None:
    with pytest.raises(knaves.BadCards, match=says):
        box(text)


def test_a_face_no_die_has_is_refused() -> None:
    powers = HERE.joinpath("cards/powers.toml").read_text("utf-8")
    with pytest.raises(knaves.BadCards, match="no die has"):
        box(powers.replace("face = 6", "face = 7", 1))
