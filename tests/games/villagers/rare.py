"""Positions for steps that ordinary games do not meet: those of the variants."""

from __future__ import annotations

import knaves
from knaves.core.step import Option
from tests.support import ask_of

VARIANTS: dict[str, object] = {
    "game": "villagers",
    "seats": 3,
    "seed": 1,
    "options": {"pony_express": True, "ordinance": True},
    "set": {
        "start": 0,
        "favor": "bank",
        "pool": ["village_well", "farm", "grey_wolf", "trader", "baker", "tailor"],
    },
}


def recruit(place: int) -> Option:
    """The answer that names the card in this place of the pool."""
    ask = ask_of(knaves.scenario(VARIANTS))
    return ask.choice.options[place - 1]


RARE: list[dict[str, object]] = [
    {**VARIANTS, "then": [(0, recruit(4)), (0, ("roll", 2)), (1, ("sell_roll",))]},
    {**VARIANTS, "then": [(2, ("ordinance",))]},
]
