"""An arrest that is possible is found, and nothing cheaper exists: the solver against trying everything."""

from __future__ import annotations

from itertools import permutations, product
from random import Random

import pytest

from knaves.games.arch_villain.bot.solver import DicePlan, Problem, Square, can_arrest, solve


def total(p: Problem, puts: list[tuple[Square | None, int]]) -> tuple[int, int]:
    """Damage and defence of dice with these pips on these squares; None is the hand."""
    placed = [square for square, _ in puts if square is not None]
    wide = not p.range_turn or any(square.all_range for square in placed)
    plain, plus, against = p.plain, p.plus, p.against
    for square, pips in puts:
        if square is None:
            plain += p.fist if pips == 6 and wide else 0
            continue
        if square.type >= 0:
            against = max(against, p.specials[square.type])
        if square.plus:
            plus += square.out[pips]
        else:
            plain += square.out[pips]
    return (plain + plus if plain else 0), against or p.red


def legal(p: Problem, squares: list[Square]) -> bool:
    if not p.range_turn or any(square.all_range for square in squares):
        return True
    return all(square.ranged for square in squares)


def try_everything(p: Problem) -> int | None:
    """The fewest pips that arrest, by looking at every way to place and raise the dice."""
    best: int | None = None
    places = [*range(len(p.squares)), *([-1] * len(p.dice))]
    for where in set(permutations(places, len(p.dice))):
        if not legal(p, [p.squares[at] for at in where if at >= 0]):
            continue
        for raised in product(*(range(pips, 7) for pips in p.dice)):
            cost = sum(raised) - sum(p.dice)
            if cost > p.pips or (best is not None and cost >= best):
                continue
            puts = [
                (p.squares[at] if at >= 0 else None, pips) for at, pips in zip(where, raised, strict=True)
            ]
            damage, defence = total(p, puts)
            if damage >= defence:
                best = cost
    return best


def some_problem(rng: Random) -> Problem:
    squares = []
    for slot in range(rng.randint(0, 3)):
        out = (0, *sorted(rng.choice((0, 0, 1, 2, 3, 5, 7, 9)) for _ in range(6)))
        wide = rng.random() < 0.2
        kind = rng.choice((-1, 0, 1, 2))
        squares.append(Square(slot, out, rng.random() < 0.3, kind, rng.random() < 0.5, wide))
    red = rng.randint(1, 18)
    specials = tuple(red + rng.randint(1, 6) if rng.random() < 0.4 else 0 for _ in range(4))
    return Problem(
        dice=tuple(rng.randint(1, 6) for _ in range(rng.randint(1, 3))),
        squares=tuple(squares),
        pips=rng.randint(0, 7),
        fist=rng.choice((0, 1, 2, 4)),
        red=red,
        specials=specials,  # type: ignore[arg-type]  # four of them
        range_turn=rng.random() < 0.3,
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_cheapest_arrest_is_found_whenever_there_is_one(seed: int) -> None:
    rng = Random(seed)
    possible = 0
    for _ in range(60):
        p = some_problem(rng)
        best, found = try_everything(p), solve(p)
        assert (found.cost if found else None) == best, p
        assert can_arrest(p) == (best is not None)
        if found is not None:
            possible += 1
            check(p, found)
    assert 5 < possible < 55


def check(p: Problem, plan: DicePlan) -> None:
    """The plan can be carried out with these dice and this energy, and arrests."""
    left = sorted(p.dice)
    for _, pips, to in plan.puts:
        left.remove(pips)
        assert pips <= to <= 6
    slots = [slot for slot, _, _ in plan.puts if slot >= 0]
    assert len(set(slots)) == len(slots)
    assert sum(to - pips for _, pips, to in plan.puts) == plan.cost <= p.pips
    by_slot = {square.slot: square for square in p.squares}
    puts = [(by_slot.get(slot), to) for slot, _, to in plan.puts] + [(None, pips) for pips in left]
    damage, defence = total(p, puts)
    assert damage >= defence
    assert legal(p, [square for square, _ in puts if square is not None])


def test_ten_dice_and_ten_squares_are_no_trouble() -> None:
    squares = tuple(Square(n, (0, 0, 1, 2, 4, 5, 7), n % 4 == 3, n % 5 - 1) for n in range(10))
    p = Problem((1, 1, 2, 2, 3, 3, 4, 4, 5, 6), squares, 12, 3, 45, (55, 0, 0, 0))
    found = solve(p)
    assert found is not None
    check(p, found)
