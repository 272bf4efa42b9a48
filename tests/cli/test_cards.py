"""`knaves cards`: all that stands on a card, in words; found by any name."""

from __future__ import annotations

import re

import pytest

import knaves
from knaves.cli import main
from knaves.cli.look_up import called, cards_called, describe
from knaves.games import find
from knaves.web.draw.faces import faces
from tests.games.villagers.table import that_do

GAMES = [*knaves.GAMES]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(["cards", *words])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("game", GAMES)
def test_all_that_stands_on_the_face_of_a_card_is_printed_and_no_field_of_a_file(game: str) -> None:
    """That nothing is missing on a face is a law of its own: tests/laws/test_printed.py."""
    for face in faces(game):
        said = describe(face)
        assert not re.search(r"[a-z]_[a-z]", said.replace(face.text, "")), said
        for part in (face.name, face.kind, face.text, *face.lines, *face.pairs):
            assert part in said, (part, said)
        for figure in face.figures:
            assert f"{figure.name}: {figure.value}" in said, (figure, said)


@pytest.mark.parametrize(
    ("game", "name", "says"),
    [
        ("arch_villain", "lightning", "Damage by the die, 1 to 6: 3 · 4 · 6 · 8 · 10 · 13."),
        ("arch_villain", "Laser Pistol", "Symbols by the die, 1 to 6: miss · miss · miss · 1 · 2 · 2."),
        (
            "arch_villain",
            "crimson_death",
            "16 against energy emission. Unless all have arrested it, it takes all energy",
        ),
        ("arch_villain", "granite saint", "it takes all weapons off the board after turn 4."),
        ("arch_villain", "physician", "A genetic, psychology or medical talent free, or three health."),
        ("arch_villain", "Comet", "Skills grow to: agility 5, strength 3, mental power 3."),
        ("arch_villain", "gunsmith", "Its symbol: technical."),
        ("villains", "Mafia", "Units: 5 goons, 5 moles, 2 talents, 5 patsies, The Fixer."),
        ("villains", "mafia", "The Fixer (costs 0, attacks 5+, influence 2, skilled)"),
        ("villains", "Rise of the Deformed", "1 point: possess 3 enemy markers."),
        ("syndicate", "unlit alley", "anywhere: 0; for Shadowheart: 6"),
        ("syndicate", "Doomking", "Agent of Doomking"),
        ("syndicate", "Government Spy", "Whoever accuses you: Take any cards from the hand of the accused."),
        ("villagers", "Lord", "Pairs with Castle."),
        ("villagers", "Mystic Seer", "at the end: 1 Pairs with any citizen that is in no other pair."),
        ("new_angeles", "Gang Wars", "districts: orgcrime in 10; outage in 1; illness in 3."),
        ("new_angeles", "Activist Cells", "districts: Human First in 3; orgcrime in 7; illness in 2."),
    ],
)
def test_a_card_says_all_it_has(
    game: str, name: str, says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    assert says in said(capsys, game, name)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_is_found_by_name_id_and_any_part_of_its_name(game: str) -> None:
    rows = faces(game)
    for row in rows:
        for name in (row.id, row.name, row.name.upper(), row.id.replace("_", " ")):
            assert row in called(rows, name), name
        word = max(row.name.split(), key=len)
        assert row in called(rows, word) or any(one.name == word for one in called(rows, word))


def test_a_word_on_cards_finds_them() -> None:
    rows = faces("arch_villain")
    assert {row.id for row in called(rows, "technical procedure")} >= {"lightning", "tech_genius"}
    assert called(rows, "zeppelin") == []


def test_a_card_file_of_ones_own_is_looked_up_as_it_is() -> None:
    own = that_do(witch='verb = "stubborn", wins = 2')
    (face,) = cards_called(find("villagers"), "Witch", own)
    assert face.source == "house" and describe(face) != describe(*cards_called(find("villagers"), "Witch"))
