"""Phase 4, Earning: citizens bring gold."""

from __future__ import annotations

from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.effects import EARNING
from knaves.games.villagers.cards.faces import DRAWING, GAINING, SELLING
from knaves.games.villagers.rules.abilities import DONE, FAVOR
from knaves.games.villagers.rules.timing import SELECT, TOLL, DueTurn, keeps_secret, tolls_due
from knaves.games.villagers.state import NOWHERE, Village

EARN: Option = ("earn",)
EARNS = 1 << EARNING


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
