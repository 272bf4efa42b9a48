"""How sure a measured share is."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959964


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins; shared wins count in parts."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def round_step(span: float, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … of which at most so many make up the span."""
    size = 1
    while span > size * most:
        size = size * 5 // 2 if str(size).startswith("2") else size * 2
    return size


def mean_interval(total: float, squares: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a mean."""
    if count < 2:
        return total, total
    mean = total / count
    spread = sqrt(max(0.0, (squares - total * mean) / (count - 1)))
    half = Z95 * spread / sqrt(count)
    return mean - half, mean + half
