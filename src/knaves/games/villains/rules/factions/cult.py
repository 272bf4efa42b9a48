"""The Cult: Basta, Robed in Night. (Its free tokens are in place_tokens.py, its influence in influence.py.)"""

from __future__ import annotations

from knaves.core.step import Choice, Step
from knaves.games.villains.cards import RESERVES
from knaves.games.villains.rules.combat import Sacrifices, defenders
from knaves.games.villains.state import FactionCity


def left_behind(s: FactionCity, cult: int, origin: int, area: int) -> Step[FactionCity] | None:
    """Basta went from `origin` to `area` (cult.8); redeploying in place does nothing (cult.9)."""
    if origin in (RESERVES, area) or not defenders(s, cult, origin):
        return None
    return Farewell(cult, origin)


class Farewell(Step[FactionCity]):
    lines = ("choose", "sacrifice")
    asks = {"choose": ("Basta leaves {area:area}: choose who sacrifices a unit there.", "cult.8")}

    who: int
    area: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [("doom", foe) for foe in defenders(s, self.who, self.area)])

    def sacrifice(self, s: FactionCity) -> Step[FactionCity]:
        foe = self.answer[1]
        s.tell("doomed", self.who, foe, self.area)
        return Sacrifices(self.who, self.area, 0, [int(x == foe) for x in range(s.seats)])
