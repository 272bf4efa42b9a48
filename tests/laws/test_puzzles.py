"""Every puzzle can be opened, is as it was stored, and tells nothing before it is answered."""

from __future__ import annotations

import pytest

from knaves.bots.puzzles import (
    FEWEST,
    LEAD,
    MOST,
    PEOPLE,
    PLAIN,
    SURE,
    Puzzle,
    answers_of,
    folder_of,
    puzzles_of,
)
from knaves.games import GAMES, find

ALL = [
    pytest.param(puzzle, id=f"{game}-{number}")
    for game in GAMES
    for number, puzzle in enumerate(puzzles_of(game), 1)
]


@pytest.mark.parametrize("puzzle", ALL)
def test_a_puzzle_opens_and_asks_what_was_stored(puzzle: Puzzle) -> None:
    position = puzzle.open()
    ask = position.ask()
    assert position.game.id == puzzle.game and position.seats == puzzle.seats
    assert ask is not None and puzzle.seat in ask.seats and ask.shape(puzzle.seat).kind == "one"
    assert answers_of(position, puzzle.seat) == [*puzzle.options]
    assert FEWEST <= len(puzzle.options) <= MOST
    labels = [position.label(option, puzzle.seat, PEOPLE) for option in puzzle.options]
    assert len(set(labels)) == len(labels), "answers that read alike cannot be told apart"
    position.apply(puzzle.seat, puzzle.answer)


@pytest.mark.parametrize("puzzle", ALL)
def test_its_answer_was_clearly_the_best(puzzle: Puzzle) -> None:
    best = puzzle.options.index(puzzle.answer)
    behind = [puzzle.chances[best] - chance for chance in puzzle.chances]
    others = [
        (gap, error) for at, (gap, error) in enumerate(zip(behind, puzzle.errors, strict=True)) if at != best
    ]
    assert all(gap >= LEAD - 1e-3 and gap >= SURE / 2 * error - 1e-3 for gap, error in others)
    assert min(gap for gap, _ in others) <= PLAIN + 1e-3
    assert puzzle.worlds >= 80 and puzzle.reasons is not None


@pytest.mark.parametrize("puzzle", ALL)
def test_it_is_of_todays_rules_and_holds_a_world_not_a_game(puzzle: Puzzle) -> None:
    position = puzzle.open()
    assert find(puzzle.game).about.version in puzzle.position
    assert position.log is None and position.seed == "imagined" and position.origin is None


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzles_of_a_game_differ(game: str) -> None:
    found = puzzles_of(game)
    if not folder_of(game).is_dir():
        pytest.skip("a game without puzzles")
    assert len({puzzle.position for puzzle in found}) == len({puzzle.seed for puzzle in found}) == len(found)
    verbs = [puzzle.answer[0] for puzzle in found]
    assert len(found) >= 20 and max(map(verbs.count, verbs)) <= len(found) / 2, "not always the same question"
