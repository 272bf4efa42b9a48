"""What can be done on the board, sorted by the pieces it is done with; where it is fought."""

from __future__ import annotations

from typing import NamedTuple, cast

import msgspec

from knaves.core.board import BoardLine, BoardScene
from knaves.core.things import number_of
from knaves.games.villains.state import AREA_OF, FORM_OF, FRESH, KIND, OWNER_OF, UNIT_NO
from knaves.games.villains.view.types import FactionCityView

AT_UNITS = ("deploy", "move", "sacrifice", "twin", "attack_with")
AT_AREAS = ("area", "skill", "deploy_to", "battle_in", "rampage")
STRUCK = ("hit", "assassinate", "attack", "duel")
AT_SEATS = ("attack", "strike", "look_at", "doom", "spare")
FIGHTS = ("combat.2", "combat.6", "bankers.6", "attack.2", "police.4", "mafia.4", "robots.7")
COMBATS = ("combat.2", "combat.6", "bankers.6")
ATTACKS = ("attacks", "strikes_fallen", "shot")
FOUGHT = (*ATTACKS, "combat", "assassin")  # events that say where it is fought


class UnitAct(msgspec.Struct, frozen=True):
    """What a unit answers where it stands."""

    option: str
    label: str


class AreaAnswers(msgspec.Struct, frozen=True):
    """What can be done in one area, and whether it is fought there."""

    key: int  # of the answer that the area itself is; 0: it is none
    fought: bool
    revealing: str  # the space of the token that is turned up; "": none of this area
    acts: dict[int, UnitAct]  # by unit
    alike: bool  # units of a type answer as one
    struck: dict[int, str]  # units that are chosen in the fight, and for what
    foes: list[str]
    lit: list[str]  # spaces and tokens that can be chosen

    def act_of(self, unit: int) -> UnitAct | None:
        return self.acts.get(unit) or (self.acts.get(plain(unit)) if self.alike else None)

    def struck_as(self, unit: int) -> str:
        """What a unit in the fight is called where it is chosen; "" if it is not."""
        if unit in self.struck:
            return f"unit:{unit}"
        return f"unit:{plain(unit)}" if self.struck.get(plain(unit)) == "attack" else ""


NOTHING = AreaAnswers(0, False, "", {}, False, {}, [], [])


class LastAttack(NamedTuple):
    """The attack that was told last, with its dice, while its combat lasts."""

    line: BoardLine
    dice: list[BoardLine]


class FactionAnswers:
    """The answers of one page, by what they are about."""

    def __init__(self, scene: BoardScene) -> None:
        self.scene = scene
        self.view = cast(FactionCityView, scene.view)
        self.rule = scene.rule
        self.acts: dict[int, dict[int, UnitAct]] = {}  # by area (the reserves are one) and unit
        for choice in scene.verb(*AT_UNITS):
            unit, area = choice.numbers[1:3] if choice.verb == "move" else choice.numbers[:2]
            self.acts.setdefault(area, {}).setdefault(unit, UnitAct(choice.json, choice.label))
        self.alike = bool(scene.verb("twin", "attack_with"))  # units of a type answer as one
        self.areas = {choice.things[0]: choice.number for choice in scene.verb(*AT_AREAS)}
        struck = scene.verb(*STRUCK)
        self.struck = struck[0].verb if struck else ""
        self.units: dict[int, str] = {}  # units that are chosen in a fight, and for what
        for choice in struck:
            for thing in choice.things:
                if thing.startswith("unit:"):
                    self.units[number_of(thing)] = choice.verb
        foes = [thing for choice in scene.verb(*AT_SEATS) for thing in choice.things]
        self.foes = [*dict.fromkeys(thing for thing in foes if thing.startswith("seat:"))]
        self.fighting = (
            self.view["fight"] is not None or self.view["attacked"] is not None or self.rule in FIGHTS
        )
        self.shown = area_of_space(self.view["revealing"])
        self.here = self._here()

    def _here(self) -> int:
        """The area where it is fought; -1 for none."""
        if self.view["fight"] is not None:
            return self.view["fight"]["area"]
        if self.view["attacked"] is not None:
            return self.view["attacked"]
        if self.rule in COMBATS:
            return self._last_area()
        return self.shown if self.rule in FIGHTS else -1

    def _last_area(self) -> int:
        for line in reversed(self.scene.log):
            if line.event in FOUGHT:
                for thing in line.things:
                    if thing.startswith("area:"):
                        return number_of(thing)
        return -1

    def last_attack(self) -> LastAttack | None:
        dice: list[BoardLine] = []
        for line in reversed(self.scene.log):
            if line.event == "rolled":
                dice.insert(0, line)
            elif line.event in ATTACKS:
                return LastAttack(line, dice) if dice else None
            elif line.event in ("combat", "turn"):
                return None
        return None

    def everywhere(self) -> list[AreaAnswers]:
        """By area."""
        count = len(self.view["areas"])
        if not self.scene.things and self.here < 0 and self.shown < 0:
            return [NOTHING] * count
        return [self.at(area) for area in range(count)]

    def at(self, area: int) -> AreaAnswers:
        row, here, things = self.view["areas"][area], area == self.here, self.scene.things
        spaces = row["spaces"] if things else []
        named = [thing for space in spaces for thing in (space["id"], space["mine"])]
        return AreaAnswers(
            key=self.areas.get(row["id"], 0),
            fought=here,
            revealing=(self.view["revealing"] or "") if area == self.shown else "",
            acts=self.acts.get(area, {}),
            alike=self.alike,
            struck=self.units if here else {},
            foes=self.foes if here else [],
            lit=[thing for thing in named if thing and thing in things],
        )


def plain(unit: int) -> int:
    """The same unit neither readied nor wounded."""
    return UNIT_NO[OWNER_OF[unit]][FRESH[KIND[FORM_OF[unit]]]]


def area_of_space(space: str | None) -> int:
    return AREA_OF[number_of(space)] if space else -1
