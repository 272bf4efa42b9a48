"""The nine area skills."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Shape, Step, things_of
from knaves.games.villains.cards import (
    AREAS,
    BANK,
    CAPITOL,
    CHAMPION,
    CHURCH,
    COMMUNISTS,
    FACTORY,
    LABORATORY,
    POLICE,
    ROBOTS,
    SEWERS,
    SUBWAY,
    UNIVERSITY,
)
from knaves.games.villains.cards import effects as c
from knaves.games.villains.rules.card_effects import HANDLERS, idle
from knaves.games.villains.rules.combat import ALIKE, Combat, UnitAttack, can_fight, defenders
from knaves.games.villains.rules.deploy import DeployUnits, deployable
from knaves.games.villains.rules.factions.communists import papova_calls
from knaves.games.villains.rules.factions.robots import goat_attacks
from knaves.games.villains.rules.influence import may_attack, may_enter
from knaves.games.villains.rules.play_card import PlayCard
from knaves.games.villains.state import (
    AREA_OF,
    FORM_OF,
    FRESH,
    KIND,
    KINDS,
    READY,
    UNIT_NO,
    FactionCity,
    unit_owner,
)

SKILL = Menu("skill")
UNRESOLVED = {  # by area, what its skill wants and the table has not; the Bank's can always be used
    CAPITOL: ("No area has two tokens to exchange.", "capitol.7"),
    SEWERS: ("No unit of yours in play has a twin that you could deploy beside it.", "sewers.6"),
    POLICE: ("None of your units stands where there is an enemy that it may attack.", "police.6"),
    LABORATORY: ("There is no card in the deck nor among the discards.", "laboratory.4"),
    FACTORY: ("No combat can take place where you have a unit.", "factory.5"),
    UNIVERSITY: ("No token lies face down.", "university.5"),
    SUBWAY: ("There is no unit that you could deploy and pay for.", "subway.4"),
    CHURCH: ("None of your activated tokens can be turned down.", "church.7"),
}


def skills_of(s: FactionCity, seat: int) -> list[Option]:
    """The areas whose skill a seat may use now, by exhausting units (skill.1)."""
    used, start = s.used[seat], seat * AREAS
    return [
        SKILL[area]
        for area, units in enumerate(s.units[start : start + AREAS])
        if units and not READY.isdisjoint(units) and not used >> area & 1 and resolvable(s, seat, area)
    ]


def could_with_a_loan(s: FactionCity, seat: int) -> bool:
    """Is there a skill for which only the money is missing? These two deploy a unit."""
    used, loan = s.used[seat], s.loan(seat)
    return loan > 0 and any(
        s.readied(seat, area) and not used >> area & 1 and resolvable(s, seat, area, loan)
        for area in (SEWERS, SUBWAY)
    )


def skill_refusal(s: FactionCity, seat: int, area: int, borrowed: bool = False) -> Refused | None:
    """`borrowed`: a card stands for the readied unit (R30)."""
    if s.used[seat] >> area & 1:
        return Refused("You have used that skill this turn.", "skill.5")
    if not borrowed and not s.readied(seat, area):
        return Refused("You have no readied unit there.", "skill.1")
    if not resolvable(s, seat, area):
        return Refused(*UNRESOLVED[area])  # skill.6
    return None


def resolvable(s: FactionCity, seat: int, area: int, loan: int = 0) -> bool:
    """skill.6"""
    if area == BANK:
        return True  # bank.2
    if area == CAPITOL:
        return any(s.count_tokens(place) > 1 for place in range(AREAS))  # capitol.7
    if area == SEWERS:
        return any(twins(s, seat, loan))
    if area == POLICE:
        return any(attackers(s, seat))
    if area == LABORATORY:
        return bool(s.deck or s.discard)  # laboratory.4
    if area == FACTORY:
        return any(battlefields(s, seat))
    if area == UNIVERSITY:
        return any(face_down(s))  # university.5
    if area == SUBWAY:
        return any(any(deployable(s, seat, place, False, -1, spent=-loan)) for place in range(AREAS))
    return any(face_up(s, seat))  # church.7


def twins(s: FactionCity, seat: int, loan: int = 0) -> Iterator[Option]:
    """Units of which another can be deployed to the same area (sewers.6)."""
    for area in range(AREAS):
        if s.force[seat * AREAS + area]:
            for kind in range(KINDS):
                if s.count(seat, area, kind) and any(
                    deployable(s, seat, area, True, kind, True, spent=-loan)
                ):
                    yield ("twin", UNIT_NO[seat][FRESH[kind]], area)


def attackers(s: FactionCity, seat: int) -> Iterator[Option]:
    """police.6"""
    for area in range(AREAS):
        if s.force[seat * AREAS + area] and defenders(s, seat, area) and may_attack(s, area):
            for kind in range(KINDS):
                if s.count(seat, area, kind) and s.dice_of(seat, kind):
                    yield ("attack_with", UNIT_NO[seat][FRESH[kind]], area)


def battlefields(s: FactionCity, seat: int) -> Iterator[Option]:
    """factory.5"""
    for area in range(AREAS):
        if s.force[seat * AREAS + area] and can_fight(s, area):
            yield ("battle_in", area)


def face_down(s: FactionCity) -> Iterator[Option]:
    for space, slot in enumerate(s.track):
        if slot >= 0 and not s.up[space]:
            yield ("look", space, s.token_owner(slot))


def face_up(s: FactionCity, seat: int) -> Iterator[Option]:
    """Tokens already activated; not the one whose card lends the skill (church.3, R30)."""
    for space, shown in enumerate(s.up):
        if shown and space != s.revealing and s.token_owner(s.track[space]) == seat:
            yield ("turn_down", space)


def _offer_type(options: Iterator[Option], unit: int) -> bool:
    """Does one of them name a unit of this unit's type?"""
    return any(KIND[FORM_OF[things_of(option)[0]]] == KIND[FORM_OF[unit]] for option in options)


class UseAreaSkill(Step[FactionCity]):
    """Exhaust, mark, resolve, and what champions do afterwards."""

    lines = ("begin", "resolve", "champion")

    who: int
    area: int
    exhausts: bool  # False: Blackstone Encryption stands for it (R30)
    champion_used: bool = field(False)

    def begin(self, s: FactionCity) -> None:
        if self.exhausts:
            forms = s.exhaust(self.who, self.area)  # skill.3
            self.champion_used = any(KIND[form] == CHAMPION for form in forms)
        s.used[self.who] |= 1 << self.area  # skill.4
        s.tell("used_skill", self.who, self.area)

    def resolve(self, s: FactionCity) -> Step[FactionCity] | None:
        if self.area == BANK:
            s.gain(self.who, 2)
            return None
        return SKILL_STEPS[self.area](self.who)

    def champion(self, s: FactionCity) -> Step[FactionCity] | None:
        if not self.champion_used:
            return None
        if s.faction[self.who] == COMMUNISTS:
            return papova_calls(s, self.who)
        if s.faction[self.who] == ROBOTS:
            return goat_attacks(s, self.who)
        return None


class CapitolSkill(Step[FactionCity]):
    """Exchange two tokens of one area (capitol.5)."""

    lines = ("first", "keep", "second", "swap")
    asks = {
        "first": ("Capitol: choose two tokens of one area to exchange.", "capitol.5"),
        "second": ("Capitol: choose the token to exchange it with.", "capitol.5"),
    }

    who: int
    space: int = field(-1)

    def first(self, s: FactionCity) -> Choice:
        options: list[Option] = []
        for area in range(AREAS):
            spaces = s.tokens_in(area)
            if len(spaces) > 1:
                options.extend([("swap", space) for space in spaces])
        return Choice(self.who, options)

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "space" or not 0 <= thing < len(s.track):
            return None
        if s.track[thing] < 0:
            return Refused("No token lies there.", "capitol.5")
        if self.space < 0:
            return Refused("It is the only token of its area.", "capitol.7")
        said = "It is chosen already." if thing == self.space else "Both tokens are of one area."
        return Refused(said, "capitol.5")

    def keep(self, s: FactionCity) -> None:
        self.space = self.answer[1]

    def shape(self, s: FactionCity, seat: int) -> Shape:
        return Shape("some", "swap", () if self.space < 0 else (self.space,), 2, 2)

    def second(self, s: FactionCity) -> Choice:
        spaces = s.tokens_in(AREA_OF[self.space])
        return Choice(self.who, [("swap", space) for space in spaces if space != self.space])

    def swap(self, s: FactionCity) -> None:
        a, b = self.space, self.answer[1]
        s.track[a], s.track[b] = s.track[b], s.track[a]
        s.up[a], s.up[b] = s.up[b], s.up[a]
        if s.revealing in (a, b):
            s.revealing = a + b - s.revealing
        s.tell("swapped", self.who, a, b)


class SewersSkill(Step[FactionCity]):
    """Deploy a twin (sewers.2)."""

    lines = ("choose", "deploy")
    asks = {"choose": ("Sewers: choose a unit; another of its type joins it.", "sewers.2")}

    who: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [*twins(s, self.who)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if owner != seat:
            return Refused("Choose a unit of yours.", "sewers.2")
        if _offer_type(twins(s, seat), thing):
            return Refused(ALIKE, "sewers.2")
        return Refused("No other unit of its type can be deployed beside it.", "sewers.6")

    def deploy(self, s: FactionCity) -> Step[FactionCity]:
        kind = KIND[FORM_OF[self.answer[1]]]
        return DeployUnits(self.who, self.answer[2], 1, 0, True, kind, True, True)


class PoliceSkill(Step[FactionCity]):
    """One attack with one unit (police.4)."""

    lines = ("choose", "attack")
    asks = {"choose": ("Police: choose the unit that attacks.", "police.4")}

    who: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [*attackers(s, self.who)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        owner = unit_owner(kind, thing)
        if owner < 0:
            return None
        if owner != seat:
            return Refused("One of your own units attacks.", "police.4")
        if not s.dice_of(seat, KIND[FORM_OF[thing]]):
            return Refused("It has no attack value.", "police.6")
        if _offer_type(attackers(s, seat), thing):
            return Refused(ALIKE, "police.4")
        return Refused("It stands where there is no enemy that it may attack.", "police.6")

    def attack(self, s: FactionCity) -> Step[FactionCity]:
        unit, area = self.answer[1], self.answer[2]
        return UnitAttack(self.who, unit, area, area)


class LaboratorySkill(Step[FactionCity]):
    """laboratory.2"""

    lines = ("reveal", "choose", "act")
    asks = {"choose": ("Laboratory: play {slot:card} here free, or take it in hand?", "laboratory.2")}

    who: int
    slot: int = field(-1)

    def reveal(self, s: FactionCity) -> None:
        s.refill()
        self.slot = s.deck.pop()
        s.table.append(self.slot)
        s.show(self.slot)
        s.tell("turned", self.who, self.slot)

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [("play_free", self.slot), ("take", self.slot)])

    def act(self, s: FactionCity) -> Step[FactionCity] | None:
        if self.answer[0] == "play_free":
            return PlayCard(self.who, LABORATORY, self.slot, True)
        s.table.remove(self.slot)
        s.hand[self.who] += (self.slot,)
        s.tell("took_card", self.who, self.slot)
        return None


class FactorySkill(Step[FactionCity]):
    lines = ("choose", "fight")
    asks = {"choose": ("Factory: choose an area with a unit of yours for a combat.", "factory.5")}

    who: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [*battlefields(s, self.who)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "area" or not 0 <= thing < AREAS:
            return None
        if not s.force[seat * AREAS + thing]:
            return Refused("You have no unit there.", "factory.5")
        if not may_attack(s, thing):
            return Refused("Units may not attack there.", "factory.6")
        return Refused("No combat can take place there.", "factory.5")

    def fight(self, s: FactionCity) -> Step[FactionCity]:
        return Combat(self.answer[1], 0)


class UniversitySkill(Step[FactionCity]):
    lines = ("choose", "look")
    asks = {"choose": ("University: choose a face-down token to look at.", "university.4")}

    who: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [*face_down(s)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "space" or not 0 <= thing < len(s.track):
            return None
        said = "No token lies there." if s.track[thing] < 0 else "That token is revealed: all see it."
        return Refused(said, "university.4")

    def look(self, s: FactionCity) -> None:
        space = self.answer[1]
        s.show_to(s.track[space], self.who)
        s.tell("peeked", self.who, space)
        s.tell("saw_token", self.who, s.track[space], space, to=1 << self.who)


class SubwaySkill(Step[FactionCity]):
    """subway.3"""

    lines = ("choose", "deploy")
    asks = {"choose": ("Subway: choose the area to deploy one unit to.", "subway.3")}

    who: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(
            self.who,
            [("deploy_to", area) for area in range(AREAS) if any(deployable(s, self.who, area, False, -1))],
        )

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "area" or not 0 <= thing < AREAS:
            return None
        if not may_enter(s, thing):
            return Refused("No unit may enter this area this turn.", "conflict.2")
        return Refused("There is no unit that you could deploy there and pay for.", "subway.4")

    def deploy(self, s: FactionCity) -> Step[FactionCity]:
        return DeployUnits(self.who, self.answer[1], 1, 0, False, -1, False, True)


class ChurchSkill(Step[FactionCity]):
    """church.3"""

    lines = ("choose", "flip")
    asks = {"choose": ("Church: choose an activated token of yours to turn down.", "church.3")}

    who: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, [*face_up(s, self.who)])

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "space" or not 0 <= thing < len(s.track):
            return None
        if s.track[thing] < 0 or s.token_owner(s.track[thing]) != seat:
            return Refused("No token of yours lies there.", "church.3")
        if thing == s.revealing:
            return Refused("Its own card is being resolved.", "church.3")
        return Refused("That token is not activated.", "church.3")

    def flip(self, s: FactionCity) -> None:
        space = self.answer[1]
        s.up[space] = 0
        s.tell("turned_down", self.who, s.track[space], space)


SKILL_STEPS: dict[int, Callable[[int], Step[FactionCity]]] = {
    CAPITOL: CapitolSkill,
    SEWERS: SewersSkill,
    POLICE: PoliceSkill,
    LABORATORY: LaboratorySkill,
    FACTORY: FactorySkill,
    UNIVERSITY: UniversitySkill,
    SUBWAY: SubwaySkill,
    CHURCH: ChurchSkill,
}


class BorrowSkill(Step[FactionCity]):
    """Blackstone Encryption: the skill of an area where one has a unit (R30)."""

    lines = ("choose", "use")
    asks = {"choose": ("{slot:title}: choose the area whose skill you use.", "skill.4")}

    who: int
    slot: int

    def choose(self, s: FactionCity) -> Choice:
        return Choice(self.who, borrowable(s, self.who))

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "area" or not 0 <= thing < AREAS:
            return None
        if not s.force[seat * AREAS + thing]:
            return Refused("You have no unit there.", "skill.4")
        return skill_refusal(s, seat, thing, True)

    def use(self, s: FactionCity) -> Step[FactionCity]:
        return UseAreaSkill(self.who, self.answer[1], False)


def borrowable(s: FactionCity, seat: int) -> list[Option]:
    return [
        SKILL[area]
        for area in range(AREAS)
        if s.force[seat * AREAS + area] and not s.used[seat] >> area & 1 and resolvable(s, seat, area)
    ]


def _use_skill(s: FactionCity, e: c.CardEffect, who: int, area: int, slot: int) -> Step[FactionCity] | None:
    return BorrowSkill(who, slot) if borrowable(s, who) else idle(s, slot)


HANDLERS[c.UseSkill] = _use_skill
