"""The fair bot: what a sensible beginner would answer, from the view alone."""

from tests.guide.magpies.bot.advice import advise

__all__ = ["advise"]
