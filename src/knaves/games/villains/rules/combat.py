"""Combat, attacks outside combat, hits and sacrifices."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.modifiers import amount
from knaves.core.step import Choice, Option, Shape, Step
from knaves.core.words import counted, odds_words
from knaves.games.villains.cards import (
    AREAS,
    BANKERS,
    BIOHAZARD,
    CHAMPION,
    FACTORY,
    MUTANTS,
    SCIENTISTS,
    TOUGH,
)
from knaves.games.villains.deals import DEALS
from knaves.games.villains.rules.influence import may_attack, rows_for
from knaves.games.villains.rules.pay import SHIELD, pay
from knaves.games.villains.state import (
    FORM_OF,
    FRESH,
    KIND,
    KINDS,
    OWNER_OF,
    TO_WOUNDED,
    UNIT_NO,
    WOUNDED,
    FactionCity,
    unit_owner,
)
from knaves.games.villains.words import unit_name

ATTACK = Menu("attack", 2)
HIT = Menu("hit")
SACRIFICE = Menu("sacrifice", 2)
SIDES = 10
SHIELD_COST = 2  # bankers.6
ALIKE = "Whole or wounded, readied or not: units of a type are alike here. Choose the type."


def defenders(s: FactionCity, seat: int, area: int) -> list[int]:
    """Enemies with living units in the area (combat.3)."""
    force = s.force
    return [other for other in range(s.seats) if other != seat and force[other * AREAS + area]]


def spared(s: FactionCity, seat: int, thing: int, own: str = "attack.3") -> Refused | None:
    """Why a player cannot be attacked."""
    if thing == seat:
        return Refused("Nobody attacks their own units.", own)
    return Refused("No living unit of that player is there.", "combat.8") if 0 <= thing < s.seats else None


def can_fight(s: FactionCity, area: int) -> bool:
    """Some unit there can attack another player's units (battle.2)."""
    force = s.force
    present = [seat for seat in range(s.seats) if force[seat * AREAS + area]]
    if len(present) < 2 or not may_attack(s, area):
        return False
    for seat in present:
        for form in s.units[seat * AREAS + area]:
            if s.dice_of(seat, KIND[form]):
                return True
    return False


def attack_dice(s: FactionCity, seat: int, kind: int, home: int, defender: int, bonus: int) -> list[int]:
    """What each die of a unit needs, standing in `home`, against this defender."""
    dice = s.dice_of(seat, kind)
    bonus += s.power(seat, "attack_bonus", 0)
    if s.owner[FACTORY] == seat:
        bonus += 2  # factory.1
    if s.mods:
        extra = amount(s.mods, "extra_die", 0, seat)
        dice += (dice[0],) * extra  # R40
        bonus += amount(s.mods, "attack_bonus", 0, seat)
        bonus -= amount(rows_for(s, seat, home, kind == CHAMPION), "cover", 0, defender)  # Kau, fallen too
    return [max(need - bonus, 1) for need in dice]


def attack_words(dice: Sequence[int]) -> str:
    """What the dice of an attack need, and the chance of at least one hit."""
    miss = 1.0
    for need in dice:
        miss *= min(need - 1, SIDES) / SIDES
    needs = " and ".join([f"{need}+" for need in dice])
    return f"{needs} ({odds_words(1 - miss)})"


def throw(s: FactionCity, seat: int, kind: int, home: int, area: int, defender: int, bonus: int) -> int:
    """A unit of `seat`, standing in `home`, throws its dice at a defender in `area`: the hits."""
    hits = 0
    for need in attack_dice(s, seat, kind, home, defender, bonus):
        roll = s.roll(SIDES)
        hit = roll >= need
        hits += hit
        s.tell("rolled", seat, roll, need, hit)
    if hits and kind == CHAMPION:
        if s.faction[seat] == SCIENTISTS:
            s.draw(seat, hits)  # scientists.7
        elif s.faction[seat] == BANKERS:
            s.gain(seat, hits)  # bankers.8
    return hits


class Combat(Step[FactionCity]):
    """One round in one area. Who is killed still strikes, so those who strike are counted at the start."""

    lines = ("begin", "player", "attack", "roll", "next", "aftermath", "finish")
    asks = {"attack": ("Combat in {area:area}: choose a unit and whom it attacks.", "combat.2")}

    area: int
    bonus: int
    wanted_by: int = -1  # who has it fought again
    lost: int = field(0)  # graves when it began
    turn: int = field(0)

    def begin(self, s: FactionCity) -> None:
        if not can_fight(s, self.area):
            s.tell("no_combat", self.area)
            self.go("aftermath")
            self.lost = len(s.graves)
            return
        s.tell("combat", self.area)
        self.lost = len(s.graves)
        s.fight, s.strikes = self.area, [0] * (s.seats * KINDS)
        for seat in range(s.seats):
            for form in s.units[seat * AREAS + self.area]:
                if s.dice_of(seat, KIND[form]):
                    s.strikes[seat * KINDS + KIND[form]] += 1

    def player(self, s: FactionCity) -> None:
        """combat.1: player order. Whose enemies are all dead strikes no more, so nothing of theirs is to come."""
        while self.turn < s.seats:
            seat = (s.first + self.turn) % s.seats
            row = seat * KINDS
            if any(s.strikes[row : row + KINDS]) and defenders(s, seat, self.area):
                return
            s.strikes[row : row + KINDS] = [0] * KINDS
            self.turn += 1
        self.go("aftermath")

    def attack(self, s: FactionCity) -> Choice:
        seat = (s.first + self.turn) % s.seats
        foes = defenders(s, seat, self.area)
        options: list[Option] = [
            ATTACK[UNIT_NO[seat][FRESH[kind]]][foe]
            for kind in range(KINDS)
            if s.strikes[seat * KINDS + kind]
            for foe in foes
        ]
        return Choice(seat, options)

    def prompt(self, s: FactionCity, seat: int) -> str:
        """With what each unit needs; where an enemy has cover, both numbers."""
        foes = defenders(s, seat, self.area)
        found = []
        for kind in range(KINDS):
            if s.strikes[seat * KINDS + kind]:
                dice = {tuple(attack_dice(s, seat, kind, self.area, foe, self.bonus)) for foe in foes}
                words = " or ".join([attack_words(needs) for needs in sorted(dice)])
                found.append(f"{unit_name(s, UNIT_NO[seat][FRESH[kind]])} needs {words}")
        told = ", ".join(found)
        return f"{super().prompt(s, seat)} {told[:1].upper()}{told[1:]}."

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat":
            return spared(s, seat, thing, "combat.3")
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if owner != seat:
            return Refused("A unit of yours attacks, and its enemy chooses who is hit.", "combat.6")
        one = KIND[FORM_OF[thing]]
        if not s.dice_of(seat, one):
            return Refused("It has no attack value.", "combat.9")
        if s.strikes[seat * KINDS + one]:
            return Refused(ALIKE, "combat.2")
        return Refused("You have none of that type left to attack in this combat.", "combat.2")

    def roll(self, s: FactionCity) -> Step[FactionCity] | None:
        unit, foe = self.answer[1], self.answer[2]
        seat, form = OWNER_OF[unit], FORM_OF[unit]
        kind = KIND[form]
        s.strikes[seat * KINDS + kind] -= 1
        fallen = s.strikes[seat * KINDS + kind] >= s.count(seat, self.area, kind)
        s.tell("strikes_fallen" if fallen else "attacks", seat, unit, foe, self.area)
        hits = throw(s, seat, kind, self.area, self.area, foe, self.bonus)
        DEALS.note_attack(s, seat, foe, self.forced(s, seat))
        return TakeHits(foe, seat, self.area, hits, unit) if hits else None

    def forced(self, s: FactionCity, seat: int) -> bool:
        """One enemy alone can be attacked (combat.9), and somebody else, or nobody, began the fight (R53)."""
        return len(defenders(s, seat, self.area)) == 1 and seat not in (s.active, self.wanted_by)

    def next(self, s: FactionCity) -> None:
        self.go("player")

    def aftermath(self, s: FactionCity) -> Step[FactionCity] | None:
        """mutants.2: after the combat, if it killed a Mutant unit."""
        mutants = s.seat_of(MUTANTS)
        if mutants < 0 or len(s.graves) <= self.lost:
            return None
        dead = any(grave.owner == mutants for grave in s.graves[self.lost :])
        if dead and s.has_activated(self.area, BIOHAZARD):
            s.fight, s.strikes = self.area, [0] * (s.seats * KINDS)  # all have struck
            if defenders(s, mutants, self.area):
                s.tell("biohazard", mutants, self.area)
            return Sacrifices(mutants, self.area, 0, [int(x != mutants) for x in range(s.seats)])
        return None

    def finish(self, s: FactionCity) -> None:
        s.fight, s.strikes = -1, []


class TakeHits(Step[FactionCity]):
    """combat.6: the defender assigns each hit; the Gnome may cancel it (bankers.6)."""

    lines = ("assign", "note", "shield", "prevent", "suffer")
    asks = {
        "assign": (
            "You are hit by {killer:seat} in {area:area}: choose the unit that takes the hit.",
            "combat.6",
        ),
        "shield": (
            "A hit by {killer:seat} on {unit:unit}: does the Gnome of Zürich cancel it for 2?",
            "bankers.6",
        ),
    }

    who: int
    killer: int
    area: int
    hits: int
    by: int  # the unit that struck; -1: a card or a token
    unit: int = field(-1)  # the one that takes the hit

    def assign(self, s: FactionCity) -> Choice | None:
        forms = s.forms(self.who, self.area)
        if not forms or not self.hits:
            self.go("end")
            return None
        return Choice(self.who, HIT.row(UNIT_NO[self.who][form] for form in forms))

    def prompt(self, s: FactionCity, seat: int) -> str:
        text = super().prompt(s, seat)
        if self.by >= 0:
            text = text.replace("{killer:seat}", "{by:unit} of {killer:seat}", 1)
        if self.lines[self.line] == "shield" and s.funds(seat) < SHIELD_COST:
            text += f" You have only {s.funds(seat)}: make a deal, or take the hit."
        elif self.lines[self.line] == "assign" and self.hits > 1:
            text += f" {self.hits} hits are to be given."
        return text

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        owner = unit_owner(kind, thing)
        if owner < 0 or self.lines[self.line] != "assign":
            return None
        if owner != seat:
            return Refused("Who is hit gives the hit to a unit of their own.", "combat.6")
        return Refused("You have no such unit alive in this area.", "combat.6")

    def refuse(self, s: FactionCity, seat: int, option: Option) -> Refused | None:
        if option[0] == "cancel" and self.lines[self.line] == "shield":
            return Refused(f"It costs {SHIELD_COST} and you have {s.funds(seat)}.", "bankers.6")
        return None

    def note(self, s: FactionCity) -> None:
        self.unit = self.answer[1]

    def shield(self, s: FactionCity) -> Choice | None:
        if s.faction[self.who] != BANKERS or not s.count(self.who, self.area, CHAMPION):
            return None
        if s.funds(self.who) >= SHIELD_COST:
            return Choice(self.who, [("suffer", self.unit), ("cancel", self.unit)])
        if s.funds(self.who) + s.loan(self.who) < SHIELD_COST:
            return None
        return Choice(self.who, [("suffer", self.unit)], moment="cannot_pay")

    def prevent(self, s: FactionCity) -> Step[FactionCity] | None:
        if self.answer[0] != "cancel":
            return None
        s.tell("cancelled", self.who)
        self.hits -= 1
        self.go("assign")
        return pay(s, self.who, SHIELD_COST, SHIELD)

    def suffer(self, s: FactionCity) -> None:
        self.hits -= 1
        strike(s, self.who, self.area, FORM_OF[self.unit], self.killer)
        self.go("assign")


def strike(s: FactionCity, seat: int, area: int, form: int, killer: int) -> None:
    """One hit: wounds a healthy tough unit, kills any other (tough.1)."""
    if TOUGH[s.faction[seat] * KINDS + KIND[form]] and not WOUNDED[form]:
        s.remove(seat, area, form)
        s.add(seat, area, TO_WOUNDED[form])
        s.tell("wounded", seat, UNIT_NO[seat][form], area, killer)
    else:
        s.kill(seat, area, form, killer)


class MakeAttacks(Step[FactionCity]):
    """Attacks outside combat, one at a time (attack.2). No bonuses of units, no retaliation."""

    lines = ("begin", "aim", "roll", "next", "finish")
    asks = {"aim": ("An attack in {area:area}: choose whom it is made on.", "attack.2")}

    who: int
    area: int
    left: int
    value: int

    def begin(self, s: FactionCity) -> None:
        s.fight = self.area

    def aim(self, s: FactionCity) -> Choice | None:
        foes = defenders(s, self.who, self.area)
        if not foes or not self.left:
            self.go("finish")
            return None
        return Choice(self.who, [("strike", foe) for foe in foes])

    def prompt(self, s: FactionCity, seat: int) -> str:
        more = f" After it {counted(self.left - 1, 'more is', 'more are')} to be made here." * (self.left > 1)
        return f"{super().prompt(s, seat)} It needs {attack_words([self.value])}.{more}"

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        return spared(s, seat, thing) if kind == "seat" else None

    def roll(self, s: FactionCity) -> Step[FactionCity] | None:
        foe = self.answer[1]
        self.left -= 1
        roll = s.roll(SIDES)
        hit = roll >= self.value
        s.tell("shot", self.who, foe, self.area)
        s.tell("rolled", self.who, roll, self.value, hit)
        DEALS.note_attack(s, self.who, foe)
        return TakeHits(foe, self.who, self.area, 1, -1) if hit else None

    def next(self, s: FactionCity) -> None:
        self.go("aim")

    def finish(self, s: FactionCity) -> None:
        s.fight = -1


class UnitAttack(Step[FactionCity]):
    """One attack of one unit outside combat: the Police, Bully G.O.A.T. (police.4, robots.7)."""

    lines = ("begin", "aim", "roll", "finish")
    asks = {"aim": ("Choose whom {unit:unit} attacks in {area:area}.", "police.4")}

    who: int
    unit: int
    home: int
    area: int

    def begin(self, s: FactionCity) -> None:
        s.fight = self.area

    def aim(self, s: FactionCity) -> Choice:
        return Choice(self.who, [("strike", foe) for foe in defenders(s, self.who, self.area)])

    def prompt(self, s: FactionCity, seat: int) -> str:
        kind, foes = KIND[FORM_OF[self.unit]], defenders(s, self.who, self.area)
        dice = {tuple(attack_dice(s, self.who, kind, self.home, foe, 0)) for foe in foes}
        words = " or ".join([attack_words(needs) for needs in sorted(dice)])
        return f"{super().prompt(s, seat)} It needs {words}."

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        return spared(s, seat, thing) if kind == "seat" else None

    def roll(self, s: FactionCity) -> Step[FactionCity] | None:
        foe = self.answer[1]
        kind = KIND[FORM_OF[self.unit]]
        s.tell("attacks", self.who, self.unit, foe, self.area)
        hits = throw(s, self.who, kind, self.home, self.area, foe, 0)
        DEALS.note_attack(s, self.who, foe)
        return TakeHits(foe, self.who, self.area, hits, self.unit) if hits else None

    def finish(self, s: FactionCity) -> None:
        s.fight = -1


class Sacrifices(Step[FactionCity]):
    """Players in order sacrifice units of their own choice; the kills are the effect's player's (R33)."""

    lines = ("player", "choose", "die")
    asks = {"choose": ("", "sacrifice.1")}

    killer: int
    area: int  # -1: anywhere
    turn: int
    owed: list[int]  # by seat

    def player(self, s: FactionCity) -> None:
        while self.turn < s.seats:
            seat = (s.first + self.turn) % s.seats
            if self.owed[seat] and (s.force[seat * AREAS + self.area] if self.area >= 0 else s.in_play(seat)):
                return
            self.turn += 1
        self.go("end")

    def choose(self, s: FactionCity) -> Choice:
        seat = (s.first + self.turn) % s.seats
        places = range(AREAS) if self.area < 0 else (self.area,)
        options: list[Option] = [
            SACRIFICE[UNIT_NO[seat][form]][place] for place in places for form in s.forms(seat, place)
        ]
        return Choice(seat, options)

    def prompt(self, s: FactionCity, seat: int) -> str:
        """Who makes one do it, how many, and where."""
        has = s.force[seat * AREAS + self.area] if self.area >= 0 else s.in_play(seat)
        number = min(self.owed[seat], has)
        many, which = ("a unit", "one of") if number == 1 else (f"{number} units", "them among")
        where = " in {area:area}" if self.area >= 0 else ""
        if self.killer == seat:
            return f"Sacrifice {many}{where}: choose {which} yours."
        return f"{{killer:seat}} makes you sacrifice {many}{where}: choose {which} yours."

    def shape(self, s: FactionCity, seat: int) -> Shape:
        places = range(AREAS) if self.area < 0 else (self.area,)
        units = tuple(
            [
                (SACRIFICE[UNIT_NO[seat][form]][place], s.units[seat * AREAS + place].count(form))
                for place in places
                for form in s.forms(seat, place)
            ]
        )
        most = min(self.owed[seat], sum([n for _, n in units]))
        return Shape("some", "sacrifice", (), most, most, named=2, again=units, words="Sacrifice {} units")

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if owner != seat:
            return Refused("A player sacrifices units of their own.", "sacrifice.1")
        return Refused(f"You have no such unit {'in play' if self.area < 0 else 'there'}.", "sacrifice.1")

    def die(self, s: FactionCity) -> None:
        unit, area = self.answer[1], self.answer[2]
        seat, form = OWNER_OF[unit], FORM_OF[unit]
        self.owed[seat] -= 1
        s.kill(seat, area, form, self.killer)
        self.go("player")
