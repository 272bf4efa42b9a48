"""Laws of choices: moments at which anybody may speak, and shapes that agree with the options."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import knaves
from knaves.core.ask import Ask
from knaves.core.clauses import ledger
from knaves.core.selection import answers_for
from knaves.core.state import State
from knaves.core.step import ONE, Option, Step, things_of
from knaves.games import about, find
from tests.laws.tables import every_game, every_table, walk

# Steps that ask the same seat for one more of the same, and are no selection: why.
ONE_BY_ONE = {
    "arch_villain": {
        "TakeItems": "tokens that are alike have one name, and cards lie beside them",
        "Train": "an amount for each of three tracks",
        "RollAgain": "dice that show the same have one name",
        "Arrest": "dice that show the same have one name",
    },
    "new_angeles": {
        "InvestIn": "the first gets more than the second",
        "LowerUnrest": "a district may be named again, or a statement binds",
        "RaiseUnrest": "a statement binds",
        "PlacePieces": "a piece that comes may move others on",
        "RemovePieces": "two kinds of pieces may lie in one district",
        "MoveAndroids": "each leaves a district to which another may go",
        "Turn": "each asset does something else",
        "SortEvents": "they come back in the order in which they are named",
    },
    "villagers": {"BuildTurn": "each is paid, and may make the next one cheaper"},
    "villains": {
        "DeployUnits": "each is resolved before the next (R38)",
        "TakeHits": "a unit that was wounded may be hit again",
        "Sacrifices": "units that are alike have one name",
        "TakeActions": "one action after the other, when all others have passed",
    },
}


class Asked(NamedTuple):
    """What a seat was asked a moment ago, as far as it tells whether the same is asked again."""

    step: Step[State] | None
    seat: int
    known: tuple[int, tuple[int, ...]]  # dice used, and who has seen what
    options: frozenset[Option]

    @classmethod
    def now(cls, position: knaves.Position, seat: int, options: Iterable[Option]) -> Asked:
        s = position.state
        return cls(position.stack[-1], seat, (s.drawn, tuple(s.seen)), frozenset(options))

    def goes_on(self, now: Asked, verb: str) -> bool:
        """One thing was chosen, nothing else has happened, and of those that are left another is to be chosen."""
        same = now.step is self.step and now.seat == self.seat and now.known == self.known
        had, left = ({o for o in one.options if o[0] == verb and len(o) > 1} for one in (self, now))
        return same and bool(left) and left < had


@every_table
def test_what_is_chosen_one_by_one_has_a_shape(game: str, seats: int) -> None:
    """Several of one kind, or a number out of a row: the page takes it with one confirmation."""
    rules, excused = find(game), ONE_BY_ONE.get(game, {})
    assert excused.keys() <= rules.step_types().keys()
    for seed in (14, 15):
        position, rng = knaves.start(game, seats=seats, seed=seed), Random(seed)
        before = Asked(None, -1, (0, ()), frozenset())
        for _ in walk(position, rng, often=0):
            ask = position.ask()
            assert ask is not None
            seat, top = ask.seats[0], position.stack[-1]
            now = Asked.now(position, seat, ask.choice.answers_of(seat) or ())
            if ask.shape(seat) == ONE:
                chain = before.goes_on(now, top.answer[0]) and type(top).__name__ not in excused
                assert not chain, f"{type(top).__name__} asks for one {top.answer[0]} after the other"
                for verb in {option[0] for option in now.options}:
                    assert not is_a_row(rules.kinds(verb), [o for o in now.options if o[0] == verb]), verb
            before = now


def is_a_row(kinds: dict[int, str], options: list[Option]) -> bool:
    """Do these differ in their last number alone, which is nothing but a number?"""
    rows = [things_of(option) for option in options]
    if len(rows) < 2 or not rows[0] or kinds.get(len(rows[0])):
        return False
    numbers = sorted(row[-1] for row in rows)
    return len({row[:-1] for row in rows}) == 1 and numbers == [*range(numbers[0], numbers[-1] + 1)]


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
