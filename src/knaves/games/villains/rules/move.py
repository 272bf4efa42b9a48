"""Moving units into an area."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villains.cards import ADJACENT, ALIENS, AREAS, CHAMPION, CULT
from knaves.games.villains.rules.factions.cult import left_behind
from knaves.games.villains.rules.influence import may_enter, may_leave, toll
from knaves.games.villains.rules.pay import pay
from knaves.games.villains.state import FORMS, City


def movable(s: City, seat: int, area: int, anywhere: bool, budget: int, kau_from: int = -1) -> list[Option]:
    """The units a seat may move into an area with this much to spend on added costs.

    `kau_from`: Kau left this area in the same action, so units there travel with him (aliens.6).
    """
    if s.mods and not may_enter(s, area):
        return []
    travels = kau_from >= 0
    extra = toll(s, seat, area, travels) if s.mods else 0
    options: list[Option] = []
    for place in range(AREAS) if anywhere else ADJACENT[area]:
        if place == area or not s.force[seat * AREAS + place]:
            continue
        if s.mods and not may_leave(s, seat, place, place == kau_from):
            continue
        for form in s.forms(seat, place):
            price = extra
            if extra and form >> 2 == CHAMPION:
                price = toll(s, seat, area, True)
            if price <= budget:
                options.append(("move", seat * FORMS + form, place))
    return options


class MoveUnits(Step[City]):
    """Move tokens, Commissar Papova, Chicago Airlift."""

    lines = ("choose", "pay", "move", "leave", "more")
    asks = {"choose": ("Move to {area:area}: choose a unit.", "move.1")}

    who: int
    area: int
    anywhere: bool
    left: int
    must: bool  # at least one (move.5)
    did: int = field(default=0, init=False)
    kau_from: int = field(default=-1, init=False)
    form: int = field(default=-1, init=False)
    source: int = field(default=-1, init=False)

    def choose(self, s: City) -> Choice | None:
        options = (
            movable(s, self.who, self.area, self.anywhere, s.funds(self.who), self.kau_from)
            if self.left > 0
            else []
        )
        if not options:
            self.go("end")
            return None
        if self.did or not self.must:
            options.append(("done",))
        return Choice(self.who, options)

    def refuse(self, s: City, seat: int, option: Option) -> Refused | None:
        if option[0] != "move" or len(option) != 3:
            return None
        unit, place = option[1:]
        if not 0 <= place < AREAS or unit not in range(seat * FORMS, seat * FORMS + FORMS):
            return None
        if not may_enter(s, self.area):
            return Refused("No unit may enter this area this turn.", "conflict.2")
        if place == self.area or unit % FORMS not in s.units[seat * AREAS + place]:
            return Refused("You have no such unit to move from there.", "move.1")
        if not self.anywhere and place not in ADJACENT[self.area]:
            return Refused("That area is not adjacent.", "area.4")
        if not may_leave(s, seat, place, place == self.kau_from):
            return Refused("Units may not leave that area.", "conflict.2")
        return Refused("You cannot pay what cards add to moving here.", "cost.2")

    def pay(self, s: City) -> Step[City] | None:
        if self.answer[0] == "done":
            self.go("end")
            return None
        self.form, self.source = self.answer[1] % FORMS, self.answer[2]
        travels = self.kau_from >= 0 or self.form >> 2 == CHAMPION
        return pay(s, self.who, toll(s, self.who, self.area, travels))

    def move(self, s: City) -> None:
        s.remove(self.who, self.source, self.form)
        s.add(self.who, self.area, self.form & ~1)  # exhausted, same side (move.3, move.4)
        s.tell("moved", self.who, self.who * FORMS + self.form, self.source, self.area)
        self.did += 1
        self.left -= 1
        if self.form >> 2 == CHAMPION and s.faction[self.who] == ALIENS:
            self.kau_from = self.source

    def leave(self, s: City) -> Step[City] | None:
        if self.form >> 2 == CHAMPION and s.faction[self.who] == CULT:
            return left_behind(s, self.who, self.source, self.area)
        return None

    def more(self, s: City) -> None:
        self.go("choose")
