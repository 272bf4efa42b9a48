"""The tests of the rules on a compiled build:  python -m compiled.check [--build | --translate] [GAME ...]

Copies the sources aside, so that whatever runs here stays plain; compiles there, unless that was done before from the
same sources; runs laws, golden games and the tests of the games on it: the same files as the plain build's. `--build`
only compiles; `--translate` lets mypyc translate the games that are not named, which needs no compiler of C.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from compiled.build import ROOT, digest
from knaves.games import GAMES

CHECKED, TRANSLATED = ROOT / "build" / "check", ROOT / "build" / "translated"


def build(place: Path, games: list[str], *options: str) -> None:
    """Of a copy of the sources at this place; once for the same sources."""
    digests = [digest(ROOT / "src" / "knaves"), digest(Path(__file__).parent)]
    made_of, note = " ".join([*digests, sys.version, *options, *games]), place / "made_of"
    if note.is_file() and note.read_text("utf-8") == made_of:
        return
    shutil.rmtree(place, ignore_errors=True)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.stamp")
    shutil.copytree(ROOT / "src", place / "src", ignore=ignored)
    command = [sys.executable, "-m", "compiled.build", "--to", str(place / "src"), "--optimise", "0"]
    subprocess.run([*command, *options, *games], cwd=ROOT, check=True)
    note.write_text(made_of, "utf-8")


def main() -> int:
    games = [word for word in sys.argv[1:] if not word.startswith("--")]
    if "--translate" in sys.argv:
        build(TRANSLATED, [game for game in GAMES if game not in games], "--translate")
        return 0
    if shutil.which("cc") is None:
        print("compiled: not built, for there is no C compiler here (scripts/compiler says how to get one)")
        return 0
    build(CHECKED, games)
    if "--build" in sys.argv:
        return 0
    paths, chosen = ["tests/compiled", "tests/core", "tests/laws", "tests/golden"], list[str]()
    if games:
        paths += [f"tests/games/{game}" for game in (*games, "_template")]
        chosen = ["-k", " or ".join([*games, "_template", "core", "compiled"])]
    else:
        paths.append("tests/games")
    test = [sys.executable, "-m", "pytest", "-q", "-n", os.environ.get("JOBS", "2"), *paths, *chosen]
    compiled = {**os.environ, "PYTHONPATH": str(CHECKED / "src"), "KNAVES_BUILD": "compiled"}
    return subprocess.run(test, cwd=ROOT, env=compiled).returncode


if __name__ == "__main__":
    sys.exit(main())
