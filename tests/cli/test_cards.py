"""`knaves cards`: all that stands on a card, in words; found by any name."""

from __future__ import annotations

import re

import pytest
from rich.text import Text

import knaves
from knaves.cli import main
from knaves.cli.look_up import called, describe
from knaves.web.draw.faces import faces

GAMES = [*knaves.GAMES]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(["cards", *words])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_face_says_is_shown_and_no_raw_name(game: str) -> None:
    """tests/laws/test_printed.py: the faces say all that the card files say."""
    for face in faces(game):
        line = plain_text(describe(face))
        assert not re.search(r"[a-z]_[a-z]", line), line
        for said in (face.name, face.kind, face.text, *face.lines, *face.pairs):
            assert said in line, (said, line)
        for figure in face.figures:
            assert f"{figure.name} {figure.value}" in line, (figure, line)


def plain_text(line: str) -> str:
    return Text.from_markup(line).plain


@pytest.mark.parametrize(
    ("game", "name", "says"),
    [
        ("arch_villain", "lightning", "Damage by the die, 1 to 6: 3 · 4 · 6 · 8 · 10 · 13."),
        ("arch_villain", "crimson_death", "16 against powers of energy emission."),
        ("arch_villain", "physician", "A genetic, psychology or medical talent free"),
        ("villagers", "fletcher", "Pairs with Forest Ranger."),
        ("villains", "Mafia", "Units: 5 goons, 5 moles, 2 talents, 5 patsies, The Fixer."),
        ("villains", "mafia", "The Fixer (costs 0, attacks 5+, influence 2, skilled)"),
        ("villains", "Rise of the Deformed", "1 point: possess 3 enemy markers."),
        ("syndicate", "unlit alley", "for Shadowheart 6"),
        ("syndicate", "Doomking", "Agent of Doomking"),
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
    assert {row.id for row in called(rows, "mishap")} >= {"arc_hands", "tech_genius"}
    assert called(rows, "zeppelin") == []
