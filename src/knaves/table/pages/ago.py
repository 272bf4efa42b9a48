"""How long ago, in words."""

from __future__ import annotations

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def ago(seconds: float) -> str:
    """ "for 4 min": no more exact than anybody wants to know it."""
    if seconds < MINUTE:
        return "just now"
    for unit, word in ((DAY, "day"), (HOUR, "h"), (MINUTE, "min")):
        if seconds >= unit:
            count = int(seconds // unit)
            plural = "s" if word == "day" and count > 1 else ""
            return f"for {count} {word}{plural}"
    raise AssertionError(seconds)


def before(seconds: float) -> str:
    """ "4 min ago": of what is over."""
    said = ago(seconds)
    return said.replace("for ", "") + " ago" if said.startswith("for ") else said
