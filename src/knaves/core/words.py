"""From things to sentences. Runs only at the edge, when somebody looks.

Options, events and prompts share one kind of template: `{1:card}` is the first thing of an option or event,
shown as a card; `{who:seat}` is a field of a step, shown as a seat. The kinds tell a page which piece is meant, too.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import NamedTuple

Namer = Callable[[str, int], str]

SEAT_LETTERS = "ABCDEF"


class Event(NamedTuple):
    """Something that happened. Who may see it, and which of its pieces, was fixed when it did.

    Pieces that can be hidden stand here by their face; `seen` has the eyes that knew each thing (-1: all).
    """

    kind: str
    things: tuple[int, ...]
    seen: tuple[int, ...]
    to: int


class _Shown:
    """A thing in a template: formats itself by the kind that the template names."""

    __slots__ = ("name", "value")

    def __init__(self, value: int, name: Namer) -> None:
        self.value, self.name = value, name

    def __format__(self, kind: str) -> str:
        return self.name(kind, self.value) if kind else str(self.value)


def fill(template: str, things: Sequence[int], name: Namer) -> str:
    """The template with its things, counted from 1 (0 is the verb or the kind of event)."""
    said = [
        words if place is None else words + (name(kind, things[place]) if kind else str(things[place]))
        for words, place, kind in _places(template)
    ]
    return "".join(said)


@cache
def _places(template: str) -> list[tuple[str, int | None, str]]:
    """A template, parted: words, and which of the things follows them as what; None where none does."""
    return [
        (words, int(field) - 1 if field and field != "0" else None, kind or "")
        for words, field, kind, _ in Formatter().parse(template)
    ]


def fill_fields(template: str, fields: Mapping[str, object], name: Namer) -> str:
    """The template with the fields of a step; a number stands for itself, `{2:seat}`, `{57:card}`."""
    if "{" not in template and "}" not in template:
        return template
    return _Fields(name).vformat(template, (), fields)


class _Fields(Formatter):
    def __init__(self, name: Namer) -> None:
        self.name = name

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        value = key if isinstance(key, int) else kwargs[key]
        return _Shown(value, self.name) if isinstance(value, int) else value


@cache
def kinds_of(template: str) -> dict[int, str]:
    """Which kind each numbered thing of a template is."""
    return {
        int(number): kind or ""
        for _, number, kind, _ in Formatter().parse(template)
        if number and number.isdigit()
    }


def all_of(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 card", "3 cards", "0 cards"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def so_many(number: int, one: str, many: str = "") -> str:
    """The same in a sentence: "no cards"."""
    return counted(number, one, many) if number else f"no {many or one + 's'}"


def odds_words(share: float) -> str:
    """A chance in words that never promise what is not sure."""
    if share >= 1:
        return "certain"
    if share <= 0:
        return "out of reach"
    number = round(share * 100)
    return "over 99%" if number > 99 else "under 1%" if number < 1 else f"{number}%"


def isolated(name: str) -> str:
    """As it stands among other words: one that is written from right to left takes no number beside it along."""
    if name.isascii() or not {unicodedata.bidirectional(letter) for letter in name} & {"R", "AL", "AN"}:
        return name
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
