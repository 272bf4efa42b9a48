"""Seats and secrets: who may sit where, what a secret opens, bots that take over and hand back."""

from __future__ import annotations

import logging

import pytest

from knaves.core.errors import BadSetup
from knaves.table import Clock, Forbidden, NoTable, SeatPlan, TablePlan, TooMuch
from knaves.table.log.records import Opened, decode, encode
from knaves.table.state.book import new_book
from tests.table.kit import ANN, BOB, BOT, CY, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]


@played
async def test_a_table_begins_when_every_seat_is_taken() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (ANN, BOB, BOT)))
        table = await hall.table(ticket.table)
        page = table.page(ticket.token)
        assert (page.status, page.view, page.ask, page.you) == ("lobby", None, None, 0)
        assert page.commitment and page.seed is None
        assert [seat.name for seat in page.seats] == ["Ann", "Open seat B", "Bot C"]
        token = await table.seating.claim(ticket.invite, 1, "Bob")
        assert table.page(token).status == "running"
        assert table.who(token).seats == (1,)
        assert table.page(token).view is not None


@played
async def test_a_secret_opens_only_its_own() -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, "_template", ANN, BOB)
        assert ann.token != bob.token
        assert table.who(ticket.watch).watches and not table.who(ticket.watch).seats
        assert table.page(ticket.watch).you is None
        assert table.seating.links(bob.token) == (ticket.invite, ticket.watch)
        before = table.book.seq
        for wrong in ("", "x", ann.token[:-1], ann.token + "a", "é" * 40, "a" * 5000):
            assert not table.who(wrong).watches
            with pytest.raises(NoTable):
                table.page(wrong)
            await refuses(table.answer(wrong, 0, ("play", 1), 1), NoTable)
        with pytest.raises(Forbidden):
            table.page(ann.token, 1)
        with pytest.raises(Forbidden):
            table.seating.links(ticket.watch)
        option = ann.ask.options[0].option
        await refuses(table.answer(bob.token, 0, option, ann.ask.seq), Forbidden)
        await refuses(table.say(ticket.watch, 0, "hello"), Forbidden)
        await refuses(table.seating.claim(ticket.watch, 1, "Eve"), Forbidden)
        assert table.book.seq == before


@played
async def test_secrets_are_kept_as_digests_and_stand_in_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, "_template", ANN, BOB)
        await ann.first()
        rows = await hall.storage.read(table.id)
        disk = b"".join(row.body for row in rows) + encode(table.book.opened)
        for secret in (ann.token, bob.token):
            assert secret.encode() not in disk
            assert secret not in caplog.text


@played
async def test_hot_seat_is_one_secret_for_several_seats() -> None:
    async with open_hall() as hall:
        table, guests, ticket = await sit(hall, "_template", ANN, SeatPlan("person", "Ann"), CY)
        assert table.who(ticket.token).seats == (0, 1)
        assert [seat.name for seat in table.page(ticket.token).seats] == ["Ann", "Ann B", "Bob"]
        assert table.page(ticket.token).you == 0
        await guests[0].first()
        assert table.page(ticket.token).you == 1  # the one of yours that is waited for
        assert table.page(ticket.token, 0).you == 0
        await refuses(table.seating.claim(ticket.invite, 2, "Ann", ticket.token))


@played
async def test_one_more_seat_in_the_lobby() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (ANN, BOB, CY)))
        table = await hall.table(ticket.table)
        token = await table.seating.claim(ticket.invite, 1, "Bob")
        assert await table.seating.claim(ticket.invite, 2, "Bob", token) == token
        assert table.who(token).seats == (1, 2)
        await refuses(table.seating.claim(ticket.invite, 0, "Eve"))


@played
async def test_the_host_arranges_the_lobby() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (ANN, BOB, CY)))
        table = await hall.table(ticket.table)
        bob = await table.seating.claim(ticket.invite, 1, "Bob")
        await refuses(table.seating.start(bob), Forbidden)
        await refuses(table.seating.seat_bot(ticket.token, 1, "fair"), match="Bob")
        await refuses(table.seating.seat_bot(ticket.token, 2, "godlike"))
        await table.seating.seat_bot(ticket.token, 2, "random")
        await table.seating.open_seat(ticket.token, 2)
        await table.seating.leave(bob, 1)
        assert [seat.kind for seat in table.page(ticket.token).seats] == ["person", "open", "open"]
        with pytest.raises(NoTable):
            table.page(bob)
        await table.seating.start(ticket.token)
        page = table.page(ticket.token)
        assert page.status == "running"
        assert [seat.kind for seat in page.seats] == ["person", "bot", "bot"]
        await refuses(table.seating.start(ticket.token))


@played
async def test_listed_tables_are_open_to_all() -> None:
    async with open_hall() as hall:
        listed = await hall.create(TablePlan("_template", (ANN, BOB), listed=True))
        await hall.create(TablePlan("_template", (ANN, BOB)))
        assert [one.table for one in await hall.summaries()] == [listed.table]
        table = await hall.table(listed.table)
        assert table.page("").you is None
        bob = await table.seating.claim("", 1, "Bob")
        await table.seating.start(listed.token)
        await refuses(table.seating.claim("", 1, "Eve"))
        assert [one.waiting for one in await hall.summaries(("running",))] == [(0, 1)]
        await table.seating.leave(bob, 1)
        await refuses(table.seating.claim("", 1, "Eve"), match="the seat of Bob")
        bots = await hall.create(TablePlan("_template", (ANN, BOT), listed=True))
        other = await hall.table(bots.table)
        # no stranger looks into a hand
        await refuses(other.seating.claim("", 1, "Eve"), Forbidden, "invite link")


@played
async def test_a_bot_takes_over_and_hands_back(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ticket = await sit(hall, toy, ANN, BOB)
        await table.seating.leave(bob.token, 1)
        card = ann.page.seats[1]
        assert (card.kind, card.away, card.name) == ("bot", True, "Bob")
        await ann.do("pass")
        assert ann.ask.yours  # the bot has answered for Bob
        await refuses(table.answer(bob.token, 1, ("pass",), bob.ask.seq), match="bot plays")
        await table.seating.take_back(bob.token, 1)
        await refuses(table.seating.take_back(bob.token, 1))
        await ann.do("pass")
        assert bob.ask.yours
        await bob.do("pass")


@played
async def test_when_everybody_has_left_the_game_waits() -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, "_template", ANN, BOB, BOT)
        await table.seating.leave(ann.token, 0)
        await table.seating.leave(bob.token, 1)
        await table.idle()
        before = len(table.book.played)
        assert table.status == "running" and "Everybody has left" in ann.page.waiting
        await table.seating.take_back(bob.token, 1)
        await table.idle()
        assert len(table.book.played) > before and bob.ask.yours  # now the bots go on


@played
async def test_bots_among_themselves_play_to_the_end() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (BOT, BOT, BOT), seed=1))
        table = await hall.table(ticket.table)
        await table.idle()
        assert table.page(ticket.token).result is not None


@played
async def test_the_seat_of_whoever_left_is_kept_for_him(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        await refuses(table.seating.claim(ticket.invite, 1, "Eve"), match="Bob sits there")
        await table.seating.leave(bob.token, 1)
        await refuses(table.seating.claim(ticket.invite, 1, "Eve"), match="the seat of Bob")
        await refuses(table.seating.claim(ticket.invite, 1, "Ann", ann.token), match="the seat of Bob")
        assert table.who(bob.token).seats == (1,) and bob.page.you == 1
        await table.seating.take_back(bob.token, 1)
        assert bob.page.seats[1].kind == "person"


@played
async def test_of_two_people_neither_votes_the_other_out(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB, patience=60)
        now.time += 10_000
        await refuses(table.seating.vote(bob.token, 1, 0), match="Of two people")
        hot, (cy, dee, eve), _ = await sit(hall, toy, ANN, SeatPlan("person", "Ann"), BOB, patience=60)
        now.time += 10_000
        assert cy.token == dee.token
        await refuses(hot.seating.vote(eve.token, 2, 0), match="Of two people")  # one of them has two seats
        await refuses(hall.create(TablePlan(toy, (ANN, BOB), patience=0)), BadSetup, "60")
        assert not ann.page.seats[0].away


@played
async def test_one_vote_is_never_enough(toy: str) -> None:
    """Of three, the other two must both want it, even if one of them is played by a bot by then."""
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob, cy), _ = await sit(hall, toy, ANN, BOB, CY, patience=60)
        now.time += 61
        await table.seating.leave(cy.token, 2)
        await refuses(table.seating.vote(bob.token, 1, 0), match="Of two people")
        await table.seating.take_back(cy.token, 2)
        await table.seating.vote(bob.token, 1, 0)
        assert not ann.page.seats[0].away


@played
async def test_whoever_takes_a_bots_seat_is_announced_and_the_host_can_shut_the_door(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann,), ticket = await sit(hall, toy, ANN, BOT, BOT)
        await refuses(table.seating.claim(ticket.invite, 1, "Ann", ann.token), match="already")
        eve = await table.seating.claim(ticket.invite, 1, "Eve")
        assert "Eve is new here: sits down by the invite link, where a bot played." in [
            line.text for line in ann.page.log
        ]
        await refuses(table.seating.set_invite(eve, 1, False), Forbidden)
        await table.seating.set_invite(ann.token, 0, False)
        assert not ann.page.invites
        assert not table.who(ticket.invite).invited and table.who(ticket.invite).watches
        await refuses(table.seating.claim(ticket.invite, 2, "Dee"), Forbidden)
        await refuses(table.seating.claim(ticket.invite, 2, "Eve", eve))
        await table.seating.set_invite(ann.token, 0, True)
        await table.seating.claim(ticket.invite, 2, "Dee")


@played
async def test_two_secrets_in_one_browser_open_both_seats(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        both = f"{ann.token}.{bob.token}"
        assert table.who(both).seats == (0, 1)
        assert table.page(both, 1).you == 1
        assert table.who(f"x.{bob.token}").seats == (1,)
        assert not table.who("." * 50).watches
        assert not table.who(f"{'x' * 200}.{bob.token}").watches


@played
async def test_the_others_vote_a_bot_in(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob, cy), _ = await sit(hall, toy, ANN, BOB, CY, patience=60)
        await refuses(table.seating.vote(bob.token, 1, 2), match="does not wait")
        await refuses(table.seating.vote(bob.token, 1, 0), match="60 seconds")
        now.time += 61
        await refuses(table.seating.vote(ann.token, 0, 0))
        await table.seating.vote(bob.token, 1, 0)
        assert ann.page.seats[0].votes == (1,) and not ann.page.seats[0].away
        await refuses(table.seating.vote(bob.token, 1, 0), match="said so already")
        assert not ann.page.seats[0].away
        await table.seating.vote(cy.token, 2, 0)
        await table.idle()
        assert ann.page.seats[0].away
        assert bob.ask.yours
        await table.seating.take_back(ann.token, 0)
        assert not ann.page.seats[0].away


@played
async def test_a_rematch_asks_for_room_like_any_other_game(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("end")
        hall.tables_most = 0
        await refuses(hall.rematch(table.id, ann.token), TooMuch, "full")
        assert not table.book.rematch
        hall.tables_most, hall.games = 9, ("villains",)
        await refuses(hall.rematch(table.id, ann.token), BadSetup, "no game called")
        hall.games = None
        again = await hall.rematch(table.id, ann.token)
        hall.tables_most = 0
        assert await hall.rematch(table.id, ann.token) == again  # it is there already


@played
async def test_rematch_with_the_same_people_and_other_dice(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await refuses(hall.rematch(table.id, ann.token), match="not over")
        await ann.do("end")
        assert ann.page.seed == 7
        again = await hall.rematch(table.id, bob.token)
        assert await hall.rematch(table.id, ann.token) == again
        await refuses(hall.rematch(table.id, "nobody"), Forbidden)
        assert ann.page.rematch == again
        fresh = await hall.table(again)
        assert fresh.who(ann.token).seats == (1,) and fresh.who(bob.token).seats == (0,)
        assert [seat.name for seat in fresh.page(ann.token).seats] == ["Bob", "Ann"]
        assert fresh.status == "running"
        assert fresh.page(ann.token).commitment != ann.page.commitment


@played
async def test_names_are_short_plain_and_different() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (ANN, BOB, CY)))
        table = await hall.table(ticket.table)
        await refuses(table.seating.claim(ticket.invite, 1, "x" * 25), match="letters")
        await table.seating.claim(ticket.invite, 1, " Ann\n\x00 ")
        assert table.page(ticket.token).seats[1].name == "Ann B"
        await table.seating.rename(ticket.token, 0, "Anna")
        assert table.page(ticket.token).seats[0].name == "Anna"
        cy = await table.seating.claim(ticket.invite, 2, "ＡＮＮＡ")  # reads like Anna, and is another text
        assert table.page(ticket.token).seats[2].name == "ＡＮＮＡ C"
        assert table.status == "running"
        await refuses(table.seating.rename(cy, 2, "Ann"), match="names stay as they are")


@pytest.mark.parametrize(
    "plan",
    [
        TablePlan("chess", (ANN, BOB)),
        TablePlan("_template", (ANN,)),
        TablePlan("_template", (ANN, SeatPlan("bot", level="godlike"))),
        TablePlan("_template", (ANN, BOB), options={"purse": 99}),
        TablePlan("_template", (ANN, BOB), options={"cards": "/etc/passwd"}),
        TablePlan("_template", (ANN, BOB), clock=Clock("move", 0)),
        TablePlan("_template", (ANN, BOB), clock=Clock("none", 60)),
        TablePlan("_template", (ANN, BOB), clock=Clock("bank", 10, -1)),
        TablePlan("_template", (ANN, BOB), seed=""),
        TablePlan("_template", (ANN, BOB), patience=-1),
        TablePlan("_template", (ANN, BOB), patience=59),
    ],
)
@played
async def test_a_plan_that_cannot_be_is_refused(plan: TablePlan) -> None:
    async with open_hall() as hall:
        with pytest.raises(BadSetup):
            await hall.create(plan)
        assert await hall.summaries(listed=None) == []


@played
async def test_the_seed_is_random_and_told_only_after_the_end(toy: str) -> None:
    async with open_hall() as hall:
        seeds: set[int | str] = set()
        for _ in range(3):
            _table, (ann,), _ = await sit(hall, toy, ANN, BOT, seed=None)
            promise = ann.page.commitment
            assert ann.page.seed is None
            await ann.do("end")
            assert ann.page.seed is not None and ann.page.commitment == promise
            seeds.add(ann.page.seed)
        assert len(seeds) == 3 and all(len(str(seed)) == 32 for seed in seeds)


@played
async def test_a_chosen_seed_makes_a_studio_table_for_all_to_see() -> None:
    async with open_hall() as hall:
        drawn = await hall.create(TablePlan("_template", (ANN, BOB)))
        assert not (await hall.table(drawn.table)).page(drawn.token).studio
        for plan in (
            TablePlan("_template", (ANN, BOB), seed=7),
            TablePlan("_template", (ANN, BOB), scenario={"coins": [9, 1]}),
        ):
            ticket = await hall.create(plan)
            table = await hall.table(ticket.table)
            page = table.page(ticket.watch)
            assert page.studio and table.summary().studio and page.seed is None
            assert any("studio table" in line.text for line in page.log)
        alone = TablePlan("_template", (ANN, BOT), scenario={"coins": [9, 1]}, lesson=True)
        ticket = await hall.create(alone)
        assert not (await hall.table(ticket.table)).page(ticket.token).studio


@played
async def test_a_table_of_old_keeps_its_bots_under_the_name_they_have_now() -> None:
    async with open_hall() as hall:
        table, _, _ = await sit(hall, "_template", ANN, BOT)
        old = decode(encode(table.book.opened).replace(b'"fair"', b'"rules"'))
        assert isinstance(old, Opened) and {row.level for row in old.seats} == {"rules"}
        assert {seat.level for seat in new_book(old).seats} == {"fair"}


@played
async def test_the_pace_of_bots_is_the_tables_own() -> None:
    async with open_hall(pace=0.01) as hall:
        paces = {}
        for pace in ("quick", "usual", "slow"):
            table, _, _ = await sit(hall, "_template", ANN, BOT, pace=pace)
            paces[pace] = table.driver.pace
        assert paces["quick"] < paces["usual"] == 0.01 < paces["slow"]
