"""Worlds that an eye cannot tell from the real one: other faces in the slots that it has not seen.

How a world is drawn: faces that are known to lie on certain slots and nowhere else (pins) are laid there. Where facts
speak of a few slots, all that may lie on them is listed, and one of these ways is drawn. All other faces are shuffled
within their lots, and the world is taken if it fits what the eye knows (then the draw is exactly even). If it does not,
the lots that the other facts speak of are dealt anew, a few times. Then single faces change places until all fits;
after that, a walk of random swaps, which keeps to fitting worlds or comes back to them, evens out what the mending
preferred. All loops are bounded. If mending fails every time, the walk begins with the true faces: they fit by law.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from knaves.core.knowledge import Fact, count, fits
from knaves.core.luck import deal, drawn, luck_for, shuffle

WAYS = 64  # that are listed of one lot
DEALS = 6  # fresh deals of the lots in question, before one is mended
TRIES = 4  # fresh deals that are mended, before the true faces are the beginning
MENDS = 200  # swaps in one of these
WALK = 5  # swaps of the walk for each face that may move
STRAY = 0.15  # how readily the walk leaves the fitting worlds for a moment, so that it reaches all of them

T = TypeVar("T")  # a face, where it is only moved about: machine code need not look into it


class Sight(NamedTuple):
    """Whose eye it is, and all that tells what it has seen of which pieces."""

    eye: int
    face: tuple[int, ...]
    lot: tuple[int, ...]
    seen: list[int]
    mingled: Sequence[int]
    known: tuple[Fact, ...]


class Pin(NamedTuple):
    """These faces of a lot lie on some of these slots, and on no others."""

    lot: int  # its place in `Unseen.lots`
    slots: frozenset[int]
    faces: list[int]


class Few(NamedTuple):
    """Slots of a lot without pins of which facts speak, and all ways in which faces may lie on them, each as likely as
    any other: by slot, the places of the faces in the lot's row."""

    lot: int  # as above
    slots: list[int]
    ways: list[list[int]]


class Unseen(NamedTuple):
    """What an eye has not seen, worked out once for all worlds that are drawn from one position.

    What is drawn from is the same in every world that the eye cannot tell apart: the same luck, the same world.
    """

    sight: Sight  # what it was worked out from: where that is another, this is worked out anew
    lots: list[list[int]]  # unseen slots of one lot, where there are several; the `told` ones come first
    rows: list[list[int]]  # their faces that are not pinned, sorted
    pins: list[Pin]
    few: list[Few]
    dealt: list[list[int]]  # the slots of each lot to which its row is dealt: all that `few` leaves
    groups: list[list[int]]  # unseen slots that were mingled
    first_face: list[int]  # the faces and lots that a draw begins with: those of a group sorted
    first_lot: tuple[int, ...]
    facts: tuple[Fact, ...]  # what this eye knows
    open: list[Fact]  # the same, of faces that may be others
    loose: list[Fact]  # of these, what neither pins nor `few` see to
    told: int  # of so many lots, the first, something is known that pins do not see to
    below: list[int]  # the luck that a draw takes: see `luck_for`


@lru_cache(256)  # a lot changes seldom: when a pile is shuffled anew
def lots_of(lot: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The slots of each lot that has more than one."""
    lots: dict[int, list[int]] = {}
    for slot, number in enumerate(lot):
        lots.setdefault(number, []).append(slot)
    return tuple([tuple(slots) for slots in lots.values() if len(slots) > 1])


def unseen(sight: Sight) -> Unseen:
    """What this eye has not seen."""
    eye, face, lot, seen, mingled, known = sight
    bit = 1 << eye
    first_face, first_lot = list(face), lot
    facts = tuple([one for one in known if one[4] >> eye & 1])
    groups = _groups(mingled, seen, bit)
    pinned = set[int]()
    if groups:
        order = list(lot)
        for slots in groups:
            held = _held(slots, facts, face, seen, bit) if facts else frozenset[int]()
            pieces = sorted([(lot[slot], face[slot] not in held, face[slot]) for slot in slots])
            for place, slot in enumerate(slots):
                order[slot], elsewhere, first_face[slot] = pieces[place]
                if not elsewhere:
                    pinned.add(slot)
        first_lot = tuple(order)
    hidden = [
        [slot for slot in slots if not (seen[slot] & bit or slot in pinned)] for slots in lots_of(first_lot)
    ]
    lots = [slots for slots in hidden if len(slots) > 1]
    open_: list[Fact] = []
    homes: list[Home] = []
    loose: list[Fact] = []
    told = 0
    if facts:
        open_ = _open(facts, first_face, {slot for slots in lots for slot in slots})
        homes, loose = _parted(open_, lots, first_face)
        concerned = {slot for one in loose for slot in one[0]}
        lots.sort(key=concerned.isdisjoint)
        told = len([slots for slots in lots if not concerned.isdisjoint(slots)])
    rows = [sorted([first_face[slot] for slot in slots]) for slots in lots]
    pins = _pins(homes, lots, rows)
    few = _few(loose, lots, rows, pins)
    dealt = lots[:]
    for number, listed, _ in few:
        dealt[number] = [slot for slot in lots[number] if slot not in listed]
        loose = [one for one in loose if set(one.slots).isdisjoint(listed)]
    kept = Sight(eye, face, lot, seen[:], mingled[:], known)  # the lists of the state will change
    below = _lots_below(few, pins, rows, dealt) + luck_for(groups)
    return Unseen(
        kept, lots, rows, pins, few, dealt, groups, first_face, first_lot, facts, open_, loose, told, below
    )


def _groups(mingled: Sequence[int], seen: list[int], bit: int) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for slot, label in enumerate(mingled):
        if label and not seen[slot] & bit:
            groups.setdefault(label, []).append(slot)
    return [slots for slots in groups.values() if len(slots) > 1]


def _held(
    slots: list[int], facts: Iterable[Fact], face: Sequence[int], seen: list[int], bit: int
) -> frozenset[int]:
    """Faces of which the facts say that all of them are among these mingled slots: they stay, and the draw is as quick
    as if nothing were known."""
    group, held = set(slots), set[int]()
    for one in facts:
        if one.least < len(one.faces) or not group.issubset(one.slots):
            continue
        beside = [slot for slot in one.slots if slot not in group]
        if all(seen[slot] & bit for slot in beside):
            held.update(set(one.faces).difference([face[slot] for slot in beside]))
    return frozenset(held)


def _open(facts: Iterable[Fact], face: Sequence[int], movable: set[int]) -> list[Fact]:
    """What the facts say of the slots alone whose faces may be others."""
    rows = []
    for slots, faces, least, most, eyes in facts:
        left = tuple([slot for slot in slots if slot in movable])
        hits = len([slot for slot in slots if slot not in movable and face[slot] in faces])
        if least > hits or most - hits < len(left):
            rows.append(Fact(left, faces, least - hits, most - hits, eyes))
    return rows


Home: TypeAlias = tuple[frozenset[int], tuple[int, ...]]
"""Slots, and faces that lie nowhere else."""


def _parted(facts: list[Fact], lots: list[list[int]], face: Sequence[int]) -> tuple[list[Home], list[Fact]]:
    """What the facts say as homes of faces, and the facts that say something else.

    In each lot a home holds an earlier one or has nothing in common with it: then as many slots are left for its faces
    however the earlier ones were laid, and every world comes as often as any other.
    """
    homes: list[Home] = []
    loose: list[Fact] = []
    found: list[tuple[frozenset[int] | None, Fact]] = []
    for one in facts:
        kin = [slot for lot in lots if not set(one.slots).isdisjoint(lot) for slot in lot]
        bearing = len([slot for slot in kin if face[slot] in one.faces])
        if bearing or one.least:  # else there is nothing to be wrong about
            found.append((_home(one, kin, bearing), one))
    found.sort(key=_size)
    for home, one in found:
        if home is not None and all(_nests(home, other, lots) for other, _ in homes):
            homes.append((home, one.faces))
        else:
            loose.append(one)
    return homes, loose


def _home(one: Fact, kin: list[int], bearing: int) -> frozenset[int] | None:
    """Where all faces of the fact lie, if it says so: on its slots, or on all others of their lots (`kin`)."""
    if one.least == bearing:
        return frozenset(one.slots)
    return None if one.most else frozenset(kin).difference(one.slots)


def _size(found: tuple[frozenset[int] | None, Fact]) -> int:
    return len(found[0] or ())


def _nests(home: frozenset[int], other: frozenset[int], lots: list[list[int]]) -> bool:
    for lot in lots:
        there = other.intersection(lot)
        if not there <= home and not there.isdisjoint(home):
            return False
    return True


def _pins(homes: list[Home], lots: list[list[int]], rows: list[list[int]]) -> list[Pin]:
    """The pins of each lot; their faces leave its row."""
    pins: list[Pin] = []
    for home, faces in homes:
        for number, slots in enumerate(lots):
            here = home.intersection(slots)  # other lots number their faces anew
            pinned = [one for one in rows[number] if one in faces]
            if pinned and 0 < len(here) < len(slots):
                pins.append(Pin(number, here, pinned))
                rows[number] = [one for one in rows[number] if one not in faces]
    return pins


def _few(loose: list[Fact], lots: list[list[int]], rows: list[list[int]], pins: list[Pin]) -> list[Few]:
    """The lots of which facts say little enough to list all that may lie where."""
    found: list[Few] = []
    pinned = [pin.lot for pin in pins]
    for number, slots in enumerate(lots):
        facts = [one for one in loose if not set(one.slots).isdisjoint(slots)]
        if not facts or number in pinned or not all(set(one.slots) <= set(slots) for one in facts):
            continue
        row, listed = rows[number], sorted({slot for one in facts for slot in one.slots})
        may, most = [], 1
        for place, slot in enumerate(listed):
            may.append(_may_lie(row, slot, facts))
            most *= min(len(may[place]), len(row) - place)
        if 0 < most <= WAYS:
            ways = [way for way in _assignments(may) if _is_way(way, row, listed, facts)]
            if ways:
                found.append(Few(number, listed, ways))
    return found


def _may_lie(row: list[int], slot: int, facts: list[Fact]) -> list[int]:
    """The places of all faces that may lie on this slot, by what is said of it alone."""
    places = [*range(len(row))]
    for slots, faces, least, _, _ in facts:
        if slots == (slot,):
            places = [place for place in places if (row[place] in faces) == (least > 0)]
    return places


def _assignments(may: list[list[int]]) -> list[list[int]]:
    """One of each row, and none twice: all ways to do it."""
    ways: list[list[int]] = [[]]
    for row in may:
        ways = [[*way, one] for way in ways for one in row if one not in way]
    return ways


def _is_way(way: list[int], row: list[int], listed: list[int], facts: list[Fact]) -> bool:
    """Is also true what the facts say of several slots?"""
    for slots, faces, least, most, _ in facts:
        if len(slots) > 1:
            hits = len([place for place, slot in zip(way, listed) if slot in slots and row[place] in faces])  # noqa: B905
            if not least <= hits <= most:
                return False
    return True


def draw(what: Unseen, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Other faces in the unseen slots such that all that the eye knows is true; and the lots they are of."""
    face = what.first_face[:]
    orders = [slots[:] for slots in what.groups]
    luck = drawn(what.below, rng)
    rows = _lay_few(face, what.rows, what.few, luck)
    deal(face, _lay_pins(face, what.dealt, what.pins, luck), rows, luck)
    shuffle(orders, luck)
    if what.loose and not _all_fit(what.loose, face):
        face = _fitting(what, face, rng)
    if not orders:
        return tuple(face), what.sight.lot
    return _changed_about(face, what.groups, orders), _changed_about(what.first_lot, what.groups, orders)


def _changed_about(row: Sequence[T], groups: list[list[int]], orders: list[list[int]]) -> tuple[T, ...]:
    """Each slot of a group gets what lay on another."""
    new = list(row)
    for number, slots in enumerate(groups):
        for slot, other in zip(slots, orders[number]):  # noqa: B905  # as many as there are slots
            new[slot] = row[other]
    return tuple(new)


def _all_fit(facts: list[Fact], face: list[int]) -> bool:
    for one in facts:  # noqa: SIM110  # a loop is quicker here
        if not fits(one, face):
            return False
    return True


def _fitting(what: Unseen, face: list[int], rng: Random) -> list[int]:
    """The same world where facts say nothing, another where they do: one that fits."""
    lots, dealt, rows = what.lots[: what.told], what.dealt[: what.told], what.rows[: what.told]
    pins = [pin for pin in what.pins if pin.lot < what.told]
    below = _lots_below(what.few, pins, rows, dealt)
    for _ in range(DEALS):
        luck = drawn(below, rng)
        left = _lay_few(face, rows, what.few, luck)  # before the pins, as in `below`
        deal(face, _lay_pins(face, dealt, pins, luck), left, luck)
        if _all_fit(what.loose, face):
            return face
    guess = Guess(face, lots, what.open)
    if not guess.search(rng):
        for slots in lots:
            for slot in slots:
                face[slot] = what.first_face[slot]
        guess = Guess(face, lots, what.open)
    guess.walk(rng)
    return guess.face


def _lots_below(few: list[Few], pins: list[Pin], rows: list[list[int]], dealt: list[list[int]]) -> list[int]:
    """The luck that it takes to deal these lots: see `luck_for`."""
    left = [row[: len(slots)] for row, slots in zip(rows, dealt)]  # noqa: B905  # what is not pinned or listed
    return [len(one.ways) for one in few] + _pins_below(pins) + luck_for(left)


def _pins_below(pins: list[Pin]) -> list[int]:
    """The same for pins: how many slots are left for each face."""
    below: list[int] = []
    for place, (lot, slots, faces) in enumerate(pins):
        before = [len(pin.faces) for pin in pins[:place] if pin.lot == lot and pin.slots <= slots]
        free = len(slots) - sum(before)
        below += range(free, free - len(faces), -1)
    return below


def _lay_few(face: list[int], rows: list[list[int]], few: list[Few], luck: Iterator[int]) -> list[list[int]]:
    """Lays one of the listed ways of each lot that has them, and gives back the rows that are left."""
    if not few:
        return rows
    left = rows[:]
    for (lot, slots, ways), pick in zip(few, luck):  # noqa: B905  # as there
        row, way = rows[lot], ways[pick]
        for slot, place in zip(slots, way):  # noqa: B905
            face[slot] = row[place]
        left[lot] = [one for place, one in enumerate(row) if place not in way]
    return left


def _lay_pins(
    face: list[int], lots: list[list[int]], pins: list[Pin], luck: Iterator[int]
) -> list[list[int]]:
    """Lays the pinned faces, and gives back the slots of each lot that are left."""
    if not pins:
        return lots
    left = lots[:]
    for lot, slots, faces in pins:
        free = [slot for slot in left[lot] if slot in slots]
        for one, place in zip(faces, luck):  # noqa: B905  # as there
            slot = free.pop(place)
            face[slot] = one
            left[lot] = [other for other in left[lot] if other != slot]
    return left


class Guess:
    """A world that may be wrong in some facts, and how it is mended. `wrong` counts what is missing or too many."""

    __slots__ = ("counts", "face", "facts", "hits", "home", "lots", "member", "price", "wrong")

    def __init__(self, face: list[int], lots: list[list[int]], facts: list[Fact]) -> None:
        self.face, self.facts = face, facts
        self.lots = lots
        self.home = {slot: slots for slots in self.lots for slot in slots}
        # bit n of a slot: it is one of the n-th fact's; bit n of a face: the n-th fact counts it
        self.member = [0] * len(face)
        self.hits = [0] * (max(face) + 1)
        self.price: list[list[int]] = []  # by fact and count: how far that is out of bounds
        for bit, (slots, faces, least, most, _) in enumerate(facts):
            for slot in slots:
                self.member[slot] |= 1 << bit
            for one in faces:
                if one < len(self.hits):
                    self.hits[one] |= 1 << bit
            self.price.append([max(least - n, n - most, 0) for n in range(len(slots) + 1)])
        self.recount()

    def recount(self) -> None:
        self.counts = [count(one, self.face) for one in self.facts]
        self.wrong = sum([price[n] for price, n in zip(self.price, self.counts, strict=True)])

    def change(self, one: int, two: int) -> int:
        """By how much more would be wrong if these two changed places."""
        member, first, second = self.member, self.hits[self.face[one]], self.hits[self.face[two]]
        touched = (member[one] ^ member[two]) & (first ^ second)
        more = 0
        while touched:
            low = touched & -touched
            touched ^= low
            n = low.bit_length() - 1
            now = self.counts[n]
            then = now + 1 if bool(member[one] & low) == bool(second & low) else now - 1
            more += self.price[n][then] - self.price[n][now]
        return more

    def swap(self, one: int, two: int) -> None:
        face, member = self.face, self.member
        first, second = self.hits[face[one]], self.hits[face[two]]
        touched = (member[one] ^ member[two]) & (first ^ second)
        while touched:
            low = touched & -touched
            touched ^= low
            n = low.bit_length() - 1
            price, now = self.price[n], self.counts[n]
            then = now + 1 if bool(member[one] & low) == bool(second & low) else now - 1
            self.wrong += price[then] - price[now]
            self.counts[n] = then
        face[one], face[two] = face[two], face[one]

    def search(self, rng: Random) -> bool:
        """Mends it, beginning again with another shuffle if that leads nowhere. False: it found no fitting world."""
        for _ in range(TRIES):
            if self.mend(rng):
                return True
            rows = [sorted([self.face[slot] for slot in slots]) for slots in self.lots]
            deal(self.face, self.lots, rows, drawn(luck_for(rows), rng))
            self.recount()
        return False

    def mend(self, rng: Random) -> bool:
        """Swaps single faces until nothing is wrong; a swap that makes it worse is taken now and then."""
        face, hits, member, home = self.face, self.hits, self.member, self.home
        for _ in range(MENDS):
            if not self.wrong:
                return True
            bad = [n for n, price in enumerate(self.price) if price[self.counts[n]]]
            n = bad[int(rng.random() * len(bad))]
            bit, too_many = 1 << n, self.counts[n] > self.facts[n].most
            wanted = bit if too_many else 0
            ours = [slot for slot in self.facts[n].slots if slot in home and hits[face[slot]] & bit == wanted]
            if not ours:
                return False
            one = ours[int(rng.random() * len(ours))]
            others = [
                slot for slot in home[one] if not member[slot] & bit and hits[face[slot]] & bit != wanted
            ]
            if not others:
                continue
            best = two = others[int(rng.random() * len(others))]
            more = self.change(one, two)
            for _ in range(3):
                if more < 0:
                    break
                two = others[int(rng.random() * len(others))]
                if (less := self.change(one, two)) < more:
                    best, more = two, less
            if more <= 0 or rng.random() < STRAY:
                self.swap(one, best)
        return not self.wrong

    def walk(self, rng: Random) -> None:
        """Random swaps that make every fitting world as likely as any other; ends with the last fitting one."""
        fitting, random = self.face[:], rng.random
        for slots in self.lots:
            size = len(slots)
            for _ in range(WALK * size):
                one, two = slots[int(random() * size)], slots[int(random() * size)]
                more = self.change(one, two)
                if more <= 0 or random() < STRAY**more:
                    self.swap(one, two)
                    if not self.wrong:
                        fitting = self.face[:]
        self.face = fitting
