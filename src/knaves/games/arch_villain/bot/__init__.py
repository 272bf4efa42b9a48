"""The fair bot: what a sensible beginner would answer, from what a seat may know."""

from knaves.games.arch_villain.bot.advice import advise, advise_state
from knaves.games.arch_villain.bot.value_inputs import value_inputs, value_inputs_size

__all__ = ["advise", "advise_state", "value_inputs", "value_inputs_size"]
