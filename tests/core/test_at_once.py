"""Steps below steps: what seats say at once, in a chain and in imagined worlds, and who may speak meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

import knaves
from knaves.core.data import field
from knaves.core.errors import Refused
from knaves.core.game import Value
from knaves.core.start import begin
from knaves.core.step import Answer, Choice, Step, Together
from tests.core.test_ask import Fair, Market, ask_of
from tests.core.toy import toy


class Chain(Together[Fair]):
    """Everybody may say several things before it is done: `seal` hears each of them."""

    lines = ("first", "ask", "close")
    asks = {"ask": ("Say as much as you like.", "market.1")}
    heard: list[str] = field([])

    def first(self, s: Fair) -> None: ...

    def ask(self, s: Fair) -> Choice:
        return Choice.together({seat: [("show", 0), ("pass",)] for seat in (0, 1)})

    def seal(self, s: Fair, seat: int, option: Answer) -> bool:
        self.heard.append(f"{seat} {option[0]} {s.price}")
        return option[0] == "pass"

    def close(self, s: Fair) -> None:
        s.result = knaves.Result((0,), (0, 0, 0), ", ".join(self.heard))


class Chains(Market):
    id = "chains"

    def set_up(self, s: Fair, options: Mapping[str, Value]) -> Step[Fair]:
        s.face, s.seen, s.lot = (40, 41), [0b0010, 0b0100], (0, 0)
        return Aside(Chain())

    def interject(self, s: Fair, seat: int, option: Answer) -> Step[Fair] | None:  # type: ignore[override]
        s.price += 10 * seat
        return Shout()


class Aside(Step[Fair]):
    """Two steps lie below the one that waits."""

    lines = ("open",)
    inner: Chain

    def open(self, s: Fair) -> Step[Fair]:
        return self.inner


class Shout(Step[Fair]):
    lines = ("louder",)
    asks = {"louder": ("Louder?", "market.2")}
    closed = True

    def louder(self, s: Fair) -> Choice:
        return Choice(2, [("pass",), ("show", 1)])


def chains() -> knaves.Position:
    return begin(Chains(), 3, 1, {})  # type: ignore[arg-type]  # a game of any state


def test_a_seat_may_have_more_to_say_before_its_answer_is_sealed() -> None:
    position = chains()
    for seat, verb in ((0, "show"), (1, "pass"), (0, "pass")):
        position.apply(seat, (verb, 0) if verb == "show" else (verb,))
    assert position.result is not None and position.result.reason == "0 show 3, 1 pass 3, 0 pass 3"


def test_in_an_imagined_world_others_have_said_all_they_had_to_say() -> None:
    position = chains()
    position.apply(1, ("pass",))
    twin = position.imagine(0, Random(1))
    top = twin.stack[-1]
    assert isinstance(top, Chain) and repr(dict(twin.sealed)) == "{1: ('pass',)}"
    assert top.heard[1:] and set(top.heard[1:]) <= {"1 show 3", "1 pass 3"} and top.heard[-1] == "1 pass 3"


def test_what_is_sealed_below_a_step_of_somebody_else_is_drawn_as_well() -> None:
    position = chains()
    position.apply(1, ("pass",))
    position.apply(2, ("cheer", 6))
    drawn = set()
    for number in range(20):
        twin = position.imagine(0, Random(number))
        below = twin.stack[-2]
        assert isinstance(below, Chain) and repr(dict(below.sealed)) == "{1: ('pass',)}"
        assert below.heard[-1] == "1 pass 23", "the seat says it, in the world that is imagined"
        drawn.add(len(below.heard))
    assert len(drawn) > 1
    own = position.imagine(1, Random(1)).stack[-2]
    assert isinstance(own, Chain) and own.heard == ["1 pass 3"], "one's own answer is as it was"


def test_who_may_not_speak_now_reads_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def rests(self: object, s: Fair, speaks: bool, clause: str) -> Refused:
        return Refused(f"{s.price} {speaks}", clause)

    position = chains()
    clause = ask_of(position).clause(0)
    monkeypatch.setattr(Market, "rests", rests)
    position.speaks = False
    with pytest.raises(Refused, match=r"^3 False$") as caught:
        position.apply(2, ("cheer", 6))
    assert caught.value.clause == clause
    position.speaks = True
    position.apply(2, ("cheer", 6))
    clause = ask_of(position).clause(2)
    with pytest.raises(Refused, match=r"^23 True$") as caught:
        position.apply(0, ("cheer", 6))
    assert caught.value.clause == clause


def test_a_form_is_filled_in_where_one_may_speak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Market, "fills", lambda self, s, seat: f"{s.price} {seat}")
    position = chains()
    assert position.fills(2) == "3 2"
    position.speaks = False
    assert position.fills(2) == ""
    position.speaks = True
    position.apply(2, ("cheer", 6))
    assert position.fills(2) == "", "this step hears nobody"
    position.stack.clear()
    assert position.fills(2) == ""


def test_where_only_faces_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    assert toy().hides_faces_alone() and not chains().hides_faces_alone(), "seats decide at once"
    monkeypatch.setattr(type(toy().game), "imagine", lambda *_: None)
    assert not toy().hides_faces_alone(), "secrets of its own"


def test_what_is_done_at_any_time_may_be_a_step_of_its_own_that_nobody_interrupts() -> None:
    position = chains()
    position.apply(2, ("cheer", 6))
    assert ask_of(position).seats == (2,) and position.state.price == 23  # type: ignore[attr-defined]
    assert [*position.forms(0)] == [] and position.interjections(0) == []
    position.apply(2, ("pass",))
    assert ask_of(position).seats == (0, 1)
    position.apply_all(2, [("cheer", 6), ("pass",)])
    assert position.state.price == 43 and ask_of(position).seats == (0, 1)  # type: ignore[attr-defined]


class Loud(Market):
    """Cheers of another strength only one seat may give."""

    id = "loud"

    def interjections(self, s: Fair, seat: int) -> list[knaves.Option]:
        return [("cheer", 6)]

    def admits(self, s: Fair, seat: int, option: knaves.Option) -> bool:
        return seat == 0 and option == ("cheer", 9)


def test_what_is_on_no_menu_is_heard_from_whom_the_game_admits() -> None:
    position = begin(Loud(), 3, 1, {})  # type: ignore[arg-type]  # a game of any state
    position.apply(0, ("cheer", 9))
    assert position.state.price == 4  # type: ignore[attr-defined]
    with pytest.raises(knaves.Refused):
        position.apply(2, ("cheer", 9))


def test_a_choice_of_nothing_is_a_bug_that_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Shout, "code", (lambda self, s: Choice(2, []), *Shout.code[1:]))
    with pytest.raises(knaves.RuleBug, match=r"Shout\.louder offers nothing"):
        chains().take(2, ("cheer", 6))
