"""What the tests of the table share."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import ParamSpec

import pytest

from knaves.table import AskCard, Clock, Hall, KnavesError, Page, Refused, SeatPlan, Table, TablePlan, Ticket
from knaves.table.bots.thinkers import Thinkers
from knaves.table.house.workshop import Workshop
from tests.patience import PATIENCE

P = ParamSpec("P")

ANN, BOB, CY = SeatPlan("person", "Ann"), SeatPlan("open"), SeatPlan("open")
BOT = SeatPlan("bot")


def played(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Runs an async test."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def go() -> None:
            async with asyncio.timeout(PATIENCE):
                await test(*args, **kwargs)

        asyncio.run(go())

    return run


class Watch:
    """A clock that a test sets. Time does not pass by itself."""

    def __init__(self) -> None:
        self.time = 1_000_000.0

    def __call__(self) -> float:
        return self.time


@asynccontextmanager
async def open_hall(
    db: str = ":memory:",
    now: Watch | None = None,
    thinkers: Thinkers | None = None,
    pace: float = 0.0,
    resume: bool = True,
    alone: bool = True,
    workshop: Workshop | None = None,
) -> AsyncIterator[Hall]:
    hall = await Hall.open(
        db,
        now=now or Watch(),
        timer=False,
        grace=0.0,
        thinkers=thinkers,
        pace=pace,
        resume=resume,
        alone=alone,
        workshop=workshop,
    )
    try:
        yield hall
    finally:
        await hall.close()


class Guest:
    """A person with a secret at a table, speaking the player's language."""

    def __init__(self, table: Table, token: str, seat: int) -> None:
        self.table, self.token, self.seat = table, token, seat

    @property
    def page(self) -> Page:
        return self.table.page(self.token, self.seat)

    @property
    def ask(self) -> AskCard:
        ask = self.page.ask
        assert ask is not None
        return ask

    @property
    def view(self) -> Mapping[str, object]:
        view = self.page.view
        assert view is not None
        return view

    async def do(self, *option: object, seq: int | None = None) -> None:
        await self.table.answer(self.token, self.seat, option, self.ask.seq if seq is None else seq)
        await self.table.idle()

    async def first(self) -> None:
        """The first answer on offer."""
        await self.do(*self.ask.options[0].option)


async def sit(
    hall: Hall, game: str, *seats: SeatPlan, clock: Clock | None = None, **more: object
) -> tuple[Table, list[Guest], Ticket]:
    """Opens a table; the open seats are taken by Bob, Cy and so on."""
    plan = TablePlan(game, seats, clock=clock or Clock(), seed=more.pop("seed", 7), **more)  # type: ignore[arg-type]
    ticket = await hall.create(plan)
    table = await hall.table(ticket.table)
    guests: list[Guest] = []
    names = iter(("Bob", "Cy", "Dee"))
    for number, seat in enumerate(seats):
        if seat.kind == "person":
            guests.append(Guest(table, ticket.token, number))
        elif seat.kind == "open":
            token = await table.seating.claim(ticket.invite, number, next(names))
            guests.append(Guest(table, token, number))
    await table.idle()
    return table, guests, ticket


def refuses(
    awaitable: Awaitable[object], kind: type[KnavesError] = Refused, match: str | None = None
) -> Awaitable[KnavesError]:
    """The refusal that this must meet; nothing may have changed is for the caller to see."""

    async def run() -> KnavesError:
        with pytest.raises(kind, match=match) as caught:
            await awaitable
        return caught.value

    return run()
