"""What simulations have found, from the command line: answers, comparisons, drawings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from knaves.cli.simulate import show
from knaves.cli.tables import print_answer, print_comparison, print_off_par
from knaves.cli.words import must_be_writable, read_file, write_file
from knaves.core.errors import BadSetup
from knaves.core.words import all_of
from knaves.games import about
from knaves.lab import plots
from knaves.lab.compare import Difference
from knaves.lab.figures import read as read_figures
from knaves.lab.questions import QUESTIONS, ask_sql
from knaves.lab.questions import ask as answers_of
from knaves.lab.report import Report


def figures(
    *files: Path,
    ask: Annotated[list[str] | None, Parameter(negative="")] = None,
    sql: str = "",
    plot: Path | None = None,
) -> None:
    """Say what simulations have found.

    One file is shown. One folder of `knaves simulate --to` answers common questions about its single games. Several
    are compared with the first: what differs, by how much, and how sure that is after so many looks. Of several with
    different numbers of players it is told which seats and sides are off par.

    Parameters
    ----------
    files
        Files of `knaves simulate --json`, or folders of `--to`.
    ask
        One of the common questions: wins, sides, seats, points, length, lead, ends, figures. All but the last two if
        left out; may be given several times.
    sql
        A question of your own, to the tables games, seats and figures.
    plot
        Draw it into this file (SVG): wins by seat and side, or what differs.
    """
    if not files:
        raise BadSetup("Name a file or a folder of a simulation.")
    if plot is not None:
        must_be_writable(plot)
        if plot.suffix != ".svg":
            raise BadSetup(f"Drawings are SVG: call the file {plot.with_suffix('.svg').name}.")
    if len(files) > 1:
        if sql or ask:
            raise BadSetup("Questions go to one folder at a time.")
        drawn = put_side_by_side([name_of(file) for file in files], [report_of(file) for file in files])
    else:
        look_into(files[0], ask or [], sql)
        drawn = [report_of(files[0])] if plot is not None else []
    if plot is not None:
        write_file(plot, drawing(drawn))


def look_into(file: Path, asked: Sequence[str], sql: str) -> None:
    """Shows a file, or answers questions to a folder."""
    if sql:
        print_answer(ask_sql(file, sql))
    elif asked or file.is_dir():
        for question in asked or [name for name in QUESTIONS if name not in ("seats", "figures")]:
            for answer in answers_of(file, question):
                print_answer(answer)
    else:
        show(report_of(file))


def put_side_by_side(
    names: Sequence[str], found: Sequence[Report]
) -> Sequence[Report] | Sequence[Difference]:
    """Shows what differs, or who is off par at which number of players; gives back what can be drawn of it."""
    titles = sorted({about(one.plan.game).title for one in found})
    if len(titles) > 1:
        raise BadSetup(f"{all_of(titles)} cannot be compared: these are figures of different games.")
    if len({one.plan.seats for one in found}) == 1:
        return print_comparison(names, found)
    print_off_par(found)
    return found


def drawing(rows: Sequence[Report] | Sequence[Difference]) -> bytes:
    reports = [row for row in rows if isinstance(row, Report)]
    differences = [row for row in rows if isinstance(row, Difference)]
    if differences:
        return plots.differences(differences, "against the first")
    return plots.wins({f"{one.plan.seats} players": one for one in reports})


def name_of(file: Path) -> str:
    """Files of folders have all the same name."""
    return file.parent.name if file.name == "figures.json" else file.stem if file.is_file() else file.name


def report_of(path: Path) -> Report:
    return read_figures(read_file(path / "figures.json" if path.is_dir() else path))
