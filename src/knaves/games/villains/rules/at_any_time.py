"""At any time: deals, and another way to pay."""

from __future__ import annotations

from knaves.core.step import Answer, Option
from knaves.games.villains.deals import DEALS
from knaves.games.villains.rules.pay import ASK, change_way, ways
from knaves.games.villains.state import FactionCity


def speakers(s: FactionCity) -> int:
    """The seats for which `menu` may have anything (a bitmask)."""
    if not s.placed:
        return -1 if s.offers or any(s.resources) else 0
    may, seat = 0, s.active  # from the first token on, only who is active is offered another way to pay
    if seat >= 0 and s.resources[seat] and s.energy[seat] and (s.purse_set[seat] or s.purse[seat] != ASK):
        may = 1 << seat
    for row in s.offers:
        may |= 1 << row.by | 1 << row.to
    return may


def menu(s: FactionCity, seat: int) -> list[Option]:
    """What this seat may do now, whoever is waited for."""
    return ways(s, seat) if s.placed and not s.offers else DEALS.menu(s, seat) + ways(s, seat)


def interject(s: FactionCity, seat: int, option: Answer) -> None:
    if option[0] == "purse":
        change_way(s, seat, option[1])
    else:
        DEALS.interject(s, seat, option)
