"""Assets that speak during a turn: the windows in which their owners may use them (6, 26)."""

from __future__ import annotations

from collections.abc import Callable

from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.step import Choice, Option, Step
from knaves.games.new_angeles.cards.effects import DrawTop, Earn, StealsCapital
from knaves.games.new_angeles.rules.asset_abilities import OWN_RULES, DrawCards
from knaves.games.new_angeles.rules.statement import rehearse
from knaves.games.new_angeles.rules.timing import (
    ABSTAINED,
    ACTIVE_LOST,
    ASSET_REVEALED,
    COUNTER_MADE,
    COUNTER_WON,
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
from knaves.games.new_angeles.state import NewAngeles

SKIP: Option = ("skip",)
UNSTATED = "unorthodox_knowledge"  # 2.9


def window(s: NewAngeles, when: int, about: int = 0) -> Window | None:
    """Opens if anybody has a ready asset that speaks at this moment. Whether it could do anything, the window asks."""
    if not s.voices >> when & 1:
        return None
    for face in s.box.speakers[when]:
        if s.holder[face] >= 0 and not s.exhausted >> face & 1:
            return Window(when, about)
    return None


def alarm(s: NewAngeles) -> Window | None:
    """Threat has risen: Sunny LeBeau (ruling R26)."""
    opened = window(s, THREAT_ROSE, s.rises) if s.rises else None
    if opened is None:
        s.rises = 0
    return opened


def usable(s: NewAngeles, when: int, face: int, seat: int, about: int) -> bool:
    """Could this asset do anything for its owner now? Cards are public, so whoever can is no secret."""
    return USABLE[when](s, face, seat, about) if when in USABLE else True


def against_an_offer(s: NewAngeles, face: int, seat: int, side: int) -> bool:
    """Caprice Nisei and Mark Yale bind whoever proposes: another player, who can be bound."""
    card, bidder = s.offer(side), s.bidder(side)
    if card < 0 or bidder == seat:
        return False
    if s.box.assets[face].step == "BarTrade":
        return s.trading
    return s.title(card) != UNSTATED and rehearse(s, card, bidder) is not None


def at_support(s: NewAngeles, face: int, seat: int, about: int) -> bool:
    if s.box.assets[face].step == "BarSupport":
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
    THREAT_ROSE: lambda s, face, seat, about: s.draws_top(seat),
    ACTIVE_LOST: lambda s, face, seat, about: seat == s.active and s.capital[s.countering] > 0,
    DEAL_END: lambda s, face, seat, about: not s.hands[seat] and s.draws_top(seat),
}


class Window(Step[NewAngeles]):
    """A moment: clockwise from the active player, each owner may use his assets of this moment (6.4a)."""

    lines = ("ask", "take")

    when: int
    about: int = 0
    spent: int = field(0)  # bits of faces used or let pass here

    def speaker(self, s: NewAngeles) -> tuple[int, list[int]]:
        """The next owner and what he may use."""
        silent, first, faces = s.exhausted | self.spent, s.seats, list[int]()
        for face in s.box.speakers[self.when]:
            seat = s.holder[face]
            if seat < 0 or silent >> face & 1:
                continue
            place = (seat - s.active) % s.seats
            if place <= first and usable(s, self.when, face, seat, self.about):
                if place < first:
                    first, faces = place, []
                faces.append(face)
        return ((s.active + first) % s.seats if faces else -1), faces

    def ask(self, s: NewAngeles) -> Choice | None:
        seat, faces = self.speaker(s)
        if seat < 0:
            if self.when == THREAT_ROSE:
                s.rises = 0
            self.go("end")
            return None
        options: list[Option] = [("use", s.slot_of(face)) for face in faces]
        options.append(SKIP)
        return Choice(seat, options)

    def take(self, s: NewAngeles) -> Step[NewAngeles] | None:
        self.go("ask")
        if self.answer == SKIP:
            seat, faces = self.speaker(s)
            for face in faces:
                self.spent |= 1 << face
                s.tell("unused", seat, s.slot_of(face))
            return None
        face = s.face[self.answer[1]]
        seat = s.holder[face]
        self.spent |= 1 << face
        spend(s, seat, face)
        return act(s, face, seat, self.about)

    def prompt(self, s: NewAngeles, seat: int) -> str:
        """What has happened, and what the assets in question do."""
        assets = [f"{{{s.slot_of(face)}:asset}}: {s.box.assets[face].text}" for face in self.speaker(s)[1]]
        return " ".join([self.happened(s), *assets])

    def happened(self, s: NewAngeles) -> str:
        if self.when == OFFER_PROPOSED:
            return f"{{{s.bidder(self.about)}:seat}} proposes {{{s.offer(self.about)}:card}}."
        if self.when == COUNTER_MADE:
            return f"{{{s.countering}:seat}} counters with {{{s.counters[-1]}:card}}."
        if self.when == TURN_START:
            return f"The turn of {{{s.active}:seat}} begins."
        if self.when == ASSET_REVEALED:
            return f"{{{s.revealed}:asset}} is revealed."
        if self.when == ABSTAINED:
            return "{about:seat} abstains."
        if self.when in (RESOLUTION_START, TIED):
            return f"{PROMPTS[self.when][0][:-1]}: {s.support_counted()}."
        if self.when in (COUNTER_WON, ACTIVE_LOST):
            return f"{{{s.winner}:seat}} wins the deal with the counteroffer."
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
    """What the asset does: its row says so, or names a rule of its own."""
    row = s.box.assets[face]
    if row.step:
        return OWN_RULES[row.step](s, face, seat, about)
    for effect in row.effects:
        if isinstance(effect, Earn):
            s.gain(seat if effect.who == "owner" else s.active, effect.capital)
        elif isinstance(effect, StealsCapital):
            s.steal(seat, s.countering, effect.capital)
        elif isinstance(effect, DrawTop):  # for each rise of threat, where that is the moment
            return DrawCards(seat, effect.cards, max(about, 1))
    return None
