"""The fair bot: what a sensible beginner would answer, from the view alone."""

from knaves.games._template.bot.advice import advise

__all__ = ["advise"]
