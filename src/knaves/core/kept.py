"""What was made lately, found again by what it was made of.

Most of a board is what it was before the last move, and the same for every seat: whoever draws it again and again keeps
what follows from plain data alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Generic, ParamSpec, TypeVar

import msgspec

P = ParamSpec("P")
T = TypeVar("T")
MOST = 30_000
WHOLES = 9_000  # of what is worked out: a whole city is large, and it is asked for by its table alone

SHORT = 600  # bytes

_plain = msgspec.json.Encoder(enc_hook=str).encode


def written(data: object) -> bytes:
    """Plain data as few bytes: what two things have in common that look alike. Of much, a digest, so that what is kept
    of a whole board takes no more room than its drawing."""
    raw = _plain(data)
    return raw if len(raw) <= SHORT else blake2b(raw, digest_size=16).digest()


class Kept(Generic[T]):
    """In two halves: when one is full, it becomes the older one, and what nobody has asked for since it did goes with
    the next. Emptying all at once would make the things of two hundred tables anew at once."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.new: dict[object, T] = {}
        self.old: dict[object, T] = {}

    def clear(self) -> None:
        self.new, self.old = {}, {}

    def get(self, key: object, make: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """What was made with this key, or is made now."""
        found = self.new.get(key)
        if found is not None:
            return found
        found = self.old.get(key)
        if found is None:
            found = make(*args, **more)
        if len(self.new) >= self.most:
            self.old, self.new = self.new, {}
        self.new[key] = found
        return found


class Lasting(msgspec.Struct, frozen=True, dict=True):
    """Base of what `remembered` functions give back: rows that look alike are one and the same object. What is drawn of
    one is kept with it."""


L = TypeVar("L", bound=Lasting)


def remembered(make: Callable[P, L]) -> Callable[P, L]:
    """For a function whose answer follows from plain data: worked out once for arguments that are written alike."""
    kept: Kept[L] = Kept(WHOLES)

    @wraps(make)
    def answer(*args: P.args, **more: P.kwargs) -> L:
        return kept.get(written((args, more) if more else args), make, *args, **more)

    return answer
