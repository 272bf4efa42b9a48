"""What the numbers stand for: items, kinds of cards, skills, types of powers, turns."""

from __future__ import annotations

# Items, in the order the board lists them; the first four are tokens, the others cards.
HEALTH, CUBES, ENERGY, DIE, POWER, WEAPON, TALENT = range(7)
ITEMS = ("health", "cubes", "energy", "die", "power", "weapon", "talent")
TOKENS = 4
# Kinds of cards, in the order of their faces. A card item is its kind + TOKENS.
KINDS = ("power", "weapon", "talent", "contact", "villain")
CONTACT, VILLAIN = 3, 4
SKILLS = ("agility", "strength", "mental")
TYPES = ("energy_emission", "mental_powers", "life_form_control", "physical_enhancement")
TURNS = ("alarm", "range", "2", "3", "4", "5")
ALARM, RANGE, FIRST_BLUE = 0, 1, 2
MOST_DICE = 10  # box.4
