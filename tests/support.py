"""What tests share: the clause mark, and small helpers that speak the player's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

import pytest

import knaves
from knaves.core.beat import HOLD
from knaves.core.step import Option

F = TypeVar("F", bound=Callable[..., object])


plain_only = pytest.mark.skipif(knaves.BUILD != "plain", reason="reads or replaces parts of plain classes")


def clause(game: str, *ids: str) -> Callable[[F], F]:
    """Says which rules a test proves. The ledger test fails for a clause that no test names."""
    return pytest.mark.clause(game, *ids)


def all_options(position: knaves.Position, seat: int) -> list[Option]:
    """Everything this seat may do now, waited for or not."""
    ask = ask_of(position)
    return ask.options(seat) if seat in ask.seats else ask.interjections(seat)


def ask_of(position: knaves.Position) -> knaves.Ask:
    """What is asked now, in a game that goes on."""
    ask = position.ask()
    assert ask is not None
    return ask


def do(position: knaves.Position, seat: int, *option: object) -> None:
    """Plays one answer, by its verb and things. What comes of it can be saved, and comes back the same."""
    position.apply(seat, option)
    assert knaves.load(position.save()) == position


def refused(position: knaves.Position, seat: int, *option: object) -> knaves.Refused:
    """Tries an answer that must be refused; the position must be as it was."""
    before = position.clone()
    with pytest.raises(knaves.Refused) as caught:
        position.apply(seat, option)
    assert position == before
    return caught.value


def play_random(position: knaves.Position, rng: Random, most: int | None = None) -> Iterable[None]:
    """Plays random answers, interjections too; yields before each so that a test can look."""
    count = 0
    while (ask := position.ask()) is not None and (most is None or count < most):
        yield
        count += 1
        for seat in range(position.seats):
            can = ask.interjections(seat)
            if can and rng.random() < 0.2:
                position.take(seat, rng.choice(can))
                break
        else:
            seat = rng.choice(ask.seats)
            position.take(seat, rng.choice(ask.options(seat)))


def with_dice(position: knaves.Position, *rolls: int) -> None:
    """Makes the next six-sided rolls come out as given: finds a place in the row of words where they stand."""
    state = position.state
    start = state.drawn
    while True:
        words = [state.dice.word(start + i) for i in range(len(rolls))]
        if [word % 6 + 1 for word in words] == list(rolls):
            state.drawn = start
            return
        start += 1


__all__ = ["HOLD", "all_options", "clause", "do", "plain_only", "play_random", "refused", "with_dice"]
