"""Menus, moments, shapes, selections, and one chance per beat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import knaves
from knaves.core.beat import HOLD, beat, play
from knaves.core.menu import Menu
from knaves.core.selection import answers_for
from knaves.core.step import Option, Shape
from tests.core.toy import Cellar, Discard, SilentToy, Toy, toy


def at_the_bet() -> knaves.Position:
    position = toy()
    position.apply_all(0, answers_for(position, 0, [5]))
    return position


def at_the_end() -> knaves.Position:
    position = at_the_bet()
    position.apply(1, ("pass",))
    return position


def state_of(position: knaves.Position) -> Cellar:
    assert isinstance(position.state, Cellar)
    return position.state


def test_a_menu_makes_every_option_once() -> None:
    lay, move = Menu("lay"), Menu("move", 2)
    assert lay[3] == ("lay", 3) and lay[3] is lay[3]
    assert move[3][4] == ("move", 3, 4) and move[3][4] is move[3][4]
    assert lay.row([5, -1]) == [("lay", 5), ("lay", -1)]
    assert Menu("go", 3)[1][2][3] == ("go", 1, 2, 3)


def test_the_table_stops_at_a_moment_though_the_answer_is_clear() -> None:
    position = at_the_end()
    ask = position.ask()
    assert ask is not None and ask.moment == "before_the_end"
    assert ask.seats == (0,) and ask.options(0) == [("rest",)]
    assert ask.interjections(1)
    position.apply(1, ("cheer",))
    again = position.ask()
    assert again is not None and again.moment == "before_the_end"
    position.apply(0, ("rest",))
    assert position.ask() is None


def test_where_nobody_can_speak_there_is_no_moment() -> None:
    position = toy(SilentToy())
    position.apply_all(0, answers_for(position, 0, [5]))
    position.apply(1, ("pass",))
    assert position.result is not None


def test_a_clear_answer_at_a_moment_is_no_decision() -> None:
    def quiet(p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        return HOLD if HOLD in options else options[0]

    position = at_the_end()
    assert play(position, quiet) == 1  # the chance to cheer; the rest is clear


def test_an_interjection_that_ends_the_game_ends_it() -> None:
    position = at_the_end()
    offered: list[int] = []

    def leave(p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        offered.append(seat)
        return ("leave",)

    assert beat(position, leave) == 1
    assert position.ask() is None and position.stack == []
    assert position.result is not None and position.result.reason == "They left."
    by_hand = at_the_end()
    by_hand.apply(1, ("leave",))
    assert by_hand.ask() is None and by_hand.state == position.state


def test_nobody_is_offered_anything_while_a_closed_step_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Discard, "closed", True)
    position = toy()
    asked: list[int] = []

    def note(p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        asked.append(seat)
        return HOLD

    assert beat(position, note) == 0 and asked == []
    ask = position.ask()
    assert ask is not None and ask.interjections(1) == []
    with pytest.raises(knaves.Refused):
        position.apply(1, ("cheer",))


def test_the_shapes_of_choices() -> None:
    position = toy()
    ask = position.ask()
    assert ask is not None
    assert ask.shape(0) == Shape("some", "discard", (), 1, 3, ("done",))
    assert ask.options(0) == [("discard", 3), ("discard", 5), ("discard", 7), ("discard", 9)]
    position.apply(0, ("discard", 5))
    ask = position.ask()
    assert ask is not None and ask.shape(0).picked == (5,)
    assert ask.options(0)[-1] == ("done",)
    position.apply(0, ("done",))
    ask = position.ask()
    assert ask is not None
    assert ask.shape(1) == Shape("amount", "bet", least=2, most=5, fixed=(7,))
    position.apply(1, ("bet", 7, 3))
    ask = position.ask()
    assert ask is not None and ask.shape(0).kind == "one"


@pytest.mark.parametrize(
    ("things", "answers"),
    [
        ([9], [("discard", 9), ("done",)]),
        ([9, 3], [("discard", 9), ("discard", 3), ("done",)]),
        ([9, 3, 5], [("discard", 9), ("discard", 3), ("discard", 5)]),
    ],
)
def test_a_selection_is_a_chain_of_picks(things: list[int], answers: list[Option]) -> None:
    position = toy()
    chain = answers_for(position, 0, things)
    assert chain == answers
    position.apply_all(0, chain)
    assert state_of(position).gone == things
    assert position.log == [(0, answer) for answer in answers]


def test_the_last_pick_may_be_the_only_one_left() -> None:
    position = toy()
    top = position.stack[-1]
    assert isinstance(top, Discard)
    top.least = top.most = 4
    position.run()
    assert answers_for(position, 0, [9, 7, 5, 3]) == [("discard", 9), ("discard", 7), ("discard", 5)]
    position.apply_all(0, answers_for(position, 0, [9, 7, 5, 3]))
    assert state_of(position).gone == [9, 7, 5, 3]


@pytest.mark.parametrize("wrong", [[], [3, 5, 7, 9], [4], [3, 3], 3])
def test_a_selection_that_cannot_be_is_refused_whole(wrong: list[int] | int) -> None:
    position = toy()
    before = position.clone()
    with pytest.raises(knaves.Refused):
        answers_for(position, 0, wrong)
    with pytest.raises(knaves.Refused):
        position.apply_all(0, [("discard", 3), ("discard", 3)])
    assert position == before and position.log == []


def test_an_amount_is_one_answer() -> None:
    position = at_the_bet()
    assert answers_for(position, 1, 4) == [("bet", 7, 4)]
    for wrong in (1, 6, [4]):
        with pytest.raises(knaves.Refused):
            answers_for(position, 1, wrong)
    with pytest.raises(knaves.Refused, match="Waiting for B"):
        answers_for(position, 0, 4)


def test_random_play_of_the_toy_ends() -> None:
    rng = Random(1)
    for _ in range(20):
        position = toy(Toy())
        play(position, lambda _, __, options: rng.choice(options))
        assert position.result is not None
