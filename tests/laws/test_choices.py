"""Laws of choices: moments at which anybody may speak, and shapes that agree with the options."""

from __future__ import annotations

from random import Random

import knaves
from knaves.core.ask import Ask
from knaves.core.clauses import ledger
from knaves.core.selection import answers_for
from knaves.core.step import things_of
from knaves.games import about, find
from tests.laws.tables import every_game, every_table, walk


@every_game
def test_every_moment_is_declared_and_met(game: str) -> None:
    """A moment has a sentence and a clause; random games meet every one; nothing is closed to who would speak there."""
    rules = find(game)
    ids = {clause.id for clause in ledger(game).clause}
    for sentence, clause in rules.moments.values():
        assert sentence.endswith(".") and clause in ids
    met: set[str] = set()
    for seed in range(40):
        for seats in about(game).seats:
            position = knaves.start(game, seats=seats, seed=seed)
            for _ in walk(position, Random(seed)):
                ask = position.ask()
                assert ask is not None
                if ask.moment:
                    assert not position.stack[-1].closed, "nobody could speak here"
                    met.add(ask.moment)
        if met >= set(rules.moments):
            break
    assert met == set(rules.moments)


@every_table
def test_a_moment_stops_the_same_in_every_world(game: str, seats: int) -> None:
    rng = Random(3)
    position = knaves.start(game, seats=seats, seed=3)
    for count, _ in enumerate(walk(position, rng)):
        ask = position.ask()
        assert ask is not None
        if not ask.moment or count % 3:
            continue
        for seat in (*range(seats), None):
            other = position.imagine(seat, rng).ask()
            assert other is not None and (other.moment, other.seats) == (ask.moment, ask.seats)


@every_table
def test_shapes_agree_with_the_options(game: str, seats: int) -> None:
    rng = Random(12)
    for seed in (12, 13):
        position = knaves.start(game, seats=seats, seed=seed)
        for _ in walk(position, rng):
            ask = position.ask()
            assert ask is not None
            for seat in ask.seats:
                kind = ask.shape(seat).kind
                if kind == "some":
                    some_agrees(position, ask, seat, rng)
                elif kind == "amount":
                    amount_agrees(position, ask, seat, rng)


def some_agrees(position: knaves.Position, ask: Ask, seat: int, rng: Random) -> None:
    shape, options = ask.shape(seat), ask.choice.answers_of(seat) or []
    can = [thing for option in options if (thing := shape.picks(option)) is not None]
    assert can and len(set(can)) == len(can), "every thing once"
    assert not set(can) & set(shape.picked), "nothing is picked twice"
    assert 0 <= shape.least <= shape.most and len(shape.picked) < shape.most
    if shape.done:
        assert (shape.done in options) == (len(shape.picked) >= shape.least)
    else:
        assert shape.least == shape.most, "a chain without a `done` has one length"
    if rng.random() > 0.2:
        return
    for option in rng.sample(options, min(3, len(options))):
        if shape.picks(option) is None:
            continue
        twin = position.clone()
        top = twin.stack[-1]
        twin.take(seat, option)
        after = twin.ask()
        if after is not None and twin.stack[-1] is top and seat in after.seats:
            kept = after.shape(seat)
            if kept.verb == shape.verb:
                assert kept.picked[: len(shape.picked) + 1] == (*shape.picked, shape.picks(option))
    left = min(shape.most - len(shape.picked), len(can))
    few = max(shape.least - len(shape.picked), 0)
    if few <= left:
        things = rng.sample(can, rng.randint(few, left))
        twin, single = position.clone(), position.clone()
        try:
            chain = answers_for(position, seat, things)
        except knaves.Refused:
            return  # a pick may narrow the next one
        twin.apply_all(seat, chain)
        for answer in chain:
            single.take(seat, answer)
        assert twin == single


def amount_agrees(position: knaves.Position, ask: Ask, seat: int, rng: Random) -> None:
    shape = ask.shape(seat)
    row = [things_of(o) for o in ask.choice.answers_of(seat) or () if o[0] == shape.verb]
    assert {things[:-1] for things in row} == {shape.fixed}, "one thing to pay for at a time"
    assert sorted(things[-1] for things in row) == list(range(shape.least, shape.most + 1))
    number = rng.randint(shape.least, shape.most)
    assert answers_for(position, seat, number) == [(shape.verb, *shape.fixed, number)]
