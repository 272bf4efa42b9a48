"""Magpies: the game of the guide `docs/first-game.md`, written from the template."""

from tests.guide.magpies.game import GAME

__all__ = ["GAME"]
