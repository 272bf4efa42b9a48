"""Plain data with one field list.

A class that derives from `Data` declares typed fields. From that one list come its constructor, its slots,
`clone`, `==`, `dump` (JSON-ready) and `load`; the code is generated once, when the class is made, so that a
clone costs about what a copy written by hand would.

Allowed field types: int, bool, str, bytes, tuples, named tuples and optional forms of these (never changed,
so clones point to the same one); `list`s of these; `list[list]`s of these; `dict`s of these.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar, Self, TypeVar, Union, cast, dataclass_transform

import msgspec

from knaves.core.errors import BadSave

T = TypeVar("T")
MISSING = object()


class _Spec:
    __slots__ = ("default", "init", "shared")

    def __init__(self, default: object, init: bool, shared: bool) -> None:
        self.default, self.init, self.shared = default, init, shared


def field(*, default: T, init: bool) -> T:
    """A field the constructor does not ask for (`init=False`)."""
    return cast(T, _Spec(default, init, False))


def shared(*, init: bool) -> T:  # type: ignore[type-var]  # stands for any field type
    """Static data that every clone points to: not saved, not compared; the game sets it again after loading."""
    return cast(T, _Spec(None, init, True))


class _Field:
    __slots__ = ("copy", "default", "init", "name", "shared", "wire")

    def __init__(self, name: str, hint: object, spec: _Spec) -> None:
        self.name, self.wire = name, _wire_type(hint)
        self.default, self.init, self.shared = spec.default, spec.init, spec.shared
        self.copy = "{0}" if spec.shared else _copy_code(name, hint)


def _wire_type(hint: object) -> object:
    """The type on disk: answers have as many things as they have, wherever in the field they stand."""
    args = typing.get_args(hint)
    origin = typing.get_origin(hint)
    if origin is tuple and args[0] is str:
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
    if isinstance(hint, DataMeta):
        return "{0}.clone()"
    if origin is dict and _is_atom(inner[0]) and _is_atom(inner[1]):
        return "{0}.copy()"
    raise TypeError(f"field {name}: {hint} is no data that can be cloned cheaply")


@dataclass_transform(eq_default=False, field_specifiers=(field, shared))
class DataMeta(type):
    """Turns the annotations of a class into slots, and writes its methods."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, object], **kw: object) -> DataMeta:
        notes = cast(dict[str, object], space.get("__annotations__", {}))
        own = [n for n, a in notes.items() if not str(a).replace("typing.", "").startswith("ClassVar")]
        specs: dict[str, _Spec] = {}
        for n in own:
            value = space.pop(n, MISSING)
            specs[n] = value if isinstance(value, _Spec) else _Spec(value, True, False)
        space["__slots__"] = (*own, *cast("tuple[str, ...]", space.get("__slots__", ())))
        cls = super().__new__(mcs, name, bases, space, **kw)
        world = vars(sys.modules[cls.__module__])
        hints = {n: eval(a, world) if isinstance(a := notes[n], str) else a for n in own}
        fields: dict[str, _Field] = {}
        for base in reversed(cls.__mro__[1:]):
            fields.update({f.name: f for f in base.__dict__.get("_fields", ())})
        fields.update({n: _Field(n, hints[n], specs[n]) for n in own})
        type.__setattr__(cls, "_fields", tuple(fields.values()))
        _write_methods(cls, tuple(fields.values()))
        return cls


def _write_methods(cls: type, fields: tuple[_Field, ...]) -> None:
    """Writes __init__, clone and __eq__ as if by hand."""
    space: dict[str, object] = {"new": object.__new__, "cls": cls}
    params, body = [], []
    for f in fields:
        if f.init and f.default is MISSING:
            params.append(f.name)
            body.append(f"self.{f.name} = {f.name}")
        elif isinstance(f.default, (list, dict)):  # each object gets its own
            space[f"_{f.name}"] = f.default
            params += [f"{f.name}=None"] if f.init else []
            fresh = f"_{f.name}.copy()"
            given = f"{fresh} if {f.name} is None else {f.name}" if f.init else fresh
            body.append(f"self.{f.name} = {given}")
        else:
            space[f"_{f.name}"] = f.default
            params += [f"{f.name}=_{f.name}"] if f.init else []
            body.append(f"self.{f.name} = " + (f.name if f.init else f"_{f.name}"))
    plain = [f for f in fields if not f.shared]
    same = " and ".join(f"self.{f.name} == other.{f.name}" for f in plain) or "True"
    copies = "\n".join(f"    t.{f.name} = {f.copy.format('self.' + f.name)}" for f in fields)
    source = (
        f"def __init__(self{''.join(', ' + p for p in params)}):\n"
        + "\n".join(f"    {line}" for line in [*body, "pass"])
        + f"\ndef clone(self):\n    t = new(cls)\n{copies}\n    return t\n"
        + f"def __eq__(self, other):\n    return self.__class__ is other.__class__ and {same}\n"
    )
    exec(compile(source, f"<fields of {cls.__name__}>", "exec"), space)
    for name in ("__init__", "clone", "__eq__"):
        if name not in cls.__dict__:
            made = cast(Callable[..., object], space[name])
            made.__qualname__ = f"{cls.__qualname__}.{name}"
            type.__setattr__(cls, name, made)
    type.__setattr__(cls, "__hash__", None)


class Data(metaclass=DataMeta):
    """Base of states and steps. See the module's text."""

    _fields: ClassVar[tuple[_Field, ...]]

    def clone(self) -> Self:
        raise NotImplementedError  # written for each class by the metaclass

    @classmethod
    def saved_fields(cls) -> Iterator[_Field]:
        return (f for f in cls._fields if not f.shared)

    def dump(self) -> dict[str, object]:
        """JSON-ready: what msgspec turns into text without help."""
        return {f.name: msgspec.to_builtins(getattr(self, f.name)) for f in self.saved_fields()}

    @classmethod
    def load(cls, raw: Mapping[str, object]) -> Self:
        """The object that `dump` came from; every field checked against its type."""
        made = object.__new__(cls)
        names = {f.name for f in cls.saved_fields()}
        if strange := sorted(set(raw) - names):
            raise BadSave(f"{cls.__name__} has no field called {strange[0]}.")
        for f in cls.saved_fields():
            if f.name not in raw:
                raise BadSave(f"{cls.__name__} lacks its field {f.name}.")
            try:
                value = msgspec.convert(raw[f.name], type=f.wire, str_keys=True)
            except msgspec.ValidationError as error:
                raise BadSave(f"{cls.__name__}.{f.name} cannot be read: {error}.") from None
            setattr(made, f.name, value)
        for f in cls._fields:
            if f.shared:
                setattr(made, f.name, None)
        return made

    def __repr__(self) -> str:
        inner = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in self.saved_fields())
        return f"{type(self).__name__}({inner})"
