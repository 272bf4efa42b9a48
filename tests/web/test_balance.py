"""The balance page: figures of the laboratory drawn from a file, the game's own or a designer's."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

import knaves
from knaves.games import about, find
from knaves.lab import figures
from knaves.lab.figures import BadFigures
from knaves.lab.report import Origin, Report, Share, Spread
from knaves.lab.simulate import plan, run
from knaves.web.draw.overview import overview
from knaves.web.pages import balance
from knaves.web.pages.balance import contests, duels, measured, sheet
from tests.web.kit import Seen, web


@pytest.fixture(scope="module")
def report() -> Report:
    found = run(plan("_template", 3, 40, ["fair"], 5, {}), 1)
    return msgspec.structs.replace(found, origin=Origin("knaves simulate _template", "0", "1", "2026-01-31"))


@pytest.fixture(scope="module")
def file(report: Report) -> str:
    return figures.write(report).decode()


@pytest.mark.parametrize("game", knaves.GAMES)
def test_every_game_comes_with_measured_figures(game: str) -> None:
    found = measured(game)
    assert set(found) == set(about(game).seats), "one file for each number of players"
    for seats, one in found.items():
        assert one.plan.game == game
        assert one.plan.games >= 500 and set(one.plan.bots) == {"fair"}
        assert one.origin is not None
        assert one.origin.rules == about(game).version, "measured under other rules: run the command again"
        assert f"--seats {seats} " in one.origin.command
        assert 0.0 < sum(share.value for share in one.wins) <= 1.001
        assert sum(one.lengths["decisions"].games) == one.plan.games
        assert one.sides, "who won with what"
        assert bool(one.sources) == any(line.thing == "seat:0" for line in lines(game, seats))


def lines(game: str, seats: int) -> list[knaves.core.game.ChartLine]:
    return list(find(game).standing(knaves.start(game, seats=seats, seed=1).view(None)).lines)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_the_page_draws_every_number_of_players(game: str) -> None:
    with web() as client:
        for seats in about(game).seats:
            page = client.get(f"/balance/{game}?seats={seats}")
            assert page.status_code == 200
            one = measured(game)[seats]
            assert one.origin is not None
            assert one.origin.command in page.text
            seat_bars = re.search(r'id="by-seat".*?</section>', page.text, re.S)
            assert seat_bars
            assert seat_bars[0].count('class="bar__mark"') == seats, "the fair share stands at every bar"
            assert f"{100 * one.wins[0].value:.1f} %" in Seen(page.text).text()
            drawn = sum(len(spread.games) > 1 for spread in one.lengths.values())
            assert page.text.count('class="histogram"') == drawn
        assert f'href="/balance/{game}"' in client.get("/").text
        assert f'href="/balance/{game}"' in client.get(f"/rules/{game}").text


@pytest.mark.parametrize("game", knaves.GAMES)
def test_every_number_of_players_is_drawn_at_one_glance(game: str) -> None:
    known = measured(game)
    drawn = overview(known)
    with web() as client:
        page = client.get(f"/balance/{game}").text
        assert 'id="overview"' not in client.get("/balance/_template").text
    assert [column.seats for column in drawn.columns] == list(known)
    for column, found in zip(drawn.columns, known.values(), strict=True):
        assert f"<caption>{column.seats} players</caption>" in page
        fair = sum(share.value for share in found.wins) / found.plan.seats
        shares = [*found.wins, *(share for kind in found.sides.values() for share in kind.values())]
        assert len(column.rows) == len(shares)
        assert sum(row.off for row in column.rows) == sum(not one.low <= fair <= one.high for one in shares)
        first = column.rows[0]
        points = 100 * (found.wins[0].value - fair)
        assert first.at == pytest.approx(50 + 50 * points / drawn.edge, abs=0.01)
        assert all(0 <= row.low <= row.at <= row.high <= 100 for row in column.rows)


def test_what_is_written_is_read_again(report: Report, file: str) -> None:
    again = figures.read(file)
    assert again.plan == report.plan
    assert again.origin == report.origin
    assert again.wins[1].value == pytest.approx(report.wins[1].value, abs=1e-5)
    assert again.lengths["decisions"].games == report.lengths["decisions"].games
    assert file.count("\n") < 60, "figures, not games"


def test_a_designers_own_file_is_drawn(file: str) -> None:
    with web() as client:
        page = client.post("/balance/villagers", data={"file": file})
        assert page.status_code == 200
        assert "Cutpurses: is it fair?" in page.text
        assert "Nothing of it is kept" in page.text
        assert "purses" in page.text
        assert "Cutpurses" not in client.get("/balance/villagers").text


def changed(file: str, **more: object) -> str:
    return json.dumps(json.loads(file) | more)


def test_a_bad_file_gives_one_sentence(file: str) -> None:
    wins = json.loads(file)["wins"]
    bad = {
        "": "no file of figures",
        "hello": "no file of figures",
        "[1, 2]": "no file of figures",
        "{}": "older kind",
        changed(file, format=0): "older kind",
        changed(file, format=99): "newer Knaves",
        changed(file, kind="saved game"): "older kind",
        changed(file, wins=wins[:2]): "do not fit",
        changed(file, plan={"game": "chess", "seats": 2, "games": 1, "bots": [], "seed": 1}): "chess",
        changed(file, wins="many"): "Something is missing",
        changed(
            file, lengths={"turns": {**json.loads(file)["lengths"]["decisions"], "step": 0}}
        ): "make no sense",
        file.replace(str(wins[0]["value"]), "1e300", 1): "nobody can draw",
    }
    with web() as client:
        for text, said in bad.items():
            page = client.post("/balance/villagers", data={"file": text})
            assert page.status_code == 422, (text[:60], page.text[:300])
            found = re.search(r'role="alert">([^<]*)<', page.text)
            assert found and said in found[1], (text[:60], found and found[1])
            assert found[1].count(". ") == 0, "one sentence"


def test_names_from_a_file_are_text(file: str) -> None:
    evil = "<script>alert(1)</script>"
    text = changed(file, reasons={evil: 3}, sides={evil: {evil: json.loads(file)["wins"][0]}})
    with web() as client:
        page = client.post("/balance/_template", data={"file": text})
        assert page.status_code == 200
        assert evil not in page.text


def test_too_large_a_file_is_refused() -> None:
    with pytest.raises(BadFigures, match="at most"):
        figures.read(b" " * (figures.MOST + 1))


def test_a_bar_says_whether_its_interval_holds_the_fair_share(report: Report) -> None:
    wins = [Share(0.5, 0.45, 0.55, 100), Share(0.25, 0.2, 0.3, 100), Share(0.25, 0.2, 0.4, 100)]
    spread = Spread(Share(3, 3, 3, 100), 3, 4, 3, 1, [60, 40])
    drawn = sheet(msgspec.structs.replace(report, wins=wins, lengths={"rounds": spread}))
    rows = drawn.bars[0].rows
    assert [row.verdict for row in rows] == ["above", "below", ""]
    assert drawn.fair == "33.3 %"
    assert "A above, B below" in drawn.bars[0].note
    assert all(row.low <= row.width <= row.high for row in rows), "the bar ends within its interval"
    assert [column.height for column in drawn.lengths[0].columns] == [100.0, pytest.approx(66.67)]


def test_a_contest_under_other_options_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = contests("new_angeles")[0]
    other = msgspec.structs.replace(
        usual,
        contest=msgspec.structs.replace(usual.contest, options=usual.contest.options | {"trading": False}),
    )
    monkeypatch.setattr(balance, "contests", lambda game: (usual, other))
    found = duels("new_angeles", usual.contest.seats)
    assert found is not None
    plain, quiet = (row.name for row in found.rows)
    assert quiet == f"{plain}, trading=False"
