"""What the documentation says is so: its commands run, the files it names are there, every public name is explained."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random

import pytest

import knaves
from knaves.cli import app, main
from tests.fixtures.records import read, replay
from tests.test_house import PACKAGE, ROOT

PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((PACKAGE / "games").glob("*/README.md")),
]
BLOCK = re.compile(r"^```(?: \{ \.)?(\w*)(?: \})?\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`((?:[\w<>]+/)*[\w<>]+(?:/|\.(?:py|toml|html|js|md|json)))`")

every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def blocks(page: Path, language: str = "") -> Iterator[str]:
    for found, text in BLOCK.findall(page.read_text("utf-8")):
        if found == language:
            yield text


def commands(page: Path) -> list[list[str]]:
    """Every line of a block that calls the one command."""
    lines = [line for text in blocks(page) for line in text.splitlines()]
    return [shlex.split(line, comments=True)[1:] for line in lines if line.split()[:1] == ["knaves"]]


@pytest.mark.parametrize("words", commands(ROOT / "README.md"), ids=" ".join)
def test_the_commands_of_the_readme_run(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    tmp_path.joinpath("game.json").write_bytes(finished_game())
    tmp_path.joinpath("short.json").write_bytes(finished_game("_template", 2))
    heroes = PACKAGE / "games" / "villagers" / "cards" / "heroes.toml"
    tmp_path.joinpath("my_cards.toml").write_text(heroes.read_text("utf-8"), "utf-8")
    main(shortened(words))
    assert capsys.readouterr().out.strip()


def shortened(words: list[str]) -> list[str]:
    """The same with little to play."""
    if words[0] == "bench":
        return [*words, "_template", "--seconds", "0.05"]
    if words[0] == "simulate":
        words = [
            "2" if before == "--games" else word for before, word in zip(["", *words], words, strict=False)
        ]
        return [*words, "--jobs", "1"]
    if words[0] == "train":
        return [*words, "--games", "10", "--data", "data", "--out", "learned.mind"]
    if words[0] == "coach":
        return [words[0], "short.json", *words[2:], "--worlds", "2"]
    return [*words, "--games", "2", "--jobs", "1"] if words[0] == "arena" else words


def finished_game(game: str = "villagers", seats: int = 4) -> bytes:
    record = read(game, seats)[0]
    position = replay(game, seats, record)
    position.log = [(seat, option) for seat, option in record.answers]  # type: ignore[misc]  # was played just now
    return position.save()


@every_page
def test_commands_can_be_given_as_they_are_printed(page: Path) -> None:
    for words in commands(page):
        app.parse_args(words, exit_on_error=False, print_error=False)


@every_page
def test_targets_of_make_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^)make ([a-z]+)", page.read_text("utf-8"), re.MULTILINE))
    assert named <= targets


@every_page
def test_files_that_are_named_are_there(page: Path) -> None:
    """`core/step.py`, `docs/cards.md`, and for `games/<game>/rules/` those of every game."""
    missing = []
    for name in NAMED.findall(page.read_text("utf-8")):
        places = [name.replace("<game>", game) for game in knaves.GAMES] if "<game>" in name else [name]
        for place in places:
            roots = (
                ROOT,
                ROOT / "src",
                PACKAGE,
                PACKAGE / "web" / "templates",
                *[PACKAGE / "games" / game for game in ("_template", *knaves.GAMES)],
                page.parent,
            )
            if "magpies" in place:
                continue  # what the reader of the guide writes
            if "/" in place.rstrip("/") and not any((root / place).exists() for root in roots):
                missing.append(place)
    assert missing == []


def test_the_walk_of_a_move_names_what_there_is() -> None:
    """`table: Writer.commit` is a class with such a method somewhere in that room."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    walk = re.findall(r"(core|table|web): ((?:`[\w.]+`(?:, )?)+)", text)
    named = [(room, name) for room, names in walk for name in re.findall(r"`([\w.]+)`", names)]
    assert len(named) > 15
    for room, name in named:
        assert name in defined(room), f"{room} has no {name} any more"


@cache
def defined(room: str) -> set[str]:
    names: set[str] = set()
    for file in (PACKAGE / room).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                names.add(node.name)
                inner = node.body if isinstance(node, ast.ClassDef) else []
                names |= {
                    f"{node.name}.{part.name}"
                    for part in inner
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
                }
    return names


def test_the_readme_plays_in_python(capsys: pytest.CaptureFixture[str]) -> None:
    for text in blocks(ROOT / "README.md", "python"):
        exec(compile(text, "README.md", "exec"), {})
    assert "Result(" in capsys.readouterr().out


def test_the_tour_in_contributing_runs() -> None:
    for text in blocks(ROOT / "CONTRIBUTING.md", "python"):
        exec(compile(text, "CONTRIBUTING.md", "exec"), {"rng": Random(1)})


def explained(module: str, name: str) -> bool:
    """Has the definition of this name a docstring, below an assignment too?"""
    path = PACKAGE.parent.joinpath(*module.split("."))  # the source, whichever build runs
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    body = ast.parse(file.read_text("utf-8")).body
    for here, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(here, ast.ClassDef | ast.FunctionDef) and here.name == name:
            return bool(ast.get_docstring(here))
        targets = here.targets if isinstance(here, ast.Assign) else []
        if isinstance(here, ast.AnnAssign):
            targets = [here.target]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
    return False


HOMES = {"BUILD": "knaves", "GAMES": "knaves.games", "Option": "knaves.core.step"}
"""Names that do not say themselves where they come from."""


@pytest.mark.parametrize("name", knaves.__all__)
def test_every_public_name_is_explained(name: str) -> None:
    thing = getattr(knaves, name)
    assert explained(HOMES.get(name) or thing.__module__, name), f"knaves.{name} has no docstring"
    assert f"::: knaves.{name}\n" in (ROOT / "docs" / "api.md").read_text("utf-8")
    if isinstance(thing, type):
        silent = [
            part
            for part, value in vars(thing).items()
            if not part.startswith("_")
            and (callable(value) or isinstance(value, property))
            and not value.__doc__
        ]
        assert silent == [], f"methods of knaves.{name} without a docstring"


def test_the_guide_prints_what_is_tested() -> None:
    text = (ROOT / "docs" / "first-game.md").read_text("utf-8")
    printed = re.findall(r'^--8<-- "(.*)"$', text, re.MULTILINE)
    assert len(printed) > 10
    assert all((ROOT / file).is_file() for file in printed)
    proofs = (ROOT / "tests" / "guide" / "rules_of_magpies.py").read_text("utf-8")
    assert all(
        code.strip() in proofs
        for code in blocks(ROOT / "docs" / "first-game.md", "python")
        if "@clause" in code
    )


def test_this_version_and_what_is_not_released_yet_stand_in_the_changes() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert pyproject["project"]["version"] == knaves.__version__
    assert f"\n## {knaves.__version__}\n" in text


def test_a_wrong_card_is_told_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "cards.md").read_text("utf-8")
    [card] = blocks(ROOT / "README.md", "toml")
    file = tmp_path / "mine.toml"
    file.write_text(card.replace("price", "prise"), "utf-8")
    with pytest.raises(knaves.BadCards) as caught:
        knaves.start("villagers", seats=2, cards=str(file))
    assert str(caught.value) in page.replace(";\n", "; ")
