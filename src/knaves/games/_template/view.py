"""What an eye may know. The page, the terminal and the bots read this and nothing else."""

from __future__ import annotations

from typing import TypedDict

from knaves.games._template.state import Alley


class AlleyCardView(TypedDict):
    id: str
    name: str
    rank: int


class AlleyView(TypedDict):
    you: int | None
    coins: list[int]
    bank: int
    deck: int
    top: AlleyCardView | None
    hand: list[AlleyCardView]
    cards: list[int]
    played: list[AlleyCardView]
    whistled: list[bool]


def view(s: Alley, eye: int) -> AlleyView:
    def card(slot: int) -> AlleyCardView:
        one = s.box.cards[s.face[slot]]
        return {"id": f"card:{slot}", "name": one.name, "rank": one.rank}

    return {
        "you": eye if eye < s.seats else None,
        "coins": s.coins[:],
        "bank": s.bank,
        "deck": len(s.deck),
        "top": card(s.deck[-1]) if s.deck and s.sees(eye, s.deck[-1]) else None,
        "hand": [card(slot) for slot in s.hand[eye]] if eye < s.seats else [],
        "cards": [len(hand) for hand in s.hand],
        "played": [card(slot) for slot in s.played],
        "whistled": s.whistled[:],
    }
