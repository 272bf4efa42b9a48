"""Arch Villain: dice, drafting and nerve."""

from knaves.games.arch_villain.game import GAME

__all__ = ["GAME"]
