"""Positions in steps that games seldom come to, for the law of saving."""

from __future__ import annotations

from collections.abc import Mapping

PLAYER = {"hero": "bulwark", "energy": 10, "health": 9, "dice": 3}


def scene(
    cards: list[str], then: list[tuple[int, tuple[str | int, ...]]], **words: object
) -> dict[str, object]:
    players: list[Mapping[str, object]] = [{**PLAYER, "cards": cards}, {"hero": "moth"}]
    given = {"order": [0, 1], "players": players, "villain": "crimson_death", **words}
    return {"game": "arch_villain", "seats": 2, "seed": 1, "set": given, "then": then}


RARE = [
    # The villain has rolled two 6s, and the Tech Genius may roll again.
    scene(["tech_genius"], [(0, ("again", 6))], step="retaliation", turn="3", dice=[6, 6, 2]),
    # One's own dice rolled again.
    scene(["tech_genius", "lightning"], [(0, ("again", 1))], step="arrest", turn="3", dice=[1, 2, 6]),
    # After the last turn whoever still stands chooses.
    scene([], [], step="end", turn="5"),
    # A double cube of the green list.
    scene([], [(0, ("green", 1))]),
]
