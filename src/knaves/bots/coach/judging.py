"""One decision judged: how much oftener another answer would have won, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Literal, NamedTuple

import msgspec

from knaves.bots.coach.reasons import told
from knaves.bots.coach.trials import AnswerTrial, Trials, difference
from knaves.core.position import Position
from knaves.core.save import File, start_of
from knaves.core.step import Option
from knaves.games import find

Grade = Literal["best", "fine", "loose", "mistake"]
GRADES: tuple[Grade, ...] = ("best", "fine", "loose", "mistake")

ANSWERS = 12
"""So many answers of a decision are tried at most: the one given, the one a fair bot would give, and some others."""

ALL, SOME, SHORT = 4, 8, 5
"""Worlds in which every answer is tried; worlds more for those that did best; how many these are."""

FURTHER, MOST = 24, 96
"""Fresh worlds that judge the best other answer: so many at a time, until it is clear; not more than so many."""

LOOSE, MISTAKE = 0.02, 0.05
CLEAR = 3.0
"""Standard errors after which no more worlds are needed."""


class TriedAnswer(msgspec.Struct, frozen=True):
    """One answer that was looked at."""

    label: str
    chance: float  # of winning after it
    things: tuple[str, ...]  # that it names, as the board calls them
    worlds: int


class JudgedAnswer(msgspec.Struct, frozen=True, tag="answer"):
    """One decision of a seat, judged."""

    number: int  # of the answer in the record, from 1
    seat: int
    round: int  # or turn, whatever the game counts; 0: it counts none
    part: str  # of the rules it belongs to: "recruit"
    prompt: str
    given: str  # in words
    better: str  # "" where nothing is clearly better
    grade: Grade
    chance: float  # of winning, with the answer that was given
    cost: float  # by how much the best answer wins more often
    lead: float  # by how much the answer that was given wins more often than any other, where that is clear
    error: float  # of cost or lead: twice its standard deviation
    reasons: tuple[str, ...]
    tried: tuple[TriedAnswer, ...]  # the best first
    gain: float  # beside the answer of a fair bot
    gain_error: float
    worlds: int  # that were played for it


class Decision(NamedTuple):
    """A point of the record at which a seat had a choice."""

    number: int
    seat: int
    position: Position
    option: Option
    options: list[Option]


def decisions(file: File) -> Iterator[Decision]:
    """Where a seat had more than one answer that is no interjection. The position is one's own."""
    position = start_of(file, find)
    spoken = position.game.interjection_verbs
    for number, (seat, given) in enumerate(file.log or [], 1):
        option = tuple(given)
        ask = position.ask()
        if ask is not None and seat in ask.seats and option[0] not in spoken:
            options = [one for one in ask.options(seat) if one[0] not in spoken]
            if len(options) > 1 and option in options:
                yield Decision(number, seat, position.clone(), options[options.index(option)], options)
        position.apply(seat, option)


def weighed(trials: Trials, keep: Sequence[AnswerTrial] = ()) -> list[AnswerTrial]:
    """Tries all answers a little, and the best of them (and those to keep) a little more. These, the best first."""
    trials.more(ALL)
    seat = trials.seat
    ranked = sorted(trials.trials, key=lambda trial: -trial.chance(seat))
    short = [trial for trial in ranked if trial in ranked[:SHORT] or trial in keep]
    trials.more(SOME, short)
    return sorted(short, key=lambda trial: -trial.chance(seat))


def compare(trials: Trials, one: AnswerTrial, two: AnswerTrial, beside: Sequence[AnswerTrial] = ()) -> int:
    """Tries two answers (and those beside them) in fresh worlds until it is clear which is better, or clear that none
    is. How many worlds had been looked at before: these chose the two, and do not judge them."""
    before = len(one.outcomes)
    looked = [*dict.fromkeys(map(id, (one, two, *beside)))]
    chosen = [trial for trial in trials.trials if id(trial) in looked]
    if len({tuple(end.wins for end in trial.outcomes) for trial in chosen}) == 1:
        return 0  # nothing to find
    while len(one.outcomes) - before < MOST:
        trials.more(FURTHER, chosen)
        found = difference(one, two, trials.seat, before)
        if abs(found.mean) > CLEAR * found.error or 2 * found.error < LOOSE:
            break
    return before


def judge(decision: Decision, seed: str, names: Sequence[str] = ()) -> JudgedAnswer:
    """One decision judged. `names` of the seats, for the reasons."""
    position, seat, game = decision.position, decision.seat, decision.position.game
    rng = Random(seed)
    fair = game.advise(position.view(seat), decision.options, rng)
    others = [o for o in decision.options if o not in (fair, decision.option) and o[0] not in game.seldom]
    rng.shuffle(others)
    trials = Trials(position, seat, [*dict.fromkeys((decision.option, fair)), *others][:ANSWERS], seed)
    mine, usual = trials.of(decision.option), trials.of(fair)
    ranked = weighed(trials, [mine, usual])
    rival = next(trial for trial in ranked if trial is not mine)
    before = compare(trials, rival, mine, [usual])
    found = difference(rival, mine, seat, before)
    error = 2 * found.error
    grade: Grade = "fine"
    if found.mean > error and found.mean >= LOOSE:
        grade = "mistake" if found.mean > MISTAKE else "loose"
    elif -found.mean > max(LOOSE, error):
        grade = "best"
    worse = grade in ("loose", "mistake")
    gain = difference(mine, usual, seat, before)
    ask = position.ask()
    assert ask is not None
    return JudgedAnswer(
        number=decision.number,
        seat=seat,
        round=game.standing(position.view(None)).at,
        part=ask.clause(seat).partition(".")[0].replace("_", " "),
        prompt=ask.prompt(seat, names),
        given=position.label(decision.option, seat, names),
        better=position.label(rival.option, seat, names) if worse else "",
        grade=grade,
        chance=mine.chance(seat),
        cost=found.mean if worse else 0.0,
        lead=-found.mean if grade == "best" else 0.0,
        error=error,
        reasons=tuple(told(trials, rival.option, mine.option, names) if worse else ())
        or tuple(told(trials, mine.option, rival.option, names) if grade == "best" else ()),
        tried=shown(trials, names),
        gain=gain.mean,
        gain_error=2 * gain.error,
        worlds=trials.worlds,
    )


def shown(trials: Trials, names: Sequence[str] = ()) -> tuple[TriedAnswer, ...]:
    """All answers that were tried, the best first."""
    position, seat = trials.position, trials.seat
    ranked = sorted(trials.trials, key=lambda trial: -trial.chance(seat))
    return tuple(
        TriedAnswer(
            position.label(trial.option, seat, names),
            trial.chance(seat),
            tuple(position.things(trial.option)),
            len(trial.outcomes),
        )
        for trial in ranked
    )
