"""Phase 3, Pillage: challenges cost gold."""

from __future__ import annotations

from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.faces import DRAWING, GAINING, SELLING, SHIELDING, Use
from knaves.games.villagers.rules.abilities import DONE, FAVOR, gain_always
from knaves.games.villagers.rules.timing import SELECT, TOLL, DueTurn, keeps_secret, pay_toll, tolls_due
from knaves.games.villagers.state import NOWHERE, Village

SUFFER: Option = ("suffer",)


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
