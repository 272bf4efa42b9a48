"""Rows of numbers: each entry where it belongs."""

from __future__ import annotations

import pytest

from knaves.core import encode
from knaves.core.encode import bits, counted, hashed, one_hot, seats_from


@pytest.fixture(autouse=True)
def no_place_is_known_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places that were found before would hide how they are found."""
    monkeypatch.setattr(encode, "_places", {})


def test_rows_are_what_they_say() -> None:
    assert bits(5, 0b1101) == [1.0, 0.0, 1.0, 1.0, 0.0]
    assert counted(4, [0, 2, 2, 1, 2]) == [1.0, 1.0, 3.0, 0.0]
    assert one_hot(3, 0) == [1.0, 0.0, 0.0] and one_hot(3, 2) == [0.0, 0.0, 1.0]
    assert one_hot(3, -1) == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(("eye", "row"), [(0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1]), (3, [0, 1, 2])])
def test_seats_begin_with_ones_own(eye: int, row: list[int]) -> None:
    assert seats_from(eye, 3) == row


VIEW = {
    "coins": 5,
    "cards": [{"id": "a", "worth": 2.5}, {"id": "b", "worth": 1.0}],
    "open": True,
    "who": None,
}


def test_a_hashed_view_tells_views_apart_and_never_changes() -> None:
    row = hashed(VIEW)
    assert row == hashed(dict(VIEW)) and any(row)
    others = [
        {**VIEW, "coins": 6},
        {**VIEW, "coins": -5},
        {**VIEW, "open": False},
        {**VIEW, "cards": [{"id": "a", "worth": 2.5}]},
        {**VIEW, "cards": [{"id": "b", "worth": 2.5}, {"id": "a", "worth": 1.0}]},
        {**VIEW, "cards": [{"id": "a", "worth": 1.0}, {"id": "b", "worth": 2.5}]},
        {"coin": 5, "cards": VIEW["cards"], "open": True, "who": None},
    ]
    rows = [row, *map(hashed, others)]
    assert len({tuple(one) for one in rows}) == len(rows)
    words = hashed({"who": "x", "name": "Ann"})
    assert sorted(map(abs, words))[-2:] == [0.0, 1.0], "a word is one entry"
    numbers = hashed({"n": 3})
    assert sorted(map(abs, numbers))[-2:] == [0.0, 3.0], "so is a number, and counts as much as it is"
    signs = {sum(hashed({f"k{n}": 1})) for n in range(30)} | {sum(hashed({f"k{n}": "x"})) for n in range(30)}
    assert signs == {1.0, -1.0}, "signs are mixed, so that what falls together does not add up"


def test_places_are_the_same_in_every_process() -> None:
    """Written down: a learned player must find the entries where they were."""
    for _ in range(2):  # found, and found again
        row = hashed({"n": 3, "w": "x", "l": [1]})
    assert {at: value for at, value in enumerate(row) if value} == PLACES


PLACES = {187: -1.0, 236: -1.0, 882: 3.0}


def test_places_that_are_too_many_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encode, "_MOST_PLACES", 3)
    for name in "abc":
        hashed({name: 1})
    assert len(encode._places) == 3
    row = hashed({"d": 1})
    assert len(encode._places) == 4 and hashed({"d": 1}) == row and len(encode._places) == 1
