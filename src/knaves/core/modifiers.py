"""NO beats YES beats the rulebook.

What a card changes for a while is a row; two questions read the rows: `allows` and `amount`. Nothing derived is
stored, and what ends is swept in one place.
"""

from __future__ import annotations

from typing import NamedTuple

ANY = -1


class Modifier(NamedTuple):
    source: int  # the card, token or ability that says so
    rule: str  # the rule it speaks about
    op: str  # "no", "yes" for allows; "set", "add" for amount
    value: int = 0
    seat: int = ANY
    place: int = ANY
    until: str = ""  # swept when this moment comes; "" stays while its source does


def allows(rows: list[Modifier], rule: str, seat: int = ANY, place: int = ANY, default: bool = True) -> bool:
    """May it be done? One NO is enough; a YES overrides only the rulebook's own answer."""
    answer = default
    for row in rows:
        if row.rule == rule and row.seat in (ANY, seat) and row.place in (ANY, place):
            if row.op == "no":
                return False
            if row.op == "yes":
                answer = True
    return answer


def amount(rows: list[Modifier], rule: str, base: int, seat: int = ANY, place: int = ANY) -> int:
    """How much? The last replacement, then all additions."""
    total, plus = base, 0
    for row in rows:
        if row.rule == rule and row.seat in (ANY, seat) and row.place in (ANY, place):
            if row.op == "set":
                total = row.value
            elif row.op == "add":
                plus += row.value
    return total + plus
