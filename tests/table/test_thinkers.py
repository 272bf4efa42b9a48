"""Bots think outside the event loop; a table never waits for one longer than its cap."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from random import Random

import pytest

from knaves.bots import FairBot, Observation
from knaves.core.beat import HOLD
from knaves.core.step import Answer, Option
from knaves.table import SeatPlan, TablePlan
from knaves.table.bots.deep import OpenQuestion
from knaves.table.bots.thinkers import Thinkers
from tests.patience import PATIENCE
from tests.table.kit import ANN, BOT, Guest, open_hall, played, sit
from tests.table.toy import GAME, Yard, toy

__all__ = ["toy"]


class Stuck:
    """Thinks until it is let go."""

    free = threading.Event()

    def choose(self, seen: Observation) -> Option:
        self.free.wait(2 * PATIENCE)
        return seen.options[0]


@played
async def test_a_stuck_bot_is_answered_for(toy: str) -> None:
    Stuck.free.clear()
    thinkers = Thinkers(cap=0.1, threads=1, maker=lambda level, game, seed: Stuck())
    async with open_hall(thinkers=thinkers) as hall:
        _, (ann,), _ = await sit(hall, toy, ANN, BOT)
        for _ in range(3):  # every time another thread is left behind, and the next one is free
            await ann.do("pass")
            assert ann.ask.yours
        assert thinkers.late >= 3
    Stuck.free.set()


@played
async def test_a_late_bot_of_a_higher_level_gets_the_answer_of_the_rules_bot(toy: str) -> None:
    Stuck.free.clear()

    class Liar(FairBot):
        def choose(self, seen: Observation) -> Option:
            return ("roll",) if ("roll",) in seen.options and seen.options[0] != HOLD else ("pass",)

    def maker(level: str, game: object, seed: int | str) -> Stuck | Liar:
        return Stuck() if level == "random" else Liar(game, None)  # type: ignore[arg-type]

    thinkers = Thinkers(cap=0.1, threads=1, maker=maker)
    async with open_hall(thinkers=thinkers) as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, SeatPlan("bot", level="random"))
        await table.answer(ann.token, 0, ("pass",), ann.ask.seq)
        async with table.changes() as changes:
            async for _ in changes:
                if any(line.event == "rolled" for line in ann.page.log):
                    break
    Stuck.free.set()


@played
async def test_a_bot_and_whoever_answers_for_it_are_within_one_cap(toy: str) -> None:
    Stuck.free.clear()
    caps: list[float] = []

    class Timed(Thinkers):
        async def _ask(self, level: str, asked: OpenQuestion, cap: float) -> Option | None:
            caps.append(cap)
            return await super()._ask(level, asked, cap)

    thinkers = Timed(cap=0.4, threads=2, maker=lambda level, game, seed: Stuck())
    async with open_hall(thinkers=thinkers) as hall:
        table, _, _ = await sit(hall, toy, ANN, SeatPlan("open"))
        begun = time.monotonic()
        options = [("pass",), ("dig",)]
        question = OpenQuestion(table.progress.position, 0, options, "1")
        assert await thinkers.choose("random", question) == ("pass",)
        assert time.monotonic() - begun > 0.35
        assert len(caps) == 2 and sum(caps) == pytest.approx(0.4)
    Stuck.free.set()


@played
async def test_time_does_not_tell_whether_a_bot_had_something_to_interject(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that thinks about a chance thinks within the pace of the table: whoever watches sees no longer window."""
    rests: list[float] = []
    sleep = asyncio.sleep

    async def rest(delay: float) -> None:
        rests.append(delay)
        await sleep(delay)

    class Slow(FairBot):
        def choose(self, seen: Observation) -> Option:
            if seen.options[0] == HOLD:
                time.sleep(0.2)
                return HOLD
            return ("pass",)

    thinkers = Thinkers(cap=2, threads=1, maker=lambda level, game, seed: Slow(game, None))  # type: ignore[arg-type]
    async with open_hall(thinkers=thinkers, pace=0.5) as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT, BOT)
        assert table.progress.position.ask().interjections(2)  # type: ignore[union-attr]
        begun = time.monotonic()
        monkeypatch.setattr(asyncio, "sleep", rest)
        await table.answer(ann.token, 0, ("pass",), ann.ask.seq)
        async with table.changes() as changes:
            async for _ in changes:
                if ann.ask.yours:  # B has passed, and C had a chance before; then the other way round
                    break
        assert time.monotonic() - begun > 0.95
        assert all(delay <= 0.3 for delay in rests), "what a chance took is not waited for again"


@played
async def test_a_bot_that_fails_or_answers_nonsense_is_answered_for(toy: str) -> None:
    class Broken:
        def choose(self, seen: Observation) -> Option:
            raise ValueError("no idea")

    class Nonsense:
        def choose(self, seen: Observation) -> Option:
            return ("fly", 1)

    for kind in (Broken, Nonsense):
        thinkers = Thinkers(cap=1, maker=lambda level, game, seed, kind=kind: kind())  # type: ignore[misc]
        async with open_hall(thinkers=thinkers) as hall:
            _, (ann,), _ = await sit(hall, toy, ANN, BOT)
            await ann.do("pass")
            assert ann.ask.yours and thinkers.late > 0


@played
async def test_the_loop_goes_on_while_a_bot_thinks(toy: str) -> None:
    Stuck.free.clear()
    thinkers = Thinkers(cap=5, threads=1, maker=lambda level, game, seed: Stuck())
    async with open_hall(thinkers=thinkers) as hall:
        ticket = await hall.create(TablePlan(toy, (ANN, BOT), seed=7))
        table = await hall.table(ticket.table)
        ann = Guest(table, ticket.token, 0)
        await asyncio.sleep(0.01)
        await table.say(ann.token, 0, "still there?")
        assert ann.page.log[-1].text == "still there?"
        # a person may answer while a bot thinks of its chance
        await table.answer(ann.token, 0, ("dig",), ann.ask.seq)
        Stuck.free.set()
        await table.idle()
        assert ann.view["coins"] == [6, 5]


@played
async def test_bots_see_only_what_their_seat_sees() -> None:
    seen: list[Observation] = []

    class Watching(FairBot):
        def choose(self, one: Observation) -> Option:
            seen.append(one)
            return super().choose(one)

    thinkers = Thinkers(maker=lambda level, game, seed: Watching(game, Random(1)))
    async with open_hall(thinkers=thinkers) as hall:
        table, (ann,), _ = await sit(hall, "_template", ANN, BOT)
        secret = table.progress.position.state
        mine = {f"card:{slot}" for slot in secret.hand[0]}  # type: ignore[attr-defined]
        assert seen
        for one in seen:
            assert one.seat == 1
            assert not mine & {card["id"] for card in one.view["hand"]}  # type: ignore[attr-defined]
            with pytest.raises(ValueError, match="without a world"):
                one.imagine(Random(2))
        await ann.first()


class Eager:
    """Takes every chance to speak, and counts them."""

    chances = 0

    def choose(self, seen: object) -> Option:
        options: Sequence[Option] = seen.options  # type: ignore[attr-defined]
        if options[0] != HOLD:
            return options[0]
        Eager.chances += 1
        return options[1]


@played
async def test_a_chance_that_was_taken_opens_no_new_beat(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot speaks once between two answers of people, however often it would like to."""

    def interject(s: Yard, seat: int, option: Answer) -> None:
        s.coins[seat] += 0  # words only: nobody is asked anything

    monkeypatch.setattr(GAME, "interject", interject)
    Eager.chances = 0
    thinkers = Thinkers(maker=lambda level, game, seed: Eager())
    async with open_hall(thinkers=thinkers) as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT, BOT)
        assert Eager.chances == 2 and len(table.book.played) == 2
        await ann.do("dig")
        assert Eager.chances == 4 and [answer.seat for answer in table.book.played] == [1, 2, 0, 1, 2]
