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
