"""Setting up, choosing factions, and the turns of the game."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.data import field
from knaves.core.errors import BadSetup, Refused
from knaves.core.game import Value
from knaves.core.step import Choice, Step
from knaves.games.villains.act import TakeActions
from knaves.games.villains.cards import (
    ACTION_CARDS,
    AREAS,
    CAPITOL_POINTS,
    FACTION_IDS,
    MIX,
    PLAN_SLOTS,
    PLANS_OF,
    TOKEN_MIX,
    TOKEN_SLOTS,
)
from knaves.games.villains.combat import Combat
from knaves.games.villains.end import EndPhase
from knaves.games.villains.place import PlaceTokens
from knaves.games.villains.start import StartPhase
from knaves.games.villains.state import NOBODY, PURPLE, TRACK, City

SEAT_OPTIONS = ("seat_a", "seat_b", "seat_c", "seat_d", "seat_e")


def lay_out(s: City, options: Mapping[str, Value]) -> Step[City]:
    n = s.seats
    s.box_up([range(ACTION_CARDS), *PLANS_OF, *TOKEN_MIX])
    s.faction = [-1] * n
    s.energy, s.resources = [0] * n, [0] * n
    s.area_points, s.plan_points = [0] * n, [0] * n
    s.upgrade, s.captures, s.used = [0] * n, [0] * n, [0] * n
    s.purse, s.purse_set, s.offers_left = [0] * n, [0] * n, [0] * n
    s.owner = [NOBODY] * AREAS
    s.capitol = [NOBODY] * len(CAPITOL_POINTS)
    s.units, s.force = [()] * (n * AREAS), [0] * (n * AREAS)
    s.reserve = [0] * (n * 5)
    s.track, s.up = [-1] * (AREAS * TRACK), [0] * (AREAS * TRACK)
    s.target = [-1] * n
    s.hand, s.spare, s.scored = [()] * n, [()] * n, [()] * n
    s.plans, s.plan_deck = [()] * n, [()] * n

    s.deck = list(range(ACTION_CARDS))
    s.shuffle(s.deck)
    at = len(s.deck) - 1
    while s.box.target[s.face[s.deck[at]]] < 0:  # setup.2
        at -= 1
    area = s.box.target[s.face[s.deck[at]]]
    s.owner[area] = PURPLE
    s.tell("purple", area)
    s.shuffle(s.deck)  # setup.3
    s.first = s.below(n)  # setup.5
    _preset(s, options)
    return TheGame(s.first)


def _preset(s: City, options: Mapping[str, Value]) -> None:
    """Factions chosen beforehand, or dealt."""
    for seat in range(s.seats):
        wish = options[SEAT_OPTIONS[seat]]
        if wish != "any":
            faction = FACTION_IDS.index(str(wish))
            if faction in s.faction:
                raise BadSetup(f"Two seats cannot both be the {wish}.")
            s.faction[seat] = faction
    if options["factions"] == "deal":
        rest = [faction for faction in range(8) if faction not in s.faction]
        s.mix(rest)
        for seat in range(s.seats):
            if s.faction[seat] < 0:
                s.faction[seat] = rest.pop()


def equip_seats(s: City) -> None:
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


class TheGame(Step[City]):
    """The factions, then four turns."""

    lines = ("player", "choose", "take", "turn", "again")
    asks = {"choose": ("Choose your faction.", "setup.6")}

    who: int

    def player(self, s: City) -> None:
        if -1 not in s.faction:
            equip_seats(s)
            self.go("turn")
            return
        while s.faction[self.who] >= 0:
            self.who = (self.who + 1) % s.seats

    def choose(self, s: City) -> Choice:
        return Choice(self.who, [("faction", f) for f in range(8) if f not in s.faction])

    def take(self, s: City) -> None:
        s.faction[self.who] = self.answer[1]
        s.tell("chose", self.who, self.answer[1])
        self.go("player")

    def turn(self, s: City) -> Step[City]:
        return Turn()

    def again(self, s: City) -> None:
        self.go("turn")

    def why_not(self, s: City, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "faction" and thing in s.faction:
            return Refused("That faction is taken.", "setup.6")
        return None


class Turn(Step[City]):
    """overview.1"""

    lines = ("start", "place", "act", "combat", "end_phase")

    def start(self, s: City) -> Step[City]:
        return StartPhase()

    def place(self, s: City) -> Step[City]:
        return PlaceTokens(s.first)

    def act(self, s: City) -> Step[City]:
        return TakeActions(s.first)

    def combat(self, s: City) -> Step[City]:
        return CombatStep()

    def end_phase(self, s: City) -> Step[City]:
        return EndPhase()


class CombatStep(Step[City]):
    """combatstep.1: a combat in each area with a marker, in area order."""

    lines = ("area", "next")

    at_area: int = field(default=0, init=False)

    def area(self, s: City) -> Step[City] | None:
        while self.at_area < AREAS:
            area = self.at_area
            self.at_area += 1
            if s.fights >> area & 1:
                return Combat(area, 0)
        self.go("end")
        return None

    def next(self, s: City) -> None:
        self.go("area")
