"""What bots have done lately, and in one sentence why: from what these eyes can know, never from a bot's hand."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import NamedTuple

from knaves.bots import split
from knaves.bots.coach.hints import PlayHint
from knaves.bots.coach.sight import sentence
from knaves.core.ask import Ask
from knaves.core.position import Position
from knaves.table.bots.deep import OpenQuestion
from knaves.table.bots.driver import seed_of
from knaves.table.bots.thinkers import HINT, Thinkers
from knaves.table.pages.log_reader import latest_marks
from knaves.table.state.book import Book
from knaves.table.state.progress import Progress

LATELY, ANSWERS = 40, 3
"""So many answers are looked through for the last ones of bots; so many are explained."""


class BotsDeed(NamedTuple):
    """One answer of a bot."""

    seat: int
    name: str
    text: str  # what these eyes saw of it
    why: str
    character: str  # its line; "": it has none


def hint(
    book: Book, position: Position, ask: Ask, seat: int, thinkers: Thinkers
) -> Coroutine[object, object, PlayHint]:
    """What the planner would answer in this seat's place, once it has thought about it."""
    spoken = position.game.interjection_verbs
    options = [option for option in ask.options(seat) if option[0] not in spoken]
    seed = seed_of(book.opened.seed, seat, len(book.played))
    return thinkers.hint(OpenQuestion(position, seat, options, seed), book.names())


async def explained(book: Book, progress: Progress, eye: int | None, thinkers: Thinkers) -> list[BotsDeed]:
    """The last answers of bots that told these eyes anything, the newest first."""
    names, first = book.names(), max(0, len(book.played) - LATELY)
    silent = {f"{name} answers." for name in names}
    marks = [
        mark
        for mark in latest_marks(book, progress, eye, first)
        if book.played[mark.answers - 1].by == "bot" and mark.text not in silent
    ]
    found = []
    for mark in reversed(marks[-ANSWERS:]):
        before, after = (progress.back_to(mark.answers - gone) for gone in (1, 0))
        seed = seed_of(book.opened.seed, mark.seat, mark.answers)
        shift = await thinkers.deep.shift(before, after, eye, seed, HINT) if thinkers.deep.processes else None
        why = sentence(shift, mark.seat, names) if shift is not None else "Nobody could look ahead just now."
        line = split(book.seats[mark.seat].level)[0].line
        found.append(BotsDeed(mark.seat, names[mark.seat], mark.text, why, line))
    return found
