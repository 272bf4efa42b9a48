"""The fair bot: what a sensible beginner would answer, from what a seat may know."""

from knaves.games.syndicate.bot.advice import advise, advise_state
from knaves.games.syndicate.bot.value_inputs import likelihood, promising, value_inputs, value_inputs_size

__all__ = ["advise", "advise_state", "likelihood", "promising", "value_inputs", "value_inputs_size"]
