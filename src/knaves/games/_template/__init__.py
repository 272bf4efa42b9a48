"""A tiny complete game to copy from."""

from knaves.games._template.game import GAME

__all__ = ["GAME"]
