"""Things as views, pages and players name them: `card:12` is the kind `card` and the number 12."""

from __future__ import annotations

import re

_THING = re.compile(r"[a-z_]+:[0-9]{1,9}")


def is_thing(text: object) -> bool:
    """Could it be the name of a thing? Longer numbers than any game has are none."""
    return isinstance(text, str) and _THING.fullmatch(text) is not None


def kind_of(thing: str) -> str:
    return thing.partition(":")[0]


def number_of(thing: str) -> int:
    return int(thing.partition(":")[2])
