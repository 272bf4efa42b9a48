"""What a seat cannot know and is no slot, dealt anew: the cubes behind the screens and in the bag.

A player who keeps count knows a good deal: every coin has passed over the table, and so has nearly every cube. An
imagined world must agree with all of it, or the seat could tell it from the real one. So coins stay as they are, and
cubes are dealt anew along `trail`, the record of what went behind the screens and into the bag: nobody spends a cube
he cannot have had, and nothing came out of the bag that cannot have been in it. Cards and goals are the core's.
"""

from __future__ import annotations

from random import Random

from knaves.games.syndicate.state import DEALT, GAINED, PULLED, PUT, SPENT, CubeMove, SyndicateCity

RECORDS = 16  # that are kept


def imagine(s: SyndicateCity, eye: int, rng: Random) -> None:
    """Another way the hidden cubes may have gone that everything seen since agrees with."""
    search = _CubeSearch(_recorded(s.trail, s.seats, eye), rng)
    search.imagine()
    bag = s.seats * 5
    s.trail = search.made
    s.cubes, s.bag = search.held[:bag], search.held[bag:]


class CubeRecord:
    """What an eye can tell from the record of the cubes.

    Going backwards, it works out what every holder must have had at each hidden entry to do what was seen later
    (`needs`), so that most wrong guesses are noticed when they are made. Cubes are counted by holder * 5 + colour; the
    bag is the last holder. Hidden entries are numbered from the last one.
    """

    def __init__(self, trail: list[CubeMove], seats: int, eye: int) -> None:
        self.trail, self.seats, self.eye = trail[:], seats, eye
        self.pool = [0] * 5  # dealt, the eye does not know to whom
        self.hidden: list[int] = []
        self.moves: list[list[CubeMove]] = []  # by hidden entry: what it may have been, by colour
        self.needs: list[list[tuple[int, int]]] = []  # by hidden entry: what is needed after it, and how many
        self.left: list[list[int]] = []  # by hidden entry: how many more each holder is yet to get unseen
        self.seen: list[list[int]] = []  # by hidden entry, what is seen after it, in order: see `follow`
        needs, left, seen, bag = [0] * (5 * seats + 5), [0] * (seats + 1), list[int](), seats * 5
        for n in range(len(trail) - 1, -1, -1):
            kind, who, colour = trail[n]
            if who != eye and kind in (DEALT, PUT):
                self.hidden.append(n)
                self.moves.append([CubeMove(kind, who, other) for other in range(5)])
                self.needs.append([(at, number) for at, number in enumerate(needs) if number])
                self.left.append(left[:])
                self.seen.append(seen[::-1])
                seen = []
                if kind == DEALT:
                    left[who] += 1
                    self.pool[colour] += 1
                else:
                    left[seats] += 1
                continue
            if kind in (SPENT, PUT, PULLED):
                at = (bag if kind == PULLED else who * 5) + colour
                needs[at] += 1
                seen.append(~at)
            if kind not in (SPENT, PULLED):
                at = (who * 5 if kind in (DEALT, GAINED) else bag) + colour
                needs[at] = max(0, needs[at] - 1)
                seen.append(at)
        self.seen.append(seen[::-1])  # before the first hidden entry


_recent: list[CubeRecord] = []  # many worlds are imagined from one position; the last record first


def _recorded(trail: list[CubeMove], seats: int, eye: int) -> CubeRecord:
    """Compared, not hashed: copies of a state have the same entries, and that is seen at a glance."""
    for record in _recent:
        if record.eye == eye and record.seats == seats and record.trail == trail:
            return record
    record = CubeRecord(trail, seats, eye)
    _recent.insert(0, record)
    del _recent[RECORDS:]
    return record


class _CubeSearch:
    """A search through what may have been dealt and put into the bag, entry by entry, in random order."""

    def __init__(self, record: CubeRecord, rng: Random) -> None:
        self.record, self.rng = record, rng
        self.made = record.trail[:]
        self.held = [0] * (5 * record.seats + 5)  # in the world that was found

    def imagine(self) -> None:
        if not self.follow(len(self.record.hidden), self.held[:], self.record.pool):
            raise AssertionError("the record of the cubes contradicts itself")

    def follow(self, k: int, held: list[int], pool: list[int]) -> bool:
        """Goes on from the hidden entry k with what is seen: `at` is one more there, `~at` one less. False if what
        comes cannot have happened."""
        for at in self.record.seen[k]:
            if at >= 0:
                held[at] += 1
            elif held[~at]:
                held[~at] -= 1
            else:
                return False
        if k:
            return self.guess(k - 1, held, pool)
        self.held = held
        return True

    def guess(self, k: int, held: list[int], pool: list[int]) -> bool:
        """Some colour for the hidden entry k: each cube that it may have been is as likely as any other."""
        moves = self.record.moves[k]
        kind, who, _ = moves[0]
        mine, bag = who * 5, self.record.seats * 5
        cubes = pool[:] if kind == DEALT else held[mine : mine + 5]
        count = sum(cubes)
        while count:
            pick, colour = int(self.rng.random() * count), 0
            while pick >= cubes[colour]:
                pick -= cubes[colour]
                colour += 1
            then, rest = held[:], pool
            if kind == DEALT:
                rest = pool[:]
                rest[colour] -= 1
                then[mine + colour] += 1
            else:
                then[mine + colour] -= 1
                then[bag + colour] += 1
            if self.possible(k, then, rest) and self.follow(k, then, rest):
                self.made[self.record.hidden[k]] = moves[colour]
                return True
            count -= cubes[colour]
            cubes[colour] = 0
        return False

    def possible(self, k: int, held: list[int], pool: list[int]) -> bool:
        """Can everybody still come to have what they are seen to need later?"""
        record = self.record
        needs, left, wanted, bag = record.needs[k], record.left[k], pool, record.seats * 5
        for at, number in needs:
            missing = number - held[at]
            if missing > 0:
                if left is record.left[k]:  # the first that is missing
                    left, wanted = left[:], pool[:]
                left[at // 5] -= missing
                if left[at // 5] < 0:
                    return False
                if at < bag:
                    wanted[at % 5] -= missing
                    if wanted[at % 5] < 0:
                        return False
        return True
