"""What the browser tests of a worker share: made when one first asks, gone when a test comes that asks for none of it,
for the loop of a browser is no place for another."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import TypeVar, cast

T = TypeVar("T")


class House:
    def __init__(self) -> None:
        self.open = ExitStack()
        self.things: dict[Callable[[], object], object] = {}

    def the(self, make: Callable[[], AbstractContextManager[T]]) -> T:
        if make not in self.things:
            self.things[make] = self.open.enter_context(make())
        return cast(T, self.things[make])

    def shut(self) -> None:
        self.things.clear()
        self.open.close()


HOUSE = House()
