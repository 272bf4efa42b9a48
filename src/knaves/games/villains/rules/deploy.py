"""Deploying units: from the reserves or from anywhere in play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import DONE, Choice, Option, Step, things_of
from knaves.core.words import counted
from knaves.games.villains.cards import (
    ALIENS,
    AREAS,
    CHAMPION,
    COMMUNISTS,
    COST,
    CULT,
    MAFIA,
    MIX,
    PATSY,
    RESERVES,
    SCIENTISTS,
    SEWERS,
    UNIT_NAMES,
)
from knaves.games.villains.rules.combat import Combat
from knaves.games.villains.rules.factions.cult import left_behind
from knaves.games.villains.rules.factions.mafia import fixer_attack
from knaves.games.villains.rules.influence import added_words, may_enter, may_leave, toll
from knaves.games.villains.rules.pay import DEPLOYING, TOLL, pay
from knaves.games.villains.state import (
    FORM_OF,
    FRESH,
    KIND,
    KINDS,
    READIED,
    TO_READIED,
    TO_WOUNDED,
    UNIT_NO,
    WOUNDED,
    FactionCity,
    unit_owner,
)
from knaves.games.villains.words import unit_name, unit_title

DEPLOY = Menu("deploy", 2)
NO_LIMIT = 99  # more than there are units
ARRIVING = (SCIENTISTS, MAFIA, ALIENS)  # whose champions do something where they are deployed
IDLE = "It stands there already: nothing would change."


def deploy_limit(s: FactionCity, seat: int) -> int:
    """deploy.1, deploy.6"""
    limit = s.power(seat, "base_deploy_limit", 2)
    if s.owner[SEWERS] == seat:
        limit += 1  # sewers.1
    return s.amount("deploy_limit", limit, seat) if s.mods else limit


def extra_patsies(s: FactionCity, seat: int) -> int:
    """communists.1"""
    return s.power(seat, "extra_patsies", 1) if s.faction[seat] == COMMUNISTS else 0


def deployable(
    s: FactionCity,
    seat: int,
    area: int,
    free: bool,
    only: int,
    away: bool = False,
    kau_from: int = -1,
    spent: int = 0,
    brought: Sequence[int] = (),
) -> Iterator[Option]:
    """What a seat could deploy to an area now and pay for, one after the other: often one is enough.

    `only`: one type; `away`: not one that is there already; `kau_from`: Kau was deployed
    from there in this action, so what follows travels with him (aliens.5); `brought`: forms that this action
    has brought there, which it does not deploy again (R50).
    """
    mods = s.mods
    if mods and not may_enter(s, area):
        return
    funds = s.funds(seat) - spent
    kau = kau_from >= 0
    extra = toll(s, seat, area, kau) if mods else 0
    row, own = s.faction[seat] * KINDS, seat * KINDS
    here, start = UNIT_NO[seat], seat * AREAS
    pays = [False] * KINDS
    for kind in range(KINDS) if only < 0 else (only,):
        price = (0 if free else COST[row + kind]) + extra
        if extra and kind == CHAMPION and not kau:
            price = (0 if free else COST[row + kind]) + toll(s, seat, area, True)
        if price <= funds:
            pays[kind] = True
            if s.reserve[own + kind]:
                yield DEPLOY[here[FRESH[kind]]][RESERVES]
    for place, units in enumerate(s.units[start : start + AREAS]):
        if not units:
            continue
        if place == area:
            if away:
                continue
        elif mods and not may_leave(s, seat, place, kau):
            continue
        last = -1
        for form in units:  # sorted: those that are alike stand together
            if form == last or not pays[KIND[form]]:
                continue
            last = form
            if place == area and brought and not _others(s, seat, area, form, brought):
                continue
            yield DEPLOY[here[form]][place]


def _others(s: FactionCity, seat: int, area: int, form: int, brought: Sequence[int]) -> bool:
    """Is there a unit of this form that this action has not brought?"""
    if KIND[form] == CHAMPION:  # who may have been wounded since, in the combat he brings (scientists.8)
        came = sum(1 for one in brought if KIND[one] == CHAMPION)
        if s.count(seat, area, CHAMPION) <= came:
            return False
    return s.units[seat * AREAS + area].count(form) > brought.count(form)


class DeployUnits(Step[FactionCity]):
    """One unit after the other, each resolved before the next (R38)."""

    lines = ("choose", "pay", "toll", "tolled", "side", "place", "leave", "arrive", "after", "more")
    asks = {"choose": ("", "deploy.2"), "side": ("", "deploy.8")}

    who: int
    area: int
    left: int  # of the deploy limit
    extra: int  # patsies beyond it
    free: bool
    only: int  # one type, or -1
    away: bool
    must: bool  # at least one, or as many as possible where nothing is paid
    ready: bool = False
    brought: list[int] = field([])  # forms, in order
    before: tuple[int, int] = field((0, 0))  # energy before a toll, and the toll
    tolls: tuple[int, int] = field((0, 0))  # energy and resources paid as tolls
    kau_from: int = field(-1)
    form: int = field(-1)
    source: int = field(-1)

    def choose(self, s: FactionCity) -> Choice | None:
        if self.left <= 0 and self.extra <= 0:
            self.go("end")
            return None
        options = self.units(s)
        if not options:
            loan = s.loan(self.who)
            if loan and self.units(s, loan):
                return Choice(self.who, [DONE], moment="cannot_pay")
            self.go("end")
            return None
        if not self.forced(s):
            options.append(DONE)
        return Choice(self.who, options)

    def units(self, s: FactionCity, loan: int = 0) -> list[Option]:
        """What can be deployed now, or could be with so much more."""
        only = self.only if self.left > 0 else PATSY
        who, area, free, away = self.who, self.area, self.free, self.away
        found = [*deployable(s, who, area, free, only, away, self.kau_from, -loan, self.brought)]
        if not s.force[who * AREAS + area] or self.forced(s):
            return found
        return [
            option
            for option in found
            if things_of(option)[1] != area or not self.idles(s, FORM_OF[things_of(option)[0]])
        ]

    def idles(self, s: FactionCity, form: int) -> bool:
        """Would redeploying such a unit where it stands do nothing (R50)? It heals nobody and readies nobody, and no
        champion arrives."""
        if WOUNDED[form] or (self.ready and not READIED[form]):
            return False
        if KIND[form] == CHAMPION and s.faction[self.who] in ARRIVING:
            return False
        return _others(s, self.who, self.area, form, self.brought)

    def forced(self, s: FactionCity) -> bool:
        """A token or skill wants one unit; a card as many as it says, unless something must be paid (R31)."""
        if not self.must:
            return False
        if self.free and not self.away:
            return not toll(s, self.who, self.area, self.kau_from >= 0)
        return not self.brought

    def prompt(self, s: FactionCity, seat: int) -> str:
        if self.lines[self.line] != "choose":
            return f"Redeploy {unit_name(s, UNIT_NO[seat][self.form])} healed, or still wounded?"
        only = PATSY if self.left <= 0 else self.only
        what = "unit" if only < 0 else UNIT_NAMES[only] if only < CHAMPION else "champion"
        left = self.left if self.left > 0 else self.extra
        many = f"another {what}" if self.brought else f"a {what}"
        if self.left + len(self.brought) >= NO_LIMIT:  # aliens.2
            many = "any number of units"
        elif left > 1:
            all_of_them = self.free and not self.away and self.forced(s)  # R31
            several = "patsies" if only == PATSY else f"{what}s"
            many = f"{left} {several}" if all_of_them else f"up to {left} {several}"
        row = s.faction[seat] * KINDS
        offered = self.units(s)
        may_come = any(KIND[FORM_OF[things_of(option)[0]]] == CHAMPION for option in offered)
        added = added_words(s, seat, self.area, self.kau_from >= 0, may_come)
        if self.free:
            price = f"without {'their' if many.endswith('s') else 'its'} cost"
        else:
            mix = MIX[s.faction[seat]]
            kinds = [kind for kind in range(KINDS) if only in (-1, kind) and mix[kind]]
            price = "cost: " + ", ".join(f"{unit_title(s, seat, kind)} {COST[row + kind]}" for kind in kinds)
        extra = f"; {added}" if added else ""
        if self.left > 0 and self.extra > 0:
            many += f" and {counted(self.extra, 'patsy', 'patsies')} more"
        short = "" if offered else f" You have only {s.funds(seat)}: make a deal, or leave it."
        return f"Deploy {many} to {{area:area}} ({price}{extra}).{short}"

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if self.lines[self.line] != "choose":
            return Refused("The unit is chosen: say whether it comes healed.", "deploy.8")
        if owner != seat:
            return Refused("A player deploys units of their own.", "deploy.2")
        one = KIND[FORM_OF[thing]]
        if self.left <= 0 and one != PATSY:
            return Refused("Your deploy limit is reached; only a patsy may follow.", "deploy.1")
        if self.only not in (-1, one):
            return Refused(f"This deploys a {unit_title(s, seat, self.only)}.", "deploy.2")
        cost = 0 if self.free else COST[s.faction[seat] * KINDS + one]
        cost += toll(s, seat, self.area, self.kau_from >= 0 or one == CHAMPION)
        if cost > s.funds(seat):
            return Refused(f"It costs {cost} and you have {s.funds(seat)}.", "deploy.3")
        if not may_enter(s, self.area):
            return Refused("No unit may enter this area this turn.", "conflict.2")
        where = [place for place in range(AREAS) if FORM_OF[thing] in s.units[seat * AREAS + place]]
        if not where:
            return Refused("You have none of these left, in the reserves or in play.", "parts.4")
        if where == [self.area]:
            if self.away:
                return Refused("It comes from another area.", "sewers.6")
            if self.idles(s, FORM_OF[thing]):
                return Refused(IDLE, "deploy.5")
            return Refused("This action has brought it there already.", "deploy.1")
        return Refused("Units may not leave the area where it stands.", "conflict.2")

    def refuse(self, s: FactionCity, seat: int, option: Option) -> Refused | None:
        choosing = self.lines[self.line] == "choose"
        if option == DONE and choosing and self.free and not self.away:
            return Refused("A card is resolved as fully as possible.", "card.3")
        if option == DONE and choosing:
            return Refused("At least one unit is deployed.", "deploy.5")
        if option[0] != "deploy" or len(option) != 3:
            return None
        _, unit, place = option
        if place == self.area and unit in UNIT_NO[seat] and self.idles(s, FORM_OF[unit]):
            return Refused(IDLE, "deploy.5")
        return None

    def pay(self, s: FactionCity) -> Step[FactionCity] | None:
        if self.answer[0] == "done":
            if not self.brought:
                s.tell("deployed_none", self.who, self.area)
            self.go("end")
            return None
        self.form, self.source = FORM_OF[self.answer[1]], self.answer[2]
        if self.free:
            return None
        return pay(s, self.who, COST[s.faction[self.who] * KINDS + KIND[self.form]], DEPLOYING)

    def toll(self, s: FactionCity) -> Step[FactionCity] | None:
        """What cards add for each unit (cost.2); nothing for Kau and those deployed along with him."""
        travels = self.kau_from >= 0 or KIND[self.form] == CHAMPION
        due = toll(s, self.who, self.area, travels)
        self.before = (s.energy[self.who], due)
        return pay(s, self.who, due, TOLL)

    def tolled(self, s: FactionCity) -> None:
        """What was not energy was resources, of which some may have been given to the seat while it was asked."""
        before, due = self.before
        energy = before - s.energy[self.who]
        self.tolls = (self.tolls[0] + energy, self.tolls[1] + due - energy)

    def side(self, s: FactionCity) -> Choice | None:
        if WOUNDED[self.form] and self.source != RESERVES:
            return Choice(self.who, [("heal",), ("keep",)])
        return None

    def place(self, s: FactionCity) -> None:
        who, form, kind = self.who, self.form, KIND[self.form]
        if self.source == RESERVES:
            s.reserve[who * KINDS + kind] -= 1
        else:
            s.remove(who, self.source, form)
        form = TO_WOUNDED[FRESH[kind]] if WOUNDED[form] and self.answer[0] == "keep" else FRESH[kind]
        if self.ready or (kind == CHAMPION and s.faction[who] == MAFIA):
            form = TO_READIED[form]  # mafia.8
        s.tell("deployed", who, UNIT_NO[who][form], self.area, self.source)
        s.add(who, self.area, form)
        self.brought.append(form)
        if kind == PATSY and self.extra > 0:
            self.extra -= 1
        else:
            self.left -= 1
        if kind == CHAMPION and s.faction[who] == ALIENS:
            self.kau_from = self.source
            self.take_back(s)

    def take_back(self, s: FactionCity) -> None:
        """R35: those who came before Kau in this action accompany him too; what cards added is given back."""
        saved = toll(s, self.who, self.area) - toll(s, self.who, self.area, True)
        back = saved * (len(self.brought) - 1)
        if back:
            resources = min(back, self.tolls[1])
            s.energy[self.who] += back - resources
            s.resources[self.who] += resources
            s.tell("toll_back", self.who, back)

    def leave(self, s: FactionCity) -> Step[FactionCity] | None:
        if KIND[self.form] == CHAMPION and s.faction[self.who] == CULT:
            return left_behind(s, self.who, self.source, self.area)
        return None

    def arrive(self, s: FactionCity) -> Step[FactionCity] | None:
        if KIND[self.form] == CHAMPION:
            faction = s.faction[self.who]
            if faction == SCIENTISTS:
                return Combat(self.area, 0)  # scientists.8
            if faction == MAFIA:
                return fixer_attack(s, self.who, self.area)
        return None

    def after(self, s: FactionCity) -> None:
        self.form = -1

    def more(self, s: FactionCity) -> None:
        self.go("choose")
