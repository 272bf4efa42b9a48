"""What the Syndicate's board says of others: how many cards will count, who has laid one, which goal one has not."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from knaves.games.syndicate.cards import box
from knaves.games.syndicate.screen.board import SyndicateBoard
from knaves.table import SeatPlan, Table, TablePlan, Ticket
from knaves.web.draw.rendering import _computed, body_of
from knaves.web.draw.scene import Scene
from tests.games.syndicate.table import COLOURS, DOOMKING, START, SUPERNOVA
from tests.table.kit import open_hall, played
from tests.web.boards import sheet

NAMES = ("Ines", "Oskar", "Tamsin", "Bruno")


@asynccontextmanager
async def opened(seats: int = 4, **words: object) -> AsyncIterator[tuple[Table, Ticket]]:
    """A table at which one person holds all seats."""
    given = {**START, "goals": [*COLOURS[:seats]], "bag": [], **words}
    async with open_hall() as hall:
        people = tuple(SeatPlan("person", name) for name in NAMES[:seats])
        ticket = await hall.create(TablePlan("syndicate", people, seed=1, scenario=given))
        yield await hall.table(ticket.table), ticket


async def say(table: Table, ticket: Ticket, seat: int, *option: str | int) -> None:
    await table.answer(ticket.token, seat, option, table.book.seats[seat].asked)


async def lay(table: Table, ticket: Ticket, seat: int) -> None:
    """The first card of the hand."""
    ask = sheet(table, ticket, seat).ask
    assert ask is not None
    await say(table, ticket, seat, *next(card.option for card in ask.options if card.option[0] == "lay"))


def of_scene(scene: Scene) -> SyndicateBoard:
    board = _computed("syndicate")(scene)
    assert isinstance(board, SyndicateBoard)
    return board


def board_of(table: Table, ticket: Ticket, seat: int | None) -> SyndicateBoard:
    return of_scene(Scene.of_page(sheet(table, ticket, seat)))


def down(board: SyndicateBoard) -> tuple[set[str], set[str]]:
    """Whose card is said to be down, among the players and in the mission's panel."""
    said = {row.letter for row in board.players if row.doing == "Card is down"}
    return said, {row.letter for row in board.mission.layers if row.down}


@pytest.mark.parametrize(("seats", "waiting", "cards"), [(2, 0, 3), (3, 0, 4), (4, 0, 4), (2, 2, 5)])
@played
async def test_as_many_cards_count_as_the_question_says(seats: int, waiting: int, cards: int) -> None:
    early = {"goldhammer": ["bystander", "cold_feet"][:waiting]}
    async with opened(seats, step="begin", locations=early) as (table, ticket):
        await say(table, ticket, 0, "begin")
        assert board_of(table, ticket, 1).stakes == f"{cards} cards will count."
        for seat in range(seats):
            await lay(table, ticket, seat)
        assert len(board_of(table, ticket, 1).mission.cards) == cards


@played
async def test_only_who_has_laid_a_card_is_said_to_have() -> None:
    """While somebody carries out an ability nobody else is waited for, and has laid no card for that."""
    words: dict[str, Any] = {
        "step": "begin",
        "cubes": [["doomking"], [], [], []],
        "tracks": {"doomking": [0, 4]},
    }
    async with opened(**words) as (table, ticket):
        await say(table, ticket, 0, "begin")
        assert down(board_of(table, ticket, 3)) == (set(), set())
        await lay(table, ticket, 1)
        assert down(board_of(table, ticket, 3)) == ({"b"}, {"b"})
        await say(table, ticket, 0, "power_place", DOOMKING, 2)
        assert sheet(table, ticket, 3).seats[0].waited and not sheet(table, ticket, 3).seats[2].waited
        for eye in (0, 1, 2, 3, None):
            assert down(board_of(table, ticket, eye)) == ({"b"}, {"b"})
        then = of_scene(Scene.of_moment(table.moment(ticket.token, table.book.seq, 3), "The Syndicate"))
        assert down(then) == ({"b"}, {"b"})
        drawn = body_of(sheet(table, ticket, 3))
        assert drawn.count("laid__one--wait") == 3 and drawn.count("Card is down") == 1


@played
async def test_nobody_is_said_to_have_been_accused_of_what_lies_open_elsewhere() -> None:
    async with opened() as (table, ticket):
        await say(table, ticket, 0, "accuse", 1, SUPERNOVA)
        rows = {row.letter: row for row in board_of(table, ticket, 3).players}
        assert not rows["c"].denied
        assert rows["b"].goal is not None and not rows["b"].denied
        assert "denies being" not in body_of(sheet(table, ticket, 3))
    async with opened() as (table, ticket):
        await say(table, ticket, 0, "accuse", 2, SUPERNOVA)
        rows = {row.letter: row for row in board_of(table, ticket, 3).players}
        assert rows["c"].denied and not rows["b"].denied
        assert 'title="denies being the Agent of Supernova"' in body_of(sheet(table, ticket, 3))


@played
async def test_what_lies_open_or_is_ones_own_can_be_read_on_the_page() -> None:
    """The discard piles as far as one has seen them, the cards one has put on a location, who waives what."""
    hands = [["cold_feet", "bystander"], [], [], []]
    numbers = {"doomking": [0, 3]}
    async with opened(hands=hands, cubes=[["doomking"], [], [], []], tracks=numbers) as (table, ticket):
        cold_feet, bystander = ([row.id for row in box().support].index(key) for key in hands[0])
        await say(table, ticket, 0, "pay_card", cold_feet)
        await say(table, ticket, 0, "go")
        await say(table, ticket, 0, "power_place", DOOMKING, 1)
        await say(table, ticket, 0, "place", bystander, 4)
        mine, theirs = (body_of(sheet(table, ticket, eye)) for eye in (0, 1))
        assert 'title="Cold Feet"' in mine and 'title="Cold Feet"' not in theirs
        said = "Space between Goldhammer and Electrode, 1 card waiting"
        assert f"<title>{said}, yours: Bystander</title>" in mine and f"<title>{said}</title>" in theirs


@played
async def test_who_waives_a_reward_is_on_the_page() -> None:
    rich = [row.id for row in box().support if row.villain == "doomking" and (row.bottom or 0) > 3]
    hands = [[key] for key in rich[:4]]
    async with opened(step="begin", missions=["flood_the_mint"], hands=hands) as (table, ticket):
        await say(table, ticket, 0, "begin")
        for seat in range(4):
            await lay(table, ticket, seat)
        await say(table, ticket, 1, "waive_coins", 2)
        for eye in (0, 1, None):
            assert board_of(table, ticket, eye).mission.text == ["Oskar waives 2 coins of the reward."]


@played
async def test_a_goal_that_nobody_holds_is_on_everybodys_page() -> None:
    goals = ["shadowheart", "supernova", "electrode", "spy"]
    async with opened(goals=goals, tracks={"goldhammer": [0, 6]}) as (table, ticket):
        for eye in (0, 3, None):
            said = board_of(table, ticket, eye).mission.text
            assert "Reached and claimed by nobody: Agent of Goldhammer." in said


@played
async def test_a_running_mission_stays_wherever_the_marker_moves() -> None:
    words: dict[str, Any] = {
        "step": "begin",
        "action": "electrode",
        "cubes": [["shadowheart"], [], [], []],
        "tracks": {"shadowheart": [0, 3]},
    }
    async with opened(**words) as (table, ticket):
        assert all("stays" not in hint for hint in board_of(table, ticket, 0).hints.values())
        await say(table, ticket, 0, "begin")
        scene = Scene.of_page(sheet(table, ticket, 0))
        (move,) = scene.verb("power_move")
        assert of_scene(scene).hints[move.number].startswith("this mission stays, the next one between ")
