"""What a seat cannot know and is no slot, dealt anew: the cubes behind the screens and in the bag.

A player who keeps count knows a good deal: every coin has passed over the table, and so has nearly every cube. An
imagined world must agree with all of it, or the seat could tell it from the real one. So coins stay as they are, and
cubes are dealt anew along `trail`, the record of what went behind the screens and into the bag: nobody spends a cube
he cannot have had, and nothing came out of the bag that cannot have been in it. Cards and goals are the core's.
"""

from __future__ import annotations

from random import Random

from knaves.games.syndicate.state import BAGGED, DEALT, GAINED, PULLED, PUT, SPENT, CubeMove, SyndicateCity


def imagine_cubes(s: SyndicateCity, eye: int, rng: Random) -> None:
    """Another way the hidden cubes may have gone that everything seen since agrees with."""
    trail = _CubeSearch(s.trail, s.seats, eye, rng).imagine()
    held = [0] * (5 * (s.seats + 1))  # the bag is the last holder
    bag = s.seats * 5
    for kind, who, colour in trail:
        if kind in (DEALT, GAINED):
            held[who * 5 + colour] += 1
        elif kind == SPENT:
            held[who * 5 + colour] -= 1
        elif kind == PUT:
            held[who * 5 + colour] -= 1
            held[bag + colour] += 1
        else:
            held[bag + colour] += 1 if kind == BAGGED else -1
    s.trail = trail
    s.cubes, s.bag = held[:bag], held[bag:]


def _changes(kind: int, who: int, bag: int) -> tuple[tuple[int, int], ...]:
    """Whose cubes an entry of the trail changes, and by how much."""
    if kind == PUT:
        return (who, -1), (bag, 1)
    if kind in (BAGGED, PULLED):
        return ((bag, 1 if kind == BAGGED else -1),)
    return ((who, -1 if kind == SPENT else 1),)


class _CubeSearch:
    """A search through what may have been dealt and put into the bag, entry by entry, in random order.

    Going backwards first, it works out what every holder must have had at each hidden entry to do what was seen
    later (`needs`), so that most wrong guesses are noticed when they are made.
    """

    def __init__(self, trail: list[CubeMove], seats: int, eye: int, rng: Random) -> None:
        self.eye, self.bag, self.rng = eye, seats, rng
        self.made = trail[:]
        self.needs: dict[int, list[int]] = {}  # by hidden entry: holder * 5 + colour, after it
        self.left: dict[
            int, list[int]
        ] = {}  # by hidden entry: how many more each holder is yet to get unseen
        needs, left = [0] * (5 * seats + 5), [0] * (seats + 1)
        for n in range(len(trail) - 1, -1, -1):
            kind, who, colour = trail[n]
            if self.hidden(kind, who):
                self.needs[n], self.left[n] = needs[:], left[:]
                left[who if kind == DEALT else seats] += 1
            else:
                for holder, change in _changes(kind, who, seats):
                    at = holder * 5 + colour
                    needs[at] = max(0, needs[at] - change)

    def hidden(self, kind: int, who: int) -> bool:
        return kind in (DEALT, PUT) and who != self.eye

    def imagine(self) -> list[CubeMove]:
        pool = [0] * 5  # dealt, the eye does not know to whom
        for kind, who, colour in self.made:
            if kind == DEALT and who != self.eye:
                pool[colour] += 1
        if not self.walk(0, [0] * (5 * self.bag + 5), pool):
            raise AssertionError("the record of the cubes contradicts itself")
        return self.made

    def walk(self, n: int, held: list[int], pool: list[int]) -> bool:
        """Follows the trail from entry n; False if what comes cannot have happened."""
        while n < len(self.made):
            kind, who, colour = self.made[n]
            if self.hidden(kind, who):
                return self.guess(n, kind, who, held, pool)
            for holder, change in _changes(kind, who, self.bag):
                held[holder * 5 + colour] += change
                if held[holder * 5 + colour] < 0:
                    return False
            n += 1
        return True

    def guess(self, n: int, kind: int, who: int, held: list[int], pool: list[int]) -> bool:
        source = pool if kind == DEALT else held[who * 5 : who * 5 + 5]
        colours = [colour for colour in range(5) for _ in range(source[colour])]
        self.rng.shuffle(colours)
        for colour in dict.fromkeys(colours):
            then, rest = held[:], pool[:]
            if kind == DEALT:
                rest[colour] -= 1
            for holder, change in _changes(kind, who, self.bag):
                then[holder * 5 + colour] += change
            self.made[n] = CubeMove(kind, who, colour)
            if self.possible(n, then, rest) and self.walk(n + 1, then, rest):
                return True
        return False

    def possible(self, n: int, held: list[int], pool: list[int]) -> bool:
        """Can everybody still come to have what they are seen to need later?"""
        needs, left = self.needs[n], self.left[n]
        wanted = [0] * 5
        for holder in range(self.bag + 1):
            lacking = 0
            for colour in range(5):
                short = needs[holder * 5 + colour] - held[holder * 5 + colour]
                if short > 0:
                    lacking += short
                    if holder != self.bag:
                        wanted[colour] += short
            if lacking > left[holder]:
                return False
        return all(want <= have for want, have in zip(wanted, pool, strict=True))
