"""Puzzles are found where one answer leads in two looks, and nowhere else."""

from __future__ import annotations

import pytest

import knaves
from knaves.bots import puzzles
from knaves.bots.coach.trials import Outcome, Trials
from knaves.bots.puzzles import Puzzle, leading, tempting
from knaves.core.position import Position
from knaves.core.turns import Turns


def at_a_choice(least: int = 3) -> Turns:
    turns = Turns(knaves.start("villagers", seats=4, seed=5))
    while not least <= len(turns.options) <= 8:
        turns.answer(turns.options[0])
    return turns


def shares(
    chances: list[float], monkeypatch: pytest.MonkeyPatch, other_ahead: list[float] | None = None
) -> None:
    """Every answer wins so often, in every look; further ahead otherwise, if that is said."""

    def more(trials: Trials, worlds: int, of: object = None) -> None:
        said = chances if trials.ahead == 2 or other_ahead is None else other_ahead
        for at, trial in enumerate(trials.trials):
            chance = said[at] if at < len(said) else 0.1
            trial.outcomes.extend([Outcome((chance,) * 4)] * worlds)

    monkeypatch.setattr(Trials, "more", more)


def found(
    monkeypatch: pytest.MonkeyPatch, chances: list[float], far: list[float] | None = None
) -> Puzzle | None:
    turns = at_a_choice()
    shares(chances, monkeypatch, far)
    return tempting(turns.position, turns.seat, "villagers 5", "by hand")


def test_one_answer_must_lead_but_not_by_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = found(monkeypatch, [0.2, 0.35])
    assert puzzle is not None and puzzle.answer == puzzle.options[1] and puzzle.worlds == sum(puzzles.LONG)
    assert puzzle.chances[:2] == (0.2, 0.35) and puzzle.made == "by hand"
    assert found(monkeypatch, [0.33, 0.35]) is None, "too close"
    assert found(monkeypatch, [0.2, 0.9]) is None, "too plain"


def test_the_longer_search_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(monkeypatch, [0.2, 0.35], [0.35, 0.2]) is None
    assert found(monkeypatch, [0.2, 0.35], [0.2, 0.36]) is not None


def test_what_is_kept_is_a_world_that_the_seat_imagines(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = at_a_choice()
    shares([0.2, 0.35], monkeypatch)
    puzzle = tempting(turns.position, turns.seat, "villagers 5", "by hand")
    assert puzzle is not None
    world: Position = puzzle.open()
    assert world.view(puzzle.seat) == turns.position.view(puzzle.seat)
    assert world.state.dice.key != turns.position.state.dice.key, "not the real future"


def test_a_lead_within_its_error_is_none() -> None:
    turns = at_a_choice()
    trials = Trials(turns.position, turns.seat, turns.options[:2], "1")
    one, two = trials.trials
    one.outcomes.extend(Outcome((won,) * 4) for won in (1.0, 0.0, 1.0, 0.0))
    two.outcomes.extend(Outcome((won,) * 4) for won in (0.0, 1.0, 0.7, 0.0))
    assert leading(trials, 2.0) is None
    assert leading(trials, 0.0) is one


def test_where_there_are_few_answers_or_many_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Trials, "more", lambda *_: pytest.fail("nobody looks"))
    turns = Turns(knaves.start("villagers", seats=4, seed=5))
    while len(turns.options) != 2:
        turns.answer(turns.options[0])
    assert tempting(turns.position, turns.seat, "1", "by hand") is None
