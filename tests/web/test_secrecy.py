"""Not one byte of a page depends on what its seat may not know: permute what is hidden, compare what is sent."""

from __future__ import annotations

from random import Random

import pytest

import knaves
from knaves.core.position import Position
from knaves.games import about
from knaves.table import SeatPlan, Table, TablePlan, Who
from knaves.table.pages import page_builder
from knaves.table.state.progress import Progress
from knaves.web.draw.rendering import body_of, template
from knaves.web.draw.scene import Scene
from knaves.web.pages.text import tell_of
from knaves.web.push.sockets import LINES
from tests.table.kit import open_hall, played


def sent(table: Table, progress: Progress, eye: int | None) -> str:
    """What a browser at this seat gets: the pushed table, its text view, and the words of each thing on it."""
    who = Who((eye,) if eye is not None else (), watches=True)
    page = page_builder.page(table.id, progress.book, progress, eye, who, 0.0, LINES)
    scene = Scene.of_page(page)
    text = template("text.html").render(s=scene, p=page, board="")
    told = [tell_of(page.view, f"card:{n}") for n in range(40)]
    return "\n".join([body_of(page), body_of(page, pushed=True), text, *told])


def elsewhere(progress: Progress, position: Position) -> Progress:
    """The same table, if what is hidden were otherwise."""
    other = Progress(progress.book, position)
    other._way = progress._way
    return other


@pytest.mark.parametrize("game", [*knaves.GAMES, "_template"])
@played
async def test_what_is_hidden_changes_no_byte_of_a_page(game: str) -> None:
    rng = Random(21)
    seats = max(about(game).seats)
    async with open_hall() as hall:
        ticket = await hall.create(TablePlan(game, (SeatPlan("person"),) * seats, seed=21))
        table = await hall.table(ticket.table)
        looked = 0
        for count in range(90):
            ask = table.progress.position.ask()
            if ask is None:
                break
            if count % 6 == 0 and not table.progress.position.sealed:
                for eye in (0, seats - 1, None):
                    world = table.progress.position.imagine(eye, rng)
                    assert sent(table, elsewhere(table.progress, world), eye) == sent(
                        table, table.progress, eye
                    )
                    looked += 1
            seat = rng.choice(ask.seats)
            await table.answer(
                ticket.token, seat, rng.choice(ask.options(seat)), table.book.seats[seat].asked
            )
        assert looked >= 6
