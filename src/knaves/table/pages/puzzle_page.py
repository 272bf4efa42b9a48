"""A puzzle as the page of a table: the same board, one question, and nothing of its answer."""

from __future__ import annotations

import msgspec

from knaves.bots.puzzles import PEOPLE, Puzzle
from knaves.core.position import Position
from knaves.table.log import records as r
from knaves.table.pages.page import Page
from knaves.table.pages.page_builder import page
from knaves.table.people.table_plan import Clock, Who
from knaves.table.state.book import Book, new_book
from knaves.table.state.progress import Progress

TABLE = "puzzle"
YOU = "you"


def puzzle_page(puzzle: Puzzle, position: Position) -> Page:
    """What whoever has to answer sees, and may answer."""
    book = _book(puzzle, position)
    made = page(TABLE, book, Progress(book, position), puzzle.seat, Who((puzzle.seat,)), 0.0, 0, 0)
    assert made.ask is not None
    cards = {card.option: card for card in made.ask.options}
    options = tuple(msgspec.structs.replace(cards[one], undoable=False) for one in puzzle.options)
    ask = msgspec.structs.replace(made.ask, options=options, interjections=())
    return msgspec.structs.replace(made, ask=ask, fills="")


def _book(puzzle: Puzzle, position: Position) -> Book:
    seats = tuple(
        r.SeatRow("person", name, "", YOU) if seat == puzzle.seat else r.SeatRow("bot", name, "")
        for seat, name in enumerate(PEOPLE[: puzzle.seats])
    )
    opened = r.Opened(
        at=0.0,
        game=puzzle.game,
        options=position.options,
        seed="",
        seats=seats,
        clock=Clock(),
        host="",
        invite="",
        watch="",
        listed=False,
        patience=120,
        commitment="",
    )
    book = new_book(opened)
    book.status = "running"
    return book
