"""Assets that speak during a turn: the windows, and what each card does in its own (6, 26)."""

from __future__ import annotations

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.modifiers import Modifier
from knaves.core.step import Choice, Option, Step
from knaves.games.new_angeles.rules.statement import Statement
from knaves.games.new_angeles.rules.timing import (
    ABSTAINED,
    ACTIVE_LOST,
    COUNTER_MADE,
    DEAL_END,
    MAIN_OFFER_MADE,
    OFFER_PROPOSED,
    PROMPTS,
    RESOLUTION_START,
    SPEAKERS,
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


def moment(s: NewAngeles, when: int, about: int = 0) -> bool:
    """Does anybody have an asset to use at this moment?"""
    if not s.voices >> when & 1:
        return False
    for face in SPEAKERS[when]:
        seat = s.holder[face]
        if seat >= 0 and not s.exhausted >> face & 1 and usable(s, when, face, seat, about):
            return True
    return False


def usable(s: NewAngeles, when: int, face: int, seat: int, about: int) -> bool:
    """Could this asset do anything now? Cards are public, so whoever can is no secret."""
    if when == OFFER_PROPOSED:
        card = s.offer(about)
        if card < 0:
            return False
        return face != CAPRICE_NISEI or s.title(card) != "unorthodox_knowledge"  # 2.9
    if when == TURN_START:
        return seat != s.active and s.capital[s.active] > s.capital[seat] and bool(s.hands[s.active])
    if when == MAIN_OFFER_MADE:
        return seat == s.active and bool(s.hands[seat] or s.emergencies(seat))
    if when == COUNTER_MADE:
        return seat != s.countering
    if when == SUPPORT_START:
        return bool(s.counters) if face == LOCUST_COMPANY else bool(s.drawable())
    if when == ABSTAINED:
        return seat != about
    if when in (RESOLUTION_START, TIED):
        return bool(s.counters) and s.countering != s.active
    if when == ACTIVE_LOST:
        return seat == s.active
    if when == DEAL_END:
        return not s.hands[seat] and bool(s.drawable())
    return True


class Window(Step[NewAngeles]):
    """A moment: clockwise from the active player, each owner may use his assets of this moment (6.4a)."""

    lines = ("ask", "take")

    when: int
    about: int = 0
    spent: int = field(default=0, init=False)  # bits of faces used or let pass here

    def speaker(self, s: NewAngeles) -> tuple[int, list[int]]:
        """The next owner and what he may use."""
        found: dict[int, list[int]] = {}
        for face in SPEAKERS[self.when]:
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
            self.next_rise()
            return None
        face = s.face[self.answer[1]]
        self.spent |= 1 << face
        spend(s, seat, face)
        self.next_rise()
        return act(s, face, seat, self.about)

    def next_rise(self) -> None:
        """Sunny LeBeau sees each rise of threat (ruling R26)."""
        if self.when == THREAT_ROSE and self.about > 1:
            self.about -= 1
            self.spent = 0

    def prompt(self, s: NewAngeles, seat: int) -> str:
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
    else:  # Rachel Beckmann, Sunny LeBeau
        return DrawTop(seat, 1 if s.box.assets[face].timing == "deal_end" else 2)
    return None


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
    closed = True

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
    closed = True

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


class SendBack(Step[NewAngeles]):
    """Chief Gorman: pay his owner 2, or take the counteroffer back (15.8)."""

    lines = ("ask", "take")
    asks = {"ask": ("Pay {owner:seat} 2 capital, or take your counteroffer back.", "15.8")}
    closed = True

    who: int
    owner: int

    def ask(self, s: NewAngeles) -> Choice:
        options: list[Option] = [("take_back",)]
        if s.capital[self.who] >= 2:
            options.append(("pay_off", self.owner))
        return Choice(self.who, options)

    def take(self, s: NewAngeles) -> None:
        if self.answer[0] == "pay_off":
            s.steal(self.owner, self.who, 2)
            return
        slot = s.counters[-1]
        s.counters, s.counter_by = s.counters[:-1], s.counter_by[:-1]
        if slot < 100:  # emergency cards lie before their player all the time
            s.hands[self.who] += (slot,)
        s.mods.append(Modifier(CHIEF_GORMAN, "counter", "no", seat=self.who, until="turn"))
        s.tell("sent_back", self.who, slot)


class LaySupport(Step[NewAngeles]):
    """Isabel McGuire: the top card of a deck, unseen, beside either offer."""

    lines = ("ask", "take")
    asks = {"ask": ("Lay the top card of a deck beside an offer.", "16.4")}
    closed = True

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
    closed = True

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
    closed = True

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
    closed = True

    who: int

    def ask(self, s: NewAngeles) -> Choice:
        return Choice(self.who, [("award", MAIN), ("award", COUNTER)])

    def take(self, s: NewAngeles) -> None:
        s.won = self.answer[1]
        s.tell("awarded", self.who, s.won)


class DrawTop(Step[NewAngeles]):
    """Cards of the topmost type of the corp sheet; Melange Mining names one (ruling R8)."""

    lines = ("ask", "take")
    asks = {"ask": ("Choose the type to draw.", "29")}

    who: int
    cards: int

    def ask(self, s: NewAngeles) -> Choice:
        kind = s.topmost(self.who)
        if kind >= 0:
            return Choice(self.who, [("draw", kind)])
        kinds = s.drawable() or range(5)
        return Choice(self.who, [("draw", kind) for kind in kinds])

    def take(self, s: NewAngeles) -> None:
        s.draw(self.who, self.answer[1], self.cards)
