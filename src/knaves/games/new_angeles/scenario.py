from __future__ import annotations
from collections.abc import Mapping
from knaves.core.step import Step
from knaves.games.new_angeles.state import NewAngeles
def arrange(s: NewAngeles, stack: list[Step[NewAngeles]], words: Mapping[str, object]) -> None:
    pass
