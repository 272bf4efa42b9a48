"""At the keyboard: things are asked for by the names that are printed, stakes are said, colours fit any terminal."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path

import pytest

import knaves
from knaves.cli import main
from knaves.cli.play import Terminal
from knaves.cli.screen import COLOURS, screen
from knaves.cli.things_by_name import at_stake, things_called, things_in
from tests.games.villagers.table import that_do
from tests.web.test_themes import contrast


def middle(game: str, decisions: int = 30) -> tuple[knaves.Position, int]:
    """A position some way into a game, and a seat that is asked."""
    position = knaves.start(game, seats=4, seed=3)
    for _ in range(decisions):
        ask = position.ask()
        assert ask is not None
        position.apply(ask.seats[0], ask.options(ask.seats[0])[0])
    ask = position.ask()
    assert ask is not None
    return position, ask.seats[0]


@pytest.mark.parametrize("game", knaves.GAMES)
def test_whatever_is_printed_can_be_asked_for(game: str) -> None:
    position, seat = middle(game)
    things = list(things_in(position.view(seat)))
    assert len(things) >= 10
    for ref, name in things:
        assert ref in things_called(position, seat, name)
        assert ref in things_called(position, seat, name.upper())
    assert things_called(position, seat, "B") == ["seat:1"]
    assert things_called(position, seat, "card:3") == ["card:3"]
    assert things_called(position, seat, "Zeppelin") == []


def typed(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    *lines: str,
    option: str = "",
) -> str:
    monkeypatch.setattr("sys.stdin", StringIO("\n".join(lines)))
    main(["play", game, "--seed", "3", *(["--option", option] if option else [])])
    return " ".join(capsys.readouterr().out.split())


def test_why_and_cards_by_name(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = typed(
        capsys,
        monkeypatch,
        "villagers",
        "why stable",
        "why zeppelin",
        "card Stable",
        "card zeppelin",
    )
    assert "It can be chosen." in said
    assert "Nothing in sight is called 'zeppelin'." in said
    assert "Stable" in said and "Pairs with" in said
    assert "Villagers & Villains has no card called 'zeppelin'." in said
    assert "§ " not in said, "no sign of a rule without its number"


def test_at_a_table_with_cards_of_its_own_they_are_looked_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    own = tmp_path / "own.toml"
    own.write_text(that_do(witch='verb = "stubborn", wins = 2').replace('"Witch"', '"Night Witch"'), "utf-8")
    said = typed(capsys, monkeypatch, "villagers", "card night witch", option=f"cards={own}")
    assert "Night Witch (house) challenge" in said


def test_the_terminal_tells_what_is_at_stake(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "still to place this round." in typed(capsys, monkeypatch, "arch_villain", "1")
    assert re.search(r"\d+%", typed(capsys, monkeypatch, "villagers", "1")), "odds at the roll"


@pytest.mark.parametrize("game", knaves.GAMES)
def test_stakes_belong_to_options_of_the_list(game: str) -> None:
    """All along a game nothing fails, and what is said of an answer is said of that answer."""
    position, told = knaves.start(game, seats=4, seed=3), 0
    for _ in range(60):
        ask = position.ask()
        if ask is None:
            break
        seat = ask.seats[0]
        options = ask.options(seat)
        line, words = at_stake(position, ask, seat, options, list("ABCD"))
        assert set(words) == set(options)
        told += bool(line or any(words.values()))
        position.apply(seat, options[0])
    assert told >= 5


@pytest.mark.parametrize("ground", ["#ffffff", "#000000"])
def test_colours_can_be_read_on_any_ground(ground: str) -> None:
    assert {
        name: contrast(colour, ground) for name, colour in COLOURS.items() if contrast(colour, ground) < 4.5
    } == {}


def test_boards_use_no_other_colours() -> None:
    """Every tag of a text board and of the commands is a colour of ours, or no colour."""
    root = Path(knaves.__file__).parent
    for file in (*root.glob("games/*/text_board.py"), *root.glob("cli/*.py")):
        tags = set(
            re.findall(
                r"\[/?(bold|b|dim|[a-z]*(?:red|green|blue|cyan|yellow|magenta|white|black)[a-z_ ]*)\]",
                file.read_text("utf-8"),
            )
        )
        assert tags <= {*COLOURS, "b", "bold"}, file


def test_the_board_fits_eighty_columns() -> None:
    position, seat = middle("new_angeles")
    terminal = Terminal(position, 4, "fair", 3)
    terminal.console = screen(width=80)
    terminal.console.file = out = StringIO()
    terminal.show_board(seat)
    districts = [line for line in out.getvalue().splitlines() if " tier " in line]
    assert len(districts) == 10
    assert all(re.search(r"to (\d+|The Root) +\S", line) for line in districts), (
        "what stands there, beside it"
    )


def test_deals_are_named_where_there_are_deals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for game, trades in (("villagers", False), ("villains", True)):
        said = typed(capsys, monkeypatch, game, "what", "quit")
        assert said.count("log · deal · undo") == 2 * trades and said.count("log · undo") == 2 * (not trades)


@pytest.mark.parametrize("game", knaves.GAMES)
def test_a_game_at_the_keyboard_can_be_dealt_again(game: str, tmp_path: Path) -> None:
    """What bots throw in stands in the file like every other answer."""
    for seed in ("1", "2"):
        main(["play", game, "--people", "0", "--seed", seed, "--save", str(tmp_path / f"{seed}.json")])
        main(["verify", str(tmp_path / f"{seed}.json")])


def test_nobody_takes_back_what_came_before_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    position = knaves.start("syndicate", seats=4, seed=1)
    ask = position.ask()
    assert ask is not None and ask.seats == (1,)
    terminal, lines = Terminal(position, 2, "fair", 1), iter(["", "2"])
    monkeypatch.setattr(terminal, "read", lambda prompt: next(lines))
    monkeypatch.setattr("knaves.bots.Player.answer", lambda bot, position, seat, options: options[-1])
    terminal.turn(1)
    assert position.log is not None and [seat for seat, _ in position.log] == [1, 2, 3]
    assert not terminal.undo.can(1)


BOTS_TURN = {
    "game": "syndicate",
    "seats": 3,
    "seed": 4,
    "set": {
        "active": 1,
        "goals": ["shadowheart", "supernova", "doomking"],
        "cubes": [["shadowheart"], ["doomking"], []],
        "tracks": {"shadowheart": [0, 3]},
        "step": "begin",
    },
}


def spoken(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    *lines: str,
    people: int = 1,
) -> str:
    """What is on the screen in the turn of a bot; the person has a cube that could be spent."""
    place = tmp_path / "bots_turn.json"
    place.write_text(json.dumps(BOTS_TURN))
    monkeypatch.setattr("sys.stdin", StringIO("\n".join(lines)))
    main(["play", "--scenario", str(place), "--people", str(people)])
    return " ".join(capsys.readouterr().out.split())


def test_a_person_alone_with_bots_may_speak_in_their_turns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said = spoken(capsys, monkeypatch, tmp_path, "board", "1")
    # the board answers nothing
    assert said.count("A: B decides. The mission is about to begin. You may speak") == 2
    assert "several at once" not in said.partition("Lay a Support card")[0]
    assert said.index("A spends a black cube") < said.index("The mission is Night Ferry")
    said = spoken(capsys, monkeypatch, tmp_path, "", "1", "")
    assert "A spends" not in said
    assert said.index("The mission is Night Ferry") < said.index(
        "The cards of the mission are open. You may speak"
    )
    said = spoken(capsys, monkeypatch, tmp_path, "quiet")
    assert said.count("You may speak") == 1 and "Lay a Support card" in said


def test_at_a_keyboard_with_several_people_no_stop_tells_who_could_speak(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "You may speak" not in spoken(capsys, monkeypatch, tmp_path, people=3)
    assert "You may speak" not in spoken(capsys, monkeypatch, tmp_path, "", "", people=2)
