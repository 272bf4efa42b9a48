"""Players without a body. A bot gets an observation and nothing else."""

from knaves.bots.levels import (
    LEVELS,
    USUAL,
    Level,
    Player,
    RandomBot,
    RulesBot,
    level,
    make,
    offered,
    todays,
)
from knaves.bots.observation import Bot, Observation

__all__ = [
    "LEVELS",
    "USUAL",
    "Bot",
    "Level",
    "Observation",
    "Player",
    "RandomBot",
    "RulesBot",
    "level",
    "make",
    "offered",
    "todays",
]
