"""Card files: an error names the file, the line, what is wrong and what would be right."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random
from time import process_time

import pytest

import knaves
from knaves.core.beat import play_randomly
from knaves.core.start import begin
from knaves.games import find
from knaves.games._template.cards import box

HOUSE = files("knaves.games._template.cards").joinpath("cards.toml").read_text("utf-8")


def line_with(text: str, what: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if what in line)


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("rank = 3", 'rank = "three"', 'rank = "three"', "this must be a whole number, not a text"),
        ("rank = 3", "rnak = 3", "Pickpocket", "fields here: rank, effects, id, name"),
        ('verb = "steal"', 'verb = "rob"', "rob", "known: gain, steal, listen, swap"),
        ('{ verb = "steal", coins = 1 }', '{ verb = "steal", cions = 1 }', "cions", "coins"),
        ('id = "fence"', 'id = "urchin"', "", "'urchin' is there twice"),
        ('source = "house"', 'source = "dream"', "dream", "one of: house, public, rulebook"),
    ],
)
def test_what_is_wrong_and_where(old: str, new: str, at: str, says: str) -> None:
    assert old in HOUSE
    text = HOUSE.replace(old, new, 1)
    with pytest.raises(knaves.BadCards) as caught:
        box(text)
    said = str(caught.value)
    assert says in said
    if at and "fields here" not in says:
        assert f"line {line_with(text, at)}:" in said
    elif at:
        line = int(said.partition("line ")[2].partition(":")[0])
        assert abs(line - line_with(text, at)) <= 3


def test_a_wrong_count() -> None:
    with pytest.raises(knaves.BadCards, match="there must be 3 cards of 2, not 2"):
        box(
            HOUSE.replace(
                'id = "beggar"\nname = "Beggar"\nsource = "house"\nrank = 2\ncopies = 3',
                'id = "beggar"\nname = "Beggar"\nsource = "house"\nrank = 2\ncopies = 2',
            )
        )


def test_no_toml_and_no_file(tmp_path: Path) -> None:
    with pytest.raises(knaves.BadCards, match=r"not TOML.*line 2"):
        box("[[card]]\nid = = 3\n")
    with pytest.raises(knaves.BadCards, match="cannot be read"):
        box(str(tmp_path / "nowhere.toml"))


def test_a_file_of_ones_own_is_played_with(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(HOUSE.replace('name = "Urchin"', 'name = "Gutter Prince"'), "utf-8")
    position = knaves.start("_template", seats=2, seed=1, cards=str(own))
    assert any(card.name == "Gutter Prince" for card in position.state.box.cards)  # type: ignore[attr-defined]
    own.unlink()
    again = knaves.load(position.save())  # a save carries the cards it was played with
    assert again == position


def test_options_from_strangers_name_no_files(tmp_path: Path) -> None:
    """`knaves.start` reads a file for its own caller; what comes through a table must be the text itself."""
    own = tmp_path / "own.toml"
    own.write_text(HOUSE, "utf-8")
    with pytest.raises(knaves.BadSetup, match="the text of a card file"):
        begin(find("_template"), 2, 1, {"cards": str(own)})
    with pytest.raises(knaves.BadSetup, match="the text of a card file"):
        knaves.scenario({"game": "_template", "seats": 2, "options": {"cards": str(own)}})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("#" * 100_001, "at most 100,000 characters"),
        ("a = " + "[" * 5_000, "line 1: more than 10 brackets"),
        ("\n\na = [\n" + "{a = [" * 200, "line 4: more than 10 brackets"),
        ("\na = " + "9" * 5_000, "line 2: a number here has at most 9 digits"),
        ("a = 0x" + "f" * 5_000, "line 1: a number here has at most 9 digits"),
        ("a" + ".a" * 40_000 + " = 1", "line 1: a name here has at most 10 parts"),
        ('"a".' * 20_000 + "a = 1", "line 1: a name here has at most 10 parts"),
        ("[" + "a." * 40_000 + "a]", "line 1: a name here has at most 10 parts"),
        ("a = [" + "1," * 40_000 + "]", "at most 300 of these"),
        ("[[card]]\n" * 10_000, "at most 300 of these"),
        ("\nx = 1\na = '" + "x" * 5_000 + "'", "line 3: a text here has at most 1,000 letters"),
        ('"""\\' * 20_000, "not TOML"),
        ("'" * 99_999, "not TOML"),
        ("a = 0b" + "1" * 90_000, "at most 9 digits"),
        ('a = "', "line 1, column"),
        ('a = """', "line 2: this is not TOML"),
    ],
    ids=lambda one: one[:40],
)
def test_what_costs_too_much_is_refused_before_it_is_built(text: str, says: str) -> None:
    began = process_time()
    with pytest.raises(knaves.BadCards) as caught:
        box(text + "\n")
    assert says in str(caught.value)
    assert process_time() - began < 1


@pytest.mark.parametrize("copies", [0, -20_000_000, 31, 20_000_060])
def test_copies_that_cannot_be(copies: int) -> None:
    with pytest.raises(knaves.BadCards, match=r"line 8: this must be a whole number [<>]= \d+"):
        box(HOUSE.replace("copies = 3", f"copies = {copies}", 1))


def test_dots_and_numbers_in_texts_are_only_text() -> None:
    said = "12345678901234 a.b.c.d.e.f.g.h.i.j.k.l"
    assert box(HOUSE.replace("Take 2 coins from the bank.", said)).cards[0].text == said


def test_brackets_in_texts_are_refused_as_such() -> None:
    """However many: they are no tables in one another."""
    with pytest.raises(knaves.BadCards, match="a text here has no square brackets"):
        box(HOUSE.replace("Take 2 coins from the bank.", "[" * 20))


def test_the_card_of_the_readme_can_be_played() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")
    own = readme.partition("```toml\n")[2].partition("```")[0]
    names = {row.name for row in find("villagers").card_list(own)}
    assert "Night Watch" in names and "Night Watch" in own
    position = knaves.start("villagers", seats=3, seed=1, cards=own)
    play_randomly(position, Random(1))
    assert position.result is not None
