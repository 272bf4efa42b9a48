"""Points at which anybody may speak though the answer is clear; and selections that are sent together."""

from __future__ import annotations

import asyncio

import pytest

from knaves.core.step import Choice
from knaves.table import Refused, Stale
from tests.table.kit import ANN, BOB, BOT, CY, open_hall, played, refuses, sit
from tests.table.toy import GAME, Turn, Yard, toy

__all__ = ["toy"]


@pytest.fixture
def paused(toy: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The toy with one answer for everybody, at a point where the book lets anybody speak."""

    def choose(turn: Turn, s: Yard) -> Choice:
        return Choice(turn.who, [("pass",)], moment="yard")

    monkeypatch.setattr(Turn, "code", (choose, *Turn.code[1:]))
    monkeypatch.setattr(GAME, "moments", {"yard": ("The yard is quiet.", "yard.1")})
    return toy


@played
async def test_a_person_is_told_why_the_table_stops(paused: str) -> None:
    async with open_hall() as hall:
        _table, (ann, bob), _ = await sit(hall, paused, ANN, BOB)
        assert ann.ask.moment == bob.ask.moment == "The yard is quiet."
        assert [card.verb for card in ann.ask.options if not card.interjection] == ["pass"]


@played
async def test_a_bot_gives_other_people_an_equal_time_to_speak(paused: str) -> None:
    """Six paces, whatever anybody could say; one, where no other person listens."""
    loop = asyncio.get_running_loop()
    for coins in (5, 0):  # with and without anything to offer
        async with open_hall(pace=0.05) as hall:
            table, (ann, cy), _ = await sit(hall, paused, ANN, BOT, CY)
            table.fold.position.state.coins[:] = [coins] * 3  # type: ignore[attr-defined]
            begun = loop.time()
            await ann.do("pass")
            assert cy.ask.yours and loop.time() - begun > 0.29
    async with open_hall(pace=0.05) as hall:
        table, (ann, _cy), _ = await sit(hall, paused, ANN, BOT, CY)
        ask = table.fold.position.ask()
        assert ask is not None
        assert table.driver.pause(ask, 1) == pytest.approx(0.3)
        assert table.driver.pause(ask, 0) == pytest.approx(0.3)
        alone, (bob,), _ = await sit(hall, paused, ANN, BOT)
        ask = alone.fold.position.ask()
        assert ask is not None and bob.seat == 0
        assert alone.driver.pause(ask, 0) == pytest.approx(0.05)  # nobody else is there


@played
async def test_a_pass_given_beforehand_goes_on_until_something_names_the_seat(paused: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, paused, ANN, BOB)
        await table.order(bob.token, 1, "moments", ("moments",), unless=("me", "declined"))
        assert [order.label for order in bob.page.orders] == ["go on at every pause"]
        for _ in range(3):
            await ann.do("pass")
            assert ann.ask.yours and table.book.played[-1].by == "order"
        await ann.do("offer", 1, 1)
        await bob.do("decline")
        await ann.do("pass")
        assert bob.ask.yours  # somebody spoke to him
        assert not bob.page.orders
        await refuses(table.order(bob.token, 1, "moments", ("pass",)))
        await refuses(table.order(bob.token, 1, "always", ("moments",)))


@played
async def test_such_an_order_answers_no_real_question(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.order(bob.token, 1, "moments", ("moments",))
        await ann.do("pass")
        assert bob.ask.yours and bob.page.orders


@played
async def test_a_selection_is_played_whole_or_not_at_all(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        seq, before = ann.ask.seq, table.fold.position
        for bad in (
            [("dig",), ("fly",)],
            [("pass",), ("dig",)],
            [("dig",), ("offer", 1, 1)],
            [],
            [("dig",)] * 65,
        ):
            await refuses(table.answer_all(ann.token, 0, bad, seq), Refused)
            assert table.fold.position is before and ann.ask.seq == seq
        await table.answer_all(ann.token, 0, [("dig",), ("dig",), ("dig",)], seq)
        assert ann.view["coins"] == [8, 5]
        assert len(table.book.played) == 3 and table.book.seq == seq + 3
        await refuses(table.answer_all(ann.token, 0, [("dig",)], seq), Stale)
        await table.undo(ann.token, 0)
        assert ann.view["coins"] == [7, 5]  # each pick is an answer of its own
