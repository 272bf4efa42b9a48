"""Accusations: a charge, a truthful answer, and what follows from it."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.syndicate.cards import SPY
from knaves.games.syndicate.cards.effects import BAG, COIN, CUBE, DRAW, HAND, MOVE, PLACE
from knaves.games.syndicate.rules.abilities import Loot, Place, Stow, perform
from knaves.games.syndicate.state import City

PRIZE = {MOVE: "prize_move", DRAW: "prize_draw", COIN: "prize_coin"}
DECLINE: Option = ("decline",)
CHARGES: list[list[list[Option]]] = [
    [[("accuse", seat, goal) for goal in range(6) if mask >> goal & 1] for mask in range(64)]
    for seat in range(6)
]


def charges(s: City, seat: int) -> list[Option]:
    """Whom this seat may accuse of what: nothing that is settled already (accuse.2, accuse.7, R28)."""
    allowed = 63 if s.coins[seat] >= s.box.board.accusation.stake else free_charges(s)
    options: list[Option] = []
    if allowed:
        for other in range(s.seats):
            if other != seat:
                options += CHARGES[other][~(s.answered >> other * 6) & allowed]
    return options


def free_charges(s: City) -> int:
    """Goals that may be named without a stake: villains whose Power is 4 (accuse.7, R11)."""
    power = s.box.board.accusation.free_at_power
    return sum(1 << villain for villain in range(5) if s.high[villain] - 1 == power)


def why_no_charge(s: City, seat: int, things: list[int]) -> Refused | None:
    if seat != s.active:
        return Refused("You may accuse in your own turn only.", "accuse.1")
    if s.accused:
        return Refused("You have made your accusation for this turn.", "accuse.1")
    if len(things) != 2 or not 0 <= things[0] < s.seats or not 0 <= things[1] <= SPY:
        return Refused("Accuse a player at this table of serving a villain, or of being the Spy.", "accuse.2")
    if things[0] == seat:
        return Refused("You may accuse a fellow player, not yourself.", "accuse.1")
    if s.answered >> things[0] * 6 + things[1] & 1:
        return Refused("That question has been answered already.", "accuse.3")
    return Refused("An accusation needs a stake of two coins.", "accuse.2")


class Accusation(Step[City]):
    """A charge, a truthful answer, and what follows from it."""

    lines = ("charge", "reward", "offer", "take", "more")
    asks = {"offer": ("Take your reward for the right accusation, or leave it.", "accuse.6")}
    closed = True

    who: int
    accused: int
    goal: int
    prize: int = field(default=0, init=False)

    def charge(self, s: City) -> None:
        s.accused = True
        free = self.goal != SPY and free_charges(s) >> self.goal & 1
        s.tell("accuses_free" if free else "accuses", self.who, self.accused, self.goal)
        if s.face[s.goal[self.accused]] != self.goal:  # accuse.3, accuse.4
            s.answered |= 1 << self.accused * 6 + self.goal
            s.tell("denies", self.accused, self.goal)
            if not free:
                stake = s.box.board.accusation.stake
                s.coins[self.who] -= stake
                s.coins[self.accused] += stake
                s.tell("takes_stake", self.accused, stake)
            self.go("end")
            return
        s.show(s.goal[self.accused])  # accuse.5
        s.revealed |= 1 << self.accused
        s.answered |= 63 << self.accused * 6
        for seat in range(s.seats):
            s.answered |= 1 << seat * 6 + self.goal
        s.tell("unmasked", self.accused, self.goal)
        hidden = [seat for seat in range(s.seats) if not s.revealed >> seat & 1]
        if len(hidden) == 1:  # win.4
            s.show(s.goal[hidden[0]])
            s.tell("last_hidden", hidden[0], s.face[s.goal[hidden[0]]])
            s.finish(hidden, "The last whose goal was not revealed.")

    def reward(self, s: City) -> Step[City] | None:
        """The next part of the reward; what needs a choice of its own is a step (accuse.6)."""
        sort, amount = s.box.prizes[self.goal][self.prize]
        if sort not in (PLACE, BAG, HAND):
            return None
        self.go("more")
        if sort == PLACE:
            return Place(self.who, amount)
        return Stow(self.who) if sort == BAG else Loot(self.who, self.accused)

    def offer(self, s: City) -> Choice | None:
        sort, amount = s.box.prizes[self.goal][self.prize]
        if sort == CUBE:  # from a track that is not empty (R14)
            return Choice(self.who, [("take_cube", amount), DECLINE]) if s.high[amount] >= 0 else None
        return Choice(self.who, [*[(PRIZE[sort], n) for n in range(amount, 0, -1)], DECLINE])

    def take(self, s: City) -> Step[City] | None:
        sort, amount = s.box.prizes[self.goal][self.prize]
        if self.answer[0] == "decline" or (sort == CUBE and s.high[amount] < 0):
            return None
        if sort == CUBE:
            s.tell("takes_cube", self.who, amount)
            s.take_bottom(self.who, amount)
            return None
        return perform(s, self.who, sort, self.answer[1])

    def more(self, s: City) -> None:
        self.prize += 1
        if self.prize < len(s.box.prizes[self.goal]):
            self.go("reward")
