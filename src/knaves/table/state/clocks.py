"""Whose question is a new one, and whose clock runs: after every record."""

from __future__ import annotations

from knaves.core.position import Position
from knaves.table.state.book import Book, Seat, TimeUsed

READING = 60.0
"""Seconds in which whoever comes back can read what happened: the clock stands until then, or until the answer."""


def ask_anew(book: Book, before: Position, after: Position, mover: int) -> None:
    """Gives every seat whose question is another one than before the number of this record."""
    old, new = before.ask(), after.ask()
    same_step = (
        old is not None
        and new is not None
        and len(before.stack) == len(after.stack)
        and type(before.stack[-1]) is type(after.stack[-1])
        and before.stack[-1].line == after.stack[-1].line
    )
    for number, seat in enumerate(book.seats):
        still = (
            same_step
            and number != mover
            and old is not None
            and new is not None
            and number in old.seats
            and number in new.seats
            and old.options(number) == new.options(number)
        )
        if not still:
            seat.asked = book.seq


def count(book: Book, position: Position, at: float, mover: int = -1) -> None:
    """Stops the clocks of seats that are not waited for any more, and starts those of seats that are now."""
    ask = position.ask() if book.status == "running" else None
    waited = ask.seats if ask is not None else ()
    for number, seat in enumerate(book.seats):
        runs = number in waited and seat.plays == "person"
        if seat.since is not None and (not runs or number == mover):
            seat.bank -= max(0.0, at - seat.since)
            if number == mover:
                seat.bank += book.clock.increment
            seat.since = None
        if runs and seat.since is None:
            seat.since = at


def waiting(seat: Seat, at: float) -> TimeUsed | None:
    """How its time stands; None if the table does not wait for it."""
    if seat.since is None:
        return None
    return TimeUsed(seat.asked, at - seat.since - seat.rested(seat.since, at), seat.bank, [*seat.votes])


def wait_on(seat: Seat, stood: TimeUsed | None, at: float) -> None:
    """The question is there again: its time goes on where it stood, and does not begin anew."""
    if stood is not None and seat.since is not None:
        seat.since, seat.bank, seat.votes = at - stood.used, stood.bank, [*stood.votes]
