"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from knaves.games._template.state import COINS, Alley


def domains(s: Alley) -> Domains:
    return Domains({"card": range(len(s.box.cards)), "coins": range(COINS + 1)})
