"""The compiled `knaves.core.data`: the same class without a metaclass, which machine code cannot have.

Compiled classes have their methods written out (see expand.py). A class in plain Python that derives from a compiled
one (the template, a game of one's own) gets them here, when it is made.
"""

from __future__ import annotations

from typing import Self

from mypy_extensions import mypyc_attr

from knaves.core import fields
from knaves.core.fields import field, shared

__all__ = ["Data", "field", "shared"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Data:
    """Base of states and steps."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        fields.write_plain(cls)

    def clone(self) -> Self:
        raise NotImplementedError  # written out for each class

    def dump(self) -> dict[str, object]:
        return fields.dump(self)

    def __repr__(self) -> str:
        inner = ", ".join([f"{f.name}={getattr(self, f.name)!r}" for f in fields.saved_fields(type(self))])
        return f"{type(self).__name__}({inner})"
