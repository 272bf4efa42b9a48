"""What an eye can infer beyond the cards it has seen, and the worlds it may imagine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.worlds import mix
from knaves.games.new_angeles.cards import FIRST_EVENT
from knaves.games.new_angeles.state import NewAngeles


def imagine(s: NewAngeles, eye: int, rng: Random) -> None:
    """The fronts of events nobody knows, but some backs. (Cards laid facedown from a hand: `mingled`.)"""
    seen, bit, face = s.seen, 1 << eye, list(s.face)
    hidden = [slot for slot in s.event_deck if not seen[slot] & bit]
    fronts = sorted([face[slot] for slot in hidden])
    mix([fronts], rng)
    unknown: list[int] = []
    for slot in hidden:
        if s.backs >> slot - FIRST_EVENT & 1:
            face[slot] = _take_with_back(fronts, s.box.back, s.box.back[s.face[slot]])
        else:
            unknown.append(slot)
    for slot, front in zip(unknown, fronts, strict=True):
        face[slot] = front
    s.face = tuple(face)


def _take_with_back(fronts: list[int], backs: Sequence[int], back: int) -> int:
    """The first of the fronts that has this back."""
    for place, front in enumerate(fronts):
        if backs[front] == back:
            return fronts.pop(place)
    raise AssertionError("a back was seen that no event has")
