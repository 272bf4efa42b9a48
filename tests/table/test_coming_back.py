"""Away and back: who minds the seat, since when, and what happened meanwhile. Nobody is replaced silently."""

from __future__ import annotations

from knaves.table import Clock
from tests.table.kit import ANN, BOB, BOT, Watch, open_hall, played, sit
from tests.table.toy import toy

__all__ = ["toy"]


@played
async def test_who_is_away_is_shown_with_since_when_and_who_minds_the_seat(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.seating.leave(bob.token, 1)
        now.time += 12 * 60
        card = ann.page.seats[1]
        assert card.away and card.away_for == 720 and card.note == "away for 12 min, a fair bot plays"
        assert ann.page.minded is None
        minded = bob.page.minded
        assert minded is not None and (minded.why, minded.level, minded.waits) == ("left", "fair", False)
        assert "Bob leaves: a fair bot plays on until Bob is back." in [line.text for line in ann.page.log]


@played
async def test_whoever_is_away_is_not_asked(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT)
        assert ann.ask.yours
        await table.seating.leave(ann.token, 0)
        assert not ann.ask.yours and not ann.ask.options and not ann.ask.interjections
        await table.seating.take_back(ann.token, 0)
        assert ann.ask.yours and ann.page.minded is None


@played
async def test_alone_with_bots_the_game_waits_and_says_so(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT, clock=Clock("move", 30))
        before = table.book.played.copy()
        now.time += 31
        await hall.tick()
        await table.idle()
        page = ann.page
        assert page.minded is not None and page.minded.waits and page.minded.why == "clock"
        assert "Ann's time is up: no other person is here, so the game waits." in [
            line.text for line in page.log
        ]
        assert table.book.played == before and page.ask is not None and not page.ask.yours
        now.time += 10**6
        await hall.tick()
        assert table.book.played == before
        await table.seating.take_back(ann.token, 0)
        assert ann.ask.yours and ann.page.seats[0].left == 30


@played
async def test_who_comes_back_has_a_minute_to_read_before_the_clock_runs(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 30))
        await table.seating.leave(ann.token, 0)
        await table.idle()
        await table.answer(bob.token, 1, ("pass",), bob.ask.seq)
        now.time += 60
        await table.seating.take_back(ann.token, 0)
        assert ann.ask.yours
        now.time += 59
        assert ann.page.seats[0].left == 30
        now.time += 11
        assert ann.page.seats[0].left == 20
        now.time += 19
        await hall.tick()
        assert ann.page.minded is None, "the clock runs out a minute later, too"
        now.time += 2
        await hall.tick()
        assert ann.page.minded is not None and ann.page.minded.why == "clock"
        assert bob.page.minded is None


@played
async def test_the_recap_tells_what_the_bot_did_and_what_was_said(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await table.seating.leave(bob.token, 1)
        await ann.do("pass")
        await table.say(ann.token, 0, "come back")
        now.time += 38 * 60
        await table.seating.take_back(bob.token, 1)
        told = table.recap(bob.token, 1)
        assert told.answers == sum(a.by == "bot" for a in table.book.played) > 0
        assert told.level == "fair" and told.seconds == 38 * 60
        assert [line.text for line in told.said] == ["come back"]
        assert all(line.seat is not None for line in told.lines)
        assert told.lines and len(told.lines) + told.more == len(
            [line for line in bob.page.log if line.kind == "event" and line.seq > told.since]
        )
        assert not table.recap(bob.token, 1, table.book.seq).lines


@played
async def test_the_recap_is_read_with_the_eyes_of_its_seat(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        mine, his = (table.recap(guest.token, guest.seat, 1) for guest in (ann, bob))
        shown = {line.text for line in ann.page.log}, {line.text for line in bob.page.log}
        assert {line.text for line in mine.lines} <= shown[0] and {line.text for line in his.lines} <= shown[
            1
        ]


@played
async def test_away_and_since_survive_a_restart(toy: str, tmp_path) -> None:
    now, db = Watch(), str(tmp_path / "tables.sqlite")
    async with open_hall(db, now) as hall:
        table, (_ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        await table.seating.leave(bob.token, 1)
        address, token = ticket.table, bob.token
    now.time += 3600
    async with open_hall(db, now) as hall:
        page = (await hall.table(address)).page(token, 1)
        assert page.minded is not None and page.minded.seconds == 3600
