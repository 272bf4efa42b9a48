"""The pieces on the table of New Angeles, and the small rules that every chapter uses."""

from __future__ import annotations

from collections.abc import Sequence

from knaves.core.data import field
from knaves.core.knowledge import Fact
from knaves.core.state import Result
from knaves.core.step import Option
from knaves.core.words import so_many
from knaves.games.new_angeles.cards import FIRST_EMERGENCY, FIRST_EVENT, HAND, SPACES, THREAT_END
from knaves.games.new_angeles.state.action_decks import ActionDecks

MAIN, COUNTER, ABSTAINED, UNDECIDED = 0, 1, 2, -1  # where a supporting player stands
NOTHING = -1
EMPTY_OFFER = -2  # the offer of a player without any card (ruling R16)


class NewAngeles(ActionDecks):
    """Few lists, so that a clone is cheap; what seldom changes is a tuple and replaced as a whole."""

    # The city (8) and its tracks.
    city: list[int] = field([0] * 11)  # by district number, bits of cards
    supply: list[int] = field([0] * 5)
    threat: int = field(0)
    rises: int = field(0)  # how often threat rose since Sunny LeBeau looked
    space: int = field(0)  # on the round track, box.SPACES
    produced: bool = field(False)  # the Production Phase of this round is over
    setup: int = field(0)

    # The corporations (13).
    corp: tuple[int, ...] = field(())  # by seat
    seat_of: tuple[int, ...] = field(())  # by corporation, -1 if not in the game
    active: int = field(0)
    capital: list[int] = field([])
    emergency: tuple[int, ...] = field(())  # who has it, by corporation; -1 out
    faceup: int = field(0)  # bits by corporation
    investment: tuple[int, ...] = field(())
    dealt: tuple[int, ...] = field(())  # two investments a seat, while they choose
    rivals: tuple[int, ...] = field(())  # by seat; the last is set aside

    # Decks, top card last.
    asset_deck: tuple[int, ...] = field(())
    track: tuple[int, ...] = field(())  # the turn track, slot 1 first
    demand_deck: tuple[int, ...] = field(())
    demand: int = field(0)
    investment_deck: tuple[int, ...] = field(())
    event_deck: tuple[int, ...] = field(())
    backs: int = field(0)  # events whose back was open to all, bits by slot

    # Assets in play.
    assets: tuple[tuple[int, ...], ...] = field(())  # slots, by seat
    holder: tuple[int, ...] = field((-1,) * 34)  # seat, by face
    voices: int = field(0)  # moments at which some asset in play speaks, as bits
    exhausted: int = field(0)  # bits by face
    used: int = field(0)  # End of Turn abilities used this turn (22.1)

    # The deal (16).
    revealed: int = field(NOTHING)
    main: int = field(NOTHING)
    counters: tuple[int, ...] = field(())  # the top one last (15.3)
    counter_by: tuple[int, ...] = field(())
    counter_turn: int = field(0)  # see `may_counter`
    support: tuple[tuple[int, ...], ...] = field(((), ()))
    side: list[int] = field([])  # by seat: MAIN, COUNTER, ABSTAINED, UNDECIDED
    laid: list[int] = field([])  # cards in support, by seat
    dealing: bool = field(False)
    winner: int = field(NOTHING)
    won: int = field(NOTHING)  # MAIN or COUNTER
    named: tuple[int, ...] = field(())  # Jackson Howard: owner, named player

    # The action card being resolved.
    sick: int = field(0)  # bits of districts with illness that were involved (32)
    moved: bool = field(False)  # an android was moved
    cleared: int = field(0)  # bits of districts this card has cleared
    void: bool = field(False)  # its cost could not be paid
    pot: int = field(NOTHING)  # capital in it, while a card fills one
    bound: bool = field(False)  # a statement holds while it is resolved
    bound_card: int = field(NOTHING)
    plan: tuple[Option, ...] = field(())  # what was stated

    # -- capital (7) ------------------------------------------------------------------------------------

    def gain(self, seat: int, capital: int) -> None:
        self.capital[seat] += capital
        self.tell("gained", seat, capital)

    def lose(self, seat: int, capital: int) -> int:
        """As much as there is (ruling R15)."""
        capital = min(capital, self.capital[seat])
        if capital:
            self.capital[seat] -= capital
            self.tell("lost", seat, capital)
        return capital

    def reward(self, face: int, capital: int) -> None:
        """An asset in play pays its owner."""
        self.capital[self.holder[face]] += capital
        self.tell("rewarded", self.holder[face], capital, self.slot_of(face))

    def pay(self, seat: int, other: int, capital: int) -> None:
        self.capital[seat] -= capital
        self.capital[other] += capital
        self.tell("paid", seat, capital, other)

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
        self.lapse()  # ruling R33b
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

    # -- emergency cards (21) ---------------------------------------------------------------------------

    def emergencies(self, seat: int) -> list[int]:
        """The faceup emergency cards before this player that are not in the deal, as slots."""
        found: list[int] = []
        for corp, owner in enumerate(self.emergency):
            if owner == seat and self.faceup >> corp & 1:
                slot = FIRST_EMERGENCY + corp
                if slot != self.main and slot not in self.counters:
                    found.append(slot)
        return found

    # -- assets (6) ---------------------------------------------------------------------------------------

    def give_asset(self, seat: int, slot: int) -> None:
        """6.1: the asset lies faceup before this player."""
        self.show(slot)
        face = self.face[slot]
        rows = [*self.assets]
        old = self.holder[face]
        if old >= 0:
            rows[old] = tuple([other for other in rows[old] if other != slot])
        rows[seat] = (*rows[seat], slot)
        self.assets = tuple(rows)
        self.holder = (*self.holder[:face], seat, *self.holder[face + 1 :])
        self.voices |= self.box.voice[face]

    def discard_asset(self, slot: int) -> None:
        """6.7: facedown to the bottom of the asset deck."""
        face = self.face[slot]
        seat = self.holder[face]
        if seat >= 0:
            rows = [*self.assets]
            rows[seat] = tuple([other for other in rows[seat] if other != slot])
            self.assets = tuple(rows)
            self.holder = (*self.holder[:face], -1, *self.holder[face + 1 :])
            self.voices = 0
            for row in rows:
                for other in row:
                    self.voices |= self.box.voice[self.face[other]]
        self.exhausted &= ~(1 << face)
        self.asset_deck = (slot, *self.asset_deck)
        self.tell("asset_discarded", slot)

    def slot_of(self, face: int) -> int:
        """The card in play with this face."""
        for slot in self.assets[self.holder[face]]:
            if self.face[slot] == face:
                return slot
        raise LookupError(face)

    def hand_size(self, seat: int) -> int:
        """30, as the owner's assets change it."""
        size = HAND
        for face, more in self.box.hand_sizes:
            if self.holder[face] == seat:
                size += more
        return size

    def sheet(self, seat: int) -> tuple[tuple[int, int], ...]:
        """The draw of this player's corp sheet (12.1, 12.3), Braintrust included."""
        rows = self.box.sheets[self.corp[seat]][self.seats > 4]
        times = 1
        for face, by in self.box.draw_times:
            if self.holder[face] == seat:
                times *= by
        return tuple((kind, count * times) for kind, count in rows) if times > 1 else rows

    def topmost(self, seat: int) -> int:
        return self.box.topmost(self.corp[seat], self.seats)

    def draws_top(self, seat: int) -> bool:
        """Is there a card of the topmost type of this player's sheet, as far as anybody knows (rulings R8, R17)?"""
        kind, kinds = self.topmost(seat), self.drawable()
        return kind in kinds if kind >= 0 else bool(kinds)

    def asset_face(self, slot: int) -> int:
        """The face of an asset in play, -1 if this is none."""
        return self.face[slot] if any(slot in row for row in self.assets) else -1

    # -- events (24) --------------------------------------------------------------------------------------

    def known(self) -> tuple[Fact, ...]:
        """With the backs of events that were open to all (24.3)."""
        known, kinds, everyone = super().known(), self.box.with_back, self.everyone
        backs = [
            Fact((slot,), kinds[self.box.back[self.face[slot]]], 1, 1, everyone)
            for slot in self.event_deck
            if self.backs >> slot - FIRST_EVENT & 1 and self.seen[slot] != everyone
        ]
        return (*known, *[one for one in backs if one not in known]) if backs else known

    # -- the table ------------------------------------------------------------------------------------------

    def around(self) -> list[int]:
        """All seats, clockwise from the active player (6.4a)."""
        n, a = self.seats, self.active
        return [(a + k) % n for k in range(n)]

    @property
    def countering(self) -> int:
        """14: who made the latest counteroffer, -1 if nobody."""
        return self.counter_by[-1] if self.counter_by else NOTHING

    def may_counter(self, seat: int) -> bool:
        """Does this player's chance to counter in this deal still lie before him? `counter_turn` is the place of
        whoever is asked, left of the active player: 0 before the Counteroffer step, all seats when The Fall Guy lets
        the active player himself counter, one more after it, and two more from the Resolution step until the turn ends.
        """
        place = (seat - self.active) % self.seats
        return (
            place > 0
            and place >= self.counter_turn
            and seat not in self.counter_by
            and (not self.mods or self.allows("counter", seat))
        )

    def counter_cards(self, seat: int) -> Sequence[int]:
        """What this player could counter with now; none if he may not or cannot pay (15.4)."""
        hand, left = self.hands[seat], len(self.hands[seat]) - len(self.counters)
        if left < 0 or (self.mods and not self.allows("counter", seat)):
            return ()
        return [*hand, *self.emergencies(seat)] if left else self.emergencies(seat)

    @property
    def counteroffers_over(self) -> bool:
        return self.counter_turn > self.seats

    @property
    def support_over(self) -> bool:
        return self.counter_turn > self.seats + 1

    @property
    def next_leader(self) -> int:
        """Between two deals: who is active in the next, which is the left neighbour until the turn has ended (4.2)."""
        return (self.active + self.counteroffers_over) % self.seats

    @property
    def productions(self) -> int:
        """How many Production Phases come before the demand is paid (18.2, 44)."""
        if self.result is not None:
            return 0
        if SPACES[self.space]:
            return (not self.produced) + bool(SPACES[self.space + 1])
        return (
            2 if self.dealt else 0
        )  # while investments are chosen, the next demand lies there already (18.3)

    def offer(self, side: int) -> int:
        if side == MAIN:
            return self.main
        return self.counters[-1] if self.counters else NOTHING

    def bidder(self, side: int) -> int:
        return self.active if side == MAIN else self.countering

    def support_counted(self) -> str:
        main, counter = [so_many(len(cards), "card") for cards in self.support]
        if not self.counters:
            return f"{main} for the main offer; there is no counteroffer"
        return f"{main} for the main offer, {counter} for the counteroffer"

    def backed(self, seat: int) -> bool:
        """Did this player support the offer that won?"""
        return self.laid[seat] > 0 and self.side[seat] == self.won
