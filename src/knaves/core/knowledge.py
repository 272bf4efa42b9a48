"""What an eye can infer: facts beside `seen`, and the worlds that fit them.

A seat that did not follow suit has none of it; a card that went back into a hand is one of that hand. Such things are
*facts*: rows in the state that say how many of some slots have one of some faces, and which eyes know it. `imagine`
draws only worlds in which every fact that the eye knows is true.

While a game is played, what happens to knowledge is only *noted*, which costs next to nothing: most games are played by
players who imagine nothing. Who imagines folds the notes into facts (`folded`); so does the state when there are many.
How a world is drawn from them: worlds.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

NOTES = 48  # notes that a state keeps before it folds them
KEPT = 3  # facts about the same faces, after a blur


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
    slots, faces = one[0], one[1]
    return len([slot for slot in slots if face[slot] in faces])


def fits(one: Fact, face: Sequence[int]) -> bool:
    """Is it true in this world?"""
    return one.least <= count(one, face) <= one.most


def bits_of(slots: Iterable[int]) -> int:
    """The slots as a bitmask, which tells quickly what two rows have in common."""
    bits = 0
    for slot in slots:
        bits |= 1 << slot
    return bits


# -- keeping facts ------------------------------------------------------------------------------------


class Inference:
    """What can be told of the faces of a box without having seen any: worked out once while notes are folded."""

    __slots__ = ("_counts", "_idle", "face", "lot")

    def __init__(self, face: Sequence[int], lot: Sequence[int]) -> None:
        self.face, self.lot = face, lot
        self._counts: dict[tuple[int, ...], dict[int, int]] = {}
        self._idle: dict[tuple[tuple[int, ...], tuple[int, ...], int, int], bool] = {}

    def alike(self, slots: Iterable[int]) -> dict[int, int]:
        """How often each face is on slots that may be taken for one of these: of their lots. Other lots number theirs
        anew."""
        lot = self.lot
        lots = tuple(sorted({lot[slot] for slot in slots}))
        found = self._counts.get(lots)
        if found is None:
            found = {}
            for one, number in zip(self.face, lot, strict=True):
                if number in lots:
                    found[one] = found.get(one, 0) + 1
            self._counts[lots] = found
        return found

    def says_as_much(self, slots: tuple[int, ...], faces: tuple[int, ...], least: int, most: int) -> bool:
        """So many of these faces are elsewhere at most, so many are left for these slots: is that all?"""
        key = slots, faces, least, most
        found = self._idle.get(key)
        if found is None:
            kin = self.alike(slots)
            whole = sum([kin.get(one, 0) for one in faces])
            rest = sum(kin.values()) - len(slots)  # the slots that could have them instead
            found = least <= max(whole - rest, 0) and most >= min(whole, len(slots))
            self._idle[key] = found
        return found


def folded(
    facts: Sequence[Fact], notes: Iterable[Note], face: Sequence[int], lot: Sequence[int]
) -> tuple[Fact, ...]:
    """The facts when these notes have been taken in, one after the other."""
    box = Inference(face, lot)
    rows = tuple(facts)
    for slots, faces, least, most, eyes, seen in notes:
        if not seen:
            rows = _tidied((*rows, Fact(slots, faces, least, most, eyes)), box, {})
            continue
        then = dict(zip(slots, seen, strict=True))
        rows = _tidied(rows, box, then)
        if eyes:
            rows = _tidied(hidden(rows, box, then, slots, eyes), box, {})
    return rows


def tidy(
    facts: Iterable[Fact], face: Sequence[int], seen: Sequence[int], lot: Sequence[int]
) -> tuple[Fact, ...]:
    """The same knowledge in few rows: what is seen is no inference, and what says nothing is left out."""
    return _tidied(facts, Inference(face, lot), dict(enumerate(seen)))


def _tidied(facts: Iterable[Fact], box: Inference, seen: Mapping[int, int]) -> tuple[Fact, ...]:
    face = box.face
    by_eyes: dict[int, set[int]] = {}  # what all of these eyes have seen
    bounds: dict[tuple[tuple[int, ...], tuple[int, ...], int], tuple[int, int]] = {}
    for slots, faces, least, most, eyes in facts:
        if not eyes:  # nobody knows it any more
            continue
        if seen:
            shown = by_eyes.get(eyes)
            if shown is None:
                shown = by_eyes[eyes] = {slot for slot, mask in seen.items() if mask & eyes == eyes}
            if shown and not shown.isdisjoint(slots):
                hits = [face[slot] for slot in slots if slot in shown and face[slot] in faces]
                if hits and len(hits) < least == len(faces):  # all lay among the slots: the others still do
                    kin = box.alike(slots)
                    faces = tuple([one for one in faces if one not in hits or kin[one] > 1])
                slots = tuple([slot for slot in slots if slot not in shown])
                least, most = least - len(hits), most - len(hits)
        least = max(least, 0)
        if box.says_as_much(slots, faces, least, most) if most else not slots or not faces:
            continue
        key = slots, faces, eyes
        had = bounds.get(key)
        bounds[key] = (least, most) if had is None else (max(least, had[0]), min(most, had[1]))
    return _joined([Fact(key[0], key[1], both[0], both[1], key[2]) for key, both in bounds.items()])


def _joined(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """One row for what several eyes know, and one for all the faces that some slots cannot have."""
    joined: dict[tuple[tuple[int, ...], tuple[int, ...], int, int], int] = {}
    for slots, faces, least, most, eyes in facts:
        key = slots, faces, least, most
        joined[key] = joined.get(key, 0) | eyes
    out: dict[tuple[tuple[int, ...], int], tuple[int, ...]] = {}
    rows: list[Fact] = []
    for (slots, faces, least, most), mask in joined.items():
        if most:
            rows.append(Fact(slots, faces, least, most, mask))
        else:
            out[slots, mask] = out.get((slots, mask), ()) + faces
    rows += [fact(slots, faces, 0, 0, mask) for (slots, mask), faces in out.items()]
    return tuple(rows)


def hidden(
    facts: Iterable[Fact], box: Inference, seen: Mapping[int, int], group: Collection[int], eyes: int
) -> list[Fact]:
    """What is known when these eyes can no longer tell the slots of the group from one another.

    What an eye saw of single slots it knows of the group; a fact about some slots of the group is one about all of it.
    """
    inside, face = set(group), box.face
    sights: dict[tuple[int, ...], int] = {}  # the slots that are seen, and by which eyes
    for eye in range(eyes.bit_length()):
        if eyes >> eye & 1:
            sight = tuple([slot for slot in group if seen[slot] >> eye & 1])
            sights[sight] = sights.get(sight, 0) | 1 << eye
    once = {one for one, times in box.alike(group).items() if times == 1}
    rows: list[Fact] = []
    for one in facts:
        slots, faces, least, most, knowing = one
        if inside.isdisjoint(slots) or inside.issubset(slots):
            rows.append(one)
            continue
        if knowing & ~eyes:
            rows.append(Fact(slots, faces, least, most, knowing & ~eyes))
        for sight, mask in sights.items():
            if knowing & mask:
                left = _apart(Fact(slots, faces, least, most, knowing & mask), face, sight, once)
                rows += _blurred(left, face, sight, inside)
    for sight, mask in sights.items():
        rows += _seen_among(face, sight, group, once, mask)
    return _thinned(rows)


def _thinned(facts: Iterable[Fact]) -> list[Fact]:
    """Facts about one set of faces double with every blur: those that say most are kept, the others forgotten."""
    ranked: dict[tuple[tuple[int, ...], int], list[Fact]] = {}
    for one in facts:
        ranked.setdefault((one[1], one[4]), []).append(one)
    rows: list[Fact] = []
    for group in ranked.values():
        rows += [one for one in group if not one[3]]
        counted = [one for one in group if one[3]]
        if len(counted) > 1:
            counted.sort(key=_worth)
        rows += counted[:KEPT]
    return rows


def _worth(one: Fact) -> tuple[int, int]:
    """What says most comes first: of many faces, about few slots."""
    return -one.least, len(one.slots)


def _apart(one: Fact, face: Sequence[int], sight: Sequence[int], once: Collection[int]) -> Fact:
    """Of a count, what it says of the faces that are not among the seen ones: where those are is known better."""
    slots, faces, least, most, eyes = one
    if not least or not sight:
        return one
    known = [slot for slot in sight if face[slot] in faces and face[slot] in once]
    if not known:
        return one
    here = len([slot for slot in known if slot in slots])
    rest = set(faces) - {face[slot] for slot in known}
    return fact(slots, rest, least - here, most - here, eyes)


def _blurred(one: Fact, face: Sequence[int], sight: Collection[int], inside: set[int]) -> list[Fact]:
    """A fact that holds for some slots of the group: what of it still holds for the rest, and for all together."""
    slots, (_, faces, least, most, eyes) = set(one.slots), one
    more = len([slot for slot in sight if slot not in slots and face[slot] in faces])
    strange = len(inside - slots - set(sight))
    return [
        fact(slots - inside, faces, least - len(slots & inside), most, eyes),
        fact(slots | inside, faces, least + more, most + more + strange, eyes),
    ]


def _seen_among(
    face: Sequence[int], sight: Sequence[int], group: Collection[int], once: Collection[int], eyes: int
) -> list[Fact]:
    """What was seen is among the group: one row for all faces that are there once, one for each other face."""
    known: dict[int, int] = {}
    for slot in sight:
        known[face[slot]] = known.get(face[slot], 0) + 1
    single = [one for one in known if one in once]
    rows = [fact(group, single, len(single), len(single), eyes)] if single else []
    for one, times in known.items():
        if one not in once:
            rows.append(fact(group, [one], times, times + len(group) - len(sight), eyes))
    return rows
