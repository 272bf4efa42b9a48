"""Dice: fair, repeatable, and checkable with nothing but the description."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import knaves
from knaves.core.dice import Dice, commitment, key_of


def test_words_are_what_the_description_says() -> None:
    key = bytes(range(32))
    dice = Dice(key)
    for n in (0, 15, 16, 1000):
        digest = blake2b((n // 16).to_bytes(8, "little"), key=key).digest()
        at = n % 16 * 4
        assert dice.word(n) == int.from_bytes(digest[at : at + 4], "little")


def test_rolls_are_even() -> None:
    state = knaves.start("_template", seats=2, seed=1).state
    rolls = Counter(state.roll() for _ in range(60_000))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    chi = sum((count - 10_000) ** 2 / 10_000 for count in rolls.values())
    assert chi < 20.5  # 0.1 % with five degrees of freedom


def test_seeds_and_games_have_different_keys_and_the_commitment_hides_them() -> None:
    assert len({key_of(g, s) for g in ("a", "b") for s in (1, 2, "x")}) == 6
    key = key_of("a", 1)
    assert key.hex() not in commitment(key) and commitment(key) != commitment(key_of("a", 2))


def test_clones_roll_the_same_and_do_not_disturb_each_other() -> None:
    one = knaves.start("_template", seats=2, seed=1)
    two = one.clone()
    first = [one.state.roll() for _ in range(40)]
    assert [two.state.roll() for _ in range(40)] == first
