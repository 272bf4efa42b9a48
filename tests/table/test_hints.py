"""Hints: for who is alone with bots, or where everybody agreed by sitting down; from what the seat may know alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random

import pytest

import knaves
from knaves.bots.coach import hints
from knaves.bots.coach.hints import ALONE, BY_THUMB, ONLY, advise
from knaves.bots.coach.sight import Shift
from knaves.bots.planner import Judged, Planner
from knaves.core.errors import Refused
from knaves.core.turns import Turns
from knaves.table import Hall, SeatPlan, Table, TablePlan, Ticket
from knaves.table.bots import deep
from knaves.table.bots.deep import Deep, HintQuestion, OpenQuestion, think
from knaves.table.bots.thinkers import Thinkers
from tests.table.kit import ANN, BOT, played

NAMES = ("Ann", "Bob", "Cleo", "Dan")


async def opened(hall: Hall, *seats: SeatPlan, hints: bool = False) -> tuple[Table, Ticket]:
    ticket = await hall.create(TablePlan("villagers", seats, seed=1, hints=hints))
    return await hall.table(ticket.table), ticket


@played
async def test_who_is_alone_with_bots_may_ask_and_where_friends_sit_only_if_they_agreed() -> None:
    hall = await Hall.open(":memory:", processes=0)
    try:
        alone, ticket = await opened(hall, ANN, BOT)
        await alone.idle()
        page = alone.page(ticket.token)
        assert page.hinted and not page.hints and page.ask is not None
        advice = await alone.hint(ticket.token, 0)
        assert advice.option in [card.option for card in page.ask.options]
        assert advice.says == BY_THUMB, "nobody thinks deeply here"
        for agreed in (False, True):
            table, mine = await opened(hall, ANN, SeatPlan("open"), hints=agreed)
            theirs = await table.seating.claim(mine.invite, 1, "Bob")
            await table.idle()
            ask = table.page(mine.token).ask
            assert ask is not None
            token, seat = (mine.token, 0) if ask.yours else (theirs, 1)
            assert table.page(token).hints is agreed and table.page(token).hinted is agreed
            if agreed:
                assert (await table.hint(token, seat)).label
                with pytest.raises(Refused, match="there is none now"):
                    await table.hint(theirs if seat == 0 else mine.token, 1 - seat)
            else:
                with pytest.raises(Refused, match="not all people have agreed"):
                    await table.hint(token, seat)
    finally:
        await hall.close()


@played
async def test_a_question_is_thought_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def hint(self: Thinkers, *told: object) -> object:
        asked.append(told)
        return hints.PlayHint(("pass",), "Pass", (), "")

    monkeypatch.setattr(Thinkers, "hint", hint)
    hall = await Hall.open(":memory:", processes=0)
    try:
        table, ticket = await opened(hall, ANN, BOT)
        await table.idle()
        first, second = await table.hint(ticket.token, 0), await table.hint(ticket.token, 0)
        assert first == second and len(asked) == 1
        page = table.page(ticket.token)
        assert page.ask is not None
        await table.answer(ticket.token, 0, page.ask.options[0].option, page.ask.seq)
        await table.idle()
        await table.hint(ticket.token, 0)
        assert len(asked) == 2
    finally:
        await hall.close()


def at_a_choice(seed: int = 5) -> Turns:
    turns = Turns(knaves.start("villagers", seats=4, seed=seed))
    while len(turns.options) < 4:
        turns.answer(turns.options[0])
    return turns


def test_a_hint_says_how_much_better_it_is_and_knows_nothing_that_is_hidden() -> None:
    """In another world that the seat cannot tell from this one the hint is the same, down to the last word."""
    turns = at_a_choice()
    seat, options = turns.seat, turns.options
    twin = turns.position.imagine(seat, Random(9))
    assert twin.state.face != turns.position.state.face
    here, there = (advise(world, seat, options, "1", NAMES, 60.0) for world in (turns.position, twin))
    assert here == there
    assert tuple(here.option) in options and ("imagined worlds" in here.says or here.says == ALONE)
    assert advise(turns.position, seat, options[:1], "1", NAMES, 1.0).says == ONLY


def test_where_the_planner_leaves_one_answer_the_reasons_are_beside_the_best_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = at_a_choice()
    only = Judged(turns.options[1], [0.5, 0.5])
    monkeypatch.setattr(Planner, "judge", lambda *_: [only])
    advice = advise(turns.position, turns.seat, turns.options, "1", NAMES, 1.0)
    assert advice.option == turns.options[1] and advice.says == ALONE
    others = [
        turns.position.label(one, turns.seat, NAMES) for one in turns.options if one != turns.options[1]
    ]
    assert all("Played on" in line or any(name in line for name in others) for line in advice.reasons)


def test_what_a_process_is_told_is_a_world_the_seat_imagines() -> None:
    turns = at_a_choice()
    told: list[object] = []

    class Listening(Deep):
        async def _ask(self, make: Callable[[float], object], cap: float) -> object:
            told.append(make(0.05))
            return None

    asyncio.run(
        Listening(0).hint(OpenQuestion(turns.position, turns.seat, turns.options, "seed"), NAMES, 1.0)
    )
    (question,) = told
    assert isinstance(question, HintQuestion)
    world = knaves.load(question.world)
    assert world.view(turns.seat) == turns.position.view(turns.seat)
    assert world.seed == "imagined" and world.log is None
    assert world.state.dice.key != turns.position.state.dice.key
    advice = think(question)
    assert isinstance(advice, hints.PlayHint) and tuple(advice.option) in turns.options


def test_where_nothing_was_learned_rules_of_thumb_speak() -> None:
    turns = Turns(knaves.start("_template", seats=2, seed=1))
    advice = advise(turns.position, turns.seat, turns.options, "1", NAMES, 1.0)
    assert advice.says == BY_THUMB and not advice.reasons
    assert deep.HANDLER.endswith(":think")


@played
async def test_what_bots_did_is_explained_to_who_may_ask() -> None:
    hall = await Hall.open(":memory:", processes=0)
    try:
        table, ticket = await opened(hall, ANN, BOT)
        await table.idle()
        while not (deeds := await table.explained(ticket.token, 0)):
            ask = table.page(ticket.token).ask
            assert ask is not None
            await table.answer(ticket.token, 0, ask.options[0].option, ask.seq)
            await table.idle()
        assert {deed.seat for deed in deeds} == {1} and len(deeds) <= 3
        assert all(deed.text and deed.why == "Nobody could look ahead just now." for deed in deeds)
        assert table.page(ticket.token).explains
        friends, mine = await opened(hall, ANN, SeatPlan("open"))
        await friends.seating.claim(mine.invite, 1, "Bob")
        assert not friends.page(mine.token).explains
        with pytest.raises(Refused, match="not all people have agreed"):
            await friends.explained(mine.token, 0)
    finally:
        await hall.close()


def test_a_process_that_looks_is_told_imagined_worlds_alone() -> None:
    turns = at_a_choice()
    before = turns.position.clone()
    turns.answer(turns.options[0])
    told: list[object] = []

    class Listening(Deep):
        async def _ask(self, make: Callable[[float], object], cap: float) -> object:
            told.append(make(0.05))
            return None

    asyncio.run(Listening(0).shift(before, turns.position, 2, "seed", 1.0))
    (look,) = told
    assert isinstance(look, deep.Look)
    for data, real in ((look.before, before), (look.after, turns.position)):
        world = knaves.load(data)
        assert world.view(2) == real.view(2) and world.seed == "imagined" and world.log is None
    assert isinstance(think(look), Shift)
