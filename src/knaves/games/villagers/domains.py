"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from knaves.games.villagers.state import GOLD, Village


def domains(s: Village) -> Domains:
    return Domains({"card": range(max(s.face) + 1), "rolls": range(GOLD + 1)})
