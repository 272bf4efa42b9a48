"""The end: what the sets on the table are worth (end.1)."""

from __future__ import annotations

from knaves.core.state import Result
from tests.guide.magpies.state import Nest


def count(s: Nest) -> Result:
    scores = s.scores()
    top = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == top)
    return Result(winners, tuple(scores), "Most points." if len(winners) == 1 else "Equal points.")
