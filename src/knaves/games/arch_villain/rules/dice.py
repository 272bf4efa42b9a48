"""Dice on the table, and rolling some of them again."""

from __future__ import annotations

from knaves.core.step import Answer, Option
from knaves.games.arch_villain.rules.contacts import reroller
from knaves.games.arch_villain.state import VILLAIN_DICE, City

REROLLED = 2  # dice a re-roll may take (faq.4)


def roll_into(s: City, dice: int, ones_are_sixes: bool) -> int:
    """Rolls so many dice into the pool; returns them as the digits of a number, for telling."""
    pool, row = s.pool, 0
    for _ in range(dice):
        pips = s.below(6) + 1
        row = row * 10 + pips
        if pips == 1 and ones_are_sixes:
            pips = 6  # effect.4, R27
        pool[pips] += 1
    return row


def reroll_options(s: City, aside: int) -> list[Option]:
    """Each kind of die on the table, or enough."""
    options: list[Option] = [("again", pips) for pips in range(1, 7) if s.pool[pips]]
    options.append(("roll",) if aside else ("keep",))
    return options


def set_aside(s: City, seat: int, answer: Answer, aside: int) -> int:
    """One more die for the re-roll. Returns how many so far, negative: ask for the next; 0: done."""
    if answer[0] == "again":
        s.pool[answer[1]] -= 1
        aside += 1
        if aside < REROLLED and any(s.pool):
            return -aside
    if aside:
        s.used |= 1 << s.face[reroller(s, seat)]
        traits = s.traits(seat)
        own = s.combat != VILLAIN_DICE and traits.ones_are_sixes
        s.tell("rerolls", seat, roll_into(s, aside, own))
    return 0
