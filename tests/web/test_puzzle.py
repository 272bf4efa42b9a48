"""The puzzle of the day: one try on the real board, and nothing of the answer before it."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape

import pytest
from msgspec.structs import replace

from knaves.bots.puzzles import puzzles_of
from knaves.games import GAMES
from knaves.web.draw.puzzle import FIRST, grade_of, puzzle_of
from knaves.web.pages.puzzles import today
from tests.web.kit import Seen, other, web

WITH = [game for game in GAMES if puzzles_of(game)]


def day_with(game: str) -> date:
    """The latest day whose puzzle is of this game."""
    return next(
        day for back in range(10) if puzzle_of(day := today() - timedelta(days=back), GAMES).game == game
    )


@pytest.mark.parametrize("game", WITH)
def test_a_puzzle_is_answered_once_on_the_board_of_its_game(game: str) -> None:
    day = day_with(game)
    puzzle, address = puzzle_of(day, GAMES), f"/puzzle/{day}"
    with web() as client:
        page = client.get(address)
        assert page.status_code == 200 and f'data-game="{game}"' in page.text
        seen = Seen(page.text)
        assert len(seen.options) == len(puzzle.options) and "one try" in page.text
        for secret in (*puzzle.reasons, "is-better", "data-better", "verdictbar"):
            assert secret not in unescape(page.text)
        for chance in puzzle.chances:
            assert f"{100 * chance:.0f} %" not in page.text
        wrong = next(o for o in seen.options if not o.startswith(str([*puzzle.answer]).replace("'", '"')))
        answered = client.post(address, data={"option": seen.options[0]})
        assert "verdictbar" in answered.text and "<b>1</b> answered here" in answered.text
        assert all(reason in unescape(answered.text) for reason in puzzle.reasons)
        again = client.post(address, data={"option": wrong})
        assert again.text == answered.text, "one try"
        assert "<b>2</b> answered here" in other(client).post(address, data={"option": seen.options[-1]}).text


def test_playing_it_out_opens_a_table_but_not_before_the_answer() -> None:
    day = today()
    with web() as client:
        assert client.post(f"/puzzle/{day}/play").status_code == 422
        seen = Seen(client.get(f"/puzzle/{day}").text)
        client.post(f"/puzzle/{day}", data={"option": seen.options[0]})
        table = client.post(f"/puzzle/{day}/play")
        assert table.status_code == 200 and re.search(r"/t/\w+", str(table.url))
        assert 'data-status="running"' in table.text and "studio" in table.text


def test_days_to_come_and_answers_that_are_none_are_refused() -> None:
    with web() as client:
        home = client.get("/puzzle", follow_redirects=False)
        assert home.headers["location"] == f"/puzzle/{today()}"
        for day in (today() + timedelta(days=1), FIRST - timedelta(days=1), "tomorrow"):
            assert client.get(f"/puzzle/{day}").status_code == 422
        for option in ("", "[]", '["pass", 99]', "{"):
            assert client.post(f"/puzzle/{today()}", data={"option": option}).status_code == 422
        assert "verdictbar" not in client.get(f"/puzzle/{today()}").text


def test_the_row_shows_what_this_browser_answered() -> None:
    with web() as client:
        for back in (1, 0):
            day = today() - timedelta(days=back)
            seen = Seen(client.get(f"/puzzle/{day}").text)
            last = client.post(f"/puzzle/{day}", data={"option": seen.options[0]}).text
        grades = re.findall(r'class="dot dot--(\w+)', last)
        assert len(grades) == 7 and grades[:5] == ["none"] * 5 and "none" not in grades[5:]


def test_a_large_card_opens_as_its_seat_sees_it() -> None:
    with web() as client:
        page = client.get(f"/puzzle/{today()}").text
        things = re.findall(r'data-thing="([^"]+)"', page)
        answers = [
            client.get(f"/puzzle/{today()}/card", params={"seat": "a", "of": thing}) for thing in things[:30]
        ]
        assert {answer.status_code for answer in answers} <= {200, 204}


def test_games_take_turns_and_each_goes_through_its_row() -> None:
    days = [FIRST + timedelta(days=n) for n in range(2 * len(WITH))]
    assert [puzzle_of(day, GAMES).game for day in days] == WITH * 2
    second = [game for game in WITH if len(puzzles_of(game)) > 1]
    assert len({puzzle_of(day, GAMES).position for day in days}) == len(WITH) + len(second)


@pytest.mark.parametrize(
    ("cost", "error", "grade"),
    [(0.01, 0.0, "fine"), (0.2, 0.3, "fine"), (0.04, 0.01, "loose"), (0.2, 0.01, "mistake")],
)
def test_what_cannot_be_told_from_the_best_is_fine(cost: float, error: float, grade: str) -> None:
    puzzle = puzzles_of(WITH[0])[0]
    best = puzzle.options.index(puzzle.answer)
    other = (best + 1) % len(puzzle.options)
    chances = [0.1] * len(puzzle.options)
    chances[best], chances[other] = 0.5, 0.5 - cost
    made = replace(puzzle, chances=tuple(chances), errors=(error,) * len(chances))
    assert grade_of(made, other) == grade and grade_of(made, best) == "best"
