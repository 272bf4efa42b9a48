"""The command: every wrong word gets one sentence and exit code 2; every right one does what it says."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from importlib.resources import files
from io import StringIO
from pathlib import Path

import pytest

import knaves
from knaves.cli import main
from knaves.cli.words import must_be_writable, write_file
from knaves.table.log.sqlite import SCHEMA

LONG = "a" * 300


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["bogus"], "bogus"),
        (["play", "chess"], "no game called 'chess'"),
        (["play"], "Which game?"),
        (["play", "_template", "--seats", "9"], "is for 2, 3, 4 players"),
        (["play", "_template", "--seats", "x"], "--seats"),
        (["play", "_template", "--people", "7"], "7 people"),
        (["play", "_template", "--bots", "genius"], "no bot called 'genius'"),
        (["play", "_template", "--option", "moon=1"], "no option 'moon'"),
        (["play", "_template", "--option", "purse"], "name=value"),
        (["play", "_template", "--option", "purse=99"], "from 1 to 5"),
        (["play", "_template", "--wat"], "--wat"),
        (["play", "--load", "nowhere.json"], "nowhere.json cannot be read"),
        (["play", "--scenario", "nowhere.json"], "nowhere.json cannot be read"),
        (["simulate", "_template", "--games", "0"], "At least one game"),
        (["simulate", "_template", "--jobs", "-1"], "At least one process"),
        (["simulate", "_template", "--bots", "fair,genius"], "genius"),
        (["simulate", "_template", "--seats", "2", "--bots", "fair,fair,fair"], "3 bots for 2 seats"),
        (["rules", "chess"], "chess"),
        (["rules", "_template", "round.99"], "round.99"),
        (["rules", "_template", "--search", "zeppelin"], "zeppelin"),
        (["cards", "_template", "Zeppelin"], "no card called 'Zeppelin'"),
        (["cards", "check", "_template", "nowhere.toml"], "cannot be read"),
        (["replay", "nowhere.json"], "cannot be read"),
        (["verify", "nowhere.json"], "cannot be read"),
        (["bench", "chess"], "chess"),
        (["serve", "--port", "99999"], "from 1 to 65535"),
        (["serve", "--host", "no.such.host.invalid"], "cannot be opened"),
        (["--port", "x"], "--port"),
        (["play", "_template", "--option", "purse=--5"], "from 1 to 5"),
        (["play", "_template", "--option", f"purse={'9' * 5000}"], "from 1 to 5"),
        (["play", "_template", "--seed", "\udcff"], "A seed is"),
        (["play", "_template", "--seed", "\x1b[31m"], "A seed is"),
        (["play", "_template", f"--seed={'9' * 5000}"], "A seed is"),
        (["play", "_template", "--people", "0", f"--seed=-{'9' * 3000}"], "A seed is"),
        (["verify", LONG], "cannot be read"),
        (["figures", LONG], "too long"),
        (["tables", "--db", LONG], "too long"),
        (["backup", LONG, "--db", __file__], "too long"),
        (["restore", LONG], "too long"),
        (["tables", "--db", __file__], "cannot be used for tables"),
        (["tables", "--most", "-1", "--db", __file__], "From 1 to"),
        (["tables", "--most", "9" * 30, "--db", __file__], "From 1 to"),
        (["backup", "nowhere.sqlite", "--db", __file__], "No backup was made"),
        (["restore", __file__, "--db", "nowhere.sqlite"], "holds no tables"),
        (["simulate", "_template", "--json", ""], "needs a name"),
        (["arena", "_template", "--bots", "random", "--json", ""], "needs a name"),
        (["simulate", "_template", "--jobs", "9" * 20], "At most 1,000"),
        (["bench", "_template", "--seconds", "0"], "some seconds"),
        (["bench", "_template", "--seconds", "nan"], "some seconds"),
        (["bench", "_template", "--json", "no/such/folder.json"], "cannot be written"),
        (["train", "_template"], "nothing for bots to learn from"),
        (["train", "villagers", "--games", "0"], "At least one game"),
        (["train", "villagers", "--out", "no/such/folder.mind"], "cannot be written"),
        (["serve", "--thinkers", "1000"], "At most 256"),
        (["serve", "--thinkers", "-5"], "At most 256"),
        (["serve", "--db", ""], "need a place"),
        (["serve", "--host", "192.0.2.1"], "cannot be opened at 192.0.2.1"),
        (["cards"], "Which game? There are: arch_villain"),
        (["simulate"], "Which game? There are: arch_villain"),
        (["cards", "check", "villagers"], "knaves cards check needs a FILE; knaves cards check --help"),
        (["freeze"], "knaves freeze needs a TABLE"),
        (["replay", "\x1b[2Jno.json"], r"\x1b[2Jno.json cannot be read"),
        (["simulate", "villagers", "--seats", "\x1b[2J"], r"\x1b[2J"),
        (["serve", "--public-url", "http://[bad"], "is written like"),
        (["serve", "--public-url", "https://"], "is written like"),
        (["serve", "--public-url", "https://exa mple"], "is written like"),
        (["serve", "--public-url", "ftp://games.example.org"], "is written like"),
        (["serve", "--public-url", "https://games.example.org:99999"], "is written like"),
        (["figures", "out", "--plot", "."], "needs a name"),
        (["arena", "_template", "--bots", "random", "--minutes", "nan"], "some minutes"),
        (["play", "_template", "--save", "."], "needs a name"),
        (["play", "_template", "--save", "no/such/evening.json"], "cannot be written"),
        (["play", "_template", "--save", __file__], "is no saved game"),
        (["play", "_template", "--load", "nowhere.json"], "nothing but the file"),
        (["play", "--scenario", "nowhere.json", "--seed", "9"], "nothing but the file"),
        (["play", "--load", "/dev/zero"], "larger than"),
        (["play", "villagers", "--option", "cards=/dev/zero"], "card file"),
    ],
)
def test_wrong_words_get_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == 2
    said = capsys.readouterr().err.strip()
    assert says in said
    assert len(said.splitlines()) == 1


def test_settings_that_are_no_text(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "knaves.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SystemExit) as left:
        main(["serve", "--settings", str(file)])
    assert (left.value.code, capsys.readouterr().err) == (
        2,
        f"knaves: The settings in {str(file)!r} cannot be read: it is no text.\n",
    )


@pytest.mark.parametrize("text", ["[" * 50_000, '{"a":' * 5_000])
def test_a_scenario_nested_without_end(text: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "deep.json").write_text(text)
    with pytest.raises(SystemExit):
        main(["play", "--scenario", str(tmp_path / "deep.json")])
    assert "is no scenario" in capsys.readouterr().err


def test_signs_of_the_terminal_in_names_are_only_signs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Rich reads [/x] as the end of a colour that was never begun: what comes from outside is escaped everywhere."""
    (tmp_path / "[").mkdir()
    monkeypatch.chdir(tmp_path)
    seed = ["--seed", "[/x]"]
    assert "seed [/x]" in run(capsys, "simulate", "_template", "--games", "1", "--jobs", "1", *seed)
    arena = ["arena", "_template", "--bots", "random", "--games", "2", "--seats", "2"]
    assert "seed [/x]" in run(capsys, *arena, *seed)
    position = knaves.start("_template", seats=2, seed="[/x]")
    while (ask := position.ask()) is not None:
        position.apply(ask.seats[0], ask.options(ask.seats[0])[0])
    Path("[/x].json").write_bytes(position.save())
    assert "The seed [/x] fits" in run(capsys, "verify", "[/x].json")
    assert "The seed was [/x]" in run(capsys, "play", "--load", "[/x].json")
    for name in ("one", "x]"):
        words = ["simulate", "_template", "--games", "2", "--jobs", "1", "--json", f"[/{name}.json"]
        run(capsys, *words)
    assert "x]" in run(capsys, "figures", "./[/one.json", "./[/x].json")
    cards = files("knaves.games._template").joinpath("cards").iterdir()
    text = next(file for file in cards if file.name.endswith(".toml")).read_text("utf-8")
    Path("[/x].toml").write_text(text, "utf-8")
    assert "[/x].toml" in run(capsys, "cards", "check", "_template", "[/x].toml")


def test_a_backup_that_fails_leaves_nothing_behind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And names may have any signs: what SQLite takes for a question mark of its own is one of the name."""
    monkeypatch.chdir(tmp_path)
    with closing(sqlite3.connect("other.sqlite")) as other:
        other.execute("CREATE TABLE something (a)")
    with pytest.raises(SystemExit):
        main(["backup", "copy.sqlite", "--db", "other.sqlite"])
    assert "holds no tables" in capsys.readouterr().err
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.sqlite"]
    with closing(sqlite3.connect("mine.sqlite")) as mine:
        mine.executescript(SCHEMA)
    for other_file in ("is it?#50%.sqlite.half", "back.sqlite.half"):
        Path(other_file).write_text("mine")
    run(capsys, "backup", "is it?#50%.sqlite", "--db", "mine.sqlite")
    run(capsys, "restore", "is it?#50%.sqlite", "--db", "back.sqlite")
    assert Path("back.sqlite").is_file()
    for other_file in ("is it?#50%.sqlite.half", "back.sqlite.half"):
        assert Path(other_file).read_text() == "mine"
        Path(other_file).unlink()
    for nameless in ("", "/"):
        with pytest.raises(SystemExit):
            main(["backup", nameless, "--db", "mine.sqlite"])
        assert "needs the name of a file" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["restore", "mine.sqlite", "--db", "no/such/folder/x.sqlite"])
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    Path("folder").mkdir()
    with pytest.raises(SystemExit):
        main(["restore", "mine.sqlite", "--db", "folder", "--yes"])
    assert "is a folder" in capsys.readouterr().err and Path("folder").is_dir()
    assert not list(tmp_path.rglob("*.half*"))


def test_a_restore_that_fails_leaves_what_was_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """And the server can be started again: nothing keeps the file locked."""
    monkeypatch.chdir(tmp_path)
    for name in ("mine.sqlite", "copy.sqlite"):
        with closing(sqlite3.connect(name)) as made:
            made.executescript(SCHEMA)

    def full(source: object, target: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as instead:
        instead.setattr(os, "replace", full)
        with pytest.raises(SystemExit):
            main(["restore", "copy.sqlite", "--db", "mine.sqlite", "--yes"])
    assert "The tables are not back: the disk is full." in capsys.readouterr().err
    assert {file.name for file in tmp_path.iterdir()} - {"mine.sqlite.lock"} == {"copy.sqlite", "mine.sqlite"}
    assert "back in" in run(capsys, "restore", "copy.sqlite", "--db", "mine.sqlite", "--yes")


def test_a_whole_game_at_the_keyboard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    typed = f"?\nboard\nlog\nwhy card:3\nundo\nsave {tmp_path / 'early.json'}\nnonsense\n" + "1\n" * 60
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    out = run(capsys, "play", "_template", "--seats", "3", "--seed", "4", "--save", str(file))
    assert "The game is over" in out
    assert "Every thief with a card chooses one in secret" in out
    assert "Please type a number" in out
    assert knaves.load(file.read_bytes()).result is not None
    assert knaves.load((tmp_path / "early.json").read_bytes()).result is None
    assert "fits the promise" in run(capsys, "verify", str(file))
    assert "won." in run(capsys, "replay", str(file), "--seat", "B")
    with pytest.raises(SystemExit):
        main(["replay", str(file), "--seat", "Z"])


def test_an_evening_is_not_lost_for_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nor is a file that holds something else."""
    file, mine, gone = tmp_path / "game.json", tmp_path / "mine.txt", tmp_path / "gone"
    mine.write_text("precious", "utf-8")
    monkeypatch.setattr("sys.stdin", StringIO(f"save .\nsave {mine}\nsave {tmp_path}/no/where\nquit\n"))
    out = " ".join(run(capsys, "play", "_template", "--seed", "4", "--save", str(file)).split())
    assert out.count("needs a name") == out.count("is no saved game") == out.count("cannot be written") == 1
    assert mine.read_text("utf-8") == "precious" and knaves.load(file.read_bytes()).result is None
    gone.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO("1\nquit\n"))
    monkeypatch.setattr("knaves.cli.play.must_take_a_game", lambda _: gone.rmdir())
    with pytest.raises(SystemExit):
        main(["play", "_template", "--seed", "4", "--save", str(gone / "game.json")])
    said = capsys.readouterr().err
    spare = next(tmp_path.glob("knaves-*.json"))
    assert f"The game is in {spare}." in said and knaves.load(spare.read_bytes()).result is None


def test_the_screen_is_handed_over(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two people, what one may see is shown only after the other has handed the keyboard over."""
    monkeypatch.setattr("sys.stdin", StringIO("\n1\n\n1\n"))
    out = run(capsys, "play", "_template", "--seats", "2", "--people", "2", "--seed", "4")
    first, second = out.index("The screen is for A now"), out.index("The screen is for B now")
    hand_of_b = [card["name"] for card in knaves.start("_template", seats=2, seed=4).view(1)["hand"]]  # type: ignore[attr-defined]
    between = out[first:second]
    assert "Your hand" in between
    assert ", ".join(hand_of_b) not in between


def test_a_deal_is_filled_in_at_the_keyboard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blank by blank; what cannot be read is refused, and nothing has happened."""
    amounts = "1\n\n\n\n\n\n"  # 1 capital for nothing
    typed = f"deal\ndeal z\ndeal c\nback\ndeal c\nmuch\ndeal c\n999\n\n\n\n\n\ndeal c\n{amounts}quit\n"
    monkeypatch.setattr("sys.stdin", StringIO(typed))
    out = run(capsys, "play", "new_angeles", "--seats", "4", "--seed", "3")
    assert out.count("With whom? deal B, deal C, deal D.") == 2
    assert "Capital: 'much' is no whole number" in out
    assert "The most that can be given is 12 capital." in out
    assert out.count("A offers C 1 capital") == 1
    monkeypatch.setattr("sys.stdin", StringIO("deal\nquit\n"))
    assert "No deal can be offered now." in run(capsys, "play", "_template", "--seed", "3")


def test_going_on_with_a_save_and_a_scenario(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(knaves.start("_template", seats=2, seed=1).save())
    monkeypatch.setattr("sys.stdin", StringIO("1\n" * 40))
    assert "The game is over" in run(capsys, "play", "--load", str(file))
    scene = tmp_path / "scene.toml"
    scene.write_text('game = "_template"\nseats = 2\n[set]\ncoins = [9, 1]\n', "utf-8")
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert "A: 9 coins" in run(capsys, "play", "--scenario", str(scene))
    scene.write_text("game = ", "utf-8")
    with pytest.raises(SystemExit):
        main(["play", "--scenario", str(scene)])


def test_a_file_that_begins_as_some_editors_write_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(b"\xef\xbb\xbf" + knaves.start("_template", seats=2, seed=1).save())
    assert "fits the promise" in run(capsys, "verify", str(file))


def test_half_a_save(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    file.write_bytes(knaves.start("_template", seats=2, seed=1).save()[:100])
    with pytest.raises(SystemExit) as left:
        main(["verify", str(file)])
    assert left.value.code == 2
    assert "only a part of one" in capsys.readouterr().err


def test_rules_and_cards(capsys: pytest.CaptureFixture[str]) -> None:
    assert "whistle.1" in run(capsys, "rules", "_template", "--search", "top card")
    out = run(capsys, "rules", "_template", "round.2")
    assert "proved by" in out and "test_nobody_wins" in out
    assert "table manners" in run(capsys, "rules", "_template")
    assert "Urchin" in run(capsys, "cards", "_template", "urchin")
    for game in knaves.GAMES:
        assert game in run(capsys, "rules")


def test_simulate_writes_its_figures(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    out = run(capsys, "simulate", "_template", "--games", "40", "--jobs", "1", "--json", str(file))
    assert "95 % interval" in out and "decisions/s" in out
    read = json.loads(file.read_text("utf-8"))
    assert read["plan"]["games"] == 40 and len(read["wins"]) == 4


def test_what_is_no_file_is_written_to_and_stays_what_it_is(tmp_path: Path) -> None:
    """`--json /dev/stdout` and `/dev/null`: a file in their place would be everybody's loss."""
    pipe, plain = tmp_path / "pipe", tmp_path / "plain"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    must_be_writable(pipe)
    write_file(pipe, b"figures")
    assert os.read(reader, 100) == b"figures" and pipe.is_fifo()
    os.close(reader)
    must_be_writable(plain)
    write_file(plain, b"figures")
    assert plain.read_bytes() == b"figures" and sorted(tmp_path.iterdir()) == [pipe, plain]


def test_the_package_runs_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "knaves", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(knaves.__version__)
