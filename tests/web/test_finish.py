"""The end of a game: lines over time and what decided it, for every game, from what was public."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from random import Random

import pytest
from starlette.testclient import TestClient

import knaves
from knaves.core.game import ChartLine, Standing
from knaves.games import find
from knaves.table.pages.page import LogLine
from knaves.table.state.standings import Course
from knaves.web.draw.chart import Chart, ChartCurve
from knaves.web.draw.rendering import environment
from knaves.web.draw.turning_points import TurningPoint, told, turns
from tests.laws.tables import IDS
from tests.web.kit import other, play_now, web


@cache
def record(game: str, seats: int = 0) -> str:
    """A whole game of sensible beginners, as a file."""
    rules, rng = find(game), Random(4)
    position = knaves.start(game, seats=seats or rules.about.seats[-1], seed=4)
    while (ask := position.ask()) is not None:
        seat = ask.seats[0]
        position.apply(seat, rules.advise(position.view(seat), ask.options(seat), rng))
    return position.save().decode()


def finished(client: TestClient, game: str) -> str:
    answer = client.post("/import", data={"file": record(game)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


@pytest.mark.parametrize("game", IDS)
def test_every_game_has_its_lines_and_its_moments(game: str) -> None:
    with web() as client:
        table = finished(client, game)
        end = client.get(f"/t/{table}/end")
        assert end.status_code == 200
        lines = re.findall(r'<polyline[^>]*points="([^"]+)"', end.text)
        tracks = find(game).standing(knaves.start(game, seats=find(game).about.seats[-1], seed=4).view(None))
        assert len(lines) == 2 * len(tracks.lines), "drawn twice, for wide and for narrow screens"
        assert all(len(set(line.split())) > 1 for line in lines)
        moments = re.findall(rf'href="(/t/{table}/replay/\d+)" class="moment"', end.text)
        assert 2 <= len(moments) <= 5
        assert len(set(moments)) == len(moments)
        for address in moments:
            assert client.get(address).status_code == 200
        for text in re.findall(r'class="moment" .*?<b>.*?</b>(.*?)</span>', end.text):
            assert text.strip().endswith((".", "!", ")")), text


def test_the_course_is_told_to_nobody_before_the_end_and_to_no_stranger() -> None:
    with web() as client:
        table = play_now(client)
        assert client.get(f"/t/{table}/end", follow_redirects=False).status_code == 303
        over = finished(client, "_template")
        assert other(client).get(f"/t/{over}/end").status_code == 404


def course(*rows: tuple[int, ...], track: bool = False) -> Course:
    """The first numbers are seats'; with `track`, the last is nobody's."""

    def line(place: int, value: int, many: int) -> ChartLine:
        if track and place == many - 1:
            return ChartLine("threat:0", value, "Threat", "red", rival=False)
        return ChartLine(f"seat:{place}", value, seat=place)

    stood = [Standing(tuple(line(n, v, len(row)) for n, v in enumerate(row))) for row in rows]
    return Course("points", "round", 0, tuple(stood), tuple(range(1, len(rows) + 1)), {})


def test_who_went_ahead_for_good_is_the_last_change_at_the_top() -> None:
    found = turns(course((0, 0), (1, 0), (1, 2), (3, 2), (3, 2), (4, 2)))
    ahead = [turn for turn in found if turn.title == "ahead for good"]
    assert [(turn.at, turn.track) for turn in ahead] == [(3, 0)]
    assert [turn.title for turn in found if turn.at == 5] == ["the last answer"]
    assert [turn.at for turn in found] == sorted({turn.at for turn in found})


def test_drawing_level_changes_nothing_at_the_top() -> None:
    found = turns(course((0, 0), (2, 0), (2, 2), (2, 2), (5, 2)))
    assert [turn.at for turn in found if turn.title == "ahead for good"] == [1]


def test_the_greatest_gain_and_the_greatest_loss_are_among_them() -> None:
    rows = [(0, 5), (0, 5), (9, 5), (9, 5), (9, 1), (10, 1), (10, 2), (10, 2)]
    found = {turn.at: turn for turn in turns(course(*rows))}
    assert found[2].change == 9
    assert found[4].change == -4
    assert found[4].track == 1


def test_a_track_that_is_nobodys_can_decide_but_not_lead() -> None:
    found = turns(course((1, 0, 0), (1, 0, 8), (1, 0, 25), track=True))
    assert any(turn.track == 2 for turn in found)
    assert all(turn.track != 2 for turn in found if turn.title == "ahead for good")


def test_a_game_without_an_answer_has_no_moments() -> None:
    assert turns(course((0, 0))) == []


def said(text: str, *things: str, numbers: tuple[int, ...] = ()) -> LogLine:
    return LogLine(7, "event", text, None, 0.0, "", things, numbers=numbers)


def test_a_moment_is_told_by_the_lines_that_name_whom_it_is_about() -> None:
    turn = TurningPoint(3, 0, "+2 at once", 2)
    lines = [
        said("Bob scores 9 points.", "seat:1", numbers=(9,)),
        said("Ann takes the Bank.", "seat:0"),
        said("Ann scores 1 point.", "seat:0", numbers=(1,)),
        said("Ann scores 1 point.", "seat:0", numbers=(1,)),
        said("It rains."),
    ]
    assert told(turn, {"seat:0"}, lines) == "Ann takes the Bank. Ann scores 1 point (×2)."
    others = told(turn, {"seat:5"}, lines)
    assert others == "Bob scores 9 points. Ann scores 1 point (×2).", "else whatever has a number"
    assert told(turn, {"seat:0"}, []) == ""
    long = [said("Ann " + "talks " * 20 + "on.", "seat:0"), *lines[1:3]]
    assert told(turn, {"seat:0"}, long) == "Ann takes the Bank. Ann scores 1 point."


def test_names_and_numbers_stand_apart() -> None:
    tracks = [ChartCurve(name, n, None, "", [0, 0, 7, 7]) for n, name in enumerate("ABCD")]
    chart = Chart("points", "round", tracks, [(0, 1), (1, 2), (2, 3)], [], 0, 7, [0, 5], 0, 3)
    ends = sorted(chart.tags(100))
    assert all(later - end >= 19 for end, later in pairwise(ends))
    assert chart.rounds(30) == [(1, 0.0)], "only as many numbers as there is room for"
    assert chart.y(0, 100) == 100.0
    assert chart.y(7, 100) == 0.0


def test_a_long_name_stays_in_the_picture() -> None:
    tracks = [
        ChartCurve("Wilhelmina Winterbottom", 0, None, "", [0, 100]),
        ChartCurve("Bo", 1, None, "", [0, 7]),
    ]
    chart = Chart("points", "round", tracks, [(0, 1)], [], 0, 100, [0], 0, 1)
    page = (
        '{% import "chart.html" as charts %}{{charts.lines(chart, "villains", 0, 620, 392, 122, true, "")}}'
    )
    drawn = environment().from_string(page).render(chart=chart)
    assert re.findall(r'class="chart__name"[^>]*>([^<]*)<', drawn) == ["Wilhelmina W… 100", "Bo 7"]
