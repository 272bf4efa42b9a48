"""Choosing ahead: the next question to a seat that is not asked now, in a world that it imagines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from knaves.core.position import Position
from knaves.table.bots.driver import seed_of
from knaves.table.log.writer import Services
from knaves.table.pages import ahead as room
from knaves.table.pages.ahead import NOTHING, AheadCard, ahead, foreseen
from knaves.table.pages.page import OptionCard
from tests.table.toy import GAME, toy
from tests.table.written import Log

pytestmark = pytest.mark.usefixtures("toy")
__all__ = ["toy"]

NAMES = ["Ann", "Bob", "Bot C"]


class House:
    """Work apart, done at once."""

    async def apart(self, work: Callable[..., object], *args: object) -> object:
        return work(*args)


def foresee(log: Log, seat: int) -> AheadCard:
    return asyncio.run(foreseen(log.book, log.progress.position, seat, cast(Services, House())))


def test_who_is_not_asked_reads_what_comes_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "seldom", frozenset({"trip"}))
    log = Log()
    assert foresee(log, 0) == NOTHING, "he is asked now"
    card = foresee(log, 1)
    assert (card.prompt, card.clause) == ("Bob, act as often as you like.", "yard.1")
    assert [one.verb for one in card.options] == ["pass", "dig", "roll", "peek", "end"], (
        "no offers, nothing odd"
    )
    assert card.options[1] == OptionCard(("dig",), "dig", "Dig", (), True, False)
    log.answer("end")
    assert foresee(log, 1) == NOTHING, "nothing comes any more"


def test_the_world_and_the_luck_are_the_seats_own(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, ...]] = []

    def seen(world: Position, seat: int, luck: Random, names: list[str]) -> AheadCard:
        asked.append((world.seed, seat, luck.random(), names))
        return AheadCard("", "", (OptionCard(("pass",), "pass", "Pass", ("seat:1",), True, False),) * 2)

    monkeypatch.setattr(room, "ahead", seen)
    log = Log()
    log.answer("dig")
    imagined = list[int | None]()
    imagine = Position.imagine

    def counted(position: Position, eye: int | None, luck: Random) -> Position:
        imagined.append(eye)
        return imagine(position, eye, luck)

    monkeypatch.setattr(Position, "imagine", counted)
    assert len(foresee(log, 1).options) == 2 and imagined == [1]
    luck = Random(seed_of(7, 1, 1))
    imagine(log.progress.position, 1, luck)
    assert asked == [("imagined", 1, luck.random(), NAMES)]


def test_pieces_that_only_the_imagined_world_shows_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [OptionCard(("pass",), "pass", "Pass", things, True, False) for things in ((), ("card:3",))]
    monkeypatch.setattr(room, "ahead", lambda *_: AheadCard("Well?", "yard.1", tuple(cards)))
    monkeypatch.setattr(Position, "knows", lambda position, seat, thing: thing != "card:3")
    assert foresee(Log(), 1) == AheadCard("Well?", "yard.1", (cards[0],))


def test_the_others_lead_there_as_they_are_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    lucks = set[int]()

    def advised(state: object, seat: int, options: object, luck: Random) -> tuple[str]:
        lucks.add(id(luck))
        return ("pass",)

    monkeypatch.setattr(type(GAME), "advise_state", lambda game, *rest: advised(*rest))
    luck, world = Random(1), Log().progress.position.clone()
    card = ahead(world, 2, luck, ["Ann", "Bob", "Cid"])
    assert card.prompt == "Cid, act as often as you like." and lucks == {id(luck)}
    assert [one.label for one in card.options] == ["Pass", "Dig", "Roll", "Peek", "Trip", "End"]
    monkeypatch.setattr(type(GAME), "advise_state", lambda game, *rest: ("dig",))
    assert ahead(Log().progress.position.clone(), 2, luck, NAMES) == NOTHING, "too far off"
