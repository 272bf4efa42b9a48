"""What an eye can infer: facts beside `seen`, and the worlds that fit them.

A seat that did not follow suit has none of it; a card that went back into a hand is one of that hand. Such things are
*facts*: rows in the state that say how many of some slots have one of some faces, and which eyes know it. `imagine`
draws only worlds in which every fact that the eye knows is true.

While a game is played, what happens to knowledge is only *noted*, which costs next to nothing: most games are played by
players who imagine nothing. Who imagines folds the notes into facts (`folded`); so does the state when there are many.
How a world is drawn from them: worlds.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

NOTES = 48  # notes that a state keeps before it folds them
FACES = 4096  # no box numbers its faces so high
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
    if not all(0 <= slot < slots for slot in row.slots) or not all(0 <= one < FACES for one in row.faces):
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

Row: TypeAlias = tuple[int, int, int, int, int]
"""A fact while it is worked on: slots and faces as bitmasks, least, most, eyes."""


def row_of(one: Fact) -> Row:
    slots, faces, least, most, eyes = one
    return bits_of(slots), bits_of(faces), least, most, eyes


def facts_of(rows: Iterable[Row]) -> tuple[Fact, ...]:
    """The same in the form in which they are kept. Many rows speak of the same slots."""
    listed: dict[int, tuple[int, ...]] = {}
    for slots, faces, _, _, _ in rows:
        for bits in (slots, faces):
            if bits not in listed:
                listed[bits] = tuple([n for n in range(bits.bit_length()) if bits >> n & 1])
    return tuple(
        [Fact(listed[slots], listed[faces], least, most, eyes) for slots, faces, least, most, eyes in rows]
    )


class Inference:
    """What can be told of the faces of a box without having seen any: worked out once while notes are folded."""

    __slots__ = ("_bearing", "_idle", "_kin", "_lots", "_once", "face")

    def __init__(self, face: Sequence[int], lot: Sequence[int]) -> None:
        self.face = face
        lots: dict[int, int] = {}
        for slot, number in enumerate(lot):
            lots[number] = lots.get(number, 0) | 1 << slot
        self._lots = [*lots.values()]
        self._kin: dict[int, int] = {}
        self._once: dict[int, int] = {}
        self._bearing: dict[int, int] = {}
        self._idle: dict[tuple[int, int, int, int], bool] = {}

    def kin(self, slots: int) -> int:
        """The slots that may be taken for one of these: of their lots. Other lots number their faces anew."""
        found = self._kin.get(slots)
        if found is None:
            found = 0
            for lot in self._lots:
                if lot & slots:
                    found |= lot
            self._kin[slots] = found
        return found

    def once(self, kin: int) -> int:
        """The faces that one of these slots alone has."""
        found = self._once.get(kin)
        if found is None:
            found = twice = 0
            for slot, one in enumerate(self.face):
                if kin >> slot & 1:
                    twice |= found & 1 << one
                    found |= 1 << one
            found &= ~twice
            self._once[kin] = found
        return found

    def bearing(self, faces: int) -> int:
        """The slots that have one of these faces."""
        found = self._bearing.get(faces)
        if found is None:
            found = 0
            for slot, one in enumerate(self.face):
                if faces >> one & 1:
                    found |= 1 << slot
            self._bearing[faces] = found
        return found

    def says_as_much(self, slots: int, faces: int, least: int, most: int) -> bool:
        """So many of these faces are elsewhere at most, so many are left for these slots: is that all?"""
        key = slots, faces, least, most
        found = self._idle.get(key)
        if found is None:
            kin, number = self.kin(slots), slots.bit_count()
            whole = (kin & self.bearing(faces)).bit_count()
            rest = kin.bit_count() - number  # the slots that could have them instead
            found = least <= max(whole - rest, 0) and most >= min(whole, number)
            self._idle[key] = found
        return found


def folded(
    facts: Sequence[Fact], notes: Iterable[Note], face: Sequence[int], lot: Sequence[int]
) -> tuple[Fact, ...]:
    """The facts when these notes have been taken in, one after the other."""
    box = Inference(face, lot)
    rows = [row_of(one) for one in facts]
    for slots, faces, least, most, eyes, seen in notes:
        if not seen:
            rows = _tidied([*rows, (bits_of(slots), bits_of(faces), least, most, eyes)], box, [])
            continue
        sights = sights_of(slots, seen)
        rows = _tidied(rows, box, sights)
        if eyes:
            rows = _tidied(hidden(rows, box, sights, slots, eyes), box, [])
    return facts_of(rows)


def tidy(
    facts: Iterable[Fact], face: Sequence[int], seen: Sequence[int], lot: Sequence[int]
) -> tuple[Fact, ...]:
    """The same knowledge in few rows: what is seen is no inference, and what says nothing is left out."""
    rows = [row_of(one) for one in facts]
    return facts_of(_tidied(rows, Inference(face, lot), sights_of(range(len(seen)), seen)))


def sights_of(slots: Iterable[int], seen: Sequence[int]) -> list[int]:
    """By eye, which of these slots it has seen; as many eyes as have seen any."""
    sights = [0] * max(seen, default=0).bit_length()
    for slot, mask in zip(slots, seen, strict=True):
        eye = 0
        while mask:
            if mask & 1:
                sights[eye] |= 1 << slot
            mask >>= 1
            eye += 1
    return sights


def _seen_by_all(eyes: int, sights: list[int]) -> int:
    """The slots that each of these eyes has seen."""
    if eyes >> len(sights):
        return 0
    found = -1
    for eye, sight in enumerate(sights):
        if eyes >> eye & 1:
            found &= sight
    return found


def _tidied(rows: Iterable[Row], box: Inference, sights: list[int]) -> list[Row]:
    by_eyes: dict[int, int] = {}  # what all of these eyes have seen
    bounds: dict[tuple[int, int, int], tuple[int, int]] = {}
    for slots, faces, least, most, eyes in rows:
        if not eyes:  # nobody knows it any more
            continue
        if sights:
            if eyes not in by_eyes:
                by_eyes[eyes] = _seen_by_all(eyes, sights)
            shown = slots & by_eyes[eyes]
            if shown:
                hits = shown & box.bearing(faces)
                number = hits.bit_count()
                if 0 < number < least == faces.bit_count():  # all lay among the slots: the others still do
                    faces &= ~(_faces_on(hits, box.face) & box.once(box.kin(slots)))
                slots &= ~shown
                least, most = least - number, most - number
        if least < 0:
            least = 0
        if box.says_as_much(slots, faces, least, most) if most else not slots or not faces:
            continue
        key = slots, faces, eyes
        had = bounds.get(key)
        bounds[key] = (least, most) if had is None else (max(least, had[0]), min(most, had[1]))
    return _joined([(key[0], key[1], both[0], both[1], key[2]) for key, both in bounds.items()])


def _faces_on(slots: int, face: Sequence[int]) -> int:
    found = 0
    for slot, one in enumerate(face):
        if slots >> slot & 1:
            found |= 1 << one
    return found


def _joined(rows: Iterable[Row]) -> list[Row]:
    """One row for what several eyes know, and one for all the faces that some slots cannot have."""
    joined: dict[tuple[int, int, int, int], int] = {}
    for slots, faces, least, most, eyes in rows:
        key = slots, faces, least, most
        joined[key] = joined.get(key, 0) | eyes
    out: dict[tuple[int, int], int] = {}
    found: list[Row] = []
    for (slots, faces, least, most), mask in joined.items():
        if most:
            found.append((slots, faces, least, most, mask))
        else:
            out[slots, mask] = out.get((slots, mask), 0) | faces
    found += [(slots, faces, 0, 0, mask) for (slots, mask), faces in out.items()]
    return found


def hidden(
    rows: Iterable[Row], box: Inference, sights: list[int], group: Sequence[int], eyes: int
) -> list[Row]:
    """What is known when these eyes can no longer tell the slots of the group from one another.

    What an eye saw of single slots it knows of the group; a fact about some slots of the group is one about all of it.
    """
    inside = bits_of(group)
    together: dict[int, int] = {}  # the slots that are seen, and by which eyes
    for eye in range(eyes.bit_length()):
        if eyes >> eye & 1:
            sight = sights[eye] if eye < len(sights) else 0
            together[sight] = together.get(sight, 0) | 1 << eye
    once = box.once(box.kin(inside))
    found: list[Row] = []
    for one in rows:
        slots, faces, least, most, knowing = one
        common = slots & inside
        if not common or common == inside:
            found.append(one)
            continue
        if knowing & ~eyes:
            found.append((slots, faces, least, most, knowing & ~eyes))
        for sight, mask in together.items():
            if knowing & mask:
                left = _apart((slots, faces, least, most, knowing & mask), box, sight, once)
                found += _blurred(left, box, sight, inside)
    for sight, mask in together.items():
        if sight:
            found += _seen_among(box.face, sight, group, once, mask)
    return _thinned(found)


def _thinned(rows: Iterable[Row]) -> list[Row]:
    """Facts about one set of faces double with every blur: those that say most are kept, the others forgotten."""
    ranked: dict[tuple[int, int], list[Row]] = {}
    for one in rows:
        ranked.setdefault((one[1], one[4]), []).append(one)
    found: list[Row] = []
    for group in ranked.values():
        found += [one for one in group if not one[3]]
        counted = [one for one in group if one[3]]
        if len(counted) > 1:
            counted.sort(key=_worth)
        found += counted[:KEPT]
    return found


def _worth(one: Row) -> tuple[int, int]:
    """What says most comes first: of many faces, about few slots."""
    return -one[2], one[0].bit_count()


def _apart(one: Row, box: Inference, sight: int, once: int) -> Row:
    """Of a count, what it says of the faces that are not among the seen ones: where those are is known better."""
    slots, faces, least, most, eyes = one
    if not least or not sight:
        return one
    known = sight & box.bearing(faces & once)
    if not known:
        return one
    here = (known & slots).bit_count()
    return slots, faces & ~_faces_on(known, box.face), least - here, most - here, eyes


def _blurred(one: Row, box: Inference, sight: int, inside: int) -> list[Row]:
    """A fact that holds for some slots of the group: what of it still holds for the rest, and for all together."""
    slots, faces, least, most, eyes = one
    more = (sight & ~slots & box.bearing(faces)).bit_count()
    strange = (inside & ~slots & ~sight).bit_count()
    return [
        (slots & ~inside, faces, least - (slots & inside).bit_count(), most, eyes),
        (slots | inside, faces, least + more, most + more + strange, eyes),
    ]


def _seen_among(face: Sequence[int], sight: int, group: Sequence[int], once: int, eyes: int) -> list[Row]:
    """What was seen is among the group: one row for all faces that are there once, one for each other face."""
    inside, single, known = bits_of(group), 0, dict[int, int]()
    for slot in group:
        if sight >> slot & 1:
            one = face[slot]
            if once >> one & 1:
                single |= 1 << one
            else:
                known[one] = known.get(one, 0) + 1
    rows: list[Row] = []
    if single:
        rows.append((inside, single, single.bit_count(), single.bit_count(), eyes))
    strange = len(group) - sight.bit_count()
    return rows + [(inside, 1 << one, times, times + strange, eyes) for one, times in known.items()]
