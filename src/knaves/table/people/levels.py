"""One word for a level of bots, everywhere people read it."""

from __future__ import annotations

from knaves.bots import LEVELS

WORDS = {"random": "mild", "rules": "fair"}


def level_word(level: str) -> str:
    return WORDS.get(level, level)


def switch() -> list[tuple[str, str]]:
    """What can be chosen for a chair, as (level, word)."""
    return [(level, level_word(level)) for level in LEVELS]
