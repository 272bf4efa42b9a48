"""From what a person selects at once (some cards, a number) to the single answers that the engine takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from knaves.core.ask import Ask
from knaves.core.errors import Refused
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import ONE, Option, Shape, Step


def answers_for(position: Position, seat: int, selection: int | Sequence[int]) -> list[Option]:
    """The answers that a selection stands for: its things picked one by one and `done`, or one amount.

    Refused if it cannot be played as a whole; `Position.apply_all` plays it.
    """
    ask = position.ask()
    if ask is None:
        raise Refused("The game is over.")
    if seat not in ask.seats:
        raise Refused(ask.prompt(seat), ask.clause(ask.seats[0]))
    shape = ask.shape(seat)
    if isinstance(selection, int):
        if shape.kind != "amount":
            raise Refused(f"No number is asked for: {ask.prompt(seat)}", ask.clause(seat))
        amount = cast(Option, (shape.verb, *shape.fixed, selection))
        position.check(seat, amount)
        return [amount]
    if shape.kind != "some":
        raise Refused(f"Only one thing can be chosen: {ask.prompt(seat)}", ask.clause(seat))
    count = len(shape.picked) + len(selection)
    if not shape.least <= count <= shape.most:
        wanted = f"{shape.least} to {shape.most}" if shape.least < shape.most else str(shape.most)
        raise Refused(f"Choose {wanted}, not {count}: {ask.prompt(seat)}", ask.clause(seat))
    return _picked(position.clone(), seat, shape, selection)


def completed(position: Position, seat: int, options: list[Option]) -> list[Option]:
    """The same picks as answers that can be given one after the other: without the one that the engine makes by itself
    as the last that is left, and with `done` where the step still waits. What is no selection stays as it is."""
    ask = position.ask()
    shape = ask.shape(seat) if ask is not None and seat in ask.seats else ONE
    picks = options[:-1] if options[-1] == shape.done else options
    if shape.kind != "some" or not picks or any(shape.picks(option) is None for option in picks):
        return options
    return _picked(position.clone(), seat, shape, picks)


def _picked(trial: Position, seat: int, shape: Shape, things: Sequence[int | Option]) -> list[Option]:
    """Plays the picks on a copy: which answers are left to give shows only then."""
    top, made = trial.stack[-1], list[Option]()
    for number, wanted in enumerate(things, 1):
        thing = wanted if isinstance(wanted, int) else shape.picks(wanted)
        if not _goes_on(trial, top, seat, shape.verb):
            if shape.picks(top.answer) == thing and number == len(things):
                return made  # the only one that was left: the engine has picked it
            raise Refused(f"After {number - 1} the choice is complete.")
        assert trial.choice is not None
        offered = trial.choice.answers_of(seat) or []
        first = next((o for o in offered if shape.picks(o) == thing), cast(Option, (shape.verb, thing)))
        option = first if isinstance(wanted, int) else wanted
        trial.check(seat, option)
        trial.take(seat, option)
        made.append(option)
    if shape.done and _goes_on(trial, top, seat, shape.verb):
        made.append(shape.done)
    return made


def _goes_on(trial: Position, top: Step[State], seat: int, verb: str) -> bool:
    """Does the same step still ask this seat for more of the same?"""
    if trial.choice is None or trial.stack[-1] is not top:
        return False
    ask = Ask(trial, trial.choice)
    return seat in ask.seats and ask.shape(seat).verb == verb
