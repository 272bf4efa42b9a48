"""The coach's work in a process of its own, in few worlds and without letting everybody else go first: for tests."""

from __future__ import annotations

from knaves.bots.coach import judging
from knaves.web.push.coaching import work

__all__ = ["work"]

judging.MOST, judging.FURTHER, judging.ALL, judging.SOME = 8, 8, 2, 2
