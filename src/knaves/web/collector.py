"""The collector of garbage, for a program that keeps hundreds of tables.

What is let go is gone at once: it is counted who holds it. The collector looks for what holds itself in a circle. A
move makes none, a connection that ends does; so what has lasted one look is looked at again once an hour, and not every
few seconds, while everybody waits.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Any

HOUR = 3600.0
NEW = 20_000
"""Things until it looks at what is new: some milliseconds."""


def settle() -> None:
    """From now on. What there is by now stays."""
    look_at_everything()
    gc.set_threshold(NEW)
    if _stays not in gc.callbacks:
        gc.callbacks.append(_stays)


def look_at_everything() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _stays(phase: str, _info: dict[str, Any]) -> None:
    if phase == "stop":
        gc.freeze()


async def now_and_then() -> None:
    while True:
        await asyncio.sleep(HOUR)
        look_at_everything()
