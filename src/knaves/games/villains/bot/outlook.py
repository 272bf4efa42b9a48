"""What decides who will win: points, areas, influence, units and means of every faction."""

from __future__ import annotations

from knaves.core.game import Outlook
from knaves.games.villains.cards import AREAS, CARD, CHAMPION, COST, FACTION, FUSION, PLAN
from knaves.games.villains.rules.influence import influence_table
from knaves.games.villains.rules.objectives import target_area
from knaves.games.villains.state import KIND, KINDS, NOBODY, FactionCity

AREA_GOAL, PLAN_GOAL, TURNS = 10, 12, 4


def outlook(s: FactionCity) -> Outlook:
    seats = s.seats
    factions = len(FACTION)
    if -1 in s.faction:  # before the factions are chosen nothing is known
        size = numbers_of_a_seat()
        return Outlook([[0.0] * size for _ in range(seats)], [[] for _ in range(seats)])
    sway = influence_table(s)
    totals = [s.area_points[seat] + s.plan_points[seat] for seat in range(seats)]
    reach = [max(s.area_points[x] / AREA_GOAL, s.plan_points[x] / PLAN_GOAL) for x in range(seats)]
    order, near = sorted(totals), sorted(reach)
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
        for space, slot in enumerate(s.track):
            if slot >= 0 and not s.up[space] and s.token_owner(slot) == seat:
                hidden += 1
                cards += s.face[slot] in (CARD, FUSION)
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
        ]
        row += lead
        row += held
        row += turn
        row += [1.0 if s.faction[seat] == faction else 0.0 for faction in range(factions)]
        numbers.append(row)
        things.append([s.face[slot] for slot in s.plans[seat]])
    return Outlook(numbers, things)


def numbers_of_a_seat() -> int:
    return 29 + 2 * AREAS + TURNS + len(FACTION)


def outlook_size(s: FactionCity) -> tuple[int, int]:
    return numbers_of_a_seat(), len(PLAN)
