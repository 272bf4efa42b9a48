"""Answers and comparisons as tables on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from knaves.cli.screen import wide
from knaves.lab.compare import REST, Difference, compare, off_par
from knaves.lab.questions import Findings
from knaves.lab.report import Report, Share

SHOWN = 30
"""So many differences are shown at most, the surest first."""


def print_answer(answer: Findings) -> None:
    table = Table(*map(escape, answer.head), title=escape(answer.title) or None, title_justify="left")
    for row in answer.rows:
        table.add_row(*(f"{cell:.3f}" if isinstance(cell, float) else escape(str(cell)) for cell in row))
    wide().print(table)


def print_comparison(names: Sequence[str], found: Sequence[Report]) -> list[Difference]:
    """A table for every report but the first; gives back what was shown of the last."""
    console, shown = wide(), list[Difference]()
    for name, rows in zip(names[1:], compare(found), strict=True):
        sure = [row for row in rows if row.sure]
        shown = [row for row in rows if row.family != REST or row.sure][:SHOWN]
        table = Table(
            "figure",
            escape(names[0]),
            escape(name),
            "difference (95 % interval)",
            "chance",
            title_justify="left",
        )
        table.title = (
            f"{escape(name)} against {escape(names[0])}: {len(sure)} of {len(rows)} figures differ for sure"
        )
        for row in shown:
            mark = "[b]" if row.sure else ""
            table.add_row(
                mark + escape(row.name),
                number(row.first),
                number(row.other),
                f"{row.value:+.3f}  ({row.low:+.3f} to {row.high:+.3f})",
                f"{row.chance:.3f}" if row.chance >= 0.001 else "< .001",
            )
        console.print(table)
    console.print(
        "Chances are corrected for the number of comparisons (Holm); what differs for sure stands out."
    )
    return shown


def print_off_par(found: Sequence[Report]) -> None:
    """Seats and sides more than 5 points from the fair share of wins, at every number of players."""
    table = Table("players", "off par", "wins (95 % interval)", "points", "sure")
    for one in found:
        for name, share in off_par(one).items():
            table.add_row(
                str(one.plan.seats),
                escape(name.removeprefix("wins of ").removeprefix("wins, ")),
                f"{share.value:.1%}  ({share.low:.1%} to {share.high:.1%})",
                f"{100 * (share.value - one.fair):+.1f}",
                "" if share.low <= one.fair <= share.high else "yes",
            )
    wide().print(table)


def number(share: Share) -> str:
    return f"{share.value:.3f}"
