"""A property that is worked out once. The one of functools takes a lock for it, and a page asks for forty of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar, overload

T = TypeVar("T")
C = TypeVar("C")


class once(Generic[C, T]):  # noqa: N801  # used as a decorator
    """Kept in the object itself, under the same name: from then on nobody comes here any more."""

    def __init__(self, make: Callable[[C], T]) -> None:
        self._make, self.__doc__, self._name = make, make.__doc__, make.__name__

    @overload
    def __get__(self, obj: None, kind: type[C]) -> once[C, T]: ...
    @overload
    def __get__(self, obj: C, kind: type[C]) -> T: ...
    def __get__(self, obj: C | None, kind: type[C]) -> once[C, T] | T:
        if obj is None:
            return self
        found = obj.__dict__[self._name] = self._make(obj)
        return found
