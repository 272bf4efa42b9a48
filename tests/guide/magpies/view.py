"""What an eye may know. The page, the terminal and the bots read this and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from tests.guide.magpies.state import Nest


class CardView(TypedDict):
    id: str
    name: str
    kind: int
    worth: int


class NestView(TypedDict):
    you: int | None
    turn: int
    nest: int
    turns_left: int | None
    hand: list[CardView]
    cards: list[int]  # by seat
    known: list[list[CardView]]  # by seat: what this eye has seen of each hand
    laid: list[list[CardView]]
    scores: list[int]


def view(s: Nest, eye: int) -> NestView:
    def seen(slots: Iterable[int]) -> list[CardView]:
        return [card(slot) for slot in slots if s.sees(eye, slot)]

    def card(slot: int) -> CardView:
        kind = s.kind(slot)
        jewel = s.box.jewels[kind]
        return {"id": f"card:{slot}", "name": jewel.name, "kind": kind, "worth": jewel.worth}

    return {
        "you": eye if eye < s.seats else None,
        "turn": s.turn,
        "nest": len(s.deck),
        "turns_left": s.left if s.left >= 0 else None,
        "hand": seen(s.hand[eye]) if eye < s.seats else [],
        "cards": [len(hand) for hand in s.hand],
        "known": [[] if seat == eye else seen(hand) for seat, hand in enumerate(s.hand)],
        "laid": [seen(laid) for laid in s.laid],
        "scores": s.scores(),
    }
