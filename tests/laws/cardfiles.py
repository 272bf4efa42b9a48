"""House card files, and every way to spoil them."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from random import Random
from types import FrameType

import knaves
from knaves.games import find

NUMBERS = (
    "-1",
    "0",
    "1",
    "2",
    "99",
    "-99",
    "1000",
    "20000060",
    "-20000000",
    "9" * 30,
    "9" * 5000,
    "true",
    '"x"',
)
NUMBER = re.compile(r"(?<![\w\"])-?\d+(?![\w\"])")


def all_files(game: str) -> dict[str, str]:
    folder = files("knaves.games") / game
    found = [one for one in (folder, folder / "cards") if one.is_dir()]
    return {
        file.name: file.read_text("utf-8")
        for one in found
        for file in one.iterdir()
        if file.name.endswith(".toml") and file.name not in ("game.toml", "clauses.toml")
    }


def house_files(game: str) -> dict[str, str]:
    """The files of a game that a player may bring back changed: those that the check takes as they are."""
    return {name: text for name, text in sorted(all_files(game).items()) if ready(game, text)}


def ready(game: str, text: str) -> bool:
    try:
        find(game).check_cards(text)
    except knaves.BadCards:
        return False
    return True


def rows_of(text: str) -> list[str]:
    """The file in pieces: what stands before the first row, and each row."""
    return re.split(r"(?m)^(?=\[\[)", text)


def number(text: str, rng: Random) -> str:
    """Another number, somewhere."""
    found = [
        one
        for one in NUMBER.finditer(text)
        if "#" not in text[text.rfind("\n", 0, one.start()) : one.start()]
    ]
    if not found:
        return text
    one = rng.choice(found)
    return text[: one.start()] + rng.choice(NUMBERS) + text[one.end() :]


def copies(text: str, rng: Random) -> str:
    """Copies that cannot be, given to one row and taken from another."""
    first, *rows = rows_of(text)
    for many in rng.choice((("20000060", "-20000000"), ("0", "2"), ("3",), ("30",))):
        at = rng.randrange(len(rows))
        row = re.sub(r"(?m)^copies = .*\n", "", rows[at])
        head, _, rest = row.partition("\n")
        rows[at] = f"{head}\ncopies = {many}\n{rest}"
    return first + "".join(rows)


def less(text: str, rng: Random) -> str:
    first, *rows = rows_of(text)
    for _ in range(rng.choice((1, 1, 2, len(rows)))):
        if rows:
            rows.pop(rng.randrange(len(rows)))
    return first + "".join(rows)


def twice(text: str, rng: Random) -> str:
    first, *rows = rows_of(text)
    row = rng.choice(rows)
    if rng.random() < 0.6:  # another card of the same kind
        row = re.sub(r'(?m)^id = "(.*)"', r'id = "other_\1"', row)
        row = re.sub(r'(?m)^name = "(.*)"', r'name = "Other \1"', row)
    return first + "".join([*rows, "\n", row])


def same_id(text: str, rng: Random) -> str:
    ids = re.findall(r'(?m)^id = "(.*)"', text)
    if len(ids) < 2:
        return less(text, rng)
    one, other = rng.sample(ids, 2)
    return text.replace(f'id = "{one}"', f'id = "{other}"', 1)


def no_line(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    lines.pop(rng.randrange(len(lines)))
    return "".join(lines)


def word(text: str, rng: Random) -> str:
    """Another word in quotes from elsewhere in the file, or a long one, or none."""
    found = list(re.finditer(r'"[^"\n]*"', text))
    one = rng.choice(found)
    other = rng.choice([rng.choice(found)[0], rng.choice(found)[0], '""', '"' + "x" * 3000 + '"', "[]"])
    return text[: one.start()] + other + text[one.end() :]


def brackets(text: str, rng: Random) -> str:
    """An empty list where there was one, or one of far too many."""
    found = list(re.finditer(r"= (\[[^\n]*\])\n", text))
    if not found:
        return "x = " + "[" * 500 + "]" * 500 + "\n" + text
    one = rng.choice(found)
    other = rng.choice(["[]", "[" * 60 + "]" * 60, "[" + ", ".join([one[1].strip("[]")] * 400) + "]"])
    return text[: one.start(1)] + other + text[one.end(1) :]


WAYS = (number, number, number, copies, less, twice, same_id, no_line, word, word, brackets)


def spoiled(text: str, rng: Random) -> str:
    for _ in range(rng.choice((1, 1, 1, 2))):
        if "[[" in text:
            text = rng.choice(WAYS)(text, rng)
    return text if text.count("\n") else text + "\n"


class TooLong(Exception):
    """Something did not come to its end."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Stops what takes more processor time, wherever it is."""

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong(f"more than {seconds} s")

    old = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)
