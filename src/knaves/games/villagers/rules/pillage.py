"""Phase 3, Pillage: challenges cost gold."""

from __future__ import annotations

from knaves.core.step import Option, Step
from knaves.games.villagers.cards.faces import DRAWING, GAINING, SELLING, SHIELDING, Use
from knaves.games.villagers.rules.abilities import FAVOR
from knaves.games.villagers.rules.timing import DueTurn, card_gold, card_loss, tolls_due
from knaves.games.villagers.state import NOWHERE, Village

ABILITIES = (GAINING, DRAWING, SELLING)
WITH_SHIELDS = (*ABILITIES, SHIELDING)


def pillage_loss(s: Village, who: int) -> int:
    """The Pillage Loss of this town, less what shields it (pillage.1)."""
    face, pillage, shield = s.face, s.box.pillage, s.box.shield
    loss = less = 0
    for slot in s.town[who]:
        number = face[slot]
        loss += pillage[number]
        less += shield[number]
    return loss - less if loss > less else 0


def open_pillage(s: Village, who: int) -> Step[Village] | None:
    """Most turns settle themselves: nothing is lost, or nothing can be done about it."""
    income, losses = card_gold(s, who) if who in s.gainers else (0, ())
    if not s.gold[who] and not income and not s.offers:
        return None  # pillage.3
    loss = pillage_loss(s, who)
    tolls = tolls_due(s, who) if s.tolls else ()
    if not tolls and not income and not losses:
        if not s.offers and (not loss or s.favor_seat != who):
            if loss:
                s.tell("pillaged", who, s.pay(who, loss))  # pillage.2, R4
            return None
        if not loss and all(s.box.shields[s.face[slot]] for _, slot in s.offers):
            return None
    s.active, s.shield = who, 0
    turn = PillageTurn(who, loss, income, tolls, losses)
    return None if turn.settled(s) else turn


class PillageTurn(DueTurn):
    asks = {"select": ("", "pillage.2")}

    def may_use(self, s: Village) -> list[Option]:
        who = self.who
        options: list[Option] = []
        if s.favor_seat == who and self.at_stake(s):
            options.append(FAVOR)  # favor.9
        if s.offers:
            shield = self.loss > s.shield and s.gold[who] > 0
            self.abilities(s, options, WITH_SHIELDS if shield else ABILITIES)
        return options

    def at_stake(self, s: Village) -> int:
        """Gold that would go if everything due happened now."""
        gold, box, face = s.gold[self.who], s.box, s.face
        stake = max(0, self.loss - s.shield) + sum([card_loss(s, self.who, slot) for slot in self.losses])
        tolls = [box.toll[face[slot]] for slot in self.tolls]
        stake += sum([amount for amount, floor in tolls if gold >= floor])
        return min(stake, gold)

    def favored(self, s: Village) -> None:
        """Nothing more is lost in this turn: no Pillage Loss, no toll, no loss by a card (R27)."""
        stake = self.at_stake(s)
        s.favor_seat = NOWHERE  # favor.4
        self.loss, self.tolls, self.losses = 0, (), ()
        s.tell("spared", self.who, stake)

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == SHIELDING:
            s.shield += use.amount
            return None
        return super().effect(s, slot, use)

    def prompt(self, s: Village, seat: int) -> str:
        have, stake = f"you have {s.purse(seat)}", self.at_stake(s)
        favor = f" The King's Favor would spare you {stake}g." if s.favor_seat == self.who and stake else ""
        if self.loss:
            loss = max(0, self.loss - s.shield)
            shield = f" ({s.shield}g warded off)" if s.shield else ""
            return f"Your Pillage Loss is {loss}g{shield}, and {have}.{favor} What happens next?"
        return f"Pillage: {have}.{favor} What happens next?"
