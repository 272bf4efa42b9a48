"""What an eye can infer beyond the cards it has seen, and the worlds it may imagine."""

from __future__ import annotations

from random import Random

from knaves.games.new_angeles.cards import FIRST_EVENT
from knaves.games.new_angeles.state import NewAngeles


def imagine(s: NewAngeles, eye: int, rng: Random) -> None:
    """Which cards of a hand were laid facedown nobody else knows; nor the fronts of events, but some backs."""
    face, lot = list(s.face), list(s.lot)
    pools: dict[int, list[int]] = {}
    for slot, label in enumerate(s.pool):
        if label and not s.seen[slot] >> eye & 1:
            pools.setdefault(label, []).append(slot)
    for slots in pools.values():
        pairs = [(face[slot], lot[slot]) for slot in slots]
        rng.shuffle(pairs)
        for slot, (one, two) in zip(slots, pairs, strict=True):
            face[slot], lot[slot] = one, two
    hidden = [slot for slot in s.event_deck if not s.seen[slot] >> eye & 1]
    fronts = [face[slot] for slot in hidden]
    rng.shuffle(fronts)
    hidden.sort(key=lambda slot: not s.backs >> slot - FIRST_EVENT & 1)  # known backs first
    for slot in hidden:
        known = s.backs >> slot - FIRST_EVENT & 1
        back = s.box.back[s.face[slot]]
        front = next(f for f in fronts if not known or s.box.back[f] == back)
        fronts.remove(front)
        face[slot] = front
    s.face, s.lot = tuple(face), tuple(lot)
