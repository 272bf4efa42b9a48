"""The log is the table: whatever people do, reading it again gives the very same table."""

from __future__ import annotations

from random import Random
from typing import Literal

import msgspec
import pytest

import knaves
from knaves.games import find
from knaves.table import Clock, KnavesError, SeatPlan, Table, TablePlan
from knaves.table.house import table_openings
from knaves.table.house.table_openings import read_snapshot, rebuild
from knaves.table.log.records import Answered
from knaves.table.log.storage import Snapshot
from tests.table.kit import ANN, BOB, CY, Watch, open_hall, played
from tests.table.toy import toy

__all__ = ["toy"]


WORDS = (
    "answer " * 12 + "undo undo propose agree refuse say order cancel leave back back vote tick rename"
).split()
KINDS: list[Literal["always", "never", "pass"]] = ["always", "never", "pass"]


async def something(table: Table, tokens: list[str], rng: Random, now: Watch) -> None:
    """Anything a person may try; much of it is refused."""
    now.time += rng.choice((0, 0, 1, 5, 40))
    seat = rng.randrange(len(tokens))
    token = tokens[seat]
    what = rng.choice(
        ("answer",) * 12
        + (
            "undo",
            "undo",
            "propose",
            "agree",
            "refuse",
            "say",
            "order",
            "cancel",
            "leave",
            "back",
            "back",
            "vote",
            "tick",
        )
        + ("rename",)
    )
    page = table.page(token, seat)
    if what == "answer" and page.ask is not None:
        offered = page.ask.options or page.ask.interjections
        fine = [card.option for card in offered if card.verb not in ("trip", "end")]
        if fine:
            await table.answer(token, seat, rng.choice(fine), page.ask.seq)
    elif what == "undo":
        await table.undo(token, seat)
    elif what == "propose":
        await table.propose_undo(token, seat, rng.randrange(len(table.book.played) + 1))
    elif what in ("agree", "refuse"):
        await table.agree_undo(token, seat, what == "agree")
    elif what == "say":
        await table.say(token, seat, f"word {rng.random()}")
    elif what == "order":
        verbs = sorted(table.progress.position.game.verbs)
        kind = rng.choice(KINDS)
        await table.order(token, seat, kind, (rng.choice(verbs),), unless=("me",), times=rng.randrange(1, 3))
    elif what == "cancel" and page.orders:
        await table.cancel_order(token, seat, page.orders[0].id)
    elif what == "leave":
        await table.seating.leave(token, seat)
    elif what == "back":
        await table.seating.take_back(token, seat)
    elif what == "vote":
        await table.seating.vote(token, seat, rng.randrange(len(tokens)))
    elif what == "tick":
        await table.seating.expire()
    elif what == "rename":
        await table.seating.rename(token, seat, f"Name {rng.randrange(9)}")


def pages(table: Table, tokens: list[str], watch: str) -> list[bytes]:
    shown = [table.page(token, seat) for seat, token in enumerate(tokens)]
    return [msgspec.json.encode(page) for page in (*shown, table.page(watch))]


@pytest.mark.parametrize("game", ["toy", "_template", "villagers", "syndicate"])
@pytest.mark.parametrize("seed", range(4))
@played
async def test_reading_the_log_again_gives_the_same_table(toy: str, game: str, seed: int) -> None:
    rng, now = Random(f"{game} {seed}"), Watch()
    clock = (Clock(), Clock("move", 60), Clock("bank", 100, 5), Clock("day", 1))[seed]
    async with open_hall(now=now) as hall:
        seats = (ANN, BOB, CY) if seed % 2 else (ANN, BOB, SeatPlan("bot", level="random"))
        ticket = await hall.create(TablePlan(game, seats, seed=seed, clock=clock, patience=60))
        table = await hall.table(ticket.table)
        tokens = [ticket.token, await table.seating.claim(ticket.invite, 1, "Bob")]
        if seed % 2:
            tokens.append(await table.seating.claim(ticket.invite, 2, "Cy"))
        await table.idle()
        done = 0
        snapshot: Snapshot | None = None
        for count in range(120):
            try:
                await something(table, tokens, rng, now)
                done += 1
            except KnavesError:
                pass
            await table.idle()
            if count == 60:
                body = msgspec.json.encode(table.progress.keep())
                snapshot = Snapshot(table.book.written, "1", body)
            if count % 40 == 39:
                rows = await hall.storage.read(table.id)
                assert [row.seq for row in rows] == list(range(1, table.book.written + 1))
                ways = [(None, rows)]
                if snapshot is not None:
                    version = table.progress.position.game.about.version
                    ways.append((snapshot._replace(rules=version), rows[snapshot.seq :]))  # type: ignore[arg-type]
                for kept, rest in ways:
                    book, progress = rebuild(kept, rest)
                    assert progress is not None, book.notice
                    assert progress.position == table.progress.position
                    again = Table(table.id, book, progress, hall)
                    assert pages(again, tokens, ticket.watch) == pages(table, tokens, ticket.watch)
                    assert msgspec.json.encode(progress.keep()) == msgspec.json.encode(table.progress.keep())
        assert done > 30
        assert read_snapshot(msgspec.json.encode(table.progress.keep())).book == table.book


@pytest.mark.parametrize("game", knaves.GAMES)
def test_a_snapshot_of_a_whole_game_can_be_read_again(game: str) -> None:
    """What the log tells is plain numbers."""
    rules, rng = find(game), Random(4)
    opened = table_openings.from_plan(TablePlan(game, (SeatPlan("bot"),) * rules.about.seats[-1]), 0.0)
    _, progress = table_openings.rebuild(None, opened.rows())
    assert progress is not None
    while (ask := progress.position.ask()) is not None:
        seat = ask.seats[0]
        option = rules.advise(progress.position.view(seat), ask.options(seat), rng)
        progress.advance(progress.book.written + 1, Answered(at=0.0, seat=seat, option=option, by="bot"))
    again = table_openings.restore(table_openings.write_snapshot(progress.keep()))
    assert again.book == progress.book
