"""Selections and amounts at the keyboard: `1 3 4`, and a number."""

from __future__ import annotations

import tomllib

import pytest

import knaves
from knaves.cli.play import Terminal
from knaves.core.errors import Refused
from knaves.web.draw.rendering import GAMES_DIR


def at(game: str, *answers: list[str | int], upto: int = 0) -> tuple[Terminal, int]:
    row = tomllib.loads((GAMES_DIR / game / "screen" / "scenes.toml").read_text("utf-8"))["crowded"]
    words = {"game": game, "seats": row["seats"], "seed": row["seed"], "set": row["set"]}
    position = knaves.scenario(words)
    for option in [*row.get("answers", [])[:upto], *answers]:
        ask = position.ask()
        assert ask is not None
        position.apply(ask.seats[0], tuple(option))
    ask = position.ask()
    assert ask is not None
    return Terminal(position, row["seats"], "fair", 1), ask.seats[0]


def options(terminal: Terminal, seat: int) -> list[knaves.Option]:
    ask = terminal.position.ask()
    assert ask is not None
    return ask.options(seat)


def test_three_cards_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, seat = at("new_angeles", upto=10)
    offered = options(terminal, seat)
    assert terminal.answers_in(seat, offered, "1 3, 4") == [offered[0], offered[2], offered[3]]
    assert terminal.answers_in(seat, offered, "2") == [offered[1]]
    assert terminal.answers_in(seat, offered, "board") == []
    with pytest.raises(Refused, match=r"."):
        terminal.answers_in(seat, offered, "1 1 2")
    ask = terminal.position.ask()
    assert ask is not None
    terminal.show_options(seat, ask, offered)
    assert "several at once" in capsys.readouterr().out


def arch_villain(**words: object) -> Terminal:
    players = [{"hero": "bulwark", "energy": 4, "dice": 6, "cards": ["tech_genius"]}, {"hero": "moth"}]
    given = {"order": [0, 1], "players": players, "villain": "crimson_death", **words}
    position = knaves.scenario({"game": "arch_villain", "seats": 2, "seed": 1, "set": given})
    return Terminal(position, 2, "fair", 1)


def test_two_dice_that_show_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = arch_villain(step="arrest", turn="3", dice=[1, 1, 1, 2, 6])
    offered = options(terminal, 0)
    assert terminal.answers_in(0, offered, "1 1") == [("again", 1), ("again", 1)]
    assert terminal.answers_in(0, offered, "3 1") == [("again", 6), ("again", 1)]
    with pytest.raises(Refused, match="After 2 the choice is complete"):
        terminal.answers_in(0, offered, "1 1 1")
    with pytest.raises(Refused, match=r"."):
        terminal.answers_in(0, offered, "2 2")  # there is one
    ask = terminal.position.ask()
    assert ask is not None
    terminal.show_options(0, ask, offered)
    said = capsys.readouterr().out
    assert "1 1 3: what is there several times (up to 2)" in said
    assert "1 1 3" in terminal.help


def test_steps_of_training_in_one_line() -> None:
    terminal = arch_villain(turn="2", spaces={"dockside": ["cubes", "cubes"]})
    terminal.position.apply(0, ("space", 0))
    terminal.position.apply(0, ("take_tokens",))
    offered = options(terminal, 0)
    assert [offered[0], offered[1], offered[4]] == [("train", 0, 1), ("train", 0, 2), ("train", 1, 1)]
    once_each = [("train", 0, 1), ("train", 0, 2), ("train", 0, 3), ("train", 1, 1)]
    assert terminal.answers_in(0, offered, "1 1 1 5") == once_each
    assert terminal.answers_in(0, offered, "2 5") == [("train", 0, 2), ("train", 1, 1)]


def test_an_amount_is_typed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    terminal, seat = at("villagers", ["recruit", 1])
    offered = options(terminal, seat)
    assert terminal.answers_in(seat, offered, "0") == [("roll", 0)]
    assert terminal.answers_in(seat, offered, "12") == [("roll", 12)]
    assert terminal.answers_in(seat, offered, "a") == [("vend", 8)]
    with pytest.raises(Refused, match=r"."):
        terminal.answers_in(seat, offered, "13")
    ask = terminal.position.ask()
    assert ask is not None
    terminal.show_options(seat, ask, offered)
    said = capsys.readouterr().out
    assert "0 to 12" in said and "Buy 5" not in said


def test_one_of_several_is_one() -> None:
    terminal, seat = at("villagers")
    with pytest.raises(Refused, match="Only one"):
        terminal.answers_in(seat, options(terminal, seat), "1 2")
