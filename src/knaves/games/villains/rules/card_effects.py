"""What action cards do, one handler a verb."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.modifiers import ANY, Modifier
from knaves.core.step import Choice, Option, Shape, Step
from knaves.core.words import counted
from knaves.games.villains.cards import AREAS, CHAMPION, UNIT_IDS
from knaves.games.villains.cards import effects as c
from knaves.games.villains.rules.combat import Combat, MakeAttacks, Sacrifices, can_fight, defenders
from knaves.games.villains.rules.control import set_owner
from knaves.games.villains.rules.deploy import NO_LIMIT, DeployUnits, deployable
from knaves.games.villains.rules.influence import may_enter
from knaves.games.villains.rules.move import MoveUnits, movable
from knaves.games.villains.rules.pay import DEMAND, pay
from knaves.games.villains.state import (
    FORM_OF,
    FRESH,
    KIND,
    KINDS,
    NOBODY,
    UNIT_NO,
    FactionCity,
    Grave,
    RuleInPlay,
    unit_owner,
    without,
)

CLEANUP = "cleanup"
EVERYWHERE = (1 << AREAS) - 1
Handler: TypeAlias = Callable[[FactionCity, c.CardEffect, int, int, int], "Step[FactionCity] | None"]
HANDLERS: dict[type[c.CardEffect], Handler] = {}


def lay_rule(s: FactionCity, slot: int, who: int, area: int) -> None:
    """card.6: a rule lies at the board and works until Cleanup."""
    face = s.face[slot]
    place = area if s.box.local[face] else ANY
    s.rules.append(RuleInPlay(slot, who, place))
    for effect in s.box.cards[face].effects:
        s.mods.extend(_rows(s, effect, slot, who, place))


def _rows(s: FactionCity, effect: c.CardEffect, slot: int, who: int, place: int) -> list[Modifier]:
    def row(rule: str, op: str, value: int = 0, seat: int = ANY) -> Modifier:
        return Modifier(slot, rule, op, value, seat, place, CLEANUP)

    if isinstance(effect, c.Cover):
        return [row("cover", "add", effect.value, who)]
    if isinstance(effect, c.NoAttacks):
        return [row("attack", "no")]
    if isinstance(effect, c.TokenInfluence):
        return [row(effect.token + "_token", "add", effect.value, who)]
    if isinstance(effect, c.DeployLimit):
        return [row("deploy_limit", "add", effect.value, who)]
    if isinstance(effect, c.ExtraDie):
        return [row("extra_die", "add", effect.value, who)]
    if isinstance(effect, c.AttackBonus):
        return [row("attack_bonus", "add", effect.value, who)]
    if isinstance(effect, c.UnitToll):
        return [row("toll", "add", effect.value, x) for x in range(s.seats) if x != who]
    if isinstance(effect, c.Influence):
        return [row("influence", "add", effect.value, who)]
    if isinstance(effect, c.NoInfluence):
        return [row("unit_influence", "no")]
    if isinstance(effect, c.NoLeaving):
        return [row("leave", "no")]
    return []


def begin_effect(
    s: FactionCity, effect: c.CardEffect, who: int, area: int, slot: int
) -> Step[FactionCity] | None:
    """What a card does at once; rules that only lie there do nothing now."""
    handler = HANDLERS.get(type(effect))
    return handler(s, effect, who, area, slot) if handler else None


def idle(s: FactionCity, slot: int) -> Step[FactionCity] | None:
    """card.3: the token is kept all the same, and the log says that nothing came of its card."""
    s.tell("idle", slot)
    return None


def _return_dead(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> None:
    """All Hallow's Eve: everybody stands up where they lie, exhausted and healthy."""
    left: list[Grave] = []
    for grave in s.graves:
        owner, form = grave.owner, FRESH[grave.kind]
        if may_enter(s, grave.area):
            s.add(owner, grave.area, form)
            s.tell("returned", owner, UNIT_NO[owner][form], grave.area)
        else:
            left.append(grave)  # R29
    if len(left) == len(s.graves):
        idle(s, slot)
    s.graves = left


def _battle(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity]:
    assert isinstance(e, c.Battle)
    return ToTheDeath(area, e.bonus, 0, slot) if e.again else Combat(area, e.bonus)


def _gather(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity] | None:
    if any(movable(s, who, area, True, s.funds(who) + s.loan(who))):
        return MoveUnits(who, area, True, NO_LIMIT, False)
    return idle(s, slot)


def _attacks(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity] | None:
    assert isinstance(e, c.Attacks)
    mine = [area] if e.where == "here" else [place for place in range(AREAS) if s.owner[place] == who]
    if not any(defenders(s, who, place) for place in mine):
        return idle(s, slot)
    return AttackAreas(who, e.dice, e.value, mine)


def _duel(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity] | None:
    return HighNoon(who, area, slot) if may_enter(s, area) and duels(s, who) else idle(s, slot)


def _sacrifice(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity] | None:
    owed = [s.owner.count(seat) for seat in range(s.seats)]
    if any(number and s.in_play(seat) for seat, number in enumerate(owed)):
        return Sacrifices(who, -1, 0, owed)
    return idle(s, slot)


def _opponents_pay(
    s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int
) -> Step[FactionCity] | None:
    assert isinstance(e, c.OpponentsPay)
    if any(s.funds(seat) >= e.value for seat in range(s.seats) if seat != who):
        return OpponentsPayNow(who, e.value, 0)
    return idle(s, slot)


def _deploy_free(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity] | None:
    assert isinstance(e, c.DeployFree)
    only = -1 if e.unit == "any" else UNIT_IDS.index(e.unit)
    if not any(deployable(s, who, area, True, only, spent=-s.loan(who))):
        return idle(s, slot)
    return DeployUnits(who, area, e.count, 0, True, only, False, True, e.ready)


def _opponents_discard(
    s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int
) -> Step[FactionCity] | None:
    assert isinstance(e, c.OpponentsDiscard)
    owed = [0 if x == who else min(e.value, len(s.hand[x])) for x in range(s.seats)]
    return PlayersDiscard(0, owed, slot) if any(owed) else idle(s, slot)


def _draw(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> None:
    assert isinstance(e, c.DrawsCards)
    if not s.draw(who, e.value):
        idle(s, slot)


def _gain(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> None:
    assert isinstance(e, c.GainResources)
    s.gain(who, e.value)


def _markers(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> None:
    if s.fights == EVERYWHERE:
        idle(s, slot)
    else:
        s.fights = EVERYWHERE
        s.tell("markers")


def _discard_token(
    s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int
) -> Step[FactionCity] | None:
    return Stupor(who, area, slot) if stunned(s, who, area) else idle(s, slot)


def _nuke(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity] | None:
    return SuitcaseNuke(who, area, slot) if s.forms(who, area) else idle(s, slot)


HANDLERS.update(
    {
        c.ReturnDead: _return_dead,
        c.Battle: _battle,
        c.Gather: _gather,
        c.Attacks: _attacks,
        c.Duel: _duel,
        c.SacrificeByControl: _sacrifice,
        c.OpponentsPay: _opponents_pay,
        c.DeployFree: _deploy_free,
        c.OpponentsDiscard: _opponents_discard,
        c.DrawsCards: _draw,
        c.GainResources: _gain,
        c.CombatMarkers: _markers,
        c.DiscardToken: _discard_token,
        c.Nuke: _nuke,
    }
)


class ToTheDeath(Step[FactionCity]):
    """A combat, and again while a survivor wants it (R39)."""

    lines = ("fight", "player", "choose", "hear")
    asks = {"choose": ("Have the combat in {area:area} fought again ({slot:title})?", "combat.1")}

    area: int
    bonus: int
    turn: int
    slot: int

    def fight(self, s: FactionCity) -> Step[FactionCity]:
        wanted_by = (s.first + self.turn - 1) % s.seats if self.turn else -1  # see `hear`
        self.turn = 0
        return Combat(self.area, self.bonus, wanted_by)

    def player(self, s: FactionCity) -> None:
        if not can_fight(s, self.area):
            self.go("end")
            return
        while self.turn < s.seats:
            if s.force[(s.first + self.turn) % s.seats * AREAS + self.area]:
                return
            self.turn += 1
        self.go("end")

    def choose(self, s: FactionCity) -> Choice:
        return Choice((s.first + self.turn) % s.seats, [("enough",), ("again",)])

    def hear(self, s: FactionCity) -> None:
        if self.answer[0] == "again":
            s.tell("fought_again", (s.first + self.turn) % s.seats, self.area)
        self.turn += 1
        self.go("fight" if self.answer[0] == "again" else "player")


class AttackAreas(Step[FactionCity]):
    """Despotism: attacks in each of these areas, in area order."""

    lines = ("area", "next")

    who: int
    dice: int
    value: int
    areas: list[int]

    def area(self, s: FactionCity) -> Step[FactionCity] | None:
        if not self.areas:
            self.go("end")
            return None
        return MakeAttacks(self.who, self.areas.pop(0), self.dice, self.value)

    def next(self, s: FactionCity) -> None:
        self.go("area")


def duels(s: FactionCity, who: int) -> list[Option]:
    return [
        ("duel", UNIT_NO[foe][FRESH[kind]], foe)
        for foe in range(s.seats)
        if foe != who
        for kind in range(CHAMPION)
        if s.reserve[foe * KINDS + kind] and s.reserve[who * KINDS + kind]
    ]


class HighNoon(Step[FactionCity]):
    lines = ("choose", "place")
    asks = {
        "choose": (
            "{slot:title}: choose a unit in an enemy's reserves; it and one of its type of yours come to {area:area}.",
            "card.3",
        )
    }

    who: int
    area: int
    slot: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, duels(s, self.who))

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if owner == seat:
            return Refused("Choose an enemy's: yours of its type comes with it.", "card.3")
        if KIND[FORM_OF[thing]] == CHAMPION:
            return Refused("A champion is no basic unit.", "unit.5")
        if FORM_OF[thing] != FRESH[KIND[FORM_OF[thing]]]:
            return Refused("Both come from the reserves.", "card.3")
        return Refused("One of that type is not in their reserves and in yours.", "card.3")

    def place(self, s: FactionCity) -> None:
        foe, form = self.answer[2], FORM_OF[self.answer[1]]
        for seat in (foe, self.who):  # R32: placed, not deployed
            s.reserve[seat * KINDS + KIND[form]] -= 1
            s.add(seat, self.area, form)
            s.tell("came", seat, UNIT_NO[seat][form], self.area)


class OpponentsPayNow(Step[FactionCity]):
    """Market Instability (R44)."""

    lines = ("pay",)

    who: int
    value: int
    turn: int

    def pay(self, s: FactionCity) -> Step[FactionCity] | None:
        while self.turn < s.seats:
            seat = (s.first + self.turn) % s.seats
            self.turn += 1
            if seat != self.who and s.funds(seat) >= self.value:
                self.go("pay")
                return pay(s, seat, self.value, DEMAND)
        return None


class PlayersDiscard(Step[FactionCity]):
    """Players in order discard cards of their choice."""

    lines = ("player", "choose", "throw")
    asks = {"choose": ("", "card.3")}

    turn: int
    owed: list[int]
    slot: int
    thrown: list[int] = field([])  # by the player whose turn it is

    def player(self, s: FactionCity) -> None:
        while self.turn < s.seats and not self.owed[(s.first + self.turn) % s.seats]:
            self.turn += 1
            self.thrown = []
        if self.turn >= s.seats:
            self.go("end")

    def prompt(self, s: FactionCity, seat: int) -> str:
        return f"{{slot:title}}: discard {counted(self.owed[seat], 'card')} of your choice."

    def shape(self, s: FactionCity, seat: int) -> Shape:
        number = len(self.thrown) + self.owed[seat]
        return Shape("some", "throw", tuple(self.thrown), number, number)

    def choose(self, s: FactionCity) -> Choice:
        seat = (s.first + self.turn) % s.seats
        return Choice(seat, [("throw", slot) for slot in s.hand[seat]])

    def throw(self, s: FactionCity) -> None:
        seat = (s.first + self.turn) % s.seats
        throw_card(s, seat, self.answer[1])
        self.thrown.append(self.answer[1])
        self.owed[seat] -= 1
        self.go("player")


def throw_card(s: FactionCity, seat: int, slot: int) -> None:
    s.hand[seat] = without(s.hand[seat], slot)
    s.throw_away(slot)
    s.tell("threw", seat, slot)


def stunned(s: FactionCity, who: int, area: int) -> list[Option]:
    return [
        ("stun", space, s.token_owner(s.track[space]))
        for space in s.tokens_in(area)
        if not s.up[space] and s.token_owner(s.track[space]) != who
    ]


class Stupor(Step[FactionCity]):
    lines = ("choose", "discard")
    asks = {"choose": ("{slot:title}: choose an unrevealed enemy token in {area:area}.", "card.3")}

    who: int
    area: int
    slot: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, stunned(s, self.who, self.area))

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "space" or not 0 <= thing < len(s.track):
            return None
        if thing not in s.tokens_in(self.area):
            return Refused("No token of that area lies there.", "card.4")
        said = "That token is revealed." if s.up[thing] else "It discards an enemy's token."
        return Refused(said, "card.3")

    def discard(self, s: FactionCity) -> None:
        space = self.answer[1]
        s.tell("stunned", self.who, s.token_owner(s.track[space]), space)
        s.take_back(space)  # R28: nobody sees what it was


class SuitcaseNuke(Step[FactionCity]):
    lines = ("choose", "explode")
    asks = {"choose": ("{slot:title}: sacrifice a unit in {area:area} to set it off?", "conflict.1")}

    who: int
    area: int
    slot: int

    def choose(self, s: FactionCity) -> Choice:
        options: list[Option] = [
            ("sacrifice", UNIT_NO[self.who][form], self.area) for form in s.forms(self.who, self.area)
        ]
        return Choice(self.who, [*options, ("hold_fire",)])

    def explode(self, s: FactionCity) -> None:
        """R29"""
        if self.answer[0] == "hold_fire":
            idle(s, self.slot)
            return
        area = self.area
        s.kill(self.who, area, FORM_OF[self.answer[1]], self.who)
        for seat in range(s.seats):
            for form in s.units[seat * AREAS + area]:
                s.kill(seat, area, form, self.who)
        for space in s.tokens_in(area):
            s.take_back(space)
        s.tell("nuked", self.who, area)
        set_owner(s, area, NOBODY)
        s.nuked, s.nuker = area, self.who
        for rule in ("enter", "control"):
            s.mods.append(Modifier(self.slot, rule, "no", 0, ANY, area, CLEANUP))
