"""What decides who will win: everybody's capital against his rival's, the threat, and the state of the city."""

from __future__ import annotations

from knaves.core.game import ValueInputs
from knaves.games.new_angeles.bot.city import COSTS, TOWN, Valuation
from knaves.games.new_angeles.bot.sight import ImaginedCorps
from knaves.games.new_angeles.cards import (
    CORPS,
    FEDERALIST,
    HUMAN_FIRST,
    ILLNESS,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    PROTEST,
    RESOURCES,
    SPACES,
    STRIKE,
    THREAT_END,
    TYPES,
)
from knaves.games.new_angeles.cards.effects import PaysByCount
from knaves.games.new_angeles.rules.investments import worth
from knaves.games.new_angeles.state import NewAngeles

TROUBLES: tuple[int, ...] = (HUMAN_FIRST, ORGCRIME, OUTAGE, ILLNESS, STRIKE, PROTEST, PRISEC)
FEDERALIST_NEEDS = 25


def value_inputs(s: NewAngeles) -> ValueInputs:
    seats, capital = s.seats, s.capital
    order = sorted(capital)
    mean = sum(capital) / seats
    faces = [s.face[slot] for slot in s.rivals[:seats]]
    federalist = s.federalist()
    valued = Valuation(ImaginedCorps(s, 0))
    lack = valued.short(valued.forecast)
    time = s.space / len(SPACES)
    left = 1 - time
    common = [s.threat / THREAT_END, max(0, s.threat - 15) / 10, lack / 6, time, len(s.track) / 4]
    common += [sum(1 for here in s.city if here & piece) / 3 for piece in TROUBLES]
    common += [1.0 if s.space == space else 0.0 for space in range(len(SPACES))]
    common += [float(federalist >= 0), capital[federalist] / 25 if federalist >= 0 else 0.0]
    common += [sum(valued.cost(p, d) for d in TOWN for p in COSTS if s.city[d] & p) / 10]
    common += [min(4, have) / 4 for have in s.supply]
    common += [
        max(-2, min(4, want - have)) / 4 for want, have in zip(valued.needs, valued.forecast, strict=True)
    ]
    common += [1.0 if valued.feared & piece else 0.0 for piece in (HUMAN_FIRST, ORGCRIME, OUTAGE, PROTEST)]
    paid = [pays(s, slot, valued.forecast) for slot in s.investment] if s.investment else [0.0] * seats
    kinds = [[0] * len(TYPES) for _ in range(seats)]
    for seat, hand in enumerate(s.hands):
        for slot in hand:
            kinds[seat][s.box.type[s.face[slot]]] += 1
    numbers: list[list[float]] = []
    things: list[list[int]] = []
    for seat in range(seats):
        mine, face = capital[seat], faces[seat]
        alone = face == FEDERALIST
        own = face == s.corp[seat]
        rival = -1 if alone or own else s.seat_of[face]
        gap = mine - capital[rival] if rival >= 0 else 0
        below = sum(1 for other in capital if other < mine)
        hunters = sum(1 for other in range(seats) if other != seat and faces[other] == s.corp[seat])
        need = 2 if seats == 4 else 3
        row = [
            mine / 20,
            (mine - mean) / 8,
            (mine - order[-1]) / 8,
            float(alone),
            float(own),
            float(rival >= 0),
            gap / 8,
            max(-3, min(3, gap)) / 3,
            float(rival >= 0 and gap > 0),
            gap * (1 - left) / 6,
            float(own and below >= need),
            float(own) * (mine - order[min(need, seats - 1)]) / 6 if own else 0.0,
            float(own) * below / 3,
            float(alone) * mine / 25,
            float(alone) * s.threat / THREAT_END,
            float(alone and mine >= FEDERALIST_NEEDS),
            float(alone) * left,
            (1.0 - alone) * s.threat / THREAT_END,
            (1.0 - alone) * max(0, s.threat - 15) / 10,
            (1.0 - alone) * max(0, s.threat - 20) / 5,
            len(s.hands[seat]) / 5,
            (len(s.hands[seat]) - len(s.hands[rival])) / 5 if rival >= 0 else 0.0,
            len(s.assets[seat]) / 2 if s.assets else 0.0,
            (len(s.assets[seat]) - len(s.assets[rival])) / 2 if rival >= 0 and s.assets else 0.0,
            hunters / 2,
            ((seat - s.active) % seats) / 3,
            float(s.faceup >> s.corp[seat] & 1),
            paid[seat] / 6,
            paid[rival] / 6 if rival >= 0 else 0.0,
            (gap + paid[seat] - paid[rival]) / 8 if rival >= 0 else 0.0,
            float(alone) * (mine + paid[seat]) / 25,
        ]
        row += [count / 3 for count in kinds[seat]]
        row += [1.0 if s.corp[seat] == corp else 0.0 for corp in range(len(CORPS))]
        row += [1.0 if rival >= 0 and s.corp[rival] == corp else 0.0 for corp in range(len(CORPS))]
        row += common
        numbers.append(row)
        cards = len(s.box.assets)
        held = [s.face[slot] for slot in s.assets[seat]] if s.assets else []
        theirs = [cards + s.face[slot] for slot in s.assets[rival]] if rival >= 0 and s.assets else []
        things.append([*held, *theirs])
    return ValueInputs(numbers, things)


def pays(s: NewAngeles, slot: int, forecast: list[int]) -> float:
    """What an investment is likely to pay: as much as now, or as the supply will be when the demand is paid."""
    if slot < 0:
        return 0.0
    for effect in s.box.investments[s.face[slot]].effects:
        if not isinstance(effect, PaysByCount):
            resource = RESOURCES.index(effect.resource)
            have = forecast[resource]
            if have < s.box.needs[s.face[s.demand]][resource]:
                return 0.0
            return float(min(effect.base + effect.each * have, effect.limit))
    return float(worth(s, slot))


def value_inputs_size(s: NewAngeles) -> tuple[int, int]:
    return len(value_inputs(s).numbers[0]), 2 * len(s.box.assets)
