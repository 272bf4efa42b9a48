"""The city as the numbers that the advice thinks with: filled from what a seat sees, or from the state of a world that
is imagined. Both say the same (tests/laws/test_advice.py): of the state only what the seat may know is read."""

from __future__ import annotations

from functools import lru_cache

from knaves.games.villains.cards import (
    ALIENS,
    AREA_IDS,
    AREAS,
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
from knaves.games.villains.state import KIND, KINDS, NOBODY, PURPLE, TOKEN_FACTION, TRACK, FactionCity
from knaves.games.villains.view import plan_view
from knaves.games.villains.view.rows import FactionCityView, PlanView

Card = tuple[str, int, int]
"""Title, target (-1: none) and cost."""
DICE_COUNT = tuple(len(dice) for dice in DICE)
KILLING = frozenset({"kill", "kill_most"})


class Situation:
    """Areas, seats and spaces by number; whatever is unknown or not there is -1."""

    def __init__(self, me: int, seats: int) -> None:
        self.me = me
        self.seats = seats
        self.factions = [0] * seats  # whoever has chosen none yet counts as the first
        self.index = 0  # one's own faction
        self.chosen = False  # has one chosen it?
        self.upgraded = False
        self.resources: list[int] = []
        self.score: list[int] = []  # how near to winning each seat is
        self.funds = 0
        self.owner: list[int] = []  # by area: a seat, NOBODY or PURPLE
        self.nuked = -1
        self.influence = [[0] * AREAS for _ in range(seats)]
        self.units = [[0] * AREAS for _ in range(seats)]
        self.dice = [[0] * AREAS for _ in range(seats)]
        self.targets = [-1] * seats  # areas, as far as they are known
        self.tokens: dict[int, str] = {}  # one's own
        self.cards: dict[int, Card] = {}
        self.wants: set[str] = set()  # kinds of needs on the plans in hand
        self.wants_moles = False
        self.space_owner = [-1] * (AREAS * TRACK)
        self.space_up = [False] * (AREAS * TRACK)
        self.space_token = [""] * (AREAS * TRACK)
        self.on_board: set[int] = set()  # slots of one's own tokens there
        self.revealing = -1

    def finish(self) -> None:
        """What follows from the rest."""
        me = self.me
        self.killer = (self.index in (CULT, ROBOTS) and self.chosen) or bool(KILLING & self.wants)
        self.target = self.targets[me]
        self.my_tokens = [0] * AREAS
        self.all_tokens = [0] * AREAS
        self.placed: list[str] = []
        for space, who in enumerate(self.space_owner):
            if who >= 0:
                self.all_tokens[space // TRACK] += 1
                if who == me:
                    self.my_tokens[space // TRACK] += 1
                    self.placed.append(self.space_token[space])
        self.known_targets = {area for seat, area in enumerate(self.targets) if seat != me}

    def is_faction(self, faction: int) -> bool:
        return self.chosen and self.index == faction

    def plan(self, slot: int) -> PlanView:
        raise NotImplementedError

    def fair(self, number: int) -> bool:
        """Does an offer give at least what it asks for?"""
        raise NotImplementedError

    # -- questions ------------------------------------------------------------------------------------

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
        for seat, row in enumerate(self.units):
            if seat != self.me:
                total += row[area]
        return total

    def enemy_dice(self, area: int) -> int:
        total = 0
        for seat, row in enumerate(self.dice):
            if seat != self.me:
                total += row[area]
        return total

    def points(self, seat: int) -> int:
        return self.score[seat]

    def worth_of_area(self, area: int) -> float:
        """How much this seat would like to hold an area."""
        worth = 2.0 + (area == 0) + 0.3 * (area in (1, 3, 5))
        owner = self.owner[area]
        if area == self.target:
            worth += 3
        if owner != NOBODY and owner != self.me:
            worth += 0.8 + self.is_faction(ALIENS)  # a marker to capture
            if owner >= 0:
                worth += 0.08 * self.points(owner)
        if owner == self.me:
            worth += 0.5
        if area in self.known_targets:
            worth += 2 + 2 * self.is_faction(MAFIA)
        if self.nuked == area:
            worth = 0.0
        return worth

    def fight_gain(self, area: int) -> float:
        """What a combat there would bring: my dice against theirs, and leaders are worth more."""
        me = self.me
        mine = self.dice[me][area]
        every = mine + self.enemy_dice(area)
        gain = 0.0
        for seat, row in enumerate(self.units):
            if seat != me and row[area]:
                danger = 0.4 + 0.1 * self.points(seat)
                others = every - mine - self.dice[seat][area]
                gain += danger * min(row[area], 0.55 * mine + 0.3 * others)
        gain *= 1.35 if self.killer else 1.0
        return gain - 0.4 * (every - mine) * (self.units[me][area] > 0)


class SeenFactions(Situation):
    """From a view."""

    def __init__(self, v: FactionCityView) -> None:
        you = v["you"]
        me = you if you is not None else 0
        super().__init__(me, len(v["seats"]))
        self.view = v
        self.chosen = v["seats"][me]["faction"] is not None
        self.factions = [FACTION_IDS.index(one["faction"] or "mutants") for one in v["seats"]]
        self.index = self.factions[me]
        self.upgraded = v["seats"][me]["upgrade"] > 0
        self.resources = [one["resources"] for one in v["seats"]]
        self.score = [max(one["area_points"] + 2, one["plan_points"]) for one in v["seats"]]
        self.funds = v["seats"][me]["energy"] + v["seats"][me]["resources"]
        owners = [area["owner"] for area in v["areas"]]
        self.owner = [NOBODY if one is None else one if isinstance(one, int) else PURPLE for one in owners]
        self.targets = [AREA_IDS.index(one["target"]) if one["target"] else -1 for one in v["seats"]]
        self.revealing = slot_of(v["revealing"]) if v["revealing"] is not None else -1
        self.read_areas(v)
        cards = [*v["open_cards"]]
        own = v["own"]
        if own is not None:
            self.tokens = {slot_of(k): token for k, token in own["tokens"].items()}
            cards += own["hand"]
            needs = [need for plan in own["plans"] for one in plan["objectives"] for need in one["needs"]]
            self.wants = {need["kind"] for need in needs}
            self.wants_moles = any(need["unit"] == "mole" for need in needs)
        for card in cards:
            target = AREA_IDS.index(card["target"]) if card["target"] else -1
            self.cards[slot_of(card["id"])] = (card["title"], target, card["cost"])
        self.finish()

    def read_areas(self, v: FactionCityView) -> None:
        for a, area in enumerate(v["areas"]):
            if area["nuked"]:
                self.nuked = a
            for crew in area["crews"]:
                seat = crew["seat"]
                self.influence[seat][a] = crew["influence"]
                row = self.factions[seat] * KINDS
                for unit in crew["units"]:
                    self.units[seat][a] += unit["count"]
                    self.dice[seat][a] += unit["count"] * DICE_COUNT[row + UNIT_IDS.index(unit["type"])]
            for at, space in enumerate(area["spaces"]):
                if space["owner"] is not None:
                    number = a * TRACK + at
                    self.space_owner[number] = space["owner"]
                    self.space_up[number] = space["up"]
                    self.space_token[number] = space["token"] or ""
                    if space["mine"] is not None:
                        self.on_board.add(slot_of(space["mine"]))

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
        self.chosen = s.faction[seat] >= 0
        self.factions = [max(0, one) for one in s.faction]
        self.index = self.factions[seat]
        self.upgraded = s.upgrade[seat] > 0
        self.resources = s.resources
        self.score = [max(s.area_points[x] + 2, s.plan_points[x]) for x in range(s.seats)]
        self.funds = s.energy[seat] + s.resources[seat]
        self.owner = s.owner
        self.nuked = s.nuked
        self.revealing = s.revealing
        face, seen = s.face, s.seen
        if -1 not in s.faction:
            self.influence = influence_table(s)
        for x in range(s.seats):
            units, dice, row = self.units[x], self.dice[x], self.factions[x] * KINDS
            for area in range(AREAS):
                cell = x * AREAS + area
                if s.force[cell]:
                    units[area] = s.force[cell]
                    total = 0
                    for form in s.units[cell]:
                        total += DICE_COUNT[row + KIND[form]]
                    dice[area] = total
            slot = s.target[x]
            if slot >= 0 and seen[slot] >> seat & 1:
                self.targets[x] = s.box.target[face[slot]]
        for slot in s.spare[seat]:
            self.tokens[slot] = TOKEN_IDS[face[slot]]
        faction = s.faction[seat]
        for space, slot in enumerate(s.track):
            if slot >= 0:
                self.space_owner[space] = s.token_owner(slot)
                self.space_up[space] = s.up[space] > 0
                if seen[slot] >> seat & 1:
                    self.space_token[space] = TOKEN_IDS[face[slot]]
                if TOKEN_FACTION[slot] == faction:
                    self.tokens[slot] = TOKEN_IDS[face[slot]]
                    self.on_board.add(slot)
        box = s.box
        for slot in (*s.hand[seat], *s.table):
            number = face[slot]
            self.cards[slot] = (box.cards[number].id, box.target[number], box.cost[number])
        for slot in s.plans[seat]:
            kinds, moles = wanted(face[slot])
            self.wants |= kinds
            self.wants_moles = self.wants_moles or moles
        self.finish()

    def plan(self, slot: int) -> PlanView:
        return plan_view(self.state, slot, self.me)

    def fair(self, number: int) -> bool:
        offer = next(one for one in self.state.offers if one.number == number)
        return offer.give.amount >= offer.get.amount


@lru_cache(256)
def wanted(plan: int) -> tuple[frozenset[str], bool]:
    """What kinds of needs a plan has, and whether it asks for moles."""
    needs = [need for one in PLAN[plan].objectives for need in one.needs]
    return frozenset(need.kind for need in needs), any(need.unit == "mole" for need in needs)


def slot_of(id_of: str) -> int:
    return int(id_of.partition(":")[2])
