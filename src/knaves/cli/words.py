"""Reading what people type: options of a game, seeds, files."""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from errno import EISDIR
from os import strerror
from pathlib import Path

from knaves.core.cards import own_or_house
from knaves.core.errors import BadSetup, KnavesError
from knaves.core.words import SEAT_LETTERS
from knaves.games import GAMES, about

SAVED = b'{"knaves":'
"""How a saved game begins."""
READ_MOST = 64_000_000
NUMBER = re.compile(r"-?\d{1,4000}")
"""What is read as a number; with more digits, Python takes it for an attack."""


def which_game() -> str:
    """To whoever has named none."""
    return f"Which game? There are: {', '.join(GAMES)}."


def read_settings(game: str, given: Sequence[str]) -> dict[str, object]:
    """`--option name=value`, as the game's own kinds of options want it."""
    kinds = {setting.name: setting.kind for setting in about(game).option}
    found: dict[str, object] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadSetup(f"An option is written name=value, not {word!r}.")
        kind = kinds.get(name)
        if kind == "switch" and value.lower() in ("true", "yes", "on", "false", "no", "off"):
            found[name] = value.lower() in ("true", "yes", "on")
        elif kind == "number" and NUMBER.fullmatch(value):
            found[name] = int(value)
        elif kind == "cards":
            found[name] = own_or_house(value, "", "")[0]
        else:
            found[name] = value
    return found


def read_seed(word: str) -> int | str:
    return int(word) if NUMBER.fullmatch(word) else word


def read_seat(letter: str, seats: int) -> int:
    letters = SEAT_LETTERS[:seats]
    if len(letter) != 1 or letter.upper() not in letters:
        raise KnavesError(f"There is no seat {letter!r}; there are {', '.join(letters)}.")
    return letters.index(letter.upper())


def read_file(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(READ_MOST + 1)
    except OSError as error:
        raise KnavesError(f"{path} cannot be read: {error.strerror}.") from None
    if len(data) > READ_MOST:
        raise KnavesError(f"{path} is larger than anything that is read here ({READ_MOST // 1_000_000} MB).")
    return data.removeprefix(BOM_UTF8)  # as some editors begin a file


def write_file(path: Path, data: bytes) -> None:
    """Whole or not at all: a full disk never leaves half a file. A device or a pipe is written to as it is."""
    must_have_a_name(path)
    try:
        if _is_device(path):
            path.write_bytes(data)
        else:
            part = _part(path)
            part.write_bytes(data)
            part.replace(path)
    except OSError as error:
        raise KnavesError(f"{path} cannot be written: {error.strerror}.") from None


def must_have_a_name(path: Path) -> None:
    if not path.name:
        raise KnavesError("A file to write to needs a name.")


def must_take_a_game(path: Path) -> None:
    """Asked before a game is written there: a file that holds something else is not lost for it."""
    must_be_writable(path)
    if path.is_file() and not (read_file(path) or SAVED).startswith(SAVED):
        raise KnavesError(f"{path} is there already, and is no saved game: choose another name.")


def must_be_writable(path: Path) -> None:
    """Asked before long work, so that its figures are not lost after it."""
    must_have_a_name(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(EISDIR, strerror(EISDIR))
        if not _is_device(path):
            part = _part(path)
            part.touch()
            part.unlink()
    except OSError as error:
        raise KnavesError(f"{path} cannot be written: {error.strerror}.") from None


def _is_device(path: Path) -> bool:
    """To put a file in its place would take it from everybody."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _part(path: Path) -> Path:
    return path.with_name(path.name + ".part")
