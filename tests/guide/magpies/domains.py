"""How large everything is that an option can name."""

from __future__ import annotations

from knaves.core.game import Domains
from tests.guide.magpies.state import Nest


def domains(s: Nest) -> Domains:
    return Domains({"jewel": range(len(s.box.jewels))})
