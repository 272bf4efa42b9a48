"""Manners: mute, report, the host's powers in the log, votes only about who is really away, spectators, lists."""

from __future__ import annotations

import pytest

from knaves.core.errors import BadSetup
from knaves.table import Clock, Forbidden, NoTable, SeatPlan, TablePlan
from tests.table.kit import ANN, BOB, CY, Guest, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]


def said(guest: Guest) -> list[str]:
    return [line.text for line in guest.page.log]


@played
async def test_who_mutes_reads_no_more_and_nobody_else_knows(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob, cy), _ = await sit(hall, toy, ANN, BOB, CY)
        await table.say(bob.token, 1, "first")
        before = cy.page.seq
        await table.seating.mute(ann.token, 0, 1, True)
        await table.say(bob.token, 1, "second")
        assert not {"first", "second"} & set(said(ann)) and {"first", "second"} <= set(said(cy))
        assert cy.page.seq == before + 1 and ann.page.muted == (1,) and cy.page.muted == ()
        await table.seating.mute(ann.token, 0, 1, False)
        assert {"first", "second"} <= set(said(ann))
        await refuses(table.seating.mute(ann.token, 0, 0, True), match="your own")
        await refuses(table.seating.mute(bob.token, 0, 1, True), Forbidden)


@played
async def test_a_report_is_read_by_the_host_alone(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob, cy), ticket = await sit(hall, toy, ANN, BOB, CY)
        await table.report(bob.token, 1, 2, "calls me {names}")
        line = "Bob reports Cy to the host: calls me (names)"
        assert line in said(ann) and line in said(bob) and line not in said(cy)
        assert line not in [one.text for one in table.page(ticket.watch).log]
        await refuses(table.report(bob.token, 1, 0, "too strict"), match="the host")
        await refuses(table.report(bob.token, 1, 1, "me"), match="your own")
        await refuses(table.report(ann.token, 0, 2, "rude"), match="You opened this table yourself")


@played
async def test_a_name_that_looks_like_a_place_in_a_line_is_a_name(toy: str) -> None:
    async with open_hall() as hall:
        ticket = await hall.create(
            TablePlan(toy, (SeatPlan("person", "Ann"), SeatPlan("open"), SeatPlan("open")))
        )
        table = await hall.table(ticket.table)
        token = await table.seating.claim(ticket.invite, 1, "{other}")
        await table.seating.claim(ticket.invite, 2, "Cy")
        await table.report(token, 1, 2, "rude")
        assert "{other} reports Cy to the host: rude" in [
            line.text for line in table.page(ticket.token, 0).log
        ]


@played
async def test_nobody_speaks_on_the_account_of_another(toy: str) -> None:
    """Who watches and reports from a seat that is not his uses nothing up of what that seat may say."""
    async with open_hall() as hall:
        table, (ann, _bob), ticket = await sit(hall, toy, ANN, BOB)
        for _ in range(50):
            await refuses(table.report(ticket.watch, 0, 1, "x"), Forbidden)
        await table.say(ann.token, 0, "heard")
        assert "heard" in said(ann)


@played
async def test_the_host_frees_a_chair_before_the_start_and_all_read_it(toy: str) -> None:
    async with open_hall() as hall:
        ticket = await hall.create(
            TablePlan(toy, (SeatPlan("person", "Ann"), SeatPlan("open"), SeatPlan("open")))
        )
        table = await hall.table(ticket.table)
        bob = await table.seating.claim(ticket.invite, 1, "Bob")
        await refuses(table.seating.unseat(bob, 0), Forbidden)
        await refuses(table.seating.unseat(ticket.token, 0), match="your own")
        await table.seating.unseat(ticket.token, 1)
        assert not table.who(bob).seats and table.book.seats[1].kind == "open"
        assert "The host frees the seat of Bob." in [line.text for line in table.page(ticket.token).log]


@pytest.mark.parametrize("how", ["leaves", "is unseated", "makes room for a bot"])
@played
async def test_who_sits_down_finds_nothing_of_who_sat_there_before(toy: str, how: str) -> None:
    """Neither what he told the host, nor whom he muted, nor who muted him."""
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(toy, (ANN, BOB, CY), listed=True))
        table = await hall.table(ticket.table)
        ann = Guest(table, ticket.token, 0)
        bob = Guest(table, await table.seating.claim(ticket.invite, 1, "Bob"), 1)
        eve = await table.seating.claim(ticket.invite, 2, "Eve")
        await table.report(bob.token, 1, 2, "a cheat")
        await table.seating.mute(bob.token, 1, 0, True)
        await table.seating.mute(ann.token, 0, 1, True)
        line = "Bob reports Eve to the host: a cheat"
        assert line in said(bob) and line in said(ann)
        await table.seating.leave(eve, 2)
        assert any("a cheat" in one for one in said(bob))
        if how == "is unseated":
            await table.seating.unseat(ann.token, 1)
        else:
            await table.seating.leave(bob.token, 1)
        if how == "makes room for a bot":
            await table.seating.seat_bot(ann.token, 1, "fair")
        newcomer = Guest(table, await table.seating.claim(ticket.invite, 1, "Bob"), 1)
        assert not any("a cheat" in one for one in said(newcomer)) and newcomer.page.muted == ()
        await table.say(newcomer.token, 1, "hello, Ann")
        await table.say(ann.token, 0, "hello, Bob")
        assert "hello, Ann" in said(ann) and "hello, Bob" in said(newcomer)
        assert any("a cheat" in one for one in said(ann))


@played
async def test_a_report_that_nobody_would_read_is_refused(toy: str) -> None:
    """Whoever opened the table has stood up."""
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(toy, (ANN, BOB, CY)))
        table = await hall.table(ticket.table)
        bob = await table.seating.claim(ticket.invite, 1, "Bob")
        await table.seating.leave(ticket.token, 0)
        await table.seating.claim(ticket.invite, 2, "Eve")
        await refuses(table.report(bob, 1, 2, "a cheat"), match="does not sit here")


@played
async def test_nobody_is_unseated_once_the_game_goes_on(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        await refuses(table.seating.unseat(ann.token, 1), match="begun already")


@played
async def test_spectators_can_be_switched_off(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        assert table.page(ticket.watch).you is None
        await refuses(table.seating.set_watch(bob.token, False), Forbidden)
        await table.seating.set_watch(ann.token, False)
        with pytest.raises(NoTable):
            table.page(ticket.watch)
        assert "The host: nobody watches any more." in said(bob)
        await table.seating.set_watch(ann.token, True)
        assert table.page(ticket.watch).you is None


@played
async def test_where_nobody_watches_the_invite_link_shows_only_a_chair_that_is_free(toy: str) -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(toy, (ANN, BOB, CY)))
        table = await hall.table(ticket.table)
        await table.seating.set_watch(ticket.token, False)
        assert table.page(ticket.invite).you is None, "who is asked in sees the chairs"
        bob = await table.seating.claim(ticket.invite, 1, "Bob")
        await table.seating.start(ticket.token)
        assert table.page(ticket.invite).you is None and not table.who(ticket.watch).watches, (
            "a bot's is free"
        )
        await table.seating.claim(ticket.invite, 2, "Cy")
        with pytest.raises(NoTable):
            table.page(ticket.invite)
        await table.seating.leave(bob, 1)
        with pytest.raises(NoTable):
            table.page(ticket.invite)
        await table.seating.set_watch(ticket.token, True)
        assert table.page(ticket.invite).you is None


@played
async def test_an_open_table_that_nobody_watches_can_be_joined(toy: str) -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(toy, (ANN, BOB, CY), listed=True))
        table = await hall.table(ticket.table)
        await table.seating.set_watch(ticket.token, False)
        assert table.page("").status == "lobby"
        await table.seating.claim("", 1, "Bob")
        await table.seating.start(ticket.token)
        with pytest.raises(NoTable):  # a bot's chair is for who has the link
            table.page("")
        assert table.page(ticket.invite).you is None


@played
async def test_only_who_is_really_away_is_voted_about(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob, cy), _ = await sit(hall, toy, ANN, BOB, CY)
        waited = next(guest for guest in (ann, bob, cy) if guest.ask.yours)
        others = [guest for guest in (ann, bob, cy) if guest is not waited]
        now.time += 1000
        here = {waited.seat}
        hall.presence = lambda address, seat: seat in here
        await refuses(table.seating.vote(others[0].token, others[0].seat, waited.seat), match="is here")
        here.clear()
        for other in others:
            assert not waited.page.seats[waited.seat].away
            await table.seating.vote(other.token, other.seat, waited.seat)
            if not waited.page.seats[waited.seat].away:
                await refuses(
                    table.seating.vote(other.token, other.seat, waited.seat), match="said so already"
                )
        assert waited.page.seats[waited.seat].away


@played
async def test_a_house_without_a_public_list(toy: str) -> None:
    async with open_hall() as hall:
        plan = TablePlan(toy, (SeatPlan("person"), SeatPlan("open")), listed=True)
        await hall.create(plan)
        assert len(await hall.summaries()) == 1
        hall.listing = False
        assert await hall.summaries() == []
        with pytest.raises(BadSetup, match="lists no tables"):
            await hall.create(plan)


@played
async def test_at_a_slow_table_the_clock_decides_and_no_vote(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, guests, _ = await sit(hall, toy, ANN, BOB, CY, clock=Clock("day", 1))
        waited = next(guest for guest in guests if guest.ask.yours)
        other = next(guest for guest in guests if guest is not waited)
        now.time += 23 * 3600
        await refuses(table.seating.vote(other.token, other.seat, waited.seat), match="the clock decides")


@played
async def test_what_means_nothing_here_makes_nobody_another(toy: str) -> None:
    """Pages are drawn once for all who may know the same: nobody is many by secrets that he has made up."""
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        meant = table.seating.meant
        assert meant(f"{ticket.invite}.x1") == meant(f"x2..{ticket.invite}.{ticket.invite}") == ticket.invite
        assert meant(f"{bob.token}.{ann.token}.z") == meant(f"{ann.token}.{bob.token}")
        assert meant("x.y") == meant("") == ""


@played
async def test_among_strangers_the_host_begins(toy: str) -> None:
    """Who takes every chair of a table that anybody can find does not begin its game: the host may free them first."""
    async with open_hall() as hall:
        chairs = (SeatPlan("person", "Ann"), SeatPlan("open"), SeatPlan("open"))
        ticket = await hall.create(TablePlan(toy, chairs, listed=True))
        table = await hall.table(ticket.table)
        for seat in (1, 2):
            await table.seating.claim("", seat, f"Guest {seat}")
        assert (await hall.summaries())[0].status == "lobby"
        await table.seating.unseat(ticket.token, 2)
        await table.seating.start(ticket.token)
        assert table.status == "running"
