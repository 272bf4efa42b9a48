"""The table as the advice reads it: filled from what a seat sees, or from the state of a world that is imagined.

Both say the same (tests/laws/test_advice.py): of the state only what the seat may know is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from knaves.core.offers import OfferView, PromiseView
from knaves.core.things import number_of
from knaves.games.new_angeles.cards import (
    BACKS,
    CORPS,
    FIRST_EMERGENCY,
    FIRST_EVENT,
    HUMAN_FIRST,
    ORGCRIME,
    OUTAGE,
    PIECE_NAMES,
    RESOURCES,
    SPACES,
    UNREST,
)
from knaves.games.new_angeles.deals import DEALS
from knaves.games.new_angeles.rules.investments import worth
from knaves.games.new_angeles.state import COUNTER, MAIN, NewAngeles
from knaves.games.new_angeles.view.types import TableView

Yields = tuple[tuple[int, int], ...]
BITS = {name: bit for bit, name in PIECE_NAMES.items()}
FEARED = {"human_first": HUMAN_FIRST, "orgcrime": ORGCRIME, "outage": OUTAGE, "unrest": UNREST, "": 0}
UNKNOWN = -1


class DealSight(NamedTuple):
    """Offers by their titles; "" is none."""

    asset: str
    main: str
    counters: list[str]
    counter_by: Sequence[int]
    support: tuple[int, int]


class Paper(NamedTuple):
    """An investment: what it would pay now."""

    name: str
    worth: int


class CorpSight:
    """Seats, districts, resources and corporations by number."""

    def __init__(self, me: int, seats: int) -> None:
        self.me = me
        self.seats = seats
        self.corps: Sequence[int] = ()
        self.capital: Sequence[int] = ()
        self.cards: list[int] = []  # in each hand
        self.assets: dict[int, str] = {}  # those in play, by slot
        self.owner: dict[int, int] = {}  # of each
        self.city: Sequence[int] = ()  # by district from 1, bits of pieces
        self.tier: list[int] = []
        self.yields: Sequence[Yields] = ()  # by district from 1, the primary resource first
        self.supply: Sequence[int] = ()
        self.needs: Sequence[int] = ()
        self.threat = 0
        self.round = 0
        self.active = 0
        self.feared = 0  # the piece that the next event is about
        self.rival = UNKNOWN  # the face of the own rival card
        self.aside = UNKNOWN  # of the one set aside
        self.investment = ""
        self.side = -1
        self.laid = 0
        self.deal: DealSight | None = None

    def has_assets(self, seat: int) -> bool:
        return seat in self.owner.values()

    def title(self, slot: int) -> str:
        """Of an action card this seat knows."""
        raise NotImplementedError

    def paper(self, slot: int) -> Paper:
        """One of the two investments to choose from."""
        raise NotImplementedError

    def offers(self) -> Sequence[OfferView]:
        raise NotImplementedError

    def promises(self) -> Sequence[PromiseView]:
        raise NotImplementedError


class SeenCorps(CorpSight):
    """From a view."""

    def __init__(self, v: TableView) -> None:
        super().__init__(v["you"] or 0, len(v["seats"]))
        self.view = v
        mine = v["seats"][self.me]
        self.corps = [CORPS.index(row["corp"]) for row in v["seats"]]
        self.capital = [row["capital"] for row in v["seats"]]
        self.cards = [row["cards"] for row in v["seats"]]
        for row in v["seats"]:
            for asset in row["assets"]:
                slot = number_of(asset["id"])
                self.assets[slot], self.owner[slot] = asset["name"], row["seat"]
        city, tier, yields = [0], [0], [()]
        for d in v["city"]:
            here = 0
            for name in d["pieces"]:
                here |= BITS[name]
            city.append(here)
            tier.append(d["tier"])
            yields.append(tuple((RESOURCES.index(y["name"]), y["amount"]) for y in d["yields"]))  # type: ignore[arg-type]
        self.city, self.tier, self.yields = city, tier, yields
        self.supply = [row["have"] for row in v["supply"]]
        self.needs = [row["need"] for row in v["supply"]]
        self.threat, self.round, self.active = v["threat"], v["round"], v["active"]
        self.feared = FEARED[v["events"][0]["back"] if v["events"] else ""]
        self.rival = mine["rival"]["worth"] if mine["rival"] is not None else UNKNOWN
        self.aside = v["aside"]["worth"] if v["aside"] is not None else UNKNOWN
        self.investment = mine["investment"]["name"] if mine["investment"] is not None else ""
        self.side, self.laid = mine["side"], mine["laid"]
        deal = v["deal"]
        if deal is not None:
            self.deal = DealSight(
                deal["asset"]["name"] if deal["asset"] is not None else "",
                deal["main"]["title"] if deal["main"] is not None else "",
                [card["title"] for card in deal["counters"]],
                deal["counter_by"],
                (deal["support"][0], deal["support"][1]),
            )

    def title(self, slot: int) -> str:
        name = f"card:{slot}"
        for seat in self.view["seats"]:
            for card in (*seat["hand"], *seat["emergency"]):
                if card["id"] == name:
                    return card["title"]
        raise LookupError(slot)

    def paper(self, slot: int) -> Paper:
        name = f"investment:{slot}"
        return next(Paper(row["name"], row["worth"]) for row in self.view["choose"] if row["id"] == name)

    def offers(self) -> Sequence[OfferView]:
        return self.view["offers"]

    def promises(self) -> Sequence[PromiseView]:
        return self.view["promises"]


class ImaginedCorps(CorpSight):
    """From a state."""

    def __init__(self, s: NewAngeles, seat: int) -> None:
        super().__init__(seat, s.seats)
        self.state = s
        box, face, seen = s.box, s.face, s.seen
        self.corps, self.capital = s.corp, s.capital
        self.cards = [len(hand) for hand in s.hands]
        for who, row in enumerate(s.assets):
            for slot in row:
                self.assets[slot], self.owner[slot] = box.assets[face[slot]].name, who
        self.city, self.supply = s.city, s.supply
        self.tier = [0, *[row.tier for row in box.districts]]
        self.yields = box.yields
        self.needs = box.needs[face[s.demand]]
        self.threat, self.round, self.active = s.threat, SPACES[s.space], s.active
        if s.event_deck:
            top = s.event_deck[-1]
            if seen[top] >> seat & 1 or s.backs >> top - FIRST_EVENT & 1:
                self.feared = FEARED[BACKS[box.back[face[top]]]]
        rival, aside = s.rivals[seat], s.rivals[-1]
        self.rival = face[rival] if seen[rival] >> seat & 1 else UNKNOWN
        self.aside = face[aside] if seen[aside] >> seat & 1 else UNKNOWN
        paper = s.investment[seat] if s.investment else -1
        if paper >= 0 and seen[paper] >> seat & 1:
            self.investment = box.investments[face[paper]].name
        if s.dealing:
            self.side, self.laid = s.side[seat], s.laid[seat]
            self.deal = DealSight(
                box.assets[face[s.revealed]].name if s.revealed >= 0 else "",
                self.title(s.main) if s.main >= 0 else "",
                [self.title(slot) for slot in s.counters],
                s.counter_by,
                (len(s.support[MAIN]), len(s.support[COUNTER])),
            )

    def title(self, slot: int) -> str:
        s = self.state
        return s.box.actions[slot if slot >= FIRST_EMERGENCY else s.face[slot]].id

    def paper(self, slot: int) -> Paper:
        s = self.state
        return Paper(s.box.investments[s.face[slot]].name, worth(s, slot))

    def offers(self) -> Sequence[OfferView]:
        return DEALS.offers_view(self.state)

    def promises(self) -> Sequence[PromiseView]:
        return DEALS.promises_view(self.state)
