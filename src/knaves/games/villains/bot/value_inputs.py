"""What decides who will win: points, areas, influence, units and means of every faction."""

from __future__ import annotations

from knaves.core.game import ValueInputs
from knaves.games.villains.cards import (
    AREAS,
    BANK,
    CAPITOL,
    CAPITOL_POINTS,
    CAPTURES,
    CARD,
    CHAMPION,
    CHURCH,
    COST,
    FACTION,
    FUSION,
    PLAN,
    TOKEN_IDS,
)
from knaves.games.villains.rules.influence import influence_table
from knaves.games.villains.rules.objectives import met, progress, target_area
from knaves.games.villains.state import AREA_OF, KIND, KINDS, NOBODY, FactionCity

AREA_GOAL, PLAN_GOAL, TURNS = 10, 12, 4
TOKENS = len(TOKEN_IDS)


def value_inputs(s: FactionCity) -> ValueInputs:
    seats = s.seats
    factions = len(FACTION)
    if -1 in s.faction:  # before the factions are chosen nothing is known
        size = numbers_of_a_seat()
        return ValueInputs([[0.0] * size for _ in range(seats)], [[] for _ in range(seats)])
    sway = influence_table(s)
    owners = owners_if_ended(s, sway)
    area_gain, plan_gain, way = if_ended(s, owners)
    totals = [s.area_points[seat] + s.plan_points[seat] for seat in range(seats)]
    reach = [max(s.area_points[x] / AREA_GOAL, s.plan_points[x] / PLAN_GOAL) for x in range(seats)]
    order, near = sorted(totals), sorted(reach)
    ended = [total + area_gain[x] + plan_gain[x] for x, total in enumerate(totals)]
    reached = [
        max((s.area_points[x] + area_gain[x]) / AREA_GOAL, (s.plan_points[x] + plan_gain[x]) / PLAN_GOAL)
        for x in range(seats)
    ]
    last, closest = sorted(ended), sorted(reached)
    turn = [1.0 if s.turn == number else 0.0 for number in range(1, TURNS + 1)]
    numbers: list[list[float]] = []
    things: list[list[int]] = []
    for seat in range(seats):
        total = totals[seat]
        rival = order[-1] if total != order[-1] else order[-2]
        nearest = near[-1] if reach[seat] != near[-1] else near[-2]
        units = worth = champions = 0
        lead: list[float] = []
        held: list[float] = []
        leads = ours = 0
        row_of = s.faction[seat] * KINDS
        for area in range(AREAS):
            cell = seat * AREAS + area
            if s.force[cell]:
                units += s.force[cell]
                for form in s.units[cell]:
                    kind = KIND[form]
                    worth += COST[row_of + kind]
                    champions += kind == CHAMPION
            best = 0
            for other in range(seats):
                if other != seat and sway[other][area] > best:
                    best = sway[other][area]
            gap = sway[seat][area] - best
            lead.append(max(-4, min(4, gap)) / 4)
            mine = s.owner[area] == seat
            held.append(1.0 if mine else 0.0)
            leads += gap > 0
            ours += mine
        hidden = cards = 0
        laid: list[int] = []
        for space, slot in enumerate(s.track):
            if slot >= 0 and not s.up[space] and s.token_owner(slot) == seat:
                face = s.face[slot]
                hidden += 1
                cards += face in (CARD, FUSION)
                laid.append(len(PLAN) + AREA_OF[space] * TOKENS + face)
        final, end = ended[seat], reached[seat]
        target = target_area(s, seat)
        row = [
            s.area_points[seat] / 8,
            s.plan_points[seat] / 8,
            total / 12,
            (total - rival) / 6,
            reach[seat],
            reach[seat] - nearest,
            s.energy[seat] / 6,
            s.resources[seat] / 6,
            len(s.hand[seat]) / 4,
            len(s.plans[seat]) / 3,
            float(s.upgrade[seat] == 1),
            float(s.upgrade[seat] == 2),
            len(s.trophies[seat]) / 4,
            s.capitol.count(seat) / 2,
            units / 10,
            worth / 15,
            float(champions),
            leads / 4,
            ours / 4,
            sum(1 for owner in s.owner if owner not in (seat, NOBODY)) / 5,
            s.kills(seat) / 4 if s.graves else 0.0,
            hidden / 4,
            cards / 2,
            lead[target] if target >= 0 else 0.0,
            held[target] if target >= 0 else 0.0,
            s.used[seat].bit_count() / 3,
            ((seat - s.first) % seats) / 3,
            float(s.passed >> seat & 1),
            1.0 if s.placed else 0.0,
            area_gain[seat] / 4,
            plan_gain[seat] / 4,
            way[seat] / 2,
            (final - (last[-1] if final != last[-1] else last[-2])) / 6,
            float(final == last[-1]),
            end,
            end - (closest[-1] if end != closest[-1] else closest[-2]),
            float(end >= 1),
            (owners.count(seat) + (owners[BANK] == seat)) / 4,
            sum(map(bool, s.up)) / 20,
        ]
        row += lead
        row += held
        row += turn
        row += [1.0 if s.faction[seat] == faction else 0.0 for faction in range(factions)]
        numbers.append(row)
        things.append([s.face[slot] for slot in s.plans[seat]] + laid)
    return ValueInputs(numbers, things)


def owners_if_ended(s: FactionCity, sway: list[list[int]]) -> list[int]:
    """Who would control each area if the turn were over now."""
    found = list(s.owner)
    for area in range(AREAS):
        best, who = 0, -1
        for seat in range(s.seats):
            mine = sway[seat][area]
            if mine > best:
                best, who = mine, seat
            elif mine == best:
                who = -1
        if who >= 0 and area != s.nuked:
            found[area] = who
    return found


def if_ended(s: FactionCity, owners: list[int]) -> tuple[list[int], list[int], list[float]]:
    """Area points and plan points that each seat would get if the turn were over now; and how far it is with what its
    plans want next."""
    seats, before = s.seats, s.owner
    area_gain, plan_gain, way = [0] * seats, [0] * seats, [0.0] * seats
    taken = [len(row) for row in s.trophies]
    for area, who in enumerate(owners):
        if who >= 0 and who != before[area] and before[area] != NOBODY:
            track = CAPTURES[s.faction[who]]
            if taken[who] < len(track):
                area_gain[who] += 2 if track[taken[who]] == "points" else 1
                taken[who] += 1
    if owners[CAPITOL] >= 0:
        area_gain[owners[CAPITOL]] += CAPITOL_POINTS[min(s.turn, TURNS) - 1]
    s.owner = owners  # what a plan wants is asked of the city as it would be
    for seat in range(seats):
        target = target_area(s, seat)
        if target >= 0 and owners[target] >= 0:
            area_gain[owners[target]] += 1
        for slot in s.plans[seat]:
            for objective in PLAN[s.face[slot]].objectives:
                if met(s, seat, objective):
                    plan_gain[seat] += objective.points
                    continue
                part = 1.0
                for need in objective.needs:
                    have, want = progress(s, seat, need)
                    part *= min(have, want) / want if want > 0 else 1.0
                way[seat] += part * objective.points
                if owners[CHURCH] != seat:
                    break
    s.owner = before
    return area_gain, plan_gain, way


def numbers_of_a_seat() -> int:
    return 39 + 2 * AREAS + TURNS + len(FACTION)


def value_inputs_size(s: FactionCity) -> tuple[int, int]:
    return numbers_of_a_seat(), len(PLAN) + AREAS * TOKENS
