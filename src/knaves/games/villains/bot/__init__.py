"""The fair bot: what a sensible beginner would answer, from what a seat may know."""

from knaves.games.villains.bot.advice import advise, advise_state, promising
from knaves.games.villains.bot.value_inputs import value_inputs, value_inputs_size

__all__ = ["advise", "advise_state", "promising", "value_inputs", "value_inputs_size"]
