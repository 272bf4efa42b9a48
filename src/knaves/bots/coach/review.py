"""Grades for the answers of one seat in a finished game, its chances over time, and luck told apart from skill."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Literal, NamedTuple

import msgspec

from knaves.bots.coach.trials import Trials, difference, learned, outcome
from knaves.core.errors import BadSave
from knaves.core.position import Position
from knaves.core.save import File, start_of
from knaves.core.step import Option
from knaves.games import find

Grade = Literal["best", "fine", "loose", "mistake"]

FIRST, FURTHER = 6, 24
"""Worlds in which every answer is tried, to choose the best other one; and fresh ones that judge it."""

ANSWERS = 4
"""So many answers of a decision are tried at most: the one given, the one a fair bot would give, and some others."""

POINTS = 24
"""So many moments of a game have a place on the curve."""

LOOSE, MISTAKE = 0.02, 0.05
SEED = "knaves coach"


class Moment(msgspec.Struct, frozen=True, tag="moment"):
    """How likely each seat was to win, by what everybody could see."""

    answers: int  # that had been given
    chances: list[float]
    worlds: int = 0  # that were played for it


class JudgedAnswer(msgspec.Struct, frozen=True, tag="answer"):
    """One decision of the seat, judged."""

    number: int  # of the answer in the record, from 1
    prompt: str
    given: str  # in words
    better: str  # "" where nothing is clearly better
    grade: Grade
    chance: float  # of winning, with the answer that was given
    cost: float  # by how much the best answer wins more often
    error: float  # of the cost: twice its standard deviation
    reason: str
    gain: float  # beside the answer of a fair bot
    gain_error: float
    worlds: int  # that were played for it


class Review(msgspec.Struct, frozen=True):
    """What the coach has to say to one seat."""

    game: str
    rules: str  # version of the game's rules
    seats: int
    seat: int
    answers: list[JudgedAnswer]
    curve: list[Moment]
    won: float  # what the seat has of the win
    skill: float  # what its answers gained beside those of a fair bot
    skill_error: float
    luck: float  # the rest: dice, draws, what others did
    kept: float  # the mean of the chance of its answers beside the best ones
    worlds: int  # that were played

    def tally(self) -> dict[Grade, int]:
        grades: tuple[Grade, ...] = ("best", "fine", "loose", "mistake")
        return {grade: sum(one.grade == grade for one in self.answers) for grade in grades}

    def lessons(self) -> list[JudgedAnswer]:
        """What can be learned from, the dearest first."""
        return sorted((one for one in self.answers if one.better), key=lambda one: -one.cost)


class Decision(NamedTuple):
    """A point of the record at which the seat had a choice."""

    number: int
    position: Position
    option: Option
    options: list[Option]


def decisions(file: File, seat: int) -> Iterator[Decision]:
    """Where the seat had more than one answer that is no interjection. The position is one's own."""
    position = start_of(file, find)
    spoken = position.game.interjection_verbs
    for number, (who, given) in enumerate(file.log or [], 1):
        option = tuple(given)
        ask = position.ask()
        if who == seat and ask is not None and seat in ask.seats and option[0] not in spoken:
            options = [one for one in ask.options(seat) if one[0] not in spoken]
            if len(options) > 1 and option in options:
                yield Decision(number, position.clone(), options[options.index(option)], options)
        position.apply(who, option)


def tried(decision: Decision, seat: int, seed: str) -> tuple[Trials, Option]:
    """The answers that are worth a look, and the one a fair bot would give."""
    position, game = decision.position, decision.position.game
    rng = Random(seed)
    fair = game.advise(position.view(seat), decision.options, rng)
    likely = [option for option in decision.options if option[0] not in game.seldom]
    others = [option for option in likely if option not in (fair, decision.option)]
    rng.shuffle(others)
    chosen = [*dict.fromkeys((decision.option, fair)), *others][:ANSWERS]
    return Trials(position, seat, chosen, seed), fair


def judge(decision: Decision, seat: int, seed: str) -> JudgedAnswer:
    """One decision judged."""
    trials, fair = tried(decision, seat, seed)
    trials.more(FIRST)
    mine, usual = trials.of(decision.option), trials.of(fair)
    rival = max((trial for trial in trials.trials if trial is not mine), key=lambda trial: trial.chance(seat))
    looked = [mine, rival, *([usual] if usual not in (mine, rival) else [])]
    if (
        len({tuple(end.wins for end in trial.outcomes) for trial in looked}) > 1
    ):  # else there is nothing to find
        trials.more(FURTHER, looked)
    after = FIRST if len(mine.outcomes) > FIRST else 0
    found = difference(rival, mine, seat, after)
    cost, error = max(0.0, found.mean), 2 * found.error
    grade: Grade = "fine"
    better = reason = ""
    position = decision.position
    if cost > error and cost >= LOOSE:
        grade = "mistake" if cost > MISTAKE else "loose"
        better = position.label(rival.option, seat)
        reason = because(rival.chance(seat), mine.chance(seat), rival.score(seat) - mine.score(seat), error)
    elif -found.mean > max(LOOSE, error):
        grade = "best"
        reason = f"It wins {-found.mean:.0%} more often than the best other answer that was tried."
    ask = position.ask()
    gain = difference(mine, usual, seat, after)
    return JudgedAnswer(
        number=decision.number,
        prompt=ask.prompt(seat) if ask is not None else "",
        given=position.label(decision.option, seat),
        better=better,
        grade=grade,
        chance=mine.chance(seat),
        cost=cost if better else 0.0,
        error=error,
        reason=reason,
        gain=gain.mean,
        gain_error=2 * gain.error,
        worlds=sum(len(trial.outcomes) for trial in trials.trials),
    )


def because(best: float, mine: float, points: float, error: float) -> str:
    """Why another answer is better: what it wins, and what it is worth at the end."""
    said = f"It wins in {best:.0%} of the worlds you could imagine, yours in {mine:.0%} (give or take {error:.0%})"
    if abs(points) >= 0.5:
        said += f"; at the end you have {abs(points):.1f} points {'more' if points > 0 else 'fewer'} with it"
    return said + "."


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
        part = 1 / len(result.winners) if result.winners else 0.0
        return Moment(number, [part if seat in result.winners else 0.0 for seat in range(position.seats)])
    value = learned(position.game, position.seats)
    ends = [
        outcome(position.imagine(None, Random(f"{SEED} {number} {k}")), Random(f"{SEED} {k}"), value)
        for k in range(worlds)
    ]
    return Moment(
        number, [sum(end.wins[seat] for end in ends) / worlds for seat in range(position.seats)], worlds
    )


class Sitting:
    """One seat's game on the coach's desk, step by step: first the moments, then the answers."""

    def __init__(self, file: File, seat: int, worlds: int = 16) -> None:
        if file.log is None:
            raise BadSave("The file has no answers to look at; it holds a position only.")
        if not 0 <= seat < file.seats:
            raise BadSave(f"There is no seat {seat} in this game of {file.seats}.")
        self.file, self.seat, self.worlds = file, seat, worlds
        self._moments = [*moments(file)]
        self._decisions = [*decisions(file, seat)]

    @property
    def steps(self) -> int:
        return len(self._moments) + len(self._decisions)

    def step(self, number: int) -> Moment | JudgedAnswer:
        """The same whenever it is taken."""
        if number < len(self._moments):
            at, position = self._moments[number]
            return chances(position, at, self.worlds)
        decision = self._decisions[number - len(self._moments)]
        return judge(decision, self.seat, f"{SEED} {decision.number}")


def summed(file: File, seat: int, found: Sequence[Moment | JudgedAnswer]) -> Review:
    """All steps together."""
    answers = [one for one in found if isinstance(one, JudgedAnswer)]
    curve = [one for one in found if isinstance(one, Moment)]
    won = curve[-1].chances[seat]
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
        skill=skill,
        skill_error=sqrt(sum(answer.gain_error**2 for answer in answers)),
        luck=won - 1 / file.seats - skill,
        kept=sum(ratios) / len(ratios) if ratios else 1.0,
        worlds=sum(one.worlds for one in found),
    )


def review(
    file: File,
    seat: int,
    worlds: int = 16,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Review:
    """All that the coach can say to a seat. `progress` hears how much of how much is done."""
    sitting = Sitting(file, seat, worlds)
    found: list[Moment | JudgedAnswer] = []
    for number in range(sitting.steps):
        found.append(sitting.step(number))
        progress(number + 1, sitting.steps)
    return summed(file, seat, found)
