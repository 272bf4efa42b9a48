"""What an action card would do if it were resolved well, as the `fair` bot sees it."""

from __future__ import annotations

from collections.abc import Callable

from knaves.games.new_angeles.bot.city import SICK, TOWN, Valuation, Worth
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

"""Health gained by the city, and capital gained by seats."""


def contract(valued: Valuation, corp: int, amount: float) -> dict[int, float]:
    seat = valued.corp_seat.get(corp, -1)
    return {seat: amount} if seat >= 0 and amount else {}


def removal(valued: Valuation, piece: int, corp: int, each: float, most: int) -> Worth:
    best = [row for row in valued.lifted(piece) if row[0] > 0 or most == 1][:most]
    return sum(gain for gain, _ in best), contract(valued, corp, each * len(best))


def enemies(valued: Valuation, most: int) -> Worth:
    best = sorted([*valued.lifted(HUMAN_FIRST), *valued.lifted(ORGCRIME)], reverse=True)[:most]
    best = [row for row in best if row[0] > 0]
    return sum(gain for gain, _ in best), contract(valued, GLOBALSEC, len(best))


def cheapest(valued: Valuation, piece: int, times: int = 1) -> float:
    return sum(sorted(valued.placed(piece, d) + valued.sick(piece, d) for d in TOWN)[:times])


def calming(valued: Valuation, stages: int, districts: int) -> Worth:
    found = []
    for d in TOWN:
        gain, fall = valued.calmed(d, stages)
        if fall:
            found.append((gain - valued.sick(0, d), fall))
    best = [row for row in sorted(found, reverse=True) if row[0] > 0][:districts]
    return sum(gain for gain, _ in best), contract(valued, NBN, sum(fall for _, fall in best))


def rousing(valued: Valuation, districts: int) -> float:
    return sum(sorted(valued.roused(d) for d in TOWN if not valued.city[d] & IDLE)[:districts])


def clean_slate(valued: Valuation, who: int) -> Worth:
    gain, paid = removal(valued, ILLNESS, JINTEKI, 2, 2)
    return gain - (1.2 if paid or gain else 0.0), paid


def clinical_trials(valued: Valuation, who: int) -> Worth:
    return removal(valued, ILLNESS, JINTEKI, 2, 1)


def information(valued: Valuation, who: int) -> Worth:
    return (1.2 if valued.threat >= 10 else 0.3), {}


def knowledge(valued: Valuation, who: int) -> Worth:
    return 0.9, {}


def ark(valued: Valuation, who: int) -> Worth:
    return 1.0, {}


def renovations(valued: Valuation, who: int) -> Worth:
    gain, paid = removal(valued, OUTAGE, WEYLAND, 2, 2)
    return gain - (0.8 if gain else 0.0), paid


def gentrification(valued: Valuation, who: int) -> Worth:
    gain, paid = removal(valued, OUTAGE, WEYLAND, 2, 1)
    return gain + (0.5 if gain else 0.0), paid


def vanity(valued: Valuation, who: int) -> Worth:
    return 0.0, {who: 2.0 if not valued.look.has_assets(who) else 0.7}


def experts(valued: Valuation, who: int) -> Worth:
    return androids(valued, 1), contract(valued, HAAS, 2)


def androids(valued: Valuation, most: int) -> float:
    gains: dict[int, float] = {}
    for a in TOWN:
        if valued.city[a] & ANDROID:
            best = max(valued.moved(a, b) for b in TOWN if not valued.city[b] & ANDROID)
            gains[a] = max(best, 0.0)
    return sum(sorted(gains.values(), reverse=True)[:most]) * (1.0 if most == 1 else 0.8)


def high_risk(valued: Valuation, who: int) -> Worth:
    return 0.0, {who: 3.0}


def solutions(valued: Valuation, who: int) -> Worth:
    return androids(valued, 3) - cheapest(valued, ORGCRIME), contract(valued, HAAS, 2)


def liquidation(valued: Valuation, who: int) -> Worth:
    open_districts = [valued.liquidated(d) for d in TOWN if not valued.city[d] & IDLE]
    return max(open_districts, default=0.0), {}


def live_feeds(valued: Valuation, who: int) -> Worth:
    calm = calming(valued, 1, 1)
    clear = removal(valued, ORGCRIME, GLOBALSEC, 1, 1)
    return max(calm, clear, key=lambda worth: worth[0] + sum(worth[1].values()) * 0.1)


def circus(valued: Valuation, who: int) -> Worth:
    gain, paid = calming(valued, 2, 1)
    return gain - cheapest(valued, HUMAN_FIRST), paid


def puff(valued: Valuation, who: int) -> Worth:
    return 0.0, {who: 0.9}


def spin(valued: Valuation, who: int) -> Worth:
    gain, paid = calming(valued, 1, 2)
    after = valued.with_change([0, 0, 0, 0, 1], -1)
    return gain - (valued.short(after) - valued.short(valued.forecast)), paid


def arrest(valued: Valuation, who: int) -> Worth:
    best: Worth = (0.0, {})
    for d in TOWN:
        here = valued.city[d]
        if not here & PRISEC:
            units = [p for p in (HUMAN_FIRST, ORGCRIME) if here & p]
            gain = sum(valued.cost(p, d) for p in units) - valued.cost(PRISEC, d)
            gain -= valued.sick(0, d)
            if gain > best[0]:
                best = gain, contract(valued, GLOBALSEC, len(units))
    return best


def deployment(valued: Valuation, who: int) -> Worth:
    return 0.0, {}


def riot(valued: Valuation, who: int) -> Worth:
    guards = [valued.cost(PRISEC, d) for d in TOWN if valued.city[d] & PRISEC]
    if not guards:
        return 0.0, {}
    gain, paid = enemies(valued, 2)
    return gain + max(guards) - rousing(valued, 1), paid


def scorched(valued: Valuation, who: int) -> Worth:
    best: Worth = (-3.0, {})
    for d in TOWN:
        if valued.city[d] & OUTAGE:
            continue
        one = [valued.cost(p, d) for p in (HUMAN_FIRST, ORGCRIME) if valued.city[d] & p]
        others = [
            [valued.cost(p, x) for p in (HUMAN_FIRST, ORGCRIME) if valued.city[x] & p]
            for x in TOWN
            if x != d and valued.tier[x] == valued.tier[d]
        ]
        two: list[float] = max(others, key=sum, default=[])
        gain = sum([*one, *two], 0.0) - valued.placed(OUTAGE, d)
        if gain > best[0]:
            best = gain, contract(valued, GLOBALSEC, len(one) + len(two))
    return best


def ruthless(valued: Valuation, who: int) -> Worth:
    gain, paid = enemies(valued, 4)
    return gain - rousing(valued, 2), paid


def underpaid(valued: Valuation, who: int) -> Worth:
    return 1.2 - cheapest(valued, HUMAN_FIRST, 2), {who: 4.0}


def quarantine(valued: Valuation, who: int) -> Worth:
    gain, paid = removal(valued, ILLNESS, JINTEKI, 2, 4)
    return gain - cheapest(valued, OUTAGE, 2), paid


def energy(valued: Valuation, who: int) -> Worth:
    return 0.3, {who: 1.0}


def sweeps(valued: Valuation, who: int) -> Worth:
    gain, paid = calming(valued, 2, 2)
    return gain - cheapest(valued, ILLNESS, 2) - SICK, paid


def reconstruction(valued: Valuation, who: int) -> Worth:
    gain, paid = removal(valued, OUTAGE, WEYLAND, 2, 3)
    return gain - cheapest(valued, ORGCRIME, 2), paid


JUDGES: dict[str, Callable[[Valuation, int], Worth]] = {
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


def card_worth(valued: Valuation, title: str, who: int) -> float:
    """What it is worth to the seat that looks, if that player resolves this card well."""
    known = valued.memo.get((title, who))
    if known is not None:
        return known
    named = (title, who, valued.look.has_assets(who))
    judged = valued.judged.cards.get(named)
    if judged is None:
        judged = valued.judged.cards[named] = JUDGES[title](valued, who)
    health, paid = judged
    total = valued.care * health
    for seat, amount in paid.items():
        total += valued.capital(seat, amount)
    valued.memo[title, who] = total
    return total
