"""The action cards (2): their decks, the hands, the discard pile, and who knows which of them."""

from __future__ import annotations

from knaves.core.data import field, shared
from knaves.core.trading import Trading
from knaves.games.new_angeles.cards import FIRST_ASSET, NewAngelesBox


class ActionDecks(Trading):
    """The part of the state that holds them."""

    box: NewAngelesBox = shared()
    hands: list[tuple[int, ...]] = field([])
    decks: list[tuple[int, ...]] = field([])  # by type, top card last
    discard: list[int] = field([])
    pool: list[int] = field([0] * FIRST_ASSET)  # see `conceal`
    pools: int = field(0)

    def draw(self, seat: int, kind: int, count: int = 1) -> None:
        """2.2: an empty deck is filled from the discard pile first."""
        seen, bit = self.seen, 1 << seat
        while count > 0:
            drawn = self.take_top(kind, count)
            if not drawn:
                self.tell("draw_lost", seat, kind)  # ruling R17
                return
            count -= len(drawn)
            self.hands[seat] += drawn
            for slot in drawn:
                seen[slot] |= bit
                if self.sink is not None:
                    self.tell("drew", seat, kind, slot)

    def take_top(self, kind: int, count: int = 1) -> tuple[int, ...]:
        """The top cards of a deck leave it: as many as there are, of an empty one after sorting the discard pile."""
        if not self.decks[kind]:
            self.restock()
        deck = self.decks[kind]
        self.decks[kind] = deck[:-count]
        return deck[: -count - 1 : -1]

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
        self.all_see(self.discard)
        self.discard = []
        for kind in sorted(back):
            if self.sink is not None:
                self.tell_sorted(back[kind])
            deck = back[kind]  # alone in an empty deck, they are a lot of which everybody knows what is in it
            if self.decks[kind]:
                deck += self.decks[kind]
            self.shuffle(deck)
            self.decks[kind] = tuple(deck)

    def tell_sorted(self, slots: list[int]) -> None:
        """A line for each title among these."""
        titles: dict[str, list[int]] = {}
        for slot in slots:
            titles.setdefault(self.title(slot), []).append(slot)
        for same in titles.values():
            self.tell("sorted", same[0], len(same))

    def conceal(self, eyes: int, seat: int, *slots: int) -> None:
        """Cards leave a hand face down: only these eyes can tell which of its cards they were.

        The hand and the cards that left it become one *pool*: what others knew of single cards in it they know of the
        pool, and in a world they imagine any of its faces may lie under any of its cards.
        """
        seen, pool = self.seen, self.pool
        group = [*self.hands[seat], *slots]
        label = pool[group[0]]
        for slot in group:
            if pool[slot] != label or seen[slot] & ~eyes:
                break
        else:
            if label:  # all in one pool, and nobody loses sight of any: all is known already
                return
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
        lost = dict[int, int]()
        for slot in group:
            pool[slot] = label
            if seen[slot] & ~eyes:
                lost[slot] = seen[slot] & ~eyes
                seen[slot] &= eyes
        if lost or self.facts or self.notes:
            slots = tuple([slot for slot, old in enumerate(pool) if old == label])
            self.mingle(slots, tuple([lost.get(slot, 0) for slot in slots]))

    def mingled(self) -> list[int]:
        return self.pool

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
