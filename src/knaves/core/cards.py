"""Card files: TOML rows of a typed shape, with errors that say where, what, and what would be right."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, wraps
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Concatenate, Literal, NoReturn, ParamSpec, Protocol, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Meta, inspect

from knaves.core.errors import BadCards, FileProblem

Source: TypeAlias = Literal["rulebook", "public", "house"]
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
"""A number of things on a card."""
Some: TypeAlias = Annotated[int, Meta(ge=1, le=100)]
"""The same, at least one."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]
T = TypeVar("T")

# Card files come from strangers. No box is larger than this, and nothing is built before it is known to fit.
TEXT_MOST = 100_000  # characters
DEPTH_MOST = 10  # brackets in brackets, and names in a dotted key
DIGITS_MOST = 9
ROWS_MOST = 300
COPIES_MOST = 30
LETTERS_MOST = 1_000  # of one string
KEPT_MOST = 5_000  # answers of one function, see `kept_with_box`
P = ParamSpec("P")


class Keeps(Protocol):
    """A box that can be asked by functions which are `kept_with_box`."""

    kept: dict[str, dict[object, object]]


class Named(Protocol):
    @property
    def name(self) -> str: ...


B = TypeVar("B", bound=Keeps)


def kept_with_box(work: Callable[Concatenate[B, P], T]) -> Callable[Concatenate[B, P], T]:
    """For what follows from a box (the first argument) and from numbers: worked out once. It is kept in the box, and so
    goes when the box does; a cache beside it would keep the boxes of all card files that ever came."""
    name = f"{work.__module__}.{work.__name__}"

    @wraps(work)
    def kept(box: B, /, *rest: P.args, **more: P.kwargs) -> T:
        answers = cast(dict[object, T], box.kept.setdefault(name, {}))
        try:
            return answers[rest]
        except KeyError:
            if len(answers) >= KEPT_MOST:
                answers.clear()
            made = answers[rest] = work(box, *rest, **more)
            return made

    return kept


class Effect(msgspec.Struct, kw_only=True, tag_field="verb", forbid_unknown_fields=True):
    """Base of a game's effects: one class per verb, `class Gain(Effect, tag="gain")`."""


class Card(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What every card row has. A game derives its own rows and adds numbers and effects."""

    id: Name
    name: Name
    source: Source
    text: str = ""
    house: tuple[str, ...] = ()  # fields of a known card that the sources do not give
    copies: Annotated[int, Meta(ge=1, le=COPIES_MOST)] = 1


VALUES = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
Row = TypeVar("Row", bound=Card)


def read_rows(text: str, file: str, kind: type[T]) -> T:
    """A data file as the given type (usually a Struct with a list of rows)."""
    _check_text(text, file)
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        told, said = _TOLD.search(str(error)), f"this is not TOML: {error}."
        line = int(told[1]) if told else text.count("\n") + 1
        raise BadCards(f"{file}{'' if told else f', line {line}'}: {said}", FileProblem(line, said)) from None
    _check_sizes(raw, text, file)
    try:
        read = msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `")
        path = path.rstrip("`")
        known, head = _what_would_be_right(what, path, raw, kind)
        unknown, value, missing = _UNKNOWN.search(what), _VALUE.search(what), _MISSING.search(what)
        given = unknown or value
        near = get_close_matches(given[1], known, 1, cutoff=0.7) if given else []
        meant = near[0] if near else "" if unknown else None
        asked = f"did you mean {meant}? " if meant else ""
        plain = _in_words(what)
        said = f"{plain}; {asked}{head}: {', '.join(known)}." if head else f"{plain}."
        line = line_of(text, f"{path}.{unknown[1]}" if unknown else path)
        problem = FileProblem(line, said, given[1] if given else "", meant, missing[1] if missing else "")
        raise BadCards(f"{file}, line {line}: {said}", problem) from None
    _check_names(read, text, file)
    return read


def house_text(package: str, name: str) -> str:
    """A data file of ours, from the package that reads it."""
    return files(package).joinpath(name).read_text("utf-8")


def house_rows(package: str, name: str, kind: type[T]) -> T:
    """Read once, and not again for every file of a player: nobody may change them."""
    return cast(T, _house_rows(package, name, cast(Hashable, kind)))


@cache
def _house_rows(package: str, name: str, kind: Hashable) -> object:
    return read_rows(house_text(package, name), name, cast(type[object], kind))


def _check_names(read: object, text: str, file: str) -> None:
    """Two cards, or places, of one name could not be told apart at the table."""
    for table in getattr(read, "__struct_fields__", ()):
        rows, known = getattr(read, table), dict[str, str]()
        for n, row in enumerate(rows) if isinstance(rows, tuple | list) else ():
            name, own = getattr(row, "name", None), str(getattr(row, "id", ""))
            if isinstance(name, str) and known.setdefault(as_heard(name), own) != own:
                wrong(text, file, f"$.{table}[{n}].name", f"{name!r} is the name of another one already.")


def as_heard(name: str) -> str:
    """A name without what nobody sees or hears: capitals, wide letters, how many spaces and where."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _in_words(what: str) -> str:
    """What the reader says of a value of the wrong kind, as people say it."""
    if not what.startswith("Expected `"):
        return what
    said = what.replace("Expected ", "this must be ", 1).replace(", got ", ", not ")
    return re.sub(
        r"`([^`]+)`",
        lambda kinds: " or ".join(VALUES.get(k, k) for k in kinds[1].split(" | ") if k != "null"),
        said,
    )


def wrong(text: str, file: str, path: str, sentence: str) -> NoReturn:
    """Refuses a card file with the line of the thing at a path like $.card[3].price."""
    wrong_line(file, line_of(text, path), sentence)


def wrong_line(file: str, line: int, sentence: str) -> NoReturn:
    """Refuses a card file for what stands on a line."""
    raise BadCards(f"{file}, line {line}: {sentence}", FileProblem(line, sentence)) from None


def check_cards(
    rows: Sequence[Row], text: str, file: str, counts: Mapping[str, int], kind_of: str, table: str = "card"
) -> None:
    """No id twice, and as many cards of each kind as the box has. `table`: what the rows are called in the file."""
    seen: set[str] = set()
    have: dict[str, int] = {}
    last: dict[str, int] = {}
    for n, row in enumerate(rows):
        if row.id in seen:
            wrong(text, file, f"$.{table}[{n}].id", f"the id {row.id!r} is there twice.")
        seen.add(row.id)
        kind = str(getattr(row, kind_of))
        have[kind] = have.get(kind, 0) + row.copies
        last[kind] = n
    for kind, count in counts.items():
        if have.get(kind, 0) != count:
            at = last.get(kind, len(rows) - 1)
            sentence = f"there must be {count} cards of {kind}, not {have.get(kind, 0)}."
            wrong(text, file, f"$.{table}[{at}]", sentence)


def check_other_names(
    rows: Sequence[Named], others: Iterable[str], text: str, file: str, table: str = "card"
) -> None:
    """Nothing in a file is called like what lies in another deck: the log names both without their kind."""
    known = {as_heard(name) for name in others}
    for n, row in enumerate(rows):
        if as_heard(row.name) in known:
            wrong(text, file, f"$.{table}[{n}].name", f"{row.name!r} is the name of another card already.")


def faces(rows: Iterable[Row]) -> list[Row]:
    """One entry per physical card."""
    return [row for row in rows for _ in range(row.copies)]


def own_or_house(own: str, house: str, name: str) -> tuple[str, str]:
    """The text of a player's own card file (a path, or the text itself), else ours; and its name."""
    if not own:
        return house, name
    if "\n" in own:
        return own.removeprefix("\ufeff"), "your card file"
    try:
        with Path(own).open(encoding="utf-8-sig") as file:
            return file.read(TEXT_MOST + 1), own  # more is too much, as the check will say
    except OSError as error:
        raise BadCards(f"The card file {own!r} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadCards(f"The card file {own!r} cannot be read: it is no text.") from None
    except ValueError:
        raise BadCards(f"The card file {own!r:.40} cannot be read: no file is called so.") from None


# Strings and comments, closed or not: every pattern here goes through a text once, whatever stands in it.
# What msgspec and tomllib say is wrong they say in words only.
_UNKNOWN, _VALUE, _MISSING = (
    re.compile(rf"{words} [`'](\w+)") for words in ("unknown field", "value", "required field")
)
_TOLD = re.compile(r"\bline (\d+)")
_STRINGS = re.compile(
    r'"""(?:\\.?|[^\\])*?(?:"""|\Z)'
    r"|'{3}.*?(?:'{3}|\Z)"
    r'|"(?:\\[^\n]?|[^"\\\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*",
    re.DOTALL,
)
_BRACKET = re.compile(r"[\[\]{}\n]")
_LONG_NUMBER = re.compile(rf"(?<![\w.])[+-]?\d[\d_]{{{DIGITS_MOST},}}")
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{DEPTH_MOST},}}")


def _check_text(text: str, file: str) -> None:
    """What would cost too much to parse is refused as it stands."""
    if len(text) > TEXT_MOST:
        raise BadCards(f"{file}: a card file has at most {TEXT_MOST:,} characters, not {len(text):,}.")
    bare = _STRINGS.sub(lambda found: "_" + "\n" * found[0].count("\n"), text)
    line, depth = 1, 0
    for found in _BRACKET.finditer(bare):
        if found[0] == "\n":
            line += 1
            continue
        depth += 1 if found[0] in "[{" else -1
        if depth > DEPTH_MOST:
            wrong_line(file, line, f"more than {DEPTH_MOST} brackets in one another.")
    for pattern, what in (
        (_LONG_NUMBER, f"a number here has at most {DIGITS_MOST} digits."),
        (_LONG_KEY, f"a name here has at most {DEPTH_MOST} parts."),
    ):
        if long := pattern.search(bare):
            line = bare.count("\n", 0, long.start()) + 1
            wrong_line(file, line, what)


def _check_sizes(raw: object, text: str, file: str) -> None:
    """Rows, depth and strings within what a box can have, and names that can be shown."""
    todo: list[tuple[object, str, int]] = [(raw, "$", 0)]
    while todo:
        value, path, depth = todo.pop()
        inner = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        if depth > DEPTH_MOST:
            wrong(text, file, path, f"more than {DEPTH_MOST} tables in one another.")
        if isinstance(value, dict | list) and len(value) > ROWS_MOST:
            wrong(text, file, path, f"at most {ROWS_MOST} of these fit in a box, not {len(value):,}.")
        if isinstance(value, str):
            _check_words(value, path.endswith(".name"), text, file, path)
        if isinstance(value, int) and abs(value) >= 10**DIGITS_MOST:
            wrong(text, file, path, f"a number here has at most {DIGITS_MOST} digits.")
        at = "{}[{}]" if isinstance(value, list) else "{}.{}"
        todo.extend((one, at.format(path, name), depth + 1) for name, one in inner)


def _check_words(said: str, is_name: bool, text: str, file: str, path: str) -> None:
    """Names stand in sentences with places for names and on boards with styles: nothing may pass for either."""
    if len(said) > LETTERS_MOST:
        wrong(text, file, path, f"a text here has at most {LETTERS_MOST:,} letters, not {len(said):,}.")
    braces, brackets, shown = set("{}") & set(said), set("[]") & set(said), said.isprintable()
    if is_name and (braces or brackets or not shown or not said.strip()):
        wrong(text, file, path, "a name here has something to read, in one line without brackets and braces.")
    if braces:
        wrong(text, file, path, "a text here has no braces: sentences have them where a thing is filled in.")
    if brackets:
        wrong(text, file, path, "a text here has no square brackets: boards have them where a style begins.")
    if not shown:
        wrong(text, file, path, "a text here is one line of signs that can be shown.")


def line_of(text: str, path: str) -> int:
    """The line on which the thing at a path like $.card[3].price stands."""
    lines = text.splitlines()
    at = 0
    for name, number in re.findall(r"\.(\w+)(?:\[(\d+)\])?", path.replace("$", "")):
        header = re.compile(rf"\s*\[\[{name}\]\]")
        if number and any(header.match(line) for line in lines[at:]):
            heads = [i for i, line in enumerate(lines) if header.match(line)]
            at = heads[min(int(number), len(heads) - 1)]
            continue
        for i in range(at, len(lines)):
            if re.match(rf"\s*{name}\s*=", lines[i]):
                at = i
                break
            if i > at and lines[i].startswith("["):
                break
    return at + 1


def _what_would_be_right(what: str, path: str, raw: object, kind: object) -> tuple[list[str], str]:
    """What there is instead, and what that is called; nothing where it cannot be listed."""
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
            verb = [struct.tag_field] if struct.tag_field else []
            return [*verb, *(f.encode_name for f in struct.fields)], "fields here"
    if "Invalid value" in what and isinstance(here, inspect.UnionType):
        return _tags(here), "known"
    if isinstance(here, inspect.DictType):  # a name in a table
        here = here.key_type
    arms = here.types if isinstance(here, inspect.UnionType) else (here,)
    values = [str(one) for arm in arms if isinstance(arm, inspect.LiteralType) for one in arm.values]
    return (values, "one of") if "Invalid" in what and values else ([], "")


def _arm(union: inspect.UnionType, value: object) -> inspect.Type:
    tag = value.get("verb") if isinstance(value, dict) else None
    for arm in union.types:
        if isinstance(arm, inspect.StructType) and arm.tag == tag:
            return arm
    return union


def _tags(union: inspect.UnionType) -> list[str]:
    return [str(arm.tag) for arm in union.types if isinstance(arm, inspect.StructType)]
