"""A bound on the time that one table may take of the loop it shares with all others."""

from __future__ import annotations

import atexit
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


_until = 0.0  # of processor time; 0: nobody is bounded
_latest = 0.0  # the same by the clock
_rings_at = 0.0


def _ring_in(seconds: float) -> None:
    global _rings_at
    _rings_at = time.monotonic() + seconds
    signal.setitimer(signal.ITIMER_REAL, seconds)


def _ring(_number: int, frame: FrameType | None) -> None:
    """Whoever was bounded when the bell was set may be done: then it rings for nobody, or for the next one, who has the
    rest of his time. So it does for who just ends: raised there, it would leave the bound to all who come after."""
    if not _until:
        return
    left = min(_until - time.thread_time(), _latest - time.monotonic())
    _ring_in(left if left > 0 else AGAIN)
    if left <= 0 and not (frame and frame.f_code is within.__exit__.__code__):
        raise Spent


@cache
def _listen() -> None:
    """Once is enough: nothing else in a server uses this bell. It must not ring when Python has ended and listens no
    more: that would be the end of the process."""
    signal.signal(signal.SIGALRM, _ring)
    atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)


class within:  # noqa: N801  # `with within():`
    """Raises `Spent` in what runs here for longer. Only the main thread can be interrupted; elsewhere it runs on.

    Every page and every answer passes here, so the bell is set once in a while, and not for each of them.
    """

    __slots__ = ("_rings", "_seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds, self._rings = SECONDS if seconds is None else seconds, False

    def __enter__(self) -> None:
        global _until, _latest
        if _until or threading.get_ident() != threading.main_thread().ident:
            return  # an outer bound holds already
        now = time.monotonic()
        if not now < _rings_at <= now + self._seconds:
            if not hasattr(signal, "setitimer") or (
                now >= _rings_at and signal.getitimer(signal.ITIMER_REAL)[0]
            ):
                return  # somebody else's bell
            _listen()
            _ring_in(self._seconds)
        self._rings = True
        _latest = now + WAITING * self._seconds  # first: the bell may ring between the two
        _until = time.thread_time() + self._seconds

    def __exit__(self, *_: object) -> None:
        global _until
        if self._rings:
            _until = 0.0
