"""Lay down what is whole; ask whoever is known to have it, else the largest hand, for what is held most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.step import Option, things_of
from tests.guide.magpies.view import NestView


def advise(v: NestView, options: Sequence[Option], rng: Random) -> Option:
    mine = [card["kind"] for card in v["hand"]]

    def promise(option: Option) -> tuple[int, ...]:
        if option[0] == "lay":
            return (2,)
        if option[0] == "take":
            return (0,)
        other, kind = things_of(option)
        known = sum(1 for card in v["known"][other] if card["kind"] == kind)
        return (1, known, mine.count(kind), v["cards"][other])

    return max(options, key=promise)
