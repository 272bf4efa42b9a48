"""Constructed positions. Words: `coins`, by seat."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
from knaves.core.step import Step
from knaves.games._template.state import Alley


def arrange(s: Alley, stack: list[Step[Alley]], given: Mapping[str, object]) -> None:
    words.read("Cutpurses", given, {"coins": words.shares(s, "coins", "bank", "coins")})
