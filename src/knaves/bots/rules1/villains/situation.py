"""What a view says, as the numbers that the `rules` bot thinks with."""

from __future__ import annotations

from knaves.games.villains.cards import AREA_IDS, AREAS, DICE, FACTION_IDS, UNIT_IDS
from knaves.games.villains.view.types import FactionCityView as CityView


class Situation:
    """What the view says, as numbers."""

    def __init__(self, v: CityView) -> None:
        self.v = v
        you = v["you"]
        self.me = you if you is not None else 0
        mine = v["seats"][self.me]
        self.faction = mine["faction"] or ""
        self.index = FACTION_IDS.index(self.faction) if self.faction else 0
        self.funds = mine["energy"] + mine["resources"]
        self.owner = [area["owner"] for area in v["areas"]]
        seats = len(v["seats"])
        self.influence = [[0] * AREAS for _ in range(seats)]
        self.units = [[0] * AREAS for _ in range(seats)]
        self.dice = [[0] * AREAS for _ in range(seats)]
        for a, area in enumerate(v["areas"]):
            for crew in area["crews"]:
                seat = crew["seat"]
                self.influence[seat][a] = crew["influence"]
                row = FACTION_IDS.index(v["seats"][seat]["faction"] or "mutants") * len(UNIT_IDS)
                for unit in crew["units"]:
                    number = UNIT_IDS.index(unit["type"])
                    self.units[seat][a] += unit["count"]
                    self.dice[seat][a] += unit["count"] * len(DICE[row + number])
        target = mine["target"]
        self.target = AREA_IDS.index(target) if target else -1
        self.tokens: dict[int, str] = {}
        self.cards: dict[int, tuple[str, str | None, int]] = {}
        self.wants: set[str] = set()  # kinds of needs on the plans in hand
        self.wants_moles = False
        own = v["own"]
        if own is not None:
            self.tokens = {int(k.partition(":")[2]): t for k, t in own["tokens"].items()}
            for card in own["hand"]:
                slot = int(card["id"].partition(":")[2])
                self.cards[slot] = (card["title"], card["target"], card["cost"])
            needs = [need for plan in own["plans"] for one in plan["objectives"] for need in one["needs"]]
            self.wants = {need["kind"] for need in needs}
            self.wants_moles = any(need["unit"] == "mole" for need in needs)
        for card in v["open_cards"]:
            slot = int(card["id"].partition(":")[2])
            self.cards[slot] = (card["title"], card["target"], card["cost"])
        self.killer = self.faction in ("cult", "robots") or bool({"kill", "kill_most"} & self.wants)
        self.my_tokens = [
            sum(1 for space in area["spaces"] if space["owner"] == self.me) for area in v["areas"]
        ]
        self.placed = [
            space["token"] or ""
            for area in v["areas"]
            for space in area["spaces"]
            if space["owner"] == self.me
        ]
        self.on_board = {
            int(space["mine"].partition(":")[2])
            for area in v["areas"]
            for space in area["spaces"]
            if space["mine"] is not None
        }
        self.all_tokens = [
            sum(1 for space in area["spaces"] if space["owner"] is not None) for area in v["areas"]
        ]

    def others_best(self, area: int) -> int:
        return max(row[area] for seat, row in enumerate(self.influence) if seat != self.me)

    def enemies(self, area: int) -> int:
        return sum(row[area] for seat, row in enumerate(self.units) if seat != self.me)

    def enemy_dice(self, area: int) -> int:
        return sum(row[area] for seat, row in enumerate(self.dice) if seat != self.me)

    def points(self, seat: int) -> int:
        one = self.v["seats"][seat]
        return max(one["area_points"] + 2, one["plan_points"])

    def worth_of_area(self, area: int) -> float:
        """How much this seat would like to hold an area."""
        worth = 2.0 + (area == 0) + 0.3 * (area in (1, 3, 5))
        owner = self.owner[area]
        if area == self.target:
            worth += 3
        if owner is not None and owner != self.me:
            worth += 0.8 + (self.faction == "aliens")  # a marker to capture
            if isinstance(owner, int):
                worth += 0.08 * self.points(owner)
        if owner == self.me:
            worth += 0.5
        known = {one["target"] for one in self.v["seats"] if one["seat"] != self.me}
        if AREA_IDS[area] in known:
            worth += 2 + 2 * (self.faction == "mafia")
        if self.v["areas"][area]["nuked"]:
            worth = 0
        return worth

    def fight_gain(self, area: int) -> float:
        """What a combat there would bring: my dice against theirs, and leaders are worth more."""
        me = self.me
        mine = self.dice[me][area]
        gain = 0.0
        for seat, row in enumerate(self.units):
            if seat != me and row[area]:
                danger = 0.4 + 0.1 * self.points(seat)
                others = sum(self.dice[x][area] for x in range(len(self.units)) if x not in (me, seat))
                gain += danger * min(row[area], 0.55 * mine + 0.3 * others)
        gain *= 1.35 if self.killer else 1.0
        return gain - 0.4 * self.enemy_dice(area) * (self.units[me][area] > 0)
