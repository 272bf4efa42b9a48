"""Phase 1, Recruit: name a card of the pool, settle bonuses and extra rolls, roll."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import ONE, Choice, Option, Shape, Step
from knaves.core.words import counted, odds_words
from knaves.games.villagers.cards.faces import BONUS_TO_ROLL, DRAWING, GAINING, MORE_ROLLS, Use
from knaves.games.villagers.rules.abilities import FAVOR, MayorTurn, gain_always
from knaves.games.villagers.rules.dice import SIDES, chance_of_one
from knaves.games.villagers.rules.variants import PonyExpress, sellers
from knaves.games.villagers.state import FAVOR_BONUS, GOLD, NOWHERE, Village, without

NAME = Menu("recruit")
ROLLS = Menu("roll").row(range(GOLD + 1))  # by the number of extra rolls: as many as there is gold
FOR_THE_ROLL = (BONUS_TO_ROLL, MORE_ROLLS, GAINING, DRAWING)
BESIDE_THE_ROLL = (GAINING, DRAWING)


def open_recruit(s: Village, who: int) -> Step[Village]:
    """The turn begins: what the town gives to recruit rolls is counted."""
    box, face, recruits = s.box, s.face, s.box.recruits
    each = first = 0
    rolls = 1
    for slot in s.town[who]:
        if recruits[face[slot]] and slot not in s.fresh:
            number = face[slot]
            each += box.each[number]
            first += box.first[number]
            rolls += box.rolls[number]
    s.active, s.aim = who, NOWHERE
    s.each, s.first, s.rolls = each, first, rolls
    if who in s.gainers:
        gain_always(s, who)
    return RecruitTurn(who)


def recruit_chance(s: Village, place: int, extra: int = 0) -> float:
    """The chance of the Mayor on turn at this place of the pool (1 is the first), with so many extra rolls."""
    if place == 1:
        return 1.0  # R20
    rolls = s.rolls + extra
    sold = s.sold[s.active] if s.pony and s.active >= 0 else 0
    need = place - s.each
    if sold and need <= 1 + (s.first if rolls == sold else 0):
        return 1.0  # a sold roll counts as 1
    return chance_of_one(need, s.first, rolls - sold)


def more_rolls_help(s: Village, place: int) -> bool:
    """Could one roll more win the card at this place (0 is the first)?"""
    if not place or place <= s.each + s.first:
        return False
    if s.pony and s.first > 0 and s.rolls == s.sold[s.active]:
        return place < SIDES + s.each + s.first  # sold rolls come last: it would be the first (R35)
    return place < SIDES + s.each


class RecruitTurn(MayorTurn):
    lines = ("announce", "announced", "declare", "declared", "granted", "roll")
    asks = {"announce": ("", "recruit.1"), "declare": ("", "recruit.4")}

    def announce(self, s: Village) -> Choice:
        return Choice(self.who, NAME.row(s.pool))

    def announced(self, s: Village) -> None:
        s.aim = self.answer[1]
        if s.sink is not None:
            s.tell("named", self.who, s.aim, s.pool.index(s.aim) + 1)

    def declare(self, s: Village) -> Choice | None:
        """All bonuses and extra rolls are settled before the first die falls (bonus.1, recruit.5)."""
        if s.aim not in s.pool:  # an Ordinance took it: choose anew (variant.ordinance.3)
            self.go("announce")
            s.aim = NOWHERE
            return None
        who, place = self.who, s.pool.index(s.aim)
        sure = place == 0 or place <= s.each + s.first  # R20
        extra = s.gold[who] if self.rolls_help(s, place) else 0
        options = ROLLS[: extra + 1]
        if not sure and s.favor_seat == who:
            options.append(FAVOR)
        if s.offers:
            self.abilities(s, options, BESIDE_THE_ROLL if sure else FOR_THE_ROLL)
        return Choice(who, options, moment="before_the_roll")  # R36

    def rolls_help(self, s: Village, place: int) -> bool:
        """Extra rolls are offered where they could help, or find a seller (recruit.4, R20)."""
        return more_rolls_help(s, place) or bool(s.pony and sellers(s, self.who))

    def helps(self, s: Village, use: Use, price: int) -> bool:
        if use.verb == MORE_ROLLS:
            return s.aim in s.pool and more_rolls_help(s, s.pool.index(s.aim))
        return super().helps(s, use, price)

    def shape(self, s: Village, seat: int) -> Shape:
        if s.aim not in s.pool or not s.gold[seat] or not self.rolls_help(s, s.pool.index(s.aim)):
            return ONE
        return Shape("amount", verb="roll")

    def declared(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "roll":
            self.go("roll")
            extra = self.answer[1]
            if extra:
                s.pay(self.who, extra)  # recruit.7
                s.rolls += extra
                s.tell("bought", self.who, extra, extra)
                if s.pony:
                    return PonyExpress(self.who, extra)
            return None
        if verb == "favor":
            s.favor_seat = NOWHERE  # favor.4
            s.first += FAVOR_BONUS
            s.tell("favored", self.who, FAVOR_BONUS)
            self.go("declare")
            return None
        return self.take_up(s, "declare")

    def granted(self, s: Village) -> Step[Village] | None:
        self.go("declare")
        return super().granted(s)

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == BONUS_TO_ROLL:
            s.add_bonus(use.amount, bool(use.rolls))
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
                die = 1 if number >= s.rolls - sold else s.below(SIDES) + 1
                if number >= s.rolls - sold:
                    s.tell("was_sold", who)
                if s.sink is not None:
                    s.tell("rolled", who, die, bonus, card, place + 1)
                if die + bonus > place:
                    break
                bonus = each
            else:
                card = s.pool[0]  # recruit.3
                s.tell("missed", who, s.aim, card)
        elif place:
            s.tell("sure", who, each + s.first, place + 1)  # R20
        take_card(s, who, card)
        if s.pony and s.sold[who]:
            s.sold = (*s.sold[:who], 0, *s.sold[who + 1 :])

    # -- words ----------------------------------------------------------------------------------------

    def prompt(self, s: Village, seat: int) -> str:
        rolls = rolls_held(s.rolls, s.sold[seat] if s.pony else 0)
        if s.aim == NOWHERE:
            bonus = bonus_words(s)
            return f"Name the card you want to recruit: its position or more must be rolled. You have {rolls}{bonus}."
        name, place = f"{{{s.aim}:card}}", s.pool.index(s.aim) + 1
        if place == 1 or place <= 1 + s.each + s.first:
            more: list[Option] = []
            self.abilities(s, more, BESIDE_THE_ROLL)
            ask = " Take it, or use something first?" if more else ""
            buy = " Extra rolls (1g each) bring you nothing; others may sell you theirs."
            rolls = buy if s.gold[seat] and self.rolls_help(s, place - 1) else ""
            return f"{name} is yours without a roll.{rolls}{ask}"
        first, later = place - s.each - s.first, place - s.each
        need = reach_words(first)
        if s.rolls > 1 and first != later:
            need = f"{need} on the first roll, {reach_words(later)} on the others"
        miss = f"{{{s.pool[0]}:card}}"
        odds = odds_words(recruit_chance(s, place))
        buy = " Each extra roll costs 1g." if s.gold[seat] and self.rolls_help(s, place - 1) else ""
        have = f"you have {rolls} ({odds}) and {s.purse(seat)}"
        favor = f" The King's Favor adds {FAVOR_BONUS} to the first." if s.favor_seat == seat else ""
        return f"{name} needs {need}; {have}. Miss, and you take {miss}.{buy}{favor}"

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.pool:
            return Refused("You have named your card already.", "recruit.1")
        if kind == "rolls" and s.aim == NOWHERE:
            return name_first()
        if kind == "rolls" and thing > s.gold[seat]:
            return Refused(f"Each extra roll costs 1g, and you have {s.purse(seat)}.", "recruit.4")
        if kind == "rolls" and s.aim in s.pool and not self.rolls_help(s, s.pool.index(s.aim)):
            return Refused("More rolls would not help: no die can change what happens.", "recruit.4")
        if kind == "card":
            why = self.why_not_used(s, thing, FOR_THE_ROLL)
            waits = s.aim == NOWHERE and any(thing == slot for _, slot in s.offers)
            return name_first() if waits and (why is None or why.clause == "ability.1") else why
        return None

    def refuse(self, s: Village, seat: int, option: Option) -> Refused | None:
        if option == FAVOR and s.favor_seat != seat:
            return Refused("The King's Favor is not in your town.", "favor.7")
        if option == FAVOR and s.aim in s.pool:
            name = s.box.cards[s.face[s.aim]].name
            return Refused(f"{name} is yours without a roll: there is none to add to.", "favor.7")
        return name_first() if option == FAVOR else None


def name_first() -> Refused:
    return Refused("First name the card you want; then come bonuses.", "recruit.1")


def rolls_held(rolls: int, sold: int) -> str:
    """The rolls of a turn, and how many of them have been sold by Pony Express."""
    if sold and rolls == 1:
        return "1 roll, sold (it counts as 1)"
    return counted(rolls, "roll") + (f", {sold} of them sold (counting as 1)" if sold else "")


def bonus_words(s: Village) -> str:
    """What the town adds to recruit rolls."""
    each = f", {s.each:+} on each" if s.each else ""
    return each + (f", {s.first:+} on the first" if s.first else "")


def reach_words(need: int) -> str:
    if need > SIDES:
        return f"{need}, more than a die has"
    return f"{need} or more" if need < SIDES else f"a {need}"


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
