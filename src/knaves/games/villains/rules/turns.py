"""Choosing factions, then the turns of the game, and the Combat Step."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Step
from knaves.games.villains.cards import AREAS, MIX, PLAN_SLOTS, TOKEN_SLOTS
from knaves.games.villains.rules.combat import Combat
from knaves.games.villains.rules.end_phase import EndPhase
from knaves.games.villains.rules.place_tokens import PlaceTokens
from knaves.games.villains.rules.start_phase import StartPhase
from knaves.games.villains.rules.take_actions import TakeActions
from knaves.games.villains.state import FactionCity, changed


class TheGame(Step[FactionCity]):
    """The factions, then four turns."""

    lines = ("player", "choose", "take", "turn", "again")
    asks = {"choose": ("Choose your faction.", "setup.6")}

    who: int

    def player(self, s: FactionCity) -> None:
        if -1 not in s.faction:
            equip_seats(s)
            self.go("turn")
            return
        while s.faction[self.who] >= 0:
            self.who = (self.who + 1) % s.seats

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [("faction", f) for f in range(8) if f not in s.faction])

    def take(self, s: FactionCity) -> None:
        s.faction = changed(s.faction, self.who, self.answer[1])
        s.tell("chose", self.who, self.answer[1])
        self.go("player")

    def turn(self, s: FactionCity) -> Step[FactionCity]:
        return GameTurn()

    def again(self, s: FactionCity) -> None:
        self.go("turn")

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "faction" and thing in s.faction:
            return Refused("That faction is taken.", "setup.6")
        return None


class GameTurn(Step[FactionCity]):
    """overview.1"""

    lines = ("start", "place", "act", "combat", "end_phase")

    def start(self, s: FactionCity) -> Step[FactionCity]:
        return StartPhase()

    def place(self, s: FactionCity) -> Step[FactionCity]:
        return PlaceTokens(s.first)

    def act(self, s: FactionCity) -> Step[FactionCity]:
        return TakeActions(s.first)

    def combat(self, s: FactionCity) -> Step[FactionCity]:
        return CombatStep()

    def end_phase(self, s: FactionCity) -> Step[FactionCity]:
        return EndPhase()


class CombatStep(Step[FactionCity]):
    """combatstep.1: a combat in each area with a marker, in area order."""

    lines = ("area", "next")

    at_area: int = field(0)

    def area(self, s: FactionCity) -> Step[FactionCity] | None:
        while self.at_area < AREAS:
            area = self.at_area
            self.at_area += 1
            if s.fights >> area & 1:
                return Combat(area, 0)
        self.go("end")
        return None

    def next(self, s: FactionCity) -> None:
        self.go("area")


def equip_seats(s: FactionCity) -> None:
    """setup.7: everybody takes the pieces of their faction; what is left stays in the box, open."""
    for faction in range(8):
        if faction not in s.faction:
            for slot in (*PLAN_SLOTS[faction], *TOKEN_SLOTS[faction]):
                s.show(slot)
    for seat, faction in enumerate(s.faction):
        s.reserve[seat * 5 : seat * 5 + 5] = MIX[faction]
        s.spare[seat] = tuple(TOKEN_SLOTS[faction])
        for slot in s.spare[seat]:
            s.show_to(slot, seat)
        deck = list(PLAN_SLOTS[faction])
        s.shuffle(deck)
        s.plan_deck[seat] = tuple(deck)
