"""Reading what people type: options of a game, seeds, files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from errno import EISDIR
from os import strerror
from pathlib import Path

from knaves.core.cards import own_or_house
from knaves.core.errors import BadSetup, KnavesError
from knaves.games import about

NUMBER = re.compile(r"-?\d{1,4000}")
"""What is read as a number; with more digits, Python takes it for an attack."""


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


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise KnavesError(f"{path} cannot be read: {error.strerror}.") from None


def write_file(path: Path, data: bytes) -> None:
    """Whole or not at all: a full disk never leaves half a file. A device or a pipe is written to as it is."""
    try:
        if _is_device(path):
            path.write_bytes(data)
        else:
            part = _part(path)
            part.write_bytes(data)
            part.replace(path)
    except OSError as error:
        raise KnavesError(f"{path} cannot be written: {error.strerror}.") from None


def must_be_writable(path: Path) -> None:
    """Asked before long work, so that its figures are not lost after it."""
    if not path.name:
        raise KnavesError("A file to write to needs a name.")
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
