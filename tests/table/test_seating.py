"""Seats, command by command: what each writes down, and the sentence with which it refuses."""

from __future__ import annotations

from knaves.bots import USUAL
from knaves.table import Clock, Forbidden, Hall, NoTable, SeatPlan, Table, TablePlan
from knaves.table.log import records as r
from knaves.table.people.table_plan import Who
from knaves.table.people.tokens import digest
from tests.table.kit import ANN, BOB, BOT, CY, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]

NOW = 1_000_000.0


async def written(hall: Hall, table: Table, before: int) -> list[r.Record]:
    """What was written since, oldest first, but for answers of bots."""
    rows = [r.decode(row.body) for row in await hall.storage.read(table.id) if row.seq > before]
    return [record for record in rows if not isinstance(record, r.Answered)]


async def lobby(hall: Hall, game: str, *seats: SeatPlan, **more: object) -> tuple[Table, str, str]:
    """A table before its game, the host's secret and the invite link's."""
    ticket = await hall.create(TablePlan(game, seats, **more))  # type: ignore[arg-type]
    return await hall.table(ticket.table), ticket.token, ticket.invite


@played
async def test_who_sits_down_is_written_with_name_and_digest_and_the_last_begins(toy: str) -> None:
    async with open_hall(now=Watch()) as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB, CY)
        before = table.book.written
        bob = await table.seating.claim(invite, 1, " Bob ")
        assert await written(hall, table, before) == [r.Sat(at=NOW, seat=1, name="Bob", holder=digest(bob))]
        before = table.book.written
        cy = await table.seating.claim(host, 2, "bob", host)
        assert cy == host and (await written(hall, table, before))[-1] == r.Begun(at=NOW)
        sat = (await written(hall, table, before))[0]
        assert isinstance(sat, r.Sat) and (sat.seat, sat.holder) == (2, digest(host)) and sat.name != "Bob"


@played
async def test_who_may_not_sit_down_is_told_why(toy: str) -> None:
    async with open_hall(now=Watch()) as hall:
        table, host, invite = await lobby(hall, "_template", ANN, BOB, CY, BOT)
        watch = table.seating.links(host)[1]
        await refuses(
            table.seating.claim(watch, 1, "Eve"), Forbidden, "^This link does not let you sit down here"
        )
        await refuses(
            table.seating.claim(invite, 1, "Eve", "x" * 30), Forbidden, "^That is no secret of this table"
        )
        for strange in (-1, 4, "1", None, True):
            claim = table.seating.claim(invite, strange, "Eve")  # type: ignore[arg-type]
            await refuses(claim, match="^There is no seat .* at this table")
        await refuses(table.seating.claim(invite, 0, "Eve"), match="^Ann sits there already")
        await table.seating.set_invite(host, 0, False)
        await refuses(table.seating.claim(invite, 1, "Eve"), Forbidden, "does not let you")
        bob = await table.seating.claim(host, 1, "Bob")
        await refuses(table.seating.claim(bob, 2, "Bob", bob), match="^The invite link is switched off")
        await table.seating.set_invite(host, 0, True)
        await table.seating.claim(invite, 2, "Cy")
        await refuses(
            table.seating.claim(host, 3, "Ann"), Forbidden, "^The game goes on: only the invite link"
        )
        await refuses(table.seating.claim(invite, 3, "Bob", bob), match="^You hold a seat already")
        await table.seating.leave(bob, 1)
        await refuses(
            table.seating.claim(invite, 1, "Eve"), match="^This is the seat of Bob, who may come back"
        )
        dee = await table.seating.claim(invite, 3, "Dee")
        assert table.who(dee).seats == (3,) and table.who(dee).watches and not table.who(dee).host


@played
async def test_who_is_who(toy: str) -> None:
    async with open_hall() as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB)
        watch = table.seating.links(host)[1]
        assert table.who(host) == Who((0,), True, True, True)
        assert table.who(invite) == Who((), False, True, True)
        assert table.who(watch) == Who((), False, False, True)
        assert table.who("x") == table.who("") == Who((), False, False, False)
        await table.seating.set_invite(host, 0, False)
        assert table.who(invite) == Who((), False, False, True) and table.who(host).invited
        await table.seating.set_watch(host, False)
        assert table.who(watch) == Who((), False, False, False) and table.who(host).watches
        listed, other, _ = await lobby(hall, toy, ANN, BOB, listed=True)
        assert listed.who("") == Who((), False, True, True)
        await listed.seating.set_watch(other, False)
        assert listed.who("") == Who((), False, True, True), "who may sit down sees the chairs"
        await listed.seating.set_invite(other, 0, False)
        assert listed.who("") == Who((), False, False, False)
        await refuses(
            table.seating.leave("x", 0), NoTable, "^There is no such table, or this link does not open it"
        )
        for strange in (1, "0", None, True):
            await refuses(table.seating.leave(host, strange), Forbidden, "^This seat is not yours")  # type: ignore[arg-type]


@played
async def test_the_lobby_is_arranged_by_the_host_and_written_down(toy: str) -> None:
    async with open_hall(now=Watch()) as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB, CY)
        bob = await table.seating.claim(invite, 1, "Bob")
        before = table.book.written
        await table.seating.seat_bot(host, 2, "random")
        await table.seating.open_seat(host, 2)
        await table.seating.rename(bob, 1, "Bo")
        await table.seating.leave(bob, 1)
        await table.seating.seat_bot(host, 0, "fair")
        assert await written(hall, table, before) == [
            r.Seated(at=NOW, seat=2, kind="bot", level="random", name=""),
            r.Seated(at=NOW, seat=2, kind="open", level=USUAL, name=""),
            r.Sat(at=NOW, seat=1, name="Bo", holder=digest(bob)),
            r.Seated(at=NOW, seat=1, kind="open", level=USUAL, name=""),
            r.Seated(at=NOW, seat=0, kind="bot", level="fair", name=""),
        ]
        for strange in (-1, 3, "1", True):
            await refuses(table.seating.open_seat(host, strange), match="^There is no seat .* at this table")  # type: ignore[arg-type]
        only_host = "^Only whoever opened the table can do that"
        for asked in (
            table.seating.seat_bot(invite, 1, "fair"),
            table.seating.start(invite),
            table.seating.unseat(invite, 0),
            table.seating.set_watch(invite, False),
            table.seating.set_invite(invite, 0, False),
        ):
            await refuses(asked, Forbidden, only_host)
        before = table.book.written
        await table.seating.start(host)
        assert await written(hall, table, before) == [
            r.Seated(at=NOW, seat=1, kind="bot", level=USUAL, name=""),
            r.Seated(at=NOW, seat=2, kind="bot", level=USUAL, name=""),
            r.Begun(at=NOW),
        ]
        for asked in (
            table.seating.start(host),
            table.seating.unseat(host, 1),
            table.seating.open_seat(host, 1),
        ):
            await refuses(asked, match="^The game has begun already")


@played
async def test_what_wants_a_game_says_that_there_is_none(toy: str) -> None:
    async with open_hall() as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB)
        for asked in (
            table.seating.take_back(host, 0),
            table.seating.rest(host, 0, 1),
            table.seating.vote(host, 0, 1),
        ):
            await refuses(asked, match="^The game has not begun yet")
        bob = await table.seating.claim(invite, 1, "Bob")
        await refuses(table.seating.rename(bob, 1, "Bo"), match="^The game has begun: names stay")
        seat, token = (0, host) if table.page(host).ask and table.page(host).ask.yours else (1, bob)  # type: ignore[union-attr]
        await table.answer(token, seat, ("end",), table.page(token, seat).ask.seq)  # type: ignore[union-attr]
        for over in (
            table.seating.leave(bob, 1),
            table.seating.take_back(bob, 1),
            table.seating.claim(invite, 1, "Eve"),
        ):
            await refuses(over, match="^The game is over")


@played
async def test_leaving_and_coming_back_are_written_once(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (_, bob, _), _ = await sit(hall, toy, ANN, BOB, CY)
        before = table.book.written
        await refuses(table.seating.take_back(bob.token, 1), match="^You play this seat already")
        await table.seating.leave(bob.token, 1)
        await refuses(table.seating.leave(bob.token, 1), match="^A bot plays for you already")
        now.time += 5
        await table.seating.take_back(bob.token, 1)
        assert await written(hall, table, before) == [
            r.Away(at=NOW, seat=1, why="left"),
            r.Back(at=NOW + 5, seat=1),
        ]


@played
async def test_days_of_holiday_are_counted_to_the_last(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, _), _ = await sit(hall, toy, ANN, BOB, clock=Clock("day", 2))
        for strange in (0, 8, "2", True, 1.0):
            await refuses(table.seating.rest(ann.token, 0, strange), match="^You have 7 days of holiday left")  # type: ignore[arg-type]
        before = table.book.written
        await table.seating.rest(ann.token, 0, 5)
        await refuses(table.seating.rest(ann.token, 0, 1), match="^You are on holiday already")
        now.time += 5 * 86400
        await refuses(table.seating.rest(ann.token, 0, 3), match="^You have 2 days of")
        await table.seating.rest(ann.token, 0, 1)
        now.time += 86400
        await refuses(table.seating.rest(ann.token, 0, 2), match="^You have 1 day of holiday")
        await table.seating.rest(ann.token, 0, 1)
        days = [one.days for one in await written(hall, table, before) if isinstance(one, r.Rested)]
        assert days == [5, 1, 1]
        quick, (bob, _), _ = await sit(hall, toy, ANN, BOB)
        await refuses(quick.seating.rest(bob.token, 0, 1), match="^Holidays are for tables with days")


@played
async def test_votes_one_by_one(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, guests, _ = await sit(hall, toy, ANN, BOB, CY)
        late = next(guest for guest in guests if guest.ask.yours)
        one, two = (guest for guest in guests if guest is not late)
        for strange in (9, "1", one.seat):  # nobody, no number, oneself
            await refuses(table.seating.vote(one.token, one.seat, strange), match="^There is no other person")  # type: ignore[arg-type]
        await refuses(
            table.seating.vote(one.token, one.seat, two.seat), match="^The table does not wait for that seat"
        )
        patience = table.book.opened.patience
        now.time += patience - 1
        await refuses(
            table.seating.vote(one.token, one.seat, late.seat),
            match=f"^Wait a little: .* after {patience} seconds",
        )
        now.time += 1
        before = table.book.written
        await table.seating.vote(one.token, one.seat, late.seat)
        await refuses(table.seating.vote(one.token, one.seat, late.seat), match="^You have said so already")
        assert not table.book.seats[late.seat].away
        await table.seating.vote(two.token, two.seat, late.seat)
        assert await written(hall, table, before) == [
            r.Voted(at=now.time, seat=one.seat, target=late.seat),
            r.Voted(at=now.time, seat=two.seat, target=late.seat),
            r.Away(at=now.time, seat=late.seat, why="vote"),
        ]
        await refuses(table.seating.vote(one.token, one.seat, late.seat), match="^There is no other person")


@played
async def test_half_of_the_others_is_not_enough() -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        host = SeatPlan("person", "Ann")
        ticket = await hall.create(TablePlan("villagers", (host, BOB, BOB, BOB, BOB), seed=7))
        table = await hall.table(ticket.table)
        tokens = [ticket.token]
        for seat, name in enumerate(("Bob", "Cy", "Dee", "Eve"), 1):
            tokens.append(await table.seating.claim(ticket.invite, seat, name))
        late = next(seat for seat, one in enumerate(table.book.seats) if one.since is not None)
        now.time += table.book.opened.patience
        voters = [seat for seat in range(5) if seat != late][:3]
        for count, seat in enumerate(voters, 1):
            await table.seating.vote(tokens[seat], seat, late)
            assert table.book.seats[late].away == (count == 3), "two of four are not more than half"


@played
async def test_switches_and_manners_are_written_only_when_they_change_something(toy: str) -> None:
    async with open_hall(now=Watch()) as hall:
        table, host, invite = await lobby(hall, toy, ANN, BOB, CY)
        bob = await table.seating.claim(invite, 1, "Bob")
        before = table.book.written
        for on in (True, False, False, True):
            await table.seating.set_watch(host, on)
            await table.seating.set_invite(host, 0, on)
        await table.seating.mute(host, 0, 1, True)
        await refuses(table.report(bob, 1, 0, "too strict"), match="^That is the host")
        for strange in (2, 3, -1, "1"):
            await refuses(table.seating.mute(host, 0, strange, True), match="^There is no other person")  # type: ignore[arg-type]
        await table.seating.unseat(host, 1)
        assert await written(hall, table, before) == [
            r.WatchSet(at=NOW, on=False),
            r.InviteSet(at=NOW, seat=0, on=False),
            r.WatchSet(at=NOW, on=True),
            r.InviteSet(at=NOW, seat=0, on=True),
            r.Muted(at=NOW, seat=0, target=1, on=True),
            r.Unseated(at=NOW, seat=1),
        ]


@played
async def test_a_clock_that_has_run_out_is_written_for_its_seat_alone(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, guests, _ = await sit(hall, toy, ANN, BOB, clock=Clock("move", 30))
        late = next(guest for guest in guests if guest.ask.yours)
        assert table.seating.deadline() == NOW + 30
        before = table.book.written
        now.time += 29
        await table.seating.expire()
        assert await written(hall, table, before) == [] and table.seating.deadline() == NOW + 30
        now.time += 1
        table.seating.grace = now.time + 5
        await table.seating.expire()
        assert await written(hall, table, before) == [] and table.seating.deadline() == NOW + 35
        now.time += 5
        await table.seating.expire()
        assert (await written(hall, table, before))[0] == r.Away(at=now.time, seat=late.seat, why="clock")
