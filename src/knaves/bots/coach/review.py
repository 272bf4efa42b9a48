"""A finished game on the coach's desk: chances over time, graded answers, and luck told apart from skill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

import msgspec

from knaves.bots.coach.judging import GRADES, Decision, Grade, JudgedAnswer, decisions, judge
from knaves.bots.coach.trials import landing, learned, outcomes
from knaves.core.ending import win_shares
from knaves.core.errors import BadSave
from knaves.core.position import Position
from knaves.core.save import File, start_of
from knaves.games import find

POINTS = 32
"""So many moments of a game have a place on the curve."""

WORLDS = 16
SEED = "knaves coach"


class Moment(msgspec.Struct, frozen=True, tag="moment"):
    """How likely each seat was to win, by what everybody could see."""

    answers: int  # that had been given
    chances: list[float]
    worlds: int = 0  # that were played for it


Found = Moment | JudgedAnswer


class Review(msgspec.Struct, frozen=True):
    """What the coach has to say to one seat."""

    game: str
    rules: str  # version of the game's rules
    seats: int
    seat: int
    answers: list[JudgedAnswer]
    curve: list[Moment]
    won: float  # what the seat has of the win
    even: float  # what it would have if all were equal: a quarter of four, where one wins
    skill: float  # what its answers gained beside those of a fair bot
    skill_error: float
    luck: float  # the rest: dice, draws, what others did
    kept: float  # the mean of the chance of its answers beside the best ones
    worlds: int  # that were played

    def tally(self) -> dict[Grade, int]:
        return {grade: sum(one.grade == grade for one in self.answers) for grade in GRADES}


def lessons(answers: Sequence[JudgedAnswer]) -> list[JudgedAnswer]:
    """What can be learned from, the dearest first."""
    return sorted((one for one in answers if one.better), key=lambda one: -one.cost)


def moments(file: File) -> Iterator[tuple[int, Position]]:
    """Evenly spread over the game: so many answers had been given, and how the game stood; the last is its end."""
    position, log = start_of(file, find), file.log or []
    step = max(1, len(log) // POINTS)
    for number, (who, option) in enumerate(log):
        if number % step == 0:
            yield number, position.clone()
        position.apply(who, tuple(option))
    if position.result is None:
        raise BadSave("The coach looks at games that are over; this one goes on.")
    yield len(log), position


def chances(position: Position, number: int, worlds: int) -> Moment:
    """Of all seats, in worlds of a spectator; at the end it is the result."""
    result = position.result
    if result is not None:
        return Moment(number, win_shares(result.winners, position.seats, position.game.one_winner))
    value = learned(position.game, position.seats)
    found = [
        landing(position.imagine(None, Random(f"{SEED} {number} {k}")), Random(f"{SEED} {k}"), value)
        for k in range(worlds)
    ]
    ends = outcomes(found, value)
    return Moment(
        number, [sum(end.wins[seat] for end in ends) / worlds for seat in range(position.seats)], worlds
    )


class CoachStep(NamedTuple):
    """A piece of the coach's work: a moment of the curve (`seat` -1), or an answer of a seat."""

    seat: int
    number: int


class Sitting:
    """A game on the coach's desk. The steps can be taken in any order; each is the same whenever it is taken."""

    def __init__(self, file: File, names: Sequence[str] = (), worlds: int = WORLDS) -> None:
        if file.log is None:
            raise BadSave("The file has no answers to look at; it holds a position only.")
        self.names, self.worlds = names, worlds
        self._moments = dict(moments(file))
        self._decisions: dict[int, Decision] = {one.number: one for one in decisions(file)}

    def steps(self) -> list[CoachStep]:
        """All of them, as the game went: a moment is before the answer of its number."""
        found = [CoachStep(-1, number) for number in self._moments]
        found += [CoachStep(one.seat, number) for number, one in self._decisions.items()]
        return sorted(found, key=lambda step: (step.number, step.seat))

    def take(self, step: CoachStep) -> Found:
        if step.seat < 0:
            return chances(self._moments[step.number], step.number, self.worlds)
        return judge(self._decisions[step.number], f"{SEED} {step.number}", self.names)


def steps_for(steps: Sequence[CoachStep], seat: int) -> list[CoachStep]:
    """What this seat wants to read: the curve and its own answers, as the game went."""
    return [step for step in steps if step.seat in (-1, seat)]


def summed(file: File, seat: int, found: Sequence[Found]) -> Review:
    """All steps of a seat together."""
    answers = [one for one in found if isinstance(one, JudgedAnswer) and one.seat == seat]
    curve = [one for one in found if isinstance(one, Moment)]
    won, even = curve[-1].chances[seat], sum(curve[0].chances) / file.seats
    skill = sum(answer.gain for answer in answers)
    ratios = [one.chance / (one.chance + one.cost) for one in answers if one.chance + one.cost > 0]
    return Review(
        game=file.game,
        rules=file.rules,
        seats=file.seats,
        seat=seat,
        answers=answers,
        curve=curve,
        won=won,
        even=even,
        skill=skill,
        skill_error=sqrt(sum(answer.gain_error**2 for answer in answers)),
        luck=won - even - skill,
        kept=sum(ratios) / len(ratios) if ratios else 1.0,
        worlds=sum(one.worlds for one in answers) + sum(one.worlds for one in curve),
    )


def review(
    file: File,
    seat: int,
    worlds: int = WORLDS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """All that the coach can say to a seat. `progress` hears how much of how much is done."""
    if not 0 <= seat < file.seats:
        raise BadSave(f"There is no seat {seat} in this game of {file.seats}.")
    sitting = Sitting(file, worlds=worlds)
    steps = steps_for(sitting.steps(), seat)
    found: list[Found] = []
    for done, step in enumerate(steps, 1):
        found.append(sitting.take(step))
        progress(done, len(steps))
    return summed(file, seat, found)
