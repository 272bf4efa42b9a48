"""What the coach has found, as its pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from knaves.bots.coach import GRADES, JudgedAnswer, Moment, Review, lessons
from knaves.core.ending import PLACES, places
from knaves.core.words import all_of, counted
from knaves.games import find
from knaves.table import Table
from knaves.table.pages.page import ResultCard
from knaves.web.draw.chart import Chart, ChartCurve, Dot, ticks_of
from knaves.web.draw.parts import LETTERS
from knaves.web.push.coaching import Session

SIGNS = {"best": "★", "fine": "✓", "loose": "≈", "mistake": "✕"}
DOTS, GOOD = 5, 3
"""So many moments are numbered on the curve; so many good answers stand below those to learn from."""
MIDDLE, ARM = 100, 92
"""Of a bar of luck and skill: where nothing is, and how long the longest is to each side."""


class GradedAnswer(NamedTuple):
    """One answer of the person."""

    grade: str
    sign: str
    number: int
    where: str  # "round 5, recruit"
    prompt: str
    given: str
    better: str
    reason: str
    cost: str
    dot: int  # its number on the curve; 0: none
    address: str


class LuckBar(NamedTuple):
    x: float
    width: float


class LuckRow(NamedTuple):
    """One seat: what its choices gave, and what they did not."""

    seat: int
    name: str
    place: str  # "won", "2nd"
    ready: bool
    kept: str = ""
    skill: str = ""
    error: str = ""
    luck: str = ""
    result: str = ""
    skill_bar: LuckBar = LuckBar(MIDDLE, 0)
    luck_bar: LuckBar = LuckBar(MIDDLE, 0)
    grades: tuple[tuple[str, int, int], ...] = ()  # grade, where it begins, how many
    decisions: int = 0
    mistakes: int = 0


class CoachWay(NamedTuple):
    label: str
    note: str
    address: str


class CoachPage(NamedTuple):
    """The whole page, as far as it is there."""

    who: str  # "Mirela, 2nd of 4"
    chart: Chart | None
    tally: list[tuple[str, str, int]]  # grade, its sign, how many
    calls: list[GradedAnswer]
    every: int  # answers that were looked at
    learn: int  # that can be learned from
    done: int  # steps
    total: int
    later: str  # how long it takes, in words
    at: str  # where the coach is: "round 6"
    headline: str
    says: str
    kept: str
    rows: list[LuckRow]
    summed: bool  # every row is there
    even: str
    worlds: str
    ways: list[CoachWay]  # to go on from here

    @property
    def again(self) -> int:
        """The number of the way after these: another game."""
        return len(self.ways) + 1


def signed(share: float) -> str:
    """In points of a hundred."""
    return f"{round(share * 100):+d}".replace("-", "−").replace("+0", "0")


def where(game: str, answer: JudgedAnswer) -> str:
    """When it was: the round or turn, and the part of the rules."""
    at = f"{find(game).counts_by} {answer.round}" if answer.round else ""
    return ", ".join(one for one in (at, answer.part) if one) or f"answer {answer.number}"


def cost_of(one: JudgedAnswer) -> str:
    if one.better:
        return f"−{one.cost * 100:.0f} ± {one.error * 100:.0f}"
    return f"+{one.lead * 100:.0f} ± {one.error * 100:.0f}" if one.lead else ""


def call_of(table: str, game: str, one: JudgedAnswer, dot: int = 0) -> GradedAnswer:
    return GradedAnswer(
        one.grade,
        SIGNS[one.grade],
        one.number,
        where(game, one),
        one.prompt,
        one.given,
        one.better,
        one.reasons[0] if one.reasons else "",
        cost_of(one),
        dot,
        _address(table, one),
    )


def _address(table: str, one: JudgedAnswer) -> str:
    """Of its moment on the board."""
    return f"/t/{table}/coach/{one.number}?as={LETTERS[one.seat]}"


def to_learn_from(answers: Sequence[JudgedAnswer]) -> list[JudgedAnswer]:
    """The dearest first, then what was found best."""
    good = sorted((one for one in answers if one.grade == "best"), key=lambda one: -one.lead)
    return [*lessons(answers), *good[:GOOD]]


def headline(review: Review) -> str:
    """In three words, what the figures say. What is within the error is not said."""
    if abs(review.skill) <= max(review.skill_error, 0.05):
        return "An even hand" if abs(review.luck) < 0.2 else "Lucky" if review.luck > 0 else "Unlucky"
    if review.skill > 0:
        return "Well played" if review.luck > -0.1 else "Well played, badly drawn"
    return "There was more in it" if review.luck < 0.1 else "Lucky to get so far"


def says(game: str, answers: Sequence[JudgedAnswer]) -> str:
    """In a sentence, what the dearest answers cost."""
    dearest = lessons(answers)[:2]
    if not answers:
        return "There was nothing to decide."
    if not dearest:
        return f"Nothing clearly better in {counted(len(answers), 'decision')}."
    cost = round(100 * sum(one.cost for one in dearest))
    times = all_of([where(game, one) for one in sorted(dearest, key=lambda one: one.number)])
    if len(dearest) == 1:
        return f"One decision cost {cost} points of chance: {times}."
    return f"Two decisions cost {cost} points of chance between them: {times}."


def later(seconds: float) -> str:
    if not seconds:
        return ""
    if seconds < 90:
        return f"about {max(5, round(seconds / 5) * 5)} s more"
    return f"about {round(seconds / 60)} min more"


def chart_of(
    table: str,
    game: str,
    names: Sequence[str],
    moments: Sequence[Moment],
    ticks: list[tuple[int, int]],
    length: int,
    numbered: Sequence[JudgedAnswer],
) -> Chart | None:
    """Chances over time, as far as they are known. `numbered`: answers that have a number on their seat's line."""
    if not moments or length < 1:
        return None
    upto = moments[-1].answers
    even = sum(moments[0].chances) / len(names)
    tracks = [
        ChartCurve(name, seat, None, "", _between(moments, seat, length)) for seat, name in enumerate(names)
    ]
    dots = []
    for number, one in enumerate(numbered, 1):
        title = f"{one.grade}, {where(game, one)}"
        dots.append(Dot(number, one.number - 1, 0, one.seat, title, "", _address(table, one)))
    return Chart(
        label="chance to win",
        by=find(game).counts_by,
        tracks=tracks,
        ticks=ticks,
        moments=dots,
        low=0,
        top=100,
        steps=[0, 25, 50, 75, 100],
        goal=round(100 * even),
        upto=upto,
        unit="%",
    )


def _between(moments: Sequence[Moment], seat: int, length: int) -> list[int]:
    """A seat's chance after every answer, in percent: straight from moment to moment, then as it was last."""
    values: list[int] = []
    for before, after in pairwise(moments):
        span = after.answers - before.answers
        step = (after.chances[seat] - before.chances[seat]) / span if span else 0.0
        values += [round(100 * (before.chances[seat] + step * n)) for n in range(span)]
    return values + [round(100 * moments[-1].chances[seat])] * (length + 1 - len(values))


def place_words(result: ResultCard) -> list[str]:
    """By seat: "won", or the place."""
    return [
        "won" if seat in result.winners else PLACES[place - 1]
        for seat, place in enumerate(places(result.winners, result.scores))
    ]


def luck_rows(session: Session, result: ResultCard) -> list[LuckRow]:
    """Every seat, the winners first. What is not known of all of them has no bars yet."""
    words = place_words(result)
    order = sorted(
        range(len(words)), key=lambda seat: (seat not in result.winners, -result.scores[seat], seat)
    )
    reviews = {seat: found for seat in order if (found := session.review(seat)) is not None}
    longest = max(
        (abs(part) for one in reviews.values() for part in (one.skill, one.luck)), default=0.0
    ) or 1.0  # fmt: skip
    return [
        _row(session.names[seat], words[seat], reviews[seat], longest)
        if seat in reviews
        else LuckRow(seat, session.names[seat], words[seat], False)
        for seat in order
    ]


def _row(name: str, place: str, review: Review, longest: float) -> LuckRow:
    tally = review.tally()
    begins, grades = 0, []
    for grade in GRADES:
        grades.append((grade, begins, tally[grade]))
        begins += tally[grade]
    # the whole is rounded once, and luck is what is left of it: so the figures of a row add up
    result, skill = round(100 * (review.won - review.even)), round(100 * review.skill)
    return LuckRow(
        seat=review.seat,
        name=name,
        place=place,
        ready=True,
        kept=f"{review.kept:.0%}",
        skill=signed(skill / 100),
        error=f"{review.skill_error * 100:.0f}",
        luck=signed((result - skill) / 100),
        result=signed(result / 100),
        skill_bar=_bar(review.skill / longest),
        luck_bar=_bar(review.luck / longest),
        grades=tuple(grades),
        decisions=begins,
        mistakes=tally["mistake"],
    )


def _bar(share: float) -> LuckBar:
    width = round(abs(share) * ARM, 1)
    return LuckBar(MIDDLE if share >= 0 else MIDDLE - width, width)


def ways(table: str, seat: int | None, calls: Sequence[GradedAnswer]) -> list[CoachWay]:
    """To the dearest answer, to the best one, and through the whole game."""
    found = []
    for label, call in (
        ("The costliest call", next((call for call in calls if call.better), None)),
        ("The best call", next((call for call in calls if call.grade == "best"), None)),
    ):
        if call is not None:
            found.append(CoachWay(label, call.where, call.address))
    eye = f"?as={LETTERS[seat]}" if seat is not None else ""
    return [*found, CoachWay("Replay", "every answer", f"/t/{table}/replay{eye}")]


def coach_page(
    session: Session,
    seat: int | None,
    result: ResultCard,
    table: Table,
    token: str,
    everything: bool,
) -> CoachPage:
    """For this seat; None: whoever looks has not said whose game."""
    game, names, course = table.book.opened.game, session.names, table.course(token)
    length = len(table.book.played)
    whose = -1 if seat is None else seat  # -1: the curve alone
    found = session.of(whose)
    moments = [one for one in found if isinstance(one, Moment)]
    answers = [one for one in found if isinstance(one, JudgedAnswer)]
    review = session.review(seat) if seat is not None else None
    chosen = to_learn_from(answers)
    numbered = sorted(chosen[:DOTS], key=lambda one: one.number) if review is not None else []
    dots = {one.number: place for place, one in enumerate(numbered, 1)}
    calls = [call_of(session.table, game, one, dots.get(one.number, 0)) for one in chosen]
    every = [call_of(session.table, game, one, dots.get(one.number, 0)) for one in answers]
    rows = luck_rows(session, result)
    words = place_words(result)
    return CoachPage(
        who=f"{names[seat]}, {words[seat]}{'' if words[seat] == 'won' else f' of {len(names)}'}"
        if seat is not None
        else "",
        chart=chart_of(session.table, game, names, moments, ticks_of(course), length, numbered),
        tally=[(grade, SIGNS[grade], sum(one.grade == grade for one in answers)) for grade in GRADES],
        calls=every if everything else calls,
        every=len(answers),
        learn=len(chosen),
        done=session.total(whose) - session.left(whose),
        total=session.total(whose),
        later=later(session.eta(whose)),
        at=where(game, answers[-1]) if answers else "the beginning",
        headline=headline(review) if review else "",
        says=says(game, answers),
        kept=f"{review.kept:.0%}" if review else "",
        rows=rows,
        summed=all(row.ready for row in rows),
        even=f"{sum(moments[0].chances) / len(names):.0%}" if moments else f"{1 / len(names):.0%}",
        worlds=f"{sum(one.worlds for one in found):,}",
        ways=ways(session.table, seat, calls if review is not None else []),
    )


class TriedBar(NamedTuple):
    """One answer that was looked at, as a bar."""

    label: str
    percent: int
    kind: str  # "better", "did", ""


class StripMark(NamedTuple):
    """One of all answers of the seat: a sign that opens it."""

    grade: str
    sign: str
    address: str
    here: bool


class CoachedMoment(NamedTuple):
    """An answer on the board of its moment."""

    table: str
    letter: str
    where: str
    grade: str
    sign: str
    cost: str
    head: str
    reasons: tuple[str, ...]
    compared: str
    bars: list[TriedBar]
    strip: list[StripMark]
    before: str  # addresses of the one to learn from before it, and after it; "": none
    after: str
    did: str  # things on the board that only the given answer names
    better: str  # and only the better one


BARS = 5


def words_in_common(labels: Sequence[str]) -> str:
    """What all labels begin with."""
    words: list[str] = []
    for column in zip(*(label.split() for label in labels), strict=False):
        if len(set(column)) > 1:
            break
        words.append(column[0])
    return " ".join(words) if len(labels) > 1 else ""


def shorter(labels: Sequence[str]) -> list[str]:
    """Without the words that all of them begin with."""
    common = words_in_common(labels)
    short = [label.removeprefix(common).strip() if common else label for label in labels]
    return short if all(short) else list(labels)


HEADS = {
    "best": "The best there was.",
    "fine": "Fine: nothing was clearly better.",
    "loose": "Close. There was a little more in it.",
    "mistake": "There was more in it.",
}


def coached(table: str, game: str, one: JudgedAnswer, answers: Sequence[JudgedAnswer]) -> CoachedMoment:
    """`answers`: all of this seat that were looked at, as the game went."""
    mine = next(tried for tried in one.tried if tried.label == one.given)
    better = next((tried for tried in one.tried if one.better and tried.label == one.better), None)
    others = [tried for tried in one.tried if tried is not mine and tried is not better]
    named = [tried for tried in (better, mine) if tried is not None]
    chosen = [*named, *others[: BARS - len(named)]]
    shown = [tried for tried in one.tried if tried in chosen]
    bars = [
        TriedBar(
            label, round(100 * tried.chance), "did" if tried is mine else "better" if tried is better else ""
        )
        for tried, label in zip(shown, shorter([tried.label for tried in shown]), strict=True)
    ]
    learn = sorted(to_learn_from(answers), key=lambda other: other.number)
    before = [other for other in learn if other.number < one.number]
    after = [other for other in learn if other.number > one.number]
    best = better or next((tried for tried in one.tried if tried is not mine), mine)
    return CoachedMoment(
        table=table,
        letter=LETTERS[one.seat],
        where=where(game, one),
        grade=one.grade,
        sign=SIGNS[one.grade],
        cost=cost_of(one),
        head=f"Better: {one.better}." if one.better else HEADS[one.grade],
        reasons=one.reasons,
        compared=f"“{best.label}” wins {best.chance:.0%}, “{mine.label}” {mine.chance:.0%}; "
        f"the difference is known to ± {one.error * 100:.0f}.",
        bars=bars,
        strip=[
            StripMark(other.grade, SIGNS[other.grade], _address(table, other), other is one)
            for other in answers
        ],
        before=_address(table, before[-1]) if before else "",
        after=_address(table, after[0]) if after else "",
        did=" ".join(thing for thing in mine.things if better is None or thing not in better.things),
        better=" ".join(thing for thing in better.things if thing not in mine.things) if better else "",
    )
