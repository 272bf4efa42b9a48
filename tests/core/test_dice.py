"""Dice: fair, repeatable, and checkable with nothing but the description."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import knaves
from knaves.core.dice import Dice, commitment, key_of, new_seed


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


def test_what_a_seed_and_a_promise_are_worth_never_changes() -> None:
    """Written down: a game that is replayed years from now must deal the same, and keep what it promised."""
    key = key_of("villagers", 7)
    assert key == blake2b(b"knaves dice villagers 7", digest_size=32).digest()
    assert commitment(key) == blake2b(key, digest_size=32, person=b"knaves-promise").hexdigest()
    assert len(key) == 32 and len(commitment(key)) == 64


def test_dice_are_their_key() -> None:
    one, same, other = Dice(bytes(32)), Dice(bytes(32)), Dice(bytes([1]) * 32)
    one.word(100)
    assert one == same and hash(one) == hash(same)
    assert one != other and one != bytes(32) and hash(one) != hash(other)


def test_words_may_be_asked_for_in_any_order() -> None:
    dice, fresh = Dice(bytes(32)), [Dice(bytes(32)).word(n) for n in range(40)]
    for n in (17, 3, 3, 16, 39, 0, 31, 32):
        assert dice.word(n) == fresh[n]


def test_a_block_is_worked_out_once() -> None:
    dice = Dice(bytes(32))
    dice.word(3)
    words = dice.words
    dice.word(4)
    assert dice.words is words
    dice.word(16)
    assert dice.words is not words


def test_new_seeds_are_long_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) == 50 and {len(seed) for seed in seeds} == {32}
