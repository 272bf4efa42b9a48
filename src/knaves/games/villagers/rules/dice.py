"""What a die can do: chances of a roll, for views, labels and bots."""

from __future__ import annotations

SIDES = 6  # R1


def chance(need: int) -> float:
    """The chance of this number or more on one die."""
    return min(SIDES, max(0, SIDES + 1 - need)) / SIDES


def chance_of_one(need: int, first: int, rolls: int) -> float:
    """The chance that one of so many rolls is good, when the first has this much more on it (R11)."""
    if rolls < 1:
        return 0.0
    return 1 - (1 - chance(need - first)) * (1 - chance(need)) ** (rolls - 1)
