"""Playing an action card, from a card token or the Laboratory."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Option, Step
from knaves.games.villains.rules.card_effects import begin_effect, lay_rule
from knaves.games.villains.rules.pay import PLAYING, pay
from knaves.games.villains.state import FactionCity, without

PLAY = Menu("play")


def playable(s: FactionCity, seat: int, funds: int) -> list[Option]:
    face, cost = s.face, s.box.cost
    return [PLAY[slot] for slot in s.hand[seat] if cost[face[slot]] <= funds]


def beyond_means(s: FactionCity, seat: int, slot: int, added: int = 0) -> Refused:
    """Why a card in hand cannot be played; `added`: what its token costs."""
    cost = s.box.cost[s.face[slot]] + added
    return Refused(f"It costs {cost} here and you have {s.funds(seat)}.", "card.1")


class PlayCard(Step[FactionCity]):
    """card.1: reveal, pay, resolve. The card comes from the hand, or from the deck by way of the table."""

    lines = ("show", "reveal", "effect", "finish")

    who: int
    area: int
    slot: int
    free: bool
    n: int = field(0)

    def show(self, s: FactionCity) -> Step[FactionCity] | None:
        if self.slot in s.hand[self.who]:
            s.hand[self.who] = without(s.hand[self.who], self.slot)
            s.table.append(self.slot)
        s.show(self.slot)
        s.tell("played", self.who, self.slot, self.area)
        return None if self.free else pay(s, self.who, s.box.cost[s.face[self.slot]], PLAYING)

    def reveal(self, s: FactionCity) -> None:
        """A rule lies at the board from now on; an event is discarded when it is resolved."""
        if s.box.rule[s.face[self.slot]]:
            s.table.remove(self.slot)
            lay_rule(s, self.slot, self.who, self.area)

    def effect(self, s: FactionCity) -> Step[FactionCity] | None:
        effects = s.box.cards[s.face[self.slot]].effects
        if self.n >= len(effects):
            return None
        one = effects[self.n]
        self.n += 1
        self.go("effect")
        return begin_effect(s, one, self.who, self.area, self.slot)

    def finish(self, s: FactionCity) -> None:
        if not s.box.rule[s.face[self.slot]]:
            s.table.remove(self.slot)
            s.throw_away(self.slot)  # card.5
