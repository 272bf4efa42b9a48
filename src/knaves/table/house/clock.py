"""The time by which a house plays. The clock on the wall says where it starts, and never moves it again."""

from __future__ import annotations

import time


class HouseClock:
    """Seconds since 1970, as steady as the machine's own count. Somebody may set the wall clock back or forth: nobody
    at a table gains or loses by it. It never runs back behind what was written before a restart."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def __call__(self) -> float:
        return self._ahead + time.monotonic()

    def not_before(self, written: float) -> None:
        self._ahead = max(self._ahead, written - time.monotonic())
