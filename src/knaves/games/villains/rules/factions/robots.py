"""The Robots: Bully G.O.A.T. (Killbots are data, Wild tokens are in tokens.py.)"""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Step
from knaves.games.villains.cards import ADJACENT, AREAS, CHAMPION
from knaves.games.villains.rules.combat import UnitAttack, defenders
from knaves.games.villains.rules.influence import may_attack
from knaves.games.villains.state import FRESH, UNIT_NO, FactionCity


def _prey(s: FactionCity, seat: int, home: int) -> list[int]:
    return [area for area in ADJACENT[home] if defenders(s, seat, area) and may_attack(s, area)]


def goat_attacks(s: FactionCity, seat: int) -> Step[FactionCity] | None:
    """robots.7: it attacks in an adjacent area if it can (R17, R34)."""
    home = s.champion_at(seat)
    if home < 0:
        return None
    if not _prey(s, seat, home):
        s.tell("no_prey", seat, home)
        return None
    return GoatAttack(seat, home)


class GoatAttack(Step[FactionCity]):
    lines = ("choose", "attack")
    asks = {"choose": ("Bully G.O.A.T. attacks: choose an area next to {home:area}.", "robots.7")}

    who: int
    home: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [("rampage", area) for area in _prey(s, self.who, self.home)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "area" or not 0 <= thing < AREAS:
            return None
        if thing not in ADJACENT[self.home]:
            return Refused("It attacks in an adjacent area.", "robots.7")
        if not may_attack(s, thing):
            return Refused("Units may not attack there.", "conflict.2")
        return Refused("There is nobody to attack.", "robots.7")

    def attack(self, s: FactionCity) -> Step[FactionCity]:
        return GoatStrike(self.who, UNIT_NO[self.who][FRESH[CHAMPION]], self.home, self.answer[1])


class GoatStrike(UnitAttack):
    """Its attack, told as what it is."""

    asks = {"aim": ("Choose whom {unit:unit} attacks in {area:area}.", "robots.7")}
