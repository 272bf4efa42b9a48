"""A puzzle as the page of a table: one question, to who has to answer, and nothing of its answer."""

from __future__ import annotations

import pytest

from knaves.bots.puzzles import PEOPLE, Puzzle
from knaves.core.step import Option
from knaves.table.pages.puzzle_page import TABLE, puzzle_page
from tests.table.toy import toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


def puzzle(seat: int, *options: Option) -> Puzzle:
    return Puzzle(
        game="toy",
        seats=3,
        seat=seat,
        round=0,
        options=options,
        answer=options[0],
        chances=(),
        errors=(),
        worlds=0,
        reasons=(),
        seed="secret",
        made="",
        position="",
    )


def test_a_puzzle_is_one_question_to_who_has_to_answer() -> None:
    log = Log()
    log.answer("dig", "pass")
    position = log.progress.position
    page = puzzle_page(puzzle(1, ("roll",), ("dig",)), position)
    assert (page.table, page.game, page.status, page.you) == (TABLE, "toy", "running", 1)
    assert page.view == position.view(1) and page.fills == ""
    assert page.ask is not None and page.ask.yours and page.ask.interjections == ()
    assert [card.option for card in page.ask.options] == [("roll",), ("dig",)]
    assert [card.label for card in page.ask.options] == ["Roll", "Dig"]
    assert not any(card.undoable for card in page.ask.options), "there is one try"
    assert [seat.name for seat in page.seats] == [*PEOPLE[:3]]
    assert [seat.kind for seat in page.seats] == ["bot", "person", "bot"]
    assert [seat.yours for seat in page.seats] == [False, True, False]
    assert [seat.left for seat in page.seats] == [None] * 3
    assert [seat.level for seat in page.seats] == [""] * 3 and page.options == position.options
    assert [seat.note for seat in page.seats] == ["bot", "you", "bot"]
    assert (page.at, page.waiting, page.clock.kind) == (0.0, "Waiting for Oskar.", "none")


def test_a_puzzle_tells_nothing_but_its_board() -> None:
    log = Log()
    log.answer("dig")
    log.progress.position.state.offers = [(1, 0)]  # type: ignore[attr-defined]
    page = puzzle_page(puzzle(0, ("roll",)), log.progress.position)
    assert (page.log, page.undo.targets, page.undo.free, page.orders) == ((), (), False, ())
    assert (page.seed, page.commitment, page.rematch, page.fork_of) == (None, "", None, None)
    assert not page.host and not page.listed
    assert [deal.state for deal in page.deals] == ["offered"], "what lies open before everybody"
