"""One judgement, two readers: what a seat is advised from its view it is advised from the state."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import knaves
from knaves.core.beat import play
from knaves.core.step import Option
from knaves.games import find
from tests.laws.tables import every_table


@every_table
def test_the_state_advises_what_the_view_advises(game, seats):
    """In whole games with some random answers, so that strange positions come too; the dice of both are the same."""
    rules, asked = find(game), 0
    for seed in range(3):
        dice = Random(seed)

        def choose(p: knaves.Position, seat: int, options: Sequence[Option], dice: Random = dice) -> Option:
            nonlocal asked
            asked += 1
            luck = dice.getrandbits(32)
            by_view = rules.advise(p.view(seat), options, Random(luck))
            by_state = rules.advise_state(p.state, seat, options, Random(luck))
            assert by_state == by_view, (asked, seat, options)
            return dice.choice(options) if dice.random() < 0.15 else by_view

        play(knaves.start(game, seats=seats, seed=f"advice {seed}"), choose)
    assert asked > 10


@every_table
def test_what_is_promising_is_the_same_in_every_world(game, seats):
    """All answers, each once, in an order that hangs on nothing the seat does not know."""
    rules, asked = find(game), 0
    dice = Random(seats)

    def choose(p: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        nonlocal asked
        if len(options) > 3 and dice.random() < 0.2:
            asked += 1
            worlds = [p, p.imagine(seat, Random(asked))]
            orders = [[*rules.promising(one.state, seat, options, Random(7))] for one in worlds]
            assert orders[0] == orders[1]
            assert sorted(orders[0]) == sorted(options)
        return (
            dice.choice(options) if dice.random() < 0.15 else rules.advise_state(p.state, seat, options, dice)
        )

    play(knaves.start(game, seats=seats, seed="promising"), choose)
    assert asked or game == "_template"
