"""The Cult: Basta, Robed in Night. (Its free tokens are in place_tokens.py, its influence in influence.py.)"""

from __future__ import annotations

from knaves.core.errors import Refused
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
    asks = {
        "choose": ("Basta leaves {area:area}: name an enemy, who sacrifices a unit there if able.", "cult.8")
    }

    who: int
    area: int

    def choose(self, s: FactionCity) -> Choice:
        """Any enemy (R6); who has no unit there loses none, and that is another answer."""
        foes = defenders(s, self.who, self.area)
        absent = [seat for seat in range(s.seats) if seat != self.who and seat not in foes]
        return Choice(self.who, [*(("doom", foe) for foe in foes), *(("spare", foe) for foe in absent)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and thing == seat:
            return Refused("Name an enemy: yours are spared.", "cult.8")
        return None

    def sacrifice(self, s: FactionCity) -> Step[FactionCity] | None:
        foe = self.answer[1]
        if self.answer[0] == "spare":
            s.tell("spared", self.who, foe, self.area)
            return None
        s.tell("doomed", self.who, foe, self.area)
        return Sacrifices(self.who, self.area, 0, [int(x == foe) for x in range(s.seats)])
