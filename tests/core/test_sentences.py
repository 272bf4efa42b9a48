"""Sentences: rows of names, amounts, chances, templates with things and fields, names of every script."""

from __future__ import annotations

import pytest

from knaves.core.words import all_of, counted, fill, fill_fields, isolated, kinds_of, odds_words, so_many


def named(kind: str, number: int) -> str:
    return f"<{kind} {number}>"


@pytest.mark.parametrize(
    ("names", "said"),
    [(["Ann"], "Ann"), (["Ann", "Bob"], "Ann and Bob"), (["Ann", "Bob", "Cy", "Di"], "Ann, Bob, Cy and Di")],
)
def test_names_in_a_row(names: list[str], said: str) -> None:
    assert all_of(names) == said


def test_so_many_of_something() -> None:
    assert [counted(n, "patsy", "patsies") for n in (0, 1, 2)] == ["0 patsies", "1 patsy", "2 patsies"]
    assert [so_many(n, "patsy", "patsies") for n in (0, 1, 2)] == ["no patsies", "1 patsy", "2 patsies"]
    assert [so_many(n, "card") for n in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (1.0, "certain"),
        (1.5, "certain"),
        (0.9999, "over 99%"),
        (0.994, "99%"),
        (0.5, "50%"),
        (0.014, "1%"),
        (0.004, "under 1%"),
        (0.0, "out of reach"),
        (-0.5, "out of reach"),
    ],
)
def test_chances_never_promise_what_is_not_sure(share: float, said: str) -> None:
    assert odds_words(share) == said


def test_things_in_a_template() -> None:
    assert fill("Give {2:card} to {1:seat}: {3}.", (4, 7, 9), named) == "Give <card 7> to <seat 4>: 9."
    assert fill("{{braces}} and {0}", (4,), named) == "{braces} and "
    assert kinds_of("Give {2:card} to {1:seat}: {3} of {who:seat}.") == {2: "card", 1: "seat", 3: ""}


def test_fields_of_a_step_in_a_template() -> None:
    fields = {"who": 2, "word": "loudly", "card": 57}
    assert fill_fields("{who:seat} says {word}.", fields, named) == "<seat 2> says loudly."
    assert fill_fields("{card:card}, {2:seat}, {card}, {word:>8}", fields, named) == (
        "<card 57>, <seat 2>, 57,   loudly"
    )
    assert fill_fields("Nothing to fill in.", fields, named) == "Nothing to fill in."
    assert fill_fields("{{a brace", fields, named) == "{a brace" and fill_fields(
        "a brace}}", fields, named
    ) == ("a brace}")


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("Ann", False),
        ("Zoë", False),
        ("Мирела", False),
        ("דנה", True),
        ("سارة", True),
        ("Ann ١٢", True),  # digits that are read the other way
        ("", False),
    ],
)
def test_a_name_from_right_to_left_keeps_to_itself(name: str, turned: bool) -> None:
    assert isolated(name) == (f"\u2068{name}\u2069" if turned else name)
