"""Options by name: every option of a verb is made once and looked up from then on.

LAY = Menu("lay")  # LAY[slot] is ("lay", slot)
MOVE = Menu("move", 2)  # MOVE[unit][area] is ("move", unit, area)

Only numbers of the rules belong in here (what is asked for stays); what strangers send is never looked up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Literal, TypeVar, cast, overload

from knaves.core.step import Option

V = TypeVar("V")


class Menu(dict[int, V], Generic[V]):
    """A table of options that grows by itself. A look-up costs what a dict's costs."""

    __slots__ = ("_depth", "_start")

    @overload
    def __init__(self: Menu[Option], verb: str) -> None: ...
    @overload
    def __init__(self: Menu[Menu[Option]], verb: str, depth: Literal[2]) -> None: ...
    @overload
    def __init__(self: Menu[Menu[Menu[Option]]], verb: str, depth: Literal[3]) -> None: ...
    def __init__(self, verb: str, depth: int = 1) -> None:
        super().__init__()
        self._start: Option = (verb,)
        self._depth = depth

    def __missing__(self, thing: int) -> V:
        start: Option = (*self._start, thing)
        made: object = start
        if self._depth > 1:
            deeper: Menu[Option] = Menu(start[0])
            deeper._start, deeper._depth = start, self._depth - 1
            made = deeper
        self[thing] = cast(V, made)
        return self[thing]

    def row(self, things: Iterable[int]) -> list[V]:
        """One entry for each of these things, in their order."""
        return [*map(self.__getitem__, things)]
