"""Villains: eight factions fight over the nine areas of the City."""

from knaves.games.villains.game import GAME

__all__ = ["GAME"]
