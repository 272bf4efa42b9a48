"""Work that goes wrong, for the tests of processes: named by "tests.table.jobs:…"."""

from __future__ import annotations

import os
import time
from typing import cast

from knaves.core.errors import Refused
from knaves.table.house import workshop
from tests.patience import PATIENCE


def odd(job: object) -> object:
    """Does what it is told."""
    match job:
        case "spin":
            while True:
                pass
        case "hoard":
            return len([0] * 10**10)
        case "die":
            os._exit(1)
        case "refuse":
            raise Refused("Not today.", "clause.1")
        case "linger":
            time.sleep(0.3)
    return job


def slow(job: object) -> object:
    """A workshop in which a plan with the seed "slow" never ends."""
    name, args = cast(tuple[str, tuple[object, ...]], job)
    if name == "plan" and getattr(args[0], "seed", None) == "slow":
        time.sleep(2 * PATIENCE)
    if name == "rebuild":
        time.sleep(2 * PATIENCE)
    return workshop.work(job)
