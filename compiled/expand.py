"""Writes a module of the package once more, in the form that mypyc compiles best.

The written code stays what it is, line by line; changed or added are only:
- classes of `Data`: fields lose their specifiers; `__init__`, `clone`, `__eq__` and, for steps, `call` and `go` are
  written out at the end of the class, as the plain build writes them when the class is made;
- constants in capitals are `Final`, so that they are read without a dictionary;
- `s.tell(...)` is passed over at once when nobody listens.
Each line knows the line it came from, so that tracebacks can name the written one.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from inspect import get_annotations
from types import ModuleType
from typing import Generic, cast

from knaves.core.data import Data
from knaves.core.fields import Field, fields_of
from knaves.core.step import Step

CAPITALS = re.compile(r"_?[A-Z][A-Z0-9_]+")
TYPED = {
    "lines": "tuple[str, ...]",
    "asks": "dict[str, tuple[str, str]]",
    "closed": "bool",
    "verb": "str",
}
"""Attributes of a class of steps that mypyc must be told to be the class's own."""


@dataclass
class Expanded:
    """The text, and for each of its lines the number of the written line."""

    text: str
    written: list[int]


@dataclass
class Sheet:
    """A module's lines, with what becomes of them. Spans keep their number of lines; only `after` adds any."""

    lines: list[str]
    after: dict[int, list[str]] = field(default_factory=dict)
    imports: set[str] = field(default_factory=set)

    def replace(self, node: ast.stmt, text: str) -> None:
        """Puts one line in place of a statement; the lines it no longer needs are left empty."""
        first, last = node.lineno - 1, cast(int, node.end_lineno) - 1
        self.lines[first] = " " * node.col_offset + text
        for number in range(first + 1, last + 1):
            self.lines[number] = ""

    def put_before(self, node: ast.stmt, text: str) -> None:
        line, at = self.lines[node.lineno - 1], node.col_offset
        self.lines[node.lineno - 1] = line[:at] + text + line[at:]

    def finish(self, future: int) -> Expanded:
        """`future`: the line of `from __future__ import annotations`, which the imports join."""
        self.lines[future - 1] = "; ".join([self.lines[future - 1], *sorted(self.imports)])
        text: list[str] = []
        written: list[int] = []
        for number, line in enumerate(self.lines, 1):
            added = self.after.get(number, [])
            text += [line, *added]
            written += [number] * (1 + len(added))
        return Expanded("\n".join(text) + "\n", written)


def expand(module: ModuleType, source: str) -> Expanded:
    """The module as mypyc is to read it."""
    tree = ast.parse(source)
    sheet = Sheet(source.splitlines())
    future = next(n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__")
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            made = getattr(module, node.name)
            if isinstance(made, type) and issubclass(made, Data) and made is not Data:
                _expand_class(sheet, node, made, module)
            elif isinstance(made, type) and issubclass(made, tuple):
                _keep_hints(sheet, node)
            elif isinstance(made, type):
                _type_class_vars(sheet, node, made, module)
                if made.__module__.startswith("knaves.core.") and Generic in made.__bases__:
                    _let_derive(sheet, node)
    _name_package(sheet, tree, module)
    _mark_final(sheet, tree, module)
    _guard_tells(sheet, tree)
    return sheet.finish(future.lineno)


# -- classes ----------------------------------------------------------------------------------------------


def _expand_class(sheet: Sheet, node: ast.ClassDef, made: type[Data], module: ModuleType) -> None:
    own: dict[str, str] = {}  # the defaults of its own fields, as they are written
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            hint = ast.unparse(part.annotation)
            if not hint.startswith("ClassVar"):
                own[part.target.id] = _default(part)
                sheet.replace(part, f"{part.target.id}: {hint}")
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
            name = part.targets[0].id
            if name in TYPED:
                sheet.imports.add("from typing import ClassVar")
                line = sheet.lines[part.lineno - 1]
                start, end = part.targets[0].col_offset, cast(int, part.targets[0].end_col_offset)
                sheet.lines[part.lineno - 1] = line[:start] + f"{name}: ClassVar[{TYPED[name]}]" + line[end:]
    fields = fields_of(made)
    have = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    methods = {
        "__init__": _constructor(made, fields, own, sheet, module),
        "clone": _clone(made, fields),
        "__eq__": _equal(made, fields),
    }
    if issubclass(made, Step) and made.lines:
        methods["call"] = _call(made, sheet)
        methods["go"] = _go(made)
    text: list[str] = []
    if issubclass(made, Step) and made is not Step:
        sheet.imports.add("from typing import ClassVar")
        text.append(f"    at: ClassVar[dict[str, int]] = {made.at!r}")
    for name, lines in methods.items():
        if name not in have:
            text += ["    " + line for line in lines]
    sheet.after.setdefault(cast(int, node.end_lineno), []).extend(text)
    described = ", ".join(f"({f.name!r}, {f.hint!r}, {f.init}, {f.shared})" for f in fields if f.name in own)
    sheet.imports.add("from knaves.core.fields import describe")
    sheet.after[cast(int, node.end_lineno)].append(f"describe({made.__name__}, [{described}])")
    if made.__module__.startswith("knaves.core."):
        _let_derive(sheet, node)


def _let_derive(sheet: Sheet, node: ast.ClassDef) -> None:
    """Games in plain Python derive from this class."""
    sheet.imports.add("from mypy_extensions import mypyc_attr")
    number = node.lineno - 2
    assert not sheet.lines[number].strip(), "two empty lines stand before a class"
    sheet.lines[number] = "@mypyc_attr(allow_interpreted_subclasses=True)"


def _keep_hints(sheet: Sheet, node: ast.ClassDef) -> None:
    """Machine code forgets what is in the fields of a named tuple, which whoever loads a save must know."""
    fields = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    hints = {ast.unparse(part.target): ast.unparse(part.annotation) for part in fields}
    line = f"{node.name}.__annotations__.update({hints!r})"
    sheet.after.setdefault(cast(int, node.end_lineno), []).append(line)


def _type_class_vars(sheet: Sheet, node: ast.ClassDef, made: type, module: ModuleType) -> None:
    """What a base declares to be the class's own must be said once more where a class sets it."""
    declared: dict[str, tuple[str, str]] = {}
    for base in reversed(made.__mro__[1:]):
        for name, hint in get_annotations(base).items():
            if str(hint).startswith("ClassVar"):
                declared[name] = (str(hint), base.__module__)
    for part in node.body:
        if not isinstance(part, ast.Assign):
            continue
        target, names = part.targets[0], list[ast.expr]()
        if isinstance(target, ast.Name) and target.id in declared:
            hint, home = declared[target.id]
            _import_names(hint, home, sheet, module)
            line, end = sheet.lines[part.lineno - 1], cast(int, target.end_col_offset)
            sheet.lines[part.lineno - 1] = line[:end] + f": {hint}" + line[end:]
        elif isinstance(target, ast.Tuple) and isinstance(part.value, ast.Tuple):
            names = target.elts
            hints = [declared[ast.unparse(name)] for name in names]
            for hint, home in hints:
                _import_names(hint, home, sheet, module)
            rows = zip(names, hints, part.value.elts, strict=True)
            sheet.replace(
                part, "; ".join(f"{ast.unparse(n)}: {h} = {ast.unparse(v)}" for n, (h, _), v in rows)
            )


def _default(part: ast.AnnAssign) -> str:
    value = part.value
    if (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in ("field", "shared")
    ):
        return next(map(ast.unparse, value.args), "")
    return ast.unparse(value) if value is not None else ""


def _constructor(
    made: type[Data], fields: tuple[Field, ...], own: dict[str, str], sheet: Sheet, module: ModuleType
) -> Iterator[str]:
    params, passed = ["self"], list[str]()
    for f in fields:
        if f.init:
            _import_names(f.hint, f.module, sheet, module)
            default = own[f.name] if f.name in own else _inherited_default(f)
            params.append(f"{f.name}: {f.hint}" + (f" = {default}" if default else ""))
            if f.name not in own:
                passed.append(f.name)
    params.append("bare: bool = False")
    yield f"def __init__({', '.join(params)}) -> None:"
    yield "    if bare:  # for `clone`, which sets every field itself"
    yield "        return"
    if made.__mro__[1] is not Data:
        yield f"    super().__init__({', '.join(passed)})"
    for f in fields:
        if f.name in own and f.init:
            yield f"    self.{f.name} = {f.name}"
        elif f.name in own and f.shared:
            if "None" in f.hint:
                yield f"    self.{f.name} = None"
            elif f.hint.startswith("tuple"):
                yield f"    self.{f.name} = ()"
        elif f.name in own:
            yield f"    self.{f.name} = {own[f.name]}"
    yield "    pass"


def _inherited_default(f: Field) -> str:
    """As code; none for what every object must have for itself."""
    return repr(f.default) if isinstance(f.default, (bool, int, str)) else ""


def _import_names(hint: str, home: str, sheet: Sheet, module: ModuleType) -> None:
    """What the type of something inherited names must be known in this module too."""
    for node in ast.walk(ast.parse(hint, mode="eval")):
        if isinstance(node, ast.Name) and not hasattr(module, node.id) and not hasattr(builtins, node.id):
            sheet.imports.add(f"from {home} import {node.id}")


def _clone(made: type[Data], fields: tuple[Field, ...]) -> Iterator[str]:
    me = made.__name__ + ("[S]" if getattr(made, "__parameters__", ()) else "")
    given = [f"self.{f.name}" for f in fields if f.init]
    yield f"def clone(self) -> {me}:"
    yield f"    t: {me} = {made.__name__}({', '.join([*given, 'True'])})"
    for f in fields:
        yield f"    t.{f.name} = {f.copy.format(f'self.{f.name}')}"
    yield "    return t"


def _equal(made: type[Data], fields: tuple[Field, ...]) -> Iterator[str]:
    same = " and ".join(f"self.{f.name} == other.{f.name}" for f in fields if not f.shared) or "True"
    yield "def __eq__(self, other: object) -> bool:"
    yield f"    return type(self) is type(other) and isinstance(other, {made.__name__}) and {same}"


def _call(made: type[Step], sheet: Sheet) -> Iterator[str]:  # type: ignore[type-arg]
    """Jumps to a line by its number, where the plain build has a tuple of functions."""
    sheet.imports |= {"from typing import cast", "from knaves.core.state import State"}
    end = "END"
    if made.__module__ != "knaves.core.step":
        end = "step_end"  # a game may have an END of its own
        sheet.imports.add(f"from knaves.core.step import END as {end}")
    first = getattr(made, made.lines[0])
    state = next(hint for name, hint in first.__annotations__.items() if name != "return")
    yield "def call(self, at: int, state: State) -> object:"
    yield f"    s = cast({state}, state)"
    for number, name in enumerate(made.lines):
        if getattr(made, name).__annotations__["return"] == "None":
            yield f"    if at == {number}:"
            yield f"        self.{name}(s)"
            yield "        return None"
        else:
            yield f"    if at == {number}:"
            yield f"        return self.{name}(s)"
    yield f"    return {end}"


def _go(made: type[Step]) -> Iterator[str]:  # type: ignore[type-arg]
    """Knows its lines by name without a dictionary."""
    yield "def go(self, name: str) -> None:"
    for name, number in made.at.items():
        yield f"    if name == {name!r}:"
        yield f"        self.line = {number}"
        yield "        return"
    yield "    raise KeyError(name)"


# -- constants and tells ----------------------------------------------------------------------------------


def _name_package(sheet: Sheet, tree: ast.Module, module: ModuleType) -> None:
    """Machine code does not know yet where it lies while it is loaded."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == "__package__":
            line, end = sheet.lines[node.lineno - 1], cast(int, node.end_col_offset)
            sheet.lines[node.lineno - 1] = line[: node.col_offset] + repr(module.__package__) + line[end:]


def _mark_final(sheet: Sheet, tree: ast.Module, module: ModuleType) -> None:
    stored = [n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    once = {name for name in stored if CAPITALS.fullmatch(name) and stored.count(name) == 1}

    def constant(target: ast.expr) -> bool:
        return isinstance(target, ast.Name) and target.id in once

    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and constant(node.target) and node.value is not None:
            hint = ast.unparse(node.annotation)
            if not hint.startswith(("Final", "TypeAlias")):
                _retype(sheet, node, node.annotation, f"Final[{hint}]")
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            if constant(target):
                if isinstance(value, ast.Call) and ast.unparse(value.func) == "TypeVar":
                    continue
                end = cast(int, target.end_col_offset)
                line = sheet.lines[node.lineno - 1]
                sheet.lines[node.lineno - 1] = line[:end] + ": Final" + line[end:]
            elif isinstance(target, ast.Tuple) and all(map(constant, target.elts)):
                names = [ast.unparse(name) for name in target.elts]
                values = _several(value, [getattr(module, name) for name in names])
                if not values:
                    continue
                pairs = zip(names, values, strict=True)
                sheet.replace(node, "; ".join(f"{name}: Final = {one}" for name, one in pairs))
            else:
                continue
        else:
            continue
        sheet.imports.add("from typing import Final")


def _retype(sheet: Sheet, node: ast.AnnAssign, old: ast.expr, new: str) -> None:
    if old.lineno == old.end_lineno:
        line = sheet.lines[old.lineno - 1]
        end = cast(int, old.end_col_offset)
        sheet.lines[old.lineno - 1] = line[: old.col_offset] + new + line[end:]


def _several(value: ast.expr, known: list[object]) -> list[str]:
    """What `A, B = 0, 1` or `A, B = range(2)` gives each name; none: nothing that is known beforehand. `known`: what
    they are in the plain module."""
    if isinstance(value, ast.Tuple) and len(value.elts) == len(known):
        return [ast.unparse(one) for one in value.elts]
    counts = isinstance(value, ast.Call) and ast.unparse(value.func) == "range"
    return [str(number) for number in known] if counts else []


def _guard_tells(sheet: Sheet, tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and (speaker := _tells(node.value)):
            sheet.put_before(node, f"if {speaker}.sink is not None: ")


def _tells(call: ast.expr) -> str:
    """Whose `tell` this is, if passing it over changes nothing else; else ""."""
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "tell"):
        return ""
    if not (isinstance(call.func.value, ast.Name) and call.func.value.id in ("s", "state")):
        return ""
    inside = [n for a in [*call.args, *(k.value for k in call.keywords)] for n in ast.walk(a)]
    for n in inside:
        harmless = isinstance(n, ast.Call) and ast.unparse(n.func) in (
            "len",
            "int",
            "bool",
            "min",
            "max",
            "sum",
        )
        if isinstance(n, ast.NamedExpr) or (isinstance(n, ast.Call) and not harmless):
            return ""
    return call.func.value.id
