"""Paying costs (cost.1): energy, resources, or any mix of both."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Shape, Step
from knaves.games.villains.deals import DEALS
from knaves.games.villains.state import FactionCity, changed
from knaves.games.villains.words import PURPOSES

ENERGY_FIRST, RESOURCES_FIRST, ASK = WAYS = tuple(range(3))
OTHER_WAYS: list[list[Option]] = [[("purse", other) for other in WAYS if other != way] for way in WAYS]
ASK_ME: list[Option] = [("purse", ASK)]
PLACING, ACTIVATING, DEPLOYING, TOLL, PLAYING, SHIELD, DEMAND = range(len(PURPOSES))
PURSE_CHANGES = 2  # so often in a turn; to be asked can be chosen beyond that (R27)


def pay(s: FactionCity, seat: int, cost: int, purpose: int) -> Step[FactionCity] | None:
    """Takes the cost at once, or returns the step that asks for the mix (R27). The seat has the funds."""
    if not cost:
        return None
    energy, resources = s.energy[seat], s.resources[seat]
    way = s.purse[seat]
    if way == ASK and energy and resources:
        s.paying = seat
        return PayCost(seat, cost, purpose)
    if way == RESOURCES_FIRST:
        part = cost if cost < resources else resources
        spend(s, seat, cost - part, part, purpose)
    else:
        part = cost if cost < energy else energy
        spend(s, seat, part, cost - part, purpose)
    return None


def spend(s: FactionCity, seat: int, energy: int, resources: int, purpose: int) -> None:
    s.energy[seat] -= energy
    s.resources[seat] -= resources
    if resources and s.offers:
        DEALS.drop_unfunded(s)
    if not resources:
        s.tell("paid_energy", seat, energy, purpose)
    elif not energy:
        s.tell("paid_resources", seat, resources, purpose)
    else:
        s.tell("paid", seat, energy, resources, purpose)


def ways(s: FactionCity, seat: int) -> list[Option]:
    """How else this seat may pay from now on. On the menu on one's own turn, so that nobody is asked at every move;
    a person may change it at any time (`admits`)."""
    if not s.resources[seat] or (s.placed and seat != s.active) or not s.energy[seat]:
        return []
    if not s.purse_set[seat]:
        return ASK_ME[:] if s.purse[seat] != ASK else []
    return OTHER_WAYS[s.purse[seat]][:]


def admits(s: FactionCity, seat: int, option: Option) -> bool:
    """A change of the way one pays that is not on the menu."""
    if len(option) != 2 or option[1] not in WAYS:
        raise Refused("You pay with energy first, with resources first, or are asked.", "cost.1")
    if not s.purse_set[seat] and option[1] != ASK:
        still = "you are asked each time" if s.purse[seat] == ASK else "you can only be asked each time"
        raise Refused(f"You have changed your way of paying twice; {still} until the turn ends.", "cost.1")
    if option[1] == s.purse[seat]:
        raise Refused("You pay in this way already.", "cost.1")
    return True


def change_way(s: FactionCity, seat: int, way: int) -> None:
    s.purse = changed(s.purse, seat, way)
    s.purse_set = changed(s.purse_set, seat, max(s.purse_set[seat] - 1, 0))


class PayCost(Step[FactionCity]):
    lines = ("choose", "pay")
    asks = {"choose": ("Pay {cost} {purpose}: how many resources of it? The rest is energy.", "cost.1")}

    who: int
    cost: int
    purpose: int

    def choose(self, s: FactionCity) -> Choice:
        energy, resources = s.energy[self.who], s.resources[self.who]
        least, most = max(self.cost - energy, 0), min(self.cost, resources)
        return Choice(self.who, [("mix", self.cost, r) for r in range(least, most + 1)])

    def prompt(self, s: FactionCity, seat: int) -> str:
        return super().prompt(s, seat).replace("{purpose}", PURPOSES[self.purpose])

    def shape(self, s: FactionCity, seat: int) -> Shape:
        return Shape("amount", "mix")

    def pay(self, s: FactionCity) -> None:
        s.paying = -1
        spend(s, self.who, self.cost - self.answer[2], self.answer[2], self.purpose)
