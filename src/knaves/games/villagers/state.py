"""The pieces on the table."""

from __future__ import annotations

from knaves.core.data import field, shared
from knaves.core.state import State
from knaves.games.villagers.cards.effects import RECRUIT
from knaves.games.villagers.cards.faces import CHALLENGE, MOB, TROPHY, Counted, VillageBox

GOLD = 80  # components.3
START_GOLD = 6  # setup.3
POOL, POOL_OF_FIVE = 6, 7  # setup.4, setup.5
TOWN_SIZE, TOWN_SIZE_OF_TWO = 9, 10  # end.1, end.2
MOB_BONUS = 3  # mob.1
FAVOR_BONUS = 2  # favor.7, favor.8

NOWHERE = -1

Row = tuple[int, ...]
"""A row of slots or seats. Rows are tuples: they change seldom, and clones share them."""


class Village(State):
    """Towns, hands, pool, deck and markers, and what was declared in the turn that runs."""

    advanced: bool
    pony: bool
    ordinance: bool
    box: VillageBox = shared()

    bank: int = field(GOLD)
    gold: list[int] = field([])
    hand: list[Row] = field([])
    town: list[Row] = field([])
    pool: Row = field(())  # position 1 first
    deck: Row = field(())  # the top card is number `dealt`
    dealt: int = field(0)
    gone: Row = field(())  # out of the game, face up
    start: int = field(0)  # who holds the Start Marker
    favor_seat: int = field(NOWHERE)  # the King's Favor is in this town,
    favor_card: int = field(NOWHERE)  # or on this card of the pool, or in the bank
    favor_rests: bool = field(False)  # its holder wants no more questions this round
    decreed: Row = field(())  # Mayors who have passed their Ordinance
    secrets: int = field(0)  # cards drawn in secret so far
    sold: tuple[int, ...] = field(())  # recruit rolls sold by Pony Express

    round: int = field(1)
    phase: int = field(RECRUIT)
    turn: int = field(0)  # turns begun in this phase
    fresh: Row = field(())  # cards that entered a town in this phase (timing.1)
    # What the towns hold for this phase, looked up when it begins: cards that come later wait (timing.1).
    offers: tuple[tuple[int, int], ...] = field(())  # (owner, card) with an ability to use
    tolls: tuple[tuple[int, int], ...] = field(())  # (owner, card) that makes others pay
    gainers: Row = field(())  # Mayors whose cards bring or cost gold by themselves

    # The turn that runs, as it lies on the table.
    active: int = field(NOWHERE)  # whose turn
    aim: int = field(NOWHERE)  # the card named to recruit, or attacked
    rolls: int = field(0)  # recruit rolls, or TOWN DEFENSE attempts left
    ready: Row = field(())  # heroes whose attempt is unused
    hits: Row = field(())  # successes against stubborn challenges (R12)
    first: int = field(0)  # declared for the next roll
    each: int = field(0)  # declared for every roll of the turn
    shield: int = field(0)  # declared against the Pillage Loss
    cut: int = field(0)  # declared for the price of the next card

    # -- gold -----------------------------------------------------------------------------------------

    def pay(self, seat: int, gold: int) -> int:
        """From a Mayor to the bank, as far as his gold goes; how much it was."""
        have = self.gold[seat]
        if gold > have:
            gold = have
        self.gold[seat] = have - gold
        self.bank += gold
        return gold

    def gain(self, seat: int, gold: int) -> int:
        """From the bank to a Mayor, as far as the bank's gold goes; how much it was."""
        if gold > self.bank:
            self.tell("bank_short", seat, gold - self.bank)  # R22
            gold = self.bank
        self.gold[seat] += gold
        self.bank -= gold
        return gold

    def give(self, seat: int, to: int, gold: int) -> int:
        """From a Mayor to another, as far as his gold goes; how much it was."""
        gold = min(gold, self.gold[seat])
        self.gold[seat] -= gold
        self.gold[to] += gold
        return gold

    def purse(self, seat: int) -> str:
        """What this Mayor has, in words: "3g"."""
        return f"{self.gold[seat]}g" if self.gold[seat] else "no gold"

    # -- cards ----------------------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """Cards left in the deck."""
        return len(self.deck) - self.dealt

    def drop(self, slot: int) -> None:
        """Out of the game, face up."""
        self.gone += (slot,)
        self.show(slot)

    def mob_of(self, seat: int) -> int:
        """The Angry Mob in this hand, or NOWHERE."""
        face, kind = self.face, self.box.kind
        for slot in self.hand[seat]:
            if kind[face[slot]] == MOB:
                return slot
        return NOWHERE

    def hides(self, seat: int) -> bool:
        """Does this hand hold a card that somebody has not seen? Everybody knows whether it does."""
        if not self.secrets:
            return False
        seen, everyone = self.seen, (2 << self.seats) - 1
        return any(seen[slot] != everyone for slot in self.hand[seat])

    def sellable(self, seat: int) -> list[int]:
        """Buildings, citizens and heroes in this hand (R32)."""
        face, kind = self.face, self.box.kind
        return [slot for slot in self.hand[seat] if kind[face[slot]] < CHALLENGE]

    def challenges(self, seat: int) -> list[int]:
        """Challenges in this town."""
        face, challenge = self.face, self.box.challenge
        return [slot for slot in self.town[seat] if challenge[face[slot]]]

    def counted(self, seat: int, rule: Counted) -> int:
        """An amount for every so many things of a kind, so many times at most."""
        amount, kind, each, most = rule
        if kind == 0:
            return amount
        face, kinds = self.face, self.box.kind
        if kind == TROPHY:
            count = sum(kinds[face[slot]] == CHALLENGE for slot in self.hand[seat])
        else:
            count = sum(kinds[face[slot]] == kind for slot in self.town[seat])
        return amount * min(count // each, most)

    def add_bonus(self, amount: int, each: bool) -> None:
        """To every roll of the turn, or to the next one."""
        if each:
            self.each += amount
        else:
            self.first += amount

    def declare_nothing(self) -> None:
        """No turn runs, and nothing is declared."""
        self.active = self.aim = NOWHERE
        self.rolls = self.first = self.each = self.shield = self.cut = 0
        self.ready = self.hits = ()
        if self.mods:
            self.sweep("roll")

    def pool_size(self) -> int:
        return POOL_OF_FIVE if self.seats == 5 else POOL

    def town_size(self) -> int:
        return TOWN_SIZE_OF_TWO if self.seats == 2 else TOWN_SIZE


def without(row: Row, slot: int) -> Row:
    """The row with one card taken out."""
    at = row.index(slot)
    return row[:at] + row[at + 1 :]
