"""What an investment pays (33)."""

from __future__ import annotations

from knaves.games.new_angeles.cards import RESOURCES
from knaves.games.new_angeles.cards.effects import PaysByCount
from knaves.games.new_angeles.rules.city import counted
from knaves.games.new_angeles.state import NewAngeles


def worth(s: NewAngeles, slot: int) -> int:
    """The capital this card would pay now."""
    total = 0
    for effect in s.box.investments[s.face[slot]].effects:
        if isinstance(effect, PaysByCount):
            number = counted(s, effect.what)
            total += effect.pays[min(number, len(effect.pays) - 1)]
        else:
            resource = RESOURCES.index(effect.resource)
            have = s.supply[resource]
            if have >= s.box.needs[s.face[s.demand]][resource]:
                total += min(effect.base + effect.each * have, effect.limit)
    return total
