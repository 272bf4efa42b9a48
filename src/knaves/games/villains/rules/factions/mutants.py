"""The Mutants: Mother Oozes heal in Cleanup. (Biohazard is in combat.py.)"""

from __future__ import annotations

from knaves.core.step import Choice, Step
from knaves.games.villains.cards import AREAS, CHAMPION, MUTANTS
from knaves.games.villains.rules.deploy import DeployUnits, deployable
from knaves.games.villains.state import City

WOUNDED = CHAMPION * 4 + 2


class OozesHeal(Step[City]):
    """mutants.7: one free unit in each area where any healed."""

    lines = ("area", "choose", "deploy")
    asks = {"choose": ("Mother Ooze heals in {place:area}: deploy a unit there free?", "mutants.7")}

    who: int
    areas: list[int]
    place: int = -1

    @staticmethod
    def needed(s: City) -> OozesHeal | None:
        """Heals them, and returns the step that brings the free units if there is any."""
        who = s.seat_of(MUTANTS)
        if who < 0:
            return None
        areas: list[int] = []
        for area in range(AREAS):
            cell = who * AREAS + area
            row = s.units[cell]
            if WOUNDED in row:
                s.units[cell] = tuple(sorted(f & ~2 if f == WOUNDED else f for f in row))
                areas.append(area)
                s.tell("healed", who, area)
        return OozesHeal(who, areas) if areas else None

    def area(self, s: City) -> None:
        if not self.areas:
            self.go("end")
            return
        self.place = self.areas.pop(0)

    def choose(self, s: City) -> Choice | None:
        if not deployable(s, self.who, self.place, True, -1):
            self.go("area")
            return None
        return Choice(self.who, [("deploy_free",), ("no_deploy",)])

    def deploy(self, s: City) -> Step[City] | None:
        self.go("area")
        if self.answer[0] == "no_deploy":
            return None
        return DeployUnits(self.who, self.place, 1, 0, True, -1, False, True)
