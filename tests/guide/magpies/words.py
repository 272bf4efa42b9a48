"""How options and events read."""

from __future__ import annotations

from tests.guide.magpies.state import Nest

VERBS = {
    "ask": "Ask {1:seat} for {2:jewel}",
    "lay": "Lay down {1:jewel}",
    "take": "Take a card from the nest",
}
EVENTS = {
    "asked": "{1:seat} asks {2:seat} for {3:jewel}.",
    "gave": "{1:seat} gives {2} × {3:jewel}.",
    "none": "{1:seat} has none.",
    "drew": "{1:seat} takes {2:card} from the nest.",
    "laid": "{1:seat} lays down {2:jewel} for {3} points.",
}


def name(s: Nest, kind: str, number: int) -> str:
    """A thing that is no hidden card, by name."""
    return s.box.jewels[number].name if kind == "jewel" else str(number)
