"""The Communists: Commissar Papova. (Extra patsies are in deploy.py, Rise Up in influence.py.)"""

from __future__ import annotations

from knaves.core.step import Step
from knaves.games.villains.rules.move import MoveUnits
from knaves.games.villains.state import FactionCity


def papova_calls(s: FactionCity, seat: int) -> Step[FactionCity] | None:
    """communists.7: up to three units from anywhere to where she stands now (R34)."""
    area = s.champion_at(seat)
    return PapovaCalls(seat, area, True, 3, False) if area >= 0 else None


class PapovaCalls(MoveUnits):
    """Her move, told as what it is."""

    asks = {"choose": ("", "communists.7")}

    def prompt(self, s: FactionCity, seat: int) -> str:
        return f"Commissar Papova calls. {super().prompt(s, seat)}"
