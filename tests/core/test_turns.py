"""Who is asked when nobody waits for the clock: single decisions, chances to speak, sealed answers, lone answers."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from random import Random

import pytest

from knaves.core.beat import beat, play, play_randomly
from knaves.core.data import field
from knaves.core.game import About, Game, Value, View
from knaves.core.position import Position
from knaves.core.start import begin
from knaves.core.state import Result, State
from knaves.core.step import Answer, Choice, Option, Step, Together
from knaves.core.turns import HOLD, NOBODY, Turns

CALLS: Option = ("call",)


class Street(State):
    calls: list[int] = field([0, 0, 0])
    heard: list[str] = field([])
    speakers: int = field(0b101)
    ends: bool = field(False)  # the next call ends the game


class Secret(Together[Street]):
    lines = ("ask", "take")

    def ask(self, s: Street) -> Choice:
        return Choice.together({seat: [("left",), ("right",)] for seat in range(3)})

    def take(self, s: Street) -> None:
        s.heard += [self.answers[seat][0] for seat in range(3)]


class Quiet(Step[Street]):
    """Nobody speaks while this is decided."""

    lines = ("ask", "take")
    closed = True

    def ask(self, s: Street) -> Choice:
        return Choice(1, [("up",), ("down",)])

    def take(self, s: Street) -> None:
        s.heard.append(self.answer[0])


class Walk(Step[Street]):
    lines = ("first", "second", "alone", "third", "quiet", "over")

    def first(self, s: Street) -> Choice:
        return Choice(1, [("go",), ("stay",), ("turn",)])

    def second(self, s: Street) -> Choice:
        return Choice(2, [("go",), ("stay",)])

    def alone(self, s: Street) -> Choice:
        return Choice(0, [("wait",)])

    def third(self, s: Street) -> Step[Street]:
        s.heard.append(self.answer[0])
        return Secret()

    def quiet(self, s: Street) -> Step[Street]:
        return Quiet()

    def over(self, s: Street) -> None:
        s.result = Result((0,), (0, 0, 0), "They are home.")


class Streets(Game[Street]):
    id = "streets"
    state = Street
    about = About("Streets", "1", (3,), "1", "", "")
    verbs = {verb: verb for verb in ("go", "stay", "turn", "wait", "left", "right", "up", "down", "call")}
    interjection_verbs = frozenset({"call"})

    def new_state(self, seats: int, options: Mapping[str, Value]) -> Street:
        return Street(seats)

    def set_up(self, s: Street, options: Mapping[str, Value]) -> Step[Street]:
        return Walk()

    def speakers(self, s: Street) -> int:
        return s.speakers

    def interjections(self, s: Street, seat: int) -> list[Option]:
        return [CALLS] if s.calls[seat] < 2 and s.speakers >> seat & 1 else []

    def interject(self, s: Street, seat: int, option: Answer) -> None:
        s.calls[seat] += 1
        if s.ends:
            s.result = Result((seat,), (0, 0, 0), "Called home.")

    def view(self, s: Street, eye: int) -> View:
        return {"calls": s.calls}


class Silence(Streets):
    interjection_verbs = frozenset()


def street(game: Streets | None = None) -> Position:
    return begin(game or Streets(), 3, 1, {})  # type: ignore[arg-type]  # a game of any state


Asked = tuple[int, tuple[str, ...]]


def asks(position: Position, answer: dict[int, str]) -> tuple[list[Asked], int]:
    """Plays; every seat answers with its own word where it can, else with the first."""
    found: list[Asked] = []

    def choose(here: Position, seat: int, options: Sequence[Option]) -> Option:
        assert here is position
        found.append((seat, tuple(option[0] for option in options)))
        return next((option for option in options if option[0] == answer.get(seat)), options[0])

    return found, play(position, choose)


SILENT: list[Asked] = [
    (1, ("go", "stay", "turn")),
    (2, ("go", "stay")),
    (0, ("left", "right")),
    (1, ("left", "right")),
    (2, ("left", "right")),
    (1, ("up", "down")),
]


def test_without_chances_every_real_decision_is_asked_once_and_a_lone_one_never() -> None:
    position = street(Silence())
    found, decisions = asks(position, {1: "turn"})
    assert found == SILENT and decisions == len(SILENT)
    assert position.state.heard == ["wait", "left", "left", "left", "up"]  # type: ignore[attr-defined]


def told(position: Position, answer: dict[int, str]) -> list[Asked]:
    """The same, one decision at a time."""
    turns, found = Turns(position), list[Asked]()
    while not turns.over:
        found.append((turns.seat, tuple(option[0] for option in turns.options)))
        word = answer.get(turns.seat)
        turns.answer(next((option for option in turns.options if option[0] == word), turns.options[0]))
    assert (turns.seat, turns.options, turns.chance) == (NOBODY, [], False)
    return found


CALLED: list[Asked] = [
    (0, ("hold", "call")),  # before the choice of seat 1; seat 2 has its chance, too
    (2, ("hold", "call")),
    (1, ("go", "stay", "turn")),
    (0, ("hold", "call")),
    (2, ("go", "stay", "call")),
    (0, ("hold", "call")),
]


def test_everybody_who_may_speak_has_one_chance_before_each_choice() -> None:
    found, decisions = asks(street(), {})
    assert found[:5] == CALLED[:5] and decisions == len(found)
    assert found[-1] == (1, ("up", "down"))  # closed: no chances, and nothing beside
    assert told(street(), {}) == found


def test_who_calls_twice_has_called_enough() -> None:
    position = street()
    found, _ = asks(position, {0: "call", 2: "call"})
    assert position.state.calls == [2, 0, 2]  # type: ignore[attr-defined]
    assert [seat for seat, words in found if "call" in words].count(0) == 2
    assert told(street(), {0: "call", 2: "call"}) == found


@pytest.mark.parametrize("speakers", [0b001, 0b100, 0b000])
def test_only_those_are_asked_whom_the_game_calls_speakers(speakers: int) -> None:
    one, two = street(), street()
    for position in (one, two):
        position.state.speakers = speakers  # type: ignore[attr-defined]
    found, _ = asks(one, {})
    held = {seat for seat, words in found if words[0] == "hold"}
    assert held == {seat for seat in range(3) if speakers >> seat & 1}
    assert told(two, {}) == found


def test_a_call_that_ends_the_game_ends_the_beat() -> None:
    position = street()
    position.state.ends = True  # type: ignore[attr-defined]
    found, decisions = asks(position, {0: "call"})
    assert found == CALLED[:1] and decisions == 1 and position.result is not None
    assert position.result.reason == "Called home."


def test_a_beat_alone_offers_the_chances_and_answers_nothing() -> None:
    position, asked = street(), list[int]()

    def choose(here: Position, seat: int, options: Sequence[Option]) -> Option:
        assert here is position and options[0] == HOLD
        asked.append(seat)
        return CALLS if seat == 2 else HOLD

    assert beat(position, choose) == 2 and asked == [0, 2]
    assert position.state.calls == [0, 0, 1]  # type: ignore[attr-defined]
    assert position.choice is not None and position.choice.seat == 1
    assert beat(street(Silence()), choose) == 0


def test_a_random_game_is_the_luck_of_its_numbers() -> None:
    class Luck(Random):
        def random(self) -> float:
            return 0.99

    position = street(Silence())
    assert play_randomly(position, Luck()) == len(SILENT)
    assert position.state.heard == ["wait", "right", "right", "right", "down"]  # type: ignore[attr-defined]


def test_a_chance_stays_a_chance_in_every_world_and_copy() -> None:
    turns = Turns(street())
    assert turns.chance and turns.seat == 0
    for twin in (turns.clone(), turns.imagine(1, Random(1)), turns.imagine(0, Random(1))):
        assert (twin.seat, twin.chance, twin.options) == (0, True, [HOLD, CALLS])
        twin.answer(HOLD)
        assert (twin.seat, twin.chance) == (2, True), "the next of this beat"
        twin.answer(HOLD)
        assert (twin.seat, twin.chance) == (1, False)
    assert turns.seat == 0
    while not turns.over:
        turns.answer(turns.options[0])
    ended = turns.imagine(0, Random(1))
    assert ended.over and ended.options == [] and ended.position.result is not None


def test_before_it_begins_nobody_decides() -> None:
    turns = Turns(street(), begin=False)
    assert (turns.seat, turns.options, turns.chance, turns.over) == (NOBODY, [], False, True)


def test_after_a_chance_the_next_seat_has_its_own() -> None:
    """Everybody may speak: the chances go round the table, each once, and begin anew after every answer."""
    position = street()
    position.state.speakers = 0b111  # type: ignore[attr-defined]
    turns, asked = Turns(position), list[tuple[int, bool]]()
    for _ in range(9):
        asked.append((turns.seat, turns.chance))
        turns.answer(turns.options[0])
    assert asked[:6] == [(0, True), (2, True), (1, False), (0, True), (1, True), (2, False)]
    assert asked[6:] == [(0, False), (0, True), (1, False)], "who has chosen may speak while others choose"


def test_a_copy_of_a_decision_is_the_same_decision_and_plays_nothing() -> None:
    turns = Turns(street(Silence()))
    turns.answer(("go",))
    turns.answer(("go",))
    for twin in (turns.clone(), copy.deepcopy(turns), turns.imagine(0, Random(1))):
        assert (twin.seat, twin.options, twin.chance) == (0, [("left",), ("right",)], False)
        assert twin.position is not turns.position
        twin.answer(("right",))
        assert twin.seat == 1 and turns.position.sealed == {}


class Closed(Silence):
    """What each seat sees is its own; the world is imagined for the seat that asks."""

    def imagine(self, s: Street, eye: int, rng: Random) -> None:
        s.heard.append(str(eye))


def test_a_world_is_imagined_for_the_seat_that_asks() -> None:
    turns = Turns(street(Closed()))
    assert [turns.imagine(seat, Random(1)).position.state.heard for seat in (0, 2)] == [["0"], ["2"]]  # type: ignore[attr-defined]
