"""Dice anyone can check afterwards.

The chance of a game is one long row of 32-bit words. Word number n is the (n mod 16)-th little-endian word of
BLAKE2b-512 over the 8-byte little-endian number n // 16, keyed with the game's 32-byte key. Nobody who sees the
rolls can work out the key; whoever is told the seed can work out every roll. Before the first move the table
publishes `commitment(key)`; after the last it publishes the seed.
"""

from __future__ import annotations

import secrets
import struct
from hashlib import blake2b

_WORDS = struct.Struct("<16I")


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(16)


def key_of(game: str, seed: int | str) -> bytes:
    """The key of a game's dice, from its seed."""
    return blake2b(f"knaves dice {game} {seed}".encode(), digest_size=32).digest()


def commitment(key: bytes) -> str:
    """What is published before the first move: it fixes the key and does not tell it."""
    return blake2b(key, digest_size=32, person=b"knaves-promise").hexdigest()


class Dice:
    """The row of words under one key. Holds no place in the row (the state does), so clones share it."""

    __slots__ = ("block", "key", "words")

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.block = -1
        self.words: tuple[int, ...] = ()

    def word(self, n: int) -> int:
        block = n >> 4
        if block != self.block:
            digest = blake2b(block.to_bytes(8, "little"), key=self.key).digest()
            self.words = _WORDS.unpack(digest)
            self.block = block
        return self.words[n & 15]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dice) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)
