"""Laws of secrecy: nothing a seat is given depends on what it may not know."""

from __future__ import annotations

from random import Random

import msgspec

import knaves
from knaves.bots import LEVELS, Observation, make
from knaves.core.beat import HOLD
from knaves.core.step import Option
from tests.laws.tables import every_table, walk


def given_to(position: knaves.Position, seat: int | None) -> bytes:
    """Every byte that this seat is given, before any page is made of it."""
    ask = position.ask()
    told: list[object] = [position.view(seat)]
    if ask is not None:
        told += [ask.seats, ask.moment]
    if ask is not None and seat is not None:
        offered = ask.options(seat) or ask.interjections(seat)
        told += [offered, ask.clause(seat), ask.shape(seat), list(position.forms(seat))]
        if seat in ask.seats:
            told.append(ask.prompt(seat))
        told += [(position.label(o, seat), position.things(o)) for o in offered]
    return msgspec.json.encode(told)


@every_table
def test_imagined_worlds_look_the_same(game: str, seats: int) -> None:
    rng = Random(1)
    position = knaves.start(game, seats=seats, seed=1)
    for count, _ in enumerate(walk(position, rng)):
        if count % 6:
            continue
        for seat in (*range(seats), None):
            twin = position.imagine(seat, rng)
            real, imagined = position.ask(), twin.ask()
            assert real is not None and imagined is not None
            assert imagined.seats == real.seats, (
                f"{type(position.stack[-1]).__name__} asks {real.seats} here and {imagined.seats} in a world that "
                f"seat {seat} cannot tell apart, which tells what is held: ask with always=True, or Together."
            )
            assert given_to(twin, seat) == given_to(position, seat)
            assert dict(twin.game.pieces_count(twin.state)) == dict(
                position.game.pieces_count(position.state)
            )


@every_table
def test_what_is_shared_between_eyes_is_what_a_spectator_may_know(game: str, seats: int) -> None:
    """Worked out once for all views of a moment: it is the same in every world that a spectator cannot tell apart,
    and whoever looks with it sees what he sees without."""
    rng = Random(4)
    position = knaves.start(game, seats=seats, seed=4)
    for count, _ in enumerate(walk(position, rng)):
        if count % 12:
            continue
        common = position.common()
        assert position.imagine(None, rng).common() == common
        for seat in (*range(seats), None):
            assert position.view_with(seat, common) == position.view(seat)
        assert position.common() == common, "a view has changed what others see, too"


@every_table
def test_imagined_worlds_play_to_the_end(game: str, seats: int) -> None:
    rng = Random(2)
    position = knaves.start(game, seats=seats, seed=2)
    for count, _ in enumerate(walk(position, rng)):
        if count % 40 == 0:
            twin = position.imagine(rng.randrange(seats), rng)
            for _ in walk(twin, rng):
                pass
            assert twin.result is not None


@every_table
def test_imagined_dice_are_not_the_real_ones(game: str, seats: int) -> None:
    position = knaves.start(game, seats=seats, seed=3)
    twins = [position.imagine(0, Random(n)) for n in range(3)]
    keys = {twin.state.dice.key for twin in [position, *twins]}
    assert len(keys) == 4
    assert all(twin.seed != position.seed and twin.origin is None for twin in twins)


@every_table
def test_what_happened_is_told_only_to_who_may_know(game: str, seats: int) -> None:
    """An event's text for a seat does not change when the pieces it was not shown have other faces."""
    rng = Random(4)
    position = knaves.start(game, seats=seats, seed=4)
    heard: list[knaves.Event] = []
    position.listen(heard.append)
    for _ in walk(position, rng):
        pass
    assert heard
    for event in heard:
        for seat in (*range(seats), None):
            eye = seats if seat is None else seat
            text = position.text(event, seat)
            hidden = [i for i, mask in enumerate(event.seen) if not mask >> eye & 1 and event.things[i] >= 0]
            other = [0 if i in hidden else thing for i, thing in enumerate(event.things)]
            assert position.text(event._replace(things=tuple(other)), seat) == text


@every_table
def test_bots_do_not_see_what_their_seat_does_not(game: str, seats: int) -> None:
    rng = Random(5)
    position = knaves.start(game, seats=seats, seed=5)
    for count, (seat, options) in enumerate(walk(position, rng)):
        if count % 9:
            continue
        ask = position.ask()
        assert ask is not None
        if seat not in ask.seats:
            options = [HOLD, *options]
        twin = position.imagine(seat, rng)
        for level in (name for name, one in LEVELS.items() if not one.deep and one.ready(position.game)):
            real = make(level, position.game, 1).choose(Observation(position, seat, options))
            assert real in options
            assert make(level, position.game, 1).choose(Observation(twin, seat, options)) == real


@every_table
def test_the_words_of_a_move_depend_on_nothing_hidden(game: str, seats: int) -> None:
    """The same answer with the same dice, here and in a world that an eye cannot tell apart: if it sees the same
    afterwards, and was shown the same meanwhile, it has heard the same. (A rule that tells a hidden face, by name or as
    a number, is found here.)"""
    rng, compared = Random(6), 0
    position = knaves.start(game, seats=seats, seed=6)
    for count, (seat, options) in enumerate(walk(position, rng)):
        if count % 3 or position.sealed:
            continue
        option, eye = rng.choice(options), rng.choice([*range(seats), None])
        world = position.imagine(eye, rng)
        ask = world.ask()
        assert ask is not None
        if option not in (ask.options(seat) or ask.interjections(seat)):
            continue  # what this eye cannot know makes it impossible there
        world.state.dice, world.state.drawn = position.state.dice, position.state.drawn
        here, there = (played_and_heard(one.clone(), seat, option, eye) for one in (position, world))
        if here[:2] == there[:2]:
            compared += 1
            assert here[2] == there[2], f"{option} by seat {seat} tells {eye} what is hidden"
    assert compared


def played_and_heard(
    position: knaves.Position, seat: int, option: Option, eye: int | None
) -> tuple[bytes, list[int], list[str | None]]:
    """What an eye sees afterwards, the faces it was shown on the way (a token that is turned up and taken back), and
    what it heard."""
    heard: list[knaves.Event] = []
    position.listen(heard.append)
    position.take(seat, option)
    mine = 1 << (position.seats if eye is None else eye)
    shown = [
        thing
        for event in heard
        for thing, seen in zip(event.things, event.seen, strict=True)
        if seen != -1 and seen & mine
    ]
    return msgspec.json.encode(position.view(eye)), shown, [position.text(event, eye) for event in heard]
