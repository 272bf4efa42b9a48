"""A table, command by command: what each writes down or shows, and the sentence with which it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from knaves.core.ask import WhyNot
from knaves.core.step import Option
from knaves.table import Forbidden, NoTable, Stale, Table, TooMuch
from knaves.table.house.budget import Spent
from knaves.table.log import records as r
from knaves.table.log.writer import SPENT
from knaves.table.pages import page_builder
from knaves.table.people.tokens import digest
from knaves.table.state.standings import StandingChange
from tests.table.kit import ANN, BOB, BOT, CY, Guest, Watch, open_hall, played, refuses, sit
from tests.table.test_seating import NOW, lobby, written
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
        await asyncio.gather(*table.writer._tasks)
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
async def test_who_is_away_or_too_fast_does_not_answer(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob, _), _ = await sit(hall, toy, ANN, BOB, CY)
        seq = ann.ask.seq
        await table.leave(bob.token, 1)
        await refuses(table.answer(bob.token, 1, ("offer", 0, 1), seq), match=r"^A bot plays for you")
        await refuses(table.answer(bob.token, 0, ("dig",), seq), Forbidden)
        for strange in (seq - 1, seq + 1, "3", None):
            late = table.answer(ann.token, 0, ("dig",), strange)  # type: ignore[arg-type]
            await refuses(late, Stale, "^The table has moved on since")
        both: list[Option] = [("dig",), ("offer", 1, 1)]
        await refuses(table.answer_all(ann.token, 0, both, seq), match="^What may be done at any time")
        for strange in (-1, table.book.seq + 1, "3", True):
            await refuses(table.answer(ann.token, 0, ("offer", 2, 1), strange), Stale)  # type: ignore[arg-type]
        await refuses(
            table.answer_all(ann.token, 0, [("offer", 1, 1), ("dig",)], seq), match="^What may be done"
        )
        table._anytime._left.clear()
        for _ in range(120):
            await refuses(table.answer(ann.token, 0, ("offer", 2, 1), -1), Stale)
        await refuses(
            table.answer(ann.token, 0, ("offer", 2, 1), -1), TooMuch, "^That is too fast; wait a few"
        )
        now.time += 1
        await refuses(table.answer(ann.token, 0, ("offer", 2, 1), -1), Stale)
        before = table.book.written
        await ann.do("dig")
        assert table.book.played[-1].at == now.time and table.book.played[-1].by == "person"
        assert table.book.written == before + 1 and sum(hall.meter.answering.counts) >= 1


@played
async def test_going_back_step_by_step(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob, cy), _ = await sit(hall, toy, ANN, BOB, CY)
        await ann.do("dig")
        await ann.do("dig")
        before = table.book.written
        await refuses(
            table.undo(bob.token, 1), match="^That cannot be taken back freely: dice, something seen"
        )
        await refuses(table.undo(bob.token, 0), Forbidden)
        await table.undo(ann.token, 0)
        assert await written(hall, table, before) == [r.Undone(at=NOW, seat=0, answers=1, free=True)]
        before = table.book.written
        for strange in (-1, 1, "0", True):
            odd = table.propose_undo(bob.token, 1, strange)  # type: ignore[arg-type]
            await refuses(odd, match="^There is no such moment to go back")
        await refuses(table.propose_undo(bob.token, 0, 0), Forbidden)
        await refuses(table.agree_undo(cy.token, 2, True), match="^Nobody asks to go back")
        await table.propose_undo(bob.token, 1, 0)
        await refuses(table.propose_undo(cy.token, 2, 0), match="^Somebody has asked to go back already")
        await refuses(table.agree_undo(bob.token, 1, True), match="^You have agreed already")
        await refuses(table.agree_undo(bob.token, 2, True), Forbidden)
        await table.agree_undo(cy.token, 2, True)
        await table.agree_undo(ann.token, 0, True)
        assert await written(hall, table, before) == [
            r.UndoProposed(at=NOW, seat=1, answers=0),
            r.UndoVoted(at=NOW, seat=2, yes=True),
            r.UndoVoted(at=NOW, seat=0, yes=True),
            r.Undone(at=NOW, seat=1, answers=0, free=False),
        ]


@played
async def test_a_broken_table_may_go_back(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT)
        await ann.do("dig")
        await refuses(ann.do("trip"))
        await refuses(table.undo(ann.token, 0), match="stopped")
        before = table.book.written
        await table.propose_undo(ann.token, 0, 0)
        assert await written(hall, table, before) == [
            r.UndoProposed(at=NOW, seat=0, answers=0),
            r.Undone(at=NOW, seat=0, answers=0, free=False),
        ]
        assert table.status == "running" and ann.ask.yours


@played
async def test_who_talks_or_does_much_besides_waits_a_little(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        before = table.book.written
        await table.say(ann.token, 0, " so  so ")
        assert await written(hall, table, before) == [r.Said(at=NOW, seat=0, text="so so")]
        await refuses(table.say(bob.token, 0, "I am Ann"), Forbidden)
        for _ in range(7):
            await table.report(ann.token, 0, 1, "him")
        await refuses(table.report(ann.token, 0, 1, "him"), TooMuch, "^That is too fast; wait a few seconds")
        await refuses(table.say(ann.token, 0, "x"), TooMuch, "^That is too fast; wait a few seconds")
        await table.say(bob.token, 1, "I may")
        now.time += 1.25
        await table.say(ann.token, 0, "x")
        await refuses(table.say(ann.token, 0, "x"), TooMuch)
        for _ in range(40):
            table.check_besides(ann.token)
        with pytest.raises(TooMuch, match=r"^That is too fast; wait a few seconds"):
            table.check_besides(ann.token)
        table.check_besides(bob.token)
        now.time += 2
        table.check_besides(ann.token)
        with pytest.raises(TooMuch):
            table.check_besides(ann.token)


@played
async def test_a_learner_puts_hints_aside(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await refuses(table.put_aside(ann.token, 0, "dig"), match="^There are no hints at this table")
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB, lesson=True)
        await refuses(table.put_aside(bob.token, 1, "dig"), match="^There are no hints at this table")
        await refuses(table.put_aside(bob.token, 0, "dig"), Forbidden)
        await refuses(table.put_aside(ann.token, 0, "x" * 25), match="^That hint is not shown")
        before = table.book.written
        await table.put_aside(ann.token, 0, "x" * 24)
        assert await written(hall, table, before) == [r.Hinted(at=NOW, hint="x" * 24)]
        await refuses(table.put_aside(ann.token, 0, "x" * 24), match="^That hint is not shown")
        await table.put_aside(ann.token, 0, "")
        await refuses(table.put_aside(ann.token, 0, "dig"), match="^That hint is not shown")


@played
async def test_an_order_is_written_and_ended_by_its_number(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        before = table.book.written
        assert await table.order(bob.token, 1, "pass", ("pass",), "yard.1", ["rolled"], 3) == 1
        assert await table.order(bob.token, 1, "always", ("dig",)) == 2
        await table.cancel_order(bob.token, 1, 2)
        passes = r.OrderGiven(
            at=NOW, seat=1, id=1, kind="pass", option=("pass",), clause="yard.1", unless=("rolled",), times=3
        )
        digs = r.OrderGiven(
            at=NOW, seat=1, id=2, kind="always", option=("dig",), clause="", unless=(), times=0
        )
        ended = r.OrderEnded(at=NOW, seat=1, id=2, why="you ended it")
        assert await written(hall, table, before) == [passes, digs, ended]
        await refuses(table.cancel_order(bob.token, 1, 2), match="^You have no such standing order")
        await refuses(table.cancel_order(ann.token, 0, 1), match="^You have no such standing order")
        await refuses(table.cancel_order(ann.token, 1, 1), Forbidden)
        await refuses(table.order(ann.token, 1, "pass", ("pass",)), Forbidden)


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
        await table.leave(ann.token, 0)
        await refuses(table.hint(ann.token, 0), match="^Hints are for a decision of yours")


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
        assert table.links(ticket.token)[0] and table.levels()
        assert len({one.name for one in table.characters()}) == len(table.characters()) > 0


@played
async def test_seats_are_changed_at_the_table(toy: str) -> None:
    """The table hands each command on to its seating, with all that was said."""
    now = Watch()
    async with open_hall(now=now) as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB, CY)
        bob = await table.claim(invite, 1, "Bob")
        assert await table.claim(invite, 2, "Bob too", bob) == bob
        await _end(table, host, bob, now)


async def _end(table: Table, host: str, bob: str, now: Watch) -> None:
    assert table.status == "running" and table.who(bob).seats == (1, 2)
    await table.mute(host, 0, 1, True)
    assert table.book.seats[0].muted == [1]
    await table.mute(host, 0, 1, False)
    assert table.book.seats[0].muted == []
    await table.leave(bob, 1)
    assert table.book.seats[1].away
    await table.take_back(bob, 1)
    assert not table.book.seats[1].away
    await refuses(table.rest_for(host, 0, 1), match="^Holidays are for tables with days")
    await refuses(table.vote(bob, 1, 0), match=".")
    await refuses(table.unseat(host, 1), match=".")
    await refuses(table.start(host), match=".")
    await table.set_watch(host, False)
    await table.set_invite(host, 0, False)
    assert (table.book.spectators, table.book.invites) == (False, False)
    assert GAME.about.version == table.book.rules and now.time == NOW
