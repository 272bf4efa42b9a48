"""A bound on the time that one table may take of the loop it shares with all others."""

from __future__ import annotations

import signal
import threading
import time
from functools import cache
from types import FrameType

SECONDS = 3.0
"""Of processor time: an honest move takes some hundredths of a second, however busy the machine is."""
WAITING = 10
"""So many times as long it may take by the clock on the wall, on a machine that hardly lets it run."""

AGAIN = 0.25
"""Seconds until the bell rings again. At the end of an object, Python only notes that it rang, and goes on."""


class Spent(BaseException):
    """The time is up. No `Exception`: no rule of a game may catch it."""


def _ring(_number: int, _frame: FrameType | None) -> None:
    signal.setitimer(signal.ITIMER_REAL, AGAIN)
    raise Spent


def _ring_for_all(_number: int, _frame: FrameType | None) -> None:
    """The bell counts what bots think in their threads as well; whoever is bounded has the rest of his time."""
    left = _until - time.thread_time()
    signal.setitimer(signal.ITIMER_VIRTUAL, left if left > 0 else AGAIN)
    if left <= 0:
        raise Spent


@cache
def _listen() -> None:
    """Once is enough: nothing else in a server uses these bells (a third one is left to whoever measures), and every
    page and answer would pay for it."""
    signal.signal(signal.SIGALRM, _ring)
    signal.signal(signal.SIGVTALRM, _ring_for_all)


_until = 0.0


class within:  # noqa: N801  # `with within():`
    """Raises `Spent` in what runs here for longer. Only the main thread can be interrupted; elsewhere it runs on."""

    __slots__ = ("_rings", "_seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds, self._rings = SECONDS if seconds is None else seconds, False

    def __enter__(self) -> None:
        global _until
        if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
            return
        if signal.getitimer(signal.ITIMER_REAL)[0]:
            return  # an outer bound holds already
        _listen()
        self._rings = True
        _until = time.thread_time() + self._seconds
        signal.setitimer(signal.ITIMER_REAL, WAITING * self._seconds)
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        if self._rings:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
