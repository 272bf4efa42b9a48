"""Phase 1, Recruit: name a card of the pool, settle bonuses and extra rolls, roll."""

from __future__ import annotations

from typing import cast

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.faces import BONUS_TO_ROLL, DRAWING, GAINING, MORE_ROLLS, Use
from knaves.games.villagers.rules.abilities import FAVOR, SLOTS, MayorTurn, ability, gain_always
from knaves.games.villagers.rules.variants import PonyExpress
from knaves.games.villagers.state import FAVOR_BONUS, GOLD, NOWHERE, Village, without

NAME: list[Option] = [("recruit", slot) for slot in range(SLOTS)]
ROLL: list[Option] = [("roll", extra) for extra in range(GOLD + 1)]
FOR_THE_ROLL = (BONUS_TO_ROLL, MORE_ROLLS, GAINING, DRAWING)
BESIDE_THE_ROLL = (GAINING, DRAWING)
ANNOUNCE, DECLARE, ROLLING = 0, 2, 5


def open_recruit(s: Village, who: int) -> Step[Village]:
    """The turn begins: what the town gives to recruit rolls is counted."""
    box, face = s.box, s.face
    each = first = 0
    rolls = 1
    for slot in s.town[who]:
        if slot not in s.fresh:
            kind = face[slot]
            each += box.each[kind]
            first += box.first[kind]
            rolls += box.rolls[kind]
    s.active, s.aim = who, NOWHERE
    s.each, s.first, s.rolls = each, first, rolls
    if s.gainers >> who & 1:
        gain_always(s, who)
    return RecruitTurn(who)


class RecruitTurn(MayorTurn):
    lines = ("announce", "announced", "declare", "declared", "granted", "roll")
    asks = {
        "announce": ("Name the card you want to recruit.", "recruit.1"),
        "declare": ("Roll for it.", "recruit.4"),
    }

    def announce(self, s: Village) -> Choice:
        pool = s.pool
        if len(pool) > 6 + s.each + s.first:  # some position may be out of reach (R1, R20)
            pool = pool[: max(1, self.reach(s))]
        return Choice(self.who, [NAME[slot] for slot in pool])

    def reach(self, s: Village) -> int:
        """The highest position a 6 could win with every bonus this Mayor can get."""
        reach = 6 + s.each + s.first
        if s.favor_seat == self.who:
            reach += FAVOR_BONUS
        options: list[Option] = []
        self.abilities(s, options, (BONUS_TO_ROLL,))
        return reach + sum(ability(s, slot).amount for _, slot in cast("list[tuple[str, int]]", options))

    def announced(self, s: Village) -> None:
        s.aim = self.answer[1]
        s.tell("named", self.who, s.aim)

    def declare(self, s: Village) -> Choice | None:
        """All bonuses and extra rolls are settled before the first die falls (bonus.1, recruit.5)."""
        if s.aim not in s.pool:  # an Ordinance took it: choose anew (variant.ordinance.3)
            self.line = ANNOUNCE
            s.aim = NOWHERE
            return None
        place = s.pool.index(s.aim)
        if place == 0 or place <= s.each + s.first:  # cannot fail (R20)
            options = ROLL[:1]
            if s.offers:
                self.abilities(s, options, BESIDE_THE_ROLL)
            return Choice(self.who, options)
        options = ROLL[: s.gold[self.who] + 1]
        if s.favor_seat == self.who:
            options.append(FAVOR)
        if s.offers:
            self.abilities(s, options, FOR_THE_ROLL)
        return Choice(self.who, options)

    def declared(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "roll":
            self.line = ROLLING
            extra = self.answer[1]
            if extra:
                s.pay(self.who, extra)  # recruit.7
                s.rolls += extra
                s.tell("bought", self.who, extra)
                if s.pony:
                    return PonyExpress(self.who, extra)
            return None
        if verb == "favor":
            s.favor_seat = NOWHERE  # favor.4
            s.first += FAVOR_BONUS
            s.tell("favored", self.who, FAVOR_BONUS)
            self.line = DECLARE
            return None
        return self.take_up(s, "declare")

    def granted(self, s: Village) -> Step[Village] | None:
        self.line = DECLARE
        return super().granted(s)

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == BONUS_TO_ROLL:
            if use.rolls:
                s.each += use.amount
            else:
                s.first += use.amount
            return None
        if use.verb == MORE_ROLLS:
            s.rolls += use.amount
            return None
        return super().effect(s, slot, use)

    def roll(self, s: Village) -> None:
        """One good roll is enough (recruit.6); a roll sold by Pony Express counts as 1 and comes last."""
        who, card, each = self.who, s.aim, s.each
        place = s.pool.index(card)
        if place and place > each + s.first:
            sold = s.sold[who] if s.pony else 0
            bonus = each + s.first  # on the first roll only (R11)
            for number in range(s.rolls):
                die = 1 if number >= s.rolls - sold else s.below(6) + 1
                s.tell("rolled", who, die, bonus, place + 1)
                if die + bonus > place:
                    break
                bonus = each
            else:
                card = s.pool[0]  # recruit.3
                s.tell("missed", who, s.aim)
        take_card(s, who, card)
        if s.pony and s.sold[who]:
            s.sold = (*s.sold[:who], 0, *s.sold[who + 1 :])

    def prompt(self, s: Village, seat: int) -> str:
        if s.aim == NOWHERE:
            return "Name the card you want to recruit. Each needs a roll of its position or more."
        name, place = s.box.cards[s.face[s.aim]].name, s.pool.index(s.aim) + 1
        if place <= 1 + s.each + s.first or place == 1:
            return f"{name} is yours without a roll. Take it, or use an ability first."
        need, more = place - s.each, s.first
        bonus = f", {need - more} on the first" if more else ""
        rolls = "1 roll" if s.rolls == 1 else f"{s.rolls} rolls"
        if s.pony and s.sold[seat]:
            rolls += f" ({s.sold[seat]} sold: counts as 1)"
        miss = s.box.cards[s.face[s.pool[0]]].name
        return (
            f"{name} needs {need} or more{bonus}; you have {rolls}. Miss, and you take {miss}. "
            "Buy extra rolls, or use a bonus?"
        )

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.pool:
            if s.aim != NOWHERE:
                return Refused("You have named your card already.", "recruit.1")
            return Refused("Even a 6 would not reach this position without a bonus.", "recruit.2")
        if kind == "rolls" and thing > s.gold[seat]:
            return Refused(f"Each extra roll costs 1g, and you have {s.gold[seat]}g.", "recruit.4")
        if kind == "card":
            if s.aim == NOWHERE:
                return Refused("First name the card you want; then come bonuses.", "recruit.1")
            return self.why_not_used(s, thing, FOR_THE_ROLL)
        return None

    def refuse(self, s: Village, seat: int, option: Option) -> Refused | None:
        if option == FAVOR and s.favor_seat != seat:
            return Refused("The King's Favor is not in your town.", "favor.7")
        return None


def take_card(s: Village, who: int, card: int) -> None:
    """The card leaves the pool; those behind it move forward by themselves (recruit.10)."""
    s.pool = without(s.pool, card)
    if s.box.challenge[s.face[card]]:
        s.town[who] += (card,)  # recruit.8
        s.fresh += (card,)
    else:
        s.hand[who] += (card,)  # recruit.9
    s.tell("recruited", who, card)
    if card == s.favor_card:
        s.favor_card, s.favor_seat = NOWHERE, who  # favor.1, R3
        s.tell("took_favor", who)
