"""Answers that take one confirmation together, and the words that buttons share."""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import Literal

import msgspec
from markupsafe import Markup

from knaves.core.words import kinds_of
from knaves.table.pages.page import OptionCard

MORE = "more"
SHORTCUTS_FROM = 4


class Selection(msgspec.Struct, frozen=True):
    """An ask that takes one confirmation: some of several things, or an amount. `word`: what happens to them."""

    kind: Literal["some", "amount"]
    verb: str
    word: str
    picked: int  # answered already, one by one
    least: int
    most: int
    offered: int  # how many there were to choose from
    done: str = ""  # as JSON: the option that ends the picking, where it does not end by itself

    @property
    def tally(self) -> str:
        """How many of how many, or from where to where."""
        row = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
        return f"{self.word} {row} of {self.offered}" if self.kind == "some" else row

    @property
    def shortcuts(self) -> tuple[int, ...]:
        """Of a long way from the least to the most: somewhere between, and the end of it."""
        if self.kind != "amount" or self.most - self.least < SHORTCUTS_FROM:
            return ()
        return (10 if self.least < 10 < self.most // 2 + 1 else (self.least + self.most) // 2, self.most)

    @property
    def attributes(self) -> Markup:
        """What the script needs to know. Verbs are our own words, the rest are numbers."""
        rows = {"verb": self.verb, "picked": self.picked, "least": self.least, "most": self.most}
        told = "".join(f' data-{name}="{value}"' for name, value in rows.items())
        return Markup(f"data-shape=\"{self.kind}\"{told} data-done='{self.done}'") + Markup(
            ' data-word="{}"'
        ).format(self.word)

    @property
    def missing(self) -> str:
        """What the script says as picks are made; here as the question comes."""
        if self.kind == "amount":
            return ""
        need = self.least - self.picked
        return f": choose {need} more" if need > 0 else f": {self.picked} chosen"


def begins_with(sentence: str, choices: Sequence[OptionCard]) -> str:
    """What several answers of one verb have in common: the words of its sentence, and the things that all of them name,
    up to the first that they do not. "" if that is nothing."""
    kinds = kinds_of(sentence)
    named = [place for place, kind in kinds.items() if kind]  # as `OptionCard.names` has them
    said = ""
    for words, field, kind, _ in Formatter().parse(sentence):
        said += words
        place = int(field) if field else 0
        if not place or kinds[place] != kind:  # the end, or a thing that is named in two ways
            break
        told = {choice.names[named.index(place)] if kind else str(choice.option[place]) for choice in choices}
        if len(told) > 1:
            break
        said += told.pop()
    return said.rstrip(" (:,;")
