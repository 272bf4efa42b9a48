"""Positions in the middle of steps that random and rules play seldom meet."""

from __future__ import annotations

from typing import Any

import knaves
from tests.games.villains.table import A, card

FACTIONS = ["mutants", "scientists", "aliens", "communists"]


def table(**words: object) -> dict[str, Any]:
    return {"game": "villains", "seats": 4, "seed": 1, "set": {"factions": FACTIONS, "first": "A", **words}}


NUKE = table(
    step="act",
    hands={"A": ["suitcase_nuke"]},
    units={"A": {"bank": ["patsy", "goon"]}},
    tokens={"bank": ["A card"], "church": ["B card"], "police": ["B card"]},
)

DUEL = table(
    step="act",
    hands={"A": ["to_the_death"]},
    units={"A": {"bank": ["patsy", "goon"]}, "B": {"bank": ["patsy", "goon"]}},
    tokens={"bank": ["A card"]},
)

STRIKE = table(
    step="act",
    units={
        "A": {"bank": ["readied champion"]},
        "B": {"university": ["goon"], "factory": ["goon"]},
        "C": {"university": ["goon"]},
    },
    tokens={"church": ["B card"], "police": ["B card"]},
)
STRIKE["set"]["factions"] = ["robots", "scientists", "aliens", "communists"]

PAPOVA = table(step="act", units={"A": {"bank": ["readied champion"], "church": ["2 mole"]}})
PAPOVA["set"]["factions"] = ["communists", "mutants", "aliens", "mafia"]

RARE: list[dict[str, Any]] = [
    {**PAPOVA, "then": [(A, ("skill", 5))]},
    {**STRIKE, "then": [(A, ("skill", 5)), (A, ("rampage", 6))]},
    table(step="refresh", units={"A": {"bank": ["wounded champion"], "church": ["wounded champion"]}}),
    {**NUKE, "then": [(A, ("play", card(knaves.scenario(NUKE), A, "suitcase_nuke")))]},
    {**DUEL, "then": [(A, ("play", card(knaves.scenario(DUEL), A, "to_the_death")))]},
]
