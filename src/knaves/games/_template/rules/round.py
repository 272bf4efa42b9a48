"""A round: bid a card, take the purse, push your luck, draw; and the end."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.state import Result
from knaves.core.step import Choice, Pick, Shape, Step, Together
from knaves.games._template.cards import GainCoins, Listen, Steal
from knaves.games._template.state import Alley

PLAY, PUSH = Menu("play"), Menu("push")
STAKE_MOST = 3


class AlleyRounds(Step[Alley]):
    """One round after the other until the cards are gone."""

    lines = ("bid", "again")

    def bid(self, s: Alley) -> Step[Alley] | None:
        if any(s.hand):
            return Bid()
        top = max(s.coins)
        winners = tuple(seat for seat in range(s.seats) if s.coins[seat] == top)
        s.result = Result(winners, tuple(s.coins), "Most coins.")  # end.1
        return None

    def again(self, s: Alley) -> None:
        self.go("bid")


class Bid(Together[Alley]):
    lines = ("choose", "show", "swap", "swapped", "luck", "draw")
    asks = {"choose": ("Choose a card to play for the purse.", "round.1")}

    winner: int = field(-1)

    def choose(self, s: Alley) -> Choice:
        return Choice.together({seat: PLAY.row(s.hand[seat]) for seat in range(s.seats) if s.hand[seat]})

    def why_not(self, s: Alley, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.played:
            return Refused("That card has been played already.", "round.4")
        return None

    def show(self, s: Alley) -> None:
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
            return
        self.winner = ranks[max(alone)][0]
        s.tell("won", self.winner, s.pay(self.winner, s.purse))
        left = (self.winner + 1) % s.seats
        for effect in s.box.cards[self._card(s)].effects:
            if isinstance(effect, GainCoins):
                coins = s.pay(self.winner, effect.coins)
                s.tell("gained" if coins >= 0 else "returned", self.winner, abs(coins))
            elif isinstance(effect, Steal):
                stolen = -s.pay(left, -effect.coins)
                s.tell("stole", self.winner, s.pay(self.winner, stolen), left)
            elif isinstance(effect, Listen):
                listen(s, left, effect.rank)

    def _card(self, s: Alley) -> int:
        """The face that won."""
        return s.face[self.answers[self.winner][1]]

    def swap(self, s: Alley) -> Step[Alley]:
        hand = s.hand[self.winner]
        return Swap(self.winner, hand[:], 0, min(s.box.swaps[self._card(s)], len(hand), len(s.deck)))

    def swapped(self, s: Alley) -> None:
        if s.returned:
            s.tell("swapped", self.winner, len(s.returned))
        for slot in s.returned:
            s.hand[self.winner].remove(slot)
            s.deck.insert(0, slot)
        for _ in s.returned:
            s.draw(self.winner)

    def luck(self, s: Alley) -> Step[Alley]:
        return PushLuck(self.winner)

    def draw(self, s: Alley) -> None:
        for seat in range(s.seats):
            s.draw(seat)


def listen(s: Alley, other: int, rank: int) -> None:
    """What everybody hears, nobody forgets: from now on no bot imagines a hand that says otherwise."""
    hand, faces = s.hand[other], s.box.of_rank.get(rank, ())
    holds = any(s.face[slot] in faces for slot in hand)
    s.know(hand, faces, int(holds), None if holds else 0)  # round.6
    s.tell("holds" if holds else "holds_none", other, rank)


class Swap(Pick[Alley]):
    """Some cards of the hand at once (round.5): a selection with one confirmation on the page."""

    verb = "put"
    asks = {"choose": ("Put up to {most} of your cards under the deck and draw as many.", "round.5")}


class PushLuck(Step[Alley]):
    lines = ("choose", "roll")
    asks = {"choose": ("Push your luck: a roll of 4 or more doubles your stake, less loses it.", "round.3")}

    who: int

    def choose(self, s: Alley) -> Choice:
        stakes = range(1, min(STAKE_MOST, s.coins[self.who]) + 1)
        # The table stops here though a thief without a coin has nothing to decide: others may whistle.
        return Choice(self.who, [("stop",), *PUSH.row(stakes)], moment="before_the_roll")

    def shape(self, s: Alley, seat: int) -> Shape:
        return Shape("amount", "push")

    def roll(self, s: Alley) -> None:
        if self.answer[0] == "push":
            die, stake = s.roll(), self.answer[1]
            if die >= 4:
                s.tell("doubled", self.who, die, s.pay(self.who, stake))
            else:
                s.tell("lost", self.who, die, -s.pay(self.who, -stake))
