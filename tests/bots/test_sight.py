"""What an answer has changed is told by what these eyes can know, and only where it is clear."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.bots.coach.sight import Shift, sentence, shift
from knaves.core.turns import Turns

NAMES = ("Ann", "Bob", "Cleo", "Dan")


def test_the_same_position_twice_changes_nothing() -> None:
    position = knaves.start("villagers", seats=4, seed=3)
    found = shift(position, position, 0, "1", worlds=4)
    assert found.before == found.after and "nobody's chances" in sentence(found, 1, NAMES)
    assert sum(found.before) == pytest.approx(1, abs=0.01)


def test_nothing_that_these_eyes_cannot_see_is_used() -> None:
    """In worlds that they cannot tell from the real ones, before and after, the same is said."""
    turns = Turns(knaves.start("villagers", seats=4, seed=3))
    for _ in range(9):
        turns.answer(turns.options[0])
    before = turns.position.clone()
    turns.answer(turns.options[-1])
    after = turns.position
    eye = (turns.seat + 1) % 4
    twins = [one.imagine(eye, Random(8)) for one in (before, after)]
    assert twins[0].state.face != before.state.face
    assert shift(before, after, eye, "1", worlds=4) == shift(twins[0], twins[1], eye, "1", worlds=4)


def test_the_sentence_names_who_gained_and_who_paid_where_that_is_clear() -> None:
    found = Shift((0.25,) * 4, (0.45, 0.05, 0.25, 0.25), (0.02,) * 4)
    assert sentence(found, 0, NAMES) == (
        "By what you can see it lifts Ann: 25% to win before, 45% now and hurts Bob most (25% before, 5% now)."
    )
    assert "costs Bob" in sentence(found, 1, NAMES) and "helps Ann" in sentence(found, 1, NAMES)
    unclear = Shift((0.25,) * 4, (0.45, 0.05, 0.25, 0.25), (0.2,) * 4)
    assert sentence(unclear, 0, NAMES) == "By what you can see it changes nobody's chances by much."
