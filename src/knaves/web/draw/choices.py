"""Answers that take one confirmation together, and the words that buttons share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Literal

import msgspec
from markupsafe import Markup

from knaves.core.step import Option
from knaves.core.words import kinds_of
from knaves.table.pages.page import AskCard, OptionCard

MORE = "more"
SHORTCUTS_FROM = 4


class Selection(msgspec.Struct, frozen=True):
    """An ask that takes one confirmation: some of several things, or an amount. `word`: what happens to so many."""

    kind: Literal["some", "amount"]
    verbs: tuple[str, ...]
    word: str  # "Roll {} again"
    picked: int  # answered already, one by one
    least: int
    most: int
    offered: int  # how many there were to choose from
    done: str = ""  # as JSON: the option that ends the picking, where it does not end by itself
    named: int = 1  # so many numbers of an option name its thing
    times: Mapping[int, int] = {}  # by the number of an answer: how often its thing may be picked
    # by the number of an answer: it picks its thing so often at once, beyond the first
    steps: Mapping[int, int] = {}
    final: bool = False  # once it is sent, there is no way back

    @property
    def row(self) -> str:
        """From where to where."""
        return str(self.most) if self.least == self.most else f"{self.least} to {self.most}"

    @property
    def spelled(self) -> str:
        """What happens to how many."""
        return self.word.replace("{}", self.row)

    @property
    def tally(self) -> str:
        """How many of how many, or from where to where."""
        if self.kind == "amount":
            return self.row
        return self.spelled if self.times else f"{self.spelled} of {self.offered}"

    @property
    def shortcuts(self) -> tuple[int, ...]:
        """Of a long way from the least to the most: somewhere between, and the end of it."""
        if self.kind != "amount" or self.most - self.least < SHORTCUTS_FROM:
            return ()
        return (10 if self.least < 10 < self.most // 2 + 1 else (self.least + self.most) // 2, self.most)

    @property
    def attributes(self) -> Markup:
        """What the script needs to know. Verbs are our own words, the rest are numbers."""
        rows = {
            "verbs": " ".join(self.verbs),
            "picked": self.picked,
            "least": self.least,
            "most": self.most,
            "named": self.named,
        }
        told = "".join(f' data-{name}="{value}"' for name, value in rows.items())
        told += " data-for-good" * self.final
        return Markup(f"data-shape=\"{self.kind}\"{told} data-done='{self.done}'") + Markup(
            ' data-word="{}"'
        ).format(self.word)

    def marks(self, number: int) -> Markup:
        """Of the answer with this number: how often its thing may be picked, and how often it does that at once."""
        times, step = self.times.get(number, 0), self.steps.get(number, 0)
        return Markup(f' data-times="{times}"' * bool(times) + f' data-step="{step}"' * bool(step))

    @property
    def missing(self) -> str:
        """What the script says as picks are made; here as the question comes."""
        if self.kind == "amount":
            return ""
        if self.times:
            return f": {self.picked} of {self.most} chosen"
        need = self.least - self.picked
        return f": choose {need} more" if need > 0 else f": {self.picked} chosen"


def selection_of(ask: AskCard, answers: Sequence[OptionCard], verbs: Mapping[str, str]) -> Selection | None:
    """Where one confirmation is enough: what it is about. None: one of the options, and that is all."""
    if not ask.yours or ask.shape not in ("some", "amount"):
        return None
    rows = [choice for choice in answers if choice.verb in (ask.verb, *ask.also) and choice.numbers]
    if not rows or (ask.shape == "some" and ask.most - len(ask.picked) == 1):
        return None  # the one that is left to pick is a plain answer
    again, things = dict(ask.again), by_thing_picked(ask, rows)
    offered = len(ask.picked) + sum(again.get(thing, 1) for thing in things)
    first = [choice for choice in rows if choice.verb == ask.verb] or rows
    begins = begins_with(verbs[first[0].verb], first) or ask.verb.replace("_", " ").capitalize()
    return Selection(
        "some" if ask.shape == "some" else "amount",
        (ask.verb, *ask.also),
        ask.words or begins + " {}",
        len(ask.picked),
        ask.least,
        min(ask.most, offered) if ask.shape == "some" else ask.most,
        offered,
        msgspec.json.encode(ask.done).decode() if ask.done else "",
        ask.thing_numbers,
        {things[thing][0].number: times for thing, times in again.items() if thing in things},
        {choice.number: at + 1 for thing in again for at, choice in enumerate(things.get(thing, ())) if at},
        ask.final,
    )


def by_thing_picked(ask: AskCard, rows: Sequence[OptionCard]) -> dict[Option, list[OptionCard]]:
    """The answers that pick, by what they pick."""
    things: dict[Option, list[OptionCard]] = {}
    for choice in rows:
        if choice.verb in (ask.verb, *ask.also):
            things.setdefault((choice.verb, *choice.numbers[: ask.thing_numbers]), []).append(choice)
    return things


def further_steps(ask: AskCard, rows: Sequence[OptionCard]) -> frozenset[Option]:
    """Answers that pick a thing several times at once: on the page its first one, touched again, does that."""
    if not ask.again:
        return frozenset()
    things = by_thing_picked(ask, rows)
    return frozenset([choice.option for thing, _ in ask.again for choice in things.get(thing, ())[1:]])


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
