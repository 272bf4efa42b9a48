"""What happened while somebody was away: the main things in a few lines, and what people said."""

from __future__ import annotations

from knaves.table.pages.log_reader import Reader
from knaves.table.pages.page import LogLine, RecapCard
from knaves.table.state.book import Book
from knaves.table.state.progress import Progress

MOST = 8
SAID_MOST = 5


def recap(book: Book, progress: Progress, eye: int | None, since: int, seconds: float) -> RecapCard:
    """After the record `since`. All that came of this seat's own answers goes first, then the newest that others did;
    what only says where in the round it was is left to the log."""
    reader = Reader(progress, eye)
    read = [reader.line(n) for n, told in enumerate(book.told) if told.seq > since]
    lines = [line for line in read if line is not None]
    events = [line for line in lines if line.kind == "event"]
    minded = [a for a in book.played if a.seq > since and a.seat == eye and a.by == "bot"]
    mine = {answer.seq for answer in minded}
    done = [line for line in events if line.seat is not None]
    first = [*(line for line in done if line.seq in mine), *reversed(done)]
    chosen = {id(line) for line in list({id(line): line for line in first}.values())[:MOST]}
    kept = tuple(line for line in events if id(line) in chosen)
    return RecapCard(
        since=since,
        seconds=seconds,
        level=book.seats[eye].level if eye is not None and minded else "",
        answers=len(minded),
        lines=kept,
        more=len(events) - len(kept),
        said=_said([line for line in lines if eye is None or line.seat not in book.seats[eye].muted], eye),
    )


def _said(lines: list[LogLine], eye: int | None) -> tuple[LogLine, ...]:
    return tuple(line for line in lines if line.kind == "chat" and line.seat != eye)[-SAID_MOST:]
