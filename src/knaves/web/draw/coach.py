"""What the coach has found, as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from knaves.bots.coach import JudgedAnswer, Moment, Review

WIDTH, HEIGHT = 440, 400
GRID = [(share, HEIGHT * (100 - share) // 100) for share in (100, 75, 50, 25, 0)]
"""Chances in percent, and how far below the upper edge."""
SIGNS = {"best": "★", "fine": "≈", "loose": "~", "mistake": "✕"}


class ChanceLine(NamedTuple):
    """One seat's chance to win over time."""

    seat: int
    name: str
    points: str  # of a polyline
    last: str  # in words
    y: float  # where its name stands


class GradedAnswer(NamedTuple):
    """One answer of the person."""

    grade: str
    sign: str
    number: int
    prompt: str
    given: str
    better: str
    reason: str
    cost: str
    at: int  # answers before it: opens the replay


class CoachPage(NamedTuple):
    """The whole page, as far as it is there."""

    lines: list[ChanceLine]
    even: float  # height of an even share
    tally: list[tuple[str, str, int]]  # grade, its sign, how many
    calls: list[GradedAnswer]
    done: int  # percent
    headline: str
    kept: str
    skill: str
    skill_error: str
    luck: str
    result: str
    worlds: str


def signed(share: float) -> str:
    """In points of a hundred."""
    return f"{share * 100:+.0f}".replace("-", "−")


def lines_of(moments: Sequence[Moment], names: Sequence[str], length: int) -> list[ChanceLine]:
    """`length`: answers of the whole game. Names at the end of the lines do not stand over each other."""
    found = []
    for seat, name in enumerate(names):
        places = [
            f"{WIDTH * one.answers / max(1, length):.1f},{HEIGHT * (1 - one.chances[seat]):.1f}"
            for one in moments
        ]
        last = moments[-1].chances[seat]
        found.append(ChanceLine(seat, name, " ".join(places), f"{last:.0%}", HEIGHT * (1 - last)))
    above = HEIGHT + 20.0
    for line in sorted(found, key=lambda line: -line.y):
        above = min(line.y, above - 20)
        found[line.seat] = line._replace(y=round(above, 1))
    return found


def call_of(one: JudgedAnswer) -> GradedAnswer:
    return GradedAnswer(
        one.grade,
        SIGNS[one.grade],
        one.number,
        one.prompt,
        one.given,
        one.better,
        one.reason,
        f"−{one.cost * 100:.0f} ± {one.error * 100:.0f}" if one.better else "",
        one.number - 1,
    )


def headline(review: Review) -> str:
    """In three words, what the figures say. What is within the error is not said."""
    if abs(review.skill) <= max(review.skill_error, 0.05):
        return "An even hand" if abs(review.luck) < 0.2 else "Lucky" if review.luck > 0 else "Unlucky"
    if review.skill > 0:
        return "Well played" if review.luck > -0.1 else "Well played, badly drawn"
    return "There was more in it" if review.luck < 0.1 else "Lucky to get so far"


def coach_page(
    found: Sequence[Moment | JudgedAnswer],
    review: Review | None,
    names: Sequence[str],
    length: int,
    share: float,
) -> CoachPage:
    moments = [one for one in found if isinstance(one, Moment)]
    answers = [one for one in found if isinstance(one, JudgedAnswer)]
    lessons = sorted((one for one in answers if one.better), key=lambda one: -one.cost)
    good = [one for one in answers if one.grade == "best"]
    return CoachPage(
        lines=lines_of(moments, names, length) if moments else [],
        even=round(HEIGHT * (1 - 1 / len(names)), 1),
        tally=[(grade, sign, sum(one.grade == grade for one in answers)) for grade, sign in SIGNS.items()],
        calls=[call_of(one) for one in (*lessons, *good)],
        done=int(100 * share),
        headline=headline(review) if review else "",
        kept=f"{review.kept:.0%}" if review else "",
        skill=signed(review.skill) if review else "",
        skill_error=f"{review.skill_error * 100:.0f}" if review else "",
        luck=signed(review.luck) if review else "",
        result=signed(review.won - 1 / review.seats) if review else "",
        worlds=f"{sum(one.worlds for one in found):,}",
    )
