"""What can be taken back: all but what told anybody anything. In this game each answer tells in another way."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import knaves
from knaves.core.data import field
from knaves.core.game import About, Game, Value, View
from knaves.core.knowledge import Fact
from knaves.core.start import begin
from knaves.core.state import State
from knaves.core.step import Choice, Option, Step
from knaves.core.undo import Undo, _shown, _watch, can_be_undone
from tests.core.test_turns import street
from tests.core.toy import calls_of
from tests.support import plain_only

HIDDEN, MINE = 2, 0
FREE = ("free", "mine", "own_face")
TELLS = ("look", "backwards", "slice", "all_faces", "inside", "fact", "note", "roll", "show", "pass_on")


class Drawer(State):
    count: int = field(0)


class Rummage(Step[Drawer]):
    lines = ("ask", "done")
    asks = {"ask": ("Rummage.", "")}
    seat: int = field(0)

    def ask(self, s: Drawer) -> Choice:
        return Choice(self.seat, [(verb,) for verb in (*FREE, *TELLS)])

    def done(self, s: Drawer) -> None:
        match self.answer[0]:
            case "free":
                s.count += 1
            case "mine":
                s.count += 2
            case "own_face":
                s.count += s.face[MINE] + 1
            case "look":
                s.count += s.face[HIDDEN] >= 0
            case "backwards":
                s.count += s.face[-1] >= 0
            case "slice":
                s.count += len(s.face[1:3])
            case "all_faces":
                s.count += len([face for face in s.face if face >= 0])
            case "inside":  # as machine code does, which does not ask the tuple
                s.count += tuple.__getitem__(s.face, HIDDEN) + 1
            case "fact":
                s.facts = (*s.facts, Fact((1, 2), (5,), 0, 0, 1))
            case "note":
                s.rule_out([1, 2], [9])
            case "roll":
                s.roll()
            case "show":
                s.show(HIDDEN)
            case "pass_on":
                self.seat = 1 - self.seat
        self.go("ask")


class Rummaging(Game[Drawer]):
    id = "rummaging"
    state = Drawer
    about = About("Rummaging", "1", (2,), "1", "", "")
    verbs = {verb: verb for verb in (*FREE, *TELLS)}

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Drawer:
        return Drawer(seats)

    def set_up(self, s: Drawer, options: Mapping[str, Value]) -> Step[Drawer]:
        s.face, s.seen, s.lot = (4, 5, 6), [0b001, 0, 0], (0, 0, 0)
        return Rummage()

    def view(self, s: Drawer, eye: int) -> View:
        return {"count": s.count}


def rummaging() -> knaves.Position:
    return begin(Rummaging(), 2, 1, {})  # type: ignore[arg-type]  # a game of any state


@pytest.mark.parametrize("verb", FREE)
def test_what_tells_nothing_can_be_taken_back(verb: str) -> None:
    assert can_be_undone(rummaging(), 0, (verb,))


@pytest.mark.parametrize("verb", TELLS)
def test_what_tells_anything_is_a_barrier(verb: str) -> None:
    position = rummaging()
    assert not can_be_undone(position, 0, (verb,))
    undo = Undo()
    undo.apply(position, 0, ("free",))
    undo.apply(position, 0, (verb,))
    assert not undo.can(0) and not undo.can(1), "nor is anything before it free any more"


def test_the_face_of_a_piece_that_the_seat_has_seen_tells_it_nothing() -> None:
    """The other seat has not seen it: for that one the same answer is a barrier."""
    position = rummaging()
    assert can_be_undone(position, 0, ("own_face",))
    position.apply(0, ("pass_on",))
    assert not can_be_undone(position, 1, ("own_face",))
    assert can_be_undone(position, 1, ("free",))


def test_the_way_back_is_step_by_step_and_the_log_forgets() -> None:
    position, heard = rummaging(), list[knaves.Event]()
    position.listen(heard.append)
    sink, undo = position.state.sink, Undo()
    counts, answers = [count_of(position)], list[Option]([("free",), ("mine",), ("own_face",)])
    for option in answers:
        undo.apply(position, 0, option)
        counts.append(count_of(position))
    assert counts == [0, 1, 3, 8]
    assert undo.can(0) and not undo.can(1)
    assert position.log is not None
    for left in (2, 1, 0):
        undo.back(position)
        assert count_of(position) == counts[left] and position.log == [(0, o) for o in answers[:left]]
        assert position.state.sink is sink and position.ask() is not None
    assert not undo.can(0)
    undo.apply(position, 0, ("mine",))
    assert count_of(position) == 2


def test_a_copy_without_a_log_goes_back_too() -> None:
    position, undo = rummaging().clone(), Undo()
    undo.apply(position, 0, ("free",))
    undo.back(position)
    assert count_of(position) == 0 and position.log is None


def test_faces_note_who_looks_at_them_and_hide_what_the_seat_has_not_seen() -> None:
    state = rummaging().state
    state.seen = [0b001, 0b010, 0b011]
    faces = _watch(state, _shown(state, 1))
    assert [tuple.__getitem__(faces, slot) for slot in range(3)] == [None, 5, 6]
    assert faces[1:] == (5, 6) and faces.read == {1, 2}
    assert faces[-3] == 4 and faces.read == {0, 1, 2}
    faces.read.clear()
    assert list(faces) == [4, 5, 6] and faces.read == {0, 1, 2}


@plain_only
def test_the_first_answer_can_be_taken_back_and_costs_two_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    position, undo, copies = rummaging(), Undo(), calls_of(monkeypatch, "clone")
    undo.apply(position, 0, ("free",))
    assert undo.can(0) and not undo.can(1) and len(copies) == 2


def test_what_a_seat_says_at_any_time_in_its_own_turn_can_be_taken_back() -> None:
    position = street()
    position.apply(1, ("go",))
    assert can_be_undone(position, 2, ("call",)) and not can_be_undone(position, 0, ("call",))


def count_of(position: knaves.Position) -> int:
    assert isinstance(position.state, Drawer)
    return position.state.count
