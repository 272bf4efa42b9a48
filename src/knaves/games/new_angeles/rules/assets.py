"""Assets that speak during a turn: the windows, and what each card does in its own (6, 26)."""

from __future__ import annotations

from collections.abc import Callable

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.menu import Menu
from knaves.core.modifiers import Modifier
from knaves.core.step import Choice, Option, Step
from knaves.games.new_angeles.cards import FIRST_EMERGENCY
from knaves.games.new_angeles.cards import effects as vocabulary
from knaves.games.new_angeles.deals.promises import countered
from knaves.games.new_angeles.deals.trade import counter_changes
from knaves.games.new_angeles.rules.statement import Statement, rehearse
from knaves.games.new_angeles.rules.timing import (
    ABSTAINED,
    ACTIVE_LOST,
    COUNTER_MADE,
    DEAL_END,
    MAIN_OFFER_MADE,
    OFFER_PROPOSED,
    PROMPTS,
    RESOLUTION_START,
    SUPPORT_START,
    THREAT_ROSE,
    TIED,
    TURN_START,
)
from knaves.games.new_angeles.state import (
    CAPRICE_NISEI,
    CHIEF_GORMAN,
    COUNTER,
    EIKO,
    ISABEL_MCGUIRE,
    JACKSON_HOWARD,
    LILY_LOCKWELL,
    LOCUST_COMPANY,
    MAIN,
    MARK_YALE,
    MIDORI,
    MONICA_SINGH,
    SAUL_EUSTECIO,
    TANAKA,
    THE_FALL_GUY,
    NewAngeles,
)

SKIP: Option = ("skip",)
UNSTATED = "unorthodox_knowledge"  # 2.9
DRAW = Menu("draw")
Drawing = vocabulary.DrawTop


def moment(s: NewAngeles, when: int, about: int = 0) -> bool:
    """Does anybody have an asset to use at this moment?"""
    if not s.voices >> when & 1:
        return False
    for face in s.box.speakers[when]:
        seat = s.holder[face]
        if seat >= 0 and not s.exhausted >> face & 1 and usable(s, when, face, seat, about):
            return True
    return False


def usable(s: NewAngeles, when: int, face: int, seat: int, about: int) -> bool:
    """Could this asset do anything for its owner now? Cards are public, so whoever can is no secret."""
    return USABLE[when](s, face, seat, about) if when in USABLE else True


def against_an_offer(s: NewAngeles, face: int, seat: int, side: int) -> bool:
    """Caprice Nisei and Mark Yale bind whoever proposes: another player, who can be bound."""
    card, bidder = s.offer(side), s.bidder(side)
    if card < 0 or bidder == seat:
        return False
    if face == MARK_YALE:
        return s.trading
    return s.title(card) != UNSTATED and bool(rehearse(s, card, bidder))


def at_support(s: NewAngeles, face: int, seat: int, about: int) -> bool:
    if face == LOCUST_COMPANY:
        out = (s.active, s.countering)
        return bool(s.counters) and any(x not in out and s.hands[x] for x in range(s.seats))
    return bool(s.drawable())


def between_two(s: NewAngeles, face: int, seat: int, about: int) -> bool:
    return bool(s.counters) and s.countering != s.active


USABLE: dict[int, Callable[[NewAngeles, int, int, int], bool]] = {
    TURN_START: lambda s, face, seat, about: (
        seat != s.active and s.capital[s.active] > s.capital[seat] and bool(s.hands[s.active])
    ),
    OFFER_PROPOSED: against_an_offer,
    MAIN_OFFER_MADE: lambda s, face, seat, about: (
        seat == s.active and bool(s.hands[seat] or s.emergencies(seat))
    ),
    COUNTER_MADE: lambda s, face, seat, about: seat != s.countering,
    SUPPORT_START: at_support,
    ABSTAINED: lambda s, face, seat, about: seat != about and bool(s.hands[about] or s.capital[about]),
    RESOLUTION_START: between_two,
    TIED: between_two,
    ACTIVE_LOST: lambda s, face, seat, about: seat == s.active and s.capital[s.countering] > 0,
    DEAL_END: lambda s, face, seat, about: not s.hands[seat] and bool(s.drawable()),
}


def corporation(s: NewAngeles, seat: int) -> str:
    return s.box.corps[s.corp[seat]].name


class Window(Step[NewAngeles]):
    """A moment: clockwise from the active player, each owner may use his assets of this moment (6.4a)."""

    lines = ("ask", "take")

    when: int
    about: int = 0
    spent: int = field(default=0, init=False)  # bits of faces used or let pass here

    def speaker(self, s: NewAngeles) -> tuple[int, list[int]]:
        """The next owner and what he may use."""
        found: dict[int, list[int]] = {}
        for face in s.box.speakers[self.when]:
            seat = s.holder[face]
            if (
                seat >= 0
                and not (s.exhausted | self.spent) >> face & 1
                and usable(s, self.when, face, seat, self.about)
            ):
                found.setdefault((seat - s.active) % s.seats, []).append(face)
        if not found:
            return -1, []
        first = min(found)
        return (s.active + first) % s.seats, found[first]

    def ask(self, s: NewAngeles) -> Choice | None:
        seat, faces = self.speaker(s)
        if seat < 0 or self.decided(s):
            if self.when == THREAT_ROSE:
                s.rises = 0
            self.go("end")
            return None
        options: list[Option] = [("use", s.slot_of(face)) for face in faces]
        options.append(SKIP)
        return Choice(seat, options)

    def decided(self, s: NewAngeles) -> bool:
        """Tanaka and Midori: once somebody has named the winner, nobody else can."""
        return self.when in (RESOLUTION_START, TIED) and s.won >= 0

    def take(self, s: NewAngeles) -> Step[NewAngeles] | None:
        seat, faces = self.speaker(s)
        self.go("ask")
        if self.answer == SKIP:
            for face in faces:
                self.spent |= 1 << face
            return None
        face = s.face[self.answer[1]]
        self.spent |= 1 << face
        spend(s, seat, face)
        return act(s, face, seat, self.about)

    def prompt(self, s: NewAngeles, seat: int) -> str:
        """What has happened, and what the assets in question do."""
        rows = [s.box.assets[face] for face in self.speaker(s)[1]]
        return " ".join([self.happened(s), *(f"{row.name}: {row.text}" for row in rows)])

    def happened(self, s: NewAngeles) -> str:
        if self.when == OFFER_PROPOSED:
            card = s.box.actions[s.face[s.offer(self.about)]].name
            return f"{corporation(s, s.bidder(self.about))} proposes {card}."
        if self.when == COUNTER_MADE:
            card = s.box.actions[s.face[s.counters[-1]]].name
            return f"{corporation(s, s.countering)} counters with {card}."
        if self.when == TURN_START:
            return f"The turn of {corporation(s, s.active)} begins."
        if self.when == ABSTAINED:
            return f"{corporation(s, self.about)} abstains."
        if self.when == THREAT_ROSE and self.about > 1:
            return f"Threat has risen {self.about} times."
        return PROMPTS[self.when][0]

    def clause(self, s: NewAngeles, seat: int) -> str:
        return PROMPTS[self.when][1]

    def why_not(self, s: NewAngeles, seat: int, kind: str, thing: int) -> Refused | None:
        face = s.asset_face(thing) if kind == "asset" else -1
        if face >= 0 and s.exhausted >> face & 1:
            return Refused("It is exhausted until its owner's next Refresh step.", "26")
        return None


def spend(s: NewAngeles, seat: int, face: int) -> None:
    """The asset is exhausted or discarded for its ability."""
    slot = s.slot_of(face)
    s.tell("uses", seat, slot)
    use = s.box.assets[face].use
    if use == "exhaust":
        s.exhausted |= 1 << face
    elif use == "discard":
        s.discard_asset(slot)


def act(s: NewAngeles, face: int, seat: int, about: int) -> Step[NewAngeles] | None:
    """What the asset does."""
    if face == LILY_LOCKWELL:
        hand = s.hands[s.active]
        slot = hand[s.below(len(hand))]
        steal_card(s, seat, s.active, slot)
    elif face == JACKSON_HOWARD:
        return BackWinner(seat)
    elif face == CAPRICE_NISEI:
        s.plan = ()
        s.bound_card = s.offer(about)
        return Statement(s.bidder(about), s.offer(about))
    elif face == MARK_YALE:
        bidder = s.bidder(about)
        s.mods.append(Modifier(face, "trade", "no", seat=bidder, until="deal"))
        s.tell("barred_trade", bidder)
    elif face == THE_FALL_GUY:
        return CounterSelf(seat)
    elif face == CHIEF_GORMAN:
        return SendBack(s.countering, seat)
    elif face == ISABEL_MCGUIRE:
        return LaySupport(seat)
    elif face == LOCUST_COMPANY:
        return BarSupport(seat)
    elif face == EIKO:
        return Pressed(about)
    elif face in (TANAKA, MIDORI):
        return NameWinner(seat)
    elif face == SAUL_EUSTECIO:
        s.gain(seat, 1)
        s.gain(s.active, 1)
    elif face == MONICA_SINGH:
        s.steal(seat, s.countering, 2)
    else:  # Rachel Beckmann once, Sunny LeBeau for each rise
        return DrawTop(seat, drawn(s, face), max(about, 1))
    return None


def drawn(s: NewAngeles, face: int) -> int:
    """How many cards the row of an asset lets its owner draw."""
    return sum(effect.cards for effect in s.box.assets[face].effects if isinstance(effect, Drawing))


def steal_card(s: NewAngeles, thief: int, victim: int, slot: int) -> None:
    """56.3: nobody else sees it."""
    s.hand_over(victim, thief, slot)
    both = 1 << thief | 1 << victim
    s.tell("stole_card", thief, slot, victim, to=both)
    s.tell("stole_hidden", thief, victim, to=s.everyone ^ both)


class BackWinner(Step[NewAngeles]):
    """Jackson Howard names another player."""

    lines = ("ask", "take")
    asks = {"ask": ("Name another player: if he wins this deal, you gain 2 capital.", "6.2")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("name", x) for x in range(s.seats) if x != self.who])

    def take(self, s: NewAngeles) -> None:
        s.named = (self.who, self.answer[1])
        s.tell("named", self.who, self.answer[1])


class CounterSelf(Step[NewAngeles]):
    """The Fall Guy: the active player makes the counteroffer, too (16.7, ruling R22)."""

    lines = ("ask", "take")
    asks = {"ask": ("Make the counteroffer yourself.", "16.7")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        cards = [*s.hands[self.who], *s.emergencies(self.who)]
        return Choice(self.who, [("counter", slot) for slot in cards])

    def take(self, s: NewAngeles) -> None:
        lay_counter(s, self.who, self.answer[1])


def lay_counter(s: NewAngeles, seat: int, slot: int) -> None:
    """15.1, 15.3: faceup on top of the box."""
    if slot in s.hands[seat]:
        s.take_from(seat, slot)
    s.show(slot)
    s.counters = (*s.counters, slot)
    s.counter_by = (*s.counter_by, seat)
    s.tell("counters", seat, slot)
    if s.promises or s.offers:
        countered(s, seat)
        counter_changes(s)


class SendBack(Step[NewAngeles]):
    """Chief Gorman: pay his owner 2, or take the counteroffer back (15.8)."""

    lines = ("ask", "take")
    asks = {"ask": ("Pay {owner:seat} 2 capital, or take your counteroffer back.", "15.8")}

    who: int
    owner: int

    def ask(self, s: NewAngeles) -> Choice:
        options: list[Option] = [("take_back",)]
        if s.capital[self.who] >= 2:
            options.append(("pay_off", self.owner))
        return Choice(self.who, options, always=s.trading)  # who is short of capital may borrow it (65)

    def take(self, s: NewAngeles) -> None:
        if self.answer[0] == "pay_off":
            s.steal(self.owner, self.who, 2)
            return
        slot = s.counters[-1]
        s.counters, s.counter_by = s.counters[:-1], s.counter_by[:-1]
        if slot < FIRST_EMERGENCY:  # emergency cards lie before their player all the time
            s.hands[self.who] += (slot,)
        s.mods.append(Modifier(CHIEF_GORMAN, "counter", "no", seat=self.who, until="turn"))
        s.tell("sent_back", self.who, slot)
        counter_changes(s)


class LaySupport(Step[NewAngeles]):
    """Isabel McGuire: the top card of a deck, unseen, beside either offer."""

    lines = ("ask", "take")
    asks = {"ask": ("Lay the top card of a deck beside an offer.", "16.4")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        sides = (MAIN, COUNTER) if s.counters else (MAIN,)
        return Choice(self.who, [("lay_top", kind, side) for kind in s.drawable() for side in sides])

    def take(self, s: NewAngeles) -> None:
        kind, side = self.answer[1], self.answer[2]
        slot = s.take_top(kind)
        if slot >= 0:
            s.support = add_card(s, side, slot)
            s.tell("laid_top", self.who, kind, side)


class BarSupport(Step[NewAngeles]):
    """Locust Company: somebody may not support the counteroffer."""

    lines = ("ask", "take")
    asks = {"ask": ("Choose a player who may not support the counteroffer.", "16.4")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        out = (s.active, s.countering)
        return Choice(self.who, [("bar", x) for x in range(s.seats) if x not in out])

    def take(self, s: NewAngeles) -> None:
        seat = self.answer[1]
        s.mods.append(Modifier(LOCUST_COMPANY, "support_counter", "no", seat=seat, until="deal"))
        s.tell("barred_support", seat)


class Pressed(Step[NewAngeles]):
    """Eiko: one card for the main offer, or 1 capital (ruling R25)."""

    lines = ("ask", "take")
    asks = {"ask": ("Lay a card beside the main offer, or lose 1 capital.", "16.4")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        options: list[Option] = [("lay", slot) for slot in s.hands[self.who]]
        return Choice(self.who, [*options, ("forfeit",)])

    def take(self, s: NewAngeles) -> None:
        if self.answer[0] == "forfeit":
            s.lose(self.who, 1)
        else:
            s.side[self.who] = MAIN
            lay_support(s, self.who, self.answer[1])


def add_card(s: NewAngeles, side: int, slot: int) -> tuple[tuple[int, ...], ...]:
    main, counter = s.support
    return ((*main, slot), counter) if side == MAIN else (main, (*counter, slot))


def lay_support(s: NewAngeles, seat: int, slot: int) -> None:
    """59.1: facedown beside the offer this player stands by."""
    side = s.side[seat]
    s.take_from(seat, slot)
    s.conceal(1 << seat, seat, slot)
    s.support = add_card(s, side, slot)
    s.laid[seat] += 1
    s.tell("supports", seat, side)


class NameWinner(Step[NewAngeles]):
    """Tanaka or Midori: the winner of the deal is named."""

    lines = ("ask", "take")
    asks = {"ask": ("Name the winner of the deal.", "16.5")}

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("award", MAIN), ("award", COUNTER)])

    def take(self, s: NewAngeles) -> None:
        s.won = self.answer[1]
        s.tell("awarded", self.who, s.won)


class DrawTop(Step[NewAngeles]):
    """Cards of the topmost type of the corp sheet; Melange Mining names one each time (ruling R8)."""

    lines = ("ask", "take")
    asks = {"ask": ("Draw {cards} of one type, {times} times to go: choose the type.", "29")}

    who: int
    cards: int
    times: int = 1

    def ask(self, s: NewAngeles) -> Choice:
        kind = s.topmost(self.who)
        if kind >= 0:
            return Choice(self.who, [DRAW[kind]])
        return Choice(self.who, DRAW.row(s.drawable() or range(5)))

    def take(self, s: NewAngeles) -> None:
        s.draw(self.who, self.answer[1], self.cards)
        self.times -= 1
        if self.times:
            self.go("ask")
