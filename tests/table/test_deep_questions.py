"""What is sent to a process that thinks, and what the process makes of it: word by word, without a process."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from knaves.core.position import Position
from knaves.table.bots import deep as room
from knaves.table.bots.deep import (
    HINT_MOST,
    Deep,
    HintQuestion,
    Look,
    OpenQuestion,
    Thought,
    prepare,
    spare_cores,
    think,
)
from tests.table.toy import toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]


def question() -> OpenQuestion:
    position = Log().progress.position
    ask = position.ask()
    assert ask is not None
    return OpenQuestion(position, 0, ask.options(0), "luck")


class Heard(Deep):
    """Keeps what would be sent, as it is made with so many seconds, and the cap."""

    def __init__(self, seconds: float) -> None:
        super().__init__(0)
        self.given, self.sent = seconds, list[tuple[object, float]]()

    async def _ask(self, make: Callable[[float], object], cap: float) -> object:
        self.sent.append((make(self.given), cap))
        return "said"


def said_by(question: Awaitable[object]) -> object:
    async def ask() -> object:
        return await question

    return asyncio.run(ask())


def world_of(position: Position, eye: int | None, words: str) -> bytes:
    return position.imagine(eye, Random(words)).save()


def test_a_bots_question_goes_with_its_grudge_and_an_imagined_world() -> None:
    asked, deep = question(), Heard(0.5)
    assert said_by(deep.choose("vengeful sharp", asked, 2.0, grudge=1)) == "said"
    world = world_of(asked.position, 0, "knaves thought luck")
    assert deep.sent == [(Thought("vengeful sharp", 0, tuple(asked.options), "luck", 0.5, world, 1), 2.0)]


def test_a_persons_question_goes_with_all_names_and_is_not_thought_about_for_ever() -> None:
    asked, deep = question(), Heard(HINT_MOST + 1)
    assert said_by(deep.hint(asked, ["Ann", "Bob"], 5.0)) == "said"
    ((told, cap),) = deep.sent
    world = world_of(asked.position, 0, "knaves thought luck")
    assert told == HintQuestion(0, tuple(asked.options), "luck", ("Ann", "Bob"), HINT_MOST, world)
    assert 4 < cap <= 5


def test_two_moments_are_compared_by_the_same_eyes_and_luck() -> None:
    log, deep = Log(), Heard(1.0)
    before = log.progress.position.clone()
    log.answer("peek")
    after = log.progress.position
    assert said_by(deep.shift(before, after, 0, "luck", 5.0)) == "said"
    worlds = [world_of(one, 0, "knaves look luck") for one in (before, after)]
    assert deep.sent[0][0] == Look(0, "luck", *worlds)
    assert worlds[1] != world_of(after, None, "knaves look luck"), "he has seen a card"


def test_in_the_process_each_question_is_answered_by_who_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = question()
    world = world_of(asked.position, 0, "w")
    told: list[tuple[object, ...]] = []

    def tell(*words: object) -> str:
        told.append(tuple(word.save() if isinstance(word, Position) else word for word in words))
        return "said"

    class Player:
        def __init__(self, *words: object) -> None:
            told.append((words[0], words[2]))

        def answer(self, *words: object) -> str:
            return tell(*words)

    monkeypatch.setattr(room, "advise", tell)
    monkeypatch.setattr(room, "shift", tell)
    monkeypatch.setattr(room, "Player", Player)
    options = tuple(asked.options)
    assert think(Thought("sharp", 0, options, "luck", 0.5, world, 2)) == "said"
    assert think(HintQuestion(0, options, "luck", ("Ann",), 3.0, world)) == "said"
    assert think(Look(1, "luck", world, world)) == "said"
    assert told == [
        ("sharp", "luck"),
        (world, 0, options, 0.5, 2),
        (world, 0, options, "luck", ("Ann",), 3.0),
        (world, world, 1, "luck"),
    ]


def test_one_core_is_left_to_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, spare in ((1, 1), (2, 1), (3, 2), (8, 7)):
        monkeypatch.setattr(
            os, "sched_getaffinity", lambda pid, cores=cores: set(range(cores)), raising=False
        )
        monkeypatch.setattr(os, "cpu_count", lambda: 64)
        assert spare_cores() == spare == Deep().processes
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    assert spare_cores() == 2
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert spare_cores() == 1


def test_a_process_thinks_on_one_core_and_lets_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    nice: list[int] = []
    monkeypatch.setattr(os, "nice", nice.append)
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setitem(os.environ, "OPENBLAS_NUM_THREADS", "4")
    prepare()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "4", "as the owner of the server wants it"
    monkeypatch.delitem(os.environ, "OPENBLAS_NUM_THREADS")
    prepare()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1" and nice == [room.NICE, room.NICE]


def test_thoughts_are_counted_until_they_are_over() -> None:
    class Counts:
        async def start(self) -> None: ...

        async def call(self, told: object, seconds: float) -> object:
            return deep._thoughts

    async def go() -> tuple[object, int]:
        return await deep._ask(lambda budget: budget, 1.0), deep._thoughts

    deep = Deep(1)
    deep._idle[0] = Counts()  # type: ignore[assignment]
    assert asyncio.run(go()) == (1, 0)
