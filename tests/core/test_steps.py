"""Steps, choices and shapes by themselves. The classes are made within the tests: then their lines are numbered."""

from __future__ import annotations

import pytest

from knaves.core.data import field
from knaves.core.state import State
from knaves.core.step import DONE, END, Choice, Option, Pick, Shape, Step, Together, run_line, things_of


class Desk(State):
    done: list[int] = field([])


def test_a_choice_knows_whose_answers_are_whose() -> None:
    one = Choice(1, [("go",), ("stay",)], always=True, moment="dusk")
    assert one.answers_of(1) == [("go",), ("stay",)] and one.answers_of(0) is None
    assert one.always is True and one.moment == "dusk" and one.each is None
    plain = Choice(0, [("go",)])
    assert plain.always is False and plain.moment == ""
    both = Choice.together({0: [("go",)], 2: [("stay",)]}, moment="dawn")
    assert both.answers_of(2) == [("stay",)] and both.answers_of(1) is None
    assert both.seat == -1 and both.options == [] and both.always is True and both.moment == "dawn"
    assert Choice.together({}).moment == ""


@pytest.mark.parametrize(
    ("shape", "option", "picks"),
    [
        (Shape("some", "discard"), ("discard", 4, 9), 4),
        (Shape("amount", "pay"), ("pay", 7, 8, 3), 3),
        (Shape("amount", "pay"), ("pay", 5), 5),
        (Shape("some", "discard"), ("keep", 4), None),
        (Shape("some", "discard"), ("discard",), None),
        (Shape("amount", "pay"), ("pass",), None),
    ],
)
def test_what_an_option_picks(shape: Shape, option: Option, picks: int | None) -> None:
    assert shape.picks(option) == picks
    assert things_of(("pay", 7, 8)) == (7, 8)


@pytest.mark.parametrize(
    ("shape", "option", "thing", "times"),
    [
        (Shape("some", "discard"), ("discard", 4, 9), ("discard", 4), 1),
        (Shape("some", "take", named=2, again=((("take", 4, 9), 3),)), ("take", 4, 9, 1), ("take", 4, 9), 3),
        (Shape("some", "take", named=2, again=((("take", 4, 9), 3),)), ("take", 4, 8), ("take", 4, 8), 1),
        (Shape("some", "take", also=("buy", "all")), ("buy", 7, 3), ("buy", 7), 1),
        (Shape("some", "take", also=("buy", "all")), ("all",), ("all",), 1),
        (Shape("some", "take"), ("buy", 7), None, 1),
        (Shape("amount", "pay"), ("pay", 5), None, 1),
    ],
)
def test_what_names_the_thing(shape: Shape, option: Option, thing: Option | None, times: int) -> None:
    assert shape.thing(option) == thing
    assert thing is None or shape.times(thing) == times
    assert Shape("some", "take", (7, 9), 1, 5).left == 3


def test_the_lines_of_a_step_are_numbered_when_it_is_made() -> None:
    class Walk(Step[Desk]):
        lines = ("first", "second", "third")
        asks = {"second": ("Second?", "w.2")}

        def first(self, s: Desk) -> None:
            s.done.append(1)

        def second(self, s: Desk) -> Choice:
            return Choice(0, [("a",), ("b",)])

        def third(self, s: Desk) -> Step[Desk]:
            s.done.append(3)
            return Rest()

    class Rest(Step[Desk]):
        lines = ("only",)

        def only(self, s: Desk) -> None:
            s.done.append(9)

    assert Walk.at == {"first": 0, "second": 1, "third": 2, "end": 3}
    assert [code.__name__ for code in Walk.code] == ["first", "second", "third", "_end"]
    s, walk = Desk(2), Walk()
    stack: list[Step[Desk]] = [Rest(), walk]
    assert run_line(stack, s) is None and s.done == [1] and walk.line == 1
    assert (walk.prompt(s, 0), walk.clause(s, 0)) == ("Second?", "w.2")
    choice = run_line(stack, s)
    assert choice is not None and choice.options == [("a",), ("b",)] and walk.line == 2
    assert run_line(stack, s) is None and s.done == [1, 3]
    assert [type(step) for step in stack] == [Rest, Walk, Rest]
    assert run_line(stack, s) is None and s.done == [1, 3, 9]
    assert run_line(stack, s) is None and len(stack) == 2, "the child is over"
    assert run_line(stack, s) is None and [type(step) for step in stack] == [Rest]
    walk.go("second")
    assert walk.line == 1
    walk.go("end")
    assert walk.call(walk.line, s) is END
    assert walk.why_not(s, 0, "card", 1) is None and walk.refuse(s, 0, ("a",)) is None
    assert walk.shape(s, 0) == Shape("one")


def test_picks_are_what_the_step_allows() -> None:
    class Odd(Pick[Desk]):
        verb = "take"
        asks = {"choose": ("Take.", "")}

        def allowed(self, s: Desk) -> list[int]:
            return [x for x in super().allowed(s) if x % 2 or s.seats == 3]

    s = Desk(2)

    def options(pick: Odd) -> list[Option] | None:
        choice = pick.choose(s)
        assert choice is None or choice.seat == 1
        return choice.options if choice is not None else None

    assert options(Odd(1, [2, 3, 5], 1, 2)) == [("take", 3), ("take", 5)]
    assert options(Odd(1, [2, 3, 5], 0, 1)) == [("take", 3), ("take", 5), DONE]
    assert options(Odd(1, [2, 3, 5], 1, 1)) == [("take", 3), ("take", 5)]
    assert options(Odd(1, [2, 3, 5], 0, 0)) is None
    nothing = Odd(1, [2, 4], 0, 2)
    assert options(nothing) is None and nothing.line == Odd.at["give"]
    assert Odd(1, [3, 5], 2, 2).shape(s, 1) == Shape("some", "take", (), 2, 2, ())
    assert Odd(1, [3, 5], 1, 2).shape(s, 1) == Shape("some", "take", (), 1, 2, DONE)
    again = Odd(1, [3, 5, 7], 1, 2)
    again.line, again.answer = 2, ("take", 5)  # type: ignore[assignment]  # as the engine puts it there
    again.take(s)
    assert again.picked == [5] and again.line == Odd.at["choose"]
    assert options(again) == [("take", 3), ("take", 7), DONE]
    again.line, again.answer = 2, ("take", 7)  # type: ignore[assignment]  # as above
    again.take(s)
    assert again.picked == [5, 7] and again.line == 2, "the most are picked: on to the next line"
    done = Odd(1, [3, 5, 7], 1, 3)
    done.line, done.answer = 2, ("done",)  # type: ignore[assignment]  # as above
    done.take(s)
    assert done.picked == [] and done.line == 2
    again.give(s)
    assert s.returned == (5, 7)


def test_who_decides_at_once_is_done_with_one_answer() -> None:
    class Vote(Together[Desk]):
        lines = ()

    vote = Vote()
    assert vote.seal(Desk(2), 0, ("yes", 0, 0, 0, 0, 0)) is True
    assert vote.answers == {} and vote.sealed == {}
