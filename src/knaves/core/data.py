"""Plain data with one field list.

A class that derives from `Data` declares typed fields. From that one list come its constructor, its slots,
`clone`, `==` and `dump` (JSON-ready; `fields.load` reads it again); the code is generated once, when the class is
made, so that a clone costs about what a copy written by hand would.

Allowed field types: int, bool, str, bytes, tuples, named tuples and optional forms of these (never changed,
so clones point to the same one); `list`s of these; `list[list]`s of these; `dict`s of these.
"""

from __future__ import annotations

from typing import Self, cast, dataclass_transform

from knaves.core import fields
from knaves.core.fields import field, shared

__all__ = ["Data", "field", "shared"]


@dataclass_transform(eq_default=False, field_specifiers=(field, shared))
class DataMeta(type):
    """Turns the annotations of a class into slots, and writes its methods."""

    def __new__(mcs, name: str, bases: tuple[type, ...], space: dict[str, object], **kw: object) -> DataMeta:
        notes = cast(dict[str, object], space.get("__annotations__", {}))
        own = [n for n, a in notes.items() if not str(a).replace("typing.", "").startswith("ClassVar")]
        specs = {n: space.pop(n) for n in own if n in space}
        space["__slots__"] = (*own, *cast("tuple[str, ...]", space.get("__slots__", ())))
        cls = super().__new__(mcs, name, bases, space, **kw)
        fields.write_methods(cls, fields.add_fields(cls, fields.own_fields(cls, specs)))
        return cls


class Data(metaclass=DataMeta):
    """Base of states and steps. See the module's text."""

    def clone(self) -> Self:
        raise NotImplementedError  # written for each class by the metaclass

    def dump(self) -> dict[str, object]:
        """JSON-ready: what msgspec turns into text without help."""
        return fields.dump(self)

    def __repr__(self) -> str:
        inner = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields.saved_fields(type(self)))
        return f"{type(self).__name__}({inner})"
