"""The coach's page: for finished games alone, growing while the coach looks, kept with the table, drawn from what was
found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest
from starlette.testclient import TestClient

from knaves.bots.coach import CoachStep, JudgedAnswer, Moment, Review, TriedAnswer
from knaves.table.pages.page import ResultCard
from knaves.web.draw.coach import (
    chart_of,
    coached,
    headline,
    later,
    luck_rows,
    says,
    to_learn_from,
)
from knaves.web.push import coaching
from knaves.web.push.coaching import Coaching, Session
from tests.patience import until
from tests.web.kit import give, other, play_now, settled, token_in, web
from tests.web.test_finish import record


def finished(client: TestClient) -> str:
    answer = client.post("/import", data={"file": record("_template", 2)}, follow_redirects=False)
    return answer.headers["location"].rpartition("/")[2]


def looked_at(client: TestClient, table: str) -> str:
    """The page when the coach has done all."""
    until("the coach is not done", lambda: "coach-busy" not in client.get(f"/t/{table}/coach").text)
    return client.get(f"/t/{table}/coach").text


@pytest.fixture(scope="module")
def looked() -> Iterator[tuple[TestClient, str, str]]:
    """A browser, its finished table, and the coach's page of it."""
    with web() as client:
        app = client.app.state  # type: ignore[attr-defined]  # Starlette's
        app.coaching = Coaching(app.hall, "tests.web.coach_jobs:work")
        table = finished(client)
        first = client.get(f"/t/{table}/coach")
        assert first.status_code == 200 and "it goes on" in first.text and "data-news" in first.text
        yield client, table, looked_at(client, table)


def test_the_coach_looks_at_a_finished_game_in_the_background(looked: tuple[TestClient, str, str]) -> None:
    client, table, page = looked
    for place in ("end", "replay"):
        assert f'href="/t/{table}/coach"' in client.get(f"/t/{table}/{place}").text
    part = client.get(f"/t/{table}/coach?seat=a&part=yes").text
    assert "<html" not in part and 'id="verdict"' in part and 'id="luck"' in part
    assert "choices kept" in page and page.count("<polyline") == 4, "two seats, wide and tall"
    everything = client.get(f"/t/{table}/coach?show=all").text
    moments = set(re.findall(r'href="(/t/[^"]+/coach/\d+\?as=a)"', everything))
    assert moments
    for address in moments:
        board = client.get(address).text
        assert "The coach’s reason" in board and "verdictbar" in board
    assert client.get(f"/t/{table}/coach?seat=b").status_code == 200
    assert client.get(f"/t/{table}/coach?seat=e").status_code == 422
    assert client.get(f"/t/{table}/coach/9999?as=a").status_code == 422


def test_every_row_of_luck_and_skill_adds_up(looked: tuple[TestClient, str, str]) -> None:
    rows = re.findall(r'<tr data-seat="\w".*?</tr>', looked[2], re.S)
    assert len(rows) == 2
    for row in rows:
        cells = re.findall(r"<td>(.*?)</td>", re.sub(r"<small>.*?</small>", "", row), re.S)
        _, skill, luck, result = (int(cell.strip(" %").replace("−", "-")) for cell in cells)
        assert skill + luck == result


def test_what_was_found_is_kept_with_the_table(looked: tuple[TestClient, str, str]) -> None:
    client, table, before = looked
    app = client.app.state  # type: ignore[attr-defined]  # Starlette's
    was, app.coaching = app.coaching, Coaching(app.hall, "knaves.web.push.coaching:nothing_works")
    assert looked_at(client, table) == before
    app.coaching = was


def test_the_coach_begins_by_itself_when_the_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "DELAY", 0.0)
    with web() as client:
        table = play_now(client)
        sessions = client.app.state.coaching._sessions  # type: ignore[attr-defined]
        while not (seen := settled(client, table)).over:
            assert not sessions, "nothing before the end"
            give(client, table, seen)
        (session,) = sessions.values()
        assert session.table == table and session.wanted == [0]
        until("the coach finds nothing", lambda: session.found)


def test_whoever_watched_picks_a_seat(looked: tuple[TestClient, str, str]) -> None:
    client, table, _ = looked
    watch = client.app.state.hall._tables[table].seating.links(token_in(client, table))[1]  # type: ignore[attr-defined]
    guest = other(client)
    guest.get(f"/j/{table}/{watch}")
    page = guest.get(f"/t/{table}/coach").text
    assert "Whose game?" in page and f'href="/t/{table}/coach?seat=b"' in page
    assert "Whose game?" not in guest.get(f"/t/{table}/coach?seat=b").text


def test_the_coach_says_nothing_before_the_end_and_nothing_to_strangers() -> None:
    with web() as client:
        table = play_now(client)
        for address in (f"/t/{table}/coach", f"/t/{table}/coach/1?as=a"):
            early = client.get(address, follow_redirects=False)
            assert early.status_code == 303 and early.headers["location"] == f"/t/{table}"
            assert other(client).get(address).status_code == 404


def answer(number: int, grade: str, cost: float = 0.0, lead: float = 0.0) -> JudgedAnswer:
    """Of seat 0."""
    tried = (
        TriedAnswer("Pass", 0.3 + cost, ("card:2", "seat:1"), 30),
        TriedAnswer("Play", 0.3, ("card:1", "seat:1"), 30),
    )
    better = "Pass" if cost else ""
    why = ("Because.",) if better else ()
    return JudgedAnswer(
        number, 0, 2, "recruit", "What now?", "Play", better, grade, 0.3, cost, lead, 0.01, why, tried, 0.0, 0.0, 30  # type: ignore[arg-type]
    )  # fmt: skip


def test_the_dearest_answers_come_first_and_then_the_finest() -> None:
    found = [
        answer(3, "loose", 0.03),
        answer(4, "best", lead=0.1),
        answer(7, "fine"),
        answer(9, "mistake", 0.2),
    ]
    assert [one.number for one in to_learn_from(found)] == [9, 3, 4]
    assert says("villagers", found) == (
        "Two decisions cost 23 points of chance between them: round 2, recruit and round 2, recruit."
    )
    assert says("villagers", found[1:3]) == "Nothing clearly better in 2 decisions."


def test_a_moment_shows_what_was_answered_what_was_better_and_the_way_on() -> None:
    found = [answer(3, "loose", 0.03), answer(7, "fine"), answer(9, "mistake", 0.2)]
    moment = coached("abc", "villagers", found[0], found)
    assert moment.head == "Better: Pass." and moment.cost == "−3 ± 1"
    assert (moment.did, moment.better) == ("card:1", "card:2"), "what both name is no mark"
    assert [(bar.label, bar.percent, bar.kind) for bar in moment.bars] == [
        ("Pass", 33, "better"),
        ("Play", 30, "did"),
    ]
    assert moment.before == "" and moment.after == "/t/abc/coach/9?as=a"
    assert [mark.here for mark in moment.strip] == [True, False, False]


def test_the_curve_goes_as_far_as_it_is_known() -> None:
    known = [Moment(0, [0.5, 0.5]), Moment(10, [0.7, 0.3])]
    chart = chart_of("abc", "villagers", ["Ann", "Bob"], known, [(0, 1)], 20, [answer(5, "mistake", 0.2)])
    assert chart is not None and chart.upto == 10 and chart.length == 20 and chart.goal == 50
    assert chart.tracks[0].values[5] == 60 and chart.tracks[0].values[20] == 70
    points = [float(point.split(",")[0]) for point in chart.line(chart.tracks[0], 100, 100).split()]
    assert points == sorted(points) and points[-1] == 50, "half of the width"
    assert [(dot.at, dot.address) for dot in chart.moments] == [(4, "/t/abc/coach/5?as=a")]
    assert chart_of("abc", "villagers", ["Ann"], [], [], 20, []) is None


def test_names_at_the_ends_of_lines_do_not_stand_over_each_other() -> None:
    known = [Moment(0, [0.25] * 4), Moment(10, [0.0] * 4)]
    chart = chart_of("abc", "villagers", list("ABCD"), known, [], 10, [])
    assert chart is not None
    heights = sorted(chart.tags(400))
    assert all(b - a >= 19 for a, b in pairwise(heights)) and heights[-1] <= 412


class Looked(Session):
    """A session of two seats, as far as the coach has come."""

    def __init__(self, *reviews: Review | None) -> None:
        self.names, self.found, self.steps = ("Ann", "Bob"), {}, [CoachStep(-1, 0)]
        self.reviews = reviews

    def review(self, seat: int) -> Review | None:
        return self.reviews[seat]


def test_luck_is_what_skill_leaves_and_the_winner_stands_first() -> None:
    empty = Review("_template", "1", 2, 0, [], [], 0.0, 0.5, 0.204, 0.05, -0.704, 0.9, 10)
    won = msgspec.structs.replace(empty, seat=1, won=1.0, skill=-0.1, luck=0.6)
    first, second = luck_rows(Looked(empty, won), ResultCard((1,), (3, 9), ""))
    assert (first.name, first.place, first.skill, first.luck, first.result) == (
        "Bob",
        "won",
        "−10",
        "+60",
        "+50",
    )
    assert (second.skill, second.luck, second.result) == ("+20", "−70", "−50")
    assert second.luck_bar.width == 92 and second.luck_bar.x == 8 and second.skill_bar.x == 100
    missing, _ = luck_rows(Looked(empty, None), ResultCard((1,), (3, 9), ""))
    assert not missing.ready and missing.name == "Bob"


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, ""), (2, "about 5 s more"), (41, "about 40 s more"), (200, "about 3 min more")]
)
def test_how_long_it_takes_is_said_roughly(seconds: float, said: str) -> None:
    assert later(seconds) == said


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
    assert said in headline(Review("_template", "1", 2, 0, [], [], 1.0, 0.5, skill, error, luck, 0.9, 10))
