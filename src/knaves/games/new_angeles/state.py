"""The pieces on the table of New Angeles, and the small rules that every chapter uses."""

from __future__ import annotations

from typing import NamedTuple

from knaves.core.data import field, shared
from knaves.core.state import Result, State
from knaves.core.step import Option
from knaves.games.new_angeles.cards import FIRST_EMERGENCY, HAND, THREAT_END, Box
from knaves.games.new_angeles.cards.effects import HandSize, MultiplyDraw

MAIN, COUNTER, ABSTAINED, UNDECIDED = 0, 1, 2, -1  # where a supporting player stands
NOTHING = -1
EMPTY_OFFER = -2  # the offer of a player without any card (ruling R16)

(
    AARON_MARRON,
    ALEX_WESTLUND,
    BERNICE_MAI,
    BRAINTRUST,
    BRYAN_STINSON,
    CAPRICE_NISEI,
    CHIEF_GORMAN,
    COACH_WALDEN,
    EIKO,
    ELIZABETH_MILLS,
    FLOYD,
    FUMIKO_YAMAMORI,
    GURREN_IMAISHI,
    HERNANDO_CORTEZ,
    ISABEL_MCGUIRE,
    JACKSON_HOWARD,
    LILY_LOCKWELL,
    LOCUST_COMPANY,
    MARCO_CUBRERO,
    MARK_YALE,
    MIDORI,
    MONICA_SINGH,
    MR_LI,
    MR_WHITE,
    NAOKO_WATANABE,
    RACHEL_BECKMANN,
    SAUL_EUSTECIO,
    SUNNY_LEBEAU,
    SUSAN_CHEN,
    TANAKA,
    THE_FALL_GUY,
    THOMAS_HAAS,
    TOSHIYUKI_SAKAI,
    WONG_YA_CHING,
) = range(34)  # the faces of the assets, in the order of their file


class Offer(NamedTuple):
    """An open offer (65): what the giver pays and gives, what he asks for and wants to get, and what either promises.

    Bundles of assets (`give`, `get`) are bits by face; promises are those of deals/promises.py.
    """

    number: int
    giver: int
    taker: int
    pay: int
    give: int
    ask: int
    get: int
    promise: int
    wanted: int


class Promise(NamedTuple):
    by: int
    to: int
    what: int
    turn: int
    fate: int


class NewAngeles(State):
    """Few lists, so that a clone is cheap; what seldom changes is a tuple and replaced as a whole."""

    trading: bool
    box: Box = shared(init=False)

    # The city (8) and its tracks.
    city: list[int] = field(default=[0] * 11, init=False)  # by district number, bits of cards
    supply: list[int] = field(default=[0] * 5, init=False)
    threat: int = field(default=0, init=False)
    rises: int = field(default=0, init=False)  # how often threat rose since Sunny LeBeau looked
    space: int = field(default=0, init=False)  # on the round track, box.SPACES
    setup: int = field(default=0, init=False)

    # The corporations (13).
    corp: tuple[int, ...] = field(default=(), init=False)  # by seat
    seat_of: tuple[int, ...] = field(default=(), init=False)  # by corporation, -1 if not in the game
    active: int = field(default=0, init=False)
    turn: int = field(default=0, init=False)  # turns taken in the whole game
    capital: list[int] = field(default=[], init=False)
    hands: list[tuple[int, ...]] = field(default=[], init=False)
    emergency: tuple[int, ...] = field(default=(), init=False)  # who has it, by corporation; -1 out
    faceup: int = field(default=0, init=False)  # bits by corporation
    investment: tuple[int, ...] = field(default=(), init=False)
    dealt: tuple[int, ...] = field(default=(), init=False)  # two investments a seat, while they choose
    rivals: tuple[int, ...] = field(default=(), init=False)  # by seat; the last is set aside

    # Decks, top card last.
    decks: list[tuple[int, ...]] = field(default=[], init=False)  # by type
    discard: list[int] = field(default=[], init=False)
    pool: list[int] = field(default=[0] * 106, init=False)  # see `conceal`
    pools: int = field(default=0, init=False)
    asset_deck: tuple[int, ...] = field(default=(), init=False)
    track: tuple[int, ...] = field(default=(), init=False)  # the turn track, slot 1 first
    demand_deck: tuple[int, ...] = field(default=(), init=False)
    demand: int = field(default=0, init=False)
    investment_deck: tuple[int, ...] = field(default=(), init=False)
    event_deck: tuple[int, ...] = field(default=(), init=False)
    backs: int = field(default=0, init=False)  # events whose back was open to all, bits by slot

    # Assets in play.
    assets: tuple[tuple[int, ...], ...] = field(default=(), init=False)  # slots, by seat
    holder: tuple[int, ...] = field(default=(-1,) * 34, init=False)  # seat, by face
    voices: int = field(default=0, init=False)  # moments at which some asset in play speaks, as bits
    exhausted: int = field(default=0, init=False)  # bits by face
    used: int = field(default=0, init=False)  # End of Turn abilities used this turn (22.1)

    # The deal (16).
    revealed: int = field(default=NOTHING, init=False)
    main: int = field(default=NOTHING, init=False)
    counters: tuple[int, ...] = field(default=(), init=False)  # the top one last (15.3)
    counter_by: tuple[int, ...] = field(default=(), init=False)
    support: tuple[tuple[int, ...], ...] = field(default=((), ()), init=False)
    side: list[int] = field(default=[], init=False)  # by seat: MAIN, COUNTER, ABSTAINED, UNDECIDED
    laid: list[int] = field(default=[], init=False)  # cards in support, by seat
    dealing: bool = field(default=False, init=False)
    winner: int = field(default=NOTHING, init=False)
    won: int = field(default=NOTHING, init=False)  # MAIN or COUNTER
    named: tuple[int, ...] = field(default=(), init=False)  # Jackson Howard: owner, named player

    # The action card being resolved.
    sick: bool = field(default=False, init=False)  # a district with illness was involved (32)
    moved: bool = field(default=False, init=False)  # an android was moved
    cleared: int = field(default=0, init=False)  # bits of districts this card has cleared
    void: bool = field(default=False, init=False)  # its cost could not be paid
    bound: bool = field(default=False, init=False)  # a statement holds while it is resolved
    bound_card: int = field(default=NOTHING, init=False)
    plan: tuple[Option, ...] = field(default=(), init=False)  # what was stated

    # Trading (65): see deals.
    offers: tuple[Offer, ...] = field(default=(), init=False)
    promises: tuple[Promise, ...] = field(default=(), init=False)
    talks: tuple[int, ...] = field(default=(), init=False)
    offer_no: int = field(default=0, init=False)

    # -- capital (7) ------------------------------------------------------------------------------------

    def gain(self, seat: int, capital: int) -> None:
        self.capital[seat] += capital
        self.tell("gained", seat, capital)

    def lose(self, seat: int, capital: int) -> int:
        """As much as there is (ruling R15)."""
        capital = min(capital, self.capital[seat])
        self.capital[seat] -= capital
        self.tell("lost", seat, capital)
        return capital

    def steal(self, thief: int, seat: int, capital: int) -> None:
        """56.1"""
        capital = min(capital, self.capital[seat])
        self.capital[seat] -= capital
        self.capital[thief] += capital
        self.tell("stole", thief, capital, seat)

    # -- threat (63) --------------------------------------------------------------------------------------

    def raise_threat(self, by: int) -> None:
        if by <= 0 or self.result is not None:
            return
        self.threat += by
        self.rises += 1
        self.tell("threat", by, min(self.threat, THREAT_END))
        if self.threat >= THREAT_END:
            self.threat = THREAT_END
            self.end_by_threat()

    def end_by_threat(self) -> None:
        """69.3: all lose, but for a federalist with 25 capital."""
        self.reveal_rivals()
        federalist = self.federalist()
        won = federalist >= 0 and self.capital[federalist] >= 25
        winners = (federalist,) if won else ()
        reason = "Threat reached 25: "
        if won:
            reason += "the federalist had at least 25 capital and wins alone."
        elif federalist >= 0:
            reason += "the federalist had less than 25 capital, so everyone loses."
        else:
            reason += "there is no federalist, so everyone loses."
        self.result = Result(winners, tuple(self.capital), reason)

    def reveal_rivals(self) -> None:
        for seat, slot in enumerate(self.rivals[: self.seats]):
            self.show(slot)
            self.tell("rival", seat, slot)

    def federalist(self) -> int:
        """The seat of the federalist, -1 if the card is set aside (28.3)."""
        for seat in range(self.seats):
            if self.face[self.rivals[seat]] == 6:
                return seat
        return -1

    # -- action cards (2) -----------------------------------------------------------------------------------

    def draw(self, seat: int, kind: int, count: int = 1) -> None:
        """2.2: an empty deck is filled from the discard pile first."""
        seen, bit = self.seen, 1 << seat
        for _ in range(count):
            slot = self.take_top(kind)
            if slot < 0:
                return
            seen[slot] |= bit
            self.hands[seat] += (slot,)
            if self.sink is not None:
                self.tell("drew", seat, kind, slot)

    def take_top(self, kind: int) -> int:
        """The top card of a deck leaves it; -1 if there is none even after sorting the discard pile."""
        if not self.decks[kind]:
            self.restock()
            if not self.decks[kind]:
                return NOTHING
        deck = self.decks[kind]
        self.decks[kind] = deck[:-1]
        return deck[-1]

    def drawable(self, taken: int = 0) -> list[int]:
        """Types a player may name: those with a deck, or a discard pile that may hold some (ruling R17)."""
        if self.discard:
            return [kind for kind in range(5) if not taken >> kind & 1]
        return [kind for kind in range(5) if not taken >> kind & 1 and self.decks[kind]]

    def restock(self) -> None:
        """2.2: the whole discard pile is revealed and sorted, and goes into the decks of its types."""
        if not self.discard:
            return
        self.tell("restocked", len(self.discard))
        kinds, face = self.box.type, self.face
        back: dict[int, list[int]] = {}
        for slot in sorted(self.discard, key=lambda slot: face[slot]):
            back.setdefault(kinds[face[slot]], []).append(slot)
            self.pool[slot] = 0
            self.show(slot)
        self.discard = []
        facts, notes = self.facts, self.notes
        self.facts, self.notes = (), ()  # none is about action cards: `pool` moves them without regard to any
        for kind in sorted(back):
            if self.sink is not None:
                self.tell_sorted(back[kind])
            deck = back[kind]  # alone in an empty deck, they are a lot of which everybody knows what is in it
            if self.decks[kind]:
                for slot in deck:
                    self.seen[slot] = 0
                deck += self.decks[kind]
            self.shuffle(deck)
            self.decks[kind] = tuple(deck)
        self.facts, self.notes = facts, notes

    def tell_sorted(self, slots: list[int]) -> None:
        """A line for each title among these."""
        titles: dict[str, list[int]] = {}
        for slot in slots:
            titles.setdefault(self.title(slot), []).append(slot)
        for same in titles.values():
            self.tell("sorted", same[0], len(same))

    def conceal(self, eyes: int, seat: int, *slots: int) -> None:
        """Cards leave a hand face down: only these eyes can tell which of its cards they were.

        The hand and the cards that left it become one *pool*: what others knew of single cards in it they know no
        longer, and in a world they imagine any of its faces may lie under any of its cards.
        """
        seen, pool = self.seen, self.pool
        group = [*self.hands[seat], *slots]
        labels = {pool[slot] for slot in group}
        labels.discard(0)
        if len(labels) == 1:
            label = labels.pop()
        else:
            self.pools += 1
            label = self.pools
            if labels:
                for slot, old in enumerate(pool):
                    if old in labels:
                        pool[slot] = label
        for slot in group:
            seen[slot] &= eyes
            pool[slot] = label

    def take_from(self, seat: int, slot: int) -> None:
        """A card leaves a hand."""
        hand = self.hands[seat]
        at = hand.index(slot)
        self.hands[seat] = hand[:at] + hand[at + 1 :]

    def throw(self, seat: int, slot: int) -> None:
        """2.4: a hand card goes face down to the discard pile."""
        self.take_from(seat, slot)
        self.conceal(1 << seat, seat, slot)
        self.discard.append(slot)
        self.tell("discarded", seat, slot, to=1 << seat)
        self.tell("discarded_hidden", seat, to=self.everyone ^ 1 << seat)

    def hand_over(self, giver: int, taker: int, slot: int) -> None:
        """2.8: a card passes from hand to hand; only these two know it."""
        self.take_from(giver, slot)
        self.conceal(1 << giver | 1 << taker, giver, slot)
        self.seen[slot] |= 1 << taker
        self.hands[taker] += (slot,)

    def title(self, slot: int) -> str:
        return self.box.actions[self.face[slot]].id

    # -- emergency cards (21) ---------------------------------------------------------------------------

    def emergencies(self, seat: int) -> list[int]:
        """The faceup emergency cards before this player that are not in the deal, as slots."""
        if seat not in self.emergency:
            return []
        busy = (self.main, *self.counters)
        return [
            FIRST_EMERGENCY + corp
            for corp, owner in enumerate(self.emergency)
            if owner == seat and self.faceup >> corp & 1 and FIRST_EMERGENCY + corp not in busy
        ]

    # -- assets (6) ---------------------------------------------------------------------------------------

    def give_asset(self, seat: int, slot: int) -> None:
        """6.1: the asset lies faceup before this player."""
        self.show(slot)
        face = self.face[slot]
        rows = [list(row) for row in self.assets]
        old = self.holder[face]
        if old >= 0:
            rows[old].remove(slot)
        rows[seat].append(slot)
        self.assets = tuple(tuple(row) for row in rows)
        self.holder = (*self.holder[:face], seat, *self.holder[face + 1 :])
        self.voices |= self.box.voice[face]

    def discard_asset(self, slot: int) -> None:
        """6.7: facedown to the bottom of the asset deck."""
        face = self.face[slot]
        seat = self.holder[face]
        if seat >= 0:
            rows = [tuple(x for x in row if x != slot) for row in self.assets]
            self.assets = tuple(rows)
            self.holder = (*self.holder[:face], -1, *self.holder[face + 1 :])
            self.voices = 0
            for row in rows:
                for other in row:
                    self.voices |= self.box.voice[self.face[other]]
        self.exhausted &= ~(1 << face)
        self.asset_deck = (slot, *self.asset_deck)
        self.tell("asset_discarded", slot)

    def ready(self, face: int, seat: int) -> bool:
        """Does this player have this asset, not exhausted?"""
        return self.holder[face] == seat and not self.exhausted >> face & 1

    def slot_of(self, face: int) -> int:
        """The card in play with this face."""
        for slot in self.assets[self.holder[face]]:
            if self.face[slot] == face:
                return slot
        raise LookupError(face)

    def hand_size(self, seat: int) -> int:
        """30, as the owner's assets change it."""
        size = HAND
        for slot in self.assets[seat]:
            for effect in self.box.assets[self.face[slot]].effects:
                if isinstance(effect, HandSize):
                    size += effect.add
        return max(size, 0)

    def sheet(self, seat: int) -> tuple[tuple[int, int], ...]:
        """The draw of this player's corp sheet (12.1, 12.3), Braintrust included."""
        rows = self.box.sheets[self.corp[seat]][self.seats > 4]
        times = 1
        for slot in self.assets[seat]:
            for effect in self.box.assets[self.face[slot]].effects:
                if isinstance(effect, MultiplyDraw):
                    times *= effect.by
        return tuple((kind, count * times) for kind, count in rows) if times > 1 else rows

    def topmost(self, seat: int) -> int:
        return self.box.topmost(self.corp[seat], self.seats)

    def asset_face(self, slot: int) -> int:
        """The face of an asset in play, -1 if this is none."""
        return self.face[slot] if any(slot in row for row in self.assets) else -1

    # -- the table ------------------------------------------------------------------------------------------

    def around(self) -> list[int]:
        """All seats, clockwise from the active player (6.4a)."""
        n, a = self.seats, self.active
        return [(a + k) % n for k in range(n)]

    @property
    def countering(self) -> int:
        """14: who made the latest counteroffer, -1 if nobody."""
        return self.counter_by[-1] if self.counter_by else NOTHING

    def offer(self, side: int) -> int:
        if side == MAIN:
            return self.main
        return self.counters[-1] if self.counters else NOTHING

    def bidder(self, side: int) -> int:
        return self.active if side == MAIN else self.countering

    def backed(self, seat: int) -> bool:
        """Did this player support the offer that won?"""
        return self.laid[seat] > 0 and self.side[seat] == self.won
