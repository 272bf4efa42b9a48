"""What an eye can infer beyond the cards it has seen, and the worlds it may imagine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.worlds import mix
from knaves.games.new_angeles.cards import FIRST_EVENT
from knaves.games.new_angeles.state import NewAngeles


def imagine(s: NewAngeles, eye: int, rng: Random) -> None:
    """The fronts of events nobody knows, but some backs. (Cards laid facedown from a hand: `mingled`.)"""
    seen, bit, real, back = s.seen, 1 << eye, s.face, s.box.back
    hidden = [slot for slot in s.event_deck if not seen[slot] & bit]
    fronts = sorted([real[slot] for slot in hidden])
    mix([fronts], rng)
    face = list(real)
    for slot in hidden:
        if s.backs >> slot - FIRST_EVENT & 1:
            face[slot] = _take_with_back(fronts, back, back[real[slot]])
    for slot in hidden:
        if not s.backs >> slot - FIRST_EVENT & 1:
            face[slot] = fronts.pop()
    s.face = tuple(face)


def _take_with_back(fronts: list[int], backs: Sequence[int], back: int) -> int:
    """The first of the fronts that has this back."""
    for place, front in enumerate(fronts):
        if backs[front] == back:
            return fronts.pop(place)
    raise AssertionError("a back was seen that no event has")
