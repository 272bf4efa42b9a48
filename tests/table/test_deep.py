"""Bots that think long have processes of their own, which never learn what is hidden and never keep a table waiting."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest

import knaves
from knaves.bots import LEVELS, USUAL, FairBot, Level
from knaves.core.errors import Refused
from knaves.core.save import load, read
from knaves.core.turns import Turns
from knaves.games import find
from knaves.table import SeatPlan
from knaves.table.bots.deep import GRACE, LEAST, MOST, Deep, OpenQuestion, think, thought
from knaves.table.bots.driver import seed_of
from knaves.table.bots.thinkers import Thinkers
from knaves.table.house import worker
from knaves.table.house.long_work import asking
from tests.laws.tables import every_table
from tests.patience import PATIENCE
from tests.table.kit import ANN, open_hall, played, refuses, sit

pytestmark = pytest.mark.skipif(not worker.possible, reason="processes of this kind are POSIX's")

DEEP = Level("deep", "Thinks in a process.", FairBot, "worlds")


def question(turns: Turns, seed: str = "1") -> OpenQuestion:
    return OpenQuestion(turns.position, turns.seat, turns.options, seed)


@pytest.fixture
def deep(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(LEVELS, "deep", DEEP)
    return "deep"


@asynccontextmanager
async def processes(handler: str, count: int = 1) -> AsyncIterator[Deep]:
    found = Deep(count, f"tests.table.deep_jobs:{handler}", 2 * PATIENCE)
    try:
        await asyncio.gather(*(one.start() for one in found._all))  # not a matter of how busy this machine is
        yield found
    finally:
        await found.close()


@every_table
def test_a_process_is_told_an_imagined_world_and_neither_log_nor_seed(game: str, seats: int) -> None:
    real = knaves.start(game, seats=seats, seed="the secret of this table")
    turns, rng = Turns(real), Random(1)
    for _ in range(25):
        if turns.over:
            break
        told = thought(
            "fair", OpenQuestion(real, turns.seat, turns.options, seed_of(real.seed, turns.seat, 3)), 0.1
        )
        file, world = read(told.world), load(told.world, find)
        assert file.log is None and file.seed == "imagined" and file.origin is None
        assert file.key != real.state.dice.key.hex() and file.commitment != real.commitment
        assert b"secret of this table" not in told.world and "secret" not in told.seed
        assert world.view(turns.seat) == real.view(turns.seat)
        ask = world.ask()
        assert ask is not None
        may = [("hold",), *ask.interjections(turns.seat)] if turns.chance else ask.options(turns.seat)
        assert may == list(turns.options) == list(told.options)
        turns.answer(rng.choice(turns.options))


def test_what_is_hidden_is_drawn_anew_for_each_thought() -> None:
    real = knaves.start("syndicate", seats=4, seed=1)
    turns = Turns(real)
    hands: set[tuple[int, ...]] = set()
    for number in range(8):
        told = thought("fair", OpenQuestion(real, turns.seat, turns.options, str(number)), 0.1)
        hands.add(tuple(load(told.world, find).state.face))
    assert len(hands) > 1


def test_any_bot_can_think_there() -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    for number in range(60):
        told = thought("fair", OpenQuestion(turns.position, turns.seat, turns.options, str(number)), 0.1)
        here = find("villagers").advise(
            turns.position.view(turns.seat), turns.options, Random(f"knaves bot fair {number}")
        )
        assert think(told) == here
        turns.answer(here)


@played
async def test_an_answer_comes_back_from_a_real_process() -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    found = Deep(1, seconds=PATIENCE)
    try:
        await found._all[0].start()
        args = ("fair", question(turns), PATIENCE)
        first = await found.choose(*args)
        assert first in turns.options and first == await found.choose(*args)
        assert found.pids and os.getpid() not in found.pids
    finally:
        await found.close()


@played
async def test_a_late_process_costs_no_more_than_the_cap_and_is_replaced(deep: str) -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    async with processes("sleep") as found:
        (before,) = found.pids
        thinkers = Thinkers(cap=0.6, deep=found)
        answer = await thinkers.choose(deep, question(turns))
        assert thinkers.late == 1
        fair = find("villagers").advise(
            turns.position.view(turns.seat), turns.options, Random(f"knaves bot {USUAL} 1")
        )
        assert answer == fair, "the usual bot's answer"
        await found._all[0].start()
        assert found.pids != [before]


@played
async def test_a_dead_process_is_answered_for_at_once(deep: str) -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    async with processes("die") as found:
        thinkers = Thinkers(cap=2 * PATIENCE, deep=found)
        assert await thinkers.choose(deep, question(turns)) in turns.options
        assert thinkers.late == 1
    async with processes("last") as found:
        thinkers = Thinkers(cap=PATIENCE, deep=found)
        os.kill(found.pids[0], signal.SIGKILL)
        for _ in range(2):  # the one that was killed may be noticed only now; the next is a new one
            answer = await thinkers.choose(deep, question(turns))
        assert answer == turns.options[-1]


@played
async def test_nonsense_from_a_process_is_no_answer(deep: str) -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    async with processes("nonsense") as found:
        thinkers = Thinkers(cap=PATIENCE, deep=found)
        assert await thinkers.choose(deep, question(turns)) in turns.options
        assert thinkers.late == 1


@played
async def test_tables_share_the_processes_in_the_order_in_which_they_came(deep: str) -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    done: list[int] = []

    async def table(number: int, found: Deep) -> None:
        for _ in range(3):
            answer = await found.choose("deep", question(turns), PATIENCE)
            assert answer == turns.options[-1]
            done.append(number)

    async with processes("last") as found:
        await asyncio.gather(*(table(number, found) for number in range(4)))
    assert done == [0, 1, 2, 3] * 3


@played
async def test_a_bot_waits_for_one_hint_at_most_and_guests_take_turns() -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    done: list[str] = []

    async def hint(guest: str, found: Deep) -> None:
        asking.set(guest)
        assert await found.hint(question(turns), ("Ann", "Bob", "Cyd"), PATIENCE) is not None
        done.append(guest)

    async def bot(found: Deep) -> None:
        assert await found.choose("deep", question(turns), PATIENCE) is not None
        done.append("bot")

    async with processes("last") as found:
        busy = [asyncio.create_task(hint("busy", found)) for _ in range(6)]
        await asyncio.sleep(0)
        await asyncio.gather(bot(found), hint("modest", found), *busy)
    assert done.index("bot") <= 1, "behind the hint that is under way"
    assert done.index("modest") <= 3, "not behind all that another one wants"


@played
async def test_who_is_not_served_in_time_gets_no_hint_and_holds_nobody_up() -> None:
    turns = Turns(knaves.start("villagers", seats=3, seed=4))
    names = ("Ann", "Bob", "Cyd")
    async with processes("last") as found:
        first = asyncio.create_task(found.hint(question(turns), names, PATIENCE))
        await asyncio.sleep(0)
        assert await found.hint(question(turns), names, 0.001) is None
        assert await first is not None
        assert await found.hint(question(turns), names, PATIENCE) is not None


def test_the_more_tables_wait_the_less_time_each_thought_gets() -> None:
    found = Deep(2)
    assert found.budget(1.0) == pytest.approx(1.0 - GRACE)
    assert found.budget(9.0) == MOST
    found._thoughts = 20  # ten for each process: half of the time is for the way there and back
    assert found.budget(1.75) == pytest.approx(0.0875)
    found._thoughts = 2000
    assert found.budget(1.75) == LEAST


@played
async def test_the_owner_can_switch_deep_thinkers_off(deep: str) -> None:
    async with open_hall(thinkers=Thinkers(processes=0)) as hall:
        assert DEEP not in hall.thinkers.offered(find("villagers"))
        await refuses(sit(hall, "_template", ANN, SeatPlan("bot", level=deep)), match="think deeply")
        table, _, _ = await sit(hall, "_template", ANN, SeatPlan("open"), SeatPlan("bot"))
        assert DEEP not in table.levels()
        position = table.progress.position
        ask = position.ask()
        assert ask is not None  # a table from elsewhere, with such a bot, goes on with the usual one
        options = ask.options(ask.seats[0])
        assert await hall.thinkers.choose(deep, OpenQuestion(position, ask.seats[0], options, "1")) in options
        with pytest.raises(Refused, match="think deeply"):
            hall.thinkers.check(deep)
        file, seats = knaves.start("_template", seats=2, seed=1).save(), (ANN, SeatPlan("bot", level=deep))
        await refuses(hall.import_game(file, seats), match="think deeply")
        table, _, ticket = await sit(hall, "_template", ANN, SeatPlan("bot"))
        await refuses(hall.fork(table.id, ticket.token, 1, seats), match="think deeply")
    async with open_hall(thinkers=Thinkers(processes=1)) as hall:
        assert DEEP in hall.thinkers.offered(find("villagers"))


@played
async def test_a_table_of_deep_bots_plays_on(deep: str) -> None:
    async with processes("last") as found, open_hall(thinkers=Thinkers(cap=PATIENCE, deep=found)) as hall:
        table, (ann,), _ = await sit(hall, "_template", ANN, SeatPlan("bot", level=deep))
        assert any(answer.by == "bot" for answer in table.book.played)
        await ann.first()
        assert hall.thinkers.late == 0
