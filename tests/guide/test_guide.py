"""The guide `docs/first-game.md`, followed: its game is put on the shelf of a copy of the house, and the laws find it.

Nothing but the folder is added there. What the guide prints of the game is read out of this folder.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.guide.magpies import GAME as MAGPIES
from tests.test_house import PACKAGE, ROOT, chapters, complaints, nameless

HERE = Path(__file__).parent
GAME = HERE / "magpies"
LAWS = ROOT / "tests" / "laws"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A house with one game more."""
    root = tmp_path_factory.mktemp("house")
    games = root / "src" / "knaves" / "games"
    games.mkdir(parents=True)
    for room in PACKAGE.iterdir():
        if room.name != "games":
            (games.parent / room.name).symlink_to(room)
    unwanted = shutil.ignore_patterns("__pycache__")
    for one in (PACKAGE / "games").iterdir():
        if one.name != "_template":
            (games / one.name).symlink_to(one)
    shutil.copytree(PACKAGE / "games" / "_template", games / "_template", ignore=unwanted)
    tests = root / "tests"
    tests.mkdir()
    shutil.copy(ROOT / "pyproject.toml", root)
    for name in ("__init__.py", "support.py"):
        shutil.copy(ROOT / "tests" / name, tests)
    (tests / "web").mkdir()
    for name in ("__init__.py", "kit.py"):
        shutil.copy(ROOT / "tests" / "web" / name, tests / "web")
    shutil.copytree(LAWS, tests / "laws", ignore=unwanted)
    shutil.copytree(GAME, games / "magpies", ignore=unwanted)
    (tests / "games" / "magpies").mkdir(parents=True)
    shutil.copy(HERE / "rules_of_magpies.py", tests / "games" / "magpies" / "test_rules.py")
    for file in [*(games / "magpies").rglob("*.py"), tests / "games" / "magpies" / "test_rules.py"]:
        text = file.read_text("utf-8")
        file.write_text(text.replace("tests.guide.magpies", "knaves.games.magpies"), "utf-8")
    with compiled_already(root):
        yield root


@contextmanager
def compiled_already(root: Path) -> Iterator[None]:
    """What was compiled of this house serves the other: the files are as old and as large."""
    if not sys.pycache_prefix:
        yield
        return
    ours, theirs = (Path(sys.pycache_prefix, place.relative_to(place.anchor)) for place in (ROOT, root))
    for part in ("src", "tests/laws"):
        if (ours / part).is_dir():
            shutil.copytree(ours / part, theirs / part)
    try:
        yield
    finally:
        shutil.rmtree(theirs, ignore_errors=True)


def run(house: Path, *words: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=house,
        env={
            "PYTHONPATH": f"{house / 'src'}:{house}",
            "PYTHONPYCACHEPREFIX": sys.pycache_prefix or "",
            "COLUMNS": "120",
            "PATH": os.defpath,
        },
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    return done.stdout


def test_the_game_keeps_its_own_rules(house: Path) -> None:
    said = run(house, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/games/magpies")
    assert " passed" in said


@pytest.mark.slow
def test_the_laws_hold_for_it(house: Path) -> None:
    said = run(house, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "tests/laws", "-k", "magpies")
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None and int(passed[1]) > 50


def knaves(house: Path, words: str, typed: str = "") -> str:
    return run(
        house,
        "-c",
        "from knaves.cli import main; import sys; main(sys.argv[1:])",
        *words.split(),
        typed=typed,
    )


def test_a_copy_of_the_template_plays_at_once(house: Path) -> None:
    """The guide's first step, as it is printed, for a game of another name."""
    guide = (ROOT / "docs" / "first-game.md").read_text("utf-8")
    step = guide.partition("## 1.")[2].partition("```\n")[2].partition("```")[0]
    assert step.startswith("cp -r")
    script = f"import subprocess; subprocess.run(['sh', '-e', '-c', {step.replace('magpies', 'rooks')!r}], check=True)"
    run(house, "-c", script)
    assert "The game is over" in knaves(house, "play rooks --seats 2 --seed 1", typed="1\n" * 60)


def test_it_is_played_and_simulated_at_once(house: Path) -> None:
    assert "Magpies" in knaves(house, "rules")
    said = knaves(house, "play magpies --seats 3 --seed 1", typed="1\n" * 200)
    assert "The game is over" in said
    said = knaves(house, "simulate magpies --seats 3 --games 20 --jobs 1")
    assert "order of play" in said


BROWSER = """
from tests.web.kit import play_now, web
with web() as client:
    assert "Magpies" in client.get("/").text
    assert "gives you all he has" in client.get("/rules/magpies").text
    table = play_now(client, "magpies")
    page = client.get(f"/t/{table}").text
    assert "Take a card from the nest" in page and "Ask " in page, page
"""


def test_it_is_played_in_the_browser(house: Path) -> None:
    run(house, "-c", BROWSER)


def test_its_folder_is_laid_out_like_every_game() -> None:
    files = [path.relative_to(GAME).as_posix() for path in GAME.rglob("*") if path.is_file()]
    kept = [file for file in files if "__pycache__" not in file]
    assert [*complaints("magpies", kept)] == ["magpies has no proofs.json"]  # `make ledger` writes that
    assert [*nameless("tests.guide.magpies", MAGPIES, kept)] == []
    there, said = chapters("tests.guide.magpies", kept)
    assert there == said


def test_every_clause_has_a_test() -> None:
    clauses = {row["id"] for row in tomllib.loads((GAME / "clauses.toml").read_text("utf-8"))["clause"]}
    marks = re.findall(r'@clause\("magpies", (.*)\)', (HERE / "rules_of_magpies.py").read_text("utf-8"))
    assert {one for mark in marks for one in re.findall(r'"([\w.]+)"', mark)} == clauses
