"""What a seat cannot know and is no slot, dealt anew: the cubes behind the screens and in the bag.

A player who keeps count knows a good deal: every coin has passed over the table, and so has nearly every cube. An
imagined world must agree with all of it, or the seat could tell it from the real one. So coins stay as they are, and
cubes are dealt anew along `trail`, the record of what went behind the screens and into the bag: nobody spends a cube
he cannot have had, and nothing came out of the bag that cannot have been in it. Cards and goals are the core's.
"""

from __future__ import annotations

from random import Random

from knaves.games.syndicate.state import DEALT, GAINED, PULLED, PUT, SPENT, CubeMove, SyndicateCity


def imagine_cubes(s: SyndicateCity, eye: int, rng: Random) -> None:
    """Another way the hidden cubes may have gone that everything seen since agrees with."""
    search = _CubeSearch(s.trail, s.seats, eye, rng)
    search.imagine()
    bag = s.seats * 5
    s.trail = search.made
    s.cubes, s.bag = search.held[:bag], search.held[bag:]


class _CubeSearch:
    """A search through what may have been dealt and put into the bag, entry by entry, in random order.

    Going backwards first, it works out what every holder must have had at each hidden entry to do what was seen
    later (`needs`), so that most wrong guesses are noticed when they are made. Cubes are counted by holder * 5 +
    colour; the bag is the last holder. Hidden entries are numbered from the last one.
    """

    def __init__(self, trail: list[CubeMove], seats: int, eye: int, rng: Random) -> None:
        self.seats, self.rng = seats, rng
        self.made = trail[:]
        self.held = [0] * (5 * seats + 5)  # in the world that was found
        self.pool = [0] * 5  # dealt, the eye does not know to whom
        self.hidden: list[int] = []
        self.needs: list[list[int]] = []  # by hidden entry: what each holder needs after it
        self.left: list[list[int]] = []  # by hidden entry: how many more each holder is yet to get unseen
        self.seen: list[
            list[int]
        ] = []  # by hidden entry, what is seen after it, the last first: see `follow`
        needs, left, seen, bag = [0] * (5 * seats + 5), [0] * (seats + 1), list[int](), seats * 5
        for n in range(len(trail) - 1, -1, -1):
            kind, who, colour = trail[n]
            if who != eye and kind in (DEALT, PUT):
                self.hidden.append(n)
                self.needs.append(needs[:])
                self.left.append(left[:])
                self.seen.append(seen)
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
        self.seen.append(seen)  # before the first hidden entry

    def imagine(self) -> None:
        if not self.follow(len(self.hidden), self.held[:], self.pool):
            raise AssertionError("the record of the cubes contradicts itself")

    def follow(self, k: int, held: list[int], pool: list[int]) -> bool:
        """Goes on from the hidden entry k with what is seen: `at` is one more there, `~at` one less. False if what
        comes cannot have happened."""
        for at in reversed(self.seen[k]):
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
        kind, who, _ = self.made[self.hidden[k]]
        mine, bag = who * 5, self.seats * 5
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
                self.made[self.hidden[k]] = CubeMove(kind, who, colour)
                return True
            count -= cubes[colour]
            cubes[colour] = 0
        return False

    def possible(self, k: int, held: list[int], pool: list[int]) -> bool:
        """Can everybody still come to have what they are seen to need later?"""
        needs, left = self.needs[k], self.left[k]
        wanted = [0] * 5
        for holder in range(self.seats + 1):
            lacking, start = 0, holder * 5
            for colour in range(5):
                short = needs[start + colour] - held[start + colour]
                if short > 0:
                    lacking += short
                    if holder < self.seats:
                        wanted[colour] += short
            if lacking > left[holder]:
                return False
        for colour in range(5):  # noqa: SIM110  # a loop is quicker here
            if wanted[colour] > pool[colour]:
                return False
        return True
