"""The puzzle of a day, before and after the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from knaves.bots.coach.judging import LOOSE, MISTAKE
from knaves.bots.puzzles import PEOPLE, Puzzle, puzzles_of
from knaves.core.clauses import Clause, ledger
from knaves.core.errors import KnavesError, Refused
from knaves.core.position import Position
from knaves.core.words import all_of
from knaves.games import find
from knaves.web.draw.coach import SIGNS, TriedBar, shorter

FIRST = date(2026, 1, 1)
"""The first day that has a puzzle."""
ROW = 7


class AnswerShare(NamedTuple):
    """One answer, and how many gave it."""

    label: str
    percent: int
    mark: str  # "★", "you", ""


class RowMark(NamedTuple):
    """A day of the row: how it was answered."""

    grade: str  # "": not answered
    sign: str
    address: str
    today: bool


class PuzzleFrame(NamedTuple):
    """What stands round the board. Before the answer nothing of it is known here."""

    day: str  # as addresses call it
    title: str  # "Monday, 16 November"
    where: str  # "round 5"
    name: str  # who one is
    standing: str
    worlds: str
    answers: int
    before: str  # the address of the day before; "": there is none


class PuzzleVerdict(NamedTuple):
    """What is told once it is answered."""

    grade: str
    sign: str
    cost: str
    head: str
    reasons: tuple[str, ...]
    bars: list[TriedBar]
    did: str
    better: str
    answered: int  # by so many
    shares: list[AnswerShare]
    row: list[RowMark]
    clause: Clause | None


def puzzle_of(day: date, games: Sequence[str]) -> Puzzle:
    """Of these games in turn; each has its own row of puzzles."""
    with_some = [game for game in games if puzzles_of(game)]
    if not with_some:
        raise Refused("There are no puzzles here.")
    number = (day - FIRST).days
    row = puzzles_of(with_some[number % len(with_some)])
    return row[number // len(with_some) % len(row)]


def words_of(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B}"


def frame_of(puzzle: Puzzle, day: date, position: Position) -> PuzzleFrame:
    game, seat = find(puzzle.game), puzzle.seat
    lines = game.standing(position.view(None)).lines
    standing = all_of(
        [
            f"{'you' if line.seat == seat else line.name or PEOPLE[line.seat or 0]} {line.value}"
            for line in sorted(lines, key=lambda line: -line.value)
        ]
    )
    return PuzzleFrame(
        day=day.isoformat(),
        title=words_of(day),
        where=f"{game.counts_by} {puzzle.round}" if puzzle.round else "",
        name=PEOPLE[seat],
        standing=f"{game.counts.capitalize()}: {standing}." if lines else "",
        worlds=f"{puzzle.worlds * len(puzzle.options):,}",
        answers=len(puzzle.options),
        before=f"/puzzle/{(day - timedelta(days=1)).isoformat()}" if day > FIRST else "",
    )


def grade_of(puzzle: Puzzle, choice: int) -> str:
    """Of the option with this number; what cannot be told from the best is fine."""
    cost = max(puzzle.chances) - puzzle.chances[choice]
    if puzzle.options[choice] == puzzle.answer:
        return "best"
    if cost < LOOSE or cost <= puzzle.errors[choice]:
        return "fine"
    return "loose" if cost <= MISTAKE else "mistake"


HEADS = {"best": "That is it.", "fine": "Just as good.", "loose": "Close.", "mistake": "No."}


def verdict_of(
    puzzle: Puzzle,
    choice: int,
    position: Position,
    counts: Mapping[str, int],
    row: list[RowMark],
) -> PuzzleVerdict:
    """`counts`: how many gave each option, by its number."""
    seat, names = puzzle.seat, PEOPLE[: puzzle.seats]
    labels = [position.label(option, seat, names) for option in puzzle.options]
    short = shorter(labels)
    best = puzzle.options.index(puzzle.answer)
    grade = grade_of(puzzle, choice)
    mine, better = set(position.things(puzzle.options[choice])), set(position.things(puzzle.answer))
    order = sorted(range(len(labels)), key=lambda number: -puzzle.chances[number])
    given = [counts.get(str(number), 0) for number in range(len(labels))]
    whole = max(1, sum(given))
    cost = max(puzzle.chances) - puzzle.chances[choice]
    ask = position.ask()
    clause = None
    if ask is not None:
        try:
            clause = ledger(puzzle.game).find(ask.clause(seat))
        except KnavesError:
            clause = None
    return PuzzleVerdict(
        grade=grade,
        sign=SIGNS[grade],
        cost="" if choice == best else f"−{cost * 100:.0f} ± {puzzle.errors[choice] * 100:.0f}",
        head=HEADS[grade] if choice == best else f"{HEADS[grade]} Better: {labels[best]}.",
        reasons=puzzle.reasons,
        bars=[
            TriedBar(
                short[number],
                round(100 * puzzle.chances[number]),
                "better" if number == best else "did" if number == choice else "",
            )
            for number in order
        ],
        did=" ".join(sorted(mine - better)),
        better=" ".join(sorted(better - mine) if choice != best else sorted(better)),
        answered=sum(given),
        shares=[
            AnswerShare(
                short[number],
                round(100 * given[number] / whole),
                "★" if number == best else "you" if number == choice else "",
            )
            for number in order
        ],
        row=row,
        clause=clause,
    )
