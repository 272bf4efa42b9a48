"""What simulations have found, from the command line: answers, comparisons, drawings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from knaves.cli.simulate import show
from knaves.cli.tables import print_answer, print_comparison
from knaves.cli.words import read_file, write_file
from knaves.core.errors import BadSetup
from knaves.lab import plots
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
    are compared with the first: what differs, by how much, and how sure that is after so many looks.

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
        Draw it into this file (SVG): wins by seat and side, or what differs if there are several.
    """
    if not files:
        raise BadSetup("Name a file or a folder of a simulation.")
    if sql or ask or (len(files) == 1 and files[0].is_dir()):
        if len(files) > 1:
            raise BadSetup("Questions go to one folder at a time.")
        answers = [ask_sql(files[0], sql)] if sql else []
        asked = ask or ([] if sql else [name for name in QUESTIONS if name not in ("seats", "figures")])
        for answer in (*answers, *(one for name in asked for one in answers_of(files[0], name))):
            print_answer(answer)
    elif len(files) == 1:
        show(report_of(files[0]))
    if len(files) > 1:
        found = {file.stem if file.suffix else file.name: report_of(file) for file in files}
        drawn = print_comparison([*found], [*found.values()])
        if plot is not None:
            write_file(plot, plots.differences(drawn, f"against {next(iter(found))}"))
    elif plot is not None:
        one = report_of(files[0])
        write_file(plot, plots.wins({f"{one.plan.seats} players": one}))


def report_of(path: Path) -> Report:
    return read_figures(read_file(path / "figures.json" if path.is_dir() else path))
