"""New Angeles: deals, support and a city on the edge."""

from knaves.games.new_angeles.game import GAME

__all__ = ["GAME"]
