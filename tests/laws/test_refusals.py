"""Laws of refusals: why something cannot be done says nothing about what the seat may not know."""

from __future__ import annotations

from random import Random

import knaves
from knaves.core.step import Option, things_of
from tests.laws.tables import every_table, walk

EVERY = 40  # answers apart
WORLDS = 2
LEFT_OUT = {"new_angeles": {"trading": False}, "villains": {"deals": False}}  # what may be done at any time


def kinds(position: knaves.Position) -> list[str]:
    """Every kind of thing that the game has words for."""
    game = position.game
    named = [game.kinds(verb).values() for verb in game.verbs] + [
        game.event_kinds(e).values() for e in game.events
    ]
    return sorted({kind for some in named for kind in some if kind} | game.pieces | {"seat"})


def numbers(position: knaves.Position, kind: str = "") -> range:
    """Every number of a kind, and some that nothing has; pieces off the table among them."""
    pieces = len(position.state.face) if not kind or kind in position.game.pieces else 0
    return range(-2, max(pieces, 60) + 3)


def whys(position: knaves.Position, seat: int) -> dict[str, object]:
    ask = position.ask()
    assert ask is not None
    things = [f"{kind}:{number}" for kind in kinds(position) for number in numbers(position, kind)]
    return {thing: ask.why_not(seat, thing) for thing in things}


def answer(position: knaves.Position, seat: int, option: Option) -> tuple[str, str]:
    try:
        position.check(seat, option)
    except knaves.Refused as said:
        return said.reason, said.clause
    return "legal", ""


def wrong_answers(position: knaves.Position, seat: int, rng: Random) -> list[Option]:
    """Every number in a place of an answer, for some verbs; the other places as they might be."""
    ask = position.ask()
    assert ask is not None
    made: list[Option] = []
    verbs = sorted(position.game.verbs)
    for verb in rng.sample(verbs, min(4, len(verbs))):
        legal = [o for o in ask.options(seat) if o[0] == verb]
        width = max(len(rng.choice(legal)) - 1 if legal else 0, *position.game.kinds(verb), 1)
        at = rng.randrange(width)
        base = list(things_of(rng.choice(legal))) if legal else [rng.randrange(5) for _ in range(width)]
        base += [0] * (width - len(base))
        for number in numbers(position):
            option: Option = (verb, *(number if place == at else thing for place, thing in enumerate(base)))
            made.append(option)
    return made


@every_table
def test_refusals_are_the_same_in_every_world(game: str, seats: int) -> None:
    rng = Random(31)
    position = knaves.start(game, seats=seats, seed=31)
    for count, (seat, _) in enumerate(walk(position, rng)):
        if count % EVERY:
            continue
        answers = wrong_answers(position, seat, rng)
        asked = whys(position, seat)
        refused = [answer(position, seat, option) for option in answers]
        nothing_about_hidden_pieces(position, seat, asked, dict(zip(answers, refused, strict=True)))
        for _ in range(WORLDS):
            world = position.imagine(seat, rng)
            for thing, why in whys(world, seat).items():
                assert why == asked[thing], f"why not {thing}? The answer tells {asked[thing]} from {why}"
            for option, said in zip(answers, refused, strict=True):
                assert answer(world, seat, option) == said, option


def nothing_about_hidden_pieces(
    position: knaves.Position, seat: int, whys: dict[str, object], refused: dict[Option, tuple[str, str]]
) -> None:
    """Which piece has which number can be known from the box: so all that a seat has not seen are spoken of alike."""
    state, game = position.state, position.game
    hidden = {slot for slot in range(len(state.face)) if not state.sees(seat, slot)}
    for kind in game.pieces:
        said = {f"{kind}:{slot}": whys[f"{kind}:{slot}"] for slot in hidden}
        assert len({why for why in said.values() if why is not None}) <= 1, said
    groups: dict[object, dict[int, tuple[str, str]]] = {}
    for option, said_of in refused.items():
        for place, kind in game.kinds(option[0]).items():
            _, *things = option
            if (
                kind in game.pieces
                and place <= len(things)
                and things[place - 1] in hidden
                and said_of[0] != "legal"
            ):
                slot, things[place - 1] = things[place - 1], -1
                groups.setdefault((option[0], place, *things), {})[slot] = said_of
    for start, by_slot in groups.items():
        assert len(set(by_slot.values())) == 1, (start, by_slot)


@every_table
def test_what_may_be_done_at_any_time_is_refused_with_a_reason_of_its_own(game: str, seats: int) -> None:
    """Not with the question that somebody else is asked just now."""
    rng = Random(32)
    position = knaves.start(game, seats=seats, seed=32)
    once: list[dict[Option, None]] = [{} for _ in range(seats)]  # what each seat could do some time
    for count, _ in enumerate(walk(position, rng)):
        if count % 8 or not position.speaks or position.stack[-1].closed:
            continue
        for seat, could in enumerate(once):
            can = position.interjections(seat)
            lapsed = [option for option in could if option not in can]
            for option in rng.sample(lapsed, min(3, len(lapsed))):
                reason, clause = answer(position, seat, option)
                evasive = reason.startswith(("That is not possible", "It is not part of", "Waiting for"))
                assert reason == "legal" or (clause and not evasive), (option, reason)
            could.update(dict.fromkeys(can))


@every_table
def test_what_may_be_done_at_any_time_says_why_not_now(game: str, seats: int) -> None:
    """Not that somebody else is waited for: at other moments he is, too, and it can be done."""
    rng = Random(32)
    for options in ({}, LEFT_OUT.get(game, {})):
        position = knaves.start(game, seats=seats, seed=32, **options)
        for seat, _ in walk(position, rng):
            if position.speaks and not position.stack[-1].closed:
                continue
            ask = position.ask()
            assert ask is not None
            for verb in sorted(position.game.interjection_verbs - {o[0] for o in ask.options(seat)}):
                for eye in range(seats):
                    reason, clause = answer(position, eye, (verb, 0, 0, 0, 0, 0, 0, 0))
                    assert not reason.startswith(("Waiting for", "It is not part of")) and clause, reason
                    assert position.speaks or reason.startswith("This table plays without "), reason
