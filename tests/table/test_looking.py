"""A table as people look at it: pages, recaps, moments of the past, hints; and the sentence with which it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from knaves.core.ask import Ask, WhyNot
from knaves.table import Forbidden, NoTable
from knaves.table import table as tables
from knaves.table.house.budget import Spent
from knaves.table.log.writer import SPENT
from knaves.table.pages import page_builder
from knaves.table.people.tokens import digest
from knaves.table.state.standings import StandingChange
from tests.support import plain_only
from tests.table.kit import ANN, BOB, Guest, Watch, open_hall, played, refuses, sit
from tests.table.test_seating import lobby
from tests.table.test_standings import standing
from tests.table.toy import GAME, toy

__all__ = ["toy"]


@played
async def test_without_a_seat_a_page_is_of_the_one_that_is_waited_for(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _), ticket = await sit(hall, toy, ANN, ANN)
        assert table.page(ann.token).you == 0
        await ann.do("pass")
        assert table.page(ann.token).you == 1 and table.page(ann.token, 0).you == 0
        assert table.page(ticket.watch).you is None
        await Guest(table, ann.token, 1).do("end")
        assert table.page(ann.token).you == 0, "the first, where nobody is waited for"
        with pytest.raises(Forbidden):
            table.page(ticket.watch, 0)


@played
async def test_a_page_that_takes_too_long_is_tried_once_and_stops_the_table(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        tried, real = [], page_builder._ask_card

        def slow(*given: object) -> None:
            tried.append(given)
            raise Spent

        monkeypatch.setattr(page_builder, "_ask_card", slow)
        for guest in (ann, bob, ann):
            page = guest.page
            assert (page.status, page.notice, page.log) == ("broken", page_builder.BLANK, ())
            assert (page.table, page.you, page.undo.targets) == (table.id, guest.seat, ())
        assert len(tried) == 1
        monkeypatch.setattr(page_builder, "_ask_card", real)
        await asyncio.gather(*table.writer._aside.tasks)
        assert (table.status, table.book.notice) == ("broken", SPENT)


@played
async def test_the_recap_begins_where_somebody_was_last(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        now.time += 10
        assert table.recap(bob.token, 1).seconds == 10 and table.recap(bob.token, 1).since == 0
        await ann.do("dig")
        dug = table.book.played[0].seq
        await ann.do("pass")
        now.time += 5
        for strange in (0, -1, "3", True, None):
            told = table.recap(ann.token, 0, strange)  # type: ignore[arg-type]
            assert (told.since, told.seconds) == (dug + 1, 5), "since the last answer"
        assert [line.text for line in table.recap(bob.token, 1, dug).lines] == ["Ann passes."]
        await bob.do("dig")
        now.time += 7
        assert table.recap(ann.token, 0, dug).seconds == 12
        now.time -= 100
        assert table.recap(ann.token, 0, dug).seconds == 0


@played
async def test_what_counts_and_has_changed_since_ones_last_answer(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAME, "standing", standing)
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        await ann.do("pass")
        await bob.do("dig")
        assert table.changed(ann.token, 0) == [StandingChange("", 1, 5, 6)]
        assert table.changed(bob.token, 1) == []
        with pytest.raises(Forbidden):
            table.changed(ann.token, 1)


@played
async def test_a_table_that_rests_can_still_be_read(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), ticket = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        table.writer.forget("It rests.")
        assert [line.text for line in table.lines(ticket.watch)][-2:] == ["The game begins.", "Ann digs."]
        assert b"Ann digs." in table.export(ticket.watch)
        assert table.called(0) == "" and table.glance(ann.token, 0) == ({}, "")
        await table.look_back()
        table, (ann, _bob), ticket = await sit(hall, toy, ANN, BOB)
        table.writer.forget("It rests.")
        monkeypatch.setattr("knaves.table.table.start_of", lambda opened: 1 / 0)
        with pytest.raises(Exception, match=r"^It rests\.$"):
            table.lines(ticket.watch)


@played
async def test_what_a_seat_is_asked_sees_and_may_fill_in(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        assert table.called(0) == "Ann, act as often as you like." and table.called(1) == ""
        view, verb = table.glance(bob.token, 1)
        assert (view["coins"], verb) == ([5, 5], "offer") and table.glance(ticket.watch, None)[1] == ""
        await ann.do("peek")
        assert (
            table.glance(ann.token, 0)[0]["top"] is not None and table.glance(bob.token, 1)[0]["top"] is None
        )
        (form,) = table.forms(bob.token, 1)
        assert form.start == ("offer", 0)
        assert table.offers(bob.token, 1, "seat:0") and not table.offers(bob.token, 1, "seat:1")
        assert not table.offers(bob.token, 1, "seat:0", besides="offer") and not table.offers(
            ann.token, 0, "card:1"
        )
        assert table.offers(ann.token, 0, "seat:1")
        for forbidden in (table.forms, table.glance):
            with pytest.raises(Forbidden):
                forbidden(bob.token, 0)
        with pytest.raises(Forbidden):
            table.offers(bob.token, 0, "seat:1")
        await ann.do("end")
        assert table.forms(ann.token, 0) == () and not table.offers(ann.token, 0, "seat:1")
        waiting, host, _ = await lobby(hall, toy, ANN, BOB)
        assert waiting.glance(host, 0) == ({}, "") and waiting.forms(host, 0) == ()


@plain_only
@played
async def test_why_not_never_breaks_and_tells_nothing_before_or_after(
    toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall() as hall:
        waiting, host, _ = await lobby(hall, toy, ANN, BOB)
        assert waiting.why_not(host, 0, "card:1") == WhyNot("There is nothing to choose now.", "")
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        asked: list[str] = []

        def why_not(seat: int, thing: str, names: Sequence[str]) -> WhyNot:
            asked.append(thing)
            raise IndexError

        ask = table.progress.position.ask()
        assert ask is not None
        monkeypatch.setattr(type(ask), "why_not", lambda self, *given: why_not(*given))
        assert table.why_not(ann.token, 0, "x" * 99) == WhyNot("There is nothing by that name here.", "")
        assert asked == ["x" * 80] and f"table {table.id}: why not 'xxx" in caplog.text
        with pytest.raises(Forbidden):
            table.why_not(bob.token, 0, "card:1")
        await ann.do("end")
        assert table.why_not(ann.token, 0, "card:1") == WhyNot("There is nothing to choose now.", "")


@played
async def test_there_are_as_many_moments_as_records(toy: str) -> None:
    async with open_hall() as hall:
        waiting, host, _ = await lobby(hall, toy, ANN, BOB)
        with pytest.raises(Exception, match="has not begun"):
            waiting.moment(host, 1)
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        newest = table.book.seq
        assert (table.moment(ann.token, newest).answers, table.moment(ann.token, 1).answers) == (1, 0)
        for wrong in (0, newest + 1, True, "1" * 50):
            with pytest.raises(
                Exception, match=rf"^There is no moment .{{1,20}} at this table; there are 1 to {newest}"
            ):
                table.moment(ann.token, wrong)  # type: ignore[arg-type]
        with pytest.raises(Exception, match="not over yet"):
            table.course(ann.token)
        with pytest.raises(Forbidden):
            table.marks(bob.token, 0)
        await ann.do("end")
        assert table.course(bob.token) is table.course(ticket.watch) and table.course(bob.token).seq == (
            1,
            newest,
            newest + 1,
        )
        assert table.moment(bob.token, newest, 0).you == 0, "over: as anybody saw it"
        for strange in (-1, 2, "0", True):
            with pytest.raises(Exception, match=r"^There is no seat .* at this table"):
                table.moment(bob.token, newest, strange)  # type: ignore[arg-type]
        for shut in (table.course, table.marks, table.export):
            with pytest.raises(NoTable):
                shut("x")
        with pytest.raises(NoTable):
            table.moment("x", newest, 0)


@played
async def test_a_long_game_is_played_again_apart_from_the_loop(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        for _ in range(19):
            await ann.do("dig")
        await table.look_back()
        assert len(table.progress.known) == 0, "so few are played again at once"
        await ann.do("dig")
        await table.look_back()
        assert len(table.progress.known) == 21


@played
async def test_hints_are_for_ones_own_decision(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await refuses(table.hint(ann.token, 0), match="^At this table nobody asks for hints")
        await refuses(table.explained(ann.token, 0), match="^At this table nobody asks for hints")
        await refuses(table.hint(ann.token, 1), Forbidden)
        await refuses(table.ahead(ann.token, 1), Forbidden)
        await refuses(table.explained(ann.token, 1), Forbidden)
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB, hints=True)
        await refuses(table.hint(bob.token, 1), match="^Hints are for a decision of yours; there is none now")
        await table.seating.leave(ann.token, 0)
        await refuses(table.hint(ann.token, 0), match="^Hints are for a decision of yours")


@played
async def test_what_is_thought_about_is_thought_about_once_for_each_question(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    async def think(*given: object) -> str:
        asked.append(given)
        return f"thought {len(asked)}"

    for name in ("hint", "explained", "foreseen"):
        monkeypatch.setattr(tables, name, think)
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB, hints=True)
        position, thinkers = table.progress.position, hall.thinkers
        assert [str(await table.hint(ann.token, 0)) for _ in range(2)] == ["thought 1"] * 2
        book, seen, ask, *rest = asked.pop()
        assert book is table.book and seen is position and isinstance(ask, Ask) and rest == [0, thinkers]
        for token, seat in ((bob.token, 1), (ticket.watch, None)):
            assert [str(await table.explained(token, seat)) for _ in range(2)] == ["thought 1"] * 2
            assert asked.pop() == (table.book, table.progress, seat, thinkers)
        assert str(await table.ahead(bob.token, 1)) == "thought 1"
        assert asked.pop() == (table.book, position, 1, hall)
        await ann.do("dig")
        assert str(await table.hint(ann.token, 0)) == "thought 1", "another question"
        assert str(await table.explained(ann.token, 0)) == "thought 2" and len(asked) == 2
        await ann.do("end")
        await refuses(table.ahead(bob.token, 1), match="over")


@played
async def test_a_page_that_breaks_is_written_down_and_told(
    toy: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        assert (table.summary().waiting, table.summary().table) == ((0,), table.id)
        real = page_builder._ask_card
        monkeypatch.setattr(page_builder, "_ask_card", lambda *given: 1 / 0)
        page = ann.page
        assert (page.status, page.notice, page.host) == ("broken", page_builder.BLANK, True)
        assert f"table {table.id} cannot be shown" in caplog.text and table.status == "running"
        monkeypatch.setattr(page_builder, "_ask_card", real)
        assert ann.page.status == "running", "it is tried again"


@played
async def test_a_table_sleeps_when_nothing_is_to_be_done(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB, seed=7)
        assert table.restful and table.own_cards == "" and table.summary().table == table.id
        async with table.changes((0,)) as changes:
            assert not table.restful and changes.seats == (0,)
        assert table.restful
        table.driver._drive_later(99)
        assert not table.restful
        await table.rest()
        assert digest(ann.token) == table.book.seats[0].holder and table.who(bob.token).seats == (1,)
        assert table.seating.links(ticket.token)[0] and table.levels()
        assert len({one.name for one in table.characters()}) == len(table.characters()) > 0
