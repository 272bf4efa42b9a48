"""Constructed positions. Words: `coins`, by seat."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core import scenario as words
from knaves.games._template.state import Alley


def arrange(s: Alley, title: str, given: Mapping[str, object]) -> None:
    words.read(title, given, {"coins": words.shares(s, "coins", "bank", "coins")})
