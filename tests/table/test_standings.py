"""The course of a game: how things stood after each answer, for all to see, and where the points came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import pytest

from knaves.core.dice import commitment, key_of
from knaves.core.errors import KnavesError
from knaves.core.game import ChartLine, Standing, View
from knaves.core.step import Option
from knaves.core.words import Event
from knaves.table.log import records as r
from knaves.table.state.standings import (
    Replay,
    StandingChange,
    changed,
    course,
    sources_of,
    start_of,
    stood_after,
)
from tests.table.toy import GAME, Yard, toy
from tests.table.written import Log

__all__ = ["toy"]


def standing(view: View) -> Standing:
    coins = view["coins"]
    assert isinstance(coins, list)
    return Standing(tuple(ChartLine(f"seat:{n}", had, seat=n) for n, had in enumerate(coins)), sum(coins))


@pytest.fixture(autouse=True)
def counted(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy counts coins."""
    monkeypatch.setattr(GAME, "standing", standing)


def coins(stood: Sequence[Standing]) -> list[int]:
    return [one.at for one in stood]


def test_what_is_another_number_now() -> None:
    log = Log()
    then = log.progress.position.clone()
    assert changed(then, log.progress.position) == []
    log.answer("dig", "pass", "dig", "dig")
    assert changed(then, log.progress.position) == [
        StandingChange("", 0, 5, 6),
        StandingChange("", 1, 5, 7),
    ]


def test_what_was_not_counted_then_has_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    then = log.progress.position.clone()
    log.answer("dig")

    def later(view: View) -> Standing:
        lines = standing(view).lines
        return Standing(lines if view["coins"] != [5, 5, 5] else lines[1:])

    monkeypatch.setattr(GAME, "standing", later)
    assert changed(then, log.progress.position) == []


def test_a_game_begins_as_it_was_opened() -> None:
    opened = Log(begun=False).book.opened
    first = start_of(opened)
    assert (first.game, first.seats, first.commitment) == (GAME, 3, commitment(key_of("toy", 7)))
    with pytest.raises(KnavesError, match=r"^The seed does not fit the promise of this table\.$"):
        start_of(msgspec.structs.replace(opened, seed=8))
    saved = first.save().decode()
    assert start_of(msgspec.structs.replace(opened, base=saved, seed=8)) == first, (
        "an imagined world has no seed"
    )


def test_a_game_that_began_with_a_scenario_begins_with_it_again() -> None:
    opened = r.Opened(
        at=0.0,
        game="_template",
        options={},
        seed=4,
        seats=Log(begun=False).book.opened.seats[:2],
        clock=Log(begun=False).book.clock,
        host="a",
        invite="",
        watch="",
        listed=False,
        patience=60,
        commitment=commitment(key_of("_template", 4)),
        origin={"set": {"coins": [9, 1]}},
    )
    assert start_of(opened).view(None)["coins"] == [9, 1]
    plain = start_of(msgspec.structs.replace(opened, origin=None, options={"purse": 5}))
    assert plain.options["purse"] == 5


def test_how_things_stood_after_each_answer() -> None:
    log = Log()
    answers: list[tuple[int, Option]] = [(0, ("dig",)), (0, ("pass",)), (1, ("dig",))]
    assert coins(stood_after(Replay(log.book.opened, None, answers, 0))) == [15, 16, 16, 17]
    log.answer("dig")
    assert coins(stood_after(Replay(log.book.opened, log.progress.position, answers[1:], 2))) == [16, 17]


def test_where_the_points_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    log.answer("dig", "pass", "dig", "roll")
    asked: list[tuple[Event, ...]] = []

    def sources(events: Sequence[Event], s: Yard) -> Mapping[str, Sequence[int]]:
        asked.append(tuple(events))
        dug = [sum(e.kind == "dug" and e.things[0] == seat for e in events) for seat in range(3)]
        return {"begun with": [5, 5, 5], "dug": dug}

    monkeypatch.setattr(GAME, "sources", sources)
    assert sources_of(log.book, log.progress.position) == {}, "it is not over"
    log.answer("end")
    log.add(r.Said(at=21.0, seat=0, text="dug"))
    assert sources_of(log.book, log.progress.position) == {"begun with": [5, 5, 5], "dug": [1, 1, 0]}
    assert [event.kind for event in asked[-1]] == ["dug", "passed", "dug", "rolled"]
    stood = log.progress.stood()
    whole = course(log.book, log.progress.position, stood)
    assert (whole.counts, whole.counts_by, whole.goal) == (GAME.counts, GAME.counts_by, GAME.goal)
    assert (whole.stood, whole.seq) == (tuple(stood), (1, 3, 4, 5, 6, 7))
    assert whole.sources == {"begun with": [5, 5, 5], "dug": [1, 1, 0]}
    monkeypatch.setattr(GAME, "sources", lambda events, s: {"dug": [1, 1, 0]})
    assert sources_of(log.book, log.progress.position) == {}, "what does not add up is not told"
