"""The luck that worlds are drawn by: every place as likely as any other."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.luck import another, deal, drawn, luck_for, shuffle


class Written(Random):
    """Luck that somebody has written down: bytes for a mix, and what is drawn where a byte would not be fair."""

    luck: bytes = b""
    again: tuple[int, ...] = ()

    def randbytes(self, n: int) -> bytes:
        assert n == len(self.luck)
        return self.luck

    def getrandbits(self, k: int) -> int:
        first, self.again = self.again[0], self.again[1:]
        assert 0 <= first < 1 << k
        return first


def mixed(luck: Sequence[int], *rows: list[int], again: tuple[int, ...] = ()) -> list[list[int]]:
    rng = Written()
    rng.luck, rng.again = bytes(luck), again
    shuffle(list(rows), drawn(luck_for(list(rows)), rng))
    assert not rng.again
    return list(rows)


def test_a_mix_draws_every_place_from_a_byte() -> None:
    assert mixed([3, 2, 1], [1, 2, 3, 4]) == [[1, 2, 3, 4]], "each stays"
    assert mixed([0, 0, 0], [1, 2, 3, 4]) == [[2, 3, 4, 1]], "each changes places with the first"
    assert mixed([2, 2, 1], [1, 2, 3, 4]) == [[1, 2, 4, 3]], "the last with the third"
    assert mixed([252 + 1, 2, 1], [1, 2, 3, 4]) == [[1, 4, 3, 2]], (
        "a high byte counts from the beginning again"
    )
    assert mixed([0, 2, 1], [1, 2], [3, 4, 5]) == [[2, 1], [3, 4, 5]], "a row takes one byte less than it has"
    assert mixed([]) == [] and mixed([], [7]) == [[7]]


def test_a_byte_that_would_favour_low_numbers_is_not_taken() -> None:
    """256 is no multiple of three: of 255 bytes, each third of them is a place; the last one is drawn again."""
    assert mixed([254, 1], [1, 2, 3]) == [[1, 2, 3]]
    assert mixed([255, 1], [1, 2, 3], again=(1,)) == [[1, 3, 2]]
    assert mixed([255, 1], [1, 2, 3], again=(3, 3, 1)) == [[1, 3, 2]], "so is what is drawn again"
    assert all(another(n, Random(n)) == Random(n).randrange(n) for n in range(1, 300))
    many = list(range(300))
    places = tuple(range(256, 300))
    assert mixed([0] * 44 + [n - 1 for n in range(256, 1, -1)], many, again=places[::-1]) == [
        list(range(300))
    ]


def test_a_row_of_which_all_is_laid_already_keeps_no_other_from_being_dealt() -> None:
    face = [0, 0, 0]
    deal(face, [[0], [1, 2]], [[], [7, 8]], iter([1]))
    assert face == [0, 7, 8]
