"""Playing on in an imagined world, by the advice of the game, to where what was decided has landed."""

from __future__ import annotations

from random import Random

from knaves.core.position import Position
from knaves.core.turns import HOLD


def play_on(position: Position, rng: Random, after: int = 0, stages: int = 1, most: int = 2_000) -> None:
    """Plays until the stage of the game has changed so often, or the game is over, or so many answers are given.

    `after`: seats below this one have let their chance to interject pass already.
    """
    game, state = position.game, position.state
    stage, advise, speakers = game.stage, game.advise_state, game.speakers
    speaks, seats = position.speaks, state.seats
    begun = stage(state)
    answers = 0
    while answers < most:
        choice = position.choice
        if choice is None:
            return
        now = stage(state)
        if now != begun:
            stages -= 1
            if stages == 0:
                return
            begun = now
        if speaks:
            may = speakers(state)
            if may and not position.stack[-1].closed:
                for seat in range(after, seats):
                    if not may >> seat & 1 or seat == choice.seat:
                        continue
                    if choice.each and seat in choice.each and seat not in position.sealed:
                        continue
                    can = game.interjections(state, seat)
                    if can:
                        said = advise(state, seat, [HOLD, *can], rng)
                        if said != HOLD:
                            answers += 1
                            position.take(seat, said)
                            choice = position.choice
                            if choice is None or position.stack[-1].closed:
                                break
                            may = speakers(state)
                if choice is None:
                    return
        after = 0
        if choice.each is None:
            seat, options = choice.seat, choice.options
        else:
            seat = position.first_of(choice.each)
            options = choice.each[seat]
        if speaks:
            more = position.interjections(seat)
            if more:
                options = [*options, *more]
        answers += 1
        position.take(seat, options[0] if len(options) == 1 else advise(state, seat, options, rng))
