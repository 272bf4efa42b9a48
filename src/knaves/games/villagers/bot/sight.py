"""The table as the advice reads it: filled from what a seat sees, or from the state of a world that is imagined.

Both say the same (tests/laws/test_advice.py): of the state only what the seat may know is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from knaves.core.things import number_of
from knaves.games.villagers.rules.pillage import pillage_loss
from knaves.games.villagers.rules.score import sheets
from knaves.games.villagers.state import NOWHERE, Village
from knaves.games.villagers.view import VillageCardView, VillageView


class VillageSight:
    """Cards are slots; `card` says what stands on one."""

    def __init__(self, seat: int, seats: int) -> None:
        self.seat = seat
        self.seats = seats
        self.phase = 0
        self.town_size = 0
        self.gold: list[int] = []
        self.town: list[Sequence[int]] = []
        self.hand: Sequence[int] = ()  # one's own
        self.pool: Sequence[int] = ()
        self.favor_card = NOWHERE
        self.active = NOWHERE
        self.aim = NOWHERE
        self.rolls = 0
        self.ready: Sequence[int] = ()
        self.first = 0
        self.each = 0
        self.shield = 0

    def card(self, slot: int) -> VillageCardView:
        raise NotImplementedError

    def pillage(self) -> int:
        """The Pillage Loss of one's own town."""
        raise NotImplementedError

    def total(self, seat: int) -> int:
        """What a Mayor's sheet would say now."""
        raise NotImplementedError


class SeenVillage(VillageSight):
    """From a view."""

    def __init__(self, v: VillageView) -> None:
        you, turn = v["you"], v["turn"]
        on_turn = turn["seat"]
        seat = you if you is not None else on_turn if on_turn is not None else 0
        super().__init__(seat, len(v["mayors"]))
        self.view = v
        self.cards: dict[int, VillageCardView] = {}
        for row in (v["pool"], *(m["town"] for m in v["mayors"]), *(m["hand"] for m in v["mayors"])):
            for card in row:
                self.cards[number_of(card["id"])] = card
        self.phase, self.town_size = v["phase"], v["town_size"]
        self.gold = [mayor["gold"] for mayor in v["mayors"]]
        self.town = [[number_of(card["id"]) for card in mayor["town"]] for mayor in v["mayors"]]
        self.hand = [number_of(card["id"]) for card in v["mayors"][seat]["hand"]]
        self.pool = [number_of(card["id"]) for card in v["pool"]]
        self.favor_card = number_of(v["favor_card"]) if v["favor_card"] is not None else NOWHERE
        self.active = on_turn if on_turn is not None else NOWHERE
        self.aim = number_of(turn["aim"]) if turn["aim"] is not None else NOWHERE
        self.rolls, self.first, self.each = turn["rolls"], turn["first"], turn["each"]
        self.shield = turn["shield"]
        self.ready = [number_of(hero) for hero in turn["ready"]]

    def card(self, slot: int) -> VillageCardView:
        return self.cards[slot]

    def pillage(self) -> int:
        return self.view["mayors"][self.seat]["pillage"]

    def total(self, seat: int) -> int:
        return self.view["mayors"][seat]["score"]["total"]


class ImaginedVillage(VillageSight):
    """From a state."""

    def __init__(self, s: Village, seat: int) -> None:
        super().__init__(seat, s.seats)
        self.state = s
        self.printed = cast(tuple[VillageCardView, ...], s.box.printed)
        self.face = s.face
        self.phase, self.town_size = s.phase, s.town_size()
        self.gold = s.gold
        self.town = cast(list[Sequence[int]], s.town)
        self.hand = s.hand[seat]
        self.pool = s.pool
        self.favor_card = s.favor_card if s.favor_card in s.pool else NOWHERE
        self.active, self.aim = s.active, s.aim
        self.rolls, self.first, self.each = s.rolls, s.first, s.each
        self.shield = s.shield
        self.ready = s.ready
        self.totals: list[int] = []  # worked out when somebody asks

    def card(self, slot: int) -> VillageCardView:
        return self.printed[self.face[slot]]

    def pillage(self) -> int:
        return pillage_loss(self.state, self.seat)

    def total(self, seat: int) -> int:
        if not self.totals:
            self.totals = [column.total for column in sheets(self.state, self.seat)]
        return self.totals[seat]
