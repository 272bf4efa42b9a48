"""Undo: free back to the last barrier, beyond it by consent of all people, always logged."""

from __future__ import annotations

import pytest

from knaves.core.step import Answer
from knaves.table.log.records import Frozen, decode
from tests.table.kit import ANN, BOB, BOT, CY, open_hall, played, refuses, sit
from tests.table.toy import GAME, Offer, Yard, toy

__all__ = ["toy"]


@played
async def test_free_back_to_the_last_barrier(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        assert not ann.page.undo.free
        start = ann.view
        await ann.do("dig")
        await ann.do("dig")
        assert ann.page.undo.free and not bob.page.undo.free
        await refuses(table.undo(bob.token, 1))
        await table.undo(ann.token, 0)
        assert ann.view["coins"] == [6, 5]
        await table.undo(ann.token, 0)
        assert ann.view == start
        await refuses(table.undo(ann.token, 0))
        texts = [line.text for line in bob.page.log]
        assert "Ann digs." not in texts and texts.count("Ann takes an answer back.") == 2
        await ann.do("dig")
        assert ann.view["coins"] == [6, 5]


@pytest.mark.parametrize("barrier", ["roll", "peek", "pass"])
@played
async def test_dice_secrets_and_other_seats_are_barriers(toy: str, barrier: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        offered = {card.verb: card.undoable for card in ann.ask.options}
        assert offered["dig"] and not offered[barrier]  # said beforehand
        await ann.do(barrier)
        assert not ann.page.undo.free
        await refuses(table.undo(ann.token, 0), match="freely")


@played
async def test_beyond_a_barrier_all_people_must_agree(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob, cy), _ = await sit(hall, toy, ANN, BOB, CY)
        await ann.do("dig")
        await ann.do("roll")
        rolled = [line.text for line in ann.page.log if line.event == "rolled"]
        await ann.do("pass")
        target = ann.page.undo.targets[1]
        assert (target.answers, target.text) == (1, rolled[0])
        await table.propose_undo(ann.token, 0, target.answers)
        page = bob.page.undo
        assert (page.proposed_by, page.answers, page.agreed, page.missing) == (0, 1, (0,), (1, 2))
        await refuses(table.propose_undo(bob.token, 1, 0))
        await refuses(table.agree_undo(ann.token, 0, True), match="already")
        await table.agree_undo(bob.token, 1, True)
        assert cy.ask.seats == (1,)
        await table.agree_undo(cy.token, 2, True)
        assert cy.ask.seats == (0,) and cy.view["coins"] == [6, 5, 5]
        assert "All agree: the game goes back." in [line.text for line in cy.page.log]
        await ann.do("roll")  # the same dice: going back is no second chance
        assert [line.text for line in ann.page.log if line.event == "rolled"] == rolled
        kinds = [type(decode(row.body)).__name__ for row in await hall.storage.read(table.id)]
        assert kinds[-5:] == ["UndoProposed", "UndoVoted", "UndoVoted", "Undone", "Answered"]


@played
async def test_who_is_away_has_a_say_about_what_he_has_seen(toy: str) -> None:
    """Without him the game goes back to where he left, and no further."""
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        await ann.do("roll")
        await table.seating.leave(bob.token, 1)
        await ann.do("roll")
        answers = len(table.book.played)
        await refuses(table.propose_undo(ann.token, 0, 1), match="Without Bob")
        assert len(table.book.played) == answers and table.book.proposal is None
        await table.propose_undo(ann.token, 0, 2)
        assert len(table.book.played) == 2
        await table.seating.take_back(bob.token, 1)
        await table.propose_undo(ann.token, 0, 1)
        await table.seating.leave(bob.token, 1)
        assert table.page(ann.token, 0).undo.missing == (1,), "leaving is not agreeing"


@played
async def test_nobody_goes_back_at_a_table_that_rests(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob, _cy), _ = await sit(hall, toy, ANN, BOB, CY)
        await ann.do("roll")
        await table.propose_undo(ann.token, 0, 0)
        await table.writer.commit(lambda: [Frozen(at=9.0, why="Abuse.")])
        for wrong in (
            table.agree_undo(bob.token, 1, True),
            table.propose_undo(ann.token, 0, 0),
            table.say(bob.token, 1, "still here"),
            table.report(bob.token, 1, 2, "still here"),
        ):
            await refuses(wrong, match="Abuse")
        assert table.status == "frozen" and table.book.proposal is None


@played
async def test_one_no_or_a_move_ends_the_question(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await refuses(table.agree_undo(bob.token, 1, True), match="Nobody asks")
        await ann.do("pass")
        await table.propose_undo(ann.token, 0, 0)
        await table.agree_undo(bob.token, 1, False)
        assert not bob.page.undo.missing and bob.ask.yours
        await table.propose_undo(ann.token, 0, 0)
        assert 1 in bob.page.undo.missing
        await bob.do("dig")
        assert not bob.page.undo.missing and bob.view["coins"] == [5, 6]
        for wrong in (-1, 2, 99, True, "0", None):
            await refuses(table.propose_undo(ann.token, 0, wrong))  # type: ignore[arg-type]


@played
async def test_alone_with_bots_one_agrees_with_oneself(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT)
        await ann.do("roll")
        await ann.do("pass")
        await table.propose_undo(ann.token, 0, 0)
        await table.idle()
        assert ann.page.undo.targets == () and ann.ask.yours


@played
async def test_an_answer_to_what_was_taken_back_is_stale(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        seq = ann.ask.seq
        await table.undo(ann.token, 0)
        await refuses(ann.do("dig", seq=seq))
        await refuses(table.undo(ann.token, 0))


@played
async def test_a_finished_game_is_not_taken_back(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT)
        await ann.do("dig")
        await ann.do("end")
        await refuses(table.propose_undo(ann.token, 0, 0), match="over")
        await refuses(table.undo(ann.token, 0), match="over")


@played
async def test_undo_survives_a_restart(toy: str, tmp_path: object) -> None:
    file = f"{tmp_path}/tables.sqlite"
    async with open_hall(file) as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("roll")
        await ann.do("dig")
        await ann.do("dig")
    async with open_hall(file) as hall:
        table = await hall.table(table.id)
        await table.undo(ann.token, 0)
        await table.undo(ann.token, 0)
        assert table.page(ann.token).view["coins"] == [5, 5]  # type: ignore[index]
        await refuses(table.undo(ann.token, 0))


@played
async def test_nothing_is_called_free_while_others_decide(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what a seat may say while another is asked, even if it were asked next, nor one of several answers."""

    def interject(s: Yard, seat: int, option: Answer) -> Offer:
        return Offer(seat, seat, 0)

    monkeypatch.setattr(GAME, "interject", interject)
    async with open_hall() as hall:
        _table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        assert any(card.undoable for card in ann.ask.options)
        assert bob.ask.interjections and not any(card.undoable for card in bob.ask.interjections)
        _table, (ann, bob), _ = await sit(hall, "_template", ANN, BOB)
        assert ann.ask.seats == (0, 1)
        assert not any(card.undoable for card in (*ann.ask.options, *bob.ask.options))
