"""A row of a card file as people read it: its kind, and every field that says something."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from knaves.core.cards import Card

BESIDE = frozenset({"id", "name", "text", "source", "house", "copies"})  # said in other places of a card
OF_FILES = frozenset({"source", "house", "copies"})  # of a row within a row: about the file, not the card
NOTHING = -1  # in a row of numbers: a face that does nothing


def kind_called(row: Card) -> str:
    """The kind of a card, in a word or two."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(row).__name__).lower()


def plain(word: str) -> str:
    """A word of the card files as a person reads it."""
    return word.replace("_", " ")


def in_words(value: object) -> str:
    """A field of a row, whatever it holds. Empty: there is nothing in it."""
    match value:
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return str(value)
        case str():
            return plain(value)
        case Mapping():
            return ", ".join(f"{plain(str(k))} {in_words(v)}" for k, v in value.items())
        case tuple() | list() if all(isinstance(one, int) for one in value):
            return "/".join("–" if one == NOTHING else str(one) for one in value)
        case tuple() | list() if all(isinstance(one, str) for one in value):
            return " or ".join(map(plain, value))
        case tuple() | list():
            return "; ".join(map(in_words, value))
        case Struct():
            tag = value.__struct_config__.tag
            parts = [f"{label} {text}" for label, text in fields_of(value, OF_FILES)]
            return " ".join(
                [*([plain(str(tag))] if tag else []), *([f"({', '.join(parts)})"] if parts else [])]
            )
    return ""


def fields_of(row: Struct, beside: frozenset[str] = frozenset()) -> list[tuple[str, str]]:
    """Every field that says something, by a name a person can read."""
    found = (
        (plain(name), in_words(getattr(row, name))) for name in row.__struct_fields__ if name not in beside
    )
    return [(label, text) for label, text in found if text]
