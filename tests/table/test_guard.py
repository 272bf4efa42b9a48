"""Whatever people send: a clear refusal, nothing changed, and no other table touched."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

import knaves
from knaves.core.beat import HOLD
from knaves.core.step import Option
from knaves.games import about
from knaves.table import KnavesError, Refused, SeatPlan, TablePlan
from knaves.table.bots.thinkers import Thinkers
from knaves.table.house import hall as halls
from tests.table.kit import ANN, BOB, BOT, open_hall, played, refuses, sit
from tests.table.toy import GAME, Yard, toy

__all__ = ["toy"]

GAMES = (*knaves.GAMES, "_template")
HOT = SeatPlan("person")


@pytest.mark.parametrize("game", GAMES)
@played
async def test_nonsense_is_refused_and_changes_nothing(game: str) -> None:
    rng = Random(game)
    seats = min(about(game).seats)
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (HOT,) * seats, seed=2))
        table = await hall.table(ticket.table)
        verbs = sorted(table.progress.position.game.verbs)
        accepted = 0
        for _ in range(150):
            position = table.progress.position
            ask = position.ask()
            if ask is None:
                break
            seat = rng.randrange(seats)
            for _ in range(4):
                things = [rng.choice((-1, 0, 1, 2, 7, 99, 10**6, -(2**40))) for _ in range(rng.randrange(9))]
                option = (rng.choice(verbs), *things)
                before, seq = position.clone(), table.book.seq
                try:
                    await table.answer(ticket.token, seat, option, table.book.seats[seat].asked)
                    accepted += 1  # by chance it was legal, or a deal somebody may propose
                    break
                except Refused:
                    assert table.book.seq == seq and table.progress.position == before
            else:
                mover = rng.choice(ask.seats)
                option = rng.choice(ask.options(mover))
                await table.answer(ticket.token, mover, option, table.book.seats[mover].asked)
            assert table.status in ("running", "over"), table.book.notice
            for word in ("card:-1", "card:999999", "x", "", ":", "seat:9", "card:" + "9" * 70):
                why = table.why_not(ticket.token, seat, word)
                assert why is None or why.reason
        assert accepted < 150


@played
async def test_a_rule_that_cannot_say_what_is_legal_stops_its_table_only(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall() as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT)
        fine, (bob,), _ = await sit(hall, "_template", ANN, BOT)

        def broken(s: Yard, seat: int) -> list[Option]:
            raise KeyError("lost")

        other, (cy, _dee), _ = await sit(hall, toy, ANN, BOB)
        seq = ann.ask.seq
        monkeypatch.setattr(GAME, "interjections", broken)
        await refuses(table.answer(ann.token, 0, ("dig",), seq), match="went wrong")  # a person finds it
        assert table.status == "broken"
        await other.seating.leave(cy.token, 0)  # a bot finds it
        await other.idle()
        assert other.status == "broken"
        await bob.first()
        assert fine.status in ("running", "over")


@played
async def test_a_game_that_cannot_show_itself_says_so(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)

        def broken(s: Yard, eye: int) -> dict[str, object]:
            raise KeyError("lost")

        with monkeypatch.context() as patch:
            patch.setattr(GAME, "view", broken)
            page = ann.page
            assert (page.status, page.view, page.ask) == ("broken", None, None)
            assert "cannot be shown" in page.notice
        assert ann.page.status == table.status == "running"


@played
async def test_orders_cannot_name_what_breaks_the_page() -> None:
    async with open_hall() as hall:
        for game in GAMES:
            seats = min(about(game).seats)
            ticket = await hall.create(TablePlan(game, (HOT,) * seats, seed=2))
            table = await hall.table(ticket.table)
            for verb in table.progress.position.game.verbs:
                for things in ((), (0,), (10**9,), (-5, 10**9), (10**9,) * 9):
                    try:
                        number = await table.order(
                            ticket.token, 0, "never", (verb, *things), clause="nowhere"
                        )
                    except KnavesError:
                        continue
                    assert table.page(ticket.token, 0).orders
                    await table.cancel_order(ticket.token, 0, number)


@played
async def test_tables_that_nobody_needs_sleep_and_wake_as_they_were(
    toy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(halls, "LOADED_MOST", 3)
    async with open_hall() as hall:
        tables = [await sit(hall, toy, ANN, BOB, seed=n) for n in range(3)]
        pages = []
        for _, (ann, _bob), _ in tables:
            await ann.do("dig")
            pages.append(msgspec.json.encode(ann.page))
        async with tables[1][0].changes():
            for n in range(4):
                await sit(hall, toy, ANN, BOB, seed=n)
            assert len(hall._tables) <= 4
            assert tables[1][0].id in hall._tables  # somebody looks at it
            assert tables[0][0].id not in hall._tables
        for (old, (ann, _), _), page in zip(tables, pages, strict=True):
            awake = await hall.table(old.id)
            assert msgspec.json.encode(awake.page(ann.token)) == page


@played
async def test_many_changes_are_one_for_a_slow_subscriber(toy: str) -> None:
    async with open_hall() as hall:
        table, (ann, _bob), _ = await sit(hall, toy, ANN, BOB)
        async with table.changes() as changes:
            assert await anext(changes) == table.book.seq
            for _ in range(5):
                await ann.do("dig")
            assert await anext(changes) == table.book.seq
        assert not table.writer.busy


@played
async def test_a_seat_with_one_answer_is_not_asked() -> None:
    """The engine plays what is forced; a table asks only where there is a choice, or where asking must not tell."""
    async with open_hall() as hall:
        for game in GAMES:
            seats = min(about(game).seats)
            ticket = await hall.create(TablePlan(game, (HOT,) * seats, seed=6))
            table, rng = await hall.table(ticket.table), Random(6)
            for _ in range(60):
                ask, choice = table.progress.position.ask(), table.progress.position.choice
                if ask is None or choice is None:
                    break
                for seat in ask.seats:
                    card = table.page(ticket.token, seat).ask
                    assert card is not None
                    plain = [one for one in card.options if not one.interjection]
                    assert len(plain) > 1 or choice.always or choice.moment
                seat = ask.seats[0]
                await table.answer(
                    ticket.token, seat, rng.choice(ask.options(seat)), table.book.seats[seat].asked
                )


class Silent:
    """Holds back, and passes."""

    def choose(self, seen: object) -> Option:
        options: Sequence[Option] = seen.options  # type: ignore[attr-defined]
        return HOLD if options[0] == HOLD else options[0]


@played
async def test_holding_back_leaves_no_trace(toy: str) -> None:
    """A bot that lets its chance pass writes nothing: the log does not tell who could have spoken."""
    thinkers = Thinkers(maker=lambda level, game, seed: Silent())
    async with open_hall(thinkers=thinkers) as hall:
        table, (ann,), _ = await sit(hall, toy, ANN, BOT, BOT)
        before = table.book.seq
        await ann.do("dig")
        assert table.book.seq == before + 1
