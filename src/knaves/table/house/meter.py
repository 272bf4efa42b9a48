"""What a house counts about itself: how many, and how long. No names, no secrets, nothing about a single table."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds: how many took no longer than each of these."""


class Times:
    """How long something took, so often."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        so_far = 0
        for bound, count in zip((*BOUNDS, float("inf")), self.counts, strict=True):
            so_far += count
            edge = "+Inf" if bound == float("inf") else f"{bound:g}"
            yield f'{name}_bucket{{le="{edge}"}} {so_far}'
        yield f"{name}_sum {self.sum:.6f}"
        yield f"{name}_count {so_far}"


class Meter:
    """Counters and times since the server began."""

    def __init__(self) -> None:
        self.moves: Counter[tuple[str, str]] = Counter()  # by game, and by whom: person, bot, order
        self.answering = Times()  # from the click to the disk
        self.drawing = Times()  # one page of one seat
        self.pushes: Counter[str] = Counter()  # messages to closed pages: sent, gone, failed

    def moved(self, game: str, by: str) -> None:
        self.moves[game, by] += 1

    @contextmanager
    def timed(self, times: Times) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            times.add(time.perf_counter() - began)
