"""A bound on the time that one table may take of the loop it shares with all others."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType

SECONDS = 3.0
"""An honest move takes some hundredths of a second."""


class Spent(BaseException):
    """The time is up. No `Exception`: no rule of a game may catch it."""


def _ring(_number: int, _frame: FrameType | None) -> None:
    raise Spent


@cache
def _listen() -> None:
    """Once is enough: nothing else in a server uses this bell, and every page and answer would pay for it."""
    signal.signal(signal.SIGALRM, _ring)


@contextmanager
def within(seconds: float | None = None) -> Iterator[None]:
    """Raises `Spent` in what runs here for longer. Only the main thread can be interrupted; elsewhere it runs on."""
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield  # an outer bound holds already
        return
    _listen()
    signal.setitimer(signal.ITIMER_REAL, SECONDS if seconds is None else seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
