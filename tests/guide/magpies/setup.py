"""Laying out the box (setup.1)."""

from __future__ import annotations

from collections.abc import Mapping

from knaves.core.game import Value
from knaves.core.step import Step
from tests.guide.magpies.rules.turn import Turn
from tests.guide.magpies.state import Nest

DEALT = 4


def set_up(s: Nest, options: Mapping[str, Value]) -> Step[Nest]:
    (s.deck,) = s.box_up([range(len(s.box.kind))])
    s.shuffle(s.deck)
    s.hand, s.laid = [[] for _ in range(s.seats)], [[] for _ in range(s.seats)]
    for _ in range(DEALT):
        for seat in range(s.seats):
            s.draw(seat)
    return Turn()
