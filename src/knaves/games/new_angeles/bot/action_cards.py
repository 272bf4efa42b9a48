"""What an action card would do if it were resolved well, as the `rules` bot sees it."""

from __future__ import annotations

from collections.abc import Callable

from knaves.games.new_angeles.bot.city import SICK, TOWN, Look
from knaves.games.new_angeles.cards import (
    ANDROID,
    GLOBALSEC,
    HAAS,
    HUMAN_FIRST,
    IDLE,
    ILLNESS,
    JINTEKI,
    NBN,
    ORGCRIME,
    OUTAGE,
    PRISEC,
    WEYLAND,
)

Worth = tuple[float, dict[int, float]]
"""Health gained by the city, and capital gained by seats."""


def contract(look: Look, corp: int, amount: float) -> dict[int, float]:
    seat = look.corp_seat.get(corp, -1)
    return {seat: amount} if seat >= 0 and amount else {}


def removal(look: Look, piece: int, corp: int, each: float, most: int) -> Worth:
    best = [row for row in look.lifted(piece) if row[0] > 0 or most == 1][:most]
    return sum(gain for gain, _ in best), contract(look, corp, each * len(best))


def enemies(look: Look, most: int) -> Worth:
    best = sorted([*look.lifted(HUMAN_FIRST), *look.lifted(ORGCRIME)], reverse=True)[:most]
    best = [row for row in best if row[0] > 0]
    return sum(gain for gain, _ in best), contract(look, GLOBALSEC, len(best))


def cheapest(look: Look, piece: int, times: int = 1) -> float:
    return sum(sorted(look.placed(piece, d) + look.sick(piece, d) for d in TOWN)[:times])


def calming(look: Look, stages: int, districts: int) -> Worth:
    found = []
    for d in TOWN:
        gain, fall = look.calmed(d, stages)
        if fall:
            found.append((gain - look.sick(0, d), fall))
    best = [row for row in sorted(found, reverse=True) if row[0] > 0][:districts]
    return sum(gain for gain, _ in best), contract(look, NBN, sum(fall for _, fall in best))


def rousing(look: Look, districts: int) -> float:
    return sum(sorted(look.roused(d) for d in TOWN if not look.city[d] & IDLE)[:districts])


def clean_slate(look: Look, who: int) -> Worth:
    gain, paid = removal(look, ILLNESS, JINTEKI, 2, 2)
    return gain - (1.2 if paid or gain else 0.0), paid


def clinical_trials(look: Look, who: int) -> Worth:
    return removal(look, ILLNESS, JINTEKI, 2, 1)


def information(look: Look, who: int) -> Worth:
    return (1.2 if look.threat >= 10 else 0.3), {}


def knowledge(look: Look, who: int) -> Worth:
    return 0.9, {}


def ark(look: Look, who: int) -> Worth:
    return 1.0, {}


def renovations(look: Look, who: int) -> Worth:
    gain, paid = removal(look, OUTAGE, WEYLAND, 2, 2)
    return gain - (0.8 if gain else 0.0), paid


def gentrification(look: Look, who: int) -> Worth:
    gain, paid = removal(look, OUTAGE, WEYLAND, 2, 1)
    return gain + (0.5 if gain else 0.0), paid


def vanity(look: Look, who: int) -> Worth:
    return 0.0, {who: 2.0 if not look.view["seats"][who]["assets"] else 0.7}


def experts(look: Look, who: int) -> Worth:
    return androids(look, 1), contract(look, HAAS, 2)


def androids(look: Look, most: int) -> float:
    gains: dict[int, float] = {}
    for a in TOWN:
        if look.city[a] & ANDROID:
            best = max(look.moved(a, b) for b in TOWN if not look.city[b] & ANDROID)
            gains[a] = max(best, 0.0)
    return sum(sorted(gains.values(), reverse=True)[:most]) * (1.0 if most == 1 else 0.8)


def high_risk(look: Look, who: int) -> Worth:
    return 0.0, {who: 3.0}


def solutions(look: Look, who: int) -> Worth:
    return androids(look, 3) - cheapest(look, ORGCRIME), contract(look, HAAS, 2)


def liquidation(look: Look, who: int) -> Worth:
    open_districts = [look.liquidated(d) for d in TOWN if not look.city[d] & IDLE]
    return max(open_districts, default=0.0), {}


def live_feeds(look: Look, who: int) -> Worth:
    calm = calming(look, 1, 1)
    clear = removal(look, ORGCRIME, GLOBALSEC, 1, 1)
    return max(calm, clear, key=lambda worth: worth[0] + sum(worth[1].values()) * 0.1)


def circus(look: Look, who: int) -> Worth:
    gain, paid = calming(look, 2, 1)
    return gain - cheapest(look, HUMAN_FIRST), paid


def puff(look: Look, who: int) -> Worth:
    return 0.0, {who: 0.9}


def spin(look: Look, who: int) -> Worth:
    gain, paid = calming(look, 1, 2)
    after = look.with_change([0, 0, 0, 0, 1], -1)
    return gain - (look.short(after) - look.short(look.forecast)), paid


def arrest(look: Look, who: int) -> Worth:
    best: Worth = (0.0, {})
    for d in TOWN:
        here = look.city[d]
        if not here & PRISEC:
            units = [p for p in (HUMAN_FIRST, ORGCRIME) if here & p]
            gain = sum(look.cost(p, d) for p in units) - look.cost(PRISEC, d)
            gain -= look.sick(0, d)
            if gain > best[0]:
                best = gain, contract(look, GLOBALSEC, len(units))
    return best


def deployment(look: Look, who: int) -> Worth:
    return 0.0, {}


def riot(look: Look, who: int) -> Worth:
    guards = [look.cost(PRISEC, d) for d in TOWN if look.city[d] & PRISEC]
    if not guards:
        return 0.0, {}
    gain, paid = enemies(look, 2)
    return gain + max(guards) - rousing(look, 1), paid


def scorched(look: Look, who: int) -> Worth:
    best: Worth = (-3.0, {})
    for d in TOWN:
        if look.city[d] & OUTAGE:
            continue
        one = [look.cost(p, d) for p in (HUMAN_FIRST, ORGCRIME) if look.city[d] & p]
        others = [
            [look.cost(p, x) for p in (HUMAN_FIRST, ORGCRIME) if look.city[x] & p]
            for x in TOWN
            if x != d and look.tier[x] == look.tier[d]
        ]
        two = max(others, key=sum, default=[])
        gain = sum(one) + sum(two) - look.placed(OUTAGE, d)
        if gain > best[0]:
            best = gain, contract(look, GLOBALSEC, len(one) + len(two))
    return best


def ruthless(look: Look, who: int) -> Worth:
    gain, paid = enemies(look, 4)
    return gain - rousing(look, 2), paid


def underpaid(look: Look, who: int) -> Worth:
    return 1.2 - cheapest(look, HUMAN_FIRST, 2), {who: 4.0}


def quarantine(look: Look, who: int) -> Worth:
    gain, paid = removal(look, ILLNESS, JINTEKI, 2, 4)
    return gain - cheapest(look, OUTAGE, 2), paid


def energy(look: Look, who: int) -> Worth:
    return 0.3, {who: 1.0}


def sweeps(look: Look, who: int) -> Worth:
    gain, paid = calming(look, 2, 2)
    return gain - cheapest(look, ILLNESS, 2) - SICK, paid


def reconstruction(look: Look, who: int) -> Worth:
    gain, paid = removal(look, OUTAGE, WEYLAND, 2, 3)
    return gain - cheapest(look, ORGCRIME, 2), paid


JUDGES: dict[str, Callable[[Look, int], Worth]] = {
    "clean_slate": clean_slate,
    "clinical_trials": clinical_trials,
    "information_procurement": information,
    "unorthodox_knowledge": knowledge,
    "ark_construction": ark,
    "budget_renovations": renovations,
    "gentrification": gentrification,
    "vanity_project": vanity,
    "efficiency_experts": experts,
    "high_risk_investments": high_risk,
    "labor_solutions": solutions,
    "liquidation": liquidation,
    "live_feeds": live_feeds,
    "media_circus": circus,
    "puff_piece": puff,
    "spin_doctors": spin,
    "arrest_orders": arrest,
    "full_deployment": deployment,
    "riot_control": riot,
    "scorched_earth": scorched,
    "ruthless_tactics": ruthless,
    "underpaid_overclocked": underpaid,
    "mandatory_quarantine": quarantine,
    "energy_for_all": energy,
    "sweeps_week": sweeps,
    "massive_reconstruction": reconstruction,
}


def card_worth(look: Look, title: str, who: int) -> float:
    """What it is worth to the seat that looks, if that player resolves this card well."""
    known = look.memo.get((title, who))
    if known is not None:
        return known
    health, paid = JUDGES[title](look, who)
    total = look.care * health
    for seat, amount in paid.items():
        total += look.capital(seat, amount)
    look.memo[title, who] = total
    return total
