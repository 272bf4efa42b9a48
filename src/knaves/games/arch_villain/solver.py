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


class Plan(NamedTuple):
    puts: tuple[tuple[int, int, int], ...]  # slot (-1: a fist), pips of the die, pips it shall show
    damage: int
    needed: int
    cost: int


def solve(p: Problem) -> Plan | None:
    """The cheapest plan that arrests; of equals the one with most damage. None: it cannot be done."""
    if p.against or p.plain or p.plus:
        return _solve(p)
    return _cached(p._replace(dice=tuple(sorted(p.dice, reverse=True))))


def _solve(p: Problem) -> Plan | None:
    best: Plan | None = None
    for needed, squares in _cases(p):
        for forced, rest, fist in _modes(p, squares):
            found = _walk(p, needed, forced, rest, fist)
            if found is not None and (best is None or _rank(found) < _rank(best)):
                best = found
    return best


_cached = lru_cache(maxsize=50_000)(_solve)


def _rank(plan: Plan) -> tuple[int, int]:
    return plan.cost, -plan.damage


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


# What was chosen on the way to a count of targets: damage that hurts alone, all damage, the way back.
_Way = tuple[int, int, "tuple[object, ...] | None"]


def _walk(p: Problem, needed: int, forced: Square | None, squares: list[Square], fist: int) -> Plan | None:
    most = sum(sq.out[6] for sq in squares) + (forced.out[6] if forced else 0)
    if p.plain + p.plus + most + fist * len(p.dice) < needed:
        return None
    have = [sum(pips >= v for pips in p.dice) for v in range(7)]
    # By height from 1 to 6; place 0 says whether anything hurts alone, for a plus needs that.
    start = (int(p.plain > 0), 0, 0, 0, 0, 0, 0)
    ways: dict[tuple[int, ...], _Way] = {start: (p.plain, p.plain + p.plus, None)}
    if forced is not None:
        ways = _add(ways, forced, have, p.pips, True)
    for sq in sorted(squares, key=lambda sq: -sq.out[6]):
        ways = {**ways, **_add(ways, sq, have, p.pips, False)}
    return _finish(p, needed, ways, have, fist)


def _add(
    ways: dict[tuple[int, ...], _Way], sq: Square, have: list[int], pips: int, forced: bool
) -> dict[tuple[int, ...], _Way]:
    """All ways with one more square used. A count that is there already keeps its better way."""
    made: dict[tuple[int, ...], _Way] = {}
    for counts, (plain, total, back) in ways.items():
        if counts[1] >= have[1]:
            continue  # no die left
        for to, out in _levels(sq.out, forced):
            hurts = plain if sq.plus else plain + out
            now = (
                int(hurts > 0),
                *[n + 1 if v <= to else n for v, n in enumerate(counts[1:], 1)],
            )
            if cost_of(now, have) > pips:
                break
            old = made.get(now) or (None if forced else ways.get(now))
            if old is None or total + out > old[1]:
                made[now] = (hurts, total + out, (sq.slot, to, back))
    return made


def cost_of(targets: Sequence[int], have: Sequence[int]) -> int:
    """Pips to pay; both by height: how many are at least so high. Place 0 does not count."""
    return sum([t - h for t, h in zip(targets[1:], have[1:], strict=True) if t > h])


def _finish(
    p: Problem, needed: int, ways: dict[tuple[int, ...], _Way], have: list[int], fist: int
) -> Plan | None:
    best: tuple[int, int, int, _Way] | None = None
    for counts, way in ways.items():
        plain, total, _ = way
        fists = 0
        while True:
            if plain and total >= needed:
                cost = cost_of(counts, have)
                if cost <= p.pips and (best is None or (cost, -total) < best[:2]):
                    best = (cost, -total, fists, way)
                break
            if not fist or counts[1] >= have[1]:
                break
            counts = tuple([n + (v > 0) for v, n in enumerate(counts)])
            plain, total, fists = plain + fist, total + fist, fists + 1
    if best is None:
        return None
    cost, damage, fists, way = best
    return Plan(_pair(p.dice, way, fists), -damage, needed, cost)


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
