"""A table, command by command: what each writes down, and the sentence with which it refuses."""

from __future__ import annotations

import pytest

from knaves.core.step import Option
from knaves.table import Forbidden, Stale, TooMuch
from knaves.table import table as tables
from knaves.table.log import records as r
from tests.table.kit import ANN, BOB, BOT, CY, Watch, open_hall, played, refuses, sit
from tests.table.test_seating import NOW, lobby, written
from tests.table.toy import toy

__all__ = ["toy"]


@played
async def test_who_is_away_or_too_fast_does_not_answer(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob, _), _ = await sit(hall, toy, ANN, BOB, CY)
        seq = ann.ask.seq
        await table.seating.leave(bob.token, 1)
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
            await table.say(ann.token, 0, "him")
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
async def test_the_lobby_is_arranged_at_the_table(toy: str) -> None:
    async with open_hall() as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB, CY)
        bob = await table.seating.claim(invite, 1, "Bob")
        await table.seating.rename(bob, 1, "Bo")
        await table.seating.seat_bot(host, 2, "random")
        assert [(seat.kind, seat.name, seat.level) for seat in table.book.seats[1:]] == [
            ("person", "Bo", "fair"),
            ("bot", "", "random"),
        ]
        await table.seating.open_seat(host, 2)
        await table.seating.unseat(host, 1)
        assert [seat.kind for seat in table.book.seats] == ["person", "open", "open"]
        await refuses(table.seating.start(bob))
        await table.seating.start(host)
        assert table.status == "running"


@played
async def test_a_selection_is_played_pick_by_pick_or_not_at_all(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[list[Option]] = []

    def completed(position: object, seat: int, wanted: list[Option]) -> list[Option]:
        made.append(wanted)
        return [*wanted, ("pass",)]

    monkeypatch.setattr(tables, "completed", completed)
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await refuses(table.answer_all(ann.token, 0, [("dig",), ("pass",)], ann.ask.seq))
        assert table.book.played == [], "the second pass is not Ann's to say: nothing of it is played"
        await table.answer_all(ann.token, 0, [("dig",), ("dig",)], ann.ask.seq)
        assert [answer.option for answer in table.book.played] == [("dig",), ("dig",), ("pass",)]
        assert made[1:] == [[("dig",), ("dig",)]]
        await table.answer_all(bob.token, 1, [("dig",)], bob.ask.seq)
        assert len(made) == 2, "one answer is no selection"


@played
async def test_seats_are_changed_at_the_table(toy: str) -> None:
    """The table hands each command on to its seating, with all that was said."""
    async with open_hall() as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB, CY)
        bob = await table.seating.claim(invite, 1, "Bob")
        assert await table.seating.claim(invite, 2, "Bob too", bob) == bob
        assert table.status == "running" and table.who(bob).seats == (1, 2)
        for on in (True, False):
            await table.seating.mute(host, 0, 1, on)
            assert table.book.seats[0].muted == [1] * on
        await table.seating.leave(bob, 1)
        assert table.book.seats[1].away
        await table.seating.take_back(bob, 1)
        assert not table.book.seats[1].away
        await refuses(table.seating.rest(host, 0, 1), match="^Holidays are for tables with days")
        await refuses(table.seating.vote(bob, 1, 0), match="^Of two people")
        await refuses(table.seating.unseat(host, 1), match="^The game")
        await refuses(table.seating.start(host), match="^The game")
        await table.seating.set_watch(host, False)
        await table.seating.set_invite(host, 0, False)
        assert (table.book.spectators, table.book.invites) == (False, False)
