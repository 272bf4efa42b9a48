"""Players without a body. A bot gets an observation and nothing else."""

from knaves.bots.levels import LEVELS, Level, Player, RandomBot, RulesBot, level, make
from knaves.bots.observation import Bot, Observation

__all__ = [
    "LEVELS",
    "Bot",
    "Level",
    "Observation",
    "Player",
    "RandomBot",
    "RulesBot",
    "level",
    "make",
]
