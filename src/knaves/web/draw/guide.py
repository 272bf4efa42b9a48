"""The first game: a scenario on the real board with a few hints, told by the game's screen/guide.toml.

Which hint stands beside the prompt follows from the learner's own answers, questions and log alone (`Page.lesson`):
the first of the file whose `when` is met. It stays until it is put aside, however the game goes on; then the next comes
that is due at that moment. So they come one by one, in the order of the file as far as the game lets them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

import msgspec

from knaves.core.clauses import Clause, ledger
from knaves.core.game import Value
from knaves.table import TablePlan
from knaves.table.pages.page import Page
from knaves.table.people.table_plan import among_bots
from knaves.table.state.lesson import Lesson

LATE = 2
"""What happened so many decisions ago is not told any more: the moment has passed."""


TASTES = {
    "build": "building up",
    "bluff": "hiding a secret",
    "deal": "talking and dealing",
    "fight": "fighting for ground",
    "dare": "daring the dice",
}


class When(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of these: a verb is offered to you, an event, an event of your own, a clause is asked, so many answers."""

    verb: str = ""
    event: str = ""
    mine: str = ""
    asked: str = ""
    answers: int = -1

    @property
    def key(self) -> str:
        """As a lesson calls it."""
        for kind in ("verb", "event", "mine", "asked"):
            if what := getattr(self, kind):
                return f"{kind}:{what}"
        return ""


class GuideHint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    text: str
    when: When
    clause: str = ""
    point: str = ""  # the id of what it speaks of on the page


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seats: int
    seed: int
    text: str  # what this first game is
    hint: tuple[GuideHint, ...]
    taste: tuple[Literal["build", "bluff", "deal", "fight", "dare"], ...] = ()
    you: int = 0  # your seat
    options: dict[str, Value] = {}
    set: dict[str, object] | None = None  # the words of `knaves.scenario`; None: the game's own set-up


class ShownHint(NamedTuple):
    """The hint beside the prompt."""

    hint: GuideHint
    number: int
    total: int
    more: bool  # another one waits for this very decision
    clause: Clause | None


@cache
def guide_of(game: str) -> Guide | None:
    file = files("knaves.games").joinpath(game, "screen", "guide.toml")
    return msgspec.convert(tomllib.loads(file.read_text("utf-8")), Guide) if file.is_file() else None


def first_game(game: str, guide: Guide, me: str, others: tuple[str, ...]) -> TablePlan:
    """A table with bots in the other chairs."""
    names = [*others[: guide.you], me, *others[guide.you : guide.seats - 1]]
    return TablePlan(
        game=game,
        seats=among_bots(guide.you, me, names),
        options=dict(guide.options),
        seed=guide.seed,
        scenario=guide.set,
        lesson=True,
    )


def hint_for(page: Page) -> ShownHint | None:
    """The hint that stands there now, if this is a first game and the page its learner's."""
    if page.lesson is None or page.lesson.off or page.ask is None:
        return None
    guide = guide_of(page.game)
    due = due_now(guide, page.lesson) if guide is not None else []
    if guide is None or not due:
        return None
    hint = due[0]
    clause = ledger(page.game).find(hint.clause) if hint.clause else None
    return ShownHint(hint, len(page.lesson.done) + 1, len(guide.hint), len(due) > 1, clause)


def due_now(guide: Guide, lesson: Lesson) -> list[GuideHint]:
    """What stands there, first, and what would follow it: all decisions are gone through once more, with what was put
    aside at each."""
    put_aside = dict(zip(lesson.done, lesson.done_at, strict=False))
    left = [hint for hint in guide.hint if put_aside.get(hint.id, -1) <= lesson.answers]
    left = [hint for hint in left if hint.id in put_aside or hint.id not in lesson.done]
    stands: GuideHint | None = None
    for at in range(lesson.answers + 1):
        while True:
            stands = stands or next((hint for hint in left if _due(hint.when, lesson, at)), None)
            if stands is None or put_aside.get(stands.id) != at:
                break
            left.remove(stands)
            stands = None
    if stands is None:
        return []
    more = [hint for hint in left if hint != stands and _due(hint.when, lesson, lesson.answers)]
    return [stands, *more]


def _due(when: When, lesson: Lesson, at: int) -> bool:
    """After so many answers? What is asked must be asked at that very decision; what happened is told soon or never."""
    if when.answers >= 0:
        return when.answers <= at <= when.answers + LATE
    times = lesson.met.get(when.key, ())
    if when.verb or when.asked:
        return at in times
    return any(since <= at <= since + LATE for since in times[:1])
