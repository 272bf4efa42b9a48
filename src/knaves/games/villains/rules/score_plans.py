"""The Score Plans Step."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villains.cards import CHURCH, PLAN
from knaves.games.villains.cards.rows import Objective
from knaves.games.villains.rules.card_effects import throw_card
from knaves.games.villains.rules.objectives import discards, met
from knaves.games.villains.state import City, without


def scorable(s: City, seat: int, slot: int) -> bool:
    """plans.3: at least one objective could be scored now."""
    objectives = PLAN[s.face[slot]].objectives
    if s.owner[CHURCH] == seat:
        return any(met(s, seat, one) for one in objectives)  # church.1
    return met(s, seat, objectives[0])


class ScorePlans(Step[City]):
    """In player order each scores what they like (R4). Always asked, so that silence tells nothing."""

    lines = ("choose", "score", "objective", "throw", "next")
    asks = {
        "choose": ("Score your plans: choose one, or keep what you hold.", "plans.3"),
        "objective": ("Discard cards for this objective: choose one, or leave it.", "objective.6"),
    }

    turn: int = field(default=0, init=False)
    slot: int = field(default=-1, init=False)
    at_objective: int = field(default=0, init=False)
    owed: int = field(default=0, init=False)

    def seat(self, s: City) -> int:
        return (s.first + self.turn) % s.seats

    def choose(self, s: City) -> Choice | None:
        if self.turn >= s.seats:
            self.go("end")
            return None
        seat = self.seat(s)
        options: list[Option] = [("score", slot) for slot in s.plans[seat] if scorable(s, seat, slot)]
        return Choice(seat, [*options, ("no_score",)], bool(s.plans[seat]))

    def score(self, s: City) -> None:
        seat = self.seat(s)
        if self.answer[0] == "no_score":
            s.tell("scored_all", seat)
            self.turn += 1
            self.go("choose")
            return
        self.slot, self.at_objective, self.owed = self.answer[1], 0, 0
        s.plans[seat] = without(s.plans[seat], self.slot)
        s.scored[seat] += (self.slot,)
        s.show(self.slot)
        s.tell("scores", seat, self.slot)
        self.count(s, seat)

    def count(self, s: City, seat: int) -> None:
        """Takes objectives in order until one is not met or wants cards (plans.1, R45)."""
        objectives = PLAN[s.face[self.slot]].objectives
        any_order = s.owner[CHURCH] == seat
        while self.at_objective < len(objectives):
            one = objectives[self.at_objective]
            if met(s, seat, one):
                if self.owed == 0 and discards(one):
                    self.owed = discards(one)
                    return
                self.gain(s, seat, one)
            elif not any_order:
                self.at_objective = len(objectives)
                return
            self.at_objective += 1

    def gain(self, s: City, seat: int, one: Objective) -> None:
        s.plan_points[seat] += one.points
        s.tell("plan_points", seat, one.points)

    def objective(self, s: City) -> Choice | None:
        if not self.owed:
            self.go("choose")
            return None
        seat = self.seat(s)
        objectives = PLAN[s.face[self.slot]].objectives
        options: list[Option] = [("throw", slot) for slot in s.hand[seat]]
        if self.owed == discards(objectives[self.at_objective]):
            options.append(("leave",))
        return Choice(seat, options)

    def throw(self, s: City) -> None:
        seat = self.seat(s)
        objectives = PLAN[s.face[self.slot]].objectives
        if self.answer[0] == "leave":
            self.owed = 0
            if s.owner[CHURCH] == seat:
                self.at_objective += 1
                self.count(s, seat)
            return
        throw_card(s, seat, self.answer[1])
        self.owed -= 1
        if not self.owed:
            self.gain(s, seat, objectives[self.at_objective])
            self.at_objective += 1
            self.count(s, seat)

    def next(self, s: City) -> None:
        self.go("objective")

    def why_not(self, s: City, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "plan" and thing in s.plans[seat]:
            if s.owner[CHURCH] == seat:
                return Refused("None of its objectives is met.", "plans.3")
            return Refused("Its first objective is not met.", "plans.1")
        return None
