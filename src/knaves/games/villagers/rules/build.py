"""Phase 5, Build/Hire: from hand to town, for gold."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.step import Option, Step
from knaves.core.words import all_of, counted
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
from knaves.games.villagers.rules.abilities import ability
from knaves.games.villagers.rules.timing import DueTurn, card_gold, tolls_due
from knaves.games.villagers.state import Row, Village, without

ADD = Menu("build")
KIND_WORDS = ((BUILDING, "building", "buildings"), (CITIZEN, "citizen", "citizens"), (HERO, "hero", "heroes"))
NO_MORE = (0, 0, 0, 0)
ABILITIES = (GAINING, DRAWING, SELLING, ONE_MORE, CHEAPER)


def open_build(s: Village, who: int) -> Step[Village] | None:
    """The turn begins; it is over at once when there is nothing that could be added."""
    face, kinds, prices = s.face, s.box.kind, s.box.price
    income, losses = card_gold(s, who) if who in s.gainers else (0, ())
    less = discounts(s, who) if s.advanced else NO_MORE
    tolls = tolls_due(s, who) if s.tolls else ()
    s.active, s.cut, s.shield = who, 0, 0
    gold = s.gold[who]
    for slot in s.hand[who]:
        number = face[slot]
        kind = kinds[number]
        if kind < CHALLENGE and prices[number] - less[kind] <= gold:
            return BuildTurn(who, 0, income, tolls, losses, less)
    if not tolls and not s.offers and not income and not losses and not s.hides(who):
        return None
    turn = BuildTurn(who, 0, income, tolls, losses, less)
    return None if turn.settled(s) else turn


def discounts(s: Village, who: int) -> Row:
    """How much less each kind of card costs by the cards of this town, new ones aside (timing.1)."""
    less: Row = NO_MORE
    cheaper, face = s.box.cheaper, s.face
    for slot in s.town[who]:
        off = cheaper[face[slot]]
        if off and slot not in s.fresh:
            less = (0, less[1] + off[1], less[2] + off[2], less[3] + off[3])
    return less


def price_of(s: Village, slot: int, less: Row) -> int:
    """What a card costs with these discounts and the one declared for it."""
    number = s.face[slot]
    return max(0, s.box.price[number] - less[s.box.kind[number]] - s.cut)  # R30


class BuildTurn(DueTurn):
    asks = {"select": ("", "build.1")}

    less: Row  # how much less each kind of card costs, by the cards that were in town
    builds: int = field(1)  # cards of any kind that may still be added (build.5)
    extra: Row = field(NO_MORE)  # more of a kind, by abilities

    def may_use(self, s: Village) -> list[Option]:
        """Cards that can be added and paid, and abilities."""
        face, kinds, prices, less = s.face, s.box.kind, s.box.price, self.less
        gold, builds = s.gold[self.who] + s.cut, self.builds
        options: list[Option] = []
        for slot in s.hand[self.who]:
            number = face[slot]
            kind = kinds[number]
            if kind < CHALLENGE and prices[number] - less[kind] <= gold and (builds or self.extra[kind]):
                options.append(ADD[slot])
        if s.offers:
            self.abilities(s, options, ABILITIES)
        return options

    def settled(self, s: Village) -> bool:
        """Whether anything can be added must not show by the turn's end, if the hand has secrets (extra.1)."""
        due = self.tolls or self.losses or self.income
        if not due and not self.builds and self.extra == NO_MORE and not (s.offers and self.offered(s)):
            return True
        return not s.hides(self.who) and super().settled(s)

    def unasked_would_tell(self, s: Village) -> bool:
        return s.hides(self.who)

    def offered(self, s: Village) -> bool:
        """Is there an ability that this Mayor has not asked for yet?"""
        for owner, slot in s.offers:
            if slot not in self.used:
                use = s.box.use[s.face[slot]]
                if use is not None and (owner == self.who or use.price >= 0):
                    return True
        return False

    def helps(self, s: Village, use: Use, price: int) -> bool:
        if use.verb in (ONE_MORE, CHEAPER) and s.hides(self.who):
            return True  # else its use would tell what the hand holds (R42)
        if use.verb == ONE_MORE:
            extra = tuple([n + (k == use.kind and k > 0) for k, n in enumerate(self.extra)])
            builds, gold = self.builds + (use.kind == 0), self.within_reach(s)
            more = self.addable(s, builds, extra, gold - price)
            return more > self.addable(s, self.builds, self.extra, gold)
        if use.verb == CHEAPER:
            return any(self.costs(s))
        return super().helps(s, use, price)

    def costs(self, s: Village) -> list[int]:
        """What the cards cost that could be added in this turn with all the gold within reach."""
        reach, kinds = self.within_reach(s), s.box.kind
        cards = [slot for slot in s.sellable(self.who) if self.builds or self.extra[kinds[s.face[slot]]]]
        return [cost for slot in cards if (cost := price_of(s, slot, self.less)) <= reach]

    def within_reach(self, s: Village) -> int:
        """The most gold that this Mayor could have in this turn, or be spared by abilities not used yet."""
        gold = s.gold[self.who] + self.income
        for owner, slot in s.offers:
            use = ability(s, slot)
            price = use.cost if owner == self.who else use.price
            if price >= 0 and slot not in self.used and use.verb in (GAINING, SELLING, CHEAPER):
                brings = s.counted(self.who, use.count) if use.verb == GAINING else use.amount
                gold += max(0, brings - price)
        return gold

    def addable(self, s: Village, builds: int, extra: Row, gold: int) -> int:
        """How many cards of the hand could be added for this gold, the cheapest first."""
        face, kinds = s.face, s.box.kind
        left, count = [builds, *extra[1:]], 0
        cards = [slot for slot in s.hand[self.who] if kinds[face[slot]] < CHALLENGE]
        for cost, kind in sorted([(price_of(s, slot, self.less), kinds[face[slot]]) for slot in cards]):
            if not left[kind]:
                kind = 0  # as one of any kind
            if left[kind] and cost <= gold:
                left[kind] -= 1
                gold -= cost
                count += 1
        return count

    def selected(self, s: Village) -> Step[Village] | None:
        if self.answer[0] == "build":
            self.add(s, self.answer[1])
            self.go("tidy")
            return None
        return super().selected(s)

    def add(self, s: Village, slot: int) -> None:
        who, kind = self.who, s.box.kind[s.face[slot]]
        paid = s.pay(who, price_of(s, slot, self.less))  # build.2
        s.hand[who] = without(s.hand[who], slot)
        s.town[who] += (slot,)
        s.fresh += (slot,)
        s.show(slot)  # build.3
        s.cut = 0
        s.tell("built", who, slot, paid)
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
            counted(n, f"more {one}", f"more {many}")
            for kind, one, many in KIND_WORDS
            if (n := self.extra[kind])
        ]
        if self.builds:
            more.insert(0, counted(self.builds, "card"))
        have = f"you have {s.purse(seat)}"
        if not more:
            return f"You have added your card; {have}. Anything else?"
        cut = f" The next card costs {s.cut}g less." if s.cut else ""
        return f"You may add {all_of(more)} from your hand to your town; {have}.{cut}{self.prices(s)}"

    def prices(self, s: Village) -> str:
        """What the cards of the hand cost now, where that is not what stands on them."""
        cards = [slot for slot in s.hand[self.who] if s.box.kind[s.face[slot]] < CHALLENGE]
        if not s.cut and not any(self.less[s.box.kind[s.face[slot]]] for slot in cards):
            return ""
        row = [f"{{{slot}:card}} {price_of(s, slot, self.less)}g" for slot in cards]
        return f" Prices now: {', '.join(row)}." if row else ""

    def why_not(self, s: Village, seat: int, kind: str, thing: int) -> Refused | None:
        if kind == "card" and thing in s.hand[seat]:
            number = s.face[thing]
            if s.box.kind[number] not in (BUILDING, CITIZEN, HERO):
                return Refused("Only buildings, citizens and heroes can be added to a town.", "build.1")
            if not self.builds and not self.extra[s.box.kind[number]]:
                return Refused("You have added your card in this phase.", "build.5")
            costs = price_of(s, thing, self.less)
            return Refused(f"It costs {costs}g, and you have {s.purse(seat)}.", "build.4")
        return super().why_not(s, seat, kind, thing)
