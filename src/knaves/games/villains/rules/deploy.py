"""Deploying units: from the reserves or from anywhere in play."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villains.cards import (
    ALIENS,
    AREAS,
    CHAMPION,
    COMMUNISTS,
    COST,
    CULT,
    MAFIA,
    PATSY,
    RESERVES,
    SCIENTISTS,
    SEWERS,
)
from knaves.games.villains.rules.combat import Combat
from knaves.games.villains.rules.factions.cult import left_behind
from knaves.games.villains.rules.factions.mafia import fixer_attack
from knaves.games.villains.rules.influence import may_enter, may_leave, toll
from knaves.games.villains.rules.pay import pay
from knaves.games.villains.state import FORMS, City

NO_LIMIT = 99


def deploy_limit(s: City, seat: int) -> int:
    """deploy.1, deploy.6"""
    limit = s.power(seat, "base_deploy_limit", 2)
    if s.owner[SEWERS] == seat:
        limit += 1  # sewers.1
    return s.amount("deploy_limit", limit, seat) if s.mods else limit


def extra_patsies(s: City, seat: int) -> int:
    """communists.1"""
    return s.power(seat, "extra_patsies", 1) if s.faction[seat] == COMMUNISTS else 0


def deployable(
    s: City,
    seat: int,
    area: int,
    free: bool,
    only: int,
    away: bool = False,
    kau_from: int = -1,
    spent: int = 0,
) -> list[Option]:
    """What a seat could deploy to an area now and pay for.

    `only`: one type; `away`: not one that is there already; `kau_from`: Kau was deployed
    from there in this action, so what follows travels with him (aliens.5).
    """
    if s.mods and not may_enter(s, area):
        return []
    funds = s.funds(seat) - spent
    kau = kau_from >= 0
    extra = toll(s, seat, area, kau) if s.mods else 0
    row = s.faction[seat] * 5
    here = seat * FORMS
    options: list[Option] = []
    pays = [False] * 5
    for kind in range(5):
        if only not in (-1, kind):
            continue
        price = (0 if free else COST[row + kind]) + extra
        if extra and kind == CHAMPION and not kau:
            price = (0 if free else COST[row + kind]) + toll(s, seat, area, True)
        if price <= funds:
            pays[kind] = True
            if s.reserve[seat * 5 + kind]:
                options.append(("deploy", here + kind * 4, RESERVES))
    for place in range(AREAS):
        if s.force[seat * AREAS + place]:
            if place == area:
                if away:
                    continue
            elif s.mods and not may_leave(s, seat, place, place == kau_from):
                continue
            options.extend(
                [("deploy", here + form, place) for form in s.forms(seat, place) if pays[form >> 2]]
            )
    return options


class DeployUnits(Step[City]):
    """One unit after the other, each resolved before the next (R38)."""

    lines = ("choose", "pay", "side", "place", "leave", "arrive", "after", "more")
    asks = {
        "choose": ("Deploy to {area:area}: choose a unit.", "deploy.2"),
        "side": ("Redeploy this unit healed, or still wounded?", "deploy.8"),
    }

    who: int
    area: int
    left: int  # of the deploy limit
    extra: int  # patsies beyond it
    free: bool
    only: int  # one type, or -1
    away: bool
    must: bool  # at least one, or as many as possible where nothing is paid
    ready: bool = False
    did: int = field(default=0, init=False)
    kau_from: int = field(default=-1, init=False)
    form: int = field(default=-1, init=False)
    source: int = field(default=-1, init=False)

    def choose(self, s: City) -> Choice | None:
        only = self.only
        if self.left <= 0:
            if self.extra <= 0:
                self.go("end")
                return None
            only = PATSY
        options = deployable(s, self.who, self.area, self.free, only, self.away, self.kau_from)
        if not options:
            self.go("end")
            return None
        if not self.forced(s):
            options.append(("done",))
        return Choice(self.who, options)

    def forced(self, s: City) -> bool:
        """A token or skill wants one unit; a card as many as it says, unless something must be paid (R31)."""
        if not self.must:
            return False
        if self.free and not self.away:
            return not toll(s, self.who, self.area)
        return not self.did

    def why_not(self, s: City, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "unit" or thing // FORMS != seat:
            return None
        if self.left <= 0 and thing % FORMS >> 2 != PATSY:
            return Refused("Your deploy limit is reached; only a patsy may follow.", "deploy.1")
        cost = COST[s.faction[seat] * 5 + (thing % FORMS >> 2)]
        if not self.free and cost + toll(s, seat, self.area) > s.funds(seat):
            return Refused(f"It costs {cost} and you have {s.funds(seat)}.", "deploy.3")
        if not may_enter(s, self.area):
            return Refused("No unit may enter this area this turn.", "conflict.2")
        return Refused("That unit cannot be deployed here now.", "deploy.2")

    def pay(self, s: City) -> Step[City] | None:
        if self.answer[0] == "done":
            self.go("end")
            return None
        self.form, self.source = self.answer[1] % FORMS, self.answer[2]
        kind = self.form >> 2
        travels = self.kau_from >= 0 or kind == CHAMPION
        cost = toll(s, self.who, self.area, travels)
        if not self.free:
            cost += COST[s.faction[self.who] * 5 + kind]
        return pay(s, self.who, cost)

    def side(self, s: City) -> Choice | None:
        if self.form & 2 and self.source != RESERVES:
            return Choice(self.who, [("heal",), ("keep",)])
        return None

    def place(self, s: City) -> None:
        who, form, kind = self.who, self.form, self.form >> 2
        if self.source == RESERVES:
            s.reserve[who * 5 + kind] -= 1
        else:
            s.remove(who, self.source, form)
        wounded = 2 if form & 2 and self.answer[0] == "keep" else 0
        readied = int(self.ready or (kind == CHAMPION and s.faction[who] == MAFIA))  # mafia.8
        s.add(who, self.area, kind * 4 + wounded + readied)
        s.tell("deployed", who, who * FORMS + kind * 4 + wounded, self.area, self.source)
        self.did += 1
        if kind == PATSY and self.extra > 0:
            self.extra -= 1
        else:
            self.left -= 1
        if kind == CHAMPION and s.faction[who] == ALIENS:
            self.kau_from = self.source

    def leave(self, s: City) -> Step[City] | None:
        if self.form >> 2 == CHAMPION and s.faction[self.who] == CULT:
            return left_behind(s, self.who, self.source, self.area)
        return None

    def arrive(self, s: City) -> Step[City] | None:
        if self.form >> 2 == CHAMPION:
            faction = s.faction[self.who]
            if faction == SCIENTISTS:
                return Combat(self.area, 0)  # scientists.8
            if faction == MAFIA:
                return fixer_attack(s, self.who, self.area)
        return None

    def after(self, s: City) -> None:
        self.form = -1

    def more(self, s: City) -> None:
        self.go("choose")
