"""What every command prints on: colours that can be read on a light terminal as well as on a dark one."""

from __future__ import annotations

from rich.console import Console
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
