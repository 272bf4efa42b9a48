"""The coach's page: for finished games alone, growing while the coach looks, and drawn from what was found."""

from __future__ import annotations

import re
import time
from itertools import pairwise

import pytest

from knaves.bots.coach import JudgedAnswer, Moment, Review
from knaves.web.draw.coach import HEIGHT, coach_page, headline, lines_of
from tests.web.kit import other, play_now, web
from tests.web.test_finish import record


def test_the_coach_looks_at_a_finished_game_in_the_background() -> None:
    with web() as client:
        answer = client.post("/import", data={"file": record("_template", 2)}, follow_redirects=False)
        table = answer.headers["location"].rpartition("/")[2]
        assert f'href="/t/{table}/coach"' in client.get(f"/t/{table}/end").text
        first = client.get(f"/t/{table}/coach")
        assert (
            first.status_code == 200 and "it goes on" in first.text and 'http-equiv="refresh"' in first.text
        )
        until = time.monotonic() + 120
        while "refresh" in (page := client.get(f"/t/{table}/coach").text):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert "skill" in page and "luck" in page and page.count("<polyline") == 2
        for address in re.findall(r'href="(/t/[^"]+/replay\?at=[^"]+)"', page):
            assert client.get(address.replace("&amp;", "&")).status_code == 200
        assert client.get(f"/t/{table}/coach?seat=b").status_code == 200
        assert client.get(f"/t/{table}/coach?seat=e").status_code == 422


def test_the_coach_says_nothing_before_the_end_and_nothing_to_strangers() -> None:
    with web() as client:
        table = play_now(client)
        early = client.get(f"/t/{table}/coach", follow_redirects=False)
        assert early.status_code == 303 and early.headers["location"] == f"/t/{table}"
        assert other(client).get(f"/t/{table}/coach").status_code == 404


def answer(number: int, grade: str, cost: float) -> JudgedAnswer:
    better = "Pass" if cost else ""
    return JudgedAnswer(number, "What now?", "Play", better, grade, 0.3, cost, 0.01, "", 0.0, 0.0, 30)  # type: ignore[arg-type]


def test_the_dearest_answers_come_first_and_a_moment_opens_before_its_answer() -> None:
    found: list[Moment | JudgedAnswer] = [
        Moment(0, [0.5, 0.5], 8),
        answer(3, "loose", 0.03),
        answer(9, "mistake", 0.2),
        answer(4, "best", 0),
    ]
    page = coach_page(found, None, ["Ann", "Bob"], 10, 0.5)
    assert [call.number for call in page.calls] == [9, 3, 4] and page.calls[0].at == 8
    assert page.calls[0].cost == "−20 ± 1" and page.done == 50
    assert [(grade, count) for grade, _, count in page.tally] == [
        ("best", 1),
        ("fine", 0),
        ("loose", 1),
        ("mistake", 1),
    ]
    assert page.worlds == "98"


def test_names_at_the_ends_of_lines_do_not_stand_over_each_other() -> None:
    lines = lines_of([Moment(0, [0.25] * 4), Moment(10, [0.0] * 4)], list("ABCD"), 10)
    heights = sorted(line.y for line in lines)
    assert all(b - a >= 20 for a, b in pairwise(heights)) and heights[-1] <= HEIGHT
    assert lines[0].points.startswith("0.0,300.0 440.0,400.0")


@pytest.mark.parametrize(
    ("skill", "error", "luck", "said"),
    [
        (0.3, 0.1, -0.3, "badly drawn"),
        (0.3, 0.1, 0.2, "Well played"),
        (-0.3, 0.1, -0.1, "more in it"),
        (-0.3, 0.1, 0.4, "Lucky to get"),
        (0.3, 0.5, 0.4, "Lucky"),
        (0.3, 0.5, -0.4, "Unlucky"),
        (0.0, 0.1, 0.0, "even"),
    ],
)
def test_the_headline_says_nothing_that_is_within_the_error(
    skill: float, error: float, luck: float, said: str
) -> None:
    assert said in headline(Review("_template", "1", 2, 0, [], [], 1.0, skill, error, luck, 0.9, 10))
