"""Play high, get rid of low cards, stake one coin."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from knaves.core.step import Option, things_of
from knaves.games._template.view import AlleyView


def advise(v: AlleyView, options: Sequence[Option], rng: Random) -> Option:
    rank = {card["id"]: card["rank"] for card in v["hand"]}

    def rank_of(option: Option) -> int:
        return rank[f"card:{things_of(option)[0]}"]

    by_verb: dict[str, list[Option]] = {}
    for option in options:
        by_verb.setdefault(option[0], []).append(option)
    if cards := by_verb.get("play"):
        return max(cards, key=rank_of)
    if low := [option for option in by_verb.get("put", ()) if rank_of(option) < 3]:
        return low[0]
    if "done" in by_verb:
        return by_verb["done"][0]
    return by_verb["push"][0] if "push" in by_verb else options[0]
