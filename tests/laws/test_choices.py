"""Laws of choices: moments at which anybody may speak, and shapes that agree with the options."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

import pytest

import knaves
from knaves.core.ask import Ask
from knaves.core.clauses import ledger
from knaves.core.selection import answers_for
from knaves.core.state import State
from knaves.core.step import DONE, ONE, Option, Shape, Step, things_of
from knaves.games import about, find
from tests.laws.tables import every_game, every_table, walk

# Steps that ask the same seat for one more of the same, and are no selection: why.
ONE_BY_ONE = {
    "arch_villain": {
        "Arrest": "each die that is laid or raised tells what the blow would do now, and what the next would cost",
    },
    "new_angeles": {
        "InvestIn": "the first gets more than the second",
        "MoveAndroids": "each leaves a district to which another may go",
        "Turn": "each asset does something else",
        "SortEvents": "they come back in the order in which they are named",
    },
    "villagers": {"BuildTurn": "each is paid, and may make the next one cheaper"},
    "villains": {
        "DeployUnits": "each is resolved before the next (R38)",
        "TakeHits": "a wounded unit is another piece, which only then can be hit, and the Gnome may cancel each hit",
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
        """One thing was chosen, nothing else has happened, and another is to be chosen: of those that are left, or of
        the same once more."""
        same = now.step is self.step and now.seat == self.seat and now.known == self.known
        had, left = ({o for o in one.options if o[0] == verb and len(o) > 1} for one in (self, now))
        return same and bool(left) and left <= had


@every_table
def test_what_is_chosen_one_by_one_has_a_shape(game: str, seats: int) -> None:
    """Several of one kind, or a number out of a row: the page takes it with one confirmation."""
    rules, excused = find(game), ONE_BY_ONE.get(game, {})
    assert excused.keys() <= rules.step_types().keys()
    for seed in (14, 15):
        position, rng = knaves.start(game, seats=seats, seed=seed), Random(seed)
        before, verb = Asked(None, -1, (0, ()), frozenset()), ""
        for _ in range(rules.about.longest):
            ask = position.ask()
            if ask is None:
                break
            seat, step = ask.seats[0], type(position.stack[-1]).__name__
            options = ask.choice.answers_of(seat) or []
            now = Asked.now(position, seat, options)
            if ask.shape(seat) == ONE:
                chain = before.goes_on(now, verb) and step not in excused
                assert not chain, f"{step} asks for one {verb} after the other"
                for other in {option[0] for option in options}:
                    assert not is_a_row(rules.kinds(other), [o for o in options if o[0] == other]), other
            option = rng.choice(options)
            before, verb = now, option[0]
            position.take(seat, option)


@every_table
def test_nothing_is_offered_that_does_what_stopping_does(game: str, seats: int) -> None:
    """Where one may stop, every other answer changes something: what cannot help is not offered."""
    for seed in (20, 21, 22):
        position = knaves.start(game, seats=seats, seed=seed)
        for seat, options in walk(position, Random(seed)):
            if DONE not in options:
                continue
            stopped = position.clone()
            stopped.take(seat, DONE)
            for option in options:
                twin = position.clone()
                twin.take(seat, option)
                assert option == DONE or twin.state != stopped.state or twin.stack != stopped.stack, option


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
            for seat in range(seats):
                kind = ask.shape(seat).kind
                if seat not in ask.seats:
                    assert ask.shape(seat) == ONE, "what another seat has picked so far may be a secret"
                elif kind == "some":
                    some_agrees(position, ask, seat, rng)
                elif kind == "amount":
                    amount_agrees(position, ask, seat, rng)


def some_agrees(position: knaves.Position, ask: Ask, seat: int, rng: Random) -> None:
    shape, options = ask.shape(seat), ask.choice.answers_of(seat) or []
    can = [thing for option in options if (thing := shape.thing(option)) is not None and len(thing) > 1]
    things = [*dict.fromkeys(can)]
    again = dict(shape.again)
    assert can and all(can.count(thing) == 1 for thing in things if thing not in again), "every thing once"
    assert len(again) == len(shape.again) and again.keys() <= set(things), "what comes again is offered"
    assert not {things_of(thing)[0] for thing in things} & set(shape.picked), "nothing is picked twice"
    assert 0 <= shape.least <= shape.most and len(shape.picked) < shape.most
    if shape.done:
        assert (shape.done in options) == (len(shape.picked) >= shape.least)
    else:
        assert shape.least == shape.most, "a chain without a `done` has one length"
    if rng.random() > 0.2:
        return
    for option in rng.sample(options, min(3, len(options))):
        if shape.thing(option) is not None:
            one_pick_agrees(position, seat, shape, option)
    for thing in rng.sample(things, min(2, len(things))):
        as_often_as_it_says(position, seat, shape, thing)
    room = [thing for thing in things for _ in range(shape.times(thing))]
    left = min(shape.left, len(room))
    few = max(shape.least - len(shape.picked), 0)
    if few <= left:
        picks = rng.sample(room, rng.randint(few, left))
        twin, single = position.clone(), position.clone()
        try:
            chain = answers_for(position, seat, picks)
        except knaves.Refused:
            with pytest.raises(knaves.Refused):
                answers_for(position, seat, picks[::-1])
            return  # a pick may narrow the next one, whichever comes first
        twin.apply_all(seat, chain)
        for at, answer in enumerate(chain):
            single.take(seat, answer)
            quiet = single.state.drawn == position.state.drawn and sees(single, seat) == sees(position, seat)
            assert quiet or at == len(chain) - 1, (
                "what falls or is shown between two picks could change the second"
            )
        assert twin == single


def sees(position: knaves.Position, seat: int) -> list[int]:
    """The slots that this seat has seen."""
    return [slot for slot, eyes in enumerate(position.state.seen) if eyes >> seat & 1]


def one_pick_agrees(position: knaves.Position, seat: int, shape: Shape, option: Option) -> None:
    """Fewer are left to pick, and what comes once does not come again."""
    twin = position.clone()
    top = twin.stack[-1]
    twin.take(seat, option)
    after = twin.ask()
    if after is None or twin.stack[-1] is not top or seat not in after.seats:
        return
    kept, thing = after.shape(seat), shape.thing(option)
    if kept.verb != shape.verb or kept.left >= shape.left:
        return  # it was complete, and another begins
    if kept.picked:
        assert kept.picked[: len(shape.picked) + 1] == (*shape.picked, shape.picks(option))
    if thing is not None and shape.times(thing) == 1:
        assert not picking(twin, seat, kept, thing)


def as_often_as_it_says(position: knaves.Position, seat: int, shape: Shape, thing: Option) -> None:
    """A thing can be picked so many times, and not once more. The option that goes far does what so many picks do."""
    twin, times = position.clone(), shape.times(thing)
    step, ways = twin.stack[-1], picking(position, seat, shape, thing)
    assert len(ways) in (1, times), "one option, or one for each amount"
    for count in range(min(times, shape.left)):
        now = picking(twin, seat, shape, thing) if twin.stack[-1:] == [step] else []
        if not now:
            return  # the engine has made the last picks, or the game is over
        twin.take(seat, now[0])
        if len(ways) > 1:
            far = position.clone()
            far.take(seat, ways[count])
            assert far.state == twin.state
    ask = twin.ask()
    if ask is not None and twin.stack[-1] is step and seat in ask.seats and times < shape.left:
        assert not picking(twin, seat, shape, thing), "more often than it says"


def picking(position: knaves.Position, seat: int, shape: Shape, thing: Option) -> list[Option]:
    """The options that pick this thing."""
    offered = position.choice.answers_of(seat) if position.choice is not None else None
    return [option for option in offered or () if shape.thing(option) == thing]


def amount_agrees(position: knaves.Position, ask: Ask, seat: int, rng: Random) -> None:
    shape = ask.shape(seat)
    row = [things_of(o) for o in ask.choice.answers_of(seat) or () if o[0] == shape.verb]
    assert {things[:-1] for things in row} == {shape.fixed}, "one thing to pay for at a time"
    assert sorted(things[-1] for things in row) == list(range(shape.least, shape.most + 1))
    number = rng.randint(shape.least, shape.most)
    assert answers_for(position, seat, number) == [(shape.verb, *shape.fixed, number)]
