"""What the tests of the factions share: four tables, and a champion's numbers."""

from __future__ import annotations

from knaves.games.villains.cards import FACTION_IDS, UNIT
from knaves.games.villains.cards.rows import Unit

MUTANTS = ["mutants", "scientists", "aliens", "communists"]
MAFIA = ["mafia", "scientists", "robots", "bankers"]
SCIENTISTS = ["scientists", "mutants", "aliens", "mafia"]
ROBOTS = ["robots", "mutants", "aliens", "mafia"]
BANKERS = ["bankers", "mutants", "mafia", "robots"]
COMMUNISTS = ["communists", "mutants", "aliens", "mafia"]
ALIENS = ["aliens", "mutants", "cult", "mafia"]
CULT = ["cult", "mutants", "robots", "mafia"]


def champion(faction: str) -> Unit:
    return UNIT[FACTION_IDS.index(faction)][4]


def stats(one: Unit) -> tuple[int, tuple[int, ...], int, bool, bool]:
    return one.cost, one.dice, one.influence, one.tough, one.skilled
