"""The rules bot: what a sensible beginner would answer, from what a seat may know."""

from knaves.games.villains.bot.advice import advise, advise_state, promising
from knaves.games.villains.bot.outlook import outlook, outlook_size

__all__ = ["advise", "advise_state", "outlook", "outlook_size", "promising"]
