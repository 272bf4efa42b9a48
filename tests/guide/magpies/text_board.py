"""The table as text."""

from __future__ import annotations

from knaves.core.words import SEAT_LETTERS
from tests.guide.magpies.view import CardView, NestView


def board(v: NestView) -> str:
    left = "" if v["turns_left"] is None else f"; {v['turns_left']} turns are left"
    lines = [f"Nest {v['nest']} cards{left}."]
    for seat, cards in enumerate(v["cards"]):
        known = f" (among them {names(v['known'][seat])})" if v["known"][seat] else ""
        sets = f"; laid down: {names(v['laid'][seat])}" if v["laid"][seat] else ""
        lines.append(f"{SEAT_LETTERS[seat]}: {v['scores'][seat]} points, {cards} cards{known}{sets}")
    lines.append("Your hand: " + names(v["hand"]))
    return "\n".join(lines)


def names(cards: list[CardView]) -> str:
    return ", ".join(card["name"] for card in cards)
