"""The file of a simulation: what `knaves simulate --json` writes and the balance page draws."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

import msgspec

from knaves.bots import todays
from knaves.core.errors import KnavesError
from knaves.games import about
from knaves.lab.report import Report

KIND = "knaves figures"
FORMAT = 1
"""Grows when a file of today could not be read by the program of tomorrow."""

MOST = 2_000_000
"""Bytes. A file of ours has some 50,000."""


class BadFigures(KnavesError):
    """A file that is no file of figures."""


class _Head(msgspec.Struct):
    kind: str = ""
    format: int = 0


def write(found: Report) -> bytes:
    """One figure a line, so that two files can be compared."""
    rows = {"kind": KIND, "format": FORMAT}
    rows |= {key: _rounded(value) for key, value in msgspec.to_builtins(found).items()}
    return (
        "{\n" + ",\n".join(f"{_json(key)}: {_lines(value)}" for key, value in rows.items()) + "\n}\n"
    ).encode()


def read(data: bytes | str) -> Report:
    """The figures of a file, or BadFigures with what is wrong in one sentence."""
    if len(data) > MOST:
        raise BadFigures(f"A file of figures has at most {MOST // 1_000_000} MB.")
    try:
        head = msgspec.json.decode(data, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadFigures(
            "That is no file of figures: `knaves simulate GAME --json FILE` writes one."
        ) from None
    if head.kind != KIND or head.format < FORMAT:
        raise BadFigures(
            "This file is of an older kind, or of another: write it anew with `knaves simulate`."
        )
    if head.format > FORMAT:
        raise BadFigures("This file was written by a newer Knaves than this one.")
    try:
        found = msgspec.json.decode(data, type=Report)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadFigures(f"Something is missing in this file: {error}.") from None
    _check(found)
    plan = msgspec.structs.replace(found.plan, bots=tuple(todays(level) for level in found.plan.bots))
    return msgspec.structs.replace(
        found, plan=plan, bots={todays(level): share for level, share in found.bots.items()}
    )


def _check(found: Report) -> None:
    """What the types do not say and the drawing relies on."""
    info, plan = about(found.plan.game), found.plan
    if plan.seats not in info.seats or len(found.wins) != plan.seats or len(found.scores) != plan.seats:
        raise BadFigures(f"The seats of this file do not fit {info.title}.")
    for spread in found.lengths.values():
        if spread.step < 1 or not spread.games or len(spread.games) > 200 or min(spread.games) < 0:
            raise BadFigures("The lengths of games in this file make no sense.")
    if not all(isfinite(number) and abs(number) < 1e9 for number in _numbers(msgspec.to_builtins(found))):
        raise BadFigures("There are numbers in this file that nobody can draw.")


def _numbers(value: object) -> Iterator[float]:
    if isinstance(value, int | float):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _numbers(one)


def _rounded(value: object) -> object:
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list | tuple) else value


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _lines(value: object) -> str:
    if not isinstance(value, dict) or not value:
        return _json(value)
    return "{\n " + ",\n ".join(f"{_json(key)}: {_json(one)}" for key, one in value.items()) + "}"
