"""Card files: TOML rows of a typed shape, with errors that say where, what, and what would be right."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import inspect

from knaves.core.errors import BadCards

Source: TypeAlias = Literal["rulebook", "public", "house"]
T = TypeVar("T")


class Effect(msgspec.Struct, kw_only=True, tag_field="verb", forbid_unknown_fields=True):
    """Base of a game's effects: one class per verb, `class Gain(Effect, tag="gain")`."""


class Card(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every card row has. A game derives its own rows and adds numbers and effects."""

    id: str
    name: str
    source: Source
    text: str = ""
    house: tuple[str, ...] = ()  # fields of a known card that the sources do not give
    copies: int = 1


Row = TypeVar("Row", bound=Card)


def read_rows(text: str, file: str, kind: type[T]) -> T:
    """A data file as the given type (usually a Struct with a list of rows)."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCards(f"{file}: this is not TOML: {error}.") from None
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        path = path.rstrip("`")
        right = _what_would_be_right(what, path, raw, kind)
        raise BadCards(f"{file}, line {_line_of(text, path)}: {what}{right}.") from None


def check_cards(rows: Sequence[Row], text: str, file: str, counts: Mapping[str, int], kind_of: str) -> None:
    """No id twice, and as many cards of each kind as the box has."""
    seen: set[str] = set()
    for n, row in enumerate(rows):
        if row.id in seen:
            line = _line_of(text, f"$.card[{n}].id")
            raise BadCards(f"{file}, line {line}: the id {row.id!r} is there twice.")
        seen.add(row.id)
    have: dict[str, int] = {}
    for row in rows:
        kind = str(getattr(row, kind_of))
        have[kind] = have.get(kind, 0) + row.copies
    for kind, count in counts.items():
        if have.get(kind, 0) != count:
            raise BadCards(f"{file}: there must be {count} cards of {kind}, not {have.get(kind, 0)}.")


def faces(rows: Iterable[Row]) -> list[Row]:
    """One entry per physical card."""
    return [row for row in rows for _ in range(row.copies)]


def own_or_house(own: str, house: str, name: str) -> tuple[str, str]:
    """The text of a player's own card file (a path, or the text itself), else ours; and its name."""
    if not own:
        return house, name
    if "\n" in own:
        return own, "your card file"
    try:
        return Path(own).read_text("utf-8"), own
    except (OSError, UnicodeDecodeError) as error:
        raise BadCards(f"The card file {own!r} cannot be read: {error}.") from None


def _line_of(text: str, path: str) -> int:
    """The line on which the thing at a path like $.card[3].price stands."""
    lines = text.splitlines()
    at = 0
    for name, number in re.findall(r"\.(\w+)(?:\[(\d+)\])?", path.replace("$", "")):
        header = re.compile(rf"\s*\[\[{name}\]\]")
        if number and any(header.match(line) for line in lines[at:]):
            heads = [i for i, line in enumerate(lines) if header.match(line)]
            at = heads[int(number)]
            continue
        for i in range(at, len(lines)):
            if re.match(rf"\s*{name}\s*=", lines[i]):
                at = i
                break
            if i > at and lines[i].startswith("["):
                break
    return at + 1


def _what_would_be_right(what: str, path: str, raw: object, kind: object) -> str:
    here = inspect.type_info(kind)
    value: object = raw
    last: inspect.StructType | None = None
    for name, number in re.findall(r"\.(\w+)|\[(\d+)\]", path.replace("$", "")):
        if isinstance(here, inspect.UnionType):
            here = _arm(here, value)
        if isinstance(here, inspect.StructType) and name:
            found = [f for f in here.fields if f.encode_name == name]
            last = here
            if not found:
                break
            here = found[0].type
            value = value.get(name) if isinstance(value, dict) else None
        elif number and isinstance(here, inspect.ListType):
            here = here.item_type
            value = value[int(number)] if isinstance(value, list) else None
        elif number and isinstance(here, inspect.VarTupleType):
            here = here.item_type
            value = value[int(number)] if isinstance(value, list | tuple) else None
    if isinstance(here, inspect.UnionType):
        here = _arm(here, value)
    if "unknown field" in what or "required field" in what:
        struct = here if isinstance(here, inspect.StructType) else last
        if struct is not None:
            return "; fields here: " + ", ".join(f.encode_name for f in struct.fields)
    if "Invalid value" in what and isinstance(here, inspect.UnionType):
        return "; known: " + ", ".join(_tags(here))
    if "Invalid" in what and isinstance(here, inspect.LiteralType):
        return "; one of " + ", ".join(map(str, here.values))
    return ""


def _arm(union: inspect.UnionType, value: object) -> inspect.Type:
    tag = value.get("verb") if isinstance(value, dict) else None
    for arm in union.types:
        if isinstance(arm, inspect.StructType) and arm.tag == tag:
            return arm
    return union


def _tags(union: inspect.UnionType) -> list[str]:
    return [str(arm.tag) for arm in union.types if isinstance(arm, inspect.StructType)]
