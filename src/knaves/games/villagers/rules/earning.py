"""Phase 4, Earning: citizens bring gold."""

from __future__ import annotations

from knaves.core.step import Option, Step
from knaves.games.villagers.cards.effects import EARNING
from knaves.games.villagers.cards.faces import DRAWING, GAINING, SELLING
from knaves.games.villagers.rules.abilities import FAVOR
from knaves.games.villagers.rules.timing import DueTurn, card_gold, tolls_due
from knaves.games.villagers.state import NOWHERE, Row, Village

ABILITIES = (GAINING, DRAWING, SELLING)


def citizens_earn(s: Village, who: int) -> int:
    """The Earnings of the citizens in this town (earning.1)."""
    gold, face, earn = 0, s.face, s.box.earnings
    for slot in s.town[who]:
        gold += earn[face[slot]]
    return gold


def earnings(s: Village, who: int) -> int:
    """What an Earning turn brings: citizens, and what other cards add or take away."""
    total = citizens_earn(s, who)
    for slot in s.town[who]:
        for phase, rule in s.box.gains[s.face[slot]]:
            if phase == EARNING:
                total += s.counted(who, rule)
    return total


def open_earning(s: Village, who: int) -> Step[Village] | None:
    tolls = tolls_due(s, who) if s.tolls else ()
    income = citizens_earn(s, who)
    losses: Row = ()
    if who in s.gainers:
        more, losses = card_gold(s, who)
        income += more
    if not tolls and not losses and not s.offers and (s.favor_seat != who or s.favor_rests):
        if income:
            gold = s.gain(who, income)
            if gold:
                s.tell("earned", who, gold)
        return None
    s.active, s.shield = who, 0
    turn = EarningTurn(who, 0, income, tolls, losses)
    return None if turn.settled(s) else turn


class EarningTurn(DueTurn):
    asks = {"select": ("", "earning.1")}

    def may_use(self, s: Village) -> list[Option]:
        options: list[Option] = []
        if s.offers:
            self.abilities(s, options, ABILITIES)
        if s.favor_seat == self.who and s.bank and (options or not s.favor_rests or self.order_matters(s)):
            options.append(FAVOR)  # favor.10
        return options

    def favored(self, s: Village) -> None:
        s.favor_seat = NOWHERE  # favor.4
        s.tell("bonus_gold", self.who, s.gain(self.who, 1))

    def prompt(self, s: Village, seat: int) -> str:
        favor = " The King's Favor would bring 1g more." if FAVOR in self.may_use(s) else ""
        if self.income:
            return (
                f"Your earnings are {self.income}g, and you have {s.purse(seat)}.{favor} What happens next?"
            )
        return f"Earning: you have {s.purse(seat)}.{favor} What happens next?"
