"""A card file looked through row by row: the good rows although others are broken, and what is wrong, line by line."""

from __future__ import annotations

import re

import msgspec

from knaves.core.cards import ROWS_MOST, TEXT_MOST, Card, read_rows
from knaves.core.errors import BadCards, FileProblem

HEAD = re.compile(r"\s*\[\[?\w+\]\]?\s*(#.*)?$")
KEY = re.compile(r"\s*(\w+)\s*=")
NAME = re.compile(r"""^\s*name\s*=\s*["'](.*)["']\s*$""", re.MULTILINE)
NAMELESS = "a row without a name"
WRONG_MOST = 5  # of one row
WRONG_IN_ALL = 60
"""Each is found by reading a row again. Nobody reads more at once, either."""


class FilePart(msgspec.Struct, frozen=True):
    """A row of the file as it is written: the cards in it if it is good, else what is wrong with it."""

    name: str
    text: str
    cards: tuple[Card, ...]
    problems: tuple[FileProblem, ...]


class Looked(msgspec.Struct, frozen=True):
    """What a look through a card file found. `ready`: what the game says of a file that can be played with; `rest`: the
    good rows alone, if they can be and the whole cannot."""

    parts: tuple[FilePart, ...]
    problems: tuple[FileProblem, ...]
    ready: str
    rest: str = ""

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for part in self.parts for card in part.cards)


def problem_of(error: BadCards, before: int = 0) -> FileProblem:
    """A refusal as a line and a sentence; `before`: lines of the file before what was read."""
    found = error.problem
    if not found.line:
        return found
    said = found.sentence[0].upper() + found.sentence[1:]
    return msgspec.structs.replace(found, line=found.line + before, sentence=said)


def mended(line: str, problem: FileProblem) -> str | None:
    """A line put right, where the problem says how: with the word that was meant; "" where the line is best left out.
    None: only who wrote it knows."""
    given, meant, key = problem.given, problem.meant, KEY.match(line)
    if given and meant:
        changed = re.sub(rf"\b{given}\b", meant, line, count=1)
        return changed if changed != line else None
    return "" if meant == "" and key and key[1] == given else None


def parts_of(text: str, kind: type[msgspec.Struct]) -> list[FilePart]:
    """The rows of a file, each read for itself."""
    if len(text) > TEXT_MOST:
        raise BadCards(f"A card file has at most {TEXT_MOST:,} characters, not {len(text):,}.")
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if HEAD.match(line)]
    if len(heads) > ROWS_MOST:
        raise BadCards(f"At most {ROWS_MOST} rows fit in a box, not {len(heads):,}.")
    starts = heads if heads[:1] == [0] else [0, *heads]
    found, wrong = list[FilePart](), 0
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if wrong >= WRONG_IN_ALL:
            problem = FileProblem(start + 1, "So much is wrong above that the rest was not looked at.")
            return [*found, FilePart("the rest", "\n".join(lines[start:]), (), (problem,))]
        if any(line.split("#")[0].strip() for line in lines[start:end]):
            found.append(_part(lines[start:end], start, kind))
            wrong += len(found[-1].problems)
    return found


def _part(lines: list[str], before: int, kind: type[msgspec.Struct]) -> FilePart:
    """One row. A line that is wrong is left out and the rest read again, so that each says its own."""
    text = "\n".join(lines)
    named = NAME.search(text)
    problems: list[FileProblem] = []
    left_out: list[str] = []
    trial = list(lines)
    while len(problems) < WRONG_MOST:
        try:
            read = read_rows("\n".join(trial) + "\n", "your card file", kind)
        except BadCards as error:
            problem = problem_of(error, before)
            if problem.missing in left_out:
                break
            problems.append(problem)
            at = problem.line - before - 1
            key = KEY.match(trial[at]) if 0 <= at < len(trial) else None
            if key is None:
                break
            left_out.append(key[1])
            trial[at] = ""
            continue
        if not problems:
            return FilePart(named[1] if named else NAMELESS, text, _cards(read), ())
        break
    return FilePart(named[1] if named else NAMELESS, text, (), tuple(problems))


def _cards(read: msgspec.Struct) -> tuple[Card, ...]:
    rows = [getattr(read, name) for name in read.__struct_fields__]
    return tuple(one for row in rows if isinstance(row, tuple) for one in row if isinstance(one, Card))
