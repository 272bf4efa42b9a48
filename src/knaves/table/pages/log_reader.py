"""The log and the past, as one pair of eyes may read them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import msgspec

from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.save import save
from knaves.core.state import State
from knaves.core.words import Event, all_of
from knaves.table.pages.page import LogLine, Mark, PastMoment, ResultCard
from knaves.table.state.book import Book, PlayedAnswer, Told
from knaves.table.state.progress import Progress
from knaves.table.state.standings import sources_of

AnyGame: TypeAlias = Game[State]
EVERYBODY = -1
"""Whose lines are the same for all eyes."""
PLACE = re.compile(r"\{(?:seat|other)\}")


def result_card(book: Book, position: Position | None) -> ResultCard | None:
    result = position.result if position is not None else None
    if position is None or result is None:
        return None
    sources = {name: tuple(row) for name, row in sources_of(book, position).items()}
    return ResultCard(result.winners, result.scores, result.reason, sources)


# -- the log ----------------------------------------------------------------------------------------------


def lines(
    book: Book, progress: Progress, eye: int | None, before: int | None, most: int
) -> tuple[LogLine, ...]:
    """The last lines before a record (None: all), as these eyes may read them."""
    found: list[LogLine] = []
    last = book.seats[eye].last if eye is not None else 0
    reader, told = Reader(progress, eye), book.told
    muted = book.seats[eye].muted if eye is not None else []
    known, number = reader.known, len(told)
    if before is not None:
        number = bisect_left(told, before, key=lambda one: one.seq)
    while number > 0 and most > 0:
        number -= 1
        one = told[number]
        if muted and one.kind == "chat" and one.seat in muted:
            continue
        place = 2 * number + (0 < last < one.seq)
        line = known[place] if place in known else reader.line(number, place % 2 == 1)
        if line is not None:
            found.append(line)
            most -= 1
    found.reverse()
    return tuple(found)


class Reader:
    """Reads the log for one pair of eyes. A line is written once and kept: what happened does not change. It is kept
    twice, as an old line and as a new one: by twice its number, and the number after that."""

    __slots__ = ("everybody", "eye", "known", "names", "progress")

    def __init__(self, progress: Progress, eye: int | None) -> None:
        self.progress, self.eye, self.names = progress, eye, progress.book.names()
        if progress.lines_for != self.names:  # somebody has another name now
            progress.lines, progress.lines_for = {}, self.names
        self.known = progress.lines.setdefault(eye, {})
        self.everybody = progress.lines.setdefault(EVERYBODY, {})

    def line(self, number: int, new: bool = False) -> LogLine | None:
        place = 2 * number + new
        try:
            return self.known[place]
        except KeyError:
            line = self.known[place] = self._write(number, new)
            return line

    def _write(self, number: int, new: bool) -> LogLine | None:
        """What everybody may read is the same for all, and written once."""
        told = self.progress.book.told[number]
        kept = self.everybody if _is_public(told, len(self.names)) else self.known
        line = kept.get(2 * number)
        if line is None:
            line = kept[2 * number] = _line(self.progress.position, told, self.eye, self.names)
        if new and line is not None:
            if 2 * number + 1 not in kept:
                kept[2 * number + 1] = msgspec.structs.replace(line, new=True)
            line = kept[2 * number + 1]
        return line


def _is_public(told: Told, seats: int) -> bool:
    """For all eyes, the spectator's too, with everything that is in it."""
    eyes = (1 << seats + 1) - 1
    return told.to & eyes == eyes and all(seen & eyes == eyes for seen in told.seen)


def _called(place: str, called: Mapping[str, int | None], names: Sequence[str]) -> str:
    """All at once: a name that looks like a place is a name."""
    seat = called[place]
    return place if seat is None else names[seat]


def _line(position: Position, told: Told, eye: int | None, names: list[str]) -> LogLine | None:
    bit = len(names) if eye is None else eye
    if not told.to >> bit & 1:
        return None
    if told.kind != "event":
        text = told.text
        if told.kind == "note":
            called = {"{seat}": told.seat, "{other}": told.things[0] if told.things else None}
            text = PLACE.sub(lambda place: _called(place[0], called, names), text)
        return LogLine(told.seq, told.kind, text, told.seat, told.at)
    event = told.event()
    read = _marked(position, event, eye, names)
    if read is None:
        return None
    said, marks = read
    game = position.game
    kinds, seat, things = game.event_kinds(event.kind), None, list[str]()
    for place, (thing, seen) in enumerate(zip(event.things, event.seen, strict=True), 1):
        kind = kinds.get(place, "")
        if kind == "seat" and seat is None:
            seat = thing
        if kind in game.pieces:
            if thing >= 0 and seen >> bit & 1:
                things.append(f"{kind}:face:{thing}")
        elif kind:
            things.append(f"{kind}:{thing}")
    numbers = tuple(
        thing
        for place, thing in enumerate(event.things, 1)
        if kinds.get(place, "") != "seat" and kinds.get(place, "") not in game.pieces
    )
    return LogLine(told.seq, "event", said, seat, told.at, event.kind, tuple(things), False, numbers, marks)


Marks: TypeAlias = tuple[tuple[int, int, str], ...]
OPENS, CLOSES = "\x02", "\x03"  # round a thing, while its sentence is put together


def _marked(position: Position, event: Event, eye: int | None, names: list[str]) -> tuple[str, Marks] | None:
    """The sentence, and where in it things stand that a page can show: pieces that this eye knows, seats, and whatever
    answers can name."""
    game, refs = position.game, list[str]()

    def mark(kind: str, number: int, said: str) -> str:
        if kind in game.pieces:
            ref = f"{kind}:face:{number}" if number >= 0 else ""
        else:
            ref = f"{kind}:{number}" if kind == "seat" or kind in _named(game) else ""
        if not ref or said[:1].isdigit() or OPENS in said or CLOSES in said:
            return said  # an amount is no thing
        refs.append(ref)
        return f"{OPENS}{said}{CLOSES}"

    said = position.text(event, eye, names, mark)
    if said is None:
        return None
    first, *rest = said.split(OPENS)
    text, marks = first, list[tuple[int, int, str]]()
    for ref, piece in zip(refs, rest, strict=False):
        name, _, after = piece.partition(CLOSES)
        marks.append((len(text), len(text) + len(name), ref))
        text += name + after
    return text, tuple(marks)


@cache
def _named(game: AnyGame) -> frozenset[str]:
    """The kinds of things that answers name."""
    return frozenset(kind for verb in game.verbs for kind in game.kinds(verb).values() if kind)


# -- the past ---------------------------------------------------------------------------------------------


def marks(book: Book, progress: Progress, eye: int | None) -> tuple[Mark, ...]:
    at = [standing.at for standing in progress.stood()]
    return tuple(
        msgspec.structs.replace(mark, at=at[mark.answers]) for mark in latest_marks(book, progress, eye, 0)
    )


def latest_marks(book: Book, progress: Progress, eye: int | None, first: int) -> Iterator[Mark]:
    """One mark per answer: who gave it, and the first thing these eyes saw come of it. Never the answer itself."""
    reader = Reader(progress, eye)
    names = reader.names
    start = book.played[first].seq if first < len(book.played) else book.seq + 1
    came: dict[int, str] = {}
    for number in range(len(book.told) - 1, -1, -1):
        told = book.told[number]
        if told.seq < start:
            break
        if told.kind == "event" and (line := reader.line(number)) is not None:
            came[told.seq] = line.text
    for number in range(first, len(book.played)):
        answer = book.played[number]
        text = came.get(answer.seq) or f"{names[answer.seat]} answers."
        yield Mark(answer.seq, number + 1, answer.seat, text)


def moment(id: str, book: Book, progress: Progress, eye: int | None, seq: int) -> PastMoment:
    count = answers_at(book.played, seq)
    position = progress.back_to(count)
    names = book.names()
    ask = position.ask()
    number = book.played[count - 1].seq if count else 1
    reader = Reader(progress, eye)
    said = (reader.line(n) for n, told in enumerate(book.told) if told.seq == number)
    yours = ask is not None and eye is not None and eye in ask.seats
    prompt = "The game is over."
    if ask is not None:
        prompt = "Waiting for " + all_of([names[n] for n in ask.seats]) + "."
        if yours and eye is not None:
            prompt = ask.prompt(eye, names)
    return PastMoment(
        table=id,
        game=book.opened.game,
        seq=number,
        first=1,
        last=book.played[-1].seq if book.played else 1,
        answers=count,
        total=len(book.played),
        you=eye,
        view=position.view(eye),
        prompt=prompt,
        waited=ask.seats if ask is not None else (),
        answered=position.answered,
        log=tuple(line for line in said if line is not None),
        names=tuple(names),
        result=result_card(book, position),
    )


def answers_at(played: list[PlayedAnswer], seq: int) -> int:
    """How many answers that stand had been given after this record."""
    return sum(answer.seq <= seq for answer in played)


def export(id: str, book: Book, progress: Progress) -> bytes:
    opened, position = book.opened, progress.position
    if book.status == "over":
        log = None if opened.base else [(answer.seat, answer.option) for answer in book.played]
        return save(position, log)
    public = {
        "kind": "public log",
        "table": id,
        "game": opened.game,
        "rules": book.rules,
        "options": opened.options,
        "seats": book.names(),
        "commitment": opened.commitment,
        "lines": lines(book, progress, None, None, len(book.told)),
    }
    return msgspec.json.encode(public)
