"""Constructed positions. Words: `coins`, by seat."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.scenario import read, shares
from knaves.games._template.state import Alley


def arrange(s: Alley, title: str, words: Mapping[str, object]) -> None:
    read(title, words, {"coins": shares(s, "coins", "bank", "coins")})
