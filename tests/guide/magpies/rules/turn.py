"""A turn: ask for jewels, lay down sets, or take a card."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Choice, Option, Step
from tests.guide.magpies.rules.end import count
from tests.guide.magpies.state import Nest

ASK, LAY = Menu("ask", 2), Menu("lay")
TAKE: Option = ("take",)


class Turn(Step[Nest]):
    """One turn after the other, until the sets are counted."""

    lines = ("choose", "do", "next")
    asks = {"choose": ("Ask for a jewel you have, lay down a set, or take a card.", "turn.1")}

    def choose(self, s: Nest) -> Choice:
        who = s.turn
        sets = [kind for kind in s.kinds(who) if len(s.jewels(who, kind)) == len(s.box.faces[kind])]
        options = LAY.row(sets)  # sets.1
        for other in range(s.seats):
            if other != who and s.hand[other]:
                options += ASK[other].row(s.kinds(who))  # turn.1
        # A magpie with one thing to do must be asked all the same: who is not asked has shown what he holds.
        return Choice(who, [*options, TAKE], always=bool(s.hand[who]))

    def why_not(self, s: Nest, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "seat":
            return Refused("That magpie has no cards to ask for.", "turn.1")
        if kind == "jewel":
            return Refused("You may ask only for a jewel of which you hold one.", "turn.1")
        return None

    def do(self, s: Nest) -> None:
        who, verb = s.turn, self.answer[0]
        if verb == "lay":
            self.lay(s, who, self.answer[1])
        elif verb == "ask":
            self.question(s, who, self.answer[1], self.answer[2])
        else:
            s.draw(who)  # turn.4

    def lay(self, s: Nest, who: int, kind: int) -> None:
        for slot in s.jewels(who, kind):
            s.hand[who].remove(slot)
            s.laid[who].append(slot)
            s.show(slot)
        s.tell("laid", who, kind, s.box.jewels[kind].worth)
        self.go("choose")

    def question(self, s: Nest, who: int, other: int, kind: int) -> None:
        s.tell("asked", who, other, kind)
        s.know(s.hand[who], s.box.faces[kind], 1)  # nobody asks without one: turn.1
        given = s.jewels(other, kind)
        for slot in given:
            s.hand[other].remove(slot)
            s.hand[who].append(slot)
            s.show(slot)
        s.rule_out(s.hand[other], s.box.faces[kind])  # he had none, or has none left: turn.2, turn.3
        if given:
            s.tell("gave", other, len(given), kind)
            self.go("choose")
        else:
            s.tell("none", other)
            s.draw(who)

    def next(self, s: Nest) -> None:
        if not s.deck:
            s.left = s.seats if s.left < 0 else s.left - 1
        if s.left == 0:
            s.result = count(s)
        s.turn = (s.turn + 1) % s.seats
        self.go("choose")
