"""Laying out the box (setup.1)."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.game import Value
from knaves.core.step import Step
from knaves.games._template.rules.round import AlleyRounds
from knaves.games._template.state import Alley


def set_up(s: Alley, options: Mapping[str, Value]) -> Step[Alley]:
    (s.deck,) = s.box_up([range(len(s.box.cards))])
    s.shuffle(s.deck)
    s.hand = [[s.deck.pop() for _ in range(3)] for _ in range(s.seats)]
    for seat, hand in enumerate(s.hand):
        for slot in hand:
            s.show_to(slot, seat)
    s.coins, s.whistled = [0] * s.seats, [False] * s.seats
    for seat in range(s.seats):
        s.pay(seat, 2)
    return AlleyRounds()
