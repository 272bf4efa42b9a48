"""The tests of the rules on a compiled build:  python -m compiled.check [--build] [GAME ...]

Copies the sources aside, so that whatever runs here stays plain; compiles there, unless that was done before from the
same sources; runs laws, golden games and the tests of the games on it: the same files as the plain build's. `--build`
only compiles. Where games are named, the others are translated to C all the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from compiled.build import ROOT, digest

ASIDE = ROOT / "build" / "check" / "src"
MADE_OF = ASIDE.parent / "made_of"


def build(games: list[str]) -> None:
    """Once for the same sources."""
    made_of = " ".join([digest(ROOT / "src" / "knaves"), digest(Path(__file__).parent), sys.version, *games])
    if MADE_OF.is_file() and MADE_OF.read_text("utf-8") == made_of:
        return
    shutil.rmtree(ASIDE.parent, ignore_errors=True)
    shutil.copytree(ROOT / "src", ASIDE, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.stamp"))
    command = [sys.executable, "-m", "compiled.build", "--to", str(ASIDE)]
    if games:
        subprocess.run([*command, "--translate"], cwd=ROOT, check=True)
    subprocess.run([*command, "--optimise", "0", *games], cwd=ROOT, check=True)
    MADE_OF.write_text(made_of, "utf-8")


def main() -> int:
    games = [word for word in sys.argv[1:] if word != "--build"]
    if shutil.which("cc") is None:
        print("compiled: not built, for there is no C compiler here (scripts/compiler says how to get one)")
        return 0
    build(games)
    if "--build" in sys.argv:
        return 0
    paths, chosen = ["tests/compiled", "tests/core", "tests/laws", "tests/golden"], list[str]()
    if games:
        paths += [f"tests/games/{game}" for game in (*games, "_template")]
        chosen = ["-k", " or ".join([*games, "_template", "core", "compiled"])]
    else:
        paths.append("tests/games")
    test = [sys.executable, "-m", "pytest", "-q", "-n", os.environ.get("JOBS", "2"), *paths, *chosen]
    compiled = {**os.environ, "PYTHONPATH": str(ASIDE), "KNAVES_BUILD": "compiled"}
    return subprocess.run(test, cwd=ROOT, env=compiled).returncode


if __name__ == "__main__":
    sys.exit(main())
