"""Waiting in tests: for what is to come, never for a while. A machine may be slow, and busy with other things."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 180.0
"""Seconds after which what should have come does not come any more."""


def until(what: str, found: Callable[[], T]) -> T:
    """Looks until there is something; `what` says what is missing otherwise."""
    end = time.monotonic() + PATIENCE
    while not (seen := found()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return seen


async def meanwhile(what: str, found: Callable[[], T]) -> T:
    """The same, while the loop goes on."""
    end = time.monotonic() + PATIENCE
    while not (seen := found()):
        assert time.monotonic() < end, what
        await asyncio.sleep(0.02)
    return seen
