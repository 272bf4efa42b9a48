"""Accusations: a charge, a truthful answer, and what follows from it."""

from __future__ import annotations

from functools import lru_cache

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from knaves.core.words import so_many
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.cards.names import BAG, COIN, CUBE, DRAW, HAND, MOVE, PLACE
from knaves.games.syndicate.rules.abilities import Loot, Place, Stow, perform
from knaves.games.syndicate.state import ALL_GOALS, SyndicateCity

PRIZE = {MOVE: "prize_move", DRAW: "prize_draw", COIN: "prize_coin"}
LEAVES = {MOVE: "leaves_marker", DRAW: "leaves_cards", COIN: "leaves_coin", CUBE: "leaves_cube"}
DECLINE: Option = ("decline",)
ACCUSE = Menu("accuse", 2)
TAKE_CUBE = Menu("take_cube")


@lru_cache(maxsize=4_000)
def charges_of(seat: int, goals: int, answered: tuple[int, ...]) -> list[Option]:
    """A charge for each of these goals (a bitmask) against everybody else, but for what was answered."""
    return [
        ACCUSE[other][goal]
        for other, known in enumerate(answered)
        for goal in range(SPY + 1)
        if other != seat and (goals & ~known) >> goal & 1
    ]


def charges(s: SyndicateCity, seat: int) -> list[Option]:
    """Whom this seat may accuse of what: nothing that is settled already (accuse.2, accuse.7, R28)."""
    allowed = ALL_GOALS if s.coins[seat] >= s.box.stake else s.free_charges()
    allowed &= ~(s.unserved | s.open_goals())
    return charges_of(seat, allowed, s.answered) if allowed else []


def why_no_accusation(s: SyndicateCity, seat: int) -> Refused | None:
    if seat != s.active:
        return Refused("You may accuse in your own turn only.", "accuse.1")
    if s.accused:
        return Refused("You have made your accusation for this turn.", "accuse.1")
    return None


def why_nobody_to_accuse(s: SyndicateCity, seat: int, other: int) -> Refused:
    """Why this seat can accuse that one of nothing now."""
    if said := why_no_accusation(s, seat):
        return said
    if other == seat:
        return Refused("You may accuse a fellow player, not yourself.", "accuse.1")
    return already_revealed() if s.is_revealed(other) else no_stake(s)


def why_nothing_to_charge(s: SyndicateCity, seat: int, goal: int) -> Refused:
    """Why this seat can accuse nobody of that goal now."""
    if said := why_no_accusation(s, seat):
        return said
    if s.unserved >> goal & 1:
        return unserved()
    if s.open_goals() >> goal & 1:
        return open_goal()
    if all(known >> goal & 1 for other, known in enumerate(s.answered) if other != seat):
        return Refused("Of everybody else that is known already.", "accuse.3")
    return no_stake(s)


def unserved() -> Refused:
    return Refused("That goal was reached and nobody turned it over: nobody hidden has it.", "accuse.3")


def already_revealed() -> Refused:
    return Refused("That goal lies open: there is nothing left to ask.", "accuse.5")


def open_goal() -> Refused:
    return Refused("That Goal card lies open before somebody already.", "accuse.5")


def no_stake(s: SyndicateCity) -> Refused:
    stake = so_many(s.box.stake, "coin")
    return Refused(f"An accusation needs a stake of {stake}; you have fewer.", "accuse.2")


def why_no_charge(s: SyndicateCity, seat: int, things: list[int]) -> Refused | None:
    if said := why_no_accusation(s, seat):
        return said
    if len(things) != 2 or not 0 <= things[0] < s.seats or not 0 <= things[1] <= SPY:
        return Refused("Accuse a player at this table of serving a villain, or of being the Spy.", "accuse.2")
    if things[0] == seat:
        return Refused("You may accuse a fellow player, not yourself.", "accuse.1")
    if s.is_revealed(things[0]):
        return already_revealed()
    if s.open_goals() >> things[1] & 1:
        return open_goal()
    if s.answered[things[0]] >> things[1] & 1:
        return Refused("That question has been answered already.", "accuse.3")
    if s.unserved >> things[1] & 1:
        return unserved()
    return no_stake(s)


class Accusation(Step[SyndicateCity]):
    """A charge, a truthful answer, and what follows from it."""

    lines = ("charge", "reward", "offer", "take", "more")
    asks = {"offer": ("", "accuse.6")}
    closed = True

    who: int
    accused: int
    goal: int
    prize: int = field(0)

    def charge(self, s: SyndicateCity) -> None:
        s.accused = True
        free = s.free_charges() >> self.goal & 1  # accuse.7
        s.tell("accuses_free" if free else "accuses", self.who, self.accused, self.goal)
        if s.face[s.goal[self.accused]] != self.goal:  # accuse.3, accuse.4
            s.deny(self.accused, self.goal)
            s.tell("denies", self.accused, self.goal)
            if not free:
                stake = s.box.stake
                s.coins[self.who] -= stake
                s.coins[self.accused] += stake
                s.tell("takes_stake", self.accused, stake)
            self.go("end")
            return
        s.reveal(self.accused)  # accuse.5
        s.tell("unmasked", self.accused, self.goal)
        hidden = [seat for seat in range(s.seats) if not s.is_revealed(seat)]
        if len(hidden) == 1:  # win.4
            s.show(s.goal[hidden[0]])
            s.tell("last_hidden", hidden[0], s.face[s.goal[hidden[0]]])
            s.finish(hidden, "The last whose goal was not revealed.")

    def reward(self, s: SyndicateCity) -> Step[SyndicateCity] | None:
        """The next part of the reward; what needs a choice of its own is a step (accuse.6)."""
        sort, amount = self.due(s)
        if sort in (COIN, DRAW):
            if missing := s.box.prizes[self.goal][self.prize][1] - amount:
                s.tell("bank_empty" if sort == COIN else "cards_gone", self.who, missing)
            if not amount:
                self.go("more")
            return None
        if sort not in (PLACE, BAG, HAND):
            return None
        self.go("more")
        if sort == PLACE:
            return Place(self.who, amount, 4)
        return Stow(self.who, 4) if sort == BAG else Loot(self.who, self.accused)

    def due(self, s: SyndicateCity) -> tuple[int, int]:
        """This part of the reward, as far as Bank and deck reach (R8, R27)."""
        sort, amount = s.box.prizes[self.goal][self.prize]
        reach = s.bank if sort == COIN else s.drawable() if sort == DRAW else amount
        return sort, min(amount, reach)

    def offer(self, s: SyndicateCity) -> Choice | None:
        sort, amount = self.due(s)
        if sort == CUBE:  # from a track that is not empty (R14)
            return Choice(self.who, [TAKE_CUBE[amount], DECLINE]) if s.high[amount] >= 0 else None
        return Choice(self.who, [*[(PRIZE[sort], n) for n in range(amount, 0, -1)], DECLINE])

    def take(self, s: SyndicateCity) -> Step[SyndicateCity] | None:
        sort, amount = s.box.prizes[self.goal][self.prize]
        if sort == CUBE and s.high[amount] < 0:
            s.tell("no_prize_cube", self.who, amount)  # R14
            return None
        if self.answer[0] == "decline":
            s.tell(LEAVES[sort], self.who, amount)
            return None
        if sort == CUBE:
            s.tell("takes_cube", self.who, amount)
            s.take_bottom(self.who, amount)
            return None
        return perform(s, self.who, sort, self.answer[1], 4)

    def prompt(self, s: SyndicateCity, seat: int) -> str:
        sort, amount = self.due(s)
        if sort == CUBE:
            villain = s.box.villains[amount]
            left = so_many(s.high[amount] - s.low[amount] + 1, "cube")
            return (
                f"You were right. Take the {villain.colour} cube from the bottom of {{{amount}:villain}}'s track"
                f" ({left} there), or leave it."
            )
        gains = {
            MOVE: f"Move the Mission marker {so_many(amount, 'space')} on",
            DRAW: f"Draw {so_many(amount, 'card')}",
            COIN: f"Take {so_many(amount, 'coin')}",
        }
        return f"You were right. {gains[sort]}, or leave it."

    def more(self, s: SyndicateCity) -> None:
        self.prize += 1
        if self.prize < len(s.box.prizes[self.goal]):
            self.go("reward")
