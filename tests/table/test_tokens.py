"""Secrets of links: long enough, one behind the other, and never equal to nothing."""

from __future__ import annotations

import pytest

from knaves.table.people.tokens import digest, joined, new_id, new_token, same, several


def test_secrets_are_long_and_differ() -> None:
    assert len({new_token() for _ in range(20)}) == len({new_id() for _ in range(20)}) == 20
    assert len(new_token()) == 32 and len(new_id()) == 12


@pytest.mark.parametrize(
    ("secret", "found"),
    [
        ("", []),
        ("a", ["a"]),
        ("a.b", ["a", "b"]),
        (".a..b", ["a", "b"]),
        ("a.b.c.d.e.f", ["a", "b", "c", "d"]),
        ("x" * 100, ["x" * 100]),
        ("x" * 101, []),
        ("a." + "x" * 101, []),
    ],
)
def test_a_browser_holds_a_few_of_them(secret: str, found: list[str]) -> None:
    assert several(secret) == found


def test_one_more_is_never_lost_behind_old_ones() -> None:
    assert joined("", "a") == "a"
    assert joined("a.b", "b") == "a.b", "and none stands there twice"
    assert joined("a.b", "c.a") == "b.c.a"
    assert joined("a.b.c.d", "e") == "b.c.d.e"


def test_what_is_kept_is_a_digest() -> None:
    assert digest("a") == "a98aed3effdf42d0aa622808e47b7a9918da515c", "links of today open tables of tomorrow"
    assert digest("b") != digest("a")


def test_nothing_is_the_same_as_nothing() -> None:
    assert (
        same("a", "a") and not same("a", "b") and not same("", "") and not same("a", "") and not same("", "a")
    )
