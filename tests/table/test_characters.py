"""Bots with a character at a table: who turned on them is what everybody saw, and the talkative talk."""

from __future__ import annotations

import pytest

from knaves.games import find
from knaves.table import SeatPlan, TablePlan
from knaves.table.bots.driver import grudge_of
from knaves.table.state.book import ALL, Told
from tests.table.kit import ANN, open_hall, played, refuses, sit


@played
async def test_a_talkative_bot_says_something_and_its_seat_says_what_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("knaves.bots.characters.OFTEN", 1.0)
    async with open_hall() as hall:
        bot = SeatPlan("bot", "Bob", "talkative fair")
        table, _, ticket = await sit(hall, "_template", ANN, bot)
        await table.idle()
        assert table.page(ticket.token).seats[1].note == "talkative fair bot"
        while (ask := table.page(ticket.token).ask) is not None:
            await table.answer(ticket.token, 0, ask.options[0].option, ask.seq)
            await table.idle()
        said = [line for line in table.page(ticket.token).log if line.kind == "chat"]
        assert said and {line.seat for line in said} == {1}


@played
async def test_characters_that_cannot_be_are_refused() -> None:
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan("_template", (ANN, SeatPlan("open"), SeatPlan("open"))))
        table = await hall.table(ticket.table)
        await refuses(table.seating.seat_bot(ticket.token, 1, "vengeful gentle"), match="does not look ahead")
        await table.seating.seat_bot(ticket.token, 1, "talkative gentle")
        assert table.page(ticket.token).seats[1].level == "talkative gentle"


def test_a_grudge_is_against_whoever_last_did_something_to_the_seat_for_all_to_see() -> None:
    game = find("villains")
    kind = next(
        kind
        for kind in game.events
        if [k for _, k in sorted(game.event_kinds(kind).items())].count("seat") >= 2
    )
    places = [at for at, what in sorted(game.event_kinds(kind).items()) if what == "seat"]

    def told(first: int, second: int, to: int = ALL) -> Told:
        things = [0] * max(game.event_kinds(kind))
        things[places[0] - 1], things[places[1] - 1] = first, second
        return Told(1, 0.0, "event", first, kind, tuple(things), (), to)

    class Known:
        told: list[Told]

    book = Known()
    book.told = [told(2, 0), told(3, 0), told(1, 2), told(2, 0, to=4)]
    assert grudge_of(book, game, 0) == 3, "what only some saw is not known"  # type: ignore[arg-type]
    assert grudge_of(book, game, 2) == 1  # type: ignore[arg-type]
    assert grudge_of(book, game, 1) == -1  # type: ignore[arg-type]
