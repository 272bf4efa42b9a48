"""The pieces on the table, and what moving them means."""

from __future__ import annotations

from typing import NamedTuple

from knaves.core.data import field, shared
from knaves.core.state import State
from knaves.games.arch_villain.cards import HeroBox
from knaves.games.arch_villain.cards.names import CUBES, DIE, ENERGY, HEALTH, TOKENS, VILLAIN
from knaves.games.arch_villain.cards.rows import VillainCard
from knaves.games.arch_villain.cards.traits import Traits, traits_of

# What has become of a player in this round.
IN, ARRESTED, LEFT, KNOCKED_OUT = range(4)
# What the dice on the table are for.
NO_DICE, ARREST_DICE, VILLAIN_DICE = range(3)
# What tokens are gained for, where no line before says it.
NO_CAUSE, ROUND_BEGINS, HEROIC_LOSS, REWARD = range(4)
# Where points come from.
SOURCES = ("arrest", "reward", "range", "sets", "talent")
FROM_ARREST, FROM_REWARD, FROM_RANGE, FROM_SETS, FROM_TALENT = range(5)


class DieOnCard(NamedTuple):
    """A die on a square: whose card, what it shows, and whether an item is taken instead of its damage (effect.6)."""

    slot: int
    pips: int
    item: bool = False


class HeroCity(State):
    """Lists go by seat unless they say otherwise; hands, spaces and decks hold slots."""

    hero: tuple[int, ...] = field(())
    box: HeroBox = shared()
    round: int = field(1)
    turn: int = field(0)
    order: list[int] = field([])
    stocked: int = field(0)  # items put on the board in this round's option phase, by all
    energy: list[int] = field([])
    health: list[int] = field([])
    dice_tokens: list[int] = field([])
    skill: list[int] = field([])  # seat * 3 + skill
    score: list[int] = field([])
    moved: list[int] = field([])  # when the score cube moved last (end.13)
    moves: int = field(0)
    fate: list[int] = field([])
    reward: list[int] = field([])  # the reward with this seat's cube, or -1
    arrested_on: list[int] = field([])  # the turn, or -1
    used: int = field(0)  # contacts used this round: a bit per face
    green: list[int] = field([])  # by item: the seats with a cube on it, as bits
    hand: list[tuple[int, ...]] = field([])
    lying: list[tuple[int, ...]] = field([])  # by space: cards
    tokens: list[int] = field([])  # space * 4 + token: groups
    supply: list[int] = field([])  # by token: pieces
    decks: list[tuple[int, ...]] = field([])  # by kind; the last is on top
    discard: list[int] = field([])
    held: int = field(-1)  # the card just drawn, until it is paid for or laid down
    combat: int = field(NO_DICE)
    fighter: int = field(-1)
    pool: list[int] = field([])  # by pips: dice that are on no card
    placed: list[DieOnCard] = field([])
    pips: int = field(0)  # raised in this attempt

    # -- looking --------------------------------------------------------------------------------------

    def traits(self, seat: int) -> Traits:
        face = self.face
        return traits_of(self.box, self.hero[seat], tuple([face[slot] for slot in self.hand[seat]]))

    @property
    def villain_slot(self) -> int:
        return self.decks[VILLAIN][-1]

    @property
    def villain_number(self) -> int:
        return self.face[self.decks[VILLAIN][-1]] - self.box.villains_from

    @property
    def villain(self) -> VillainCard:
        return self.box.villains[self.villain_number]

    def highest_skill(self, seat: int) -> int:
        at = seat * 3
        return max(self.skill[at : at + 3])

    def can_draw(self, kind: int) -> bool:
        return bool(self.decks[kind]) or self.drawable(kind) > 0

    def drawable(self, kind: int) -> int:
        """Cards in the deck, or in the discards that make a new one (R29)."""
        of, kind_of = self.face, self.box.kind
        return len(self.decks[kind]) or sum(kind_of[of[slot]] == kind for slot in self.discard)

    def contact_fresh(self, slot: int) -> bool:
        """Not used this round (contact.2)."""
        return not self.used >> self.face[slot] & 1

    def purse(self, seat: int) -> str:
        """The energy of a player, in words."""
        return f"{self.energy[seat] or 'no'} energy"

    # -- moving ---------------------------------------------------------------------------------------

    def gain(self, seat: int, token: int, amount: int) -> int:
        """Tokens from the supply, as far as it goes (R17). Double cubes are spent by who calls."""
        have = self.supply[token]
        if amount > have:
            amount = have
        if token == CUBES:
            return amount
        self.supply[token] = have - amount
        if token == ENERGY:
            self.energy[seat] += amount
        elif token == HEALTH:
            self.health[seat] += amount
        else:
            self.dice_tokens[seat] += amount
        return amount

    def grant(self, seat: int, token: int, amount: int, cause: int = NO_CAUSE) -> int:
        """Gains tokens, and says how many there were and what for."""
        got = self.gain(seat, token, amount)
        if got:
            self.tell("gained" if got > 1 else "gained_one", seat, token, got, cause)
        elif amount:
            self.tell("none_left", seat, token)
        return got

    def pay_energy(self, seat: int, amount: int) -> None:
        self.energy[seat] -= amount
        self.supply[ENERGY] += amount

    def lift(self, seat: int, token: int, at: int, groups: int) -> int:
        """Takes groups of tokens off a space; returns how many tokens they were."""
        amount = groups * self.box.amount[token]
        self.tokens[at * TOKENS + token] -= groups
        if token == ENERGY:
            self.energy[seat] += amount
        elif token == HEALTH:
            self.health[seat] += amount
        elif token == DIE:
            self.dice_tokens[seat] += amount
        else:
            self.supply[CUBES] += amount  # its two steps are taken at once (R36)
        return amount

    def lay(self, slot: int, at: int) -> None:
        """A card on a space, face up."""
        self.lying[at] += (slot,)

    def draw(self, kind: int) -> int:
        """The top card of a deck, for all to see. An empty deck is made new of its discards (R29)."""
        deck = self.decks[kind]
        if not deck:
            lot, of = self.box.kind, self.face
            old = [slot for slot in self.discard if lot[of[slot]] == kind]
            self.discard = [slot for slot in self.discard if lot[of[slot]] != kind]
            self.shuffle(old)
            self.tell("reshuffled", kind, len(old))
            deck = tuple(old)
        slot = deck[-1]
        self.decks[kind] = deck[:-1]
        self.show(slot)
        return slot

    def keep(self, seat: int, slot: int) -> None:
        """A card becomes a player's, and its points are scored (talent.2)."""
        self.hand[seat] += (slot,)
        face = self.face[slot]
        if face < self.box.contacts_from and self.box.points[face]:
            self.earn(seat, self.box.points[face], FROM_TALENT)

    def earn(self, seat: int, points: int, source: int) -> None:
        """Moves the score cube; it comes to lie on top (end.13)."""
        if points:
            self.score[seat] += points
            self.moves += 1
            self.moved[seat] = self.moves
            self.tell("scores", seat, points, source)
