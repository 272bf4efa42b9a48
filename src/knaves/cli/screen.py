"""What every command prints on: colours that can be read on a light terminal as well as on a dark one."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.theme import Theme

COLOURS = {
    "red": "#eb0c0c",
    "yellow": "#917124",
    "green": "#22873b",
    "cyan": "#088199",
    "magenta": "#bd42b2",
    "dim": "#767676",
}
"""Halfway between black and white: 4.5:1 or more on both."""


def screen(width: int | None = None) -> Console:
    return Console(highlight=False, width=width, theme=Theme(COLOURS))


def wide(width: int = 120) -> Console:
    """For tables: so wide where it is no terminal that sets it, but a file or a pipe."""
    return screen(None if sys.stdout.isatty() else width)


def bar() -> Progress:
    """How far long work has come; gone when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)
