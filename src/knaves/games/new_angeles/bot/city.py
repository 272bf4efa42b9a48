"""How the `fair` bot judges the city, action cards and assets.

Figures are in capital: what a thing is worth to the seat that looks. They are rough and meant to be read, not tuned to
the last digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from knaves.games.new_angeles.bot.sight import UNKNOWN, CorpSight
from knaves.games.new_angeles.cards import (
    ANDROID,
    DEVELOPMENT,
    FEDERALIST,
    HUMAN_FIRST,
    IDLE,
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    STRIKE,
    UNREST,
    box,
)
from knaves.games.new_angeles.cards.effects import PaysByCount

# What a piece costs the city: anywhere, more for each tier, more beside an android, more if its event is next.
COSTS = {
    HUMAN_FIRST: (0.5, 0.25, 0.8, 0.6),
    ORGCRIME: (0.4, 0.25, 0.3, 0.6),
    OUTAGE: (0.9, 0.2, 0.4, 0.7),
    ILLNESS: (0.9, 0.0, 0.3, 0.0),
    STRIKE: (1.1, 0.0, 0.3, 0.7),
    PROTEST: (0.5, 0.0, 0.1, 0.3),
    PRISEC: (-0.5, -0.1, -0.1, 0.0),
    DEVELOPMENT: (-0.2, 0.0, -0.7, 0.0),
}
SICK = 2.6  # what the threat of illness costs the city
HINDRANCES = ORGCRIME | OUTAGE | STRIKE | PROTEST
TOWN = range(1, 11)
ASSET_WORTH = {
    "Gurren Imaishi": 5.0,
    "Floyd 2X3A7C": 3.5,
    "Toshiyuki Sakai": 4.0,
    "Naoko Watanabe": 4.0,
    "Marco Cubrero": 4.0,
    "Fumiko Yamamori": 3.5,
    "Hernando Cortez": 2.5,
    "Bryan Stinson": 2.5,
    "Braintrust": 2.5,
    "Coach Walden": 2.5,
    "Susan Chen": 2.5,
}


MATTERS = HUMAN_FIRST | HINDRANCES | DEVELOPMENT


@lru_cache(maxsize=10_000)
def output(
    yields: tuple[tuple[int, int], ...], times: int, here: int, mind_orgcrime: bool
) -> tuple[int, ...]:
    """What so many exploitations bring in a district where this stands."""
    total = [0] * 5
    for _ in range(times):
        if here & IDLE:
            break
        for place, (resource, amount) in enumerate(yields):
            if place == 0:
                if here & ORGCRIME and mind_orgcrime:
                    continue
                amount += bool(here & DEVELOPMENT)
            total[resource] += amount
        here |= STRIKE if here & (PROTEST | HUMAN_FIRST) else PROTEST
    return tuple(total)


Worth = tuple[float, dict[int, float]]
"""What a card does for the city's health, and who gains how much capital by it."""
MOST_KEPT = 4_000


class CityJudgement:
    """What was found out about one state of the city. It is the same for every seat, and the city often stays as it
    is for some decisions, in many imagined worlds: found out once."""

    def __init__(self) -> None:
        self.forecast: list[int] = []
        self.hindrances: dict[tuple[int, int], float] = {}
        self.cards: dict[tuple[str, int, bool], Worth] = {}


KEPT: dict[tuple[object, ...], CityJudgement] = {}


class Valuation:
    """What things are worth to one seat, from what it may know."""

    def __init__(self, look: CorpSight) -> None:
        self.look = look
        self.memo: dict[tuple[str, int], float] = {}  # what cards are worth, see action_cards.py
        self.me = look.me
        self.city, self.tier, self.threat = look.city, look.tier, look.threat
        self.supply, self.needs, self.yields = look.supply, look.needs, look.yields
        self.feared = look.feared
        self.corp_seat = {corp: seat for seat, corp in enumerate(look.corps)}
        self.federalist = look.rival == FEDERALIST
        # The seat to beat; -1 for the federalist, the own seat for who is his own rival.
        known = look.rival != UNKNOWN and not self.federalist
        self.rival = self.corp_seat[look.rival] if known else -1
        # How often the city still produces before the demand is paid.
        self.productions = 0 if look.round == 0 else 2 - (look.round + 1) % 2
        self.care = self.cares()
        self.judged = self.recall()
        self.hindrances, self.forecast = self.judged.hindrances, self.judged.forecast

    def recall(self) -> CityJudgement:
        """What is known about the city as it stands."""
        look = self.look
        key = (
            tuple(self.city),
            tuple(self.supply),
            tuple(self.needs),
            self.feared,
            self.threat >= 10,
            self.productions,
            tuple(look.corps),
            tuple(self.tier),
            tuple(self.yields),
        )
        found = KEPT.get(key)
        if found is None:
            if len(KEPT) >= MOST_KEPT:
                KEPT.clear()
            found = CityJudgement()
            found.forecast = self.expected()
            KEPT[key] = found
        return found

    def cares(self) -> float:
        """How much capital one point of the city's health is worth to this seat."""
        if self.federalist:
            return 0.2 if self.look.capital[self.me] < 22 else -1.0
        return 2.0 + self.threat / 4

    def capital(self, seat: int, amount: float) -> float:
        """What it is worth to this seat that another gains capital."""
        if seat == self.me:
            return amount
        if self.federalist:
            return 0.0
        if self.rival == self.me:
            return -0.25 * amount
        return -0.8 * amount if seat == self.rival else -0.1 * amount

    # -- the city -----------------------------------------------------------------------------------------

    def cost(self, piece: int, d: int) -> float:
        """What it costs the city that this piece stands there."""
        base, tier, android, next_event = COSTS[piece]
        total = base + tier * self.tier[d]
        if self.city[d] & ANDROID:
            total += android
            if piece & HINDRANCES:
                total += self.hindrance(piece, d)
        if self.feared & piece:
            total += next_event
        return total

    def hindrance(self, piece: int, d: int) -> float:
        """What the demand would lose if this stood beside the android, against a district without it."""
        known = self.hindrances.get((piece, d))
        if known is None:
            known = self.hindrances[piece, d] = self._hindrance(piece, d)
        return known

    def _hindrance(self, piece: int, d: int) -> float:
        times = self.productions
        without = self.made(d, times, self.city[d] & ~piece)
        held = self.made(d, times, self.city[d] | piece)
        now = self.made(d, times, self.city[d])
        free = [f - n + w for f, n, w in zip(self.forecast, now, without, strict=True)]
        kept = [f - n + w for f, n, w in zip(self.forecast, now, held, strict=True)]
        return self.short(kept) - self.short(free)

    def lifted(self, piece: int) -> list[tuple[float, int]]:
        """What removing each piece of this kind would gain, best first."""
        found = [(self.cost(piece, d) - self.sick(piece, d), d) for d in TOWN if self.city[d] & piece]
        return sorted(found, reverse=True)

    def sick(self, piece: int, d: int) -> float:
        """Touching a district with illness raises threat; the cards that cure it are safe."""
        return SICK if self.city[d] & ILLNESS and piece != ILLNESS else 0.0

    def calmed(self, d: int, stages: int) -> tuple[float, int]:
        """What lowering unrest there gains, and by how many stages it falls."""
        here = self.city[d]
        if here & STRIKE:
            gain = self.cost(STRIKE, d)
            return (gain, 2) if stages > 1 else (gain - self.cost(PROTEST, d), 1)
        return (self.cost(PROTEST, d), 1) if here & PROTEST else (0.0, 0)

    def roused(self, d: int) -> float:
        """What raising unrest there costs."""
        if self.city[d] & IDLE:
            return 0.0
        if self.city[d] & PROTEST:
            return self.cost(STRIKE, d) - self.cost(PROTEST, d)
        return self.cost(PROTEST, d)

    def placed(self, piece: int, d: int) -> float:
        """What placing it there costs the city, moving on included."""
        way = box().exit
        barred = piece | PRISEC if piece & (HUMAN_FIRST | ORGCRIME) else piece
        while d and self.city[d] & barred:
            d = way[d]
        if not d:
            return 2.0
        gain = self.calmed(d, 2)[0] if piece == OUTAGE else 0.0
        return self.cost(piece, d) - gain

    def guarded(self, d: int) -> float:
        """What a prisec there gains: itself, and the enemies it drives on."""
        total = -self.cost(PRISEC, d)
        for piece in (HUMAN_FIRST, ORGCRIME):
            if self.city[d] & piece:
                total += self.cost(piece, d) - 0.9
        return total

    # -- the supply -----------------------------------------------------------------------------------------

    def made(self, d: int, times: int, here: int, mind_orgcrime: bool = True) -> tuple[int, ...]:
        """What a district will produce in so many exploitations if this stands there."""
        return output(self.yields[d], times, here & MATTERS, mind_orgcrime)

    def expected(self) -> list[int]:
        """The supply when the demand is paid, if nothing changes."""
        total = list(self.supply)
        for d in TOWN:
            if self.city[d] & ANDROID:
                for resource, amount in enumerate(self.made(d, self.productions, self.city[d])):
                    total[resource] += amount
        return total

    def short(self, supply: Sequence[int]) -> float:
        """What falling short of the demand is worth, in health of the city."""
        lack = 0
        for need, have in zip(self.needs, supply, strict=True):
            if need > have:
                lack += need - have
        return 0.9 * lack + 1.5 if lack else 0.0

    def with_change(self, change: Sequence[int], sign: int = 1) -> list[int]:
        return [a + sign * b for a, b in zip(self.forecast, change, strict=True)]

    def moved(self, a: int, b: int) -> float:
        """What moving an android gains."""
        left = self.with_change(self.made(a, self.productions, self.city[a]), -1)
        new = [x + y for x, y in zip(left, self.made(b, self.productions, self.city[b]), strict=True)]
        here = sum(COSTS[p][2] for p in COSTS if self.city[a] & p)
        there = sum(COSTS[p][2] for p in COSTS if self.city[b] & p)
        return self.short(self.forecast) - self.short(new) + 0.3 * (here - there)

    def liquidated(self, d: int) -> float:
        """What producing there at once gains, and the strike costs."""
        after = self.with_change(self.made(d, 1, self.city[d], mind_orgcrime=False))
        if self.city[d] & ANDROID:
            after = [x - y for x, y in zip(after, self.made(d, self.productions, self.city[d]), strict=True)]
        unrest = self.cost(STRIKE, d) - self.calmed(d, 2)[0]
        gain = self.short(self.forecast) - self.short(after)
        return gain - unrest - self.sick(0, d)

    # -- investments ------------------------------------------------------------------------------------------

    def invested(self, piece: int, sign: int) -> float:
        """What one more or less of a piece changes for the own investment."""
        if not self.look.investment:
            return 0.0
        for row in box().investments:
            if row.name == self.look.investment:
                effect = row.effects[0]
                if isinstance(effect, PaysByCount) and effect.what in BIT_OF:
                    number = sum(1 for here in self.city if here & BIT_OF[effect.what])
                    if not piece & BIT_OF[effect.what]:
                        return 0.0
                    top = len(effect.pays) - 1
                    now, then = min(number, top), max(0, min(number + sign, top))
                    soon = 0.8 if self.productions < 2 else 0.4
                    return soon * (effect.pays[then] - effect.pays[now])
        return 0.0

    def asset(self, name: str) -> float:
        return ASSET_WORTH.get(name, 2.0)


BIT_OF = {
    "human_first": HUMAN_FIRST,
    "orgcrime": ORGCRIME,
    "outage": OUTAGE,
    "illness": ILLNESS,
    "prisec": PRISEC,
    "strike": STRIKE,
    "restless": UNREST,
}
