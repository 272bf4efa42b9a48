"""Moving units into an area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import DONE, Choice, Option, Shape, Step, things_of
from knaves.games.villains.cards import ADJACENT, ALIENS, AREAS, CHAMPION, CULT
from knaves.games.villains.rules.factions.cult import left_behind
from knaves.games.villains.rules.influence import added_words, may_enter, may_leave, toll
from knaves.games.villains.rules.pay import TOLL, pay
from knaves.games.villains.state import FORM_OF, FORMS, KIND, TO_EXHAUSTED, UNIT_NO, FactionCity, unit_owner
from knaves.games.villains.words import area_name, unit_name

Moving: TypeAlias = tuple[int, int, int]
"""A form, the area it leaves, and which of those that are alike there."""

NO_LIMIT = 99


class Fare(NamedTuple):
    """What the cards in play let units that go to an area together do: whom they bar, and what they add for each."""

    kau: bool  # he is among those picked, and frees all who move along with him (aliens.5)
    joins: bool  # he is, or can still be
    barred: bool  # of those picked some are held where they stand, and come only along with him
    alone: int  # added for each without him
    along: int  # added for each with him


FREE = Fare(False, False, False, 0, 0)


def fare(s: FactionCity, seat: int, area: int, anywhere: bool, picked: Sequence[Moving]) -> Fare:
    if not s.mods:
        return FREE
    kau = s.faction[seat] == ALIENS and any(KIND[form] == CHAMPION for form, _, _ in picked)
    return Fare(
        kau,
        kau or _can_join(s, seat, area, anywhere),
        any(not may_leave(s, seat, place) for _, place, _ in picked),
        toll(s, seat, area),
        toll(s, seat, area, True),
    )


def _can_join(s: FactionCity, seat: int, area: int, anywhere: bool) -> bool:
    """Is Kau in play where he could come from?"""
    home = s.champion_at(seat) if s.faction[seat] == ALIENS else -1
    if home < 0 or home == area or not (anywhere or home in ADJACENT[area]):
        return False
    return may_leave(s, seat, home, True)


def movable(
    s: FactionCity, seat: int, area: int, anywhere: bool, budget: int, picked: Sequence[Moving] = ()
) -> Iterator[Option]:
    """The units a seat may move into an area with this much to spend on added costs, beside those picked. Whom only
    Kau could bring along is among them while he is picked or can still be: the order makes no difference (R35).
    """
    if s.mods and not may_enter(s, area):
        return
    terms = fare(s, seat, area, anywhere, picked)
    number = len(picked) + 1
    alone = not terms.barred and number * terms.alone <= budget
    himself = terms.joins and number * terms.along <= budget
    along = terms.joins and (number + (not terms.kau)) * terms.along <= budget
    for place in range(AREAS) if anywhere else ADJACENT[area]:
        if place == area or not s.force[seat * AREAS + place]:
            continue
        free = alone and (not s.mods or may_leave(s, seat, place))
        with_kau = free or (along and may_leave(s, seat, place, True))
        if not (with_kau or himself):
            continue
        for form in s.forms(seat, place):
            if not with_kau and not (himself and KIND[form] == CHAMPION):
                continue
            alike = s.units[seat * AREAS + place].count(form)
            for nth in range(1, alike + 1):
                if (form, place, nth) not in picked:
                    yield ("move", figure(form, place, nth), UNIT_NO[seat][form], place, nth, alike)


def move_toll(s: FactionCity, seat: int, area: int, picked: Sequence[Moving]) -> int:
    """What cards add for these units; Kau among them frees all who move along with him (aliens.5)."""
    kau = any(KIND[form] == CHAMPION for form, _, _ in picked)
    return len(picked) * toll(s, seat, area, kau)


def figure(form: int, area: int, nth: int) -> int:
    """A number for each single unit, so that a selection names it once."""
    return (nth * AREAS + area) * FORMS + form


class MoveUnits(Step[FactionCity]):
    """Move tokens, Commissar Papova, Chicago Airlift: the units are picked, then they move together."""

    lines = ("choose", "pick", "pay", "move", "leave")
    asks = {"choose": ("", "move.1")}

    who: int
    area: int
    anywhere: bool
    most: int
    must: bool  # at least one (move.5)
    picked: list[tuple[int, int, int]] = field([])

    def choose(self, s: FactionCity) -> Choice | None:
        options: list[Option] = []
        if len(self.picked) < self.most:
            options = [*movable(s, self.who, self.area, self.anywhere, s.funds(self.who), self.picked)]
        if not options:
            budget = s.funds(self.who) + s.loan(self.who)
            if len(self.picked) < self.most and any(
                movable(s, self.who, self.area, self.anywhere, budget, self.picked)
            ):
                return Choice(self.who, [DONE], moment="cannot_pay")
            self.go("pay")
            return None
        if self.needs_kau(s):
            return Choice(
                self.who, options, True
            )  # he is not taken along unasked, though nothing else is left
        if self.picked or not self.must:
            options.append(DONE)
        return Choice(self.who, options)

    def needs_kau(self, s: FactionCity) -> bool:
        """Can those picked so far come along with Kau alone, who is not picked yet (R35)?"""
        terms = fare(s, self.who, self.area, self.anywhere, self.picked)
        return not terms.kau and (terms.barred or len(self.picked) * terms.alone > s.funds(self.who))

    def pick(self, s: FactionCity) -> None:
        if self.answer[0] == "move":
            self.picked.append((FORM_OF[self.answer[2]], self.answer[3], self.answer[4]))
            self.go("choose")

    def prompt(self, s: FactionCity, seat: int) -> str:
        many = "any number of units" if self.most >= NO_LIMIT else f"up to {self.most} units"
        source = "anywhere" if self.anywhere else "adjacent areas"
        text = f"Move {many} to {{area:area}} from {source}"
        offered = [*movable(s, self.who, self.area, self.anywhere, s.funds(seat), self.picked)]
        may_come = any(KIND[FORM_OF[things_of(option)[1]]] == CHAMPION for option in offered)
        travels = any(KIND[form] == CHAMPION for form, _, _ in self.picked)
        added = added_words(s, seat, self.area, travels, may_come)
        held = any(not may_leave(s, seat, things_of(option)[2]) for option in offered) and not travels
        notes = [*[added] * bool(added), *["whom a card holds comes only along with Kau"] * held]
        if notes:
            text += f" ({'; '.join(notes)})"
        if self.picked:
            chosen = [
                f"{unit_name(s, UNIT_NO[seat][form])} from {area_name(place)}"
                for form, place, _ in self.picked
            ]
            text += ". So far: " + ", ".join(chosen)
            if self.needs_kau(s):
                text += "; they come only along with Kau"
        if not offered:
            text += f". You have only {s.funds(seat)}: make a deal, or leave it at that"
        return text + "."

    def shape(self, s: FactionCity, seat: int) -> Shape:
        picked = tuple(figure(*one) for one in self.picked)
        least = len(picked) + 1 if self.needs_kau(s) else int(self.must)
        return Shape("some", "move", picked, least, self.most, DONE)

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if owner != seat:
            return Refused("A player moves units of their own.", "move.1")
        where = [place for place in range(AREAS) if FORM_OF[thing] in s.units[seat * AREAS + place]]
        if not where:
            return Refused("You have no such unit in play.", "move.1")
        near = [place for place in where if place in ADJACENT[self.area]]
        place = (near or [one for one in where if one != self.area] or where)[0]
        return self.refuse(s, seat, ("move", 0, thing, place, 1, 1))

    def refuse(self, s: FactionCity, seat: int, option: Option) -> Refused | None:
        if option == DONE and self.needs_kau(s):
            return Refused("Those chosen come only along with Kau: choose him too.", "aliens.5")
        if option == DONE:
            return Refused("At least one unit moves.", "move.5")
        if option[0] != "move" or len(option) != 6:
            return None
        _, _, unit, place, nth, _ = option
        if not 0 <= place < AREAS or unit not in UNIT_NO[seat]:
            return None
        if not may_enter(s, self.area):
            return Refused("No unit may enter this area this turn.", "conflict.2")
        if place == self.area:
            return Refused("It stands there already.", "move.1")
        if FORM_OF[unit] not in s.units[seat * AREAS + place]:
            return Refused("You have no such unit to move from there.", "move.1")
        if not self.anywhere and place not in ADJACENT[self.area]:
            return Refused("That area is not adjacent.", "area.4")
        if (FORM_OF[unit], place, nth) in self.picked:
            return Refused("It is chosen already.", "move.1")
        if not may_leave(s, seat, place):
            return Refused("Units may not leave that area.", "conflict.2")
        return Refused("You cannot pay what cards add to moving here.", "cost.2")

    def pay(self, s: FactionCity) -> Step[FactionCity] | None:
        return pay(s, self.who, move_toll(s, self.who, self.area, self.picked), TOLL)

    def move(self, s: FactionCity) -> None:
        if not self.picked:
            s.tell("moved_none", self.who, self.area)
        for form, source, _ in self.picked:
            s.remove(self.who, source, form)
            s.add(self.who, self.area, TO_EXHAUSTED[form])  # exhausted, same side (move.3, move.4)
            s.tell("moved", self.who, UNIT_NO[self.who][form], source, self.area)

    def leave(self, s: FactionCity) -> Step[FactionCity] | None:
        if s.faction[self.who] == CULT:
            for form, source, _ in self.picked:
                if KIND[form] == CHAMPION:
                    return left_behind(s, self.who, source, self.area)
        return None
