"""Phases 3 and 4, Pillage and Earning: what is due and what may be used, in the order the Mayor likes (timing.2)."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.abilities import DONE, FAVOR, SLOTS, Turn, gain_always
from knaves.games.villagers.box import DRAWING, GAINING, SELLING, SHIELDING, Use
from knaves.games.villagers.state import NOWHERE, Village, without
from knaves.games.villagers.vocabulary import EARNING, PHASES

TOLL: list[Option] = [("toll", slot) for slot in range(SLOTS)]
SUFFER: Option = ("suffer",)
EARN: Option = ("earn",)
SELECT = 0
EARNS = 1 << EARNING


def tolls_due(s: Village, who: int) -> tuple[int, ...]:
    """Cards in other towns that make this Mayor pay in this phase."""
    return tuple([slot for owner, slot in s.tolls if owner != who])


def pay_toll(s: Village, who: int, slot: int) -> None:
    """Looked at now: who has less than the card names owes nothing (R27)."""
    amount, floor = s.box.toll[s.face[slot]]
    owner = next(owner for owner, card in s.tolls if card == slot)
    paid = s.give(who, owner, amount) if s.gold[who] >= floor else 0
    s.tell("paid_toll", who, slot, paid, owner)


def pillage_loss(s: Village, who: int) -> int:
    """The Pillage Loss of this town, less what shields it (pillage.1)."""
    face, pillage, shield = s.face, s.box.pillage, s.box.shield
    loss = less = 0
    for slot in s.town[who]:
        number = face[slot]
        loss += pillage[number]
        less += shield[number]
    return loss - less if loss > less else 0


def earnings(s: Village, who: int) -> int:
    """What the citizens earn, and what other cards add or take away (earning.1)."""
    face, earn, phases = s.face, s.box.earnings, s.box.phases
    total = 0
    for slot in s.town[who]:
        number = face[slot]
        total += earn[number]
        if phases[number] & EARNS:
            for phase, rule in s.box.gains[number]:
                if phase == EARNING:
                    total += s.counted(who, rule)
    return total


def open_pillage(s: Village, who: int) -> Step[Village] | None:
    """Most turns settle themselves: nothing is lost, or nothing can be done about it."""
    if s.gainers >> who & 1:
        gain_always(s, who)
    if not s.gold[who] and not s.offers:
        return None  # pillage.3
    loss = pillage_loss(s, who)
    tolls = tolls_due(s, who) if s.tolls else ()
    if not s.offers and not (loss and (tolls or s.favor_seat == who)):
        if loss:
            suffer(s, who, loss)
        if not tolls:
            return None
        if len(tolls) == 1:
            pay_toll(s, who, tolls[0])
            return None
    s.active, s.shield = who, 0
    return PillageTurn(who, loss, tolls)


def suffer(s: Village, who: int, loss: int) -> None:
    s.tell("pillaged", who, s.pay(who, loss))  # pillage.2, R4


def open_earning(s: Village, who: int) -> Step[Village] | None:
    tolls = tolls_due(s, who) if s.tolls else ()
    if not tolls and not s.offers and s.favor_seat != who:
        earn(s, who)
        return None
    s.active = who
    return EarningTurn(who, 1, tolls)


def earn(s: Village, who: int) -> None:
    total = earnings(s, who)
    if total > 0:
        s.tell("earned", who, s.gain(who, total))
    elif total < 0:
        s.tell("shrank", who, s.pay(who, -total))


class DueTurn(Turn):
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


class PillageTurn(DueTurn):
    lines = ("select", "selected", "granted")
    asks = {"select": ("Settle what is due, in the order you like.", "timing.2")}

    def select(self, s: Village) -> Choice:
        who = self.who
        options: list[Option] = []
        if self.due:
            options.append(SUFFER)
            if s.favor_seat == who:
                options.append(FAVOR)  # favor.9
        options.extend([TOLL[slot] for slot in self.tolls])
        verbs = [GAINING, DRAWING] if s.left else [GAINING]
        if self.due > s.shield:
            verbs.append(SHIELDING)
        if s.sellable(who):
            verbs.append(SELLING)
        self.abilities(s, options, verbs)
        if not self.due and not self.tolls:
            options.append(DONE)
        return Choice(who, options, keeps_secret(s, who, self.used))

    def selected(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "suffer":
            suffer(s, self.who, max(0, self.due - s.shield))
            self.due, self.line = 0, SELECT
        elif verb == "toll":
            self.settle_toll(s)
        elif verb == "favor":
            s.favor_seat = NOWHERE
            s.tell("spared", self.who)
            self.due, self.line = 0, SELECT
        elif verb == "done":
            self.go("end")
        else:
            return self.take_up(s, "select")
        return None

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == SHIELDING:
            s.shield += use.amount
            return None
        return super().effect(s, slot, use)

    def prompt(self, s: Village, seat: int) -> str:
        if self.due:
            loss = max(0, self.due - s.shield)
            return f"Your Pillage Loss is {loss}g, and you have {s.gold[seat]}g. What happens next?"
        return "What happens next in your Pillage turn?"

    def clause(self, s: Village, seat: int) -> str:
        return "timing.2" if self.tolls else "pillage.2"


class EarningTurn(DueTurn):
    lines = ("select", "selected", "granted")
    asks = {"select": ("Take your earnings and settle what is due, in the order you like.", "timing.2")}

    def select(self, s: Village) -> Choice:
        who = self.who
        options: list[Option] = []
        if self.due:
            options.append(EARN)
        options.extend([TOLL[slot] for slot in self.tolls])
        if s.favor_seat == who:
            options.append(FAVOR)  # favor.10
        verbs = [GAINING, DRAWING] if s.left else [GAINING]
        if s.sellable(who):
            verbs.append(SELLING)
        self.abilities(s, options, verbs)
        if not self.due and not self.tolls:
            options.append(DONE)
        return Choice(who, options, keeps_secret(s, who, self.used))

    def selected(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "earn":
            earn(s, self.who)
            self.due, self.line = 0, SELECT
        elif verb == "toll":
            self.settle_toll(s)
        elif verb == "favor":
            s.favor_seat = NOWHERE
            s.tell("bonus_gold", self.who, s.gain(self.who, 1))
            self.line = SELECT
        elif verb == "done":
            self.go("end")
        else:
            return self.take_up(s, "select")
        return None

    def prompt(self, s: Village, seat: int) -> str:
        if self.due:
            return f"Your earnings are {earnings(s, seat)}g. What happens next?"
        return "What happens next in your Earning turn?"

    def clause(self, s: Village, seat: int) -> str:
        return "timing.2" if self.tolls else "earning.1"


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
