"""Simulations side by side, questions to single games, drawings."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from knaves.cli import main
from knaves.core.errors import BadSetup, KnavesError
from knaves.lab import plots
from knaves.lab.compare import FAIRNESS, compare, holm, off_par
from knaves.lab.folder import Folder
from knaves.lab.intervals import wilson
from knaves.lab.questions import QUESTIONS, ask, ask_sql
from knaves.lab.report import Report, Share
from knaves.lab.simulate import plan, run
from knaves.lab.sums import Sum


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    main(["simulate", "_template", "--seats", "3", "--games", "60", "--jobs", "1", "--to", str(folder)])
    return folder


@pytest.fixture(scope="module")
def report() -> Report:
    return run(plan("_template", 3, 60, ["fair"], 5, {}))


def won(wins: float, games: int) -> Share:
    return Share(wins / games, *wilson(wins, games), games)


def test_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]


def test_nothing_differs_from_itself(report: Report) -> None:
    (rows,) = compare([report, report])
    assert not any(row.sure for row in rows) and all(
        row.value == 0 and row.low <= 0 <= row.high for row in rows
    )


def test_a_large_difference_is_found_and_a_small_one_is_not(report: Report) -> None:
    wins = [won(300, 1000), won(300, 1000), won(400, 1000)]
    first = msgspec.structs.replace(report, wins=wins, sides={}, figures={}, sources={})
    other = msgspec.structs.replace(first, wins=[won(420, 1000), won(280, 1000), won(300, 1000)])
    (rows,) = compare([first, other])
    sure = {row.name: row.value for row in rows if row.sure}
    assert sure == {"wins of seat A": pytest.approx(0.12), "wins of seat C": pytest.approx(-0.1)}
    assert rows[0].family == FAIRNESS and rows[0].low < 0.12 < rows[0].high


def test_luck_alone_is_seldom_sure(report: Report) -> None:
    """Forty equal coins in fifty comparisons: uncorrected, nearly every comparison would find some that differ."""
    rng, found = Random(1), 0
    for _ in range(50):
        coins = [
            {f"coin {at}": won(sum(rng.random() < 0.5 for _ in range(200)), 200) for at in range(40)}
            for _ in range(2)
        ]
        pair = [
            msgspec.structs.replace(report, figures=row, wins=[], sides={}, scores=[], sources={})
            for row in coins
        ]
        found += any(row.sure for row in compare(pair)[0])
    assert found <= 6


def test_who_is_off_par(report: Report) -> None:
    wins = [won(40, 100), won(33, 100), won(27, 100)]
    odd = off_par(msgspec.structs.replace(report, wins=wins, sides={"order": {"first": won(38, 100)}}))
    assert set(odd) == {"wins of seat A", "wins of seat C"}


def test_sums_of_plain_and_other_numbers() -> None:
    yes_or_no, other = Sum(), Sum()
    for value in (0, 1, 1, 0):
        yes_or_no.add(value)
        other.add(2 * value)
    assert (yes_or_no.mean().low, yes_or_no.mean().high) == wilson(2, 4)
    assert other.mean().value == 1.0 and other.mean().high - 1.0 == pytest.approx(1.0 - other.mean().low)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_has_an_answer(kept: Path, question: str) -> None:
    for answer in ask(kept, question):
        assert answer.title and answer.head
        assert answer.rows or question == "figures", "the template has no figures of its own"


def test_answers_agree_with_the_figures(kept: Path) -> None:
    found = run(plan("_template", 3, 60, ["fair"], 1, {}))
    (wins,) = ask(kept, "wins")
    by_seat = {row[1]: row[3] for row in wins.rows}
    assert by_seat == {seat: pytest.approx(share.value) for seat, share in enumerate(found.wins)}
    assert ask_sql(kept, "select sum(decisions) from games").rows[0][0] == round(found.decisions.value * 60)


def test_what_cannot_be_answered_gets_a_sentence(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="Nobody knows"):
        ask(kept, "why")
    with pytest.raises(KnavesError, match="does not understand"):
        ask_sql(kept, "select * from nothing")
    with pytest.raises(BadSetup, match="no single games"):
        ask(tmp_path, "wins")


def test_drawings_are_the_same_for_the_same_figures(report: Report) -> None:
    drawn = plots.wins({"3 players": report})
    assert b"<svg" in drawn and b"seat A" in drawn and drawn == plots.wins({"3 players": report})
    (rows,) = compare([report, report])
    assert b"length in decisions" in plots.differences(rows, "twice the same")


def test_the_command_answers_compares_and_draws(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["figures", str(kept)])
    assert "How close games are" in capsys.readouterr().out
    main(["figures", str(kept), "--sql", "select count(*) as n from games"])
    assert "60" in capsys.readouterr().out
    main(["figures", str(kept / "figures.json"), "--plot", str(tmp_path / "wins.svg")])
    assert "decisions a game" in capsys.readouterr().out and (tmp_path / "wins.svg").exists()
    main(["figures", str(kept), str(kept / "figures.json"), "--plot", str(tmp_path / "differences.svg")])
    assert "0 of" in capsys.readouterr().out and (tmp_path / "differences.svg").exists()


def refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """The one sentence that the command answers, before it has played or shown anything."""
    with pytest.raises(SystemExit):
        main(words)
    said = capsys.readouterr()
    assert not said.out and said.err.strip().count("\n") == 0
    return said.err


def test_what_cannot_be_shown_gets_a_sentence(
    kept: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    figures, other = str(kept / "figures.json"), str(tmp_path / "other.json")
    main(["simulate", "villagers", "--seats", "3", "--games", "1", "--bots", "random", "--json", other])
    capsys.readouterr()
    assert "Name a file" in refused(["figures"], capsys)
    assert "cannot be read" in refused(["figures", str(tmp_path / "none.json")], capsys)
    assert "different games" in refused(["figures", figures, other], capsys)
    assert "no single games" in refused(["figures", figures, "--ask", "wins"], capsys)
    assert "Drawings are SVG: call the file it.svg" in refused(
        ["figures", figures, "--plot", "it.png"], capsys
    )
    nowhere = str(tmp_path / "nowhere" / "it.svg")
    assert "cannot be written: No such file" in refused(["figures", figures, "--plot", nowhere], capsys)


def test_what_is_wrong_with_a_simulation_is_said_before_it_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "villagers", "--seats", "2", "--games", "1", "--jobs", "1", "--bots", "random"]
    folder = tmp_path / "a"
    folder.mkdir()
    for file in (tmp_path / "cards.toml", folder / "cards.toml"):
        file.write_text("")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe")
    assert "Is a directory" in refused([*words, "--json", str(folder)], capsys)
    assert "No such file" in refused([*words, "--json", str(tmp_path / "nowhere" / "it.json")], capsys)
    assert "no option 'ad'" in refused([*words, "--sweep", "ad=yes,no"], capsys)
    none = f"cards={tmp_path / 'none.toml'}"
    assert "none.toml' cannot be read: No such file or directory." in refused(
        [*words, "--option", none], capsys
    )
    assert "it is no text" in refused([*words, "--option", f"cards={tmp_path / 'picture.toml'}"], capsys)
    # also where only a later value is wrong
    assert "takes true or false, not '2'" in refused([*words, "--sweep", "advanced=yes,2"], capsys)
    twins = f"cards={tmp_path / 'cards.toml'},{folder / 'cards.toml'}"
    assert "have one name" in refused([*words, "--sweep", twins], capsys)
    assert not [*tmp_path.glob("**/*.part")]


def test_turns_come_in_their_order() -> None:
    assert [*run(plan("villagers", 5, 1, ["random"], 1, {})).sides["first on turn"]] == [
        "first",
        "second",
        "third",
        "fourth",
        "fifth",
    ]


def test_a_sweep_compares_every_value_with_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "villagers", "--seats", "2", "--games", "4", "--jobs", "1", "--bots", "random"]
    main(
        [
            *words,
            "--sweep",
            "advanced=yes,no",
            "--to",
            str(tmp_path / "all"),
            "--json",
            str(tmp_path / "it.json"),
        ]
    )
    said = capsys.readouterr().out
    assert "advanced=no against advanced=yes" in said
    assert (tmp_path / "all" / "advanced=no" / "games").is_dir() and (
        tmp_path / "it-advanced=no.json"
    ).exists()
    with pytest.raises(SystemExit):
        main([*words, "--sweep", "advanced"])
    assert "name=one,two" in capsys.readouterr().err


def test_a_folder_may_do_without_single_games(tmp_path: Path) -> None:
    run(plan("_template", 2, 30, ["random"], 1, {}), folder=Folder(tmp_path, rows=False))
    assert not (tmp_path / "games").exists() and (tmp_path / "progress").exists()
