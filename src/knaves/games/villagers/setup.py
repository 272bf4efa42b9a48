"""Laying out the box."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.game import Value
from knaves.core.step import Step
from knaves.games.villagers.rules.reset import place_favor
from knaves.games.villagers.rules.sequence import Round
from knaves.games.villagers.state import START_GOLD, Village


def set_up(s: Village, options: Mapping[str, Value]) -> Step[Village]:
    """Hands, gold, pool, deck and markers as a game begins."""
    rows = s.box.cards
    deck, *starting = s.box_up(
        [
            [face for face, row in enumerate(rows) if not row.start],
            *([face] * row.copies for face, row in enumerate(rows) if row.start),
        ]
    )
    s.shuffle(deck)  # setup.4
    s.deck, s.dealt = tuple(deck), s.pool_size()
    s.pool = s.deck[: s.dealt]
    s.hand = [tuple(pile[seat] for pile in starting) for seat in range(s.seats)]  # setup.1
    s.gone = tuple(slot for pile in starting for slot in pile[s.seats :])  # setup.2
    for slot in (*s.pool, *s.gone, *(slot for hand in s.hand for slot in hand)):
        s.show(slot)
    s.town = [()] * s.seats
    s.gold = [0] * s.seats
    s.sold = (0,) * s.seats if s.pony else ()
    for seat in range(s.seats):
        s.gain(seat, START_GOLD)  # setup.3
    s.start = s.below(s.seats)  # setup.7, R26
    if s.advanced:
        place_favor(s)  # setup.9
    return Round()
