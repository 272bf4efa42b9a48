"""Cutpurses: the state and the steps, in the order of the book."""

from __future__ import annotations

from knaves.core.data import field, shared
from knaves.core.errors import Refused
from knaves.core.state import Result, State
from knaves.core.step import Choice, Option, Step, Together
from knaves.games._template.cards import Box, Gain

COINS = 60


class Alley(State):
    purse: int
    bank: int
    box: Box = shared(init=False)
    deck: list[int] = field(default=[], init=False)
    hand: list[list[int]] = field(default=[], init=False)
    coins: list[int] = field(default=[], init=False)
    whistled: list[bool] = field(default=[], init=False)
    played: list[int] = field(default=[], init=False)  # out of the game, face up

    def pay(self, seat: int, coins: int) -> int:
        """From the bank to a thief, or back if negative; as far as there are coins (money.1)."""
        coins = min(coins, self.bank) if coins > 0 else -min(-coins, self.coins[seat])
        self.bank -= coins
        self.coins[seat] += coins
        return coins


class Round(Step[Alley]):
    """One round after the other until the cards are gone."""

    lines = ("bid", "again")

    def bid(self, s: Alley) -> Step[Alley] | None:
        if any(s.hand):
            return Bid()
        top = max(s.coins)
        winners = tuple(seat for seat in range(s.seats) if s.coins[seat] == top)
        s.result = Result(winners, tuple(s.coins), f"Most coins: {top}.")  # end.1
        return None

    def again(self, s: Alley) -> None:
        self.go("bid")


class Bid(Together[Alley]):
    lines = ("choose", "show", "luck", "draw")
    asks = {"choose": ("Choose a card to play for the purse.", "round.1")}

    def choose(self, s: Alley) -> Choice:
        return Choice.together(
            {seat: [("play", slot) for slot in s.hand[seat]] for seat in range(s.seats) if s.hand[seat]}
        )

    def why_not(self, s: Alley, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.played:
            return Refused("That card has been played already.", "round.4")
        return None

    def show(self, s: Alley) -> Step[Alley] | None:
        ranks: dict[int, list[int]] = {}
        for seat, option in sorted(self.answers.items()):
            slot = option[1]
            s.hand[seat].remove(slot)
            s.played.append(slot)
            s.show(slot)
            s.tell("played", seat, slot)
            ranks.setdefault(s.box.rank[s.face[slot]], []).append(seat)
        alone = [rank for rank, seats in ranks.items() if len(seats) == 1]
        if not alone:
            s.tell("nobody")
            self.go("draw")
            return None
        winner = ranks[max(alone)][0]
        s.tell("won", winner, s.pay(winner, s.purse))
        for effect in s.box.cards[s.face[self.answers[winner][1]]].effects:
            if isinstance(effect, Gain):
                s.tell("gained", winner, s.pay(winner, effect.coins))
            else:
                left = (winner + 1) % s.seats
                stolen = -s.pay(left, -effect.coins)
                s.tell("stole", winner, s.pay(winner, stolen), left)
        return PushLuck(winner)

    def luck(self, s: Alley) -> None:
        """The winner is done."""

    def draw(self, s: Alley) -> None:
        for seat in range(s.seats):
            if s.deck:
                slot = s.deck.pop()
                s.show_to(slot, seat)
                s.hand[seat].append(slot)
                s.tell("drew", seat, slot)


class PushLuck(Step[Alley]):
    lines = ("choose", "roll")
    asks = {"choose": ("Push your luck: a roll of 4 or more wins 2 coins, less costs 1.", "round.3")}

    who: int

    def choose(self, s: Alley) -> Choice:
        return Choice(self.who, [("stop",), ("push",)])

    def roll(self, s: Alley) -> None:
        if self.answer[0] == "push":
            die = s.roll()
            s.tell("pushed", self.who, die, s.pay(self.who, 2 if die >= 4 else -1))


def whistle(s: Alley, seat: int) -> None:
    s.pay(seat, -1)
    s.whistled[seat] = True
    s.show_to(s.deck[-1], seat)
    s.tell("whistled", seat, s.deck[-1])


def whistles(s: Alley, seat: int) -> list[Option]:
    free = s.deck and s.coins[seat] and not s.whistled[seat]
    return [("whistle",)] if free else []
