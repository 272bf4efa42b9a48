"""Whose question is a new one after an answer, and whose clock runs."""

from __future__ import annotations

import pytest

from knaves.table import Clock
from knaves.table.state.book import Seat, TimeUsed
from knaves.table.state.clocks import wait_on, waiting
from tests.table.kit import ANN, BOB, CY, Watch, open_hall, played, sit
from tests.table.toy import toy

__all__ = ["toy"]


@played
async def test_what_somebody_else_does_meanwhile_leaves_a_question_as_it_was(toy: str) -> None:
    """Sealed choices: who has answered is asked anew, who is still asked keeps the number of his question."""
    async with open_hall() as hall:
        table, (ann, bob, cy), _ = await sit(hall, "_template", ANN, BOB, CY)
        assert ann.ask.seq == bob.ask.seq == cy.ask.seq
        before = bob.ask.seq
        await cy.do(*cy.ask.options[0].option)
        assert [seat.asked for seat in table.book.seats] == [before, before, table.book.seq]
        await table.answer(bob.token, 1, bob.ask.options[0].option, before)  # what he saw before still counts


@played
async def test_another_menu_at_the_same_step_is_another_question(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        first = [seat.asked for seat in table.book.seats]
        await ann.do("dig")
        second = [seat.asked for seat in table.book.seats]
        assert second[0] == table.book.seq > first[0], "who answered is asked anew"
        await ann.do("pass")
        assert [seat.asked for seat in table.book.seats] == [table.book.seq] * 2, "and so is who comes next"


@played
async def test_a_clock_that_is_turned_back_costs_nobody_anything(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, _), _ = await sit(hall, toy, ANN, BOB, clock=Clock("bank", 100, 5))
        bank = table.book.seats[0].bank
        await ann.do("dig")
        assert table.book.seats[0].bank == pytest.approx(bank + 5), "no time has passed"
        now.time += 7
        await ann.do("dig")
        assert table.book.seats[0].bank == pytest.approx(bank + 3)


def test_time_at_a_question_that_comes_again_goes_on_where_it_stood() -> None:
    seat = Seat(
        "person", "Ann", "fair", asked=4, since=100.0, bank=60.0, votes=[1], holidays=[(110.0, 130.0)]
    )
    stood = waiting(seat, 150.0)
    assert stood == TimeUsed(4, 30.0, 60.0, [1]), "a holiday is no time at the question"
    again = Seat("person", "Ann", "fair", since=400.0, bank=90.0)
    wait_on(again, stood, 400.0)
    assert (again.since, again.bank, again.votes) == (370.0, 60.0, [1])
    again.votes.append(2)
    assert stood.votes == seat.votes == [1]
    wait_on(again, None, 500.0)  # a question that was not there before
    assert (again.since, again.bank) == (370.0, 60.0)


def test_who_is_not_waited_for_has_no_time_at_a_question() -> None:
    seat = Seat("person", "Ann", "fair", bank=60.0)
    assert waiting(seat, 150.0) is None
    wait_on(seat, TimeUsed(4, 30.0, 10.0, []), 400.0)
    assert (seat.since, seat.bank) == (None, 60.0)
