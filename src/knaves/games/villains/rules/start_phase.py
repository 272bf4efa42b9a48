"""The Start Phase: energy, cards, plans, targets."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step, Together
from knaves.games.villains.cards import BANKERS, FACTION, LABORATORY, MAFIA, POLICE, SCIENTISTS
from knaves.games.villains.rules.control import bonus
from knaves.games.villains.rules.factions.mafia import InsideJob
from knaves.games.villains.rules.pay import PURSE_CHANGES
from knaves.games.villains.state import FactionCity, changed, without

BURY, TARGET = Menu("bury"), Menu("target")


class StartPhase(Step[FactionCity]):
    """start.1"""

    lines = ("reset", "draw", "plans", "targets")

    def reset(self, s: FactionCity) -> None:
        s.tell("turn", s.turn, s.first)
        s.purse_set = (PURSE_CHANGES,) * s.seats
        s.offers_made = (0,) * s.seats
        for seat in range(s.seats):
            s.energy[seat] = FACTION[s.faction[seat]].energy + bonus(s, seat, "energy")  # start.2
            if s.faction[seat] == BANKERS:
                s.gain(seat, s.power(seat, "income", 2), "income")  # bankers.1

    def draw(self, s: FactionCity) -> None:
        """start.3"""
        for seat in s.order():
            number = 4 if s.faction[seat] == SCIENTISTS else 3  # scientists.1
            number = s.power(seat, "base_draw", number) + bonus(s, seat, "card")
            if s.owner[LABORATORY] == seat:
                number += 1  # laboratory.1
            s.draw(seat, number)

    def plans(self, s: FactionCity) -> Step[FactionCity]:
        return SelectPlans()

    def targets(self, s: FactionCity) -> Step[FactionCity]:
        return SelectTargets()


class SelectPlans(Together[FactionCity]):
    """start.5: up to three, then one goes under the deck."""

    lines = ("deal", "choose", "keep")
    asks = {"choose": ("Choose the plan that goes to the bottom of your deck.", "start.5")}

    def deal(self, s: FactionCity) -> None:
        for seat in range(s.seats):
            while len(s.plans[seat]) < 3 and s.plan_deck[seat]:
                *rest, slot = s.plan_deck[seat]
                s.show_to(slot, seat)
                s.plan_deck[seat] = tuple(rest)
                s.plans[seat] += (slot,)

    def choose(self, s: FactionCity) -> Choice | None:
        each: dict[int, list[Option]] = {
            seat: BURY.row(s.plans[seat]) for seat in range(s.seats) if len(s.plans[seat]) == 3
        }
        if not each:
            self.go("end")  # R43
            return None
        return Choice.together(each)

    def keep(self, s: FactionCity) -> None:
        for seat, option in sorted(self.answers.items()):
            s.plans[seat] = without(s.plans[seat], option[1])
            s.plan_deck[seat] = (option[1], *s.plan_deck[seat])
            s.tell("planned", seat)


class SelectTargets(Together[FactionCity]):
    """start.6; the Mafia after all others (mafia.1)."""

    lines = ("choose", "put", "spy", "last", "last_put")
    asks = {
        "choose": ("Choose a card from your hand as your target.", "start.6"),
        "last": ("All others have their target: choose yours.", "mafia.1"),
    }

    def choose(self, s: FactionCity) -> Choice | None:
        each: dict[int, list[Option]] = {
            seat: options
            for seat in range(s.seats)
            if s.faction[seat] != MAFIA and (options := targets(s, seat))
        }
        if not each:
            self.go("spy")  # R47
            return None
        return Choice.together(each)

    def put(self, s: FactionCity) -> None:
        for seat, option in sorted(self.answers.items()):
            _aim(s, seat, option[1])

    def spy(self, s: FactionCity) -> Step[FactionCity] | None:
        mafia = s.seat_of(MAFIA)
        one_follows = mafia >= 0 and bool(targets(s, mafia))
        _watch(s, all_lie=not one_follows)
        for seat in s.order():
            if s.target[seat] < 0 and not (seat == mafia and one_follows):
                s.tell("no_target", seat)  # R47
        if mafia < 0 or not (one_follows or s.owner[POLICE] == mafia):
            self.go("end")  # R47; who controls the Police looks all the same (police.2)
            return None
        return InsideJob(mafia)

    def last(self, s: FactionCity) -> Choice | None:
        mafia = s.seat_of(MAFIA)
        options = targets(s, mafia)
        if not options:
            self.go("end")  # R47
            return None
        return Choice(mafia, options, True)

    def last_put(self, s: FactionCity) -> None:
        _aim(s, s.seat_of(MAFIA), self.answer[1])
        _watch(s, all_lie=True)

    def why_not(self, s: FactionCity, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.hand[seat]:
            return Refused("That card names no area.", "start.7")
        return None


def targets(s: FactionCity, seat: int) -> list[Option]:
    area, face = s.box.target, s.face
    return [TARGET[slot] for slot in s.hand[seat] if area[face[slot]] >= 0]


def _watch(s: FactionCity, all_lie: bool) -> None:
    """police.1: who controls the Police sees every target that lies, once their own is chosen; told to the table once,
    when all lie."""
    police = s.owner[POLICE]
    if police < 0 or s.faction[police] == MAFIA:
        return  # the Mafia looks before it chooses (police.2)
    for other, slot in enumerate(s.target):
        if slot >= 0 and not s.sees(police, slot):
            s.show_to(slot, police)
            s.tell("saw_target", police, other, slot, to=1 << police)
    if all_lie:
        s.tell("watches", police)


def _aim(s: FactionCity, seat: int, slot: int) -> None:
    """Face down again, whatever was seen of it in hand: it may be any card the seat held (start.8)."""
    s.hand[seat] = without(s.hand[seat], slot)
    s.target = changed(s.target, seat, slot)
    s.hide([*s.hand[seat], slot], keep=1 << seat)
    s.tell("aimed", seat)
