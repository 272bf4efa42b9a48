"""Laws of positions: clone, save, replay, ask, refuse, conserve, end."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import knaves
from knaves.core import save
from knaves.core.ask import Ask
from knaves.core.offers import OPEN
from knaves.core.step import Option, Together
from knaves.core.trading import Trading
from knaves.games import find
from tests.laws.tables import every_table, walk

SEEDS = (1, 2, 3)
FEW = 20


def asked(ask: Ask | None) -> object:
    """All that an ask says, to compare."""
    if ask is None:
        return None
    p = ask._position
    return [
        (seat, ask.options(seat), ask.interjections(seat), ask.prompt(seat), ask.clause(seat))
        for seat in range(p.seats)
    ]


@every_table
def test_clones_are_equal_and_go_their_own_way(game: str, seats: int) -> None:
    for seed in SEEDS:
        rng = Random(seed)
        position = knaves.start(game, seats=seats, seed=seed)
        kept: list[tuple[knaves.Position, knaves.Position]] = []
        for count, _ in enumerate(walk(position, rng)):
            twin = position.clone()
            assert twin == position
            if count % 20 == 0:
                kept.append((twin, position.clone()))
        for twin, again in kept:  # the other has played to its end meanwhile
            assert twin == again
            for _ in islice(walk(twin, rng), FEW):
                pass
            assert twin != again


@every_table
def test_a_save_is_the_position_at_every_moment(game: str, seats: int) -> None:
    rng = Random(5)
    position = knaves.start(game, seats=seats, seed=5)
    for count, _ in enumerate(walk(position, rng)):
        if count % 7 == 0:
            again = knaves.load(position.save())
            assert again == position
            assert asked(again.ask()) == asked(position.ask())
            assert again.save() == position.save()
    again = knaves.load(position.save())
    assert again == position and again.result == position.result


@every_table
def test_who_has_something_to_say_is_among_the_speakers(game: str, seats: int) -> None:
    for seed in SEEDS:
        position, rng = knaves.start(game, seats=seats, seed=seed), Random(seed)
        for _ in walk(position, rng):
            may = position.game.speakers(position.state)
            for seat in range(seats):
                assert may >> seat & 1 or not position.interjections(seat), f"seat {seat} is not heard"


@every_table
def test_the_log_replays_to_the_same_position(game: str, seats: int) -> None:
    rng = Random(6)
    position = knaves.start(game, seats=seats, seed=6)
    while (ask := position.ask()) is not None and len(position.log or ()) < 300:
        others = [seat for seat in range(seats) if ask.interjections(seat)]
        seat = rng.choice(others) if others and rng.random() < 0.2 else rng.choice(ask.seats)
        position.apply(seat, rng.choice(ask.options(seat) or ask.interjections(seat)))
    file = save.read(position.save())
    assert save.replay(file, find) == position
    assert save.replay(file, find).save() == position.save()
    assert save.verify(file, find) == position


@every_table
def test_asking_changes_nothing(game: str, seats: int) -> None:
    rng = Random(7)
    position = knaves.start(game, seats=seats, seed=7)
    for _ in walk(position, rng):
        before = position.clone()
        first = asked(position.ask())
        position.run()  # derives the choice anew
        assert asked(position.ask()) == first
        assert position == before


def mutations(option: Option, rng: Random) -> list[tuple[object, ...]]:
    verb, *things = option
    wrong: list[tuple[object, ...]] = [
        ("no such verb", *things),
        (*option, 0),
        (verb, *(thing + rng.choice((1, -1, 1000, -1000)) for thing in things)),
        (verb, *map(str, things), "x"),
        (1, *things),
        (),
    ]
    if things:
        wrong.append((verb, *things[:-1]))
        wrong.append((verb, *things[:-1], 10**30))
        wrong.append((verb, *things[:-1], True))
    return wrong


@every_table
def test_what_is_offered_is_taken_and_what_is_not_is_refused(game: str, seats: int) -> None:
    rng = Random(8)
    position = knaves.start(game, seats=seats, seed=8)
    for _, _ in walk(position, rng):
        if rng.random() > 0.08:
            continue
        ask = position.ask()
        assert ask is not None
        for seat in range(seats):
            legal = ask.options(seat) or ask.interjections(seat)
            assert len(set(legal)) == len(legal), "an option is offered twice"
            if seat in ask.seats:
                assert legal
            for option in rng.sample(legal, min(6, len(legal))):
                twin = position.clone()
                twin.apply(seat, option)
            before = position.clone()
            for option in rng.sample(legal, min(2, len(legal))) or [("pass",)]:
                for wrong in mutations(option, rng):
                    if wrong in legal and all(type(thing) is int for thing in wrong[1:]):
                        continue
                    if wrong and wrong[0] in position.game.interjection_verbs:
                        continue  # a deal filled in by hand may be legal; the games test their own
                    with pytest.raises(knaves.Refused) as caught:
                        position.apply(seat, wrong)
                    assert caught.value.reason
            assert position == before


@every_table
def test_foreign_answers_are_refused(game: str, seats: int) -> None:
    position = knaves.start(game, seats=seats, seed=9)
    ask = position.ask()
    assert ask is not None
    option = ask.options(ask.seats[0])[0]
    for stranger in (-1, seats, 99, "0", None, True):
        with pytest.raises(knaves.Refused, match="no seat"):
            position.apply(stranger, option)
    for seat in set(range(seats)) - set(ask.seats):
        with pytest.raises(knaves.Refused):
            position.apply(seat, option)
    for _ in walk(position, Random(9)):
        pass
    with pytest.raises(knaves.Refused, match="over"):
        position.apply(0, option)


@every_table
def test_pieces_are_conserved_and_the_game_ends(game: str, seats: int) -> None:
    for seed in range(20, 26):
        rng = Random(seed)
        position = knaves.start(game, seats=seats, seed=seed)
        box = dict(position.game.pieces_count(position.state))
        for count, _ in enumerate(walk(position, rng)):
            if count % 5 == 0:
                assert dict(position.game.pieces_count(position.state)) == box
        assert dict(position.game.pieces_count(position.state)) == box
        result = position.result
        assert result is not None and result.reason
        assert len(result.scores) == seats
        assert all(0 <= seat < seats for seat in result.winners)
        if isinstance(position.state, Trading):  # no offer stands, and every promise has been judged
            assert not position.state.offers
            assert not [row for row in position.state.promises if row.fate == OPEN]


@every_table
def test_the_order_of_sealed_answers_does_not_matter(game: str, seats: int) -> None:
    rng = Random(11)
    position = knaves.start(game, seats=seats, seed=11)
    for count, _ in enumerate(walk(position, rng, often=0)):
        ask = position.ask()
        assert ask is not None
        if len(ask.seats) < 2 or count > 300:
            continue
        picks = {seat: rng.choice(answers(position, seat)) for seat in ask.seats}
        one, other = position.clone(), position.clone()
        for seat in ask.seats:
            one.take(seat, picks[seat])
        for seat in reversed(ask.seats):
            other.take(seat, picks[seat])
        assert one == other


def answers(position: knaves.Position, seat: int) -> list[Option]:
    """Answers to the ask itself, without what may be done at any time."""
    ask = position.ask()
    assert ask is not None and isinstance(position.stack[-1], Together)
    return [o for o in ask.options(seat) if o[0] not in position.game.interjection_verbs]
