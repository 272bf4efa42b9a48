"""The coach in the terminal."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.markup import escape
from rich.table import Table

from knaves.bots.coach import Review, lessons, review
from knaves.cli.screen import bar, screen
from knaves.cli.words import read_file, read_seat, write_file
from knaves.core import save
from knaves.core.errors import KnavesError
from knaves.core.words import SEAT_LETTERS

BARS = "▁▂▃▄▅▆▇█"


def coach(file: Path, *, seat: str = "A", worlds: int = 16, again: bool = False) -> None:
    """Show where a finished game was won and lost.

    Parameters
    ----------
    file
        A finished game, saved or exported with its answers.
    seat
        Whose answers are judged (A, B, …).
    worlds
        In so many worlds the chances of each moment are looked at.
    again
        Judge again, though what the coach said is kept beside the file.
    """
    read = save.read(read_file(file))
    which = read_seat(seat, read.seats)
    if worlds < 2:
        raise KnavesError(f"The coach looks at two worlds at least, not {worlds}.")
    kept = file.with_name(f"{file.stem}.coach-{seat.upper()}.json")
    found = None if again else remembered(kept, read, worlds)
    if found is None:
        with bar() as shown:
            task = shown.add_task("the coach looks at the game")
            found = review(
                read, which, worlds, lambda done, total: shown.update(task, completed=done, total=total)
            )
        write_file(kept, msgspec.json.encode(KeptReview(read.digest, worlds, found)))
    show(found, SEAT_LETTERS[: read.seats])


class KeptReview(msgspec.Struct, frozen=True):
    """What is kept beside the record."""

    record: str  # digest of the file that was judged
    worlds: int
    review: Review


def remembered(kept: Path, file: save.File, worlds: int) -> Review | None:
    try:
        known = msgspec.json.decode(kept.read_bytes(), type=KeptReview)
    except (OSError, msgspec.DecodeError):
        return None
    return known.review if known.record == file.digest and known.worlds == worlds else None


def show(found: Review, letters: str) -> None:
    console = screen()
    console.print(f"[b]Seat {letters[found.seat]}[/b], judged by what it could know then:")
    tally = ", ".join(f"{count} {grade}" for grade, count in found.tally().items())
    console.print(
        f"{len(found.answers)} answers with a choice: {tally}. Kept {found.kept:.0%} of its chances."
    )
    result = found.won - found.even
    console.print(
        f"Result {result:+.0%} beside an even share: skill {found.skill:+.0%} (give or take {found.skill_error:.0%}), "
        f"luck {found.luck:+.0%}."
    )
    console.print("\nChances over time, by what everybody could see:")
    for seat, letter in enumerate(letters):
        row = [moment.chances[seat] for moment in found.curve]
        line = "".join(BARS[min(7, int(8 * chance))] for chance in row)
        console.print(f"  {letter} {line} {row[0]:.0%} at first, {row[-1]:.0%} at the end")
    learned = lessons(found.answers)
    if not learned:
        console.print(f"\nNothing clearly better in {len(found.answers)} answers.")
        return
    table = Table("answer", "grade", "given", "better", "cost", title="To learn from", title_justify="left")
    for one in learned[:12]:
        cost = f"{one.cost:.0%} ± {one.error:.0%}"
        table.add_row(
            str(one.number),
            one.grade,
            escape(one.given),
            escape(" ".join((f"{one.better}.", *one.reasons))),
            cost,
        )
    console.print(table)
