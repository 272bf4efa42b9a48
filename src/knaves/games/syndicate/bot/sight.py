"""The table as the advice reads it: filled from what a seat sees, or from the state of a world that is imagined.

Both say the same (tests/laws/test_advice.py): of the state only what the seat may know is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from knaves.core.things import number_of
from knaves.games.syndicate.rules.mission import total
from knaves.games.syndicate.state import OPEN, SyndicateCity
from knaves.games.syndicate.view import SyndicateCardView, SyndicateCityView

UNKNOWN = -1


class Held(NamedTuple):
    """A Support card: what it counts where its villain takes part (bottom; None: it has none), elsewhere (top), and
    in the running mission."""

    slot: int
    villain: int  # UNKNOWN: nobody's
    top: int
    bottom: int | None
    counts: int


class MissionSight(NamedTuple):
    space: int
    number: int
    open: bool
    total: int
    cards: list[Held]


class Other(NamedTuple):
    """A player as everybody sees him."""

    goal: int  # UNKNOWN while it is hidden
    denied: int  # goals that he has not, as bits
    steered: tuple[int, ...]
    starved: int
    acts: tuple[int, ...]


class SyndicateSight:
    """Villains and spaces by number."""

    def __init__(self, you: int, seats: int) -> None:
        self.you = you
        self.seats = seats
        self.goal = 0
        self.players: list[Other] = []
        self.unserved = 0  # goals that nobody hidden can have, as bits
        self.keys: Sequence[str] = ()  # of the villains
        self.costs: Sequence[int] = ()
        self.power: Sequence[int] = ()
        self.length: Sequence[int] = ()  # cubes on each track
        self.reserve: Sequence[int] = ()
        self.cubes: Sequence[int] = ()  # behind the own screen
        self.palm: Sequence[int] = ()
        self.bag = 0
        self.coins = 0
        self.paid = 0
        self.action_marker = 0
        self.mission_marker = 0
        self.mission: MissionSight | None = None
        self.hand: list[Held] = []


class SeenSyndicate(SyndicateSight):
    """From a view."""

    def __init__(self, v: SyndicateCityView) -> None:
        own, you = v["own"], v["you"]
        assert own is not None
        assert you is not None
        super().__init__(you, len(v["players"]))
        self.goal = own["goal"]["number"]
        for player in v["players"]:
            goal = player["goal"]["number"] if player["goal"] is not None else UNKNOWN
            denied = sum(1 << one for one in player["denied"])
            self.players.append(
                Other(goal, denied, tuple(player["steered"]), player["starved"], tuple(player["acts"]))
            )
        self.unserved = sum(1 << goal for goal in v["unserved"])
        villains = v["villains"]
        self.keys, self.costs = [row["key"] for row in villains], [row["cost"] for row in villains]
        self.power, self.length = [row["power"] for row in villains], [sum(row["cells"]) for row in villains]
        self.reserve = [row["reserve"] for row in villains]
        self.cubes, self.coins = own["cubes"], own["coins"]
        self.palm, self.bag, self.paid = v["palm"], v["bag"], v["paid"]
        self.action_marker = next(n for n, space in enumerate(v["spaces"]) if space["action"])
        self.mission_marker = next(n for n, space in enumerate(v["spaces"]) if space["mission"])
        self.hand = [held(card) for card in own["hand"]]
        mission = v["mission"]
        if mission is not None:
            cards = [held(card) for card in mission["cards"]]
            open_, number = mission["open"], mission["number"]
            self.mission = MissionSight(mission["space"], number, open_, mission["total"] or 0, cards)


class ImaginedSyndicate(SyndicateSight):
    """From a state."""

    def __init__(self, s: SyndicateCity, seat: int) -> None:
        super().__init__(seat, s.seats)
        box = s.box
        self.goal = s.face[s.goal[seat]]
        spectator = s.seats
        for other in range(s.seats):
            slot = s.goal[other]
            known = s.revealed >> other & 1 or s.seen[slot] >> spectator & 1
            steered = tuple(s.steered[other * 5 : other * 5 + 5])
            answered = 0 if known else s.ruled_out(other)
            acts = tuple(s.acts[other * 5 : other * 5 + 5])
            self.players.append(
                Other(s.face[slot] if known else UNKNOWN, answered, steered, s.starved[other], acts)
            )
        self.unserved = s.unserved
        self.keys, self.costs = box.keys, box.cost
        self.power = [max(0, high - 1) for high in s.high]
        self.length = [high - low + 1 for low, high in zip(s.low, s.high, strict=True)]
        self.reserve, self.palm, self.bag = s.reserve, s.palm, sum(s.bag)
        self.cubes, self.coins = s.cubes[seat * 5 : seat * 5 + 5], s.coins[seat]
        self.paid, self.action_marker, self.mission_marker = s.paid, s.action_marker, s.mission_marker
        self.hand = [self.held(s, slot) for slot in s.hand[seat]]
        if s.mission >= 0:
            row = box.missions[s.face[s.mission]]
            is_open = s.stage >= OPEN
            cards = [self.held(s, slot) for slot in s.shown]
            self.mission = MissionSight(s.place, row.number, is_open, total(s) if is_open else 0, cards)

    def held(self, s: SyndicateCity, slot: int) -> Held:
        face, box = s.face[slot], s.box
        card = box.support[face]
        counts = box.value[s.place][face] if s.place >= 0 else 0
        return Held(slot, box.villain_of[face], card.top, card.bottom, counts)


def held(card: SyndicateCardView) -> Held:
    villain = card["villain"]
    whose = villain if villain is not None else UNKNOWN
    slot = number_of(card["id"])
    return Held(slot, whose, card["top"], card["bottom"], card["counts"] or 0)
