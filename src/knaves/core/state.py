"""The pieces on the table, and the little that every game's pieces have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from knaves.core import knowledge, worlds
from knaves.core.data import Data, field, shared
from knaves.core.dice import Dice
from knaves.core.errors import BadSave
from knaves.core.knowledge import NOTES, Fact, Note
from knaves.core.modifiers import ANY, Modifier, allows, amount
from knaves.core.worlds import Sight, Unseen


class Result(NamedTuple):
    """How a game ended. `scores` by seat; several winners share the win; none is a draw nobody won."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str


class Folded(NamedTuple):
    """What is known, and what it was worked out from."""

    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    face: tuple[int, ...]
    lot: tuple[int, ...]
    known: tuple[Fact, ...]


class Reach(NamedTuple):
    """Which slots each fact and then each note speaks of, as bitmasks; and all of these slots."""

    facts: tuple[Fact, ...]
    notes: tuple[Note, ...]
    slots: tuple[int, ...]
    spoken_of: frozenset[int]


class Sizes(NamedTuple):
    """How many slots each lot has, and what it was counted from."""

    lot: tuple[int, ...]
    of: dict[int, int]


Listener: TypeAlias = Callable[["State", str, tuple[int, ...], int], None]


class State(Data):
    """Data only: ints, lists, ids. A game derives its own state from this one and adds its fields.

    Cards and tokens that can be hidden are *slots*, numbered from 0. `face[slot]` is what stands on it (an
    index into the game's own tables), `seen[slot]` is the bitmask of the eyes that know it. Eye number `seats` is
    the spectator's. Frames and zones hold slots, never faces; so other faces under unseen slots make another
    world that nobody who has not seen them can tell apart.
    """

    seats: int
    face: tuple[int, ...] = field(())
    seen: list[int] = field([])
    lot: tuple[int, ...] = field(())  # slots of one lot may be taken for one another
    facts: tuple[Fact, ...] = field(())  # what can be inferred beside what was seen
    notes: tuple[Note, ...] = field(())  # what became of it since: see `known`
    mods: list[Modifier] = field([])
    result: Result | None = field(None)
    drawn: int = field(0)  # how many words of the dice have been used
    dice: Dice = shared()
    sink: Listener | None = shared()
    folded: Folded | None = shared()  # the last answer of `known`
    reach: Reach | None = shared()  # the last answer of `_reach`
    sizes: Sizes | None = shared()  # the last answer of `lot_sizes`
    unseen: Unseen | None = shared()  # the last answer of `unseen_by`
    returned: tuple[int, ...] = shared()  # what the child step that just ended hands back

    # -- chance ---------------------------------------------------------------------------------------

    def below(self, n: int) -> int:
        """A fair number from 0 to n - 1."""
        fair = 0x1_0000_0000 - 0x1_0000_0000 % n
        while True:
            word = self.dice.word(self.drawn)
            self.drawn += 1
            if word < fair:
                return word % n

    def roll(self, sides: int = 6) -> int:
        """One die: 1 to `sides`."""
        return self.below(sides) + 1

    def mix(self, row: list[int]) -> None:
        """Puts a row of anything into a random order."""
        for i in range(len(row) - 1, 0, -1):
            j = self.below(i + 1)
            row[i], row[j] = row[j], row[i]

    # -- who has seen what ----------------------------------------------------------------------------

    def box_up(self, lots: Iterable[Iterable[int]]) -> list[list[int]]:
        """Makes the slots of the game, one lot per kind of back; gives back the slots of each lot, in order."""
        face: list[int] = []
        lot: list[int] = []
        made: list[list[int]] = []
        for number, faces in enumerate(lots):
            start = len(face)
            face.extend(faces)
            lot.extend([number] * (len(face) - start))
            made.append(list(range(start, len(face))))
        self.face, self.lot, self.seen = tuple(face), tuple(lot), [0] * len(face)
        return made

    @property
    def everyone(self) -> int:
        """The bitmask of every seat and the spectator."""
        return (2 << self.seats) - 1

    def show(self, slot: int) -> None:
        """Face up for all."""
        self.seen[slot] = (2 << self.seats) - 1

    def show_to(self, slot: int, seat: int) -> None:
        self.seen[slot] |= 1 << seat

    def hide(self, slots: Sequence[int], keep: int = 0) -> None:
        """Face down again among others: only the eyes of `keep` (a bitmask) can still tell these from one another.

        What the others had seen of single ones, or inferred, they now know of all of them together.
        """
        seen, told = self.seen, self.facts or self.notes
        for slot in slots:
            if seen[slot] & ~keep:
                break
        else:  # nobody loses sight of anything
            if not told or not self._tells_apart(slots):
                return
        group = tuple(dict.fromkeys(slots))
        masks = tuple([seen[slot] for slot in group])
        for slot in group:
            seen[slot] &= keep
        if told or not self._whole_lot(group):  # what is in a whole lot is known by the box
            self._note(Note(group, (), 0, 0, (2 << self.seats) - 1 & ~keep, masks))

    def mingle(self, slots: tuple[int, ...], lost: tuple[int, ...]) -> None:
        """These bear one label from now on (`mingled`); `lost`, slot by slot: eyes that have seen it and can no longer
        tell which it is. What they had seen, and what anybody could infer of some, is known of all of them."""
        told = self.facts or self.notes
        if any(lost) or (told and self._tells_apart(slots)):
            self._note(Note(slots, (), 0, 0, (2 << self.seats) - 1, lost))

    def _reach(self) -> Reach:
        had, facts, notes = self.reach, self.facts, self.notes
        if had is None or had.facts is not facts or had.notes is not notes:
            rows: list[Fact | Note] = [*facts, *notes]
            bits = tuple([knowledge.bits_of(row[0]) for row in rows])
            had = self.reach = Reach(facts, notes, bits, frozenset([slot for row in rows for slot in row[0]]))
        return had

    def is_spoken_of(self, group: Sequence[int]) -> bool:
        """Is anything known, beside what was seen, of one of these?"""
        return bool(self.facts or self.notes) and not self._reach().spoken_of.isdisjoint(group)

    def _tells_apart(self, group: Sequence[int]) -> bool:
        """Does anything that is known say something of a part of the group that it does not say of all of it?"""
        reach = self._reach()
        if reach.spoken_of.isdisjoint(group):
            return False
        inside = knowledge.bits_of(group)
        for slots in reach.slots:
            common = slots & inside
            if common and common != inside:
                return True
        return False

    def _note(self, one: Note) -> None:
        """Kept in the order in which it happened; what concerns other slots has no order and is sorted:
        sealed answers lead to the same position whoever was first."""
        facts, notes, slots, spoken_of = self._reach()
        inside, before = knowledge.bits_of(one.slots), len(facts)
        at = place = len(notes)
        while at and not slots[before + at - 1] & inside:
            at -= 1
            if notes[at] > one:
                place = at
        self.notes = notes = (*notes[:place], one, *notes[place:])
        place += before
        if not spoken_of.issuperset(one.slots):
            spoken_of = spoken_of.union(one.slots)
        self.reach = Reach(facts, notes, (*slots[:place], inside, *slots[place:]), spoken_of)
        if len(notes) > NOTES:  # the older half
            half = NOTES // 2
            self.facts = knowledge.folded(facts, notes[:half], self.face, self.lot)
            self.notes = notes[half:]

    def _whole_lot(self, group: tuple[int, ...]) -> bool:
        lot, one = self.lot, self.lot[group[0]]
        for slot in group:
            if lot[slot] != one:
                return False
        return self.lot_sizes().of[one] == len(group)

    def lot_sizes(self) -> Sizes:
        """How many slots each lot has: counted anew when a pile has become a lot of its own."""
        sizes = self.sizes
        if sizes is None or sizes.lot is not self.lot:
            sizes = self.sizes = Sizes(self.lot, Counter(self.lot))
        return sizes

    def shuffle(self, pile: list[int]) -> None:
        """Shuffles face-down slots: nobody knows them any more, and each may be any of the pile.

        A pile everybody had seen becomes a lot of its own (a reshuffled discard pile: what is in it is known, only
        the order is not). Other lots that meet in one pile become one lot. What an eye knew of single slots it knows of
        the pile.
        """
        seen, every = self.seen, (2 << self.seats) - 1
        lots = {self.lot[slot] for slot in pile}
        if pile and all(seen[slot] == every for slot in pile):
            self.all_see(pile)
            lot, fresh = list(self.lot), max(self.lot) + 1
            for slot in pile:
                lot[slot] = fresh
                seen[slot] = 0
            self.lot = tuple(lot)
        else:
            self.hide(pile)
            if len(lots) > 1:
                one = min(lots)
                self.lot = tuple(one if number in lots else number for number in self.lot)
        self.mix(pile)

    def all_see(self, slots: Iterable[int]) -> None:
        """These lie open before everybody: what was inferred of them is no longer needed."""
        if self.facts or self.notes:
            group = tuple(slots)
            self._note(Note(group, (), 0, 0, 0, ((2 << self.seats) - 1,) * len(group)))

    def sees(self, eye: int, slot: int) -> bool:
        return bool(self.seen[slot] >> eye & 1)

    # -- what can be inferred -------------------------------------------------------------------------

    def rule_out(self, slots: Iterable[int], faces: Iterable[int], eyes: int = -1) -> None:
        """None of these slots has one of these faces; `eyes` (a bitmask: all) know it from now on."""
        self.know(slots, faces, 0, 0, eyes)

    def know(
        self, slots: Iterable[int], faces: Iterable[int], least: int, most: int | None = None, eyes: int = -1
    ) -> None:
        """Among these slots, at least `least` and at most `most` have one of these faces; `eyes` know it."""
        group = tuple(slots)
        new = knowledge.fact(
            group, faces, least, len(group) if most is None else most, eyes & (2 << self.seats) - 1
        )
        if not knowledge.fits(new, self.face):
            raise ValueError(f"that is not so: {new}")
        self._note(Note(*new))

    def known(self) -> tuple[Fact, ...]:
        """All that can be inferred, in few rows: worked out when somebody asks, and kept until the next note."""
        if not self.notes:
            return self.facts
        facts, notes, had = self.facts, self.notes, self.folded
        if had and had.facts is facts and had.face is self.face and had.lot is self.lot:
            if had.notes is notes:
                return had.known
            if had.notes == notes[: len(had.notes)]:
                facts, notes = had.known, notes[len(had.notes) :]
        known = knowledge.folded(facts, notes, self.face, self.lot)
        self.folded = Folded(self.facts, self.notes, self.face, self.lot, known)
        return known

    def mingled(self) -> Sequence[int]:
        """By slot, a label: slots that bear the same have changed places where not everybody could follow, so that to
        an eye each unseen one may be any of them, of whatever lot. 0: has not. A fact speaks of all that bear a
        label or of none: `mingle` sees to it."""
        return ()

    def unseen_by(self, eye: int) -> Unseen:
        """What this eye has not seen: worked out when somebody imagines, and kept while it stays so."""
        had = self.unseen
        self.lot_sizes()  # the worlds share the count
        sight = eye, self.face, self.lot, self.seen, self.mingled(), self.known()
        if had is None or had.sight != sight:
            had = self.unseen = worlds.unseen(Sight(*sight))
        return had

    def permute(self, unseen: Unseen, rng: Random) -> None:
        """Other faces under all that an eye has not seen, such that all it can infer is true. What only others
        could infer of the real faces says nothing about these: it is left out."""
        self.face, self.lot = worlds.draw(unseen, rng)
        self.facts, self.notes = unseen.facts, ()

    def check_loaded(self) -> None:
        """Raises BadSave if what a save says of the pieces does not fit together."""
        if not len(self.face) == len(self.lot) == len(self.seen):
            raise BadSave(
                "The save does not say of every piece what stands on it, where it belongs and who saw it."
            )
        rows: list[Fact | Note] = [*self.facts, *self.notes]
        if len(self.notes) > NOTES or not all(knowledge.sound(row, len(self.face)) for row in rows):
            raise BadSave("The save knows something about a piece that is not in the box.")

    # -- what happened --------------------------------------------------------------------------------

    def tell(self, kind: str, *things: int, to: int = -1) -> None:
        """Something happened. Costs next to nothing when nobody listens. `to`: the eyes it is for (all)."""
        if self.sink is not None:
            self.sink(self, kind, things, to)

    def hand_back(self, *things: int) -> None:
        """A step that ends gives this to the step that called it, which reads `returned` in its next line."""
        self.returned = things

    # -- modifiers ------------------------------------------------------------------------------------

    def allows(self, rule: str, seat: int = ANY, place: int = ANY, default: bool = True) -> bool:
        return allows(self.mods, rule, seat, place, default) if self.mods else default

    def amount(self, rule: str, base: int, seat: int = ANY, place: int = ANY) -> int:
        return amount(self.mods, rule, base, seat, place) if self.mods else base

    def sweep(self, moment: str) -> None:
        """Ends every modifier that lasts until this moment."""
        if self.mods:
            self.mods = [row for row in self.mods if row.until != moment]
