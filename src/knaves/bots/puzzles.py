"""Puzzles: positions with one clearly best answer.

They are found in games of bots and kept in the folder of the game (`puzzles/1.json`, …) by `scripts/puzzles.py`.
A quick look chooses a decision at which one answer seems to be ahead; a longer one, in fresh worlds and further ahead,
must find the same. What is kept is a world that the seat imagines, not the game it was found in.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

import msgspec

from knaves.bots.coach.reasons import told
from knaves.bots.coach.trials import AHEAD, AnswerTrial, Trials, difference, learned
from knaves.core.game import Game
from knaves.core.position import Position
from knaves.core.reading import WrittenOption
from knaves.core.save import load
from knaves.core.start import begin
from knaves.core.state import State
from knaves.core.step import Option
from knaves.core.turns import Turns
from knaves.games import find

PEOPLE = ("Mirela", "Oskar", "Ines", "Tamsin", "Bruno", "Ludo")
"""Who sits at the table of a puzzle."""
FEWEST, MOST = 3, 8
"""A puzzle has so many answers."""
QUICK, LOOK = 4, 12
"""Worlds: for a first glance at all answers, and for a look."""
LONG = (24, 56)
"""Fresh worlds of the longer search that must agree: what does not lead after the first of them is given up."""
LEAD, SURE = 0.03, 3.0
"""The best answer wins at least so much more often than any other, by so many standard errors."""
PLAIN = 0.35
"""Where the best answer leads by more, it is no puzzle."""
LOOKED_AT = 0.4
"""So many of the decisions are looked at: the puzzles come from many games, not from the first turns of a few."""
SLIPS = 0.1
"""So often the bots of the games in which puzzles are found do not do what they think best."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """One puzzle, as it is kept."""

    game: str
    seats: int
    seat: int  # who has to answer
    round: int  # or turn; 0: the game counts none
    options: tuple[WrittenOption, ...]
    answer: WrittenOption
    chances: tuple[float, ...]  # of winning, for each option, in the longer search
    errors: tuple[float, ...]  # of how far each is behind the best: twice the standard deviation
    worlds: int  # of the longer search, for each option
    reasons: tuple[str, ...]
    seed: str  # of the game it was found in
    made: str  # the command
    position: str  # a save

    def open(self) -> Position:
        return load(self.position, find)


def folder_of(game: str) -> Path:
    return Path(str(files("knaves.games"))) / game / "puzzles"


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, in the order of their numbers."""
    places = sorted(folder_of(game).glob("*.json"), key=lambda place: int(place.stem))
    return tuple(msgspec.json.decode(place.read_bytes(), type=Puzzle) for place in places)


def search(game: Game[State], seats: int, seed: str, made: str) -> Iterator[Puzzle]:
    """Plays a game and looks at its decisions, one after the other."""
    assert learned(game, seats) is not None, "without a learned value a long search would take too long"
    rng = Random(f"knaves puzzles {seed}")
    turns = Turns(begin(game, seats, seed, {}))
    while not turns.over:
        if not turns.chance and rng.random() < LOOKED_AT:
            found = tempting(turns.position, turns.seat, seed, made)
            if found is not None:
                yield found
        advised = game.advise_state(turns.position.state, turns.seat, turns.options, rng)
        turns.answer(rng.choice(turns.options) if rng.random() < SLIPS else advised)


def answers_of(position: Position, seat: int) -> list[Option]:
    """What a puzzle asks for: the answers to the prompt, without what may be done at any time or is seldom wanted."""
    ask = position.ask()
    aside = position.game.interjection_verbs | position.game.seldom
    return [option for option in ask.options(seat) if option[0] not in aside] if ask is not None else []


def tempting(position: Position, seat: int, seed: str, made: str) -> Puzzle | None:
    """A puzzle, if this decision is one."""
    ask, options = position.ask(), answers_of(position, seat)
    if ask is None or not FEWEST <= len(options) <= MOST or ask.shape(seat).kind != "one":
        return None
    quick = Trials(position, seat, options, f"quick {seed}")
    quick.more(QUICK)
    if leading(quick, 0.0) is None:
        return None
    quick.more(LOOK)
    best = leading(quick, 2.0)
    if best is None:
        return None
    long = Trials(position, seat, options, f"long {seed}", AHEAD + 1)
    for worlds, errors in zip(LONG, (1.0, SURE), strict=True):
        long.more(worlds)
        sure = leading(long, errors)
        if sure is None or sure.option != best.option:
            return None
    return puzzle(long, long.of(best.option), seed, made)


def leading(trials: Trials, sure: float) -> AnswerTrial | None:
    """The answer that is ahead of all others by enough, and by so many standard errors; but not by too much."""
    ranked = sorted(trials.trials, key=lambda trial: -trial.chance(trials.seat))
    margins = [difference(ranked[0], other, trials.seat) for other in ranked[1:]]
    if any(margin.mean < LEAD or margin.mean < sure * margin.error for margin in margins):
        return None
    return ranked[0] if margins[0].mean <= PLAIN else None


def puzzle(trials: Trials, best: AnswerTrial, seed: str, made: str) -> Puzzle:
    position, seat = trials.position, trials.seat
    names = PEOPLE[: position.seats]
    others = [trial for trial in trials.trials if trial is not best]
    second = max(others, key=lambda trial: trial.chance(seat))
    return Puzzle(
        game=position.game.id,
        seats=position.seats,
        seat=seat,
        round=position.game.standing(position.view(None)).at,
        options=tuple(trial.option for trial in trials.trials),
        answer=best.option,
        chances=tuple(round(trial.chance(seat), 4) for trial in trials.trials),
        errors=tuple(round(2 * difference(best, trial, seat).error, 4) for trial in trials.trials),
        worlds=len(best.outcomes),
        reasons=tuple(told(trials, best.option, second.option, names, "the next best")),
        seed=seed,
        made=made,
        position=position.imagine(seat, Random(f"a world of {seed}")).save().decode(),
    )
