"""The Mafia: the look at a target, the Hitman, and The Fixer's upgrades."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villains.cards import AREAS, CHAMPION, POLICE
from knaves.games.villains.deals import DEALS
from knaves.games.villains.rules.combat import MakeAttacks, TakeHits, attack_words, defenders
from knaves.games.villains.state import FORM_OF, KIND, UNIT_NO, FactionCity, unit_owner


class InsideJob(Step[FactionCity]):
    """mafia.2: a look at one enemy target, or at all while the Mafia controls the Police."""

    lines = ("police", "choose", "look")
    asks = {"choose": ("Inside Job: look at one enemy target?", "mafia.2")}

    who: int

    def police(self, s: FactionCity) -> None:
        if s.owner[POLICE] == self.who:
            for other in range(s.seats):
                if s.target[other] >= 0:
                    s.show_to(s.target[other], self.who)
                    s.tell("saw_target", self.who, other, s.target[other], to=1 << self.who)
            s.tell("looked_all", self.who)
            self.go("end")

    def choose(self, s: FactionCity) -> Choice:
        options: list[Option] = [("look_at", x) for x in range(s.seats) if s.target[x] >= 0]
        return Choice(self.who, [*options, ("no_look",)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "seat" or not 0 <= thing < s.seats:
            return None
        return Refused(
            "You look at the target of an enemy." if thing == seat else "That player has no target.",
            "mafia.2",
        )

    def look(self, s: FactionCity) -> None:
        if self.answer[0] == "look_at":
            other = self.answer[1]
            s.show_to(s.target[other], self.who)
            s.tell("looked", self.who, other)
            s.tell("saw_target", self.who, other, s.target[other], to=1 << self.who)
        else:
            s.tell("looked_at_none", self.who)


def victims(s: FactionCity, seat: int, area: int) -> list[Option]:
    """Basic enemy units in the area (mafia.4, mafia.5)."""
    return [
        ("assassinate", UNIT_NO[foe][form], foe)
        for foe in defenders(s, seat, area)
        for form in s.forms(foe, area)
        if KIND[form] != CHAMPION
    ]


class Hitman(Step[FactionCity]):
    lines = ("choose", "shoot")
    asks = {"choose": ("Hitman in {area:area}: choose the unit that is hit.", "mafia.4")}

    who: int
    area: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, victims(s, self.who, self.area))

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat" and 0 <= thing < s.seats and thing != seat:
            return Refused("That player has no basic unit there.", "mafia.5")
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if owner == seat:
            return Refused("The Hitman hits an enemy unit.", "mafia.4")
        if KIND[FORM_OF[thing]] == CHAMPION:
            return Refused("Champions cannot be chosen.", "mafia.5")
        return Refused("No such unit is in the area of the token.", "mafia.4")

    def shoot(self, s: FactionCity) -> Step[FactionCity]:
        foe = self.answer[2]
        s.tell("assassin", self.who, self.answer[1], foe, self.area)
        DEALS.note_attack(s, self.who, foe)
        hit = TakeHits(foe, self.who, self.area, 1, -1)
        hit.unit = self.answer[1]
        hit.go("shield")  # the unit is chosen already; the Gnome may still cancel it (bankers.6)
        return hit


def fixer_attack(s: FactionCity, seat: int, area: int) -> Step[FactionCity] | None:
    """The attack that the Mafia's upgrades add when The Fixer is deployed (R37)."""
    value = s.power(seat, "fixer_attack", 0)
    if not value or not any(s.force[foe * AREAS + area] for foe in range(s.seats) if foe != seat):
        return None
    return FixerAttack(seat, area, value)


class FixerAttack(Step[FactionCity]):
    lines = ("choose", "attack")
    asks = {"choose": ("The Fixer arrives in {area:area}: make an attack of {value}?", "mafia.8")}

    who: int
    area: int
    value: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [("attack_now",), ("hold_fire",)])

    def prompt(self, s: FactionCity, seat: int) -> str:
        return f"{super().prompt(s, seat)} It needs {attack_words([self.value])}."

    def attack(self, s: FactionCity) -> Step[FactionCity] | None:
        if self.answer[0] == "hold_fire":
            s.tell("held_fire", self.who, self.area)
            return None
        return MakeAttacks(self.who, self.area, 1, self.value)
