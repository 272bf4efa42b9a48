"""At any time: deals, and another way to pay."""

from __future__ import annotations

from knaves.core.step import Answer, Option
from knaves.games.villains.deals import DEALS
from knaves.games.villains.rules.pay import change_way, ways
from knaves.games.villains.state import FactionCity


def speakers(s: FactionCity) -> int:
    """The seats for which `menu` may have anything (a bitmask)."""
    may = 0
    if s.offers:
        for row in s.offers:
            may |= 1 << row.by | 1 << row.to
    if not s.placed:
        for seat, resources in enumerate(s.resources):
            if resources:
                may |= 1 << seat
    elif s.active >= 0 and s.resources[s.active]:
        may |= 1 << s.active
    return may


def menu(s: FactionCity, seat: int) -> list[Option]:
    """What this seat may do now, whoever is waited for."""
    return DEALS.menu(s, seat) + ways(s, seat) if s.offers or not s.placed else ways(s, seat)


def interject(s: FactionCity, seat: int, option: Answer) -> None:
    if option[0] == "purse":
        change_way(s, seat, option[1])
    else:
        DEALS.interject(s, seat, option)
