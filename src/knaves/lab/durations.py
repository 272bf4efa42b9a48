"""How long decisions took: the mean and the longest exactly, shares of them within a tenth."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, log2

import msgspec

STEPS = 8
"""Steps to a doubling."""


class Durations(msgspec.Struct):
    """A count of decisions by how long they took."""

    count: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    # how many took at most 2 ** (step / STEPS) microseconds, and more than the step before
    steps: dict[int, int] = {}

    def add(self, seconds: float) -> None:
        self.count += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        step = ceil(STEPS * log2(max(1.0, seconds * 1e6)))
        self.steps[step] = self.steps.get(step, 0) + 1

    @property
    def mean(self) -> float:
        return self.seconds / self.count if self.count else 0.0

    def within(self, share: float) -> float:
        """So many seconds at most took this share of the decisions."""
        rest = share * self.count
        for step in sorted(self.steps):
            rest -= self.steps[step]
            if rest <= 0:
                return min(self.longest, 2 ** (step / STEPS) / 1e6)
        return self.longest


def together(parts: Iterable[Durations]) -> Durations:
    whole = Durations()
    for part in parts:
        whole.count += part.count
        whole.seconds += part.seconds
        whole.longest = max(whole.longest, part.longest)
        for step, count in part.steps.items():
            whole.steps[step] = whole.steps.get(step, 0) + count
    return whole
