"""Whistling: what may be done at any time (whistle.1)."""

from __future__ import annotations

from knaves.core.step import Option
from knaves.games._template.state import Alley

VERBS = frozenset({"whistle"})


def whistles(s: Alley, seat: int) -> list[Option]:
    free = s.deck and s.coins[seat] and not s.whistled[seat]
    return [("whistle",)] if free else []


def whistle(s: Alley, seat: int) -> None:
    s.pay(seat, -1)
    s.whistled[seat] = True
    s.show_to(s.deck[-1], seat)
    s.tell("whistled", seat, s.deck[-1])
