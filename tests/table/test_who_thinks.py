"""Which bot is asked, for how long, and whose answer counts: by the thinkers themselves, without a table."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from typing import cast

import pytest

from knaves.bots import USUAL, Level, Observation, split
from knaves.bots.coach.hints import BY_THUMB, PlayHint
from knaves.core.errors import Refused
from knaves.core.game import Game
from knaves.core.state import State
from knaves.core.step import Option
from knaves.table.bots import thinkers as room
from knaves.table.bots.deep import Deep, OpenQuestion
from knaves.table.bots.thinkers import HINT, Thinkers
from tests.patience import PATIENCE
from tests.table.kit import played
from tests.table.toy import GAME, toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]

NAMES = ["Ann", "Bob", "Cy"]
ROLL: Option = ("roll",)


class Depth:
    """In the place of processes: says what it is told to, and keeps what it was asked."""

    def __init__(self, processes: int = 1, option: Option | None = ROLL, hint: Option | None = None) -> None:
        self.processes, self.option, self.hinted, self.closed = processes, option, hint, False
        self.asked: list[tuple[object, ...]] = []

    async def choose(self, level: str, asked: OpenQuestion, cap: float, grudge: int) -> Option | None:
        self.asked.append((level, asked, cap, grudge))
        return self.option

    async def hint(self, asked: OpenQuestion, names: Sequence[str], seconds: float) -> PlayHint | None:
        self.asked.append((asked, names, seconds))
        return PlayHint(self.hinted, "deep", (), "seen") if self.hinted else None

    async def close(self) -> None:
        self.closed = True


class Says:
    """A bot that answers this, or fails."""

    def __init__(self, option: Option | Exception) -> None:
        self.option = option

    def choose(self, seen: Observation) -> Option:
        if isinstance(self.option, Exception):
            raise self.option
        return self.option


def question() -> OpenQuestion:
    position = Log().progress.position
    ask = position.ask()
    assert ask is not None
    return OpenQuestion(position, 0, ask.options(0), "luck")


def thinkers_with(depth: Depth, **bots: Option | Exception) -> tuple[Thinkers, list[tuple[str, object]]]:
    """Bots by level, and who was made."""
    made: list[tuple[str, object]] = []

    def maker(level: str, game: Game[State], seed: int | str) -> Says:
        made.append((level, seed))
        return Says(bots[level])

    return Thinkers(cap=2.0, threads=1, maker=maker, deep=cast(Deep, depth)), made


@played
async def test_who_thinks_deeply_has_the_cap_but_for_what_an_answer_in_its_place_takes() -> None:
    depth, asked = Depth(), question()
    thinkers = Thinkers(cap=2.0, threads=1, deep=cast(Deep, depth))
    assert await thinkers.choose("vengeful sharp", asked, grudge=2) == ROLL
    assert depth.asked == [("vengeful sharp", asked, 1.75, 2)] and thinkers.late == 0
    await thinkers.choose("ruthless", asked)
    assert depth.asked[1] == ("ruthless", asked, 1.75, -1)
    thinkers.cap = 0.4
    await thinkers.choose("ruthless", asked)
    assert depth.asked[2][2] == pytest.approx(0.3)
    await thinkers.close()
    assert depth.closed


@played
async def test_where_nobody_thinks_deeply_the_usual_bot_answers(caplog: pytest.LogCaptureFixture) -> None:
    asked, depth = question(), Depth(processes=0)
    thinkers = Thinkers(threads=1, deep=cast(Deep, depth))
    assert await thinkers.choose("sharp", asked) == ("pass",) and thinkers.late == 1
    assert depth.asked == []
    depth.processes, depth.option = 1, ("nothing",)
    assert await thinkers.choose("sharp", asked) == ("pass",) and thinkers.late == 2
    assert caplog.messages == ["a bot of level sharp has no answer in toy"]
    with pytest.raises(Refused, match="no bots that think deeply, such as sharp"):
        Thinkers(threads=1, processes=0).check("sharp")
    thinkers.check("sharp")
    Thinkers(threads=1, processes=0).check("fair")
    await thinkers.close()


@played
async def test_a_bot_that_fails_is_answered_for_by_the_usual_one_and_that_by_the_first_answer(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asked, error = question(), KeyError("lost")
    thinkers, made = thinkers_with(Depth(), random=error, fair=ROLL)
    assert await thinkers.choose("random", asked) == ROLL
    assert made == [("random", "luck"), (USUAL, "luck")] and thinkers.late == 1
    assert caplog.messages == ["a bot of level random failed in toy: KeyError('lost')"]
    await thinkers.close()
    caplog.clear()
    thinkers, made = thinkers_with(Depth(), random=("nothing",), fair=("nothing",))
    assert await thinkers.choose("random", asked) == asked.options[0] and thinkers.late == 1
    nonsense = "a bot of level {} answered nonsense in toy"
    assert caplog.messages == [nonsense.format("random"), nonsense.format("fair")]
    assert await thinkers.choose(USUAL, asked) == asked.options[0], "who is usual is asked once"
    assert [level for level, _ in made] == ["random", USUAL, USUAL]
    await thinkers.close()


@played
async def test_a_hint_is_what_was_seen_ahead_or_the_usual_bots_answer() -> None:
    asked = question()
    thinkers, _ = thinkers_with(depth := Depth(hint=ROLL), fair=("dig",))
    assert (await thinkers.hint(asked, NAMES)).says == "seen" and depth.asked == [(asked, NAMES, HINT)]
    by_rule = PlayHint(("dig",), "Dig", (), BY_THUMB)
    for hinted in (None, ("nothing",)):
        depth.hinted = hinted
        assert await thinkers.hint(asked, NAMES) == by_rule
    depth.hinted, depth.processes = ROLL, 0
    assert await thinkers.hint(asked, NAMES) == by_rule
    await thinkers.close()
    thinkers, _ = thinkers_with(Depth(processes=0), fair=ValueError("lost"))
    offer = OpenQuestion(asked.position, 1, [("offer", 0, 1), ("offer", 2, 1)], "luck")
    said = await thinkers.hint(offer, NAMES)
    assert (said.option, said.label, said.things) == (("offer", 0, 1), "Offer Ann a deal", ("seat:0",))
    await thinkers.close()


def test_levels_that_need_processes_are_offered_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [split(name)[1] for name in ("fair", "sharp")]
    games: list[object] = []

    def offered(game: object) -> list[Level]:
        games.append(game)
        return every

    monkeypatch.setattr(room, "offered", offered)
    for processes, expected in ((1, every), (0, every[:1])):
        thinkers = Thinkers(threads=0, deep=cast(Deep, Depth(processes)))
        assert thinkers.offered(cast("Game[State]", GAME)) == expected
    assert games == [GAME, GAME]


@played
async def test_who_thinks_for_ever_is_interrupted_and_nobody_waits_for_him() -> None:
    ended, begun = threading.Event(), threading.Event()

    class Endless:
        def choose(self, seen: Observation) -> Option:
            begun.set()
            try:
                while True:
                    time.sleep(0.01)
            finally:
                ended.set()

    thinkers = Thinkers(cap=0.2, threads=1, maker=lambda *_: Endless(), deep=cast(Deep, Depth()))
    (worker,) = thinkers._workers
    assert worker.daemon and worker.name == "knaves-bot" and thinkers.late == 0
    worker.interrupt()  # who is not busy is left alone
    assert await thinkers.choose(USUAL, question()) == ("pass",)
    assert begun.is_set() and await asyncio.to_thread(ended.wait, PATIENCE)
    (fresh,) = thinkers._workers
    assert worker.retired and fresh is not worker and not fresh.retired
    await asyncio.to_thread(worker.join, PATIENCE)
    assert not worker.is_alive() and fresh.is_alive()
    await thinkers.close()
    assert fresh.retired
    await asyncio.to_thread(fresh.join, PATIENCE)
    assert not fresh.is_alive()
