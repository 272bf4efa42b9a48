"""Whistling: what may be done at any time (whistle.1)."""

from __future__ import annotations

from knaves.core.errors import Refused
from knaves.core.step import Option
from knaves.games._template.state import Alley

VERBS = frozenset({"whistle"})


def whistles(s: Alley, seat: int) -> list[Option]:
    return [] if why_no_whistle(s, seat) else [("whistle",)]


def why_no_whistle(s: Alley, seat: int) -> Refused | None:
    if s.whistled[seat]:
        return Refused("You have whistled: once a game is all.", "whistle.1")
    if not s.coins[seat]:
        return Refused("Whistling costs a coin, and you have none.", "whistle.1")
    return None if s.deck else Refused("No card is left to look at.", "whistle.1")


def admits(s: Alley, seat: int, option: Option) -> bool:
    """Of a whistle that is not offered it is said why not."""
    if why := why_no_whistle(s, seat):
        raise why
    return False


def whistle(s: Alley, seat: int) -> None:
    s.pay(seat, -1)
    s.whistled[seat] = True
    s.show_to(s.deck[-1], seat)
    s.tell("whistled", seat, s.deck[-1])
