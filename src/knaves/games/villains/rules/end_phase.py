"""The End Phase in its eight steps, and the end of the game."""

from __future__ import annotations

from knaves.core.modifiers import ANY
from knaves.core.state import Result
from knaves.core.step import Step
from knaves.games.villains.cards import AREAS, BANK, CAPITOL, CAPITOL_POINTS, FACTION, UPGRADE
from knaves.games.villains.deals import DEALS
from knaves.games.villains.rules.control import score_area, take_control
from knaves.games.villains.rules.factions.mutants import OozesHeal
from knaves.games.villains.rules.influence import influence_table, leaders
from knaves.games.villains.rules.objectives import target_area
from knaves.games.villains.rules.score_plans import ScorePlans
from knaves.games.villains.state import KIND, KINDS, TO_READIED, FactionCity, changed

AREA_GOAL, PLAN_GOAL, TURNS = 10, 12, 4
DISCARDED = -2
# Why a game was won: the laboratory counts these.
TEN_AREA_POINTS, TWELVE_PLAN_POINTS, BOTH_GOALS = (
    "Ten area points.",
    "Twelve plan points.",
    "Both goals reached.",
)
MOST_OF_SEVERAL = "Most points of those who reached a goal."
FOURTH_TURN = "Most points after the fourth turn."
BY_TOKEN = tuple(f"Equal points, decided by capitol token {n}." for n in range(1, TURNS + 1))


class EndPhase(Step[FactionCity]):
    """end.1"""

    lines = (
        "determine_control",
        "collect_resources",
        "score_targets",
        "score_plans",
        "check_for_victory",
        "collect_upgrades",
        "refresh_skilled_units",
        "cleanup_cards",
        "oozes",
        "cleanup",
    )

    def determine_control(self, s: FactionCity) -> None:
        table = influence_table(s)  # a marker that changes hands counts in its own area alone
        for area, who in enumerate(leaders(table)):
            if not s.allows("control", ANY, area):
                continue  # R29
            if who >= 0 and who != s.owner[area]:
                take_control(s, area, who)
        holder = s.owner[CAPITOL]
        if holder >= 0:  # capitol.3
            s.capitol = changed(s.capitol, s.turn - 1, holder)
            s.tell("capitol", holder, s.turn)
            score_area(s, holder, CAPITOL_POINTS[s.turn - 1])
        else:
            s.capitol = changed(s.capitol, s.turn - 1, DISCARDED)  # capitol.4
            s.tell("no_capitol", s.turn)

    def collect_resources(self, s: FactionCity) -> None:
        for seat in range(s.seats):
            number = s.owner.count(seat) + (s.owner[BANK] == seat)  # collect.1, bank.1
            if number:
                s.gain(seat, number, "collected")

    def score_targets(self, s: FactionCity) -> None:
        for seat in s.order():
            slot = s.target[seat]
            if slot < 0:
                continue  # only in a constructed position
            s.show(slot)
            area = target_area(s, seat)
            s.tell("target_is", seat, slot, area)
            if s.owner[area] >= 0:
                score_area(s, s.owner[area], 1)

    def score_plans(self, s: FactionCity) -> Step[FactionCity]:
        return ScorePlans()

    def check_for_victory(self, s: FactionCity) -> None:
        able = [seat for seat in range(s.seats) if has_won(s.area_points[seat], s.plan_points[seat])]
        if able or s.turn == TURNS:
            DEALS.end_of_turn(s, last=True)  # no Cleanup comes that would judge what was promised
        if able:
            s.result = decide(s, able, False)
        elif s.turn == TURNS:
            s.result = decide(s, list(range(s.seats)), True)  # victory.5

    def collect_upgrades(self, s: FactionCity) -> None:
        for seat in range(s.seats):
            best = max(s.area_points[seat], s.plan_points[seat])
            level = 2 if best >= 7 else 1 if best >= 4 else 0  # R18
            if level > s.upgrade[seat]:
                s.upgrade = changed(s.upgrade, seat, level)
                s.tell("upgraded", seat, level, UPGRADE.index(FACTION[s.faction[seat]].upgrade[level - 1]))

    def refresh_skilled_units(self, s: FactionCity) -> None:
        for seat in range(s.seats):
            for area in range(AREAS):
                if s.force[seat * AREAS + area]:
                    ready(s, seat, area)

    def cleanup_cards(self, s: FactionCity) -> None:
        for rule in s.rules:
            s.throw_away(rule.slot)
        for seat in range(s.seats):
            if s.target[seat] >= 0:
                s.throw_away(s.target[seat])
                s.target = changed(s.target, seat, -1)
        s.rules = []
        s.sweep("cleanup")

    def oozes(self, s: FactionCity) -> Step[FactionCity] | None:
        return OozesHeal.needed(s)

    def cleanup(self, s: FactionCity) -> None:
        """cleanup.2, cleanup.3"""
        for space in range(len(s.track)):
            if s.track[space] >= 0:
                s.take_back(space)
        for seat in range(s.seats):
            s.hide(s.spare[seat], keep=1 << seat)
            s.spare[seat] = tuple(sorted(s.spare[seat]))
        for grave in s.graves:
            s.reserve[grave.owner * KINDS + grave.kind] += 1
        s.graves = []
        s.used = [0] * s.seats
        s.placed, s.fights, s.fusion, s.nuked, s.nuker = 0, 0, 0, -1, -1
        DEALS.end_of_turn(s)
        s.first = (s.first + 1) % s.seats
        s.turn += 1


def has_won(area_points: int, plan_points: int) -> bool:
    """victory.1: one goal is enough."""
    return area_points >= AREA_GOAL or plan_points >= PLAN_GOAL


def ready(s: FactionCity, seat: int, area: int) -> None:
    """refresh.1"""
    cell = seat * AREAS + area
    s.units[cell] = tuple(
        sorted(TO_READIED[form] if s.skilled(seat, KIND[form]) else form for form in s.units[cell])
    )


def decide(s: FactionCity, able: list[int], final: bool) -> Result:
    """victory.1 to victory.5"""
    scores = tuple(a + p for a, p in zip(s.area_points, s.plan_points, strict=True))
    top = max(scores[seat] for seat in able)
    best = [seat for seat in able if scores[seat] == top]
    how = FOURTH_TURN if final else MOST_OF_SEVERAL if len(able) > 1 else _goal(s, best)
    if len(best) > 1:
        tokens = {
            seat: max((n + 1 for n, who in enumerate(s.capitol) if who == seat), default=0) for seat in best
        }
        high = max(tokens.values())
        if not high:
            s.tell("drawn")
            return Result((), scores, "A draw: equal points and no capitol token.")  # victory.4
        best = [seat for seat in best if tokens[seat] == high]
        how = BY_TOKEN[high - 1]
    s.tell("won", best[0])
    return Result((best[0],), scores, how)


def _goal(s: FactionCity, best: list[int]) -> str:
    seat = best[0]
    if s.area_points[seat] >= AREA_GOAL and s.plan_points[seat] >= PLAN_GOAL:
        return BOTH_GOALS
    return TEN_AREA_POINTS if s.area_points[seat] >= AREA_GOAL else TWELVE_PLAN_POINTS
