"""What the processes of tests/table/test_deep.py do in place of thinking."""

from __future__ import annotations

import os
import time
from typing import cast

from knaves.table.bots.deep import Thought
from tests.patience import PATIENCE


def sleep(request: object) -> object:
    time.sleep(2 * PATIENCE)
    return cast(Thought, request).options[0]


def die(request: object) -> object:
    os._exit(3)


def last(request: object) -> object:
    """The last option, and how long there was to think of it."""
    told = cast(Thought, request)
    time.sleep(min(told.budget, 0.05))
    return told.options[-1]


def nonsense(request: object) -> object:
    return ("fly", 1)
