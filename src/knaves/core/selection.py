"""From what a person selects at once (some cards, a number) to the single answers that the engine takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from knaves.core.ask import Ask
from knaves.core.errors import Refused
from knaves.core.position import Position
from knaves.core.state import State
from knaves.core.step import ONE, Answer, Choice, Option, Shape, Step, run_line
from knaves.core.undo import Foresight


def answers_for(position: Position, seat: int, selection: int | Sequence[int | Option]) -> list[Option]:
    """The answers that a selection stands for: its things picked one by one and `done`, or one amount. A thing is its
    number, or an option as far as it names the thing; it may be named as often as it may be picked.

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
    return _picked(position, seat, shape, [(shape.verb, x) if isinstance(x, int) else x for x in selection])


def completed(position: Position, seat: int, options: list[Option]) -> list[Option]:
    """The same picks as answers that can be given one after the other: without those that the engine makes by itself
    as the last that are left, and with `done` where the step still waits. What is no selection stays as it is."""
    ask = position.ask()
    shape = ask.shape(seat) if ask is not None and seat in ask.seats else ONE
    picks = options[:-1] if options[-1] == shape.done else options
    if shape.kind != "some" or not picks or any(shape.thing(option) is None for option in picks):
        return options
    return _picked(position, seat, shape, picks)


def is_final(position: Position, seat: int) -> bool:
    """Could a selection, once it is sent, not be taken back? Its single picks may well be: it is looked at with as few
    of them as there can be."""
    trial = position.clone()
    ask = trial.ask()
    shape: Shape | None = ask.shape(seat) if ask is not None and seat in ask.seats else ONE
    if shape is None or shape.kind != "some":
        return False
    top, picked = trial.stack[-1], False
    while shape is not None and trial.choice is not None:
        offered = trial.choice.answers_of(seat) or []
        done = picked and shape.done in offered
        pick = next((option for option in offered if shape.thing(option) is not None), None)
        last = cast(Option, shape.done) if done else pick
        if last is None or not Foresight(trial, seat).can_be_undone(last):
            return last is not None
        if done:
            return False
        trial.take(seat, last)
        picked, shape = True, _goes_on(trial, top, seat, shape.verb, shape.left)
    return False


def _picked(position: Position, seat: int, shape: Shape, wanted: Sequence[Option]) -> list[Option]:
    """Plays the picks on a copy: which answers are left to give shows only then."""
    trial = position.clone()
    top, left, made = trial.stack[-1], shape.left + 1, list[Option]()
    for number, want in enumerate(wanted):
        now = _goes_on(trial, top, seat, shape.verb, left)
        if now is None:
            rest = [shape.thing(option) for option in wanted[number:]]
            if trial.result is not None or rest == [*map(shape.thing, _forced(position, seat, made))]:
                return made  # there is nothing left to choose
            raise Refused(f"After {number} the choice is complete.")
        assert trial.choice is not None
        left, option = now.left, _meant(trial.choice.answers_of(seat) or [], now, want)
        trial.check(seat, option)
        trial.take(seat, option)
        made.append(option)
    if shape.done and _goes_on(trial, top, seat, shape.verb, left):
        made.append(shape.done)
    return made


def _meant(offered: list[Option], shape: Shape, want: Option) -> Option:
    """The option that picks what is wanted: itself; or where it only names a thing, or one that was picked before and
    has another option now, the first that picks the same."""
    thing = shape.thing(want)
    if want in offered or (want != thing and all(thing != other for other, _ in shape.again)):
        return want
    return next((option for option in offered if shape.thing(option) == thing), want)


def _goes_on(trial: Position, top: Step[State], seat: int, verb: str, left: int) -> Shape | None:
    """Does the same step still ask this seat for more of the same, of which fewer are left? As what shape."""
    if trial.choice is None or trial.stack[-1] is not top:
        return None
    ask = Ask(trial, trial.choice)
    shape = ask.shape(seat) if seat in ask.seats else ONE
    return shape if shape.verb == verb and shape.left < left else None


def _forced(position: Position, seat: int, made: Sequence[Option]) -> list[Option]:
    """What the engine has picked by itself after these picks, as all that was left."""
    if not made:
        return []
    trial, found = position.clone(), list[Option]()
    for option in made[:-1]:
        trial.take(seat, option)
    stack, state = trial.stack, trial.state
    top = stack[-1]
    chosen: Choice | None = Choice(seat, [made[-1]])
    top.line += 1
    while stack and state.result is None:
        if chosen is not None:
            if chosen.each is not None or len(chosen.options) != 1 or chosen.always or chosen.moment:
                break
            if chosen.seat == seat and stack[-1] is top:
                found.append(chosen.options[0])
            stack[-1].answer = cast(Answer, chosen.options[0])
        chosen = run_line(stack, state)
    return found[1:]
