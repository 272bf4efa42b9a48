"""The Score Plans Step."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import ONE, Answer, Choice, Option, Shape, Together
from knaves.games.villains.cards import CHURCH, FIRST_OBJECTIVE, PLAN
from knaves.games.villains.cards.rows import Objective
from knaves.games.villains.rules.card_effects import throw_card
from knaves.games.villains.rules.objectives import discards, met
from knaves.games.villains.state import FactionCity, changed, without

ENOUGH: Option = ("no_score",)
LEAVE: Option = ("leave",)
SCORE = Menu("score")
SEALED: list[Option] = [ENOUGH]  # whoever has chosen is not asked again


def scorable(s: FactionCity, seat: int, slot: int) -> bool:
    """plans.3: at least one objective could be scored now."""
    objectives = PLAN[s.face[slot]].objectives
    if s.owner[CHURCH] == seat:
        return any(met(s, seat, one) for one in objectives)  # church.1
    return met(s, seat, objectives[0])


class ScorePlans(Together[FactionCity]):
    """Everybody chooses in secret, at once (R4); then the plans are scored in player order.

    Whoever holds plans is asked, whatever they are worth, so that being asked tells nothing.
    """

    lines = ("choose", "reveal", "plan", "objective", "throw", "next")
    asks = {
        "choose": ("Score your plans: choose those you score now; the others are kept.", "plans.3"),
        "objective": ("Discard cards for an objective of {slot:plan}: {owed} to go.", "objective.6"),
    }

    chosen: dict[int, tuple[int, ...]] = field({})  # by seat, sealed with the answer
    queue: list[int] = field([])  # plans to score, in player order
    who: int = field(-1)
    slot: int = field(-1)
    at_objective: int = field(0)
    owed: int = field(0)  # cards still to be discarded
    thrown: list[int] = field([])  # for this objective
    gained: int = field(0)  # points of this plan so far

    def choose(self, s: FactionCity) -> Choice | None:
        each: dict[int, list[Option]] = {
            seat: SEALED if seat in self.sealed else [*self.left(s, seat), ENOUGH]
            for seat in range(s.seats)
            if s.plans[seat]
        }
        return Choice.together(each) if each else None

    def left(self, s: FactionCity, seat: int) -> list[Option]:
        """Plans that could be scored and are not chosen yet."""
        chosen = self.chosen.get(seat, ())
        return [SCORE[slot] for slot in s.plans[seat] if slot not in chosen and scorable(s, seat, slot)]

    def seal(self, s: FactionCity, seat: int, option: Answer) -> bool:
        if option[0] == "score":
            self.chosen[seat] = (*self.chosen.get(seat, ()), option[1])
        return option[0] == "no_score" or not self.left(s, seat)

    def forget(self, s: FactionCity, eye: int) -> None:
        self.chosen = {seat: slots for seat, slots in self.chosen.items() if seat == eye}

    def reveal(self, s: FactionCity) -> None:
        for seat in s.order():
            chosen = self.chosen.get(seat, ())
            self.queue.extend(chosen)
            if s.plans[seat] and not chosen:
                s.tell("scored_none", seat)
        self.chosen = {}

    def plan(self, s: FactionCity) -> None:
        if not self.queue:
            self.go("end")
            return
        self.slot = self.queue.pop(0)
        self.who = next(seat for seat in range(s.seats) if self.slot in s.plans[seat])
        if not scorable(s, self.who, self.slot):  # its cards went to the plan before (plans.4)
            s.tell("kept_plan", self.who, self.slot, to=1 << self.who)
            self.go("plan")
            return
        self.at_objective, self.owed, self.gained = 0, 0, 0
        s.plans[self.who] = without(s.plans[self.who], self.slot)
        s.scored = changed(s.scored, self.who, (*s.scored[self.who], self.slot))
        s.show(self.slot)
        s.tell("scores", self.who, self.slot)
        self.count(s)

    def objectives(self, s: FactionCity) -> tuple[Objective, ...]:
        return PLAN[s.face[self.slot]].objectives

    def count(self, s: FactionCity) -> None:
        """Takes objectives in order until one is not met or wants cards (plans.1, R45)."""
        objectives = self.objectives(s)
        any_order = s.owner[CHURCH] == self.who
        while self.at_objective < len(objectives):
            one = objectives[self.at_objective]
            if met(s, self.who, one):
                if discards(one):
                    self.owed, self.thrown = discards(one), []
                    return
                self.gain(s)
            elif not any_order:
                self.at_objective = len(objectives)
                return
            self.at_objective += 1

    def gain(self, s: FactionCity) -> None:
        face, at = s.face[self.slot], self.at_objective
        points = PLAN[face].objectives[at].points
        self.gained += points
        s.plan_points[self.who] += points
        s.tell("plan_points", self.who, points, FIRST_OBJECTIVE[face] + at)

    def may_leave(self, s: FactionCity) -> bool:
        """Before the first card, and only if the plan is worth points without it (R45)."""
        objectives = self.objectives(s)
        if self.thrown:
            return False
        if self.gained:
            return True
        later = objectives[self.at_objective + 1 :]
        return s.owner[CHURCH] == self.who and any(met(s, self.who, one) for one in later)

    def objective(self, s: FactionCity) -> Choice | None:
        if not self.owed:
            self.go("plan")
            return None
        options: list[Option] = [("throw", slot) for slot in s.hand[self.who]]
        if self.may_leave(s):
            options.append(LEAVE)
        return Choice(self.who, options)

    def throw(self, s: FactionCity) -> None:
        if self.answer[0] == "leave":
            self.owed = 0
            self.at_objective += 1
            if s.owner[CHURCH] == self.who:
                self.count(s)
            return
        throw_card(s, self.who, self.answer[1])
        self.thrown.append(self.answer[1])
        self.owed -= 1
        if not self.owed:
            self.gain(s)
            self.at_objective += 1
            self.count(s)

    def next(self, s: FactionCity) -> None:
        self.go("objective")

    def prompt(self, s: FactionCity, seat: int) -> str:
        """Everybody is asked; who can score nothing is told so, and nobody else is."""
        if self.lines[self.line] == "choose" and seat not in self.chosen and not self.left(s, seat):
            return "None of your plans can be scored now; they are kept."
        return super().prompt(s, seat)

    def shape(self, s: FactionCity, seat: int) -> Shape:
        if self.owed:
            number = len(self.thrown) + self.owed
            return Shape("some", "throw", tuple(self.thrown), number, number)
        left, chosen = self.left(s, seat), self.chosen.get(seat, ())
        return Shape("some", "score", chosen, 0, len(chosen) + len(left), ENOUGH) if left else ONE

    def refuse(self, s: FactionCity, seat: int, option: Option) -> Refused | None:
        if option != LEAVE or not self.owed:
            return None
        if self.thrown:
            return Refused("What is begun is done: all its cards are discarded.", "objective.6")
        return Refused("A plan is scored for one objective at least, and no other is met.", "plans.3")

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "plan" and thing in s.plans[seat]:
            if thing in self.chosen.get(seat, ()):
                return Refused("You score it already.", "plans.5")
            if self.owed:
                said = (
                    "You have chosen it: it comes next."
                    if thing in self.queue
                    else "It was not chosen: it is kept."
                )
                return Refused(said, "plans.6")
            if s.owner[CHURCH] == seat:
                return Refused("None of its objectives is met.", "plans.3")
            return Refused("Its first objective is not met.", "plans.1")
        return None
