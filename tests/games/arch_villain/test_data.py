"""The data files, and a player's own."""

from __future__ import annotations

from importlib.resources import files

import pytest

import knaves
from knaves.games.arch_villain.cards import box
from tests.games.arch_villain.table import BOX, GAME, seen, table

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
    with pytest.raises(knaves.BadCards, match="16 cards"):
        box(short)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[space]]\nid = "a"\nname = "A"\nplayers = 3\nsource = "house"\n', "two players"),
        ('[[reward]]\nid = "health"\nname = "h"\namount = 3\nsource = "house"\n', "plain rewards"),
        ('[[item]]\nid = "health"\nname = "h"\nsource = "house"\n', "those of the book"),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(text: str, says: str) -> None:
    with pytest.raises(knaves.BadCards, match=says):
        box(text)


def test_a_face_no_die_has_is_refused() -> None:
    powers = HERE.joinpath("cards/powers.toml").read_text("utf-8")
    with pytest.raises(knaves.BadCards, match=r"line .* <= 6"):
        box(powers.replace("face = 6", "face = 7", 1))


# What the book says of the cards it names; every other field of theirs is ours.
KNOWN = {
    "lightning": {"type", "origin", "cost", "range", "squares"},
    "true_flight": {"inside", "squares"},
    "illusions": {"effects", "squares"},
    "force_field": {"effects", "squares"},
    "precognition": {"effects", "squares"},
    "laser_pistol": {"skill", "base", "squares"},
    "martial_arts": {"squares"},
    "detective": {"effects"},
    "physician": {"uses"},
    "tech_genius": set(),
    "crimson_death": {"red", "special", "strikes"},
}
PLAIN = {"id", "name", "text", "source", "house", "copies"}
NOT_PRINTED = {"effects", "inside", "items", "plus", "points", "damage", "squares"}  # when they say nothing


@pytest.mark.parametrize("card", KNOWN)
def test_what_the_book_does_not_say_of_a_card_is_marked_as_ours(card: str) -> None:
    row = BOX.cards[BOX.face_of[card]]
    fields = {name for name in row.__struct_fields__ if name not in PLAIN}
    silent = {
        name for name in fields & NOT_PRINTED if not getattr(row, name) or not any_of(getattr(row, name))
    }
    house = set(row.house) if card != "tech_genius" else {"uses"}
    assert fields - KNOWN[card] - silent == house - silent


def any_of(value: object) -> bool:
    return any(value) if isinstance(value, tuple) else bool(value)


def test_what_is_ours_is_marked_wherever_it_is_seen() -> None:
    p = table(2, [{"cards": ["lightning", "chain"]}], spaces={"dockside": ["true_flight"]}, round=3)
    v = seen(p)
    lightning, chain = v["players"][0]["cards"]
    assert (lightning["source"], lightning["house"]) == ("rulebook", ["damage"])
    assert (chain["source"], chain["house"]) == ("house", [])
    assert {"plus", "range"} <= set(v["spaces"][0]["cards"][0]["house"])
    assert v["spaces"][0]["source"] == v["players"][0]["source"] == "house"
    assert [row["key"] for row in v["rewards"] if row["source"] == "house"] == ["five_points", "three_points"]
    assert [row["key"] for row in v["green"] if not row["house"]] == ["energy"]
    assert v["bonus_house"] == ["points", "damage"]
    crimson = seen(table(2, villain="crimson_death"))["villain"]
    assert crimson is not None
    assert crimson["house"] == ["hearts"]


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("powers", "squares = 1", "squares = 0", "lightning has no square for a die"),
        ("weapons", "squares = 1", "squares = 0", "laser_pistol has no square for a die"),
        ("talents", "squares = 1", "squares = 0", "martial_arts has no square for a die"),
        (
            "contacts",
            'symbols = ["genetic", "psychology", "medical"]',
            "symbols = []",
            "physician has no use",
        ),
        ("villains", "number = 16", "number = 0", ">= 1"),
        ("board", 'id = "range"\ndice = 0', 'id = "range"\ndice = 2', "blue spaces only, not on range"),
        ("board", 'id = "alarm"\ndice = 0', 'id = "alarm"\ndice = 1', "blue spaces only, not on alarm"),
    ],
)
def test_what_could_never_happen_is_refused(file: str, old: str, new: str, says: str) -> None:
    text = HERE.joinpath(f"cards/{file}.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(knaves.BadCards, match=says):
        box(text.replace(old, new, 1))


def test_a_power_that_only_works_by_itself_needs_no_square() -> None:
    text = HERE.joinpath("cards/powers.toml").read_text("utf-8")
    field = text[text.index('id = "force_field"') :]
    idle = field.replace("squares = 1", "squares = 0", 1).replace(
        "damage = [0, 0, 1, 2, 3, 4]", "damage = [0, 0, 0, 0, 0, 0]", 1
    )
    assert box(text.replace(field, idle)).squares[BOX.face_of["force_field"]] == 0
