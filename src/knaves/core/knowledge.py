"""What an eye can infer: facts beside `seen`, and the worlds that fit them.

A seat that did not follow suit has none of it; a card that went back into a hand is one of that hand. Such things are
*facts*: rows in the state that say how many of some slots have one of some faces, and which eyes know it. `imagine`
draws only worlds in which every fact that the eye knows is true.

While a game is played, what happens to knowledge is only *noted*, which costs next to nothing: most games are played by
players who imagine nothing. Who imagines folds the notes into facts (`folded`); so does the state when there are many.

How a world is drawn: unseen faces are shuffled within their lots, and taken if they fit (then the draw is exactly
even). If they do not, single faces change places until all fits; after that, a walk of random swaps, which keeps to
fitting worlds or comes back to them, evens out what the mending preferred. All loops are bounded. If mending fails
every time, the walk begins with the true faces: they fit by law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import NamedTuple

TRIES = 4  # fresh shuffles that are mended, before the true faces are the beginning
MENDS = 200  # swaps in one of these
WALK = 5  # swaps of the walk for each face that may move
NOTES = 48  # notes that a state keeps before it folds them
KEPT = 3  # facts about the same faces, after a blur
STRAY = 0.15  # how readily the walk leaves the fitting worlds for a moment, so that it reaches all of them


class Fact(NamedTuple):
    """Among these slots, at least and at most so many have one of these faces; these eyes (a bitmask) know it."""

    slots: tuple[int, ...]
    faces: tuple[int, ...]
    least: int
    most: int
    eyes: int


class Note(NamedTuple):
    """A fact, as it was learnt; or, if `seen` has anything: from here on these eyes can no longer tell these slots from
    one another, and this is who had seen each of them until then."""

    slots: tuple[int, ...]
    faces: tuple[int, ...]
    least: int
    most: int
    eyes: int
    seen: tuple[int, ...] = ()


def fact(slots: Iterable[int], faces: Iterable[int], least: int, most: int, eyes: int) -> Fact:
    return Fact(tuple(sorted(set(slots))), tuple(sorted(set(faces))), least, most, eyes)


def sound(row: Fact | Note, slots: int) -> bool:
    """Is it a row that play could have written, in a box with so many slots?"""
    if not all(0 <= slot < slots for slot in row.slots):
        return False
    if isinstance(row, Note) and row.seen:
        return len(row.seen) == len(set(row.slots)) == len(row.slots)
    return row[:5] == fact(*row[:5])


def count(one: Fact, face: Sequence[int]) -> int:
    """How many slots of the fact have one of its faces in this world."""
    faces = set(one.faces)
    return sum(face[slot] in faces for slot in one.slots)


def fits(one: Fact, face: Sequence[int]) -> bool:
    """Is it true in this world?"""
    return one.least <= count(one, face) <= one.most


# -- keeping facts ------------------------------------------------------------------------------------


def alike(slots: Iterable[int], face: Sequence[int], lot: Sequence[int]) -> list[int]:
    """The faces of all slots that may be taken for one of these: of their lots. Other lots number theirs anew."""
    lots = {lot[slot] for slot in slots}
    return [one for one, number in zip(face, lot, strict=True) if number in lots]


def folded(
    facts: Sequence[Fact], notes: Iterable[Note], face: Sequence[int], lot: Sequence[int]
) -> tuple[Fact, ...]:
    """The facts when these notes have been taken in, one after the other."""
    nothing = [0] * len(face)
    rows = tuple(facts)
    for slots, faces, least, most, eyes, seen in notes:
        if not seen:
            rows = tidy((*rows, Fact(slots, faces, least, most, eyes)), face, nothing, lot)
            continue
        then = nothing[:]
        for slot, mask in zip(slots, seen, strict=True):
            then[slot] = mask
        rows = tidy(rows, face, then, lot)
        if eyes:
            rows = tidy(hidden(rows, face, then, lot, slots, eyes), face, nothing, lot)
    return rows


def touched(rows: Iterable[Fact | Note], group: Collection[int]) -> bool:
    """Does any of these say something of a part of the group that it does not say of all of it?"""
    inside = set(group)
    return any(not inside.isdisjoint(row[0]) and not inside.issubset(row[0]) for row in rows)


def tidy(
    facts: Iterable[Fact], face: Sequence[int], seen: Sequence[int], lot: Sequence[int]
) -> tuple[Fact, ...]:
    """The same knowledge in few rows: what is seen is no inference, and what says nothing is left out."""
    bounds: dict[tuple[tuple[int, ...], tuple[int, ...], int], tuple[int, int]] = {}
    for one in facts:
        slots, faces, least, most, eyes = one
        if any(seen[slot] & eyes == eyes for slot in slots):
            known = [slot for slot in slots if seen[slot] & eyes == eyes]
            hits = sum(face[slot] in faces for slot in known)
            slots = tuple(slot for slot in slots if slot not in known)
            least, most = least - hits, most - hits
        least = max(least, 0)
        if most:  # does the box alone say as much? So many are elsewhere at most, so many are left for these
            kin = alike(slots, face, lot)
            whole = sum(x in faces for x in kin)
            if least <= max(whole - len(kin) + len(slots), 0) and most >= min(whole, len(slots)):
                continue
        elif not slots or not faces:
            continue
        key = slots, faces, eyes
        had = bounds.get(key, (least, most))
        bounds[key] = max(least, had[0]), min(most, had[1])
    return _joined(Fact(*key[:2], *both, key[2]) for key, both in bounds.items())


def _joined(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """One row for what several eyes know, and one for all the faces that some slots cannot have."""
    eyes: dict[tuple[tuple[int, ...], tuple[int, ...], int, int], int] = {}
    for one in facts:
        eyes[one[:4]] = eyes.get(one[:4], 0) | one.eyes
    out: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
    rows: list[Fact] = []
    for (slots, faces, least, most), mask in eyes.items():
        if most:
            rows.append(Fact(slots, faces, least, most, mask))
        else:
            out[slots, mask] = (*out.get((slots, mask), ()), *faces)
    return (*rows, *(fact(slots, faces, 0, 0, mask) for (slots, mask), faces in out.items()))


def hidden(
    facts: Iterable[Fact],
    face: Sequence[int],
    seen: Sequence[int],
    lot: Sequence[int],
    group: Collection[int],
    eyes: int,
) -> list[Fact]:
    """What is known when these eyes can no longer tell the slots of the group from one another.

    What an eye saw of single slots it knows of the group; a fact about some slots of the group is one about all of it.
    """
    inside = set(group)
    sights: dict[tuple[int, ...], int] = {}  # the slots that are seen, and by which eyes
    for eye in range(eyes.bit_length()):
        if eyes >> eye & 1:
            sight = tuple(slot for slot in group if seen[slot] >> eye & 1)
            sights[sight] = sights.get(sight, 0) | 1 << eye
    once = {one for one, times in Counter(alike(group, face, lot)).items() if times == 1}
    rows: list[Fact] = []
    for one in facts:
        if inside.isdisjoint(one.slots) or inside.issubset(one.slots):
            rows.append(one)
            continue
        rows.append(one._replace(eyes=one.eyes & ~eyes))
        for sight, mask in sights.items():
            left = _apart(one._replace(eyes=one.eyes & mask), face, sight, once)
            rows += _blurred(left, face, sight, inside)
    for sight, mask in sights.items():
        rows += _seen_among(face, sight, group, once, mask)
    return _thinned(one for one in rows if one.eyes)


def _thinned(facts: Iterable[Fact]) -> list[Fact]:
    """Facts about one set of faces double with every blur: those that say most are kept, the others forgotten."""
    ranked: dict[tuple[tuple[int, ...], int], list[Fact]] = {}
    for one in facts:
        ranked.setdefault((one.faces, one.eyes), []).append(one)
    rows: list[Fact] = []
    for group in ranked.values():
        rows += [one for one in group if not one.most]
        counted = sorted((one for one in group if one.most), key=lambda one: (-one.least, len(one.slots)))
        rows += counted[:KEPT]
    return rows


def _apart(one: Fact, face: Sequence[int], sight: Sequence[int], once: Collection[int]) -> Fact:
    """Of a count, what it says of the faces that are not among the seen ones: where those are is known better."""
    known = {slot: face[slot] for slot in sight if face[slot] in one.faces and face[slot] in once}
    if not one.least or not known:
        return one
    here = sum(slot in one.slots for slot in known)
    rest = set(one.faces) - set(known.values())
    return fact(one.slots, rest, one.least - here, one.most - here, one.eyes)


def _blurred(one: Fact, face: Sequence[int], sight: Iterable[int], inside: set[int]) -> Iterable[Fact]:
    """A fact that holds for some slots of the group: what of it still holds for the rest, and for all together."""
    slots = set(one.slots)
    yield fact(slots - inside, one.faces, one.least - len(slots & inside), one.most, one.eyes)
    more = sum(face[slot] in one.faces for slot in sight if slot not in slots)
    strange = len(inside - slots - set(sight))
    yield fact(slots | inside, one.faces, one.least + more, one.most + more + strange, one.eyes)


def _seen_among(
    face: Sequence[int], sight: Sequence[int], group: Collection[int], once: Collection[int], eyes: int
) -> Iterable[Fact]:
    """What was seen is among the group: one row for all faces that are there once, one for each other face."""
    known = Counter(face[slot] for slot in sight)
    if single := [one for one in known if one in once]:
        yield fact(group, single, len(single), len(single), eyes)
    for one, times in known.items():
        if one not in once:
            yield fact(group, [one], times, times + len(group) - len(sight), eyes)


# -- drawing worlds -----------------------------------------------------------------------------------


def draw(
    facts: Iterable[Fact], face: Sequence[int], lots: Collection[list[int]], eye: int, rng: Random
) -> list[int]:
    """Other faces in the unseen slots (by lot) such that all that this eye knows is true."""
    new = list(face)
    for slots in lots:
        _shuffle(new, slots, rng)
    known = [one for one in facts if one.eyes >> eye & 1]
    if not known:
        return new
    movable = [slots for slots in lots if len(slots) > 1]
    known = _open(known, face, {slot for slots in movable for slot in slots})
    if all(fits(one, new) for one in known):
        return new
    guess = Guess(new, movable, known)
    if not guess.search(rng):
        guess = Guess(list(face), movable, known)
    guess.walk(rng)
    return guess.face


def _open(facts: Iterable[Fact], face: Sequence[int], movable: set[int]) -> list[Fact]:
    """What the facts say of the slots alone whose faces may be others."""
    rows = []
    for slots, faces, least, most, eyes in facts:
        left = tuple([slot for slot in slots if slot in movable])
        hits = sum([face[slot] in faces for slot in slots if slot not in movable])
        if least > hits or most - hits < len(left):
            rows.append(Fact(left, faces, least - hits, most - hits, eyes))
    return rows


def _shuffle(face: list[int], slots: Sequence[int], rng: Random) -> None:
    faces = [face[slot] for slot in slots]
    rng.shuffle(faces)
    for slot, one in zip(slots, faces, strict=True):
        face[slot] = one


class Guess:
    """A world that may be wrong in some facts, and how it is mended. `wrong` counts what is missing or too many."""

    __slots__ = ("counts", "face", "facts", "hits", "home", "lots", "member", "price", "wrong")

    def __init__(self, face: list[int], lots: list[list[int]], facts: list[Fact]) -> None:
        self.face, self.facts = face, facts
        concerned = {slot for one in facts for slot in one.slots}
        self.lots = [slots for slots in lots if not concerned.isdisjoint(slots)]
        self.home = {slot: slots for slots in self.lots for slot in slots}
        # bit n of a slot: it is one of the n-th fact's; bit n of a face: the n-th fact counts it
        self.member = dict.fromkeys(self.home, 0)
        self.hits: dict[int, int] = {face[slot]: 0 for slot in self.home}
        self.price: list[list[int]] = []  # by fact and count: how far that is out of bounds
        for bit, (slots, faces, least, most, _) in enumerate(facts):
            for slot in slots:
                self.member[slot] |= 1 << bit
            for one in faces:
                if one in self.hits:
                    self.hits[one] |= 1 << bit
            self.price.append([max(least - n, n - most, 0) for n in range(len(slots) + 1)])
        self.recount()

    def recount(self) -> None:
        self.counts = [count(one, self.face) for one in self.facts]
        self.wrong = sum(price[n] for price, n in zip(self.price, self.counts, strict=True))

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
            for slots in self.lots:
                _shuffle(self.face, slots, rng)
            self.recount()
        return False

    def mend(self, rng: Random) -> bool:
        """Swaps single faces until nothing is wrong; a swap that makes it worse is taken now and then."""
        face, hits, member = self.face, self.hits, self.member
        for _ in range(MENDS):
            if not self.wrong:
                return True
            bad = [n for n, price in enumerate(self.price) if price[self.counts[n]]]
            n = bad[int(rng.random() * len(bad))]
            bit, too_many = 1 << n, self.counts[n] > self.facts[n].most
            wanted = bit if too_many else 0
            ours = [slot for slot in self.facts[n].slots if hits[face[slot]] & bit == wanted]
            if not ours:
                return False
            one = ours[int(rng.random() * len(ours))]
            others = [
                slot for slot in self.home[one] if not member[slot] & bit and hits[face[slot]] & bit != wanted
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
        fitting = self.face[:]
        for slots in self.lots:
            size = len(slots)
            for _ in range(WALK * size):
                one, two = slots[int(rng.random() * size)], slots[int(rng.random() * size)]
                more = self.change(one, two)
                if more <= 0 or rng.random() < STRAY**more:
                    self.swap(one, two)
                    if not self.wrong:
                        fitting = self.face[:]
        self.face = fitting
