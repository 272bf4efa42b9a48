"""What `Data` knows of a field: its type, how it is copied, how it stands on disk. The methods that follow from it."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from inspect import get_annotations
from typing import Literal, TypeVar, Union, cast

import msgspec

from knaves.core.errors import BadSave

T = TypeVar("T")
MISSING = object()


class Spec:
    """What is written behind a field's type."""

    __slots__ = ("default", "init", "shared")

    def __init__(self, default: object, init: bool, shared: bool) -> None:
        self.default, self.init, self.shared = default, init, shared


def field(default: T, *, init: Literal[False] = False) -> T:
    """A field that begins so: the constructor does not ask for it (type checkers read that off `init`)."""
    return cast(T, Spec(default, init, False))


def shared(*, init: Literal[False] = False) -> T:  # type: ignore[type-var]  # stands for any field type
    """Static data that every clone points to: not saved, not compared; the game sets it again after loading."""
    return cast(T, Spec(None, init, True))


class Field:
    """One field of a class of `Data`. `copy` is the code that clones its value, `wire` its type on disk."""

    __slots__ = ("copy", "default", "hint", "init", "module", "name", "shared", "wire")

    def __init__(self, name: str, hint: str, module: str, spec: Spec) -> None:
        kind: object = eval(hint, vars(sys.modules[module]))
        self.name, self.hint, self.module, self.wire = name, hint, module, _wire_type(kind)
        self.default, self.init, self.shared = spec.default, spec.init, spec.shared
        self.copy = "{0}" if spec.shared else _copy_code(name, kind)


_FIELDS: dict[type, tuple[Field, ...]] = {}


def fields_of(cls: type) -> tuple[Field, ...]:
    """All fields of a class of `Data`, inherited ones first."""
    return _FIELDS.get(cls, ())


def saved_fields(cls: type) -> list[Field]:
    """Those that stand in a save."""
    return [f for f in fields_of(cls) if not f.shared]


def add_fields(cls: type, own: Iterable[Field]) -> tuple[Field, ...]:
    """Keeps the fields of a new class: those of its bases, and its own."""
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__[1:]):
        fields.update({f.name: f for f in fields_of(base)})
    fields.update({f.name: f for f in own})
    _FIELDS[cls] = tuple(fields.values())
    return _FIELDS[cls]


def describe(cls: type, own: Iterable[tuple[str, str, bool, bool]]) -> None:
    """The fields of a compiled class, whose methods are written out already: name, type, init, shared."""
    add_fields(
        cls, [Field(name, hint, cls.__module__, Spec(MISSING, init, sh)) for name, hint, init, sh in own]
    )


def own_fields(cls: type, specs: Mapping[str, object]) -> list[Field]:
    """The fields that a class in plain Python declares; `specs`: what is written behind their types."""
    made: list[Field] = []
    for name, hint in get_annotations(cls).items():
        if str(hint).replace("typing.", "").startswith("ClassVar"):
            continue
        given = specs.get(name, MISSING)
        spec = given if isinstance(given, Spec) else Spec(given, True, False)
        made.append(Field(name, str(hint), cls.__module__, spec))
    return made


# -- types ------------------------------------------------------------------------------------------------


def _wire_type(hint: object) -> object:
    """The type on disk: answers have as many things as they have, wherever in the field they stand."""
    args = typing.get_args(hint)
    origin = typing.get_origin(hint)
    # compiled: a named tuple
    if (origin is tuple and args[0] is str) or getattr(hint, "__name__", "") == "Answer":
        return tuple[str | int, ...]
    if origin in (tuple, list, dict):
        return origin[tuple(_wire_type(arg) for arg in args)]
    if origin in (Union, types.UnionType):
        return Union[tuple(_wire_type(arg) for arg in args)]  # noqa: UP007  # made at run time
    return hint


def _is_atom(hint: object) -> bool:
    if hint in (int, bool, str, bytes, float, type(None)):
        return True
    origin = typing.get_origin(hint)
    if origin in (Union, types.UnionType):
        return all(_is_atom(arm) for arm in typing.get_args(hint))
    return origin is tuple or (isinstance(hint, type) and issubclass(hint, tuple))


def _copy_code(name: str, hint: object) -> str:
    if _is_atom(hint):
        return "{0}"
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is list and _is_atom(inner[0]):
        return "{0}[:]"
    if origin is list and typing.get_origin(inner[0]) is list and _is_atom(typing.get_args(inner[0])[0]):
        return "[x[:] for x in {0}]"
    if isinstance(hint, type) and hint in _FIELDS:
        return "{0}.clone()"
    if origin is dict and _is_atom(inner[0]) and _is_atom(inner[1]):
        return "{0}.copy()"
    raise TypeError(f"field {name}: {hint} is no data that can be cloned cheaply")


# -- methods ----------------------------------------------------------------------------------------------


def write_methods(cls: type, fields: tuple[Field, ...]) -> None:
    """Writes __init__, clone and __eq__ as if by hand."""
    params, body, space = _constructor(fields)
    copies = "\n".join(f"    t.{f.name} = {f.copy.format('self.' + f.name)}" for f in fields)
    _write(cls, fields, params, body, f"t = new(cls)\n{copies}", {**space, "new": object.__new__})


def write_plain(cls: type) -> None:
    """The fields and methods of a class in plain Python whose base is compiled; a compiled class has them already."""
    if not (getattr(sys.modules[cls.__module__], "__file__", None) or "").endswith(".py"):
        return
    own = own_fields(cls, dict(cls.__dict__))
    for f in own:
        if f.name in cls.__dict__:
            delattr(cls, f.name)
    base = cls.__mro__[1]
    inherited = [f for f in fields_of(base) if f.init]
    params, body, space = _constructor(own)
    space |= {f"_{f.name}": None if isinstance(f.default, (list, dict)) else f.default for f in inherited}
    before = [f.name if f.default is MISSING else f"{f.name}=_{f.name}" for f in inherited]
    fields = add_fields(cls, own)
    given = ", ".join(f.copy.format("self." + f.name) for f in fields if f.init)
    copies = "\n".join(
        f"    {_if_set(f)}t.{f.name} = {f.copy.format('self.' + f.name)}" for f in fields if not f.init
    )
    body.insert(0, f"base.__init__({', '.join(['self', *[f.name for f in inherited]])})")
    _write(cls, fields, [*before, *params], body, f"t = cls({given})\n{copies}", {**space, "base": base})
    if hasattr(cls, "lines"):
        from knaves.core.step import number_lines

        number_lines(cls)


def _if_set(f: Field) -> str:
    """Shared data of a compiled class is not there before the game has set it."""
    return f"if hasattr(self, {f.name!r}): " if f.shared else ""


def _constructor(fields: Iterable[Field]) -> tuple[list[str], list[str], dict[str, object]]:
    """The parameters and lines of a constructor, and the values they name."""
    space: dict[str, object] = {}
    params, body = list[str](), list[str]()
    for f in fields:
        if f.init and f.default is MISSING:
            params.append(f.name)
            body.append(f"self.{f.name} = {f.name}")
        elif isinstance(f.default, (list, dict)):  # each object gets its own
            space[f"_{f.name}"] = f.default
            params += [f"{f.name}=None"] if f.init else []
            fresh = f"_{f.name}.copy()" if f.default else repr(f.default)
            given = f"{fresh} if {f.name} is None else {f.name}" if f.init else fresh
            body.append(f"self.{f.name} = {given}")
        else:
            space[f"_{f.name}"] = f.default
            params += [f"{f.name}=_{f.name}"] if f.init else []
            body.append(f"self.{f.name} = " + (f.name if f.init else f"_{f.name}"))
    return params, body, space


def _write(
    cls: type,
    fields: tuple[Field, ...],
    params: list[str],
    body: list[str],
    copy: str,
    space: dict[str, object],
) -> None:
    same = " and ".join(f"self.{f.name} == other.{f.name}" for f in fields if not f.shared) or "True"
    source = (
        f"def __init__(self{''.join(', ' + p for p in params)}):\n"
        + "\n".join(f"    {line}" for line in [*body, "pass"])
        + f"\ndef clone(self):\n    {copy}\n    return t\n"
        + f"def __eq__(self, other):\n    return self.__class__ is other.__class__ and {same}\n"
    )
    space["cls"] = cls
    exec(compile(source, f"<fields of {cls.__name__}>", "exec"), space)
    for name in ("__init__", "clone", "__eq__"):
        if name not in cls.__dict__:
            made = cast(Callable[..., object], space[name])
            made.__qualname__ = f"{cls.__qualname__}.{name}"
            type.__setattr__(cls, name, made)
    type.__setattr__(cls, "__hash__", None)


def dump(data: object) -> dict[str, object]:
    """JSON-ready: what msgspec turns into text without help."""
    return {f.name: msgspec.to_builtins(getattr(data, f.name)) for f in saved_fields(type(data))}


def load(cls: type[T], raw: Mapping[str, object]) -> T:
    """The object that `dump` came from; every field checked against its type."""
    saved = saved_fields(cls)
    if strange := sorted(set(raw) - {f.name for f in saved}):
        raise BadSave(f"{cls.__name__} has no field called {strange[0]}.")
    values: dict[str, object] = {}
    for f in saved:
        if f.name not in raw:
            raise BadSave(f"{cls.__name__} lacks its field {f.name}.")
        try:
            values[f.name] = msgspec.convert(raw[f.name], type=f.wire, str_keys=True)
        except msgspec.ValidationError as error:
            raise BadSave(f"{cls.__name__}.{f.name} cannot be read: {error}.") from None
    made = cls(*(values[f.name] for f in saved if f.init))
    for f in saved:
        if not f.init:
            setattr(made, f.name, values[f.name])
    return made
