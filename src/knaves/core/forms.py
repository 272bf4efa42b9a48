"""Answers that a person fills in, where no menu could list them all: a trade, above all.

A form is the beginning of an option (its verb, and whom it is for) and one blank for each number that follows.
Pages and terminals draw it; what comes back is an option like any other, checked by `Game.admits`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, cast

import msgspec

from knaves.core.errors import Refused
from knaves.core.step import Option


class Blank(msgspec.Struct, frozen=True):
    """One number to fill in: an amount, one value of several, or any of several bits, which are added up."""

    side: Literal["give", "get"]  # of a deal, as the one who fills it in sees it
    label: str
    shape: Literal["amount", "one", "any"]
    values: tuple[tuple[int, str], ...] = ()  # of "one" and "any": what can be chosen, with its name
    most: int = 0  # of "amount": from 0 to this
    notes: Mapping[int, str] = {}  # of "any": what stands on a thing, by its value

    def read(self, given: Sequence[str]) -> int:
        """The number that was filled in; nothing filled in is the least."""
        numbers = [_number(self.label, text) for text in given if text.strip()]
        if self.shape == "any":
            return sum(self._known(number) for number in set(numbers))
        if len(numbers) > 1:
            raise Refused(f"{self.label}: one is to be filled in, not {len(numbers)}.")
        if self.shape == "one":
            return self._known(numbers[0]) if numbers else self.values[0][0]
        return numbers[0] if numbers else 0

    def _known(self, number: int) -> int:
        if all(number != value for value, _ in self.values):
            raise Refused(f"{self.label}: that cannot be chosen here any more.")
        return number


class Form(msgspec.Struct, frozen=True):
    """`start` is how the option begins; `seat` is whom it is for."""

    start: Option
    seat: int
    blanks: tuple[Blank, ...]
    clause: str = ""

    def fill(self, given: Sequence[Sequence[str]]) -> Option:
        """The option, from what was written into each blank. Refused if that is no number or no choice."""
        numbers = (blank.read(texts) for blank, texts in zip(self.blanks, given, strict=True))
        return cast(Option, (*self.start, *numbers))


def _number(label: str, text: str) -> int:
    if not text.strip().isdecimal() or len(text) > 24:
        raise Refused(f"{label}: {text[:20]!r} is no whole number from 0.")
    return int(text)
