"""Players without a body. A bot gets an observation and nothing else."""

from knaves.bots.characters import CHARACTERS, Character
from knaves.bots.levels import (
    LEVELS,
    USUAL,
    FairBot,
    Level,
    Player,
    characters_of,
    level,
    make,
    offered,
    split,
    todays,
)
from knaves.bots.observation import Bot, Observation

__all__ = [
    "CHARACTERS",
    "LEVELS",
    "USUAL",
    "Bot",
    "Character",
    "FairBot",
    "Level",
    "Observation",
    "Player",
    "characters_of",
    "level",
    "make",
    "offered",
    "split",
    "todays",
]
