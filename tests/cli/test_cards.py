"""`knaves cards`: all that stands on a card, in words; found by any name."""

from __future__ import annotations

import re

import pytest
from msgspec import Struct

import knaves
from knaves.cli import main
from knaves.cli.look_up import called, describe
from knaves.core.card_words import in_words
from knaves.games import find

GAMES = [*knaves.GAMES]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(["cards", *words])
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_every_card_is_shown_and_none_by_its_raw_name(game: str) -> None:
    for row in find(game).card_list():
        line = describe(row)
        assert not re.search(r"[a-z]_[a-z]", line.replace(row.text, "")), line
        for value in numbers_and_words(row):
            assert value in line, (value, line)


def numbers_and_words(row: Struct) -> list[str]:
    beside = ("id", "source", "house", "copies")
    names = [name for name in row.__struct_fields__ if name not in beside and not name.endswith("_source")]
    return [in_words(getattr(row, name)) for name in names if name not in ("name", "text")]


@pytest.mark.parametrize(
    ("game", "name", "says"),
    [
        ("arch_villain", "lightning", "damage 3/4/6/8/10/13"),
        ("arch_villain", "Laser Pistol", "base 3; symbols –/–/–/1/2/2; range yes"),
        ("arch_villain", "crimson_death", "(type energy emission, number 16); strikes (turn 2, item energy)"),
        ("arch_villain", "physician", "free card (kind talent, symbols genetic or psychology or medical)"),
        ("arch_villain", "Comet", "skills 5/3/3; effects free pips (count 1)"),
        ("syndicate", "unlit alley", "top 0"),
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
    rows = find(game).card_list()
    for row in rows:
        for name in (row.id, row.name, row.name.upper(), row.id.replace("_", " ")):
            assert row in called(rows, name), name
        word = max(row.name.split(), key=len)
        assert row in called(rows, word) or any(one.name == word for one in called(rows, word))


def test_a_word_on_cards_finds_them() -> None:
    rows = find("arch_villain").card_list()
    assert {row.id for row in called(rows, "technical mishap")} >= {"arc_hands", "tech_genius"}
    assert called(rows, "zeppelin") == []
