"""The Mutants: Mother Oozes heal in Cleanup. (Biohazard is in combat.py.)"""

from __future__ import annotations

from knaves.core.step import Step
from knaves.games.villains.cards import AREAS, CHAMPION, MUTANTS
from knaves.games.villains.rules.deploy import DeployUnits
from knaves.games.villains.state import FRESH, TO_WHOLE, TO_WOUNDED, FactionCity

WOUNDED_OOZE = TO_WOUNDED[FRESH[CHAMPION]]


class OozesHeal(Step[FactionCity]):
    """mutants.7: one free unit in each area where any healed."""

    lines = ("area",)

    who: int
    areas: list[int]

    @staticmethod
    def needed(s: FactionCity) -> OozesHeal | None:
        """Heals them, and returns the step that brings the free units if there is any."""
        who = s.seat_of(MUTANTS)
        if who < 0:
            return None
        areas: list[int] = []
        for area in range(AREAS):
            cell = who * AREAS + area
            row = s.units[cell]
            if WOUNDED_OOZE in row:
                s.units[cell] = tuple(sorted(TO_WHOLE[f] if f == WOUNDED_OOZE else f for f in row))
                areas.append(area)
                s.tell("healed", who, area)
        return OozesHeal(who, areas) if areas else None

    def area(self, s: FactionCity) -> Step[FactionCity] | None:
        if not self.areas:
            return None
        self.go("area")
        return OozesGift(self.who, self.areas.pop(0), 1, 0, True, -1, False, False)


class OozesGift(DeployUnits):
    """The free unit of an area, told as what it is: no action of anybody's, after all is counted."""

    asks = {
        **DeployUnits.asks,
        "choose": (
            "Cleanup: your Mother Oozes in {area:area} have healed and bring a unit there without its cost.",
            "mutants.7",
        ),
    }

    def prompt(self, s: FactionCity, seat: int) -> str:
        return self.asks["choose"][0]  # all Oozes are whole by now: no other line asks
