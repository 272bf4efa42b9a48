"""The city as the numbers that the advice thinks with: filled from what a seat sees, or from the state of a world that
is imagined. Both say the same (tests/laws/test_advice.py): of the state only what the seat may know is read.

Most questions need a part of the city only: influence, crews, tokens, targets, hand and plans are read when the first
of them is asked for."""

from __future__ import annotations

from typing import NamedTuple

from knaves.core.things import number_of
from knaves.games.villains.bot.worth import pulls_of
from knaves.games.villains.cards import (
    ALIENS,
    AREA_IDS,
    AREAS,
    CAPITOL,
    CAPITOL_POINTS,
    CAPTURES,
    CULT,
    DICE,
    FACTION_IDS,
    MAFIA,
    PLAN,
    ROBOTS,
    TOKEN_IDS,
    UNIT_IDS,
)
from knaves.games.villains.rules.influence import influence_table
from knaves.games.villains.state import (
    AREA_OF,
    KIND,
    KINDS,
    NOBODY,
    PURPLE,
    SPACES_OF,
    TOKEN_FACTION,
    TRACK,
    FactionCity,
)
from knaves.games.villains.view import plan_view
from knaves.games.villains.view.types import FactionCityView, PlanView

Card = tuple[str, int, int]
"""Title, target (-1: none) and cost."""
DICE_COUNT = tuple(len(dice) for dice in DICE)
FACE_OF_PLAN = {plan.name: face for face, plan in enumerate(PLAN)}
POINT = 1.3  # what an area point is worth, in worths of an area
UNKNOWN_TARGET = 0.1  # how likely a target that is not known is any one area


class Crews(NamedTuple):
    """By seat and area."""

    units: list[list[int]]
    dice: list[list[int]]


class Tokens:
    """Those on the board by space, those of one's own by slot."""

    def __init__(self) -> None:
        self.owner = [-1] * (AREAS * TRACK)
        self.up = [False] * (AREAS * TRACK)
        self.kind = [""] * (AREAS * TRACK)  # "" where it is not known
        self.own: dict[int, str] = {}  # on the board or not
        self.on_board: set[int] = set()  # slots of one's own there
        self.mine = [0] * AREAS
        self.all = [0] * AREAS
        self.placed: list[str] = []  # kinds of one's own on the board
        self.to_reveal = 0  # of one's own

    def count(self, me: int) -> None:
        """What follows from the rest."""
        for space, who in enumerate(self.owner):
            if who >= 0:
                self.all[AREA_OF[space]] += 1
                if who == me:
                    self.mine[AREA_OF[space]] += 1
                    self.placed.append(self.kind[space])
                    self.to_reveal += not self.up[space]


class Situation:
    """Areas, seats and spaces by number; whatever is unknown or not there is -1."""

    def __init__(self, me: int, seats: int) -> None:
        self.me = me
        self.seats = seats
        self.turn = 1
        self.factions = [0] * seats  # whoever has chosen none yet counts as the first
        self.index = 0  # one's own faction
        self.chosen = False  # has one chosen it?
        self.upgraded = False
        self.resources: list[int] = []
        self.score: list[int] = []  # how near to winning each seat is
        self.energy = 0
        self.funds = 0
        self.captured = 0  # markers
        self.used = 0  # skills this turn
        self.owner: list[int] = []  # by area: a seat, NOBODY or PURPLE
        self.nuked = -1
        self.revealing = -1
        self._influence: list[list[int]] | None = None
        self._crews: Crews | None = None
        self._tokens: Tokens | None = None
        self._targets: list[int] | None = None
        self._cards: dict[int, Card] | None = None
        self._pulls: dict[str, float] | None = None

    # -- what is read when it is asked for ------------------------------------------------------------

    @property
    def influence(self) -> list[list[int]]:
        """By seat and area."""
        if self._influence is None:
            self._influence = self.read_influence()
        return self._influence

    @property
    def crews(self) -> Crews:
        if self._crews is None:
            self._crews = self.read_crews()
        return self._crews

    @property
    def tokens(self) -> Tokens:
        if self._tokens is None:
            self._tokens = self.read_tokens()
            self._tokens.count(self.me)
        return self._tokens

    @property
    def targets(self) -> list[int]:
        """By seat, areas as far as they are known."""
        if self._targets is None:
            self._targets = self.read_targets()
        return self._targets

    @property
    def cards(self) -> dict[int, Card]:
        """In hand and open on the table, by slot."""
        if self._cards is None:
            self._cards = self.read_cards()
        return self._cards

    def pull(self, thing: str) -> float:
        """How much the plans in hand still want of a thing: the points that hang on it."""
        if self._pulls is None:
            have = {"markers": self.captured, "skills": self.used, "units": self.in_play()}
            self._pulls = pulls_of(self.read_plans(), have)
        return self._pulls.get(thing, 0.0)

    def read_influence(self) -> list[list[int]]:
        raise NotImplementedError

    def read_crews(self) -> Crews:
        raise NotImplementedError

    def read_tokens(self) -> Tokens:
        raise NotImplementedError

    def read_targets(self) -> list[int]:
        raise NotImplementedError

    def read_cards(self) -> dict[int, Card]:
        raise NotImplementedError

    def read_plans(self) -> list[int]:
        """Their faces."""
        raise NotImplementedError

    def in_play(self) -> int:
        """Units of one's own."""
        raise NotImplementedError

    def plan(self, slot: int) -> PlanView:
        raise NotImplementedError

    def fair(self, number: int) -> bool:
        """Does an offer give at least what it asks for?"""
        raise NotImplementedError

    # -- questions ------------------------------------------------------------------------------------

    def is_faction(self, faction: int) -> bool:
        return self.chosen and self.index == faction

    @property
    def killer(self) -> bool:
        """Do faction or plans live by killing?"""
        return (self.index in (CULT, ROBOTS) and self.chosen) or self.pull("kill") > 0

    @property
    def target(self) -> int:
        return self.targets[self.me]

    def others_best(self, area: int) -> int:
        best = 0
        for seat, row in enumerate(self.influence):
            if seat != self.me and row[area] > best:
                best = row[area]
        return best

    def lead(self, area: int) -> int:
        """How much more influence than anybody else this seat has there."""
        return self.influence[self.me][area] - self.others_best(area)

    def enemies(self, area: int) -> int:
        total = 0
        for seat, row in enumerate(self.crews.units):
            if seat != self.me:
                total += row[area]
        return total

    def points(self, seat: int) -> int:
        return self.score[seat]

    def is_enemy_target(self, area: int) -> bool:
        return self.targets.count(area) > (self.target == area)

    def area_points(self, area: int) -> float:
        """Area points that control of an area at the end of this turn would bring, as far as one can tell."""
        owner = self.owner[area]
        points = float(CAPITOL_POINTS[self.turn - 1]) if area == CAPITOL else 0.0
        if owner != NOBODY and owner != self.me:  # a marker to capture
            track = CAPTURES[self.index]
            if self.captured < len(track):
                points += 2.0 if track[self.captured] == "points" else 1.0
        for target in self.targets:
            points += 1.0 if target == area else UNKNOWN_TARGET if target < 0 else 0.0
        return points

    def worth_of_area(self, area: int) -> float:
        """How much this seat would like to hold an area."""
        if self.nuked == area:
            return 0.0
        owner = self.owner[area]
        worth = 1.5 + 0.3 * (area in (1, 3, 5)) + POINT * self.area_points(area)
        if owner != NOBODY and owner != self.me:
            worth += 0.4 * self.pull("markers") + self.is_faction(ALIENS)
            if owner >= 0:
                worth += 0.08 * self.points(owner)
        if owner == self.me:
            worth += 0.5
        if area == self.target:
            worth += 1.0 + self.pull("own_target")
        if self.is_enemy_target(area):
            worth += self.pull("enemy_target") + 2 * self.is_faction(MAFIA)
        return worth + 0.2 * self.pull("control")

    def fight_gain(self, area: int) -> float:
        """What a combat there would bring: my dice against theirs, and leaders are worth more."""
        me, crews = self.me, self.crews
        mine = crews.dice[me][area]
        every = 0
        for row in crews.dice:
            every += row[area]
        gain = 0.0
        for seat, row in enumerate(crews.units):
            if seat != me and row[area]:
                danger = 0.4 + 0.1 * self.points(seat)
                others = every - mine - crews.dice[seat][area]
                gain += danger * min(row[area], 0.55 * mine + 0.3 * others)
        gain *= 1.35 if self.killer else 1.0
        return gain - 0.4 * (every - mine) * (crews.units[me][area] > 0)


class SeenFactions(Situation):
    """From a view."""

    def __init__(self, v: FactionCityView) -> None:
        you = v["you"]
        me = you if you is not None else 0
        super().__init__(me, len(v["seats"]))
        mine = v["seats"][me]
        self.view = v
        self.turn = v["turn"]
        self.chosen = mine["faction"] is not None
        self.factions = [FACTION_IDS.index(one["faction"] or "mutants") for one in v["seats"]]
        self.index = self.factions[me]
        self.upgraded = mine["upgrade"] > 0
        self.resources = [one["resources"] for one in v["seats"]]
        self.score = [max(one["area_points"] + 2, one["plan_points"]) for one in v["seats"]]
        self.energy = mine["energy"]
        self.funds = mine["energy"] + mine["resources"]
        self.captured, self.used = len(mine["captured"]), len(mine["skills"])
        owners = [area["owner"] for area in v["areas"]]
        self.owner = [NOBODY if one is None else one if isinstance(one, int) else PURPLE for one in owners]
        self.nuked = next((a for a, area in enumerate(v["areas"]) if area["nuked"]), -1)
        self.revealing = number_of(v["revealing"]) if v["revealing"] is not None else -1

    def read_influence(self) -> list[list[int]]:
        table = [[0] * AREAS for _ in range(self.seats)]
        for a, area in enumerate(self.view["areas"]):
            for crew in area["crews"]:
                table[crew["seat"]][a] = crew["influence"]
        return table

    def read_crews(self) -> Crews:
        crews = Crews([[0] * AREAS for _ in range(self.seats)], [[0] * AREAS for _ in range(self.seats)])
        for a, area in enumerate(self.view["areas"]):
            for crew in area["crews"]:
                seat = crew["seat"]
                row = self.factions[seat] * KINDS
                for unit in crew["units"]:
                    crews.units[seat][a] += unit["count"]
                    crews.dice[seat][a] += unit["count"] * DICE_COUNT[row + UNIT_IDS.index(unit["type"])]
        return crews

    def read_tokens(self) -> Tokens:
        tokens = Tokens()
        own = self.view["own"]
        if own is not None:
            tokens.own = {number_of(k): token for k, token in own["tokens"].items()}
        for a, area in enumerate(self.view["areas"]):
            for at, space in enumerate(area["spaces"]):
                if space["owner"] is not None:
                    number = SPACES_OF[a][at]
                    tokens.owner[number] = space["owner"]
                    tokens.up[number] = space["up"]
                    tokens.kind[number] = space["token"] or ""
                    if space["mine"] is not None:
                        tokens.on_board.add(number_of(space["mine"]))
        return tokens

    def read_targets(self) -> list[int]:
        return [AREA_IDS.index(one["target"]) if one["target"] else -1 for one in self.view["seats"]]

    def read_cards(self) -> dict[int, Card]:
        own = self.view["own"]
        found: dict[int, Card] = {}
        for card in (*self.view["open_cards"], *(own["hand"] if own is not None else ())):
            target = AREA_IDS.index(card["target"]) if card["target"] else -1
            found[number_of(card["id"])] = (card["title"], target, card["cost"])
        return found

    def read_plans(self) -> list[int]:
        own = self.view["own"]
        return [FACE_OF_PLAN[plan["name"]] for plan in own["plans"]] if own is not None else []

    def in_play(self) -> int:
        return sum(self.crews.units[self.me])

    def plan(self, slot: int) -> PlanView:
        own = self.view["own"]
        assert own is not None
        return next(p for p in own["plans"] if p["id"] == f"plan:{slot}")

    def fair(self, number: int) -> bool:
        offer = next(one for one in self.view["offers"] if one["number"] == number)
        return offer["give"]["amount"] >= offer["get"]["amount"]


class ImaginedFactions(Situation):
    """From a state."""

    def __init__(self, s: FactionCity, seat: int) -> None:
        super().__init__(seat, s.seats)
        self.state = s
        self.turn = s.turn
        self.chosen = s.faction[seat] >= 0
        self.factions = [max(0, one) for one in s.faction]
        self.index = self.factions[seat]
        self.upgraded = s.upgrade[seat] > 0
        self.resources = s.resources
        self.score = [max(s.area_points[x] + 2, s.plan_points[x]) for x in range(s.seats)]
        self.energy = s.energy[seat]
        self.funds = s.energy[seat] + s.resources[seat]
        self.captured, self.used = len(s.trophies[seat]), s.used[seat].bit_count()
        self.owner = s.owner
        self.nuked = s.nuked
        self.revealing = s.revealing

    def read_influence(self) -> list[list[int]]:
        s = self.state
        return influence_table(s) if -1 not in s.faction else [[0] * AREAS for _ in range(s.seats)]

    def read_crews(self) -> Crews:
        s = self.state
        all_units: list[list[int]] = []
        all_dice: list[list[int]] = []
        for x in range(s.seats):
            row = self.factions[x] * KINDS
            units = s.force[x * AREAS : x * AREAS + AREAS]
            dice = [0] * AREAS
            for area, count in enumerate(units):
                if count:
                    total = 0
                    for form in s.units[x * AREAS + area]:
                        total += DICE_COUNT[row + KIND[form]]
                    dice[area] = total
            all_units.append(units)
            all_dice.append(dice)
        return Crews(all_units, all_dice)

    def read_tokens(self) -> Tokens:
        s, seat, tokens = self.state, self.me, Tokens()
        face, seen, faction = s.face, s.seen, s.faction[self.me]
        for slot in s.spare[seat]:
            tokens.own[slot] = TOKEN_IDS[face[slot]]
        for space, slot in enumerate(s.track):
            if slot >= 0:
                tokens.owner[space] = s.token_owner(slot)
                tokens.up[space] = s.up[space] > 0
                if seen[slot] >> seat & 1:
                    tokens.kind[space] = TOKEN_IDS[face[slot]]
                if TOKEN_FACTION[slot] == faction:
                    tokens.own[slot] = TOKEN_IDS[face[slot]]
                    tokens.on_board.add(slot)
        return tokens

    def read_targets(self) -> list[int]:
        s = self.state
        found = [-1] * s.seats
        for x, slot in enumerate(s.target):
            if slot >= 0 and s.seen[slot] >> self.me & 1:
                found[x] = s.box.target[s.face[slot]]
        return found

    def read_cards(self) -> dict[int, Card]:
        s, found = self.state, {}
        box = s.box
        for slot in (*s.table, *s.hand[self.me]):
            number = s.face[slot]
            found[slot] = (box.cards[number].id, box.target[number], box.cost[number])
        return found

    def read_plans(self) -> list[int]:
        s = self.state
        return [s.face[slot] for slot in s.plans[self.me]]

    def in_play(self) -> int:
        return self.state.in_play(self.me)

    def plan(self, slot: int) -> PlanView:
        return plan_view(self.state, slot, self.me)

    def fair(self, number: int) -> bool:
        offer = next(one for one in self.state.offers if one.number == number)
        return offer.give.amount >= offer.get.amount
