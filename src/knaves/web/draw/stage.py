"""The stage: what happened, beat by beat, as one pair of eyes may know it. The script only plays what is decided here.

A game's screen/stage.toml says what part its events play. A beat is one sentence with its pieces: cards that turn over
together, dice, a sum against a need, a stamp, what changed. What no part is given to stays in the log.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

import msgspec

from knaves.core.things import kind_of, number_of
from knaves.table.pages.page import LogLine
from knaves.web.draw.parts import num

PACES = (
    ("wait", "wait for me"),
    ("slow", "slow"),
    ("normal", "normal"),
    ("fast", "fast"),
    ("instant", "instant: only in the log"),
)
"""How fast the stage plays: a setting of each browser."""
Figure = Literal["face", "plus", "need", "hit", "faces", ""]


class Matter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mission, a combat, a deal: from its head on, events of this list are read under its name."""

    head: str
    events: frozenset[str]


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's screen/stage.toml: which events play which part."""

    tell: frozenset[str] = frozenset()  # a beat of its own
    card: frozenset[str] = frozenset()  # a card turns over; its number is what it counts
    # what they come to (the last number but one) against what is needed (the last)
    sum: frozenset[str] = frozenset()
    good: frozenset[str] = frozenset()  # a stamp
    bad: frozenset[str] = frozenset()
    change: frozenset[str] = frozenset()  # comes of the beat before
    key: frozenset[str] = frozenset()  # held twice as long, and shown over the board
    dice: dict[str, tuple[Figure, ...]] = {}  # what the numbers of a throw are
    sides: int = 0  # of a die, where the numbers it can show are drawn beside what was needed
    matter: tuple[Matter, ...] = ()

    @property
    def shown(self) -> frozenset[str]:
        """What comes on the stage."""
        return (
            self.tell
            | self.card
            | self.sum
            | self.good
            | self.bad
            | self.change
            | self.key
            | self.dice.keys()
        )

    @property
    def all(self) -> frozenset[str]:
        """The same, and what only belongs to a matter."""
        return self.shown.union(*(matter.events | {matter.head} for matter in self.matter))


@cache
def parts_of(game: str) -> Parts:
    file = files("knaves.games").joinpath(game, "screen", "stage.toml")
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Parts) if file.is_file() else Parts()


@cache
def staged_events(game: str) -> frozenset[str]:
    """Of a game, see `Parts.shown`: every page asks."""
    return parts_of(game).shown


class Picture(NamedTuple):
    """A card of a beat."""

    name: str
    ref: str
    counts: str  # what it counts; "" where it counts nothing


class Die(NamedTuple):
    face: int
    plus: int
    need: int  # 0: nothing was needed
    hit: bool

    @property
    def says(self) -> str:
        plus = f" + {self.plus}" if self.plus > 0 else f" − {-self.plus}" if self.plus else ""
        return f"{self.face}{plus}" + (f", needs {self.need}" if self.need else "")


class DieSide(NamedTuple):
    """A number that a die can show."""

    number: int
    hits: bool
    thrown: bool


class Segment(NamedTuple):
    x: float
    width: float
    label: str
    minus: bool


class Bar(NamedTuple):
    """A sum against a need, in a box of 100 by 12."""

    total: int
    need: int
    at: float  # where the need is
    segments: tuple[Segment, ...]


@dataclass
class Beat:
    seq: int
    seat: int | None
    title: str = ""  # of the matter
    said: list[LogLine] = field(default_factory=list)
    cards: list[Picture] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)
    sides: int = 0
    bar: Bar | None = None
    stamp: Literal["", "good", "bad"] = ""
    changes: list[LogLine] = field(default_factory=list)
    key: bool = False

    @property
    def big(self) -> bool:
        """Over the board; else a strip at its upper edge."""
        return self.key or bool(self.cards and self.bar)

    @property
    def scale(self) -> list[DieSide]:
        """What a die can show, and what of it hits, where all dice need the same."""
        if not self.sides or len({(die.plus, die.need) for die in self.dice if die.need}) != 1:
            return []
        die = next(die for die in self.dice if die.need)
        thrown = {die.face for die in self.dice}
        return [DieSide(n, n + die.plus >= die.need, n in thrown) for n in range(1, self.sides + 1)]

    @property
    def foes(self) -> list[tuple[int, str]]:
        """Who throws, and against whom, by number and name; nothing where it is not one against another."""
        found: dict[int, str] = {}
        for line in self.said[:1] if self.dice else ():
            for start, end, ref in line.marks:
                if kind_of(ref) == "seat":
                    found.setdefault(number_of(ref), line.text[start:end])
        return list(found.items()) if len(found) == 2 else []

    @property
    def sentence(self) -> str:
        """All of it in words, for who listens."""
        return " ".join(line.text for line in (*self.said, *self.changes))


def beats(game: str, lines: Sequence[LogLine]) -> list[Beat]:
    """The lines of the log as beats, in their order."""
    teller = _Teller(parts_of(game))
    for line in lines:
        if line.kind == "event":
            teller.hear(line)
    return [beat for beat in teller.found if beat.said or beat.cards]


def told_at_once(found: Sequence[Beat]) -> list[Beat]:
    """Without the beats that the next one has in it: for who reads them all at a time."""
    return [
        beat
        for beat, after in zip(found, [*found[1:], None], strict=False)
        if not (beat.cards and after is not None and after.cards is beat.cards)
    ]


class _Teller:
    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.found: list[Beat] = []
        self.matter: Matter | None = None
        self.title = ""

    @property
    def last(self) -> Beat | None:
        return self.found[-1] if self.found else None

    def hear(self, line: LogLine) -> None:
        parts, event = self.parts, line.event
        if self.matter is not None and event not in self.matter.events and event in parts.all:
            self.matter, self.title = None, ""
        if found := next((matter for matter in parts.matter if matter.head == event), None):
            self.matter, self.title = found, line.text.rstrip(".")
        if event in parts.card:
            self._card(line)
        elif event in parts.sum:
            self._sum(line)
        elif event in parts.dice:
            self._throw(line)
        elif event in parts.good or event in parts.bad:
            self._stamp(line)
        elif event in parts.change and self.last is not None and self._same(self.last, line):
            self.last.changes.append(line)
        elif event in parts.tell or event in parts.change or event in parts.key:
            self._new(line).said.append(line)

    def _same(self, beat: Beat, line: LogLine) -> bool:
        """Of one matter, or come with one answer."""
        return beat.title == self.title and (bool(self.title) or beat.seq == line.seq)

    def _new(self, line: LogLine) -> Beat:
        beat = Beat(line.seq, line.seat, self.title, key=line.event in self.parts.key)
        self.found.append(beat)
        return beat

    def _card(self, line: LogLine) -> None:
        """Sealed cards turn over together: all of one answer are one beat."""
        last = self.last
        beat = (
            last
            if last is not None and last.cards and last.seq == line.seq and not last.bar
            else self._new(line)
        )
        ref = next((ref for _, _, ref in line.marks if ":face:" in ref), "")
        name = next((line.text[start:end] for start, end, mark in line.marks if mark == ref), line.text)
        beat.cards.append(Picture(name, ref, num(line.numbers[0]) if line.numbers else ""))

    def _sum(self, line: LogLine) -> None:
        last = self.last
        beat = (
            last if last is not None and self._same(last, line) and last.seq == line.seq else self._new(line)
        )
        beat.said.append(line)
        beat.key = beat.key or line.event in self.parts.key
        if len(line.numbers) >= 2:
            beat.bar = bar_of(beat.cards, *line.numbers[-2:])

    def _throw(self, line: LogLine) -> None:
        last = self.last
        named = line.event in self.parts.tell
        beat = (
            last
            if last is not None and last.seq == line.seq and not named and not last.stamp
            else self._new(line)
        )
        beat.key = beat.key or line.event in self.parts.key
        if not beat.said:
            beat.said.append(line)
        beat.dice += dice_of(self.parts.dice[line.event], line.numbers)
        beat.sides = self.parts.sides

    def _stamp(self, line: LogLine) -> None:
        last = self.last
        together = last is not None and last.seq == line.seq and bool(last.dice) and not last.stamp
        beat = last if last is not None and together else self._new(line)
        if last is not None and last is not beat and self.title and last.title == self.title:
            beat.cards, beat.bar = last.cards, last.bar  # one event: the cards stay while it is decided
        beat.said.append(line)
        beat.stamp = "good" if line.event in self.parts.good else "bad"
        beat.key = beat.key or line.event in self.parts.key


def dice_of(figures: Sequence[Figure], numbers: Sequence[int]) -> list[Die]:
    if figures == ("faces",):
        return [Die(face, 0, 0, True) for face in numbers if face > 0]
    given = dict(zip(figures, numbers, strict=False))
    face, plus, need = given.get("face", 0), given.get("plus", 0), given.get("need", 0)
    return [Die(face, plus, need, bool(given.get("hit", face + plus >= need)))]


def bar_of(cards: Sequence[Picture], total: int, need: int) -> Bar:
    """What each card adds, one after the other; what takes away comes last, hatched."""
    counts = [int(card.counts.replace("−", "-")) for card in cards if card.counts]
    plus = [count for count in counts if count > 0]
    most = max(need, total, sum(plus), 1) * 1.08
    segments, at = list[Segment](), 0.0
    for count in plus or ([total] if total > 0 else []):
        segments.append(Segment(round(at, 1), round(100 * count / most, 1), str(count), False))
        at += 100 * count / most
    for count in (count for count in counts if count < 0):
        at += 100 * count / most
        segments.append(Segment(round(max(0.0, at), 1), round(-100 * count / most, 1), num(count), True))
    return Bar(total, need, round(100 * need / most, 1), tuple(segments))
