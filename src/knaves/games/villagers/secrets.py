"""What an eye can infer beyond the cards it has seen."""

from __future__ import annotations

from random import Random

from knaves.games.villagers.state import Village


def keep_barred(s: Village, eye: int, rng: Random) -> None:
    """In an imagined world: no secret card has a face that it cannot have."""
    unseen = [slot for slot in range(len(s.face)) if not s.sees(eye, slot)]
    face = list(s.face)
    while wrong := [slot for slot in unseen if (slot, face[slot]) in s.barred]:
        slot = wrong[0]
        other = unseen[rng.randrange(len(unseen))]
        if (other, face[slot]) not in s.barred:
            face[slot], face[other] = face[other], face[slot]
    s.face = tuple(face)
