"""What an eye can infer beyond the cards it has seen, and the worlds it may imagine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.knowledge import mix
from knaves.games.new_angeles.cards import FIRST_EVENT
from knaves.games.new_angeles.state import NewAngeles


def imagine(s: NewAngeles, eye: int, rng: Random) -> None:
    """Which cards of a hand were laid facedown nobody else knows; nor the fronts of events, but some backs."""
    seen, bit = s.seen, 1 << eye
    face, lot = list(s.face), list(s.lot)
    pools: dict[int, list[int]] = {}
    for slot, label in enumerate(s.pool):
        if label and not seen[slot] & bit:
            pools.setdefault(label, []).append(slot)
    laid = list(pools.values())
    rows = [slots[:] for slots in laid]
    mix(rows, rng)
    for number, slots in enumerate(laid):
        row = rows[number]
        for place, slot in enumerate(slots):  # each gets what lay on another
            face[slot], lot[slot] = s.face[row[place]], s.lot[row[place]]
    hidden = [slot for slot in s.event_deck if not seen[slot] & bit]
    fronts = [face[slot] for slot in hidden]
    mix([fronts], rng)
    unknown: list[int] = []
    for slot in hidden:
        if s.backs >> slot - FIRST_EVENT & 1:
            face[slot] = _take_with_back(fronts, s.box.back, s.box.back[s.face[slot]])
        else:
            unknown.append(slot)
    for slot, front in zip(unknown, fronts, strict=True):
        face[slot] = front
    s.face, s.lot = tuple(face), tuple(lot)


def _take_with_back(fronts: list[int], backs: Sequence[int], back: int) -> int:
    """The first of the fronts that has this back."""
    for place, front in enumerate(fronts):
        if backs[front] == back:
            return fronts.pop(place)
    raise AssertionError("a back was seen that no event has")
