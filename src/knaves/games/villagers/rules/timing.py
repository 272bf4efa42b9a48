"""Several rulings in one turn: what is due and what may be used, in the order the Mayor likes (timing.2)."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.effects import PHASES
from knaves.games.villagers.cards.faces import SELLING, Use
from knaves.games.villagers.rules.abilities import DONE, FAVOR, SLOTS, MayorTurn
from knaves.games.villagers.state import Village, without

TOLL: list[Option] = [("toll", slot) for slot in range(SLOTS)]
SELECT = 0


def tolls_due(s: Village, who: int) -> tuple[int, ...]:
    """Cards in other towns that make this Mayor pay in this phase."""
    return tuple([slot for owner, slot in s.tolls if owner != who])


def pay_toll(s: Village, who: int, slot: int) -> None:
    """Looked at now: who has less than the card names owes nothing (R27)."""
    amount, floor = s.box.toll[s.face[slot]]
    owner = next(owner for owner, card in s.tolls if card == slot)
    paid = s.give(who, owner, amount) if s.gold[who] >= floor else 0
    s.tell("paid_toll", who, slot, paid, owner)


class DueTurn(MayorTurn):
    """Things that are due must all be settled; things that may be used, may."""

    due: int  # the loss to suffer, or 1 if earnings are to be taken
    tolls: tuple[int, ...]

    def granted(self, s: Village) -> Step[Village] | None:
        self.line = SELECT
        return super().granted(s)

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == SELLING:
            return SellOne(self.who, slot)
        return super().effect(s, slot, use)

    def settle_toll(self, s: Village) -> None:
        slot = self.answer[1]
        self.tolls = without(self.tolls, slot)
        pay_toll(s, self.who, slot)
        self.line = SELECT

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "card" or not (0 <= thing < len(s.face) and s.sees(seat, thing)):
            return None
        if s.box.toll_phase[s.face[thing]] == s.phase and any(thing in town for town in s.town):
            return Refused("You owe nothing to this card, or you have settled it.", "timing.2")
        if thing in s.hand[seat]:
            return Refused(f"Cards in hand cannot be played in the {PHASES[s.phase]} phase.", "build.1")
        return self.why_not_used(s, thing, ())

    def refuse(self, s: Village, seat: int, option: Option) -> Refused | None:
        if option == DONE:
            return Refused("Something is still due in this turn.", "timing.2")
        if option == FAVOR and s.favor_seat != seat:
            return Refused("The King's Favor is not in your town.", "favor.2")
        return None


def keeps_secret(s: Village, who: int, used: tuple[int, ...]) -> bool:
    """Must this Mayor be asked even with one answer? If not, others could tell what he drew in secret."""
    if not s.offers or not s.hides(who):
        return False
    for owner, slot in s.offers:
        use = s.box.use[s.face[slot]]
        if use is not None and use.verb == SELLING and slot not in used and (owner == who or use.price >= 0):
            return True
    return False


class SellOne(Step[Village]):
    """A card from hand for gold. It may be left, so that being asked tells nothing about the hand."""

    lines = ("choose", "sell")
    asks = {"choose": ("Which card leaves your hand for gold?", "ability.1")}

    who: int
    slot: int

    def choose(self, s: Village) -> Choice:
        options: list[Option] = [("sell", card) for card in s.sellable(self.who)]
        return Choice(self.who, [*options, DONE], True)

    def sell(self, s: Village) -> None:
        if self.answer[0] == "done":
            return
        card = self.answer[1]
        s.hand[self.who] = without(s.hand[self.who], card)
        s.drop(card)
        use = s.box.use[s.face[self.slot]]
        assert use is not None
        s.tell("sold", self.who, card, s.gain(self.who, use.amount))

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.hand[seat]:
            return Refused("Only buildings, citizens and heroes can be sold.", "ability.1")
        return None
