"""Villagers & Villains: the rule sheet of 2011, basic and advanced."""

from knaves.games.villagers.game import GAME

__all__ = ["GAME"]
