"""The rules bot: what a sensible beginner would answer, from what a seat may know."""

from knaves.games.syndicate.bot.advice import advise, advise_state
from knaves.games.syndicate.bot.outlook import likelihood, outlook, outlook_size, promising

__all__ = ["advise", "advise_state", "likelihood", "outlook", "outlook_size", "promising"]
