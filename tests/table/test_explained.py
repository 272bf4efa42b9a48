"""What bots did lately and why, and the hint for who is asked: from what these eyes may know."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from knaves.bots.characters import CHARACTERS
from knaves.core.position import Position
from knaves.table.bots.deep import OpenQuestion
from knaves.table.bots.driver import seed_of
from knaves.table.bots.thinkers import HINT, Thinkers
from knaves.table.pages import explained as room
from knaves.table.pages.explained import BotsDeed, explained, hint
from tests.table.toy import Yard, toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


class Told:
    """Deep thought that only keeps what it is asked."""

    def __init__(self, processes: int = 1) -> None:
        self.processes = processes
        self.asked: list[tuple[int, int, int | None, str, object]] = []

    async def shift(
        self, before: Position, after: Position, eye: int | None, seed: str, question: object
    ) -> str:
        old, new = (sum(cast(Yard, one.state).coins) for one in (before, after))
        self.asked.append((old, new, eye, seed, question))
        return f"from {old} to {new}"


def deeds(log: Log, eye: int | None, deep: Told) -> list[BotsDeed]:
    thinkers = cast(Thinkers, SimpleNamespace(deep=deep))
    return asyncio.run(explained(log.book, log.progress, eye, thinkers))


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "sentence", lambda shift, seat, names: f"{names[seat]} {shift}")


def bots_turn(*verbs: str) -> Log:
    """Ann and Bob pass, then the bot answers."""
    log = Log()
    log.answer("dig", "pass", "pass")
    log.answer(*verbs, by="bot")
    return log


def test_the_last_answers_of_bots_the_newest_first() -> None:
    log, deep = bots_turn("dig", "dig", "dig", "dig"), Told()
    assert deeds(log, 0, deep) == [
        BotsDeed(2, "Bot C", "Bot C digs.", f"Bot C from {n} to {n + 1}", "") for n in (19, 18, 17)
    ]
    assert deep.asked == [(n, n + 1, 0, seed_of(7, 2, n - 12), HINT) for n in (19, 18, 17)]
    assert deeds(bots_turn(), 0, deep) == []


def test_the_very_first_answer_of_a_game_is_explained_and_those_of_long_ago_are_not() -> None:
    log = Log()
    log.answer("dig", by="bot")
    assert [deed.text for deed in deeds(log, 0, Told())] == ["Ann digs."]
    log.answer(*["dig"] * room.LATELY)
    assert deeds(log, 0, Told()) == []


def test_only_what_these_eyes_saw_is_explained_and_in_their_words() -> None:
    log = bots_turn("peek", "end")  # whoever ends it says nothing
    (seen,) = deeds(log, 0, Told())
    assert seen.text == "Bot C peeks at a card."
    (own,) = deeds(log, 2, Told())
    assert own.text.startswith("Bot C peeks at card ")
    (people,) = deeds(bots_turn("dig"), 0, Told())
    assert people.text == "Bot C digs.", "Ann and Bob are asked themselves"


def test_a_character_speaks_for_itself_and_without_processes_nobody_looks_ahead() -> None:
    log = bots_turn("dig")
    character = CHARACTERS["greedy"]
    log.book.seats[2].level = "greedy sharp"
    (deed,) = deeds(log, 1, Told(processes=0))
    assert (deed.why, deed.character) == ("Nobody could look ahead just now.", character.line)


def test_a_hint_weighs_the_answers_to_the_question_alone() -> None:
    log = Log()
    log.answer("dig")
    asked: list[tuple[OpenQuestion, list[str]]] = []

    def thought(question: OpenQuestion, names: list[str]) -> str:
        asked.append((question, names))
        return "thought"

    thinkers = SimpleNamespace(hint=thought)
    position = log.progress.position
    ask = position.ask()
    assert ask is not None
    assert cast(object, hint(log.book, position, ask, 0, cast(Thinkers, thinkers))) == "thought"
    ((question, names),) = asked
    assert question.position is position and question.seat == 0 and names == ["Ann", "Bob", "Bot C"]
    assert [option[0] for option in question.options] == ["pass", "dig", "roll", "peek", "trip", "end"]
    assert question.seed == seed_of(7, 0, 1)
