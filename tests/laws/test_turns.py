"""One decision at a time: who is asked, what it may answer, and that being asked one after the other tells nothing."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from random import Random

import knaves
from knaves.core.beat import play
from knaves.core.step import Option
from knaves.core.turns import HOLD, Turns
from tests.laws.tables import every_table


@every_table
def test_every_decision_is_a_seats_own(game, seats):
    """Two options at least; in a chance HOLD is the first, and the rest is what may be done at any time."""
    turns, rng = Turns(knaves.start(game, seats=seats, seed=3)), Random(3)
    while not turns.over:
        ask = turns.position.ask()
        assert ask is not None and len(turns.options) > 1
        if turns.chance:
            assert turns.seat not in ask.seats
            assert turns.options == [HOLD, *ask.interjections(turns.seat)]
        else:
            assert turns.seat == ask.seats[0] and turns.options == ask.options(turns.seat)
        turns.answer(rng.choice(turns.options))
    assert turns.position.result is not None and turns.options == []


@every_table
def test_play_asks_the_same(game, seats):
    """`beat.play` goes through the same decisions in the same order."""
    turns = Turns(knaves.start(game, seats=seats, seed=8))
    asked: list[tuple[int, list[Option]]] = []

    def choose(_: knaves.Position, seat: int, options: Sequence[Option]) -> Option:
        asked.append((seat, list(options)))
        return rng.choice(options)

    rng = Random(8)
    other = knaves.start(game, seats=seats, seed=8)
    assert play(other, choose) == len(asked)
    rng = Random(8)
    for seat, options in asked:
        assert (turns.seat, turns.options) == (seat, options)
        turns.answer(rng.choice(turns.options))
    assert turns.over and turns.position == other


@every_table
def test_sealed_answers_tell_the_later_seats_nothing(game, seats):
    rng, met = Random(4), 0
    turns = Turns(knaves.start(game, seats=seats, seed=4))
    while not turns.over and met < 20:
        choice = turns.position.choice
        assert choice is not None
        if choice.each is not None and not turns.chance:
            first, second = (turns.clone() for _ in range(2))
            first.answer(choice.each[turns.seat][0])
            second.answer(choice.each[turns.seat][-1])
            if all(turns.seat in twin.position.sealed for twin in (first, second)):  # others are still asked
                met += 1
                assert (first.seat, first.chance) == (second.seat, second.chance)
                if first.seat != turns.seat:  # who has sealed may speak, and knows its own answer
                    assert first.options == second.options
                    assert first.position.view(first.seat) == second.position.view(second.seat)
        turns.answer(rng.choice(turns.options))


@every_table
def test_the_same_decision_in_every_world_the_seat_can_imagine(game, seats):
    turns, rng = Turns(knaves.start(game, seats=seats, seed=5)), Random(5)
    while not turns.over:
        if rng.random() < 0.08:
            world = turns.imagine(turns.seat, rng)
            assert (world.seat, world.chance, world.options) == (turns.seat, turns.chance, turns.options)
            other = turns.imagine(rng.randrange(seats), rng)
            assert (other.seat, other.chance) == (turns.seat, turns.chance) and other.options
            other.answer(rng.choice(other.options))
        turns.answer(rng.choice(turns.options))


@every_table
def test_copies_go_on_alike_and_apart(game, seats):
    turns, rng = Turns(knaves.start(game, seats=seats, seed=6)), Random(6)
    for _ in range(10):
        turns.answer(rng.choice(turns.options))
    before = turns.position.clone()
    twins = [turns.clone(), copy.deepcopy(turns), pickle.loads(pickle.dumps(turns))]
    assert all(twin.position.game is turns.position.game for twin in twins)
    for twin in twins:
        again = Random(7)
        while not twin.over:
            twin.answer(again.choice(twin.options))
    assert turns.position == before
    assert twins[0].position == twins[1].position == twins[2].position
