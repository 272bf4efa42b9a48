"""The rules bot: what a sensible beginner would answer, from what a seat may know."""

from knaves.games.arch_villain.bot.advice import advise, advise_state
from knaves.games.arch_villain.bot.outlook import outlook, outlook_size

__all__ = ["advise", "advise_state", "outlook", "outlook_size"]
