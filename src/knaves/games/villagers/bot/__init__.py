"""The fair bot: what a sensible beginner would answer, from what a seat may know."""

from knaves.games.villagers.bot.advice import advise, advise_state
from knaves.games.villagers.bot.value_inputs import pointless, value_inputs, value_inputs_size

__all__ = ["advise", "advise_state", "pointless", "value_inputs", "value_inputs_size"]
