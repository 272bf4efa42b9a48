"""Answers: checked, written, then played. A refusal changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec
import pytest

from knaves.core.beat import HOLD
from knaves.core.errors import RuleBug
from knaves.core.step import Option
from knaves.table import Hall, NoTable, SeatPlan, Stale, TablePlan, TooMuch
from knaves.table.bots.thinkers import Thinkers
from knaves.table.log.sqlite import SqliteStorage
from knaves.table.log.storage import Row
from tests.patience import meanwhile
from tests.table.kit import ANN, BOB, BOT, CY, Guest, Watch, open_hall, played, refuses, sit
from tests.table.toy import toy

__all__ = ["toy"]


@played
async def test_whole_games_against_bots() -> None:
    async with open_hall() as hall:
        for seed in range(5):
            bots = SeatPlan("bot", level="random"), SeatPlan("bot", level="fair")
            _table, (ann,), _ = await sit(hall, "_template", ANN, *bots, seed=seed)
            while ann.page.status == "running":
                await ann.first()
            page = ann.page
            assert page.result is not None and page.seed == seed and page.ask is None
            assert any(line.text == "The game begins." for line in page.log)
            assert page.waiting == "The game is over."


@played
async def test_an_old_answer_and_a_second_click_are_refused(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        seq = ann.ask.seq
        await ann.do("dig")
        before = table.book.seq
        for old in (seq, seq + 100, 0, -1, True, "1", None):
            await refuses(table.answer(ann.token, 0, ("dig",), old), Stale)  # type: ignore[arg-type]
        assert table.book.seq == before
        await ann.do("dig")
        assert ann.view["coins"] == [7, 5]


@played
async def test_two_clicks_at_once_are_one_answer(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        seq = ann.ask.seq
        clicks = [table.answer(ann.token, 0, ("dig",), seq) for _ in range(10)]
        results = await asyncio.gather(*clicks, return_exceptions=True)
        assert results.count(None) == 1
        assert all(isinstance(one, Stale) for one in results if one is not None)


@pytest.mark.parametrize(
    "option",
    [
        (),
        ("fly",),
        ("dig", 1),
        ("dig", "x"),
        (1,),
        "dig",
        None,
        ("dig",) * 100,
        ("dig", 2**70),
        ("x" * 500,),
        ("dig", 1.5),
    ],
)
@played
async def test_what_is_no_answer_is_refused(toy: str, option: Sequence[object]) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        before, page = table.book.seq, ann.page
        await refuses(table.answer(ann.token, 0, option, ann.ask.seq))
        assert table.book.seq == before and ann.page == page


@played
async def test_sealed_answers_do_not_make_the_others_stale() -> None:
    async with open_hall() as hall:
        _table, (ann, bob, cy), _ = await sit(hall, "_template", ANN, BOB, CY)
        seq = cy.ask.seq
        await ann.first()
        await bob.first()
        assert cy.ask.seq == seq
        assert not ann.ask.yours and ann.ask.seats == (2,)
        assert ann.page.waiting == "Waiting for Cy."
        await cy.first()
        assert ann.ask.seats != (2,) or ann.page.seq > seq


@played
async def test_interjections_at_any_time_but_not_twice_by_one_click() -> None:
    async with open_hall() as hall:
        table, (ann, bob, cy), _ = await sit(hall, "_template", ANN, BOB, CY)
        await ann.first()
        page = ann.page
        assert page.ask is not None and not page.ask.yours
        assert [card.verb for card in page.ask.interjections] == ["whistle"]
        await bob.first()  # the table moves on meanwhile
        await table.answer(ann.token, 0, ("whistle",), page.ask.seq)
        assert ann.view["top"] is not None
        assert bob.view["top"] is None
        await refuses(table.answer(ann.token, 0, ("whistle",), page.ask.seq), Stale)
        await refuses(ann.do("whistle"))
        assert cy.ask.yours


class Slow(SqliteStorage):
    """A disk that can be held, or be full."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = 0
        self.full = False

    async def append(self, table: str, rows: Sequence[Row], status: str, at: float) -> None:
        self.asked += 1
        await self.gate.wait()
        if self.full:
            raise OSError("no space left")
        await super().append(table, rows, status, at)


async def held(disk: Slow, guest: Guest) -> asyncio.Future[None]:
    """A click on its way to the disk, which holds it."""
    disk.gate.clear()
    asked = disk.asked
    click = asyncio.ensure_future(guest.do("dig"))
    await meanwhile("nothing is to be written", lambda: disk.asked > asked)
    return click


@played
async def test_nobody_is_told_before_it_is_on_disk(toy: str) -> None:
    disk = Slow()
    hall = Hall(disk, Thinkers(), Watch())
    table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
    before = msgspec.json.encode(bob.page)
    async with table.changes() as changes:
        await anext(changes)
        click = await held(disk, ann)
        assert not click.done() and msgspec.json.encode(bob.page) == before
        told = asyncio.ensure_future(anext(changes))
        await asyncio.sleep(0)
        assert not told.done()
        disk.gate.set()
        await click
        assert await told == table.book.seq
    assert bob.view["coins"] == [6, 5]
    await hall.close()


@played
async def test_what_cannot_be_written_did_not_happen(toy: str) -> None:
    disk = Slow()
    hall = Hall(disk, Thinkers(), Watch())
    _table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
    disk.full = True
    before = msgspec.json.encode(ann.page)
    await refuses(ann.do("dig"), match="could not be written")
    assert msgspec.json.encode(ann.page) == before
    disk.full = False
    await ann.do("dig")
    assert ann.view["coins"] == [6, 5]
    await hall.close()


@played
async def test_a_click_whose_sender_goes_away_still_counts_once(toy: str) -> None:
    disk = Slow()
    hall = Hall(disk, Thinkers(), Watch())
    table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
    click = await held(disk, ann)
    click.cancel()
    disk.gate.set()
    async with table.changes() as changes:
        async for _ in changes:
            if ann.view["coins"] == [6, 5]:
                break
    await ann.do("dig")
    assert ann.view["coins"] == [7, 5]
    await hall.close()


@played
async def test_a_rule_that_breaks_stops_one_table_only(toy: str) -> None:
    async with open_hall() as hall:
        bad, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        good, (cy, _dee), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("dig")
        view = ann.page.view
        refusal = await refuses(ann.do("trip"), match="went wrong")
        assert isinstance(refusal.__cause__, RuleBug)
        assert (bob.page.status, bob.page.view) == ("broken", view)
        assert bob.page.notice and bob.page.ask is None
        await refuses(ann.do("dig", seq=1), match="went wrong")
        rows = await hall.storage.read(bad.id)
        assert b'"what":"broke"' in rows[-1].body and b'\\"trip\\"' in rows[-1].body
        await cy.do("dig")
        assert good.status == "running"
        await bad.propose_undo(ann.token, 0, 0)  # together they may go back and play on
        await bad.agree_undo(bob.token, 1, True)
        assert ann.page.status == "running" and ann.view["coins"] == [5, 5]


@played
async def test_a_bot_that_breaks_a_rule_stops_its_table_only(toy: str) -> None:
    class Clumsy:
        def choose(self, seen: object) -> Option:
            return ("trip",)

    thinkers = Thinkers(maker=lambda level, game, seed: Clumsy())
    async with open_hall(thinkers=thinkers) as hall:
        _table, (ann,), _ = await sit(hall, toy, ANN, BOT)
        await ann.do("pass")
        assert ann.page.status == "broken"
        _other, (bob,), _ = await sit(hall, toy, ANN, BOT)
        await bob.do("dig")
        assert bob.page.status == "running"


@played
async def test_bots_have_one_chance_per_beat(toy: str) -> None:
    asked: list[tuple[int, Option]] = []

    class Eager:
        """Takes every chance, and passes when it is asked."""

        def choose(self, seen: object) -> Option:
            options: Sequence[Option] = seen.options  # type: ignore[attr-defined]
            asked.append((seen.seat, options[0]))  # type: ignore[attr-defined]
            if options[0] == HOLD:
                return options[1]
            return ("decline",) if ("decline",) in options else ("pass",)

    thinkers = Thinkers(maker=lambda level, game, seed: Eager())
    async with open_hall(thinkers=thinkers) as hall:
        _table, (ann,), _ = await sit(hall, toy, ANN, BOT, BOT)
        assert asked == [(1, HOLD)]  # the first bot offers Ann a deal
        assert ann.page.deals[0].state == "offered" and ann.page.deals[0].by == 1
        await ann.do("decline")
        # her answer opens a new beat: again one chance each
        assert asked == [(1, HOLD), (1, HOLD)]


@played
async def test_deals_and_the_promise_ledger(toy: str) -> None:
    async with open_hall() as hall:
        _table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        offer = bob.ask.interjections[0]
        assert offer.label == "Offer Ann a deal" and offer.interjection
        await bob.do(*offer.option)
        assert ann.ask.prompt == "Bob offers you a deal."
        assert [(deal.by, deal.to, deal.state) for deal in ann.page.deals] == [(1, 0, "offered")]
        await ann.do("accept")
        assert ann.view["coins"] == [6, 4]
        assert [(deal.text, deal.state) for deal in bob.page.deals] == [("promised to be nice", "open")]


@played
async def test_a_game_with_its_own_ledger_shows_it() -> None:
    async with open_hall() as hall:
        seats = (ANN, *[SeatPlan("person", f"P{n}") for n in range(3)])
        table, guests, ticket = await sit(hall, "new_angeles", *seats)
        for _ in range(80):
            table.page(ticket.token)
            offers = [
                (g, c) for g in guests for c in (*g.ask.options, *g.ask.interjections) if c.verb == "offer"
            ]
            if offers:
                break
            await guests[guests[0].ask.seats[0]].first()
        guest, card = offers[0]
        await guest.do(*card.option)
        deals = table.page(ticket.watch).deals
        assert [(deal.by, deal.state) for deal in deals] == [(guest.seat, "offered")]
        assert deals[0].text


@played
async def test_chat_is_public_short_and_not_too_fast(toy: str) -> None:
    now = Watch()
    async with open_hall(now=now) as hall:
        table, (ann, bob), ticket = await sit(hall, toy, ANN, BOB)
        await table.say(ann.token, 0, " hello\n<b>you</b>\x00 ")
        line = table.page(ticket.watch).log[-1]
        assert (line.kind, line.seat, line.text) == ("chat", 0, "hello <b>you</b>")
        await refuses(table.say(ann.token, 0, "x" * 501), TooMuch)
        await refuses(table.say(ann.token, 0, "  \n "))
        await refuses(table.say(ann.token, 0, 5))  # type: ignore[arg-type]
        for _ in range(7):
            await table.say(ann.token, 0, "again")
        await refuses(table.say(ann.token, 0, "again"), TooMuch)
        await table.say(bob.token, 1, "I may")
        now.time += 11
        await table.say(ann.token, 0, "again")
        assert ann.page.ask is not None and ann.ask.seq < ann.page.seq  # chat makes no answer stale
        await ann.do("dig")


@played
async def test_since_your_last_move_and_older_lines(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, bob), _ = await sit(hall, toy, ANN, BOB)
        await ann.do("pass")
        await bob.do("dig")
        await bob.do("dig")
        assert [line.text for line in ann.page.log if line.new] == ["Bob digs.", "Bob digs."]
        assert ann.page.since == ann.page.log[-3].seq
        short = table.page(ann.token, 0, lines=1)
        assert [line.text for line in short.log] == ["Bob digs."]
        older = table.lines(ann.token, 0, before=short.first, most=2)
        assert [line.text for line in older] == ["Ann passes.", "Bob digs."]


@played
async def test_why_not_cites_the_rule() -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, "_template", ANN, BOB)
        mine = ann.ask.options[0].things[0]
        assert table.why_not(ann.token, 0, mine) is None
        await ann.first()
        why = table.why_not(ann.token, 0, mine)
        assert why is not None and why.reason and why.clause
        assert ann.ask.clause_text


@played
async def test_unknown_tables() -> None:
    async with open_hall() as hall:
        for address in ("", "nope", "x" * 1000):
            with pytest.raises(NoTable):
                await hall.table(address)
        await hall.create(TablePlan("_template", (ANN, BOB)))
        with pytest.raises(NoTable):
            await hall.table("nope")
