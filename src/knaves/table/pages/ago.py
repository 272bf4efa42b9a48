"""How long ago, in words."""

from __future__ import annotations

from knaves.core.words import counted

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def long(seconds: float) -> str:
    """ "4 min": no more exact than anybody wants to know it; "" if it is less than a minute."""
    if seconds >= DAY:
        return counted(int(seconds // DAY), "day")
    if seconds >= HOUR:
        return f"{int(seconds // HOUR)} h"
    return f"{int(seconds // MINUTE)} min" if seconds >= MINUTE else ""


def ago(seconds: float) -> str:
    """ "for 4 min": of what lasts."""
    return f"for {said}" if (said := long(seconds)) else "just now"


def before(seconds: float) -> str:
    """ "4 min ago": of what is over."""
    return f"{said} ago" if (said := long(seconds)) else "just now"
