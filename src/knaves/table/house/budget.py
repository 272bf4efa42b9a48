"""A bound on the time that one table may take of the loop it shares with all others."""

from __future__ import annotations

import signal
import threading
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


class within:  # noqa: N801  # `with within():`
    """Raises `Spent` in what runs here for longer. Only the main thread can be interrupted; elsewhere it runs on."""

    __slots__ = ("_rings", "_seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds, self._rings = SECONDS if seconds is None else seconds, False

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            return
        if signal.getitimer(signal.ITIMER_REAL)[0]:
            return  # an outer bound holds already
        _listen()
        self._rings = True
        signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        if self._rings:
            signal.setitimer(signal.ITIMER_REAL, 0)
