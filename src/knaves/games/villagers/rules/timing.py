"""Several rulings in one turn: what is due and what may be used, in the order the Mayor likes (timing.2)."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import DONE, Choice, Option, Step, things_of
from knaves.games.villagers.cards.faces import SELLING, Use
from knaves.games.villagers.rules.abilities import FAVOR, MayorTurn
from knaves.games.villagers.state import Row, Village, without

TOLL = Menu("toll")
LOSE = Menu("lose")
SELL = Menu("sell")
SUFFER: Option = ("suffer",)
EARN: Option = ("earn",)


def tolls_due(s: Village, who: int) -> Row:
    """Cards in other towns that make this Mayor pay in this phase."""
    return tuple([slot for owner, slot in s.tolls if owner != who])


def pay_toll(s: Village, who: int, slot: int) -> None:
    """Looked at now: who has less than the card names owes nothing (R27)."""
    amount, floor = s.box.toll[s.face[slot]]
    owner = next(owner for owner, card in s.tolls if card == slot)
    if s.gold[who] < floor:
        s.tell("owed_nothing", who, slot, floor)
    else:
        s.tell("paid_toll", who, slot, s.give(who, owner, amount), owner)


def card_gold(s: Village, who: int) -> tuple[int, Row]:
    """Gold that cards of this town bring in this phase by themselves, and the cards that cost some."""
    phase, face, gains = s.phase, s.face, s.box.gains
    income = 0
    losses: Row = ()
    for slot in s.town[who]:
        for when, rule in gains[face[slot]]:
            if when == phase:
                gold = s.counted(who, rule)
                if gold > 0:
                    income += gold
                elif gold < 0 and slot not in losses:
                    losses += (slot,)
    return income, losses


def card_loss(s: Village, who: int, slot: int) -> int:
    """What this card costs in this phase."""
    rules = s.box.gains[s.face[slot]]
    return sum(max(0, -s.counted(who, rule)) for when, rule in rules if when == s.phase)


class DueTurn(MayorTurn):
    """Things that are due must all be settled; things that may be used, may."""

    lines = ("select", "selected", "granted", "tidy")

    loss: int  # the Pillage Loss to suffer
    income: int  # gold to take from the bank
    tolls: Row  # cards of other towns that want gold
    losses: Row  # cards of one's own town that cost gold

    def due(self) -> list[Option]:
        """What must still happen in this turn."""
        options = [EARN] if self.income else []
        if self.loss:
            options.append(SUFFER)
        if self.losses:
            options.extend(LOSE.row(self.losses))
        if self.tolls:
            options.extend(TOLL.row(self.tolls))
        return options

    def order_matters(self, s: Village) -> bool:
        """Could one order of what is due leave other purses than another?"""
        if not self.tolls and not self.income:
            return False
        gold, income = s.gold[self.who], self.income
        out = max(0, self.loss - s.shield)
        if self.losses:
            out += sum([card_loss(s, self.who, slot) for slot in self.losses])
        elif not self.tolls and not out:
            return False
        tolls = [s.box.toll[s.face[slot]] for slot in self.tolls]
        tolls = [
            toll for toll in tolls if toll[1] <= gold + income
        ]  # else nothing is owed, whatever comes first
        if not tolls:
            return bool(income and out and (gold < out or s.bank < income))
        paid = sum([amount for amount, _ in tolls])
        sure = all(gold - out - paid + amount >= max(floor, amount) for amount, floor in tolls)
        if sure:
            return bool(income and s.bank < income)
        return len(tolls) > 1 or bool(out or income)

    def settle(self, s: Village, due: Option) -> None:
        """One ruling takes effect."""
        who, verb = self.who, due[0]
        if verb == "earn":
            income, self.income = self.income, 0
            self.take_income(s, income)
        elif verb == "suffer":
            loss, self.loss = s.pay(who, max(0, self.loss - s.shield)), 0
            if loss:
                s.tell("pillaged", who, loss)  # pillage.2, R4
        elif verb == "lose":
            (slot,) = things_of(due)
            self.losses = without(self.losses, slot)
            lost = s.pay(who, card_loss(s, who, slot))
            if lost:
                s.tell("lost", who, lost, slot)
        else:
            (slot,) = things_of(due)
            self.tolls = without(self.tolls, slot)
            pay_toll(s, who, slot)

    def take_income(self, s: Village, income: int) -> None:
        gold = s.gain(self.who, income)
        if gold:
            s.tell("earned", self.who, gold)

    def may_use(self, s: Village) -> list[Option]:
        """What this Mayor may use now, the Favor among it."""
        raise NotImplementedError

    def settled(self, s: Village) -> bool:
        """What no order can change is settled without a question (R28): is the turn over by that?"""
        if self.loss and self.loss <= s.shield:
            self.loss = 0
        if self.order_matters(s) or self.may_use(s):
            return False
        for due in self.due():  # gold to take comes first: it may pay for something
            self.settle(s, due)
            if self.may_use(s):
                return False
        return True

    def tidy(self, s: Village) -> None:
        """After each answer: the turn goes on, or is over."""
        self.go("end" if self.settled(s) else "select")

    def select(self, s: Village) -> Choice:
        options = self.due()
        may_stop = not options
        options.extend(self.may_use(s))
        if may_stop:
            options.append(DONE)
        return Choice(self.who, options, self.unasked_would_tell(s))

    def unasked_would_tell(self, s: Village) -> bool:
        """Would it show what the hand holds if a lone answer were not asked for? Whoever hides a card and can pay is
        offered what depends on it (R42), and gold lies open."""
        return False

    def selected(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb in ("earn", "suffer", "lose", "toll"):
            self.settle(s, self.answer)
            self.go("tidy")
        elif verb == "favor":
            self.favored(s)
            self.go("tidy")
        elif verb == "done":
            self.go("end")
        else:
            return self.take_up(s, "tidy")
        return None

    def favored(self, s: Village) -> None:
        """What the Favor does in this phase."""
        raise NotImplementedError

    def granted(self, s: Village) -> Step[Village] | None:
        self.go("tidy")
        return super().granted(s)

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == SELLING:
            return SellOne(self.who, use.amount)
        return super().effect(s, slot, use)

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind != "card" or not (0 <= thing < len(s.face) and s.sees(seat, thing)):
            return None
        if s.box.toll_phase[s.face[thing]] == s.phase and any(thing in town for town in s.town):
            return Refused("You owe nothing to this card, or you have settled it.", "timing.2")
        return self.why_not_used(s, thing, ())

    def refuse(self, s: Village, seat: int, option: Option) -> Refused | None:
        if option == DONE:
            return Refused("Something is still due in this turn.", "timing.2")
        if option == FAVOR and s.favor_seat != seat:
            return Refused("The King's Favor is not in your town.", "favor.2")
        if option == FAVOR:
            return Refused("The King's Favor would do nothing for you now.", "favor.2")
        return None

    def clause(self, s: Village, seat: int) -> str:
        return "timing.2" if len(self.due()) > 1 else self.asks["select"][1]


class SellOne(Step[Village]):
    """A card from hand for gold. It may be left, so that being asked tells nothing about the hand."""

    lines = ("choose", "sell")
    asks = {"choose": ("Which card leaves your hand, and the game, for {gold}g?", "ability.1")}

    who: int
    gold: int

    def choose(self, s: Village) -> Choice:
        return Choice(self.who, [*SELL.row(s.sellable(self.who)), DONE], True)

    def sell(self, s: Village) -> None:
        if self.answer[0] == "done":
            s.tell("sold_nothing", self.who)
            return
        card = self.answer[1]
        s.hand[self.who] = without(s.hand[self.who], card)
        s.drop(card)
        s.tell("sold", self.who, card, s.gain(self.who, self.gold))

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.hand[seat]:
            return Refused("Only buildings, citizens and heroes can be sold.", "ability.1")
        return None
