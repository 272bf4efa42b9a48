"""Phase 5, Build/Hire: from hand to town, for gold."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.villagers.cards.faces import (
    BUILDING,
    CHALLENGE,
    CHEAPER,
    CITIZEN,
    DRAWING,
    GAINING,
    HERO,
    ONE_MORE,
    SELLING,
    Use,
)
from knaves.games.villagers.rules.abilities import DONE, SLOTS, gain_always
from knaves.games.villagers.rules.timing import SELECT, TOLL, DueTurn, tolls_due
from knaves.games.villagers.state import Village, without

ADD: list[Option] = [("build", slot) for slot in range(SLOTS)]


def open_build(s: Village, who: int) -> Step[Village] | None:
    """The turn begins; it is over at once when there is nothing that could be added."""
    box, face = s.box, s.face
    if s.gainers >> who & 1:
        gain_always(s, who)
    less: tuple[int, ...] = (0, 0, 0, 0)
    if s.advanced:
        cheaper = box.cheaper
        for slot in s.town[who]:
            off = cheaper[face[slot]]
            if off:
                less = (0, less[1] + off[1], less[2] + off[2], less[3] + off[3])
    tolls = tolls_due(s, who) if s.tolls else ()
    if not tolls and not s.offers:
        gold = s.gold[who]
        for slot in s.hand[who]:
            number = face[slot]
            kind = box.kind[number]
            if kind < CHALLENGE and box.price[number] - less[kind] <= gold:
                break
        else:
            if not s.hides(who):
                return None
    s.active, s.cut = who, 0
    return BuildTurn(who, 0, tolls, less)


class BuildTurn(DueTurn):
    lines = ("select", "selected", "granted")
    asks = {"select": ("Build or hire one card from your hand, or leave it at that.", "build.1")}

    less: tuple[int, ...]  # how much less each kind of card costs, by the cards that were in town
    builds: int = field(default=1, init=False)  # cards of any kind that may still be added (build.5)
    extra: tuple[int, ...] = field(default=(0, 0, 0, 0), init=False)  # more of a kind, by abilities

    def price(self, s: Village, slot: int) -> int:
        number = s.face[slot]
        price = s.box.price[number] - self.less[s.box.kind[number]] - s.cut
        return price if price > 0 else 0  # R30

    def select(self, s: Village) -> Choice | None:
        who = self.who
        face, kinds, prices, less = s.face, s.box.kind, s.box.price, self.less
        gold = s.gold[who] + s.cut
        may_add = self.builds > 0 or self.extra != (0, 0, 0, 0)
        if not may_add and not self.tolls and not self.offered(s):
            self.go("end")
            return None
        options: list[Option] = []
        cards = False
        for slot in s.hand[who]:
            number = face[slot]
            kind = kinds[number]
            if kind < CHALLENGE:
                cards = True
                if (self.builds or self.extra[kind]) and prices[number] - less[kind] <= gold:
                    options.append(ADD[slot])
        options.extend([TOLL[slot] for slot in self.tolls])
        if s.offers:
            verbs = [GAINING, DRAWING] if s.left else [GAINING]
            if cards:
                verbs.append(ONE_MORE)
                verbs.append(SELLING)
                if may_add:
                    verbs.append(CHEAPER)
            self.abilities(s, options, verbs)
        if not self.tolls:
            options.append(DONE)
        return Choice(who, options, s.hides(who))

    def offered(self, s: Village) -> bool:
        """Is there an ability that this Mayor has not asked for yet?"""
        for owner, slot in s.offers:
            if slot not in self.used:
                use = s.box.use[s.face[slot]]
                if use is not None and (owner == self.who or use.price >= 0):
                    return True
        return False

    def selected(self, s: Village) -> Step[Village] | None:
        verb = self.answer[0]
        if verb == "build":
            self.add(s, self.answer[1])
            self.line = SELECT
        elif verb == "toll":
            self.settle_toll(s)
        elif verb == "done":
            self.go("end")
        else:
            return self.take_up(s, "select")
        return None

    def add(self, s: Village, slot: int) -> None:
        who, kind = self.who, s.box.kind[s.face[slot]]
        price = self.price(s, slot)
        s.pay(who, price)  # build.2
        s.hand[who] = without(s.hand[who], slot)
        s.town[who] += (slot,)
        s.fresh += (slot,)
        s.show(slot)  # build.3
        s.cut = 0
        s.tell("built", who, slot, price)
        if self.extra[kind]:
            self.extra = tuple(n - (k == kind) for k, n in enumerate(self.extra))
        else:
            self.builds -= 1

    def effect(self, s: Village, slot: int, use: Use) -> Step[Village] | None:
        if use.verb == CHEAPER:
            s.cut += use.amount
            return None
        if use.verb == ONE_MORE:
            if use.kind:
                self.extra = tuple(n + (k == use.kind) for k, n in enumerate(self.extra))
            else:
                self.builds += 1
            return None
        return super().effect(s, slot, use)

    def prompt(self, s: Village, seat: int) -> str:
        more = [
            f"{n} more {word}"
            for n, word in zip(self.extra[1:], ("building", "citizen", "hero"), strict=True)
            if n
        ]
        if self.builds:
            more.insert(0, "1 card" if self.builds == 1 else f"{self.builds} cards")
        what = " and ".join(more)
        if not what:
            return f"You have added your card and have {s.gold[seat]}g. Anything else?"
        cut = f" The next card costs {s.cut}g less." if s.cut else ""
        return f"You may add {what} from your hand to your town; you have {s.gold[seat]}g.{cut}"

    def clause(self, s: Village, seat: int) -> str:
        return "timing.2" if self.tolls else "build.1"

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.hand[seat]:
            number = s.face[thing]
            if s.box.kind[number] not in (BUILDING, CITIZEN, HERO):
                return Refused("Only buildings, citizens and heroes can be added to a town.", "build.1")
            if not self.builds and not self.extra[s.box.kind[number]]:
                return Refused("You have added your card in this phase.", "build.5")
            price = self.price(s, thing)
            return Refused(f"It costs {price}g, and you have {s.gold[seat]}g.", "build.4")
        return super().why_not(s, seat, kind, thing)
