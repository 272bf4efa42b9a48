"""The best way to place dice: the cheapest that arrests, if there is one.

A plan gives each square a target, the pips its die shall show. Dice and targets, both sorted, are paired off; the
pips to pay are then, summed over v = 1 … 6, how many more targets than dice are at least v. So it is enough to
try, for the targets, how many there are of each height: a walk over the squares keeps, for each such count, the
most damage. A fist is a target of 6. Tables never fall from one face to the next (the box sees to it), so a die
that is higher than its target does no less. Nothing is left out: an arrest that is possible is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple


class Square(NamedTuple):
    """A free square on a card: damage by pips (place 0 is none), and what else a die there does."""

    slot: int
    out: tuple[int, ...]
    plus: bool = False
    type: int = -1
    ranged: bool = False
    all_range: bool = False


class Problem(NamedTuple):
    dice: tuple[int, ...]  # pips, in no order
    squares: tuple[Square, ...]
    pips: int  # that can be paid for
    fist: int
    red: int  # with the round's number, as are the specials
    specials: tuple[int, int, int, int]  # 0: none
    range_turn: bool = False
    plain: int = 0  # damage already placed
    plus: int = 0
    against: int = 0  # special number already called up


class DicePlan(NamedTuple):
    puts: tuple[tuple[int, int, int], ...]  # slot (-1: a fist), pips of the die, pips it shall show
    damage: int
    needed: int
    cost: int


def solve(p: Problem) -> DicePlan | None:
    """The cheapest plan that arrests. None: it cannot be done."""
    if p.against or p.plain or p.plus:
        return _solve(p)
    return _cached(p._replace(dice=tuple(sorted(p.dice, reverse=True))))


def _solve(p: Problem) -> DicePlan | None:
    best: DicePlan | None = None
    for needed, squares in _cases(p):
        for forced, rest, fist in _modes(p, squares):
            limit = p.pips if best is None else best.cost - 1
            if limit >= 0:
                best = _walk(p, needed, forced, rest, fist, limit) or best
    return best


_cached = lru_cache(maxsize=50_000)(_solve)


@lru_cache(maxsize=50_000)
def can_arrest(p: Problem) -> bool:
    """Is there any plan at all? Quicker than finding the cheapest."""
    return any(
        _walk(p, needed, forced, rest, fist, p.pips, False) is not None
        for needed, squares in _cases(p)
        for forced, rest, fist in _modes(p, squares)
    )


def _cases(p: Problem) -> Iterable[tuple[int, list[Square]]]:
    """For each number the villain may defend with: the squares that do not call up a higher one."""
    floor = p.against or p.red
    numbers = {n for n in p.specials if n > p.against}
    for needed in sorted({floor, *numbers}):
        top = needed if needed in numbers else p.against
        yield needed, [sq for sq in p.squares if sq.type < 0 or p.specials[sq.type] <= top]


def _modes(p: Problem, squares: list[Square]) -> Iterable[tuple[Square | None, list[Square], int]]:
    """On the range turn: with range cards only, or with one square that makes all range (forced)."""
    if not p.range_turn:
        yield None, squares, p.fist
        return
    yield None, [sq for sq in squares if sq.ranged], 0
    for sq in squares:
        if sq.all_range:
            yield sq, [other for other in squares if other is not sq], p.fist


def _levels(out: Sequence[int], forced: bool) -> list[tuple[int, int]]:
    """Targets worth having: each does more than the one below. A forced square may also do nothing."""
    found = [(1, out[1])] if forced or out[1] > 0 else []
    found += [(to, out[to]) for to in range(2, 7) if out[to] > max(0, out[to - 1])]
    return found


# A count of targets is packed into one number: four bits for each height, how many targets are at least so
# high; bit 0 says whether anything hurts alone, for a plus needs that.
_AT_LEAST = tuple(sum(1 << 4 * v for v in range(1, to + 1)) for to in range(7))
_BUDGETS = (0, 1, 2, 3, 5, 8, 13, 21, 34, 60)

# Damage that hurts alone, all damage, and the way back: slot, target, and the way before.
_Way = tuple[int, int, "tuple[object, ...] | None"]


def _walk(
    p: Problem,
    needed: int,
    forced: Square | None,
    squares: list[Square],
    fist: int,
    limit: int,
    cheapest: bool = True,
) -> DicePlan | None:
    """Tries with few pips first, for most arrests need few."""
    if p.plain + p.plus + _room(p, forced, squares, fist) < needed:
        return None
    rows = sorted((_levels(sq.out, False), sq.slot, sq.plus) for sq in squares)
    rows.sort(key=lambda row: -max((out for _, out in row[0]), default=0))
    first = [] if forced is None else [(_levels(forced.out, True), forced.slot, forced.plus)]
    for budget in (*(b for b in _BUDGETS if b < limit and cheapest), limit):
        found = _attempt(p, needed, first, rows, fist, budget)
        if found is not None:
            return found
    return None


def _room(p: Problem, forced: Square | None, squares: list[Square], fist: int) -> int:
    """The most that could be added in all, as if every die were a 6."""
    best = sorted((max(sq.out[6], fist) for sq in squares), reverse=True)
    best += [fist] * len(p.dice)
    dice = len(p.dice) - (forced is not None)
    return (forced.out[6] if forced else 0) + sum(best[: max(0, dice)])


_Row = tuple[list[tuple[int, int]], int, bool]


def _attempt(
    p: Problem, needed: int, first: list[_Row], rows: list[_Row], fist: int, budget: int
) -> DicePlan | None:
    high = sorted(p.dice, reverse=True)
    have = [sum(pips >= v for pips in high) for v in range(7)]
    dice = len(high)
    ways: dict[int, _Way] = {int(p.plain > 0): (p.plain, p.plain + p.plus, None)}
    costs = _costs(tuple(have))
    if first:
        ways = _add(ways, first[0], have, costs, budget, True)
    for at, row in enumerate(rows):
        # What the squares to come could add at most, with 1, 2, … dice left.
        tops = [max(max((out for _, out in levels), default=0), fist) for levels, _, _ in rows[at:]]
        most = [0, *accumulate(tops + [fist] * dice)][: dice + 1]
        ways = {k: way for k, way in ways.items() if way[1] + most[dice - (k >> 4 & 15)] >= needed}
        ways.update(_add(ways, row, have, costs, budget, False))
    return _finish(p, needed, ways, have, fist, budget)


def _add(
    ways: dict[int, _Way], row: _Row, have: list[int], costs: dict[int, int], budget: int, forced: bool
) -> dict[int, _Way]:
    """All ways with one more square used. A count that is there already keeps its better way."""
    made: dict[int, _Way] = {}
    levels, slot, plus = row
    dice = have[1]
    for counts, (plain, total, back) in ways.items():
        if counts >> 4 & 15 >= dice:
            continue  # no die left
        for to, out in levels:
            now = counts + _AT_LEAST[to]
            hurts = plain
            if not plus and out:
                hurts += out
                now |= 1
            cost = costs.get(now)
            if cost is None:
                cost = costs[now] = cost_of(now, have)
            if cost > budget:
                break
            done = total + out
            old = made.get(now) or (None if forced else ways.get(now))
            if old is None or done > old[1]:
                made[now] = (hurts, done, (slot, to, back))
    return made


@lru_cache(maxsize=2_000)
def _costs(have: tuple[int, ...]) -> dict[int, int]:
    """What counts of targets cost with these dice, as far as it was worked out before."""
    return {}


def cost_of(counts: int, have: Sequence[int]) -> int:
    """Pips to pay: over the heights, how many more targets than dice there are at least so high."""
    cost = 0
    for v in range(1, 7):
        short = (counts >> 4 * v & 15) - have[v]
        if short > 0:
            cost += short
    return cost


def _finish(
    p: Problem, needed: int, ways: dict[int, _Way], have: list[int], fist: int, budget: int
) -> DicePlan | None:
    best: tuple[int, int, int, _Way] | None = None
    for counts, way in ways.items():
        plain, total, _ = way
        fists = 0
        while not (plain and total >= needed):
            if not fist or counts >> 4 & 15 >= have[1]:
                break
            counts += _AT_LEAST[6]
            plain, total, fists = plain + fist, total + fist, fists + 1
        else:
            cost = cost_of(counts, have)
            if cost <= budget and (best is None or (cost, -total) < best[:2]):
                best = (cost, -total, fists, way)
    if best is None:
        return None
    cost, damage, fists, way = best
    return DicePlan(_pair(p.dice, way, fists), -damage, needed, cost)


def _pair(dice: Sequence[int], way: _Way, fists: int) -> tuple[tuple[int, int, int], ...]:
    """Highest die to highest target."""
    targets = [(6, -1)] * fists
    back = way[2]
    while back is not None:
        slot, to, back = back  # type: ignore[assignment]  # three things, the last the way back
        targets.append((to, slot))  # type: ignore[arg-type]
    targets.sort(reverse=True)
    high = sorted(dice, reverse=True)
    return tuple((slot, pips, max(pips, to)) for (to, slot), pips in zip(targets, high, strict=False))
