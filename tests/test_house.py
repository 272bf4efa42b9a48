"""The house keeps its order: every game has the same files with the same entries, and a file is what its name says and
no longer than that.

The list of files stands in CONTRIBUTING.md, "A new game", and nowhere else.
"""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import NamedTuple

import pytest

import knaves
from knaves.core.game import Game
from knaves.games import find
from tests.laws.tables import every_game

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "knaves"
LONGEST = 450  # lines with something in them

ROW = re.compile(r"^\| (`[^|]*) \| (all|shelf|some) \| (?:(`[\w`, ]+`): )?", re.MULTILINE)
QUOTED = re.compile(r"`([^`]+)`")
JUMP = re.compile(r"\bself\.line\s*[-+]?=(?!=)")
ROUNDABOUT = re.compile(r"\[1:\]\[0\]")


class Place(NamedTuple):
    """A row of the list: one file, or one of several shapes the same role may have."""

    names: tuple[str, ...]
    where: str
    entries: tuple[str, ...] = ()  # what such a file hands out, under the same names in every game

    def holds(self, file: str) -> bool:
        """Stars do not reach into folders: `rules/*.py` is no place for `rules/old/combat.py`."""
        return any(name.count("/") == file.count("/") and fnmatchcase(file, name) for name in self.names)


def places() -> list[Place]:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return [
        Place(tuple(QUOTED.findall(names)), where, tuple(QUOTED.findall(entries)))
        for names, where, entries in ROW.findall(text)
    ]


def complaints(game: str, files: Iterable[str]) -> Iterator[str]:
    """What is wrong with the folder of a game."""
    listed, files = places(), [*files]
    for file in files:
        if not any(place.holds(file) for place in listed):
            yield f"{game}/{file} is not on the list of CONTRIBUTING.md"
    for place in listed:
        wanted = place.where == "all" or (place.where == "shelf" and game in knaves.GAMES)
        if wanted and not any(place.holds(file) for file in files):
            yield f"{game} has no {' or '.join(place.names)}"


def nameless(package: str, game: object, files: Iterable[str]) -> Iterator[str]:
    """Entries that a file of a game has not under the name that all games give them. What answers a method of `Game` is
    wanted only where the game has that method."""
    own, files = vars(type(game)), [*files]
    for place in places():
        wanted = [entry for entry in place.entries if entry in own or not hasattr(Game, entry)]
        for file in (file for file in place.names if wanted and file in files):
            path = f"{package}.{file.removesuffix('.py').replace('/', '.')}"
            module = importlib.import_module(path.removesuffix(".__init__"))
            yield from (f"{package}: {file} has no {entry}" for entry in wanted if not hasattr(module, entry))


def chapters(package: str, files: Iterable[str]) -> tuple[set[str], set[str]]:
    """The modules of the rules that lie in the folder, and those that its docstring names."""
    parts = (file.removesuffix(".py").split("/") for file in files if file.startswith("rules/"))
    said = importlib.import_module(f"{package}.rules").__doc__ or ""
    return {part[1] for part in parts} - {"__init__"}, set(QUOTED.findall(said))


def files_of(game: str) -> list[str]:
    folder = PACKAGE / "games" / game
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return sorted(path.relative_to(folder).as_posix() for path in found)


def sources(*endings: str) -> list[Path]:
    """The text that people of the house write, whatever is kept by git or about to be."""
    listed = subprocess.run(
        [
            "git",
            "ls-files",
            "--cached",
            "--others",
            "--exclude-standard",
            "src",
            "tests",
            "scripts",
            "compiled",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    paths = (
        [ROOT / name for name in listed.stdout.splitlines()]
        if listed.returncode == 0
        else [*PACKAGE.rglob("*"), *Path(__file__).parent.rglob("*")]  # unpacked without git
    )
    return sorted(
        path for path in paths if path.suffix in endings and "vendor" not in path.parts and path.is_file()
    )


def told(paths: Iterable[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


@every_game
def test_every_game_has_the_same_files(game: str) -> None:
    assert [*complaints(game, files_of(game))] == []


def test_a_stray_file_and_a_missing_role_are_complaints() -> None:
    files = files_of("_template")
    assert [*complaints("_template", [*files, "eyes.py"])] == [
        "_template/eyes.py is not on the list of CONTRIBUTING.md"
    ]
    assert [*complaints("_template", [*files, "rules/old/round.py"])] == [
        "_template/rules/old/round.py is not on the list of CONTRIBUTING.md"
    ]
    assert [*complaints("_template", set(files) - {"view.py"})] == [
        "_template has no view.py or view/__init__.py"
    ]
    assert [*complaints("villagers", set(files_of("villagers")) - {"screen/board.py"})] == [
        "villagers has no screen/board.py"
    ]


@every_game
def test_every_game_calls_its_entries_alike(game: str) -> None:
    package = f"knaves.games.{game}"
    assert [*nameless(package, find(game), files_of(game))] == []
    there, said = chapters(package, files_of(game))
    assert there == said, "rules/__init__.py says which chapter is where"


def test_an_entry_that_is_not_there_is_a_complaint() -> None:
    """The template has no `tally`, and Villains' game would want one."""
    files = ["figures.py", "words.py", "bot/__init__.py"]
    assert [*nameless("knaves.games._template", find("villains"), files)] == [
        "knaves.games._template: bot/__init__.py has no advise_state",
        "knaves.games._template: bot/__init__.py has no value_inputs",
        "knaves.games._template: bot/__init__.py has no value_inputs_size",
        *(f"knaves.games._template: figures.py has no {entry}" for entry in ("tally", "sides", "ending")),
    ]


@every_game
def test_the_types_of_a_view_lie_beside_it(game: str) -> None:
    astray = [
        (file, node.name)
        for file in files_of(game)
        if file.endswith(".py") and file not in ("view.py", "view/types.py")
        for node in ast.walk(ast.parse((PACKAGE / "games" / game / file).read_text("utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.endswith("View")
    ]
    assert astray == []


@pytest.mark.parametrize("game", knaves.GAMES)
def test_the_tests_of_every_game_have_the_same_corners(game: str) -> None:
    here = {path.name for path in (ROOT / "tests" / "games" / game).iterdir()}
    assert here >= {"table.py", "test_setup.py", "test_bot.py"}


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        path
        for path in sources(".py")
        if (text := path.read_text("utf-8")).strip() and not ast.get_docstring(ast.parse(text))
    ]
    assert told(silent) == []


def test_no_file_needs_long_scrolling() -> None:
    long = []
    for path in sources(".py", ".html", ".css", ".js"):
        (name,) = told([path])
        if name.startswith("tests/"):
            continue  # a long row of short tests reads like a short one
        lines = sum(1 for line in path.read_text("utf-8").splitlines() if line.strip())
        if lines > LONGEST:
            long.append(f"{name} has {lines} lines: a second file is wanted")
    assert long == []


def classes_of(files: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Where each class is defined, from names and texts of modules."""
    found: dict[str, list[str]] = {}
    for name, text in files:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(name)
    return found


def homonyms(files: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    return {name: places for name, places in classes_of(files).items() if len(places) > 1}


def test_no_two_things_of_the_house_have_one_name() -> None:
    """Frozen advice keeps the names it was frozen with."""
    frozen = PACKAGE / "bots" / "rules1"
    files = [path for path in PACKAGE.rglob("*.py") if frozen not in path.parents]
    assert homonyms(zip(told(files), (path.read_text("utf-8") for path in files), strict=True)) == {}


def test_a_homonym_is_found_with_both_its_places() -> None:
    modules = [
        ("a.py", "class Plan: ..."),
        ("b.py", "def f():\n    class Plan: ..."),
        ("c.py", "class Deal: ..."),
    ]
    assert homonyms(modules) == {"Plan": ["a.py", "b.py"]}


def test_steps_jump_by_name() -> None:
    jumping = [path for path in (PACKAGE / "games").rglob("*.py") if JUMP.search(path.read_text("utf-8"))]
    assert told(jumping) == [], 'self.go("name") says where to'


def test_things_of_an_option_are_read_plainly() -> None:
    roundabout = [path for path in PACKAGE.rglob("*.py") if ROUNDABOUT.search(path.read_text("utf-8"))]
    assert told(roundabout) == [], "option[1], or things_of(option), says the same"


@pytest.mark.parametrize("jump", ["self.line = DECLARE + 2", "self.line += 1", "self.line -= 2"])
def test_a_numeric_jump_is_known_when_it_is_seen(jump: str) -> None:
    assert JUMP.search(jump)
    assert not JUMP.search("if self.line == 2:")
