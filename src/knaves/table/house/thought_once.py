"""Thought about once for each question, however many ask."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """The answer to the latest question. Who goes away meanwhile does not end the thought: others may wait for it."""

    def __init__(self) -> None:
        self._question: Hashable = None
        self._answer: asyncio.Future[T] | None = None

    async def get(self, question: Hashable, think: Callable[[], Coroutine[object, object, T]]) -> T:
        if self._answer is None or self._question != question:
            self._question, self._answer = question, asyncio.ensure_future(think())
        return await asyncio.shield(self._answer)
