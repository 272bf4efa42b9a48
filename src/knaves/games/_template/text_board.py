"""The table as text."""

from __future__ import annotations

from knaves.core.words import SEAT_LETTERS, counted
from knaves.games._template.view import AlleyView


def board(v: AlleyView) -> str:
    lines = [f"Bank {counted(v['bank'], 'coin')}, deck {counted(v['deck'], 'card')}."]
    for seat, coins in enumerate(v["coins"]):
        whistled = ", has whistled" if v["whistled"][seat] else ""
        held = counted(v["cards"][seat], "card")
        lines.append(f"{SEAT_LETTERS[seat]}: {counted(coins, 'coin')}, {held}{whistled}")
    if v["top"]:
        lines.append(f"Top of the deck: {v['top']['name']}")
    lines.append("Your hand: " + ", ".join(f"{c['name']} ({c['rank']})" for c in v["hand"]))
    return "\n".join(lines)
