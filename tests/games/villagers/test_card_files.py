"""A player's own card file: what it may hold, and what is said about it when it is wrong."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import knaves
from knaves.games import find
from knaves.games.villagers.cards import HOUSE_FILES, cards
from knaves.games.villagers.screen.board import face
from tests.games.villagers.table import table

FARM = """
[[card]]
id = "farm"
name = "Farm"
kind = "building"
price = 2
value = 3
pair = "farmer"
text = "My own printing."
source = "public"
"""


def own(text: str) -> tuple[str, ...]:
    return tuple(row.id for row in cards(text))


def wrong(text: str) -> str:
    with pytest.raises(knaves.BadCards) as caught:
        knaves.start("villagers", seats=4, seed=1, cards=text)
    return str(caught.value)


def test_some_cards_replace_ours(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FARM)
    for given in (FARM, str(file)):
        position = knaves.start("villagers", seats=4, seed=1, cards=given)
        rows = {row.id: row for row in cards(given)}
        assert rows["farm"].price == 2 and len(rows) == 102
        assert knaves.load(position.save()) == position
    assert find("villagers").check_cards(FARM).startswith("1 card differs")


def test_a_new_card_takes_the_place_of_one_of_ours() -> None:
    text = FARM.replace('id = "farm"', 'id = "barn"\ninstead_of = "village_well"').replace(
        'pair = "farmer"\n', ""
    )
    text = text.replace('name = "Farm"', 'name = "Barn"')
    assert "its pair" in wrong(text), "the Washerwoman has lost her partner"
    ids = own(
        text.replace('kind = "building"', 'kind = "building"\npair = "washerwoman"') + washerwoman("barn")
    )
    assert "barn" in ids and "village_well" not in ids and len(ids) == 102


def test_no_card_is_called_like_another_of_ours() -> None:
    assert wrong(FARM.replace('name = "Farm"', 'name = "castle"')).endswith(
        "line 3: 'castle' is the name of another card already."
    )


def test_a_partner_is_called_by_its_name() -> None:
    text = FARM.replace('id = "farm"', 'id = "barn"\ninstead_of = "village_well"').replace(
        'pair = "farmer"', 'pair = "washerwoman"'
    )
    text = text.replace('name = "Farm"', 'name = "The Old Barn"') + washerwoman("barn")
    pool = ["washerwoman", "farm", "mystic_seer"]
    t = table(options={"cards": text}, pool=pool)
    assert [card["partner"] for card in t.view()["pool"]] == ["The Old Barn", "Farmer", "any citizen"]
    assert "Pairs with The Old Barn." in t.p.game.board(t.view())
    assert face(t.view()["pool"][0]).text == "pairs with The Old Barn"


def washerwoman(pair: str) -> str:
    return f"""
[[card]]
id = "washerwoman"
name = "Washerwoman"
kind = "citizen"
price = 1
value = 0
earnings = 1
pair = "{pair}"
source = "house"
"""


def test_a_whole_box() -> None:
    house = files("knaves.games.villagers").joinpath("cards")
    text = "\n".join(house.joinpath(f"{name}.toml").read_text("utf-8") for name in HOUSE_FILES)
    assert set(own(text)) == set(own(""))
    baker = next(part for part in text.split("[[card]]") if '"baker"\nname' in part)
    bakers = baker.replace('kind = "citizen"', 'kind = "building"').replace("earnings = 1\n", "")
    assert "of the playing cards 25 must be of kind 'building', not 26" in wrong(text.replace(baker, bakers))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("price = 2", "prise = 2", ["line 6", "prise", "did you mean price"]),
        ("price = 2", 'price = "two"', ["line 6", "a whole number"]),
        ("price = 2", "price = -1", ["line 6"]),
        ("price = 2\n", "", ["line 3", "'farm'", "lacks 'price'"]),
        ("price = 2", "price = 2\nloot = 1", ["line 3", "cannot have 'loot'"]),
        ('kind = "building"', 'kind = "castle"', ["line 5", "building"]),
        ('id = "farm"', 'id = "barn"', ["line 3", "'barn'", "instead_of"]),
        ('pair = "farmer"', 'pair = "nobody"', ["line 3", "'nobody'", "no such card"]),
        ('pair = "farmer"', 'pair = "baker"', ["line 3", "'baker'", "'bakery'"]),
        ('pair = "farmer"', 'pair = "farm"', ["line 3", "itself"]),
        ('source = "public"', 'source = "mine"', ["line 10", "house"]),
        ("value = 3", "value = 3\ncopies = 2", ["line 3", "copies"]),
        ("[[card]]", "[[card", ["TOML"]),
    ],
)
def test_what_is_wrong_with_a_row(old: str, new: str, says: list[str]) -> None:
    said = wrong(FARM.replace(old, new))
    assert all(word in said for word in says), said


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ('{ verb = "fly" }', ["fly", "roll_bonus"]),
        ('{ verb = "shield" }', ["amount"]),
        ('{ verb = "shield", amount = 1, colour = "red" }', ["colour", "amount"]),
        ('{ verb = "shield", amount = 1, cost = 1 }', ['how = "use"']),
        ('{ verb = "draw", phase = "reset", amount = 1 }', ['how = "use"']),
        ('{ verb = "draw", phase = "lunch", amount = 1, how = "use" }', ["lunch", "recruit", "reset"]),
        ('{ verb = "stubborn", wins = 2 }', ["only challenges"]),
        (
            '{ verb = "roll_bonus", phase = "recruit", amount = 1, rolls = "one", on = "hero" }',
            ["recruit bonus"],
        ),
        ('{ verb = "roll_bonus", phase = "defend", amount = 1, rolls = "one" }', ["which one is a choice"]),
        ('{ verb = "roll_bonus", phase = "defend", amount = -1, rolls = "one", how = "use" }', ["1 or more"]),
        (
            '{ verb = "roll_bonus", phase = "defend", amount = 1, rolls = "all", on = "town", how = "use" }',
            ["all rolls of one defence"],
        ),
        ('{ verb = "discount", amount = 1, kind = "hero", how = "use" }', ['kind = "any"']),
        (
            '{ verb = "toll", phase = "build", amount = 1, floor = 3 }, '
            '{ verb = "toll", phase = "build", amount = 1, floor = 4 }',
            ["several tolls"],
        ),
        (
            '{ verb = "shield", amount = 1, how = "use" }, { verb = "banish", how = "use" }',
            ["one is the most"],
        ),
    ],
)
def test_what_is_wrong_with_an_effect(effect: str, says: list[str]) -> None:
    said = wrong(FARM + f"effects = [{effect}]\n")
    assert all(word in said for word in says), said
    assert "line" in said


def test_challenges_have_rules_of_their_own() -> None:
    witch = """
[[card]]
id = "witch"
name = "Witch"
kind = "challenge"
defeat = 4
value = -2
pillage = 2
loot = 2
source = "public"
"""
    assert own(witch)
    assert "nobody could ever defeat it" in wrong(
        witch + 'effects = [{ verb = "immune", to = ["town", "hero"] }]'
    )
    assert "nobody could ever defeat it" in wrong(
        witch + 'effects = [{ verb = "immune", to = ["town"] }, { verb = "immune", to = ["hero"] }]'
    )
    assert "only buildings, citizens and heroes" in wrong(
        witch + 'effects = [{ verb = "draw", phase = "reset", amount = 1, how = "use" }]'
    )
    for pair in ("farm", "any citizen"):
        assert "only buildings, citizens and heroes have a pair" in wrong(witch + f'pair = "{pair}"')


def test_a_mob_has_no_effects() -> None:
    mob = """
[[card]]
id = "angry_mob"
name = "Angry Mob"
kind = "mob"
copies = 5
start = true
source = "house"
"""
    assert own(mob)
    assert "it has no effects" in wrong(mob + 'effects = [{ verb = "shield", amount = 1 }]')


def test_twice_the_same_and_two_for_one_place() -> None:
    assert "there twice" in wrong(FARM + FARM)
    second = FARM.replace('id = "farm"', 'id = "barn"\ninstead_of = "farm"').replace('pair = "farmer"\n', "")
    second = second.replace('name = "', 'name = "Other ')
    assert "taken already" in wrong(FARM + second)


def test_a_file_that_is_not_there() -> None:
    assert "cannot be read" in wrong("/no/such/file.toml")


def test_a_text_that_cannot_be_shown() -> None:
    assert "has a text that cannot be shown" in wrong(FARM.replace("My own printing.", "x" * 401))
